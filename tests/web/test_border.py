"""What one visitor sends harms nobody else: texts are checked at the border, and a change that fails fails alone."""

import asyncio
import dataclasses
import io
import json
import logging
import sqlite3
import time

import pytest
import sqlalchemy as sa

from tavoliere.apps.web.host import logs
from tavoliere.apps.web.host.settings import Limits, limits_from
from tavoliere.apps.web.store import rows
from tavoliere.apps.web.store.opening import StorageError
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table.sheet import Seat, Sheet
from tavoliere.records import RecordError, format_record, read, read_jsonl, write_jsonl
from tests.web.pages import client, new_table

HALF = "\\ud800"
"""Half of a surrogate pair as JSON writes it."""


def sheet(table, name="Anna", **changes):
    seats = (Seat("w", "person", name, "", "0" * 64), Seat("b", "opponent", "", "random"))
    return dataclasses.replace(Sheet(table, 1_800_000_000_000, "tablut", {}, 1, "", seats, turn="w"), **changes)


def broken(connection):
    raise ZeroDivisionError


def mistaken(connection):
    connection.execute(sa.text("SELECT nothing FROM nowhere"))


@pytest.mark.parametrize("evil", ["half of a sign", "a statement", "a program", "a number", "a name", "nothing at all"])
def test_whatever_one_change_does_only_that_change_fails(database_url, evil):
    works = {
        "half of a sign": lambda connection: rows.save(connection, None, sheet("evil", "\ud800")),
        "a statement": mistaken,
        "a program": broken,
        "a number": lambda connection: rows.save(connection, None, sheet("evil", undos=2**70)),
        "a name": lambda connection: rows.save(connection, None, sheet("evil", "\x00" + "x" * 300)),
        "nothing at all": lambda connection: rows.save(connection, None, sheet("evil", None)),
    }
    database = Database(database_url)
    database.open()
    try:
        others = [sheet(f"good-{number}") for number in range(20)]
        jobs = [database.submit(lambda connection, one=one: rows.save(connection, None, one)) for one in others[:10]]
        bad = database.submit(works[evil])
        jobs += [database.submit(lambda connection, one=one: rows.save(connection, None, one)) for one in others[10:]]
        assert [job.exception(20) for job in jobs] == [None] * 20
        is_taken = bad.exception(20) is None
        assert not is_taken or (evil == "a name" and database.engine.dialect.name == "sqlite")
        assert asyncio.run(database.load("good-19")) == others[19]
        assert database.problem() == ""
    finally:
        database.close()


def test_what_people_typed_does_not_reach_a_log_through_an_error_of_the_database(database_url):
    database = Database(database_url)
    database.open()
    try:
        for changes in ({"undos": "secret"}, {"game": None}, {"table": "secret" * 20}, {"start": "secret\ud800"}):
            made = dataclasses.replace(sheet("evil", "a secret"), **changes)
            problem = database.submit(lambda connection, made=made: rows.save(connection, None, made)).exception(20)
            if problem is not None:
                text = logs.traced((type(problem), problem, problem.__traceback__))
                assert "secret" not in text and type(problem).__name__ in text
    finally:
        database.close()


def test_repeated_errors_are_counted_and_not_repeated():
    repeats = logs.Repeats(seconds=0.2)

    def told(event, level=logging.ERROR):
        line = logging.LogRecord("x", level, "", 0, event, (), None)
        return line if repeats.filter(line) else None

    assert told("storing failed") is not None
    assert [told("storing failed") for _ in range(1000)] == [None] * 1000
    assert told("another") is not None and told("request", logging.INFO) and told("request", logging.INFO)
    time.sleep(0.25)
    assert told("storing failed").fields == {"repeated": 1000}


def record(**fields):
    return {"game": "tablut", "turns": ["e4-f4"], **fields}


