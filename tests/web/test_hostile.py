"""What a visitor could do to others by asking for much at once: mistakes by the thousand, studies, lists."""

from tavoliere.apps.web.live import chores, lobby
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
