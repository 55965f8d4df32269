"""Turns as people type them: understood over HTTP, the socket and beside positions, and kept as they are written."""

import pytest

from tests.web.pages import PEOPLE, client, guest, new_table

TYPED = ["E4-F4", "e4f4", "e4 f4", "E4 f4", "e4 - f4", " e4\N{EN DASH}f4 "]


@pytest.fixture
def page(sqlite_url):
    with client(sqlite_url) as running:
        yield running


@pytest.mark.parametrize("typed", TYPED)
def test_turns_over_http(page, typed):
    table, tokens = new_table(page)
    asked = {"at": "0.0", "move": typed}
    answer = page.post(f"/api/tables/{table}/turns", json=asked, headers={"authorization": f"Bearer {tokens['w']}"})
    assert answer.status_code == 201, answer.text
    shown = page.get(f"/api/tables/{table}").json()
    assert [move["move"] for move in shown["moves"]] == ["e4-f4"] and shown["last"]["move"] == "e4-f4"
    assert "e4-f4" in page.get(f"/api/tables/{table}/record").text


@pytest.mark.parametrize("typed", TYPED)
def test_turns_over_the_socket(page, typed):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["w"]]) as anna:
        assert anna.ask("why", move=typed) | {"id": 0} == anna.ask("why", move="e4-f4") | {"id": 0}
        assert anna.ask("turn", at="0.0", move=typed)["type"] == "accepted"
        assert anna.table(1)["moves"][0]["move"] == "e4-f4"


@pytest.mark.parametrize("typed", TYPED)
def test_turns_from_a_position_and_before_a_game(page, typed):
    found = page.post("/api/positions", json={"game": "tablut", "moves": [typed, "D9D8"]}).json()
    assert found["moves"] == ["e4-f4", "d9-d8"] and found["last"]["move"] == "d9-d8"
    made = page.post("/api/tables", json={"game": "tablut", "seats": PEOPLE, "moves": [typed]}).json()
    assert page.get(f"/api/tables/{made['table']}").json()["moves"][0]["move"] == "e4-f4"


def test_the_link_of_a_game_names_its_last_turn_as_it_is_written(page):
    asked = {"game": "tablut", "text": "9/9/9/9/2k6/9/9/9/8b w", "moves": ["C5 c9"]}
    found = page.post("/api/positions", json=asked).json()
    assert found["moves"] == ["c5-c9"] and found["result"]["winner"] == "w" and "move=c5-c9" in found["url"]


@pytest.mark.parametrize("typed", ["e5-e9", "E5-E9", "e5e9", "e5 E9"])
def test_what_is_not_allowed_gets_the_reason_of_the_rule(page, typed):
    table, tokens = new_table(page)
    asked = {"at": "0.0", "move": typed}
    answer = page.post(f"/api/tables/{table}/turns", json=asked, headers={"authorization": f"Bearer {tokens['w']}"})
    assert answer.json()["error"]["clause"] == "tablut.blocked"
    with guest(page, table, [tokens["w"]]) as anna:
        for said in (anna.ask("turn", at="0.0", move=typed), anna.ask("why", move=typed)):
            assert said["clause"] == "tablut.blocked" and "defender on e6" in said["text"]
    assert page.post("/api/positions", json={"game": "tablut", "moves": [typed]}).json()["error"]["clause"] == (
        "tablut.blocked"
    )


def test_what_cannot_be_understood_is_refused_with_the_forms_there_are(page):
    answer = page.post("/api/positions", json={"game": "tablut", "moves": ["e4 and f4"]})
    assert answer.status_code == 400 and answer.json()["error"]["clause"] == "common.notation"