ODD = {
    "a date": record(date="yesterday\n[Evil"),
    "a version": record(rules_version=10**9),
    "an enormous version": record(rules_version=10**40),
    "a name of two lines": record(players={"w": "Anna\n[Result"}),
    "a name of a stranger": record(players={"x": "Anna"}),
    "a name that is too long": record(players={"w": "x" * 201}),
    "NUL in a name": record(players={"w": "a\x00b"}),
    "a name that turns around": record(players={"w": "a\u202eb"}),
    "a tag without a name": record(other_tags={"": "x"}),
    "a tag with an odd name": record(other_tags={'a"]\n': "x"}),
    "a tag that is ours": record(other_tags={"Result": "1-0"}),
    "a tag that is a player": record(other_tags={"White": "Anna"}),
    "a long name of a tag": record(other_tags={"x" * 61: "x"}),
    "a tag of two lines": record(other_tags={"Event": "a\nb"}),
    "a long tag": record(other_tags={"Event": "x" * 1001}),
    "many tags": record(other_tags={f"T{number}": "" for number in range(61)}),
    "an isolate in a tag": record(other_tags={"Event": "a\u2066b"}),
    "a reason of two lines": record(reason="a\nb"),
    "a comment with a bell": record(comments=["\x07"]),
    "a comment that is too long": record(comments=["x" * 10_001]),
    "a variation without turns": record(turns=[{"move": "e4-f4", "variations": [[]]}]),
    "a comment in a variation": record(
        turns=[{"move": "e4-f4", "variations": [[{"move": "e4-g4", "comments": ["\u202e"]}]]}]
    ),
}
FINE = {
    "quotes": record(players={"w": 'Anna "the\\ queen"'}, other_tags={"Event": '"]} {[ \\'}),
    "comments": record(comments=["} { \\ \n\t [Game", ""], turns=[{"move": "e4-f4", "comments": ["\\}\n"]}]),
    "other writing": record(players={"w": "ånna 🎲 שלום \u200f"}, comments=["مرحبا"]),
    "spaces": record(turns=["  e4-f4 \n"]),
    "an older version": record(rules_version=7),
    "a question mark": record(players={"w": "?"}),
    "a day": record(date="2026-11-18", reason="because", other_tags={"Event": "x" * 1000}),
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('border') / 'games.sqlite3'}"
    with client(url, requests=10**6, tables=10**6) as running:
        yield running


def brought(page, line):
    return page.post("/api/records", json={"format": "jsonl", "text": line})


@pytest.mark.parametrize("kind", ODD)
def test_odd_texts_of_a_record_are_refused_with_a_reason(page, kind):
    answer = brought(page, json.dumps(ODD[kind]))
    assert answer.status_code == 400 and answer.json()["error"]["key"] == "record.refused", answer.text


@pytest.mark.parametrize("place", ["players", "other_tags", "comments", "unknown", "game"])
def test_half_of_a_sign_is_refused_wherever_it_stands(page, place):
    values = {"players": f'{{"w": "{HALF}"}}', "other_tags": f'{{"{HALF}": ""}}', "comments": f'["{HALF}"]'}
    value = values.get(place, f'"{HALF}"')
    name = HALF if place == "unknown" else place
    answer = brought(page, f'{{"game": "tablut", "turns": [], "{name}": {value}}}')
    assert answer.status_code == 400 and answer.json()["error"]["key"] == "record.refused", answer.text


@pytest.mark.parametrize("kind", FINE)
def test_what_was_accepted_downloads_again_in_both_formats(database_url, kind):
    with client(database_url) as running:
        answer = brought(running, json.dumps(FINE[kind]))
        assert answer.status_code == 201, answer.text
        (table,) = [one["table"] for one in answer.json()["tables"]]
        text, lines = (running.get(f"/api/tables/{table}/record?format={kind}") for kind in ("tav", "jsonl"))
        assert text.status_code == lines.status_code == 200
        (one,), (other,) = read(text.text), read_jsonl(io.StringIO(lines.text))
        assert dataclasses.replace(one, notes=()) == dataclasses.replace(other, notes=())
        shown = running.get(f"/api/tables/{table}").json()
        assert [one["move"] for one in shown["moves"]] == ["e4-f4"]


@pytest.mark.parametrize("kind", [*ODD, *FINE])
def test_every_record_that_json_lines_can_hold_the_text_format_holds_too(kind):
    line = json.dumps(ODD.get(kind) or FINE[kind])
    try:
        (found,) = read_jsonl(io.StringIO(line))
    except RecordError:
        return
    again = io.StringIO()
    write_jsonl(list(read(format_record(found))), again)
    (twice,) = read_jsonl(io.StringIO(again.getvalue()))
    kept = {letter: name for letter, name in found.players.items() if name != "?"}
    assert dataclasses.replace(twice, notes=()) == dataclasses.replace(found, notes=(), players=kept)


