"""Several servers at one database: who is alive, who looks after a table, and what everybody hears."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import time
import urllib.request

import pytest

from tavoliere.apps.web.store import standing
from tavoliere.apps.web.store.conflicts import Fenced
from tavoliere.apps.web.store.servers import DatabaseTime
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table.sheet import Clock
from tests.web.servers import real_server
from tests.web.tables import MACHINE, PERSON, FirstMove, HandClock, Listener, running, table
from tests.web.test_storage import sheet, with_turns

BLITZ = Clock("increment", base=60_000, increment=5_000)


async def until(condition, seconds=20.0):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


# Signs of life and leases, in the database


@pytest.fixture
def database(database_url):
    opened = Database(database_url)
    opened.open()
    yield opened
    opened.close()


def test_a_lease_lasts_as_long_as_its_server_gives_signs_of_life(database):
    async def hand_over():
        def take(server, since):
            return database.write(lambda connection: standing.take_lease(connection, "table-one", server, since))

        await database.save(None, sheet())
        for server in ("one", "two"):
            await database.write(lambda connection, server=server: standing.sign_on(connection, server, 1000, 500))
        assert await take("one", 500) and await take("one", 500) and not await take("two", 500)
        await database.write(lambda connection: standing.beat(connection, "two", 2000, 500, 500))
        assert not await take("two", 1000), "the moment itself still counts"
        assert await take("two", 1001) and not await take("one", 1001)
        await database.write(lambda connection: standing.give_back_lease(connection, "table-one", "one"))
        assert not await take("one", 1001), "nobody gives back what another one has"
        await database.write(lambda connection: standing.sign_off(connection, "two", 2000))
        assert await take("one", 0), "who says goodbye leaves everything at once"

    asyncio.run(hand_over())


def test_what_a_dead_server_looked_after_is_taken_though_others_look_after_something(database):
    async def hand_over():
        def take(table, server, since):
            return database.write(lambda connection: standing.take_lease(connection, table, server, since))

        for server in ("one", "two"):
            await database.write(lambda connection, server=server: standing.sign_on(connection, server, 1000, 500))
        assert await take("table-one", "one", 500) and await take("table-two", "two", 500)
        await database.write(lambda connection: standing.beat(connection, "two", 9000, 500, 500))
        assert await take("table-one", "two", 8500), "its own lease keeps nobody from another one"

    asyncio.run(hand_over())


def test_who_looks_after_a_table_no_longer_stores_nothing_there(database):
    async def fence():
        before = await database.save(None, sheet())
        for server in ("one", "two"):
            await database.write(lambda connection, server=server: standing.sign_on(connection, server, 1000, 500))
        await database.write(lambda connection: standing.take_lease(connection, "table-one", "one", 0))
        after = await database.save(before, with_turns(before, "e4-f4"), lease="one")
        await database.write(lambda connection: standing.take_lease(connection, "table-one", "two", 5000))
        with pytest.raises(Fenced):
            await database.save(after, with_turns(after, "e4-f4", "d9-d8"), lease="one")
        return after, await database.load("table-one")

    after, loaded = asyncio.run(fence())
    assert loaded == after


def test_time_is_credited_once_and_only_if_no_server_was_alive(database):
    async def silence():
        def beat(server, now, patience=3500):
            return database.write(lambda connection: standing.beat(connection, server, now, 3500, patience))

        await database.save(None, sheet(since=1000))
        for server in ("one", "two"):
            await database.write(lambda connection, server=server: standing.sign_on(connection, server, 2000, 3500))
        assert (await beat("one", 5000)).credited == 0
        assert (await beat("two", 8000)) == standing.Beat(0, frozenset({"one"})), "one of them was alive all the time"
        answers = [await beat("one", 60_000), await beat("two", 60_000)]
        assert [answer.credited for answer in answers] == [52_000, 0]
        return await database.load("table-one")

    assert asyncio.run(silence()).since == 53_000


def test_an_outage_is_given_however_short_it_was_if_the_database_began_anew(cluster):
    url = cluster.new_database()
    database = Database(url)
    database.open()

    async def silence():
        def beat(now):
            return database.write(
                lambda connection: standing.beat(connection, "one", now, 3500, 1500, after_outage=True)
            )

        began = int(await database.read(lambda connection: connection.execute(standing.DATABASE_BEGAN).scalar()))
        await database.save(None, sheet(since=began - 5000))
        await database.write(lambda connection: standing.sign_on(connection, "one", began - 600, 3500))
        assert (await beat(began + 100)).credited == 700, "the last sign was given before it began"
        assert (await beat(began + 900)).credited == 0, "only the connection was lost: others may have been alive"
        assert (await beat(began + 2500)).credited == 1600

    try:
        asyncio.run(silence())
    finally:
        database.close()


def test_clocks_follow_the_time_of_the_database():
    clock = DatabaseTime()
    ours = clock()
    assert abs(ours - time.time() * 1000) < 1000
    clock.set(standing.Reading(ours + 3_600_000, 100.0, 100.2))
    first = clock()
    clock.set(standing.Reading(1, 0.0, 9.0))
    assert clock() - first < 10_000, "a reading that took long is not believed"


def test_servers_whose_own_clocks_disagree_measure_the_same_time(cluster, monkeypatch):
    url = cluster.new_database()
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)

    async def ask():
        async with running(url, now=DatabaseTime()) as one, running(url, now=DatabaseTime()) as other:
            return one.now(), other.now(), time.time() * 1000

    one, other, real = asyncio.run(ask())
    assert abs(one - other) < 1000 and abs(one - real) < 5000


# What people hear


def test_presence_and_news_reach_those_at_other_servers(cluster):
    url = cluster.new_database()

    async def meet():
        async with running(url) as here:
            async with running(url) as there:
                for service in (here, there):
                    assert await asyncio.to_thread(service.hearing.is_listening.wait, 20)
                live, tokens = await table(here)
                twin = await there.tables.find(live.sheet.table)
                anna, bo, eve = Listener([tokens["w"]]), Listener([tokens["b"]]), Listener()
                here.audience.join(live, anna)
                there.audience.join(twin, bo)
                there.audience.join(twin, eve)
                await until(lambda: live.presence() == twin.presence() == ({"w", "b"}, 1))
                present = [message for message in anna.told if message["type"] == "presence"][-1]
                assert present == {"type": "presence", "here": ["w", "b"], "watching": 1}
                await there.agreements.draw(twin, [tokens["b"]], True)
                await until(lambda: anna.said() == bo.said() == ["draw.offered"])
                there.audience.leave(twin, eve)
                await until(lambda: live.presence().watching == 0)
            await here.servers.beat()
            here.audience.abroad.gone(frozenset(live.abroad))
            assert live.presence() == ({"w"}, 0)

    asyncio.run(meet())


# Servers that die and freeze


def test_an_opponent_goes_on_at_another_server_when_the_first_one_falls_silent(cluster):
    url, now, first = cluster.new_database(), HandClock(), FirstMove()

    async def play():
        async with running(url, first, now=now) as one, running(url, now=now) as other:
            live, tokens = await table(one, seats={"w": PERSON, "b": MACHINE})
            one.audience.join(live, Listener())
            there = await other.tables.find(live.sheet.table)
            other.audience.join(there, Listener(list(tokens.values())))
            for service in (one, other):
                assert await asyncio.to_thread(service.hearing.is_listening.wait, 20)
            first.failures = 10**6  # it holds the table, and no turn comes of it
            await one.turns.typed(live, tokens.values(), "0.0", "e4-f4")
            await until(lambda: one.leases.holds(live.sheet.table))
            await asyncio.sleep(2.5)
            assert there.sheet.ply == 1, "as long as the first one is alive, the second waits"
            now.pass_seconds(other.servers.lapse + 1)
            await other.servers.beat()
            await until(lambda: there.sheet.ply == 2)
            one.leases._held.add(live.sheet.table)
            first.failures = 0
            await other.turns.typed(there, tokens.values(), "2.0", there.position.legal_moves()[0])
            await until(lambda: there.sheet.ply == 4)
            assert one.metrics.value("turns_total", by="opponents") == 0, "what it finds now comes too late"

    asyncio.run(play())


@contextlib.contextmanager
def frozen(server):
    os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(server.process.pid, signal.SIGCONT)


def test_a_frozen_server_is_missed_by_nobody_and_wakes_without_harm(cluster, tmp_path):
    url = cluster.new_database()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with (
        real_server(tmp_path / "one", url, heartbeat=0.5) as one,
        real_server(tmp_path / "two", url, heartbeat=0.5) as two,
    ):
        seats = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "random"}}
        clock = {"kind": "increment", "base": 60, "increment": 0}
        made = one.post("/api/tables", {"game": "tablut", "seats": seats, "clock": clock})
        tokens = list(made["tokens"].values())
        here, there = one.join(made["table"], tokens), two.join(made["table"], tokens)
        here.table()
        there.table()
        assert here.turn("e4-f4")["type"] == "accepted"
        there.table(lambda shown: shown["ply"] == 2)
        with frozen(one):  # it looks after the table, and somebody is there
            began = time.monotonic()
            assert there.turn("f4-f3")["type"] == "accepted"
            there.table(lambda shown: shown["ply"] == 4)
            assert 1 < time.monotonic() - began < 60, "five seconds on a machine that has nothing else to do"
            left = there.shown["clock"]["left"]["w"]
        here.table(lambda shown: shown["ply"] == 4)
        assert here.shown["moves"] == there.shown["moves"] and here.shown["result"] is None
        assert abs(here.shown["clock"]["left"]["w"] - left) < 5000
        assert here.turn("f3-f4")["type"] == "accepted"
        there.table(lambda shown: shown["ply"] == 6)
        assert two.get("/health")["problems"] == [] and one.get("/health")["problems"] == []


def test_a_server_that_was_frozen_alone_charges_nobody_for_it(cluster, tmp_path):
    url = cluster.new_database()
    with real_server(tmp_path, url, heartbeat=0.5) as server:
        clock = {"kind": "increment", "base": 5, "increment": 0}
        seats = {letter: {"kind": "person"} for letter in "wb"}
        made = server.post("/api/tables", {"game": "tablut", "seats": seats, "clock": clock})
        player = server.join(made["table"], list(made["tokens"].values()))
        for ply, move in enumerate(("e4-f4", "d9-d8")):
            player.table(lambda shown, ply=ply: shown["ply"] == ply)
            assert player.turn(move)["type"] == "accepted"
        player.table(lambda shown: shown["ply"] == 2)
        with frozen(server):
            time.sleep(7)
        assert player.turn("f4-f3")["type"] == "accepted", "the flag would have fallen"


# Limits, and several servers on one machine


def test_what_an_address_uses_at_one_server_counts_at_the_others(cluster):
    url = cluster.new_database()

    async def spend():
        async with running(url) as here, running(url) as there:
            for service in (here, there):
                assert await asyncio.to_thread(service.hearing.is_listening.wait, 20)
            here.speech.allowance.use("192.0.2.1", 60)
            await here.shares.round()
            await until(lambda: there.speech.allowance.wait("192.0.2.1") > 0)
            assert there.speech.allowance.wait("192.0.2.2") == 0

    asyncio.run(spend())


def test_several_processes_serve_one_port_and_one_that_dies_is_replaced(cluster, tmp_path):
    with real_server(tmp_path, cluster.new_database(), processes=2, heartbeat=0.5) as crew:
        servers_alive(crew.url, 2)
        os.kill(_servers_of(crew.process.pid)[0], signal.SIGKILL)
        servers_alive(crew.url, 1)
        servers_alive(crew.url, 2)
        assert crew.stop()[0] == 0


def _servers_of(process):
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


def servers_alive(url, wanted):
    """Wait until a server says that so many are alive."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        with contextlib.suppress(OSError), urllib.request.urlopen(url + "metrics", timeout=10) as answer:
            count = int(re.search(r"^tavoliere_servers (\d+)", answer.read().decode(), re.MULTILINE)[1])
            if count == wanted:
                return
        time.sleep(0.2)
    raise AssertionError(f"there were never {wanted} servers")
