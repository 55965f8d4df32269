"""Sheets are stored whole or not at all, and never twice; the same on SQLite and on a real PostgreSQL."""

import asyncio
import dataclasses
import threading

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tavoliere.apps.web.store import schema, standing
from tavoliere.apps.web.store.conflicts import Conflict
from tavoliere.apps.web.store.opening import StorageError
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table.sheet import Clock, Seat, Sheet, Turn


def sheet(name="table-one", **changes):
    seats = (Seat("w", "person", "Anna", "", "0" * 64, 300_000), Seat("b", "opponent", "", "random"))
    made = Sheet(name, 1_800_000_000_000, "tablut", {"size": 9, "mode": "usual"}, 1, "", seats, turn="w")
    return dataclasses.replace(made, clock=Clock("increment", 300_000, 5_000), **changes)


def with_turns(made, *moves):
    turns = tuple(Turn("wb"[ply % 2], move, 5 + ply, ("a comment",)) for ply, move in enumerate(moves))
    return dataclasses.replace(made, turns=turns)


@pytest.fixture
def database(database_url):
    opened = Database(database_url)
    opened.open()
    yield opened
    opened.close()


def test_two_servers_keep_the_same_study_at_the_same_moment(cluster):
    url = cluster.new_database()
    servers = [Database(url), Database(url)]
    for server in servers:
        server.open()

    async def both():
        names = [f"study-{number}" for number in range(30)]
        await asyncio.gather(*(server.keep_study(name, "{}", 1) for name in names for server in servers))
        return [await servers[0].study(name) for name in names]

    assert asyncio.run(both()) == ["{}"] * 30
    for server in servers:
        server.close()


def test_a_reader_whose_connection_is_lost_gets_the_answer_all_the_same(cluster):
    """PostgreSQL ends what stands still in a transaction for three seconds, and everything when it starts anew."""
    server = Database(cluster.new_database())
    server.open()
    ended = []

    def look(connection):
        if not ended:
            ended.append(connection.execute(sa.text("SELECT pg_backend_pid()")).scalar())
            with server.engine.connect() as other, other.begin():
                other.execute(sa.text("SELECT pg_terminate_backend(:pid)"), {"pid": ended[0]})
        return connection.execute(sa.text("SELECT 17")).scalar()

    assert asyncio.run(server.read(look)) == 17 and ended
    server.close()


def test_a_sheet_comes_back_as_it_was(database):
    made = with_turns(sheet(reason='quotes " and \\ and ü', since=17, previous="table-zero"), "e4-f4", "d9-d8")

    async def there_and_back():
        await database.save(None, made)
        return await database.load("table-one"), await database.load("nowhere")

    assert asyncio.run(there_and_back()) == (made, None)


def test_what_is_read_together_is_as_of_one_moment(cluster):
    database = Database(cluster.new_database())
    database.open()
    count = sa.select(sa.func.count()).select_from(schema.TABLES)
    begun, written = threading.Event(), threading.Event()

    def twice(connection):
        before = connection.execute(count).scalar()
        begun.set()
        assert written.wait(20)
        return before, connection.execute(count).scalar()

    async def between():
        reading = asyncio.create_task(database.read(twice))
        assert await asyncio.to_thread(begun.wait, 20)
        await database.save(None, sheet())
        written.set()
        return await reading, await database.read(twice)

    assert asyncio.run(between()) == ((0, 0), (1, 1))
    database.close()


def test_only_the_difference_is_written_and_turns_can_be_taken_back(database):
    async def changes():
        first = await database.save(None, with_turns(sheet(), "a", "b", "c"))
        second = await database.save(first, dataclasses.replace(with_turns(first, "a", "d"), undos=1, turn="b"))
        seats = (dataclasses.replace(second.seats[0], name="Bea", left=None), second.seats[1])
        third = await database.save(second, dataclasses.replace(second, seats=seats, result="1-0"))
        return third, await database.load("table-one")

    third, loaded = asyncio.run(changes())
    assert loaded == third and [turn.move for turn in loaded.turns] == ["a", "d"]
    assert loaded.revision == 2 and loaded.seats[0].name == "Bea" and loaded.seats[0].left is None


