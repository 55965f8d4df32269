"""The HTTP interface: what it gives, and that everything else is refused in one form and for a stated reason."""

import json

import pytest

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.http import routes
from tavoliere.apps.web.show import rulebooks
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.uploads import read_upload
from tavoliere.apps.web.texts import english
from tavoliere.core.ruleset import Ruleset
from tavoliere.games import own_games, ruleset
from tavoliere.records import read, read_jsonl
from tavoliere.search import ladder
from tests.web.pages import AGAINST_MACHINE, PEOPLE, client, guest, new_table
from tests.web.tables import EN

RECORD = """[Game "tablut"]
[Rules "1"]
[White "Anna"]
[Black "Bo"]
[Position "9/9/9/9/2k6/9/9/9/8b w"]
[Result "1-0"]

1. c5-c8 {a hint} ( 1. c5-c4 ) 2. i1-g1 3. c8-c9 1-0
"""


@pytest.fixture
def page(database_url):
    with client(database_url) as running:
        yield running


def refused(answer, status, key):
    """The one form of every refusal; its text is from the catalogue."""
    assert answer.status_code == status, answer.text
    problem = answer.json()["error"]
    assert problem["key"] == key and set(problem) == {"key", "text", "clause", "reasons"} and problem["text"]
    return problem


# What there is


def test_who_asks_only_for_the_head_of_a_page_gets_it(page):
    for path in ("/", "/rules/pit", "/position/pit", "/game/x"):
        assert page.head(path).status_code == 200


def test_the_start_page_counts_the_games_it_has(page):
    count = len(page.get("/api/games").json()["games"])
    assert f"{count} board games for 2 to 4 players." in page.get("/").text


def test_the_games_come_with_pictures_sentences_and_options(page):
    told = page.get("/api/games").json()
    assert [game["name"] for game in told["games"]] == tv.games()
    assert all(game["svg"].startswith("<svg") for game in told["games"])
    for game in (game for game in told["games"] if game["name"] in own_games()):
        assert (
            game["svg"].startswith("<svg") and len(game["sentence"]) > 40 and game["rules"] == f"/rules/{game['name']}"
        )
    pit = next(game for game in told["games"] if game["name"] == "pit")
    assert [len(variant["players"]) for variant in pit["variants"]] == [2, 3, 4]
    assert all(variant["levels"] == [f"level:{level}" for level in range(1, 11)] for variant in pit["variants"])
    assert told["opponents"] == [{"spec": "random", "name": "random"}]


def test_a_game_without_a_rules_page_shows_its_clauses(page, monkeypatch):
    """Who asks for the rule behind a refusal gets the clause's own sentence."""
    monkeypatch.setattr(Ruleset, "rules_page", lambda self: None)
    kept = (rulebooks._html_of, routes._rules_body)
    for one in kept:
        one.cache_clear()
    html = page.get("/api/rules/tablut").json()["html"]
    for one in kept:
        one.cache_clear()
    for clause, sentence in ruleset("tablut").why.CLAUSES.items():
        assert f'<code id="{clause}">{clause}</code>' in html and sentence.split(",")[0][:20] in html


def test_an_opponent_of_a_level_that_the_game_does_not_have_is_refused(database_url, monkeypatch):
    short = {"2": {"champion": "random", "levels": [{"player": "random"}]}}
    monkeypatch.setattr(ladder, "ladder_data", lambda where: short if "tablut" in where else {})
    ladder._ladder.cache_clear()
    with client(database_url, opponents=("level:1", "level:2")) as page:
        seats = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "level:2"}}
        refused = page.post("/api/tables", json={"game": "tablut", "seats": seats})
        taken = page.post("/api/tables", json={"game": "never-alone", "seats": {"r": seats["w"], "b": seats["b"]}})
    ladder._ladder.cache_clear()
    assert refused.status_code == 400 and "level:1" in refused.text and taken.status_code == 201


