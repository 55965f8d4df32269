"""The lobby: who is shown what to strangers, hostile names among it, and links as codes."""

import asyncio
import dataclasses
import json

import pytest

from tavoliere.apps.web.live import lobby
from tavoliere.apps.web.show.codes import host_of, square_code
from tavoliere.apps.web.table import clocks
from tavoliere.apps.web.table.conduct import rematch_of
from tests.web.codes import read_code
from tests.web.pages import client, guest, new_table
from tests.web.tables import EN, HandClock, running, table
from tests.web.tables import OPEN as OPEN_SEAT
from tests.web.tables import PERSON as PERSON_SEAT

WAITING = {"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "open"}}
TWO = {"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "person", "name": "Bo"}}


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(lobby, "FRESH_SECONDS", -1.0)


@pytest.fixture
def page(database_url):
    with client(database_url) as running_page:
        yield running_page


def seen(page):
    answer = page.get("/api/lobby")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["on"]
    return [one["table"] for one in told["waiting"]], [one["table"] for one in told["running"]]


def test_tables_are_private_unless_their_maker_opens_them(page):
    new_table(page, seats=WAITING)
    new_table(page, seats=TWO)
    assert seen(page) == ([], [])
    waiting, _ = new_table(page, seats=WAITING, listed=True)
    watched, _ = new_table(page, seats=TWO, watchable=True)
    new_table(page, seats=TWO, listed=True)  # Nobody is awaited there.
    assert seen(page) == ([waiting], [watched])


def test_whoever_sits_down_takes_a_table_off_the_list_and_it_is_not_watched_unasked(page):
    found, _ = new_table(page, seats=WAITING, listed=True)
    both, _ = new_table(page, seats=WAITING, listed=True, watchable=True)
    for one in (found, both):
        assert page.post(f"/api/tables/{one}/seats/b", json={"name": "Bo"}).status_code == 201
    assert seen(page) == ([], [both])


def test_it_is_told_where_those_who_play_may_be_strangers(page):
    """To those who watch, and to those who play where anybody could sit down; the next game of the same is no other."""
    listed, first = new_table(page, seats=WAITING, listed=True)
    watched, second = new_table(page, seats=TWO, watchable=True)
    seats = [{"table": listed, "tokens": [first["w"]]}, {"table": watched, "tokens": [second["w"]]}]
    told = page.post("/api/glances", json={"tables": seats}).json()["tables"]
    assert {one["table"]: one["strangers"] for one in told} == {listed: True, watched: False}
    unseated = page.post("/api/glances", json={"tables": [{"table": watched, "tokens": []}]}).json()["tables"]
    assert unseated[0]["strangers"] is True
    assert page.post(f"/api/tables/{listed}/seats/b", json={"name": "Bo"}).status_code == 201
    with guest(page, listed, [first["w"]]) as anna:
        shown = anna.table()
        assert shown["listed"] is True and shown["open"] is False
        sheet = page.app.state.service.tables._live[listed].sheet
        assert rematch_of(sheet, 0).listed is True


def test_anybody_who_plays_can_make_a_table_private_and_nobody_else(page):
    found, tokens = new_table(page, seats=TWO, watchable=True)
    with guest(page, found, []) as stranger:
        assert stranger.table()["open"] is True
        assert stranger.ask("private")["key"] == "seat.none"
    assert seen(page) == ([], [found])
    with guest(page, found, [tokens["b"]]) as bo:
        assert bo.table()
        bo.send("private")
        assert bo.until("table", lambda message: not message["open"])
    assert seen(page) == ([], [])


def test_a_game_that_is_over_is_not_shown(page):
    found, tokens = new_table(page, seats=TWO, watchable=True)
    with guest(page, found, [tokens["w"]]) as anna:
        assert anna.table()
        anna.send("resign", seat="w")
        assert anna.until("table", lambda message: message["result"])
    assert seen(page) == ([], [])


def test_a_host_can_switch_the_lobby_off(sqlite_url):
    with client(sqlite_url, lobby=False) as closed:
        assert closed.get("/api/lobby").json() == {"on": False, "waiting": [], "running": []}
        assert closed.get("/api/games").json()["lobby"] is False
        for opened in ({"listed": True}, {"watchable": True}):
            answer = closed.post("/api/tables", json={"game": "tablut", "seats": WAITING, **opened})
            assert answer.status_code == 403 and answer.json()["error"]["key"] == "lobby.off"
        assert closed.post("/api/tables", json={"game": "tablut", "seats": WAITING}).status_code == 201


HOSTILE = {
    "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
    "An\u202ena\u2066\u200b": "An na",
    "A\u0000n\nna\t": "A n na",
    "Z" + "\u0301\u0300\u0302" * 12: None,
    "\ufeff \u2028": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_plain_text_of_one_line(page, name):
    """Markup stays text, which the page shows as text; signs that nobody sees, and heaps of marks, are gone."""
    new_table(page, seats={**WAITING, "w": {"kind": "person", "name": name}}, listed=True)
    (one,) = page.get("/api/lobby").json()["waiting"]
    shown = one["seats"][0]["player"]
    assert shown.isprintable() and len(shown) <= 40
    expected = HOSTILE[name]
    assert len(shown) <= 4 if expected is None else shown == expected


def test_a_name_that_is_too_long_is_refused_with_the_reason(page):
    answer = page.post(
        "/api/tables",
        json={"game": "tablut", "seats": {**WAITING, "w": {"kind": "person", "name": "x" * 41}}, "listed": True},
    )
    assert answer.status_code == 422 and "at most 40 characters" in json.dumps(answer.json())
    assert seen(page) == ([], [])


def test_a_forged_rating_is_a_field_that_the_server_does_not_know(page):
    answer = page.post("/api/tables", json={"game": "tablut", "seats": WAITING, "rating": 2900})
    assert answer.status_code == 422 and "rating" in json.dumps(answer.json()["error"])


def test_a_list_gives_no_token_away_and_says_who_is_there(page):
    found, tokens = new_table(page, seats=WAITING, listed=True)
    (alone,) = page.get("/api/lobby").json()["waiting"]
    with guest(page, found, [tokens["w"]]) as anna:
        assert anna.table()
        (told,) = page.get("/api/lobby").json()["waiting"]
        assert (alone["here"], told["here"], told["clock"]["kind"]) == (False, True, "none")
    assert not any(token in json.dumps(told) for token in tokens.values())


def test_old_tables_leave_the_list(database_url):
    clock = HandClock()
    days = 24 * 3600

    async def look():
        async with running(database_url, now=clock) as service:
            seats = {"w": PERSON_SEAT, "b": OPEN_SEAT}
            for kind in (clocks.Clock(), clocks.Clock("days", days=3)):
                live, _ = await table(service, seats=seats, clock=kind)
                await service.tables.change(live, lambda moment: moment._replace(sheet=opened(moment.sheet)))
            counts = []
            for passed in (0, 1.5 * days, 6 * days):
                clock.pass_seconds(passed)
                counts.append(len((await service.lobby.view(EN))["waiting"]))
            assert counts == [2, 1, 0]

    asyncio.run(look())


def opened(sheet):
    return dataclasses.replace(sheet, listed=True)


# Codes


def test_a_link_to_this_server_comes_as_a_code_and_no_other(page):
    host = "testserver"
    link = f"http://{host}/game/abc#seat=secret"
    answer = page.post("/api/codes", json={"link": link})
    assert answer.status_code == 200 and read_code(answer.json()["svg"]) == link
    for foreign in ("https://example.org/", "javascript:alert(1)", f"//{host}/game/abc", "http://[", ""):
        refused = page.post("/api/codes", json={"link": foreign})
        assert refused.status_code == 403 and refused.json()["error"]["key"] == "code.foreign"
    assert page.post("/api/codes", json={"link": f"http://{host}/" + "x" * 600}).status_code == 422


@pytest.mark.parametrize("length", [10, 40, 90, 140])
def test_a_code_is_read_back_as_the_link_and_holds_nothing_else(length):
    """Links to tables, to seats of one's own, and to several of them under a long name."""
    link = ("http://localhost:8040/game/kh0mv1MZC#seat=" + "aZ3-_," * 30)[: length + 12]
    drawn = square_code(link)
    assert read_code(drawn) == link
    assert "<script" not in drawn and "style=" not in drawn


def test_the_host_of_a_link():
    assert host_of("HTTP://Example.org:80/x") == "example.org:80"
    assert host_of("ftp://example.org/") == host_of("http://[") == ""
