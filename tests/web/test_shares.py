"""What goes elsewhere: pictures, films, previews of links, boards in other people's pages."""

import io
import re

import pytest
from PIL import Image

from tavoliere.apps.web.show import pictures, shares
from tests.web.pages import PEOPLE, client, guest, new_table

NAMED = {"w": {"kind": "person", "name": 'Anna "<script>"'}, "b": {"kind": "person", "name": "Bo"}}
TURNS = ["e4-f4", "d9-d8", "f4-f3"]
END = "9/9/9/9/2k6/9/9/9/8b w"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    with client(f"sqlite:///{tmp_path_factory.mktemp('shares') / 'games.sqlite3'}", hosts=("testserver",)) as running:
        yield running


@pytest.fixture(scope="module")
def table(page):
    found, _ = new_table(page, seats=NAMED, moves=TURNS)
    return found


def refused(answer, status, key):
    assert answer.status_code == status and answer.json()["error"]["key"] == key, answer.text


def test_a_board_is_a_drawing_or_a_picture_from_either_side_and_at_any_turn(page, table):
    drawn = page.get(f"/api/tables/{table}/picture/svg")
    assert (
        drawn.headers["content-type"] == "image/svg+xml" and drawn.text.startswith("<svg") and "<style>" in drawn.text
    )
    assert page.get(f"/api/tables/{table}/picture/svg?flipped=true").text != drawn.text
    assert page.get(f"/api/tables/{table}/picture/svg?ply=0").text != drawn.text
    assert page.get(f"/api/tables/{table}/picture/svg?theme=dark").text != drawn.text
    picture = Image.open(io.BytesIO(page.get(f"/api/tables/{table}/picture/png").content))
    assert picture.format == "PNG" and picture.width == shares.WIDTH


def test_a_game_is_a_moving_picture_with_a_frame_for_each_turn(page, table):
    answer = page.get(f"/api/tables/{table}/film")
    film = Image.open(io.BytesIO(answer.content))
    assert answer.headers["content-type"] == "image/gif" and film.n_frames == 1 + len(TURNS)
    film.seek(film.n_frames - 1)
    assert film.info["duration"] == shares.LAST_MS


def test_of_a_long_game_some_turns_are_left_out_and_never_the_last(page, table, monkeypatch):
    sheet = page.app.state.service.tables._live[table].sheet
    monkeypatch.setattr(shares, "MOST_FRAMES", 2)
    found = [str(arrival.position) for arrival in shares._arrivals(sheet)]
    monkeypatch.setattr(shares, "MOST_FRAMES", 100)
    every = [str(arrival.position) for arrival in shares._arrivals(sheet)]
    assert len(every) == 4 and found == [every[0], every[2], every[3]]


@pytest.mark.parametrize(
    ("path", "status", "key"),
    [
        ("/picture/png?ply=99", 404, "request.missing"),
        ("/picture/bmp", 422, "request.shape"),
        ("/picture/svg?theme=pink", 422, "request.shape"),
        ("/picture/svg?ply=-1", 422, "request.shape"),
        ("/film?theme=pink", 422, "request.shape"),
    ],
)
def test_what_there_is_not_is_refused(page, table, path, status, key):
    refused(page.get(f"/api/tables/{table}{path}"), status, key)


def test_pictures_of_tables_that_are_not_there_are_refused(page):
    refused(page.get("/api/tables/nowhere/picture/png"), 404, "table.missing")
    refused(page.get("/api/tables/nowhere/film"), 404, "table.missing")
    assert page.get("/embed/game/nowhere").status_code == 404
    assert page.get("/embed/position/nowhere").status_code == 404


def test_a_server_without_the_extra_says_so(page, table, monkeypatch):
    monkeypatch.setattr(pictures, "kinds", lambda: ("svg",))
    refused(page.get(f"/api/tables/{table}/picture/png"), 501, "pictures.missing")
    refused(page.get(f"/api/tables/{table}/film"), 501, "pictures.missing")
    assert page.get(f"/api/tables/{table}/picture/svg").status_code == 200


def test_a_position_is_drawn_by_the_address_of_its_page(page):
    drawn = page.get("/api/positions/tablut/picture/svg", params={"text": END, "move": "c5-c9"})
    assert drawn.status_code == 200 and drawn.text.startswith("<svg")
    assert page.get("/api/positions/pit/picture/svg?players=4").status_code == 200
    refused(page.get("/api/positions/tablut/picture/svg", params={"text": "wrong"}), 400, "position.refused")
    refused(page.get("/api/positions/tablut/picture/svg", params={"text": END, "move": "a1-a2"}), 400, "turn.illegal")
    assert page.get("/api/positions/pit/picture/svg?players=40").status_code == 400


# Links


def tags(text):
    return dict(re.findall(r'<meta property="(og:[a-z:]+)" content="([^"]*)">', text))


def test_the_link_of_a_table_says_who_plays_and_shows_the_position(page, table):
    found = tags(page.get(f"/game/{table}").text)
    assert found["og:title"] == "Tablut: Anna &quot;&lt;script&gt;&quot;, Bo"
    assert found["og:description"] == "Black to move"
    address = found["og:image"]
    assert address.startswith("http://testserver/")
    assert Image.open(io.BytesIO(page.get(address).content)).format == "PNG"


def test_the_link_of_a_position_shows_it(page):
    text = page.get("/position/tablut", params={"text": END}).text
    address = tags(text)["og:image"].replace("&amp;", "&")
    assert Image.open(io.BytesIO(page.get(address).content)).format == "PNG"
    assert tags(page.get("/game/nowhere").text) == {}


# Boards in other pages


def test_only_boards_for_other_pages_may_stand_in_frames(page, table):
    for path in (f"/embed/game/{table}", "/embed/position/pit"):
        headers = page.get(path).headers
        assert "frame-ancestors *" in headers["content-security-policy"] and "x-frame-options" not in headers
    for path in ("/", f"/game/{table}", "/position/pit", "/rules/pit", f"/api/tables/{table}/picture/svg", "/embedded"):
        headers = page.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"] and headers["x-frame-options"] == "DENY"


def test_an_embedded_position_is_there_without_a_program(page):
    text = page.get("/embed/position/pit?players=3").text
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in text and 'href="/position/pit?players=3"' in text
    evil = page.get('/embed/position/pit?x="><script>alert(1)</script>')
    assert "<script>alert" not in evil.text


def test_an_embedded_board_that_tries_to_move_is_refused(page, table):
    """It is at the table as those who watch are: without a token nothing can be done, and another site cannot ask."""
    with guest(page, table) as watcher:
        at = watcher.table()["at"]
        assert watcher.table()["can_move"] is False and watcher.table()["next"] == {}
        assert watcher.ask("turn", at=at, move="d8-d7")["key"] == "seat.none"
        assert watcher.ask("steps", at=at, taken=["cell:d8", "cell:d7"], play=True)["key"] == "seat.none"
        assert watcher.ask("private")["key"] == "seat.none"
    move = {"at": "3.0", "move": "d8-d7"}
    refused(page.post(f"/api/tables/{table}/turns", json=move), 401, "seat.none")
    foreign = {"origin": "https://elsewhere.example"}
    refused(page.post(f"/api/tables/{table}/turns", json=move, headers=foreign), 403, "origin.refused")
    refused(page.post("/api/tables", json={"game": "tablut", "seats": PEOPLE}, headers=foreign), 403, "origin.refused")