def test_the_catalogue_of_texts_is_served(page):
    assert page.get("/api/texts").json() == english() and len(english()) > 200


def test_health_and_metrics(page):
    assert page.get("/health").json()["status"] == "ok"
    new_table(page)
    numbers = page.get("/metrics").text
    assert "tavoliere_tables_total 1" in numbers and 'tavoliere_requests_total{method="POST",status="201"} 1' in numbers
    for line in numbers.splitlines():
        assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0


# Pages and headers


@pytest.mark.parametrize(
    "path", ["/", "/game/any-table", "/position/tablut?text=x", "/rules/pit", "/static/board.css", "/api/texts"]
)
def test_every_answer_has_strict_headers(page, path):
    answer = page.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in policy and "server" not in answer.headers


@pytest.mark.parametrize("name", own_games())
def test_the_rules_of_each_game_are_a_page_with_drawn_positions_and_clauses(page, name):
    answer = page.get(f"/rules/{name}")
    html = answer.text
    drawn = rulebooks.text_of(EN, name).count("```text")
    assert html.count("<figure") == html.count("<svg") >= 5 and drawn >= html.count("<figure")
    assert "<!--" not in html and "BOARD-" not in html and "style=" not in html and "<style" not in html
    assert html.count("<script") == html.count('<script src="/static/') + html.count(
        '<script type="module" src="/static/'
    )
    for clause in tv.game(name).ruleset.why.CLAUSES:
        assert f'id="{clause}"' in html
    assert page.get(f"/api/rules/{name}").json()["html"] in html


def test_a_page_that_is_not_there_is_a_page(page):
    for path in ("/nowhere", "/rules/chess", "/position/chess"):
        answer = page.get(path)
        assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
    refused(page.get("/api/nowhere"), 404, "request.missing")
    refused(page.delete("/api/tables"), 405, "request.method")


@pytest.mark.parametrize(
    "path",
    ["/static/../http/app.py", "/static/%2e%2e/http/app.py", "/static/..%2fhttp%2fapp.py", "/rules/..%2f..%2fREADME"],
)
def test_no_path_leads_out_of_the_folder(page, path):
    assert page.get(path).status_code == 404


# Tables


def test_a_table_is_made_shown_and_played_over_http(page):
    table, tokens = new_table(page, seats=AGAINST_MACHINE)
    assert list(tokens) == ["w"] and len(tokens["w"]) >= 32
    mine = {"authorization": f"Bearer {tokens['w']}"}
    shown = page.get(f"/api/tables/{table}", headers=mine).json()
    assert shown["you"] == ["w"] and shown["can_move"]
    assert page.get(f"/api/tables/{table}").json()["you"] == []
    turn = {"at": shown["at"], "move": "e4-f4"}
    refused(page.post(f"/api/tables/{table}/turns", json=turn), 401, "seat.none")
    refused(
        page.post(f"/api/tables/{table}/turns", json=turn, headers={"authorization": "Basic x"}), 401, "token.unknown"
    )
    refused(page.get(f"/api/tables/{table}", headers={"authorization": "Bearer x"}), 401, "token.unknown")
    problem = refused(
        page.post(f"/api/tables/{table}/turns", json=turn | {"move": "e5-e9"}, headers=mine), 400, "turn.illegal"
    )
    assert problem["clause"] == "tablut.blocked"
    assert page.post(f"/api/tables/{table}/turns", json=turn, headers=mine).json() == {"at": "1.0", "ply": 1}
    refused(page.post(f"/api/tables/{table}/turns", json=turn, headers=mine), 409, "turn.stale")
    refused(page.get("/api/tables/not-there"), 404, "table.missing")


def test_a_seat_is_taken_over_http(page):
    table, _ = new_table(page, seats={"w": {"kind": "person"}, "b": {"kind": "open"}})
    assert len(page.post(f"/api/tables/{table}/seats/b", json={"name": "Bo"}).json()["token"]) >= 32
    refused(page.post(f"/api/tables/{table}/seats/b", json={}), 409, "seat.taken")
    refused(page.post(f"/api/tables/{table}/seats/r", json={}), 404, "seat.unknown")


