"""What a visitor could do to others by asking for much at once: mistakes by the thousand, studies, lists."""

import functools
import gc
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import WebSocketDenialResponse

from tavoliere.apps.web.http import guard
from tavoliere.apps.web.live import chores, lobby
from tavoliere.apps.web.show.once import made_once
from tests.web.pages import client, new_table

SELDOM = 0.001
WAITING = {"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "open"}}


def position(page, **fields):
    return page.post("/api/positions", json={"game": "tablut", **fields})


def test_a_thousand_mistakes_are_told_once_and_a_large_body_counts_as_several_requests(sqlite_url):
    with client(sqlite_url, requests=40, requests_a_second=SELDOM) as page:
        wrong = position(page, moves=[1] * 30_000)
        assert wrong.status_code == 422 and len(wrong.json()["error"]["reasons"]) == 1
        assert position(page).status_code == 200, "a small request is one request"
        codes = [position(page, moves=[1] * 30_000).status_code for _ in range(3)]
        assert codes == [422, 429, 429]
        assert position(page).status_code == 200


def test_studies_are_counted_and_sharing_one_again_is_free(sqlite_url):
    with client(sqlite_url, studies=2) as page:
        first, second, third = ({"game": "tablut", "comment": comment} for comment in ("a", "b", "c"))
        codes = [page.post("/api/studies", json=one).status_code for one in (first, second, third, first)]
    assert codes == [201, 201, 429, 201]


def test_the_lobby_is_read_once_for_all_who_look_within_a_moment(sqlite_url, monkeypatch):
    monkeypatch.setattr(lobby, "FRESH_SECONDS", 1000.0)
    with client(sqlite_url) as page:
        found, _ = new_table(page, seats=WAITING, listed=True)
        tables, asked = page.app.state.service.tables, []
        outlines = tables.outlines
        monkeypatch.setattr(tables, "outlines", lambda tables: asked.extend(tables) or outlines(tables))
        seen = [page.get("/api/lobby").json() for _ in range(5)]
    assert all(one == seen[0] for one in seen) and seen[0]["waiting"][0]["table"] == found
    assert asked == [found]


def test_whoever_has_had_enough_of_the_server_itself_is_answered_by_other_processes(sqlite_url, monkeypatch):
    with client(sqlite_url) as page:
        labour, done = page.app.state.service.labour, []
        elsewhere = labour.do
        monkeypatch.setattr(labour, "do", lambda work, *asked: done.append(work) or elsewhere(work, *asked))
        assert position(page, moves=["e4-f4"]).status_code == 200 and done == []
        page.app.state.service.errands.allowance.charge("testclient", 1000)
        assert position(page, moves=["e4-f4"]).status_code == 200 and done == [chores.position]


def kept_without_bound():
    """How many things are remembered by functions that forget nothing."""
    caches = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return sum(one.cache_info().currsize for one in caches if one.cache_info().maxsize is None)


def ask_for_everything_by(page, name):
    """Every place at which a visitor may name something, with a name that nothing has."""
    for path in ("rules", "learn", "puzzles", "position", "analyse", "embed/position", "game", "embed/game"):
        page.get(f"/{path}/{name}")
    for path in ("rules", "legends", "lessons", "puzzles", "tables", "studies"):
        page.get(f"/api/{path}/{name}", headers={"accept-language": name, "cookie": f"tavoliere-language={name}"})
    for path in ("positions", "tables", "setups", "cautions", "studies", "studies/record"):
        seats = {"w": {"kind": "opponent", "spec": name}, "b": {"kind": "person"}}
        for game in (name, "tablut"):
            asked = {"game": game, "options": {name: name}, "seats": seats} if path == "tables" else {"game": game}
            page.post(f"/api/{path}", json={**asked, "options": {name: 1}})
    page.post("/api/lessons/tablut", json={"lesson": name, "task": name})
    page.post("/api/puzzles/tablut", json={"puzzle": name})
    page.post("/api/language", json={"language": name})
    page.get(f"/position/pit?{name}={name}&text={name}")


def test_names_that_nothing_has_are_not_remembered(sqlite_url):
    with client(sqlite_url, requests=10_000) as page:
        ask_for_everything_by(page, "nothing-of-that-name")
        before = kept_without_bound()
        for number in range(5):
            ask_for_everything_by(page, f"nothing-{number}")
        assert kept_without_bound() == before


def test_what_is_large_and_the_same_for_all_is_made_once_however_many_ask_at_once():
    made, barrier = [], threading.Barrier(8)

    @made_once
    def slowly(name):
        made.append(name)
        time.sleep(0.05)
        return name.upper()

    def ask():
        barrier.wait()
        return slowly("a")

    with ThreadPoolExecutor(8) as threads:
        assert [one.result() for one in [threads.submit(ask) for _ in range(8)]] == ["A"] * 8
    assert made == ["a"] and slowly("b") == "B"


@pytest.mark.parametrize("path", ["/api/games", "/api/rules/pit", "/rules/pit"])
def test_large_answers_are_the_same_squeezed_or_not(sqlite_url, path):
    with client(sqlite_url) as page:
        squeezed = page.get(path, headers={"accept-encoding": "gzip"})
        plain = page.get(path, headers={"accept-encoding": "identity"})
    assert squeezed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert squeezed.content == plain.content and int(squeezed.headers["content-length"]) < len(plain.content) / 3
    assert {"accept-encoding", "accept-language", "cookie"} <= set(plain.headers["vary"].lower().split(", "))


def test_files_of_pages_count_a_little(sqlite_url):
    with client(sqlite_url, requests=5, requests_a_second=SELDOM) as page:
        codes = [page.get("/static/table.js").status_code for _ in range(52)]
        assert codes == [200] * 50 + [429] * 2
        assert page.get("/").status_code == 429


def test_watchdogs_have_an_allowance_of_their_own(sqlite_url, monkeypatch):
    monkeypatch.setattr(guard, "WATCHED_AT_ONCE", 6)
    monkeypatch.setattr(guard, "WATCHED_A_SECOND", SELDOM)
    with client(sqlite_url, requests=5, requests_a_second=SELDOM) as page:
        codes = [page.get(path).status_code for path in ("/health", "/ready", "/metrics") * 3]
        assert codes == [200] * 6 + [429] * 3
        assert page.get("/").status_code == 200, "visitors at the same address are not refused for it"


def test_who_asks_on_and_on_although_refused_is_answered_slowly(sqlite_url, monkeypatch):
    monkeypatch.setattr(guard, "REFUSED_AT_ONCE", 3)
    monkeypatch.setattr(guard, "REFUSED_A_SECOND", SELDOM)
    monkeypatch.setattr(guard, "SLOWLY_SECONDS", 0.5)
    took, codes = [], []
    with client(sqlite_url, requests=2, requests_a_second=SELDOM) as page:
        for _ in range(7):
            began = time.monotonic()
            codes.append(page.get("/").status_code)
            took.append(time.monotonic() - began)
        began = time.monotonic()
        with pytest.raises(WebSocketDenialResponse), page.websocket_connect("/api/tables/nowhere/socket"):
            pass
        took.append(time.monotonic() - began)
    assert codes == [200] * 2 + [429] * 5
    assert min(took[5:]) >= 0.5 > min(took[2:5])
