"""Leases and hand-over as a state machine: time and failures are choices, and the statements are the real ones.

Servers give signs of life, take a table, think, freeze at any moment between two statements and wake much later with
what they had in hand. Whatever is chosen: a table is taken only from a server that was silent for too long, a turn of
an opponent is stored only by whoever looks after the table, no turn is stored twice, and clocks are credited with times
of silence that were too long, once. Planted bugs show that the machine would find them.
"""

from __future__ import annotations

import dataclasses

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy.pool import StaticPool

from tavoliere.apps.web.store import rows, standing
from tavoliere.apps.web.store.conflicts import Conflict, Fenced
from tavoliere.apps.web.store.schema import METADATA
from tavoliere.apps.web.table.sheet import Clock, Seat, Sheet, Turn

TABLE, LAPSE, BASE = "table-one", 3500, 10**9
MOST_SERVERS = 3
QUICK = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
    phases=[Phase.generate],
)


@dataclasses.dataclass
class Server:
    """A server as it sees itself: what time it was when it last looked, and what it has in hand."""

    name: str
    looked: int = 0
    thought: Sheet | None = None
    is_frozen: bool = False


class HandOver(RuleBasedStateMachine):
    """Three servers at one database, and one table at which a machine and a person play."""

    take = staticmethod(standing.take_lease)
    check = staticmethod(standing.check_lease)
    beat_of = staticmethod(standing.beat)

    def __init__(self) -> None:
        super().__init__()
        rows.check_lease = type(self).check
        self.engine = sa.create_engine("sqlite://", poolclass=StaticPool)
        METADATA.create_all(self.engine)
        self.now = 1_000_000
        self.servers: dict[str, Server] = {}
        self.came = 0
        self.turns: list[str] = []
        self.beats: dict[str, int] = {}
        """The moments of the signs of life that were written, by server; those that said goodbye are not here."""
        self.last_sign = self.now
        self.owner = ""
        self.other_owner = ""
        """Who looks after something else: what becomes of one lease is no matter of another one's."""

    def teardown(self) -> None:
        rows.check_lease = standing.check_lease
        self.engine.dispose()

    @initialize()
    def a_table(self) -> None:
        seats = (Seat("w", "person", left=BASE), Seat("b", "opponent", spec="random"))
        made = Sheet(TABLE, 0, "tablut", {}, 1, "", seats, Clock("increment", BASE, 0), turn="w", since=self.now)
        with self.engine.begin() as connection:
            rows.save(connection, None, made)
        self._begin("server 0")

    def _begin(self, name: str) -> None:
        with self.engine.begin() as connection:
            others = standing.alive(connection, name, self.now - LAPSE)
            found = standing.sign_on(connection, name, self.now, LAPSE)
        assert found.others == others == {one for one, beat in self.beats.items() if beat >= self.now - LAPSE}
        self._signed(name, self.now, 0 if not others else LAPSE + BASE, found.credited)
        self.servers[name] = Server(name, self.now)

    def _signed(self, name: str, now: int, patience: int, credited: int) -> None:
        """A sign of life was written, and clocks were given the time of silence before it, if that was too long."""
        silence = max(0, now - self.last_sign)
        assert credited == (silence if silence > patience else 0)
        self.beats[name] = now
        self.last_sign = max(self.last_sign, now)

    def _loaded(self) -> Sheet:
        with self.engine.begin() as connection:
            found = rows.load(connection, TABLE)
        assert found is not None
        return found

    @property
    def is_machines_turn(self) -> bool:
        return len(self.turns) % 2 == 1

    def _awake(self) -> list[Server]:
        return [server for server in self.servers.values() if not server.is_frozen]

    @rule(milliseconds=st.sampled_from([1, 900, 3400, 3600, 20_000]))
    def time_passes(self, milliseconds: int) -> None:
        self.now += milliseconds
        for server in self._awake():
            server.looked = self.now

    @precondition(lambda self: len(self.servers) < MOST_SERVERS)
    @rule()
    def a_server_comes(self) -> None:
        self.came += 1
        self._begin(f"server {self.came}")

    @precondition(lambda self: self._awake())
    @rule(data=st.data())
    def a_server_freezes(self, data: st.DataObject) -> None:
        data.draw(st.sampled_from(self._awake())).is_frozen = True

    @rule(data=st.data(), looks=st.booleans())
    def a_server_wakes(self, data: st.DataObject, looks: bool) -> None:
        """With the time that it had in hand, or having looked again."""
        frozen = [server for server in self.servers.values() if server.is_frozen]
        if frozen:
            server = data.draw(st.sampled_from(frozen))
            server.is_frozen = False
            server.looked = self.now if looks else server.looked

    @precondition(lambda self: len(self._awake()) > 0)
    @rule(data=st.data())
    def a_server_gives_a_sign(self, data: st.DataObject) -> None:
        server = data.draw(st.sampled_from(self._awake()))
        with self.engine.begin() as connection:
            found = type(self).beat_of(connection, server.name, server.looked, LAPSE, LAPSE)
        self._signed(server.name, server.looked, LAPSE, found.credited)

    @precondition(lambda self: len(self._awake()) > 1)
    @rule(data=st.data())
    def a_server_says_goodbye(self, data: st.DataObject) -> None:
        server = data.draw(st.sampled_from(self._awake()))
        with self.engine.begin() as connection:
            standing.sign_off(connection, server.name, server.looked)
        self.last_sign = max(self.last_sign, server.looked)
        self.beats.pop(server.name, None)
        del self.servers[server.name]
        if self.owner == server.name:
            self.owner = ""
        if self.other_owner == server.name:
            self.other_owner = ""

    @precondition(lambda self: self._awake())
    @rule(data=st.data())
    def a_server_takes_the_table(self, data: st.DataObject) -> None:
        server = data.draw(st.sampled_from(self._awake()))
        self.owner = self._owner_after(server, TABLE, self.owner)
        if self.owner == server.name and self.is_machines_turn:
            server.thought = self._loaded()

    @precondition(lambda self: self._awake())
    @rule(data=st.data())
    def a_server_takes_something_else(self, data: st.DataObject) -> None:
        server = data.draw(st.sampled_from(self._awake()))
        self.other_owner = self._owner_after(server, "review two", self.other_owner)

    def _owner_after(self, server: Server, thing: str, owner: str) -> str:
        """Whoever has a lease after a server has tried to get it."""
        with self.engine.begin() as connection:
            has = type(self).take(connection, thing, server.name, server.looked - LAPSE)
        silent = self.beats.get(owner, -1) < server.looked - LAPSE
        assert has == (owner in ("", server.name) or silent), "taken from whoever was silent too long, and only then"
        return server.name if has else owner

    @precondition(lambda self: any(server.thought for server in self._awake()))
    @rule(data=st.data())
    def a_server_stores_what_it_has_thought_of(self, data: st.DataObject) -> None:
        server = data.draw(st.sampled_from([one for one in self._awake() if one.thought]))
        before, server.thought = server.thought, None
        assert before is not None
        move = f"machine {len(before.turns)} by {server.name}"
        after = _with_turn(before, "b", move, server.looked)
        try:
            with self.engine.begin() as connection:
                rows.save(connection, before, after, server.name)
        except Fenced:
            assert self.owner != server.name
        except Conflict:
            assert before.revision < self._loaded().revision
        else:
            assert self.owner == server.name, "who looks after a table no longer stores nothing there"
            self.turns.append(move)

    @precondition(lambda self: not self.is_machines_turn)
    @rule(data=st.data(), is_stale=st.booleans())
    def a_person_makes_a_turn(self, data: st.DataObject, is_stale: bool) -> None:
        """Through any server, which may know an older sheet."""
        before = self._loaded()
        known = dataclasses.replace(before, revision=before.revision - 1) if is_stale else before
        move = f"person {len(before.turns)} {data.draw(st.integers(0, 9))}"
        try:
            with self.engine.begin() as connection:
                rows.save(connection, known, _with_turn(known, "w", move, self.now))
        except Conflict:
            assert is_stale
        else:
            assert not is_stale
            self.turns.append(move)

    @invariant()
    def every_turn_is_there_once(self) -> None:
        if self.servers:
            assert [turn.move for turn in self._loaded().turns] == self.turns

    @invariant()
    def no_clock_begins_in_the_future(self) -> None:
        if self.servers:
            since = self._loaded().since
            assert since is None or since <= max(self.now, *(server.looked for server in self.servers.values()))


