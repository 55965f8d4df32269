"""One visitor does not stop the others: fair shares, work that can be ended, clocks and watches that go on."""

import asyncio
import contextlib
import dataclasses
import os
import socket
import threading
import time

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.live import labour as labouring
from tavoliere.apps.web.live import machines, watches
from tavoliere.apps.web.live.fairness import ASKER, Allowance, FairQueue
from tavoliere.apps.web.live.flags import SLACK
from tavoliere.apps.web.live.labour import Labour
from tavoliere.apps.web.live.opponents import OPPONENT, SPECTACLE, Pool
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import clocks, conduct, moments
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Clock
from tavoliere.search.players import Choice
from tavoliere.search.specs import parse_spec
from tests.web.chores import doubled, spin
from tests.web.pages import client
from tests.web.servers import real_server
from tests.web.tables import MACHINE, PERSON, FirstMove, HandClock, Listener, running, table

BLITZ = Clock("increment", base=60_000, increment=5_000)


# Fair shares


def test_owners_take_turns_and_ranks_come_first():
    queue = FairQueue()
    for thing in ("a1", "a2", "a3", "b1", "c1", "c2"):
        queue.put(thing, 1, thing[0])
    queue.put("a0", 0, "a")
    assert queue.waiting() == 7 and queue.waiting("a") == 4
    assert queue.discard("c2") and not queue.discard("c2")
    assert [queue.get() for _ in range(6)] == ["a0", "a1", "b1", "c1", "a2", "a3"]
    queue.put("big", 0, "a")
    queue.put("small", 0, "a")
    assert queue.get(lambda thing: thing == "small") == "small"
    queue.close()
    assert queue.get() is None


def test_an_allowance_is_charged_and_comes_back():
    now = [0.0]
    allowance = Allowance(10, 0.5, lambda: now[0])
    allowance.charge("a", 12)
    assert allowance.wait("a") == 4 and allowance.wait("b") == 0
    allowance.charge("", 1000)
    assert allowance.wait("") == 0, "the server's own work is free"
    now[0] = 5.0
    assert allowance.wait("a") == 0
    allowance.charge("a", 10**6)
    assert allowance.wait("a") == 20, "nobody owes more than can be had at once"


# Work in processes


@contextlib.asynccontextmanager
async def labouring_for(address, allowance=None, at_once=False):
    hands = Labour(allowance or Allowance(100, 0.001, time.monotonic), Metrics())
    hands.start(at_once)
    token = ASKER.set(address)
    try:
        yield hands
    finally:
        ASKER.reset(token)
        hands.close()


def test_work_is_done_refused_broken_and_killed_and_always_charged(monkeypatch):
    monkeypatch.setattr(labouring, "MOST_SECONDS", 1)

    async def work():
        async with labouring_for("evil") as hands:
            assert await hands.do(doubled, 21) == 42
            with pytest.raises(Refusal, match=r"table\.missing"):
                await hands.do(doubled, -1)
            with pytest.raises(labouring.WorkFailed, match="ZeroDivisionError"):
                await hands.do(doubled, 100)
            with pytest.raises(Refusal, match=r"work\.costly"):
                await hands.do(spin, 60)
            assert await hands.do(doubled, 4) == 8, "another process has taken its place"
            assert hands.allowance._now("evil") < 99.5, "what came to nothing is charged too"

    asyncio.run(work())


def test_a_server_that_warms_up_has_its_processes_before_anybody_asks():
    """Whoever came first waited for the start of one: a second or more before the first board of a lesson."""

    async def work():
        async with labouring_for("somebody", at_once=True) as hands:
            while not all(hand._process and hand._process.is_alive() for hand in hands._hands):
                await asyncio.sleep(0.05)
            there = {hand._process.pid for hand in hands._hands}
            assert len(there) == hands.size and await hands.do(os.getpid) in there

    asyncio.run(work())


def test_who_has_used_up_an_allowance_is_refused_at_once_and_others_are_not():
    async def work():
        async with labouring_for("evil", Allowance(5, 0.1, lambda: 0.0)) as hands:
            hands.allowance.charge("evil", 6)
            with pytest.raises(Refusal) as refused:
                await hands.do(doubled, 1)
            assert refused.value.key == "limit.work" and refused.value.wait == 10
            ASKER.set("honest")
            assert await hands.do(doubled, 1) == 2

    asyncio.run(work())