# Limits that a host chooses


def test_limits_of_names_texts_and_turns_are_those_that_the_host_chose(sqlite_url):
    with client(sqlite_url, name=50, text=300, turns=3) as page:
        table, _ = new_table(page, seats={"w": {"kind": "person", "name": "x" * 50}, "b": {"kind": "open"}})
        assert page.get(f"/api/tables/{table}").json()["seats"][0]["player"] == "x" * 50
        seats = {"w": {"kind": "person", "name": "x" * 51}, "b": {"kind": "open"}}
        refused = page.post("/api/tables", json={"game": "tablut", "seats": seats})
        assert refused.status_code == 422 and "at most 50 characters" in refused.text
        sitting = page.post(f"/api/tables/{table}/seats/b", json={"name": "x" * 51})
        assert sitting.status_code == 422
        far = page.post("/api/positions", json={"game": "tablut", "text": "9/" * 151})
        assert far.status_code == 422 and "its length is at most 300" in far.text
        near = page.post("/api/positions", json={"game": "tablut", "text": "9/" * 100})
        assert near.status_code == 400 and near.json()["error"]["key"] == "position.refused"
        moves = ["e4-f4", "d1-d2", "f4-e4", "d2-d1"]
        assert page.post("/api/positions", json={"game": "tablut", "moves": moves}).status_code == 422
        assert page.post("/api/positions", json={"game": "tablut", "moves": moves[:3]}).status_code == 200


def test_a_higher_limit_is_honoured_too(sqlite_url):
    seats = {"w": {"kind": "person", "name": "x" * 150}, "b": {"kind": "open"}}
    with client(sqlite_url, name=150) as page:
        assert page.post("/api/tables", json={"game": "tablut", "seats": seats}).status_code == 201
    with client(sqlite_url) as page:
        assert page.post("/api/tables", json={"game": "tablut", "seats": seats}).status_code == 422


def test_a_limit_of_names_is_not_higher_than_what_the_database_takes():
    assert limits_from(["name=200"]) == dataclasses.replace(Limits(), name=200)
    with pytest.raises(ValueError, match="name=200 is the highest limit"):
        limits_from(["name=201"])


# Databases that cannot be used


def test_a_second_server_on_one_file_is_refused(sqlite_url):
    first, second = Database(sqlite_url), Database(sqlite_url)
    first.claim()
    try:
        with pytest.raises(StorageError, match="another server has the database"):
            second.claim()
    finally:
        first.close()
    second.claim()
    second.close()


def test_a_database_of_a_newer_version_is_said_plainly(database_url):
    database = Database(database_url)
    database.open()
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(StorageError, match=r"written by a newer version of Tavoliere \(its schema is 9999"):
        Database(database_url).open()


def test_damaged_pages_are_said_plainly(tmp_path):
    file = tmp_path / "games.sqlite3"
    database = Database(f"sqlite:///{file}")
    database.open()
    for number in range(40):
        database.submit(lambda connection, number=number: rows.save(connection, None, sheet(f"t{number}"))).result(20)
    database.close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(file.read_bytes())
    content[8192:-4096] = b"\xaa" * (len(content) - 8192 - 4096)
    file.write_bytes(bytes(content))
    with pytest.raises(StorageError, match="is damaged"):
        Database(f"sqlite:///{file}").open()


def test_a_database_that_cannot_be_written_is_said_plainly(sqlite_url):
    database = Database(sqlite_url)
    database.open()
    database.close()
    full = Database(sqlite_url)
    sa.event.listen(full.engine, "connect", lambda driver, _: driver.execute("PRAGMA query_only=ON"))
    with pytest.raises(StorageError, match="cannot be used: attempt to write a readonly database"):
        full.open()


def test_a_file_that_has_gone_is_noticed(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    database.open()
    try:
        assert database.problem() == ""
        (tmp_path / "games.sqlite3").unlink()
        assert database.problem() == "file"
    finally:
        database.close()