def test_of_two_writers_who_know_the_same_sheet_one_is_told_of_the_other(database_url):
    here, there = Database(database_url), Database(database_url)

    async def race():
        before = await here.save(None, sheet())
        return await asyncio.gather(
            here.save(before, with_turns(before, "e4-f4")),
            there.save(before, with_turns(before, "e4-g4")),
            return_exceptions=True,
        ), await here.load("table-one")

    for database in (here, there):
        database.open()
    try:
        answers, loaded = asyncio.run(race())
    finally:
        for database in (here, there):
            database.close()
    kept = [answer for answer in answers if isinstance(answer, Sheet)]
    assert len(kept) == 1 and sum(isinstance(answer, Conflict) for answer in answers) == 1
    assert loaded == kept[0] and len(loaded.turns) == 1


def test_the_database_itself_refuses_a_turn_that_is_there_already(database):
    row = {"table_id": "table-one", "ply": 1, "letter": "w", "move": "e4-g4", "made": 1, "comments": "[]"}

    async def twice():
        await database.save(None, with_turns(sheet(), "e4-f4"))
        with pytest.raises(Conflict):
            await database.write(lambda connection: connection.execute(schema.TURNS.insert(), row))
        return await database.load("table-one")

    assert [turn.move for turn in asyncio.run(twice()).turns] == ["e4-f4"]


def test_a_refused_change_leaves_the_others_of_its_commit_alone(database):
    held = threading.Event()

    async def many():
        old = await database.save(None, sheet("contested"))
        await database.save(old, dataclasses.replace(old, reason="first"))
        blocker = database.submit(lambda _: held.wait(20))
        waiting = [
            asyncio.ensure_future(database.save(None, sheet("good-one"))),
            asyncio.ensure_future(database.save(old, dataclasses.replace(old, reason="second"))),
            asyncio.ensure_future(database.save(None, sheet("good-two"))),
        ]
        await asyncio.sleep(0.05)
        held.set()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert blocker.result() is True
        return answers, [await database.load(name) for name in ("good-one", "contested", "good-two")]

    answers, loaded = asyncio.run(many())
    assert isinstance(answers[1], Conflict) and loaded[1].reason == "first"
    assert [loaded[0], loaded[2]] == [answers[0], answers[2]]


def test_several_changes_are_stored_all_or_none(database):
    async def together():
        old = await database.save(None, sheet("old"))
        with pytest.raises(Conflict):
            await database.save_all([(None, sheet("new")), (dataclasses.replace(old, revision=7), old)])
        return await database.load("new")

    assert asyncio.run(together()) is None


def test_only_one_table_can_be_the_rematch_of_another(database):
    async def two():
        await database.save(None, sheet("second", previous="first"))
        with pytest.raises(Conflict):
            await database.save(None, sheet("third", previous="first"))

    asyncio.run(two())


def test_the_server_has_to_look_after_running_clocks_and_opponents_to_move(database):
    async def all_kinds():
        await database.save(None, sheet("clock-runs", since=1))
        await database.save(None, sheet("person-thinks"))
        await database.save(None, sheet("machine-thinks", turn="b"))
        await database.save(None, sheet("is-over", turn="b", result="1-0", since=1))
        await database.save(None, sheet("is-looked-at", turn="b", review=True))
        return await database.waiting_tables()

    assert sorted(asyncio.run(all_kinds())) == ["clock-runs", "machine-thinks"]