def test_one_address_does_not_keep_the_processes_from_others():
    async def work():
        async with labouring_for("evil") as hands:
            evil = [asyncio.ensure_future(hands.do(spin, 3)) for _ in range(6)]
            await asyncio.sleep(0.1)
            ASKER.set("honest")
            assert await hands.do(doubled, 5) == 10
            assert not any(task.done() for task in evil[1:])
            for task in evil:
                task.cancel()
            await asyncio.gather(*evil, return_exceptions=True)

    asyncio.run(work())


def test_work_ends_when_nobody_waits_for_it_and_is_done_once_for_all_who_do():
    async def work():
        async with labouring_for("anybody") as hands:
            alone = asyncio.ensure_future(hands.do(spin, 4))
            while not hands._running["anybody"]:
                await asyncio.sleep(0.01)
            alone.cancel()
            assert await hands.do(doubled, 1) == 2
            asked = [asyncio.ensure_future(hands.once("key", len, spin, 0.3)) for _ in range(50)]
            await asyncio.sleep(0.05)
            asked[0].cancel()
            assert await asyncio.gather(*asked[1:]) == ["spun"] * 49
            assert await hands.once("key", len, doubled, 7) == "spun", "what is known is not done again"
            assert hands.metrics.value("work_total", end="done") == 2

    asyncio.run(work())


# Searches


class Gated:
    """A worker that says what it was asked and answers when it is let go."""

    def __init__(self, asked, gate):
        self.asked, self.gate = asked, gate

    def choose(self, spec, position, seed, watch=None, note=None):  # noqa: ARG002 - one signature
        self.asked.append(spec.text)
        assert spec.text != "mcts:seconds=9" or self.gate.wait(20)
        return Choice(position.legal_moves()[0], dict.fromkeys(position.game.players, 0.5), 1, 0.0, ())

    def stop(self):
        self.gate.set()

    def close(self):
        self.gate.set()


class Nobody:
    """Follows nothing."""

    def begin(self): ...
    def progress(self, choice): ...
    def compile(self, what): ...


def test_quick_searches_wait_for_no_long_one_and_people_come_before_machines(sqlite_url):
    import tavoliere as tv

    start = tv.game("tablut").start()

    async def search():
        asked, gate = [], threading.Event()
        pool = Pool(1, Metrics(), lambda: Gated(asked, gate))
        pool.start()

        def ask(text, rank, address):
            ASKER.set(address)
            return asyncio.ensure_future(pool.choose(parse_spec(text), start, 1, Nobody(), priority=rank))

        long = ask("mcts:seconds=9", OPPONENT, "evil")
        await asyncio.sleep(0.1)
        assert (await asyncio.wait_for(ask("random", OPPONENT, "honest"), 10)).move
        names = ["mcts:seconds=1", "mcts:seconds=2", "mcts:seconds=3", "mcts:seconds=4"]
        rest = [ask(names[0], SPECTACLE, "evil"), ask(names[1], SPECTACLE, "evil")]
        rest += [ask(names[2], SPECTACLE, "honest"), ask(names[3], OPPONENT, "evil")]
        await asyncio.sleep(0.1)
        gate.set()
        await asyncio.gather(long, *rest)
        pool.close()
        return asked

    asked = asyncio.run(search())
    assert asked == ["mcts:seconds=9", "random", *(f"mcts:seconds={n}" for n in (4, 1, 3, 2))]


def test_machines_stop_thinking_when_the_last_one_who_watched_has_gone(database_url):
    async def watch():
        async with running(database_url) as service:
            live, _ = await table(service, seats={"w": MACHINE, "b": MACHINE})
            assert live.opponent is None and not live.is_followed
            watcher = Listener()
            service.audience.join(live, watcher)
            while live.sheet.ply < 3:
                await asyncio.sleep(0.01)
            service.audience.leave(live, watcher)
            while live.opponent is not None:
                await asyncio.sleep(0.01)
            left = live.sheet.ply
            await asyncio.sleep(0.3)
            assert live.sheet.ply == left
            service.audience.join(live, watcher)
            while live.sheet.ply < left + 2:
                await asyncio.sleep(0.01)

    asyncio.run(watch())


