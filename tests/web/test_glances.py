"""Several tables in few words, for a list of games."""

import json

import pytest

from tests.web.pages import AGAINST_MACHINE, client, guest, new_table


@pytest.fixture
def page(database_url):
    with client(database_url) as running:
        yield running


def glances(page, *wanted):
    answer = page.post(
        "/api/glances", json={"tables": [{"table": table, "tokens": tokens} for table, tokens in wanted]}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_list_of_games_tells_opponents_turn_result_and_what_is_gone(page):
    seats = {"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "person", "name": "Bo"}}
    going, mine = new_table(page, seats=seats)
    over, both = new_table(page, seats=seats)
    machine, _ = new_table(page, seats=AGAINST_MACHINE)
    with guest(page, over, [both["w"]]) as anna:
        assert anna.table()
        anna.send("resign", seat="w")
        assert anna.until("table", lambda message: message["result"])
    told = glances(page, (going, [mine["b"]]), (over, [both["w"]]), ("gone", ["x"]), (machine, []))
    assert told["missing"] == ["gone"]
    first, second, third = told["tables"]
    assert (first["table"], first["title"], first["turn"], first["result"]) == (going, "Tablut", "w", None)
    assert [(seat["player"], seat["yours"]) for seat in first["seats"]] == [("Anna", False), ("Bo", True)]
    assert second["result"]["winner"] == "b" and second["turn"] == "" and second["seats"][0]["yours"]
    assert third["seats"][1]["kind"] == "opponent" and third["seats"][1]["player"]
    assert not any(seat["yours"] for seat in third["seats"])


def test_a_glance_says_when_a_game_was_last_played(page):
    table, tokens = new_table(page)
    (before,) = glances(page, (table, []))["tables"]
    with guest(page, table, [tokens["w"]]) as anna:
        assert anna.ask("turn", at=anna.table()["at"], move="e4-f4")["type"] == "accepted"
    (after,) = glances(page, (table, []))["tables"]
    assert (before["turns"], after["turns"]) == (0, 1) and after["played"] >= before["played"] > 0


def test_a_glance_gives_no_token_away_and_asks_for_few_tables(page):
    table, tokens = new_table(page)
    told = json.dumps(glances(page, (table, list(tokens.values()))))
    assert not any(token in told for token in tokens.values())
    answer = page.post("/api/glances", json={"tables": [{"table": table}] * 25})
    assert answer.status_code == 422
    assert glances(page)["tables"] == []
