"""Several tables in few words, for a list of games."""

import dataclasses
import json
from urllib.parse import unquote

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from tavoliere.apps.web.store import rows
from tavoliere.apps.web.table.sheet import outline_of
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


def test_a_list_reads_what_it_shows_and_not_whole_games(page):
    """Files that people brought are a quarter of a megabyte, and a list asks for 24 of them."""
    going, _ = new_table(page, moves=["e4-f4", "d1-d2"], seats=AGAINST_MACHINE)
    text = '[Game "tablut"]\n[Rules "1"]\n[Result "*"]\n\n' + "1. e4-f4 {" + "x" * 5000 + "} *"
    brought = page.post("/api/records", json={"format": "tav", "text": text}).json()["tables"][0]["table"]
    service, asked = page.app.state.service, []
    tables = [going, brought]
    in_memory = {one.sheet.table: outline_of(one.sheet) for one in service.tables}
    shown = glances(page, *((one, []) for one in tables))
    for one in tables:
        service.tables.forget(one)
    sa.event.listen(service.database.engine, "before_cursor_execute", lambda *asking: asked.append(asking[2]))
    assert glances(page, *((one, []) for one in tables), ("nothing", []), ("no\0thing", [])) == {
        **shown, "missing": ["nothing", "no\0thing"],
    }  # fmt: skip
    assert len([one for one in asked if "SELECT" in one]) == 2 and not any("source" in one for one in asked)
    with service.database.engine.connect() as connection:
        stored = rows.outlines(connection, tables)
    for one in tables:
        before = in_memory[one].sheet
        bare = dataclasses.replace(before, turns=(), source="", revision=stored[one].sheet.revision)
        assert stored[one] == in_memory[one]._replace(sheet=bare)


def test_games_that_cannot_be_read_now_are_not_said_to_be_gone(page, monkeypatch):
    table, _ = new_table(page)
    service = page.app.state.service
    service.tables.forget(table)

    async def away(tables):
        raise OperationalError("x", {}, Exception("the database is away"))

    monkeypatch.setattr(service.database, "outlines", away)
    answer = page.post("/api/glances", json={"tables": [{"table": table}]})
    assert (answer.status_code, answer.json()["error"]["key"]) == (503, "storage.unread")
    assert page.get(f"/game/{table}").status_code == 200, "the page comes without a preview, and asks again by itself"


@pytest.mark.parametrize("odd", ["no%00thing", "x" * 5000, "%ff%fe", "a%2Fb", "%F0%9F%92%A9abc", "..%2f..", "' OR 1=1"])
def test_what_cannot_be_an_id_is_no_table_wherever_it_stands(page, odd, caplog):
    for method, path in (
        ("GET", "/game/{}"),
        ("GET", "/embed/game/{}"),
        ("GET", "/api/tables/{}"),
        ("DELETE", "/api/tables/{}"),
    ):
        answer = page.request(method, path.format(odd))
        assert answer.status_code in ((200, 404) if path.startswith("/game") else (404, 422)), (path, answer.text)
    if "/" not in unquote(odd):
        with page.websocket_connect(f"/api/tables/{odd}/socket") as session:
            session.send_json({"type": "hello"})
            assert session.receive_json()["key"] == "table.missing"
            assert session.receive()["code"] == 4404
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "WARNING")]