def test_opponents_among_themselves_take_their_time_and_those_of_people_do_not(sqlite_url, monkeypatch):
    """Sixty tables of quick opponents would make hundreds of turns a second, each of which takes time to be shown."""
    monkeypatch.setattr(machines, "SPECTACLE_SECONDS", 1000.0)

    async def watch():
        async with running(sqlite_url) as service:
            alone, _ = await table(service, seats={"w": MACHINE, "b": MACHINE})
            service.audience.join(alone, Listener())
            played, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            for ply in (0, 2, 4):
                move = played.position.legal_moves()[0]
                await service.turns.typed(played, tokens.values(), f"{ply}.0", move)
                while played.sheet.ply < ply + 2:
                    await asyncio.sleep(0.01)
            assert alone.sheet.ply == 1

    asyncio.run(watch())


def test_an_opponent_answers_a_person_who_has_left_once(database_url):
    async def play():
        async with running(database_url) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE})
            await service.turns.typed(live, tokens.values(), "0.0", "e4-f4")
            while live.sheet.ply < 2:
                await asyncio.sleep(0.01)
            assert live.is_played

    asyncio.run(play())


# Clocks


class Failing:
    """A database that is away for as long as it is said to be."""

    def __init__(self, database):
        self.is_away = False
        self._submit = database.submit
        database.submit = self.submit

    def submit(self, work):
        def refuse(connection):
            raise OperationalError("x", {}, Exception("the database is away"))

        return self._submit(refuse if self.is_away else work)


async def timed_table(service, now):
    """A table at which the first player's clock runs."""
    live, tokens = await table(service, clock=BLITZ)
    for at, move in (("0.0", "e4-f4"), ("1.0", "d1-d2")):
        await service.turns.typed(live, tokens.values(), at, move)
    assert clocks.falls_at(live.sheet) == now() + 60_000
    return live, tokens


def test_a_table_that_could_not_be_read_at_first_is_looked_after_all_the_same(sqlite_url, monkeypatch):
    """A server that takes over from a dead one while the database starts anew must not forget a table."""
    monkeypatch.setattr("tavoliere.apps.web.live.service.TAKE_UP_AGAIN", 0.01)
    database, times = Database(sqlite_url), []

    async def take_up():
        async with running(sqlite_url, database=database) as service:
            live, _ = await table(service)
            name, load = live.sheet.table, database.load
            service.tables.forget(name)
            assert name not in [one.sheet.table for one in service.tables]

            async def away(wanted):
                times.append(wanted)
                if len(times) < 3:
                    raise OperationalError("x", {}, Exception("the database is away"))
                return await load(wanted)

            monkeypatch.setattr(database, "load", away)
            with pytest.raises(Refusal) as caught:
                await service.tables.find(name)
            assert caught.value.key == "storage.unread"
            await service._take_up([name, "no-such-table"])
            assert name in [one.sheet.table for one in service.tables] and len(times) == 4

    asyncio.run(take_up())


def test_a_flag_that_could_not_fall_for_want_of_a_database_falls_later(database_url):
    now, database = HandClock(), Database(database_url)

    async def outage():
        async with running(database_url, now=now, database=database) as service:
            failing = Failing(database)
            live, _ = await timed_table(service, now)
            other, _ = await timed_table(service, now)
            now.pass_seconds(59)
            await service.servers.beat()
            failing.is_away = True
            now.pass_seconds(10)
            service.flags.look_again()
            await asyncio.sleep(0.3)
            assert service.outages.is_on and not live.sheet.is_over
            assert "writing" in service.problems()
            failing.is_away = False
            await service.outages.end()
            assert clocks.left(live.sheet, live.sheet.seats[0], now()) == 1000, "the outage is not charged"
            assert service.problems() == []
            now.pass_seconds(5)
            service.flags.look_again()
            while not (live.sheet.is_over and other.sheet.is_over):
                await asyncio.sleep(0.01)
                service.flags.look_again()
            assert live.sheet.ended_by == conduct.TIME

    asyncio.run(outage())