REFUSED_TABLES = [
    ({"game": "chess"}, 400, "options.refused"),
    ({"options": {"players": 3}}, 400, "options.refused"),
    ({"seats": {"w": {"kind": "person"}}}, 400, "seats.all"),
    ({"seats": PEOPLE | {"r": {"kind": "person"}}}, 400, "seats.all"),
    (
        {"seats": {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "mcts:seconds=99999"}}},
        400,
        "opponent.unknown",
    ),
    ({"start": "9/9 w"}, 400, "position.refused"),
    ({"start": "x" * 2001}, 422, "request.shape"),
    ({"moves": ["e5-e9"]}, 400, "turn.illegal"),
    ({"moves": ["e4-f4"] * 2001}, 422, "request.shape"),
    ({"start": "9/9/9/9/2k6/9/9/9/8b w", "moves": ["c5-c9"]}, 400, "start.over"),
    ({"clock": {"kind": "increment", "base": 0}}, 422, "request.shape"),
    ({"clock": {"kind": "days", "days": 31}}, 422, "request.shape"),
    ({"clock": {"kind": "hourglass"}}, 422, "request.shape"),
    ({"surprise": 1}, 422, "request.shape"),
    ({"seats": {"w": {"kind": "person", "token": "mine"}, "b": {"kind": "person"}}}, 422, "request.shape"),
    ({"seats": {"w": {"kind": "nobody"}, "b": {"kind": "person"}}}, 422, "request.shape"),
    ({"seats": {"w": {"kind": "person", "name": "x" * 41}, "b": {"kind": "person"}}}, 422, "request.shape"),
    ({"seats": {"w": {"kind": "person", "name": "\ud800"}, "b": {"kind": "person"}}}, 422, "request.shape"),
]


@pytest.mark.parametrize(("wanted", "status", "key"), REFUSED_TABLES)
def test_a_table_that_makes_no_sense_is_refused_with_the_reason(page, wanted, status, key):
    body = json.dumps({"game": "tablut", "seats": PEOPLE} | wanted)
    refused(page.post("/api/tables", content=body, headers={"content-type": "application/json"}), status, key)


def test_every_reason_why_a_position_is_refused_is_told(page):
    asked = {"game": "tablut", "text": "9/9/9/9/9/9/9/9/8b x"}
    problem = refused(page.post("/api/positions", json=asked), 400, "position.refused")
    assert problem["reasons"] == ["player to move: one of w, b expected, not 'x'", "board: one king expected, not 0"]


def test_names_lose_what_cannot_be_seen_and_keep_the_rest(page):
    name = "  A\u0000n\u202en\na  <b>&\u00fc\U0001f3b2 "
    table, _ = new_table(page, seats={"w": {"kind": "person", "name": name}, "b": {"kind": "person"}})
    shown = page.get(f"/api/tables/{table}").json()
    assert shown["seats"][0]["player"] == "A n n a <b>&\u00fc\U0001f3b2"
    assert "<b>" not in shown["svg"]


def test_positions_need_no_table(page):
    asked = {"game": "pit", "options": {"players": 3}, "moves": ["d2", "b6", "h8"], "taken": ["cell:e1"]}
    told = page.post("/api/positions", json=asked).json()
    assert told["turn"] == "w" and "cell:e3" in told["next"] and told["last"]["move"] == "h8"
    text = told["text"]
    assert told["url"].startswith("/position/pit?text=") and told["url"].endswith("&players=3")
    linked = page.post("/api/positions", json={"game": "pit", "options": {"players": 3}, "text": text}).json()
    assert linked["text"] == text
    whole = page.post("/api/positions", json=asked | {"taken": ["cell:e1", "cell:e3", "edge:d3-e3"]}).json()
    assert whole["complete"] and whole["move"] == "e1-e3w" and whole["next"] == {}
    over = page.post(
        "/api/positions", json={"game": "tablut", "text": "9/9/9/9/2k6/9/9/9/8b w", "moves": ["c5-c9"]}
    ).json()
    assert over["result"]["winner"] == "w" and over["next"] == {} and over["turn"] == ""
    refused(page.post("/api/positions", json=asked | {"taken": ["cell:a1"]}), 400, "turn.illegal")
    refused(page.post("/api/positions", json=asked | {"taken": ["button:no"]}), 400, "step.square-first")