def _with_turn(sheet: Sheet, letter: str, move: str, now: int) -> Sheet:
    return dataclasses.replace(
        sheet, turns=(*sheet.turns, Turn(letter, move, now)), revision=sheet.revision + 1, since=sheet.since
    )


TestHandOver = HandOver.TestCase
TestHandOver.settings = QUICK


class WithoutFence(HandOver):
    """A planted bug: nobody looks at the lease when a turn is stored."""

    check = staticmethod(lambda connection, table, server: None)


class WithoutSigns(HandOver):
    """A planted bug: a table is taken from a server that is alive."""

    take = staticmethod(lambda connection, table, server, since: standing.take_lease(connection, table, server, 10**12))


class OneForAll(HandOver):
    """A bug that was there: nothing is taken from a dead server while any other lease is that of a living one."""

    @staticmethod
    def take(connection, thing: str, server: str, since: int) -> bool:
        alive = sa.select(standing.SERVERS.c.id).where(
            standing.SERVERS.c.id == standing.LEASES.c.server, standing.SERVERS.c.beat >= since
        )
        held = connection.execute(sa.select(standing.LEASES.c.server).where(standing.LEASES.c.thing == thing)).scalar()
        if held not in (None, server) and connection.execute(alive).first() is not None:
            return False
        return standing.take_lease(connection, thing, server, since)


class WithoutPatience(HandOver):
    """A planted bug: every sign of life credits the time since the last one."""

    beat_of = staticmethod(
        lambda connection, name, now, lapse, patience: standing.beat(connection, name, now, lapse, 0)
    )


@pytest.mark.parametrize("planted", [WithoutFence, WithoutSigns, OneForAll, WithoutPatience])
def test_a_planted_bug_is_found(planted):
    with pytest.raises(AssertionError):
        run_state_machine_as_test(planted, settings=settings(QUICK, max_examples=400))