def test_a_turn_after_an_outage_is_not_charged_for_it(database_url):
    now, database = HandClock(), Database(database_url)

    async def outage():
        async with running(database_url, now=now, database=database) as service:
            failing = Failing(database)
            live, tokens = await timed_table(service, now)
            now.pass_seconds(10)
            await service.servers.beat()
            failing.is_away = True
            with pytest.raises(Refusal, match=r"storage\.failed"):
                await service.turns.typed(live, tokens.values(), "2.0", "f4-e4")
            now.pass_seconds(600)
            with pytest.raises(Refusal, match=r"storage\.failed"):
                await service.turns.typed(live, tokens.values(), "2.0", "f4-e4")
            failing.is_away = False
            await service.turns.typed(live, tokens.values(), "2.0", "f4-e4")
            assert live.sheet.seats[0].left == 50_000 + 5_000

    asyncio.run(outage())


def test_what_is_remembered_of_flags_stays_bounded(sqlite_url):
    now = HandClock()

    async def play():
        async with running(sqlite_url, now=now) as service:
            live, _ = await timed_table(service, now)
            for number in range(2000):
                sheet = dataclasses.replace(live.sheet, since=now() + number)
                live.adopt(moments.with_sheet(live.moment, sheet))
                service.flags.attend(live, elsewhere=False)
            assert service.flags.waiting <= SLACK + 4

    asyncio.run(play())


def test_taking_back_against_machines_keeps_no_increments(database_url):
    now = HandClock()

    async def play():
        async with running(database_url, now=now) as service:
            live, tokens = await table(service, seats={"w": PERSON, "b": MACHINE}, clock=BLITZ)

            async def turn(move):
                ply = live.sheet.ply
                await service.turns.typed(live, tokens.values(), live.sheet.at, move)
                while live.sheet.ply < ply + 2:
                    await asyncio.sleep(0.01)

            await turn("e4-f4")
            before = live.sheet.seats[0].left
            for _ in range(5):
                now.pass_seconds(1)
                await turn("f4-e4")
                await service.agreements.undo(live, tokens.values(), answer=True)
            assert live.sheet.ply == 2 and live.sheet.seats[0].left == before - 5_000

    asyncio.run(play())


def test_one_table_that_cannot_be_loaded_hurts_no_other(database_url):
    now = HandClock()

    async def play():
        async with running(database_url, now=now) as service:
            broken, _ = await timed_table(service, now)
            fine, _ = await timed_table(service, now)
            with service.database.engine.begin() as connection:
                for change in ("UPDATE tables SET options = 'no json' WHERE id = :id",):
                    connection.execute(sa.text(change), {"id": broken.sheet.table})
            await service.servers.beat()
        async with running(database_url, now=now) as service:
            seen = await service.audience.glances(
                service.voices.english, {broken.sheet.table: [], fine.sheet.table: []}
            )
            assert [one["table"] for one in seen["tables"]] == [fine.sheet.table]
            now.pass_seconds(100)
            live = await service.tables.find(fine.sheet.table)
            service.tables.attend(live)
            service.flags.look_again()
            while not live.sheet.is_over:
                await asyncio.sleep(0.01)

    asyncio.run(play())


# Watches, and what is said about them


def test_a_watch_goes_on_after_a_failure_and_one_that_has_died_is_noticed(sqlite_url, monkeypatch):
    monkeypatch.setattr(watches, "PATIENCE_SECONDS", 0.2)

    async def watch():
        async with running(sqlite_url) as service:
            rounds = []

            async def failing():
                rounds.append(1)
                raise ZeroDivisionError

            found = service.watches.begin("testing", 0.01, failing)
            await asyncio.sleep(0.2)
            assert len(rounds) > 2 and "watch testing" not in service.problems()
            found.task.cancel()
            await asyncio.sleep(0)
            assert "watch testing" in service.problems()

            async def hanging():
                await asyncio.sleep(3600)

            service.watches.begin("hanging", 0.01, hanging)
            await asyncio.sleep(0.4)
            assert "watch hanging" in service.problems()

    asyncio.run(watch())


def test_health_and_readiness_tell_the_truth(tmp_path):
    file = tmp_path / "games.sqlite3"
    with client(f"sqlite:///{file}") as page:
        assert page.get("/health").json()["problems"] == [] and page.get("/ready").json() == {"ready": True}
        file.unlink()
        answer = page.get("/health")
        assert answer.status_code == 503 and answer.json()["status"] == "failing"
        assert answer.json()["problems"] == ["file"] and page.get("/ready").status_code == 503


# Lines