# Records


def test_a_game_is_downloaded_in_both_formats(page):
    table, tokens = new_table(page, seats={"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "person"}})
    with guest(page, table, list(tokens.values())) as both:
        at = both.ask("turn", at=both.table()["at"], move="e4-f4")["at"]
        both.ask("turn", at=at, move="d9-d8")
        both.send("resign", seat="b")
        both.until("table", lambda message: message["result"])
    answer = page.get(f"/api/tables/{table}/record")
    assert f'filename="tablut-{table}.tav"' in answer.headers["content-disposition"]
    record = next(read(answer.text))
    assert record.moves == ["e4-f4", "d9-d8"] and (record.result, record.reason) == ("1-0", "resignation")
    assert record.players["w"] == "Anna"
    lines = page.get(f"/api/tables/{table}/record", params={"format": "jsonl"}).text
    assert next(read_jsonl(lines.splitlines())).moves == record.moves
    refused(page.get(f"/api/tables/{table}/record", params={"format": "exe"}), 422, "request.shape")


def test_a_record_is_brought_looked_at_and_taken_away_with_its_comments(page):
    told = page.post("/api/records", json={"format": "tav", "text": RECORD + "\n" + RECORD}).json()
    assert len(told["tables"]) == 2
    first = told["tables"][0]
    assert (first["game"], first["result"], first["turns"]) == ("tablut", "1-0", 3)
    shown = page.get(f"/api/tables/{first['table']}").json()
    assert shown["review"] and shown["moves"][0]["comments"] == ["a hint"] and shown["result"]["winner"] == "w"
    assert shown["can"] == {"undo": False, "hint": False, "resign": False, "draw": False, "rematch": False, "claim": []}
    assert "( 1. c5-c4 )" in page.get(f"/api/tables/{first['table']}/record").text
    lines = page.get(f"/api/tables/{first['table']}/record", params={"format": "jsonl"}).text
    again = page.post("/api/records", json={"format": "jsonl", "text": lines})
    assert again.status_code == 201 and again.json()["tables"][0]["turns"] == 3
    earlier = page.get(f"/api/tables/{first['table']}/positions/1").json()
    assert earlier["last"]["move"] == "c5-c8"
    on = {"game": "tablut", "seats": AGAINST_MACHINE, "start": shown["start"], "moves": ["c5-c8", "i1-g1"]}
    assert page.post("/api/tables", json=on).status_code == 201


@pytest.mark.parametrize(
    ("kind", "text", "status", "key", "part"),
    [
        ("tav", "", 400, "record.empty", "no game"),
        ("jsonl", "\n\n", 400, "record.empty", "no game"),
        ("tav", RECORD.replace("i1-g1", "i1-a9"), 400, "record.refused", "line 8"),
        ("tav", RECORD.replace("1-0", "0-1"), 400, "record.refused", "result"),
        ("tav", "../../etc/passwd", 400, "record.refused", "line 1"),
        ("jsonl", "{", 400, "record.refused", "line 1"),
        ("jsonl", '{"game": "../../x"}', 400, "record.refused", "line 1"),
        ("jsonl", "[" * 60_000, 400, "record.refused", ""),
        ("tav", RECORD * 11, 400, "record.many", "more than 10"),
        ("tav", "x" * (256 * 1024 + 1), 413, "limit.body", "at most"),
    ],
)
def test_a_record_that_is_wrong_is_refused_with_its_place(page, kind, text, status, key, part):
    problem = refused(page.post("/api/records", json={"format": kind, "text": text}), status, key)
    assert part in problem["text"]


def test_an_enormous_game_is_refused_before_it_is_replayed(page, monkeypatch):
    text = '[Game "tablut"]\n\n' + " ".join(["e4-f4 a4-b4 f4-e4 b4-a4"] * 2500) + " *"
    problem = refused(page.post("/api/records", json={"format": "tav", "text": text}), 400, "limit.turns")
    assert "2000" in problem["text"]
    monkeypatch.setattr(tv.Position, "act", lambda *_: pytest.fail("it was replayed"))
    with pytest.raises(Refusal, match=r"limit\.turns"):
        read_upload("tav", text, Limits())


def test_an_upload_has_no_file_name_at_all(page):
    wanted = {"format": "tav", "text": RECORD, "name": "../../../../etc/cron.d/x"}
    problem = refused(page.post("/api/records", json=wanted), 422, "request.shape")
    assert problem["reasons"] == ["name is not known here."]


# Limits and origins


def test_a_body_that_is_too_large_is_refused_announced_or_not(page):
    refused(page.post("/api/tables", content=b"x" * 70_000), 413, "limit.body")
    refused(page.post("/api/tables", content=iter([b"x" * 40_000] * 2)), 413, "limit.body")
    refused(
        page.post("/api/tables", content=b"{" * 5000, headers={"content-type": "application/json"}),
        422,
        "request.shape",
    )
    deep = b'{"game":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    assert page.post("/api/tables", content=deep, headers={"content-type": "application/json"}).status_code in (
        400,
        422,
    )


def test_too_many_requests_from_one_address_wait(sqlite_url):
    with client(sqlite_url, requests=5, requests_a_second=0.5) as page:
        answers = [page.get("/api/texts") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        refused(answers[-1], 429, "limit.requests")
        assert answers[-1].headers["retry-after"] == "2"
        assert page.get("/health").status_code == 200, "whoever watches the server is not counted"


def test_too_many_tables_from_one_address_wait(sqlite_url):
    with client(sqlite_url, tables=2) as page:
        for _ in range(2):
            new_table(page)
        answer = page.post("/api/tables", json={"game": "tablut", "seats": PEOPLE})
        refused(answer, 429, "limit.tables")
        assert 0 < int(answer.headers["retry-after"]) <= 1800
        refused(page.post("/api/records", json={"format": "tav", "text": RECORD}), 429, "limit.tables")


def test_pages_of_other_sites_change_nothing(page):
    wanted = {"json": {"game": "tablut", "seats": PEOPLE}}
    for origin in ("https://elsewhere.example", "http://["):
        refused(page.post("/api/tables", headers={"origin": origin}, **wanted), 403, "origin.refused")
    assert page.post("/api/tables", headers={"origin": "http://testserver"}, **wanted).status_code == 201


def test_a_name_that_somebody_else_points_here_is_refused(sqlite_url):
    with client(sqlite_url, hosts=("127.0.0.1", "localhost")) as page:
        refused(page.get("/api/texts"), 421, "host.refused")
        assert page.get("/api/texts", headers={"host": "localhost:8040"}).status_code == 200
        assert page.get("/api/texts", headers={"host": "[::1"}).status_code == 421


def test_large_answers_are_compressed(page):
    assert page.get("/api/games").headers["content-encoding"] == "gzip"


SHAPES = [
    ({"start": "x" * 2001}, "start is too long: its length is at most 2000."),
    ({"moves": "e4-f4"}, "moves must be a list."),
    ({"moves": [""]}, "moves.0 is too short: its length is at least 1."),
    ({"moves": [3]}, "moves.0 must be a text."),
    ({"clock": {"kind": "increment", "base": 0}}, "clock.base must be at least 1."),
    ({"clock": {"kind": "increment", "base": 60, "increment": "5"}}, "clock.increment must be a whole number."),
    ({"clock": {"kind": "days", "days": 31}}, "clock.days must be at most 30."),
    ({"clock": {"kind": "days"}}, "clock.days is missing."),
    ({"clock": {"kind": "hourglass"}}, "clock.kind must be one of these: none, increment, days."),
    ({"clock": {}}, "clock.kind is missing."),
    ({"clock": 4}, "clock must be an object with named fields."),
    ({"sur\nprise": 1}, "sur?prise is not known here."),
    ({"seats": {"w": {"kind": "person", "token": "mine"}}}, "seats.w.token is not known here."),
    ({"seats": {"w": {"kind": "nobody"}}}, "seats.w.kind must be one of these: person, open, opponent."),
    ({"seats": {"W": {"kind": "open"}}}, "seats.W is not written as it should be."),
    ({"seats": {"w": {"kind": "person", "name": "x" * 41}}}, "seats.w.name: A name has at most 40 characters."),
    ({"seats": {"w": {"kind": "person", "name": "\ud800"}}}, "seats.w.name is not valid Unicode."),
    ({"seats": {}}, "seats is too short: its length is at least 1."),
    ({"options": {"players": 2.5}}, "options.players must be a text, or a whole number that is not too large."),
    ({"game": None}, "game must be a text."),
]


@pytest.mark.parametrize(("wrong", "reason"), SHAPES)
def test_what_is_wrong_with_a_request_is_said_in_a_sentence_that_names_the_field(page, wrong, reason):
    body = json.dumps({"game": "tablut", "seats": PEOPLE} | wrong)
    answer = page.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert refused(answer, 422, "request.shape")["reasons"] == [reason]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("{", "This is not JSON."),
        ("[]", "The message must be an object with named fields."),
        ("", "The message is missing."),
    ],
)
def test_what_is_no_message_at_all_is_said_to_be_none(page, body, reason):
    answer = page.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert refused(answer, 422, "request.shape")["reasons"] == [reason]


