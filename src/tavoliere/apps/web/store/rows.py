"""Sheets as rows of a database, and what else is asked of it. Each function works within a connection's transaction."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.store.conflicts import Conflict
from tavoliere.apps.web.store.notices import tell
from tavoliere.apps.web.store.schema import NOTES, SEATS, TABLES, TURNS
from tavoliere.apps.web.store.standing import check_lease
from tavoliere.apps.web.table.sheet import OPEN, OPPONENT, Clock, Outline, Seat, Sheet, Turn

OPENED = "opened"
"""Written when a server starts, which shows whether the database can be written to."""
MOST_OVERDUE = 100


def _table_row(sheet: Sheet) -> dict[str, Any]:
    same = (
        "created", "game", "rules_version", "start", "turn", "since", "undos", "result", "reason", "ended_by",
        "draw_agreed", "undo_by", "undo_agreed", "rematch_agreed", "rematch", "previous", "review", "listed",
        "watchable", "source", "revision",
    )  # fmt: skip
    return {name: getattr(sheet, name) for name in same} | {
        "id": sheet.table,
        "options": json.dumps(sheet.options),
        "clock_kind": sheet.clock.kind,
        "clock_base": sheet.clock.base,
        "clock_increment": sheet.clock.increment,
        "clock_days": sheet.clock.days,
    }


def _seat_row(sheet: Sheet, seat: Seat, place: int) -> dict[str, Any]:
    return {
        "table_id": sheet.table, "letter": seat.letter, "place": place, "kind": seat.kind, "name": seat.name,
        "spec": seat.spec, "token_hash": seat.token_hash, "time_left": seat.left,
    }  # fmt: skip


def _turn_row(sheet: Sheet, turn: Turn, ply: int) -> dict[str, Any]:
    return {
        "table_id": sheet.table, "ply": ply, "letter": turn.letter, "move": turn.move, "made": turn.made,
        "comments": json.dumps(turn.comments),
    }  # fmt: skip


CHANGING = (
    "turn", "since", "undos", "result", "reason", "ended_by", "draw_agreed", "undo_by", "undo_agreed",
    "rematch_agreed", "rematch", "listed", "watchable", "revision",
)  # fmt: skip
"""What of a table can change; the rest is written once."""
# Statements are made once: putting them together costs more than carrying them out.
INSERT_TABLE, INSERT_SEAT, INSERT_TURN = TABLES.insert(), SEATS.insert(), TURNS.insert()
UPDATE_TABLE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("which"), TABLES.c.revision == sa.bindparam("seen"))
    .values({name: sa.bindparam(name) for name in CHANGING})
)


UPDATE_SEAT = (
    SEATS.update()
    .where(SEATS.c.table_id == sa.bindparam("which"), SEATS.c.letter == sa.bindparam("seat"))
    .values({name: sa.bindparam(name) for name in ("place", "kind", "name", "spec", "token_hash", "time_left")})
)


def save(connection: Connection, before: Sheet | None, after: Sheet, lease: str = "") -> None:
    """Write what is different. The revision in the condition is what a second writer stumbles over.

    `lease` names a server that writes only as long as it looks after the table.
    """
    if lease:
        check_lease(connection, after.table, lease)
    if before is None:
        connection.execute(INSERT_TABLE, _table_row(after))
    else:
        row = {name: getattr(after, name) for name in CHANGING}
        changed = connection.execute(UPDATE_TABLE, row | {"which": after.table, "seen": before.revision})
        if changed.rowcount != 1:
            raise Conflict("the table has changed meanwhile")
    _save_seats(connection, before, after)
    _save_turns(connection, () if before is None else before.turns, after)
    if before is not None:
        tell(connection, f"{after.table} {after.revision}")


LAST = sa.select(TURNS.c.ply).where(TURNS.c.table_id == TABLES.c.id).order_by(TURNS.c.ply.desc()).limit(1)
OUTLINES = sa.select(
    *(column for column in TABLES.c if column is not TABLES.c.source),
    LAST.scalar_subquery().label("ply"),
    LAST.with_only_columns(TURNS.c.made).scalar_subquery().label("made"),
)


def _save_seats(connection: Connection, before: Sheet | None, after: Sheet) -> None:
    if before is None:
        connection.execute(INSERT_SEAT, [_seat_row(after, seat, place) for place, seat in enumerate(after.seats)])
        return
    for place, seat in enumerate(after.seats):
        if before.seats[place] != seat:
            row = _seat_row(after, seat, place)
            where = {"which": row.pop("table_id"), "seat": row.pop("letter")}
            connection.execute(UPDATE_SEAT, where | row)


def _save_turns(connection: Connection, before: tuple[Turn, ...], after: Sheet) -> None:
    kept = _same(before, after.turns)
    if kept < len(before):
        connection.execute(TURNS.delete().where(TURNS.c.table_id == after.table, TURNS.c.ply > kept))
    rows = [_turn_row(after, turn, ply) for ply, turn in enumerate(after.turns[kept:], start=kept + 1)]
    if rows:
        connection.execute(INSERT_TURN, rows)


def _same(before: tuple[Turn, ...], after: tuple[Turn, ...]) -> int:
    """How many turns two sheets have in common."""
    if before == after[: len(before)]:
        return len(before)
    return next(place for place, pair in enumerate(zip_longest(before, after)) if pair[0] != pair[1])


def load(connection: Connection, table: str) -> Sheet | None:
    """The sheet of a table as it is stored."""
    row = connection.execute(TABLES.select().where(TABLES.c.id == table)).mappings().first()
    if row is None:
        return None
    seats = connection.execute(SEATS.select().where(SEATS.c.table_id == table).order_by(SEATS.c.place)).mappings()
    turns = connection.execute(TURNS.select().where(TURNS.c.table_id == table).order_by(TURNS.c.ply)).mappings()
    told = tuple(
        Turn(turn["letter"], turn["move"], turn["made"], tuple(json.loads(turn["comments"]))) for turn in turns
    )
    return _sheet(row, seats, told)


def _sheet(row: Mapping[Any, Any], seats: Iterable[RowMapping], turns: tuple[Turn, ...] = ()) -> Sheet:
    values = dict(row)
    clock = Clock(*(values.pop(f"clock_{name}") for name in ("kind", "base", "increment", "days")))
    return Sheet(
        table=values.pop("id"),
        options=json.loads(values.pop("options")),
        clock=clock,
        seats=tuple(
            Seat(seat["letter"], seat["kind"], seat["name"], seat["spec"], seat["token_hash"], seat["time_left"])
            for seat in seats
        ),
        turns=turns,
        **values,
    )


def outlines(connection: Connection, tables: Sequence[str]) -> dict[str, Outline]:
    """What lists show of some tables. What may be long is not read: files that people brought, turns, comments."""
    asked = connection.execute(OUTLINES.where(TABLES.c.id.in_(tables))).mappings()
    seats: defaultdict[str, list[RowMapping]] = defaultdict(list)
    sitting = SEATS.select().where(SEATS.c.table_id.in_(tables)).order_by(SEATS.c.place)
    for seat in connection.execute(sitting).mappings():
        seats[seat["table_id"]].append(seat)
    found = {row["id"]: _outline(dict(row), seats[row["id"]]) for row in asked}
    return {table: outline for table, outline in found.items() if outline is not None}


def _outline(row: dict[str, Any], seats: Iterable[RowMapping]) -> Outline | None:
    turns, made = row.pop("ply") or 0, row.pop("made") or 0
    try:
        sheet = _sheet(row, seats)
    except ValueError as error:  # one that cannot be read hurts no other
        log("reading failed", logging.ERROR, error, table=row["id"])
        return None
    return Outline(sheet, turns, max(made, sheet.created))


def waiting_tables(connection: Connection) -> list[str]:
    mover = sa.and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.letter == TABLES.c.turn)
    asked = (
        sa.select(TABLES.c.id)
        .join(SEATS, mover)
        .where(TABLES.c.result == "", sa.not_(TABLES.c.review))
        .where(sa.or_(TABLES.c.since.is_not(None), SEATS.c.kind == OPPONENT))
        .order_by(TABLES.c.created)
    )
    return list(connection.execute(asked).scalars())


def overdue(connection: Connection, before: int) -> list[str]:
    """Tables whose clock ran out before a moment, the first ones first."""
    mover = sa.and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.letter == TABLES.c.turn)
    falls = TABLES.c.since + SEATS.c.time_left
    asked = sa.select(TABLES.c.id).join(SEATS, mover).where(TABLES.c.result == "", falls < before)
    return list(connection.execute(asked.order_by(falls).limit(MOST_OVERDUE)).scalars())


def lobby(connection: Connection, since: int, slow_since: int, most: int) -> tuple[list[str], list[str]]:
    """Tables that wait for somebody, and games to watch, the newest first: those at which something has happened since
    a moment, or since another one if they are played at some days a turn.
    """
    free = sa.select(SEATS.c.letter).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == OPEN).exists()
    shown = (TABLES.c.result == "", sa.not_(TABLES.c.review), _is_lively(since, slow_since))
    newest = sa.select(TABLES.c.id).where(*shown).order_by(TABLES.c.created.desc()).limit(most)
    waiting = connection.execute(newest.where(TABLES.c.listed, free)).scalars()
    return list(waiting), list(connection.execute(newest.where(TABLES.c.watchable, sa.not_(free))).scalars())


def _is_lively(since: int, slow_since: int) -> sa.ColumnElement[bool]:
    moment = sa.case((TABLES.c.clock_kind == "days", slow_since), else_=since)
    later = sa.select(TURNS.c.ply).where(TURNS.c.table_id == TABLES.c.id, TURNS.c.made >= moment)
    return sa.or_(TABLES.c.created >= moment, later.exists())


def _is_forgotten(before: int) -> sa.ColumnElement[bool]:
    """Tables at which nothing has happened since a moment, and at which no clock runs."""
    later = sa.select(TURNS.c.ply).where(TURNS.c.table_id == TABLES.c.id, TURNS.c.made >= before)
    runs = sa.and_(TABLES.c.result == "", TABLES.c.since.is_not(None))
    return sa.and_(TABLES.c.created < before, sa.not_(runs), sa.not_(later.exists()))


def forgotten(connection: Connection, before: int) -> list[str]:
    """Tables at which nothing has happened since a moment, the oldest first."""
    asked = sa.select(TABLES.c.id).where(_is_forgotten(before)).order_by(TABLES.c.created)
    return list(connection.execute(asked).scalars())


def delete(connection: Connection, tables: Sequence[str], before: int) -> int:
    """Delete tables with all that belongs to them, unless something has happened there after all; how many."""
    asked = TABLES.delete().where(TABLES.c.id.in_(tables), _is_forgotten(before))
    return connection.execute(asked).rowcount


def erase(connection: Connection, table: str, revision: int) -> bool:
    """Delete a table as it was at a revision; False if somebody has changed it meanwhile."""
    return connection.execute(TABLES.delete().where(TABLES.c.id == table, TABLES.c.revision == revision)).rowcount > 0


def note(connection: Connection, key: str, value: str) -> None:
    changed = connection.execute(NOTES.update().where(NOTES.c.key == key).values(value=value))
    if changed.rowcount == 0:
        connection.execute(NOTES.insert(), {"key": key, "value": value})