def test_silent_lines_are_closed_and_an_address_has_only_so_many(tmp_path, sqlite_url):
    program = "from tavoliere.apps.web.http import lines\nlines.HEAD_SECONDS = 1.0\n"
    with real_server(tmp_path, sqlite_url, limits={"lines": 4}, prelude=program) as server:
        place = (server.url.split("/")[2].split(":")[0], int(server.url.rstrip("/").rpartition(":")[2]))
        with contextlib.ExitStack() as stack:
            lines = []
            for _ in range(8):
                line = stack.enter_context(socket.create_connection(place, source_address=("127.0.0.9", 0)))
                line.settimeout(15)
                lines.append(line)
            ended = [_is_ended(line) for line in lines[4:]]
            assert ended == [True] * 4, "over the share"
            assert server.get("/health")["status"] == "ok", "another address has its own"
            slow = lines[0]
            slow.sendall(b"GET / HTTP/1.1\r\nX: ")
            assert all(_is_ended(line) for line in lines[:4]), "silent for too long"
        told = server.get_text("/metrics")
        assert 'lines_refused_total{why="address"} 4' in told and 'lines_refused_total{why="silent"} 4' in told
        seats = {seat: {"kind": "person"} for seat in "wb"}
        assert server.post("/api/tables", {"game": "tablut", "seats": seats})["table"]


def _is_ended(line):
    try:
        return line.recv(100) == b""
    except ConnectionResetError:
        return True


# Several servers


def test_each_position_is_thought_about_once_by_whichever_server(cluster):
    url, workers = cluster.new_database(), (FirstMove(), FirstMove())

    async def play():
        async with running(url, workers[0]) as one, running(url, workers[1]) as other:
            live, tokens = await table(one, "pathwayz", seats={"w": PERSON, "b": MACHINE})
            there = await other.tables.find(live.sheet.table)
            one.audience.join(live, Listener(list(tokens.values())))
            other.audience.join(there, Listener())
            await asyncio.to_thread(one.hearing.is_listening.wait, 20)
            await asyncio.to_thread(other.hearing.is_listening.wait, 20)
            for number in range(6):
                service, at = ((one, live), (other, there))[number % 2]
                await service.turns.typed(at, tokens.values(), at.sheet.at, at.position.legal_moves()[0])
                service.audience.join(at, Listener())
                while min(live.sheet.ply, there.sheet.ply) < 2 * number + 2:
                    await asyncio.sleep(0.01)
            return live.sheet.ply

    ply = asyncio.run(asyncio.wait_for(play(), 120))
    assert len(workers[0].asked) + len(workers[1].asked) == ply // 2


def test_another_server_thinks_when_the_one_that_did_has_died(cluster):
    url, first = cluster.new_database(), FirstMove()
    first.gate = threading.Event()

    async def play():
        async with running(url, first) as one, running(url) as other:
            live, tokens = await table(one, seats={"w": PERSON, "b": MACHINE})
            there = await other.tables.find(live.sheet.table)
            other.audience.join(there, Listener(list(tokens.values())))
            await asyncio.to_thread(other.hearing.is_listening.wait, 20)
            await one.turns.typed(live, tokens.values(), "0.0", "e4-f4")
            while not one.leases.holds(live.sheet.table):
                await asyncio.sleep(0.01)
            await asyncio.sleep(3)
            assert there.sheet.ply == 1, "as long as the first one thinks, the second waits"
            live.opponent.cancel()
            await one.servers.sign_off()  # what a server that has died leaves behind is tried in test_servers
            began = time.monotonic()
            while there.sheet.ply < 2:
                await asyncio.sleep(0.05)
            first.gate.set()
            return time.monotonic() - began

    assert asyncio.run(asyncio.wait_for(play(), 120)) < 60


def test_a_flag_of_a_server_that_has_died_falls_at_another_one(cluster):
    url, now = cluster.new_database(), HandClock()

    async def play():
        async with running(url, now=now) as one:
            live, _ = await timed_table(one, now)
        async with running(url, now=now) as other:
            other.tables.forget(live.sheet.table)
            other.flags._next.clear()
            other.flags._moments.clear()
            now.pass_seconds(90)
            await other._let_overdue_fall()
            while (await other.database.load(live.sheet.table)).result != "0-1":
                await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(play(), 60))