def test_what_is_wrong_with_an_address_is_said_too(page):
    table, _ = new_table(page)
    for path, reason in [
        (f"/api/tables/{table}?flipped=maybe", "flipped must be true or false."),
        (f"/api/tables/{table}/positions/x", "ply must be a whole number."),
        (f"/api/tables/{table}/record?format=exe", "format is not written as it should be."),
    ]:
        assert refused(page.get(path), 422, "request.shape")["reasons"] == [reason]


def test_whoever_has_a_seat_erases_their_own_game(database_url):
    with client(database_url) as page:
        seats = {"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "person", "name": "Bo"}}
        made = page.post("/api/tables", json={"game": "tablut", "seats": seats}).json()
        where, tokens = f"/api/tables/{made['table']}", made["tokens"]

        def erase(token):
            return page.delete(where, headers={"authorization": f"Bearer {token}"})

        refused(page.delete(where), 401, "seat.none")
        refused(erase("nonsense"), 401, "seat.none")
        assert erase(tokens["w"]).json() == {"erased": False}
        shown = page.get(where).json()
        assert [seat["player"] for seat in shown["seats"]] == ["", "Bo"], "no name of mine is left"
        assert shown["result"]["by"] == "resignation", "the other one does not wait for somebody who is gone"
        refused(erase(tokens["w"]), 401, "seat.none")
        assert erase(tokens["b"]).json() == {"erased": True}
        refused(page.get(where), 404, "table.missing")
        assert "Bo" not in str(page.get("/metrics").text)


def test_a_game_against_a_machine_is_erased_at_once(database_url):
    with client(database_url) as page:
        seats = {"w": {"kind": "person", "name": "Anna"}, "b": {"kind": "opponent", "spec": "random"}}
        made = page.post("/api/tables", json={"game": "tablut", "seats": seats}).json()
        where, token = f"/api/tables/{made['table']}", made["tokens"]["w"]
        assert page.delete(where, headers={"authorization": f"Bearer {token}"}).json() == {"erased": True}
        refused(page.get(where), 404, "table.missing")