def test_time_without_a_server_is_credited_to_running_clocks(database):
    async def after_an_hour():
        await database.save(None, sheet("early", since=1_000))
        await database.save(None, sheet("late", since=59_000))
        await database.save(None, sheet("stands"))
        await database.write(lambda connection: standing.sign_on(connection, "first", 60_000, 3_500))
        down = await database.write(lambda connection: standing.sign_on(connection, "second", 3_660_000, 3_500))
        again = await database.write(lambda connection: standing.sign_on(connection, "third", 3_661_000, 3_500))
        return (
            down.credited,
            again.credited,
            [(await database.load(name)).since for name in ("early", "late", "stands")],
        )

    down, again, since = asyncio.run(after_an_hour())
    assert (down, again) == (3_600_000, 0)
    assert since == [3_601_000, 3_659_000, None]


def test_the_first_server_ever_credits_nothing(database):
    begun = database.write(lambda connection: standing.sign_on(connection, "first", 1_000_000, 3_500))
    assert asyncio.run(begun) == standing.Beat(0, frozenset())


def test_the_migrations_lead_to_the_schema_that_the_code_uses(database):
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []


def test_two_servers_that_start_at_once_migrate_one_after_another(database_url):
    databases = [Database(database_url) for _ in range(4)]
    problems = []

    def start(database):
        try:
            database.open()
        except Exception as problem:
            problems.append(problem)

    threads = [threading.Thread(target=start, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with databases[0].engine.connect() as connection:
        assert connection.execute(sa.text("select version_num from alembic_version")).scalars().all() == ["0004"]
    for database in databases:
        database.close()
    assert problems == []


def test_only_tables_at_which_nothing_has_happened_are_forgotten_and_nothing_of_them_is_left(database_url):
    async def play():
        database = Database(database_url)
        database.open()
        old = dataclasses.replace(sheet(), created=100, turns=(Turn("w", "e4-f4", 200),))
        sheets = {
            "abandoned": old,
            "finished": dataclasses.replace(old, turn="", result="1-0"),
            "review": dataclasses.replace(old, review=True, turns=(Turn("w", "e4-f4", 0),)),
            "played-on": dataclasses.replace(old, turns=(Turn("w", "e4-f4", 200), Turn("b", "d9-d8", 1000))),
            "timed": dataclasses.replace(old, since=300),
            "new": dataclasses.replace(old, created=1000, turns=()),
        }
        for name, one in sheets.items():
            await database.save(None, dataclasses.replace(one, table=name))
        assert sorted(await database.forgotten(1000)) == ["abandoned", "finished", "review"]
        assert await database.forgotten(200) == ["review"], "made from a record, and never touched since"
        assert await database.delete(list(sheets), 1000) == 3
        assert await database.load("finished") is None and await database.load("timed") is not None
        with database.engine.connect() as connection:
            left = [
                set(connection.execute(sa.select(one.c.table_id)).scalars()) for one in (schema.SEATS, schema.TURNS)
            ]
        assert left == [{"played-on", "timed", "new"}, {"played-on", "timed"}]
        database.close()

    asyncio.run(play())


def test_sqlite_writes_every_commit_to_the_disk(sqlite_url):
    database = Database(sqlite_url)
    database.open()
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.close()


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("nonsense", "is not a database"),
        ("mysql://somewhere/games", "only SQLite and PostgreSQL"),
        ("sqlite://", "SQLite needs a file"),
    ],
)
def test_a_url_that_is_no_database_is_said_plainly(url, part):
    with pytest.raises(StorageError, match=part):
        Database(url)


def test_a_database_that_cannot_be_reached_is_said_without_its_password():
    database = Database("postgresql://anna:secret-word@127.0.0.1:1/games")
    with pytest.raises(StorageError) as refusal:
        database.open()
    assert "cannot be used" in str(refusal.value) and "secret-word" not in str(refusal.value)


def test_a_file_that_is_no_database_is_said_plainly(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Anna, " * 500)
    with pytest.raises(StorageError, match="not a database"):
        Database(f"sqlite:///{tmp_path / 'letter.txt'}").open()


def test_a_closed_database_can_be_opened_again(database_url):
    database = Database(database_url)
    for _ in range(2):
        database.open()
        assert asyncio.run(database.is_alive()) and asyncio.run(database.load("nowhere")) is None
        database.close()
