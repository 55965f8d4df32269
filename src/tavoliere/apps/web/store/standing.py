"""Which servers are alive, which of them looks after a table, and time in which none was alive.

Functions within a connection's transaction. Every moment is handed in: servers at one database measure time by the
clock of the database, so a moment that was taken long ago only makes its server look older than it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from tavoliere.apps.web.store.conflicts import Fenced, insert_into
from tavoliere.apps.web.store.notices import EVERYTHING, tell
from tavoliere.apps.web.store.schema import LEASES, NOTES, SEATS, SERVERS, TABLES, TURNS
from tavoliere.apps.web.table.sheet import OPPONENT

ALIVE = "alive"
"""The note in which servers of earlier versions left their sign of life."""
CREDIT_LOCK = 7_415_317
"""Any number will do, as long as all servers take the same."""
KEPT_MS = 24 * 60 * 60 * 1000
"""Servers that have gone are remembered for so long."""
LATEST_BEAT = sa.select(sa.func.max(SERVERS.c.beat))
BEAT = SERVERS.update().where(SERVERS.c.id == sa.bindparam("which")).values(beat=sa.bindparam("now"), stopped=False)
OTHERS = sa.select(SERVERS.c.id).where(
    SERVERS.c.id != sa.bindparam("which"), sa.not_(SERVERS.c.stopped), SERVERS.c.beat >= sa.bindparam("since")
)
DATABASE_BEGAN = sa.text("SELECT CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000 AS bigint)")
DATABASE_CLOCK = sa.text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")


class Beat(NamedTuple):
    """What a server learns by giving a sign of life: milliseconds credited to clocks, and which others are alive."""

    credited: int
    others: frozenset[str]


def sign_on(connection: Connection, server: str, now: int, lapse: int) -> Beat:
    """A server begins. If no other one is alive, running clocks are given the time since one last was."""
    _one_at_a_time(connection)
    others = alive(connection, server, now - lapse)
    credited = 0 if others else _credit(connection, now, 0)
    connection.execute(SERVERS.insert(), {"id": server, "started": now, "beat": now, "stopped": False})
    connection.execute(SERVERS.delete().where(SERVERS.c.beat < now - KEPT_MS))
    connection.execute(LEASES.delete().where(LEASES.c.server.not_in(sa.select(SERVERS.c.id))))
    return Beat(credited, others)


def beat(
    connection: Connection, server: str, now: int, lapse: int, patience: int, *, after_outage: bool = False
) -> Beat:
    """A server is alive. If none has been for longer than `patience`, running clocks are given that time.

    So they are after an outage, however short it was, if the database has begun anew since the last sign of life.
    """
    credited = 0
    if after_outage and _has_restarted(connection):
        patience = 0
    if _silence(connection, now) > patience:
        _one_at_a_time(connection)
        credited = _credit(connection, now, patience)
    if connection.execute(BEAT, {"which": server, "now": now}).rowcount == 0:
        connection.execute(SERVERS.insert(), {"id": server, "started": now, "beat": now, "stopped": False})
    return Beat(credited, alive(connection, server, now - lapse))


def _has_restarted(connection: Connection) -> bool:
    """Whether the database began after the last sign of life; one that cannot tell has one server only."""
    if connection.dialect.name != "postgresql":
        return False
    began, last = connection.execute(DATABASE_BEGAN).scalar(), connection.execute(LATEST_BEAT).scalar()
    return began is not None and last is not None and int(began) > int(last)


def sign_off(connection: Connection, server: str, now: int) -> None:
    """A server stops: whoever is left need not wait for what it looked after."""
    connection.execute(LEASES.delete().where(LEASES.c.server == server))
    connection.execute(SERVERS.update().where(SERVERS.c.id == server).values(beat=now, stopped=True))


def alive(connection: Connection, server: str, since: int) -> frozenset[str]:
    """The other servers that gave a sign of life after a moment."""
    return frozenset(connection.execute(OTHERS, {"which": server, "since": since}).scalars())


# Time in which no server was alive


def _silence(connection: Connection, now: int) -> int:
    """How long no server has given a sign of life."""
    last = connection.execute(LATEST_BEAT).scalar()
    if last is None:
        noted = connection.execute(sa.select(NOTES.c.value).where(NOTES.c.key == ALIVE)).scalar()
        last = int(noted) if noted is not None else now
    return max(0, now - int(last))


def _credit(connection: Connection, now: int, patience: int) -> int:
    """Looked at once more by whoever is alone: of several servers that come back at once, one gives the time."""
    down = _silence(connection, now)
    if down <= patience:
        return 0
    # A turn that began after the last sign of life is not owed more than its own age.
    began = sa.case((TABLES.c.since + down > now, now), else_=TABLES.c.since + down)
    connection.execute(
        TABLES.update()
        .where(TABLES.c.result == "", TABLES.c.since.is_not(None))
        .values(since=began, revision=TABLES.c.revision + 1)
    )
    tell(connection, EVERYTHING)
    return down


def _one_at_a_time(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": CREDIT_LOCK})


# Leases


def take_lease(connection: Connection, thing: str, server: str, since: int) -> bool:
    """Look after something, a table say, unless a server does that gave a sign of life after a moment."""
    # Not "exists": a subquery in this clause does not see the lease that is in the way, only leases.
    living = sa.select(SERVERS.c.id).where(sa.not_(SERVERS.c.stopped), SERVERS.c.beat >= since)
    asked = (
        insert_into(connection, LEASES)
        .values(thing=thing, server=server)
        .on_conflict_do_update(
            index_elements=[LEASES.c.thing],
            set_={"server": server},
            where=sa.or_(LEASES.c.server == server, LEASES.c.server.not_in(living)),
        )
    )
    return connection.execute(asked.returning(LEASES.c.server)).scalar() is not None


def give_back_lease(connection: Connection, thing: str, server: str) -> None:
    connection.execute(LEASES.delete().where(LEASES.c.thing == thing, LEASES.c.server == server))


def check_lease(connection: Connection, table: str, server: str) -> None:
    """Refuse a server that looks after a table no longer; whoever wants it from now on waits for this change."""
    asked = sa.select(LEASES.c.server).where(LEASES.c.thing == table, LEASES.c.server == server)
    if connection.execute(asked.with_for_update(read=True)).scalar() is None:
        raise Fenced("another server looks after the table")


def looked_after(connection: Connection, servers: frozenset[str]) -> list[str]:
    """What some servers look after, dead or alive."""
    return list(connection.execute(sa.select(LEASES.c.thing).where(LEASES.c.server.in_(sorted(servers)))).scalars())


def unattended(connection: Connection, made_since: int, alive_since: int) -> list[str]:
    """The tables at which an opponent is to move after a turn made lately, and which no living server looks after."""
    mover = sa.and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.letter == TABLES.c.turn)
    lately = sa.select(TURNS.c.ply).where(TURNS.c.table_id == TABLES.c.id, TURNS.c.made >= made_since)
    owner = sa.select(LEASES.c.server).where(
        LEASES.c.thing == TABLES.c.id,
        LEASES.c.server == SERVERS.c.id,
        sa.not_(SERVERS.c.stopped),
        SERVERS.c.beat >= alive_since,
    )
    asked = (
        sa.select(TABLES.c.id)
        .join(SEATS, mover)
        .where(TABLES.c.result == "", sa.not_(TABLES.c.review), SEATS.c.kind == OPPONENT)
        .where(lately.exists(), sa.not_(owner.exists()))
    )
    return list(connection.execute(asked).scalars())


class Reading(NamedTuple):
    """The database's clock, and the moments of ours between which it was read."""

    then: int
    before: float
    after: float


def read_clock(connection: Connection, elapsed: Callable[[], float]) -> Reading | None:
    """What time it is for the database; None if that is no other clock than ours."""
    if connection.dialect.name != "postgresql":
        return None
    before = elapsed()
    then = int(connection.execute(DATABASE_CLOCK).scalar() or 0)
    return Reading(then, before, elapsed())
