"""The socket of a table: what is said, and that nothing else is listened to."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tavoliere.apps.web.table.refusals import Refusal
from tests.web.pages import AGAINST_MACHINE, client, guest, new_table


@pytest.fixture
def page(database_url):
    with client(database_url) as running:
        yield running


def test_two_people_play_and_somebody_watches(page):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["w"]]) as anna, guest(page, table, [tokens["b"]]) as bo, guest(page, table) as eye:
        at = anna.table()["at"]
        assert anna.ask("turn", at=at, move="e4-f4") | {"id": 0} == {
            "type": "accepted", "id": 0, "at": "1.0", "ply": 1, "move": "e4-f4",
        }  # fmt: skip
        seen = bo.table(1)
        assert seen["can_move"] and seen["last"]["told"] == ["the white defender moves from e4 to f4"]
        assert seen["last"]["events"][0] | {"pieces": 0} == {
            "kind": "moved", "square": "e4", "target": "f4", "pieces": 0, "player": "", "tray": "", "why": "",
            "text": "the white defender moves from e4 to f4",
        }  # fmt: skip
        assert bo.ask("turn", at=seen["at"], move="d9-d8")["ply"] == 2
        watched = eye.table(2)
        assert [move["move"] for move in watched["moves"]] == ["e4-f4", "d9-d8"] and not watched["can_move"]
        assert eye.ask("turn", at=watched["at"], move="f4-f5")["key"] == "seat.none"
        assert anna.table(2)["seats"][1]["here"]
        everything = json.dumps(eye.seen)
        assert not any(token in everything for token in tokens.values())


def test_pictures_come_as_what_has_changed_if_a_client_wants_that(page):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["w"]]) as anna, page.websocket_connect(f"/api/tables/{table}/socket") as wire:
        wire.send_json({"type": "hello", "tokens": [tokens["b"]], "patches": True})
        shown = anna.table()
        picture = []
        for move in (None, "e4-f4"):
            if move:
                assert anna.ask("turn", at=shown["at"], move=move)["type"] == "accepted"
            while (message := wire.receive_json())["type"] != "table" or message["ply"] != (move is not None):
                picture = patched(picture, message["svg"]) if message["type"] == "table" else picture
            picture = patched(picture, message["svg"])
            seen = page.get(f"/api/tables/{table}?flipped=true").json()
            assert "\n".join(picture) == seen["svg"], "targets are not marked in it"
            assert all(seen[key] == message[key] for key in ("at", "text", "notes", "last", "clock", "offers", "title"))
            assert set(seen) == set(message)
        assert message["next"] and message["can_move"] and message["you"] == ["b"]
        assert any(isinstance(part, list) for part in message["svg"]) and len(json.dumps(message)) < 8000


def patched(old, patch):
    return [part for one in patch for part in ([one] if isinstance(one, str) else old[one[0] : one[1]])]


@pytest.mark.parametrize("patches", [False, True])
def test_an_accepted_turn_is_acknowledged_before_the_table_that_shows_it(page, patches):
    table, tokens = new_table(page)
    with page.websocket_connect(f"/api/tables/{table}/socket") as wire:
        wire.send_json({"type": "hello", "tokens": list(tokens.values()), "patches": patches})
        for ply, move in enumerate(["e4-f4", "d9-d8", "f4-f3", "d8-c8"]):
            wire.send_json({"type": "turn", "id": ply, "at": f"{ply}.0", "move": move})
            heard = []
            while not heard or heard[-1] != ("table", ply + 1):
                message = wire.receive_json()
                heard.append((message["type"], message.get("ply")))
            assert ("accepted", ply + 1) in heard[:-1] and ("table", ply + 1) not in heard[:-1]


def test_a_turn_is_made_step_by_step_with_half_made_turns_drawn(page):
    table, tokens = new_table(page, "pit", moves=["d2", "d8"])
    with guest(page, table, [tokens["w"]]) as anna:
        at = anna.table()["at"]
        first = anna.ask("steps", at=at, taken=["cell:e1"])
        assert first["text"] == "" and "cell:e3" in first["next"] and not first["complete"]
        moved = anna.ask("steps", at=at, taken=["cell:e1", "cell:e3"], play=True)
        assert moved["text"] == "e1-e3" and "edge:e3-e4" in moved["next"]
        assert moved["events"][0]["kind"] == "moved" and 'id="board-piece-e3-0"' in moved["svg"]
        back = anna.ask("steps", at=at, taken=["cell:e1"])
        assert 'id="board-piece-e1-0"' in back["svg"] and back["next"] == first["next"]
        shown = anna.ask("steps", at=at, taken=["cell:e1", "cell:e3", "edge:e3-e4"])
        assert (shown["complete"], shown["move"]) == (True, "e1-e3n")
        made = anna.ask("steps", at=at, taken=["cell:e1", "cell:e3", "edge:e3-e4"], play=True)
        assert (made["type"], made["move"]) == ("accepted", "e1-e3n")
        assert anna.ask("steps", at=at, taken=[])["key"] == "turn.stale"


def test_a_refused_attempt_says_why_in_the_words_of_the_rules(page):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["w"]]) as anna:
        at = anna.table()["at"]
        blocked = anna.ask("attempt", at=at, taken=["cell:e4"], step="cell:e7")
        assert (blocked["clause"], blocked["type"]) == ("tablut.blocked", "refused")
        theirs = anna.ask("attempt", at=at, taken=[], step="cell:d9")
        assert theirs["clause"] == "tablut.own-piece"
        assert anna.ask("attempt", at=at, taken=[], step="edge:e4-e5")["key"] == "step.square-first"
        assert anna.ask("attempt", at=at, taken=[], step="cell:e4")["type"] == "half"
        typed = anna.ask("turn", at=at, move="e5-e9")
        assert (typed["key"], typed["clause"]) == ("turn.illegal", "tablut.blocked")
        assert anna.ask("why", move="e5-e9")["text"] == "the defender on e6 is in the way"
        assert anna.ask("why", move="e4-f4")["told"] == ["the white defender moves from e4 to f4"]
        assert anna.ask("steps", at=at, taken=["cell:a1"])["key"] == "step.unknown"


def test_earlier_positions_can_be_looked_at(page):
    table, _ = new_table(page, moves=["e4-f4", "d9-d8"])
    with guest(page, table) as eye:
        upright = eye.table()["svg"]
        first, second = eye.ask("view", ply=0), eye.ask("view", ply=1)
        assert first["last"] is None and second["last"]["move"] == "e4-f4" and second["turn"] == "b"
        assert second["text"].startswith("3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b4w2b")
        assert eye.ask("view", ply=3)["key"] == "request.missing"
        eye.send("look", look={"flipped": True})
        assert eye.until("table", lambda message: message["svg"] != upright)


HOMES = {"w": 0, "r": 1, "b": 2, "g": 3}


def below(svg):
    """Which of the middle squares of the four sides is the lowest in a picture."""
    place = r'data-step="cell:{}"[^>]*transform="translate\(\S+ (\S+)\)"'
    return max(("e1", "a5", "e9", "i5"), key=lambda square: float(re.search(place.format(square), svg)[1]))


def test_everybody_sees_the_board_from_the_side_of_their_seats(page):
    """Whoever has seats on both sides sees it as spectators do; `flipped` says who sits below it."""
    options = {"players": 4}
    seats = {letter: {"kind": "person"} for letter in "wrbg"}
    table, tokens = new_table(page, game="pit", options=options, seats=seats)
    sides = {"": False, "w": False, "r": True, "b": True, "g": False, "rb": True, "wb": False, "wrbg": False}
    for letters, flipped in sides.items():
        with guest(page, table, [tokens[letter] for letter in letters]) as somebody:
            seen = somebody.table()
            assert seen["flipped"] == flipped, letters
            side = HOMES[letters] if len(letters) == 1 else 2 * flipped
            assert below(seen["svg"]) == ("e1", "a5", "e9", "i5")[side], letters
    with guest(page, table, [tokens["b"]]) as black:
        assert black.table()["flipped"]
        black.send("look", look={"flipped": False})
        assert not black.until("table", lambda message: not message["flipped"])["flipped"], "an own choice counts"
    with guest(page, table, [tokens["r"]]) as red:
        red.send("look", look={"flipped": False})
        assert below(red.until("table", lambda message: not message["flipped"])["svg"]) == "i5", "the side across"
        assert below(red.ask("view", ply=0)["svg"]) == "i5"


def test_the_opponent_thinks_and_answers_and_hints_come(page):
    table, tokens = new_table(page, seats=AGAINST_MACHINE)
    with guest(page, table, [tokens["w"]]) as anna:
        at = anna.table()["at"]
        hint = anna.ask("hint")
        assert hint["type"] == "hint" and set(hint["values"]) == {"w", "b"} and hint["at"] == at
        anna.send("turn", at=at, move="e4-f4")
        assert anna.until("thinking")["seat"] == "b"
        after = anna.table(2)
        assert after["can"]["undo"] == "now"
        anna.send("undo")
        assert anna.until("said")["key"] == "undo.done"
        assert anna.table(0)["can_move"]


def test_an_open_seat_is_taken_over_the_socket(page):
    table, _ = new_table(page, seats={"w": {"kind": "person"}, "b": {"kind": "open"}})
    with guest(page, table) as bo:
        assert bo.table()["can"]["claim"] == ["b"]
        seated = bo.ask("claim", seat="b", name="B\u0000o <script>")
        assert seated["type"] == "seated" and len(seated["token"]) >= 32
        mine = bo.until("table", lambda message: message["you"] == ["b"])
        assert mine["seats"][1]["player"] == "B o <script>", "it is text; the page shows it as text"
        with guest(page, table, [seated["token"]]) as again:
            assert again.table()["you"] == ["b"]
        with guest(page, table) as late:
            late.table()
            assert late.ask("claim", seat="b")["key"] == "seat.taken"


def test_draw_resign_rematch_and_names_over_the_socket(page):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["w"]]) as anna, guest(page, table, [tokens["b"]]) as bo:
        anna.table(), bo.table()
        anna.send("name", seat="w", name="Anna")
        assert bo.until("table", lambda message: message["seats"][0]["player"] == "Anna")
        assert bo.ask("name", seat="w", name="Bo")["key"] == "seat.not-yours"
        anna.send("draw")
        assert bo.until("said")["text"] == "White offers a draw."
        bo.send("draw", answer=False)
        assert anna.until("said", lambda message: message["key"] == "draw.declined")
        bo.send("resign", seat="b")
        assert anna.until("table", lambda message: message["result"])["result"]["winner"] == "w"
        bo.send("rematch")
        anna.until("said", lambda message: message["key"] == "rematch.wished")
        anna.send("rematch")
        following = bo.until("table", lambda message: message["rematch"])["rematch"]
    with guest(page, following, [tokens["w"]]) as anna:
        assert anna.table()["you"] == ["b"]


def test_an_unknown_token_is_said_and_gives_nothing(page):
    table, _ = new_table(page)
    with guest(page, table, ["somebody-elses"]) as stranger:
        assert stranger.until("refused")["key"] == "token.unknown"
        seen = stranger.table()
        assert seen["you"] == [] and stranger.ask("resign", seat="w")["key"] == "seat.none"


def test_a_token_of_another_table_gives_nothing_here(page):
    _, elsewhere = new_table(page)
    table, _ = new_table(page)
    with guest(page, table, [elsewhere["w"]]) as stranger:
        assert stranger.until("refused")["key"] == "token.unknown"
        assert stranger.ask("turn", at="0.0", move="e4-f4")["key"] == "seat.none"


def closed(session):
    """The code that the socket is closed with, once everything before it is read."""
    try:
        while True:
            session.receive_json()
    except WebSocketDisconnect as closing:
        return closing.code


NO_GREETINGS = ["", "[]", "{}", '{"type":"hello","tokens":["x"],"extra":1}', '{"type":"ping"}', "{" * 50]


@pytest.mark.parametrize("first", NO_GREETINGS)
def test_a_first_message_that_is_not_a_greeting_closes_the_socket(page, first):
    table, _ = new_table(page)
    with page.websocket_connect(f"/api/tables/{table}/socket") as session:
        session.send_text(first)
        told = session.receive_json()
        assert told["key"] == "request.shape" and told["reasons"]
        assert closed(session) == 4400


def test_a_wrong_greeting_is_answered_without_repeating_its_token(page):
    table, tokens = new_table(page)
    with page.websocket_connect(f"/api/tables/{table}/socket") as session:
        session.send_json({"type": "hello", "tokens": [tokens["w"]], "look": tokens["b"]})
        told = session.receive_text()
    assert "look" in told and not any(token in told for token in tokens.values())


def test_silence_closes_the_socket(page):
    table, _ = new_table(page)
    with page.websocket_connect(f"/api/tables/{table}/socket") as session:
        assert closed(session) == 4408


def test_a_table_that_is_not_there_closes_the_socket(page):
    with page.websocket_connect("/api/tables/not-there/socket") as session:
        session.send_json({"type": "hello"})
        assert session.receive_json()["key"] == "table.missing"
        assert closed(session) == 4404


def test_who_may_come_in_a_moment_is_not_told_that_there_is_no_table(page, monkeypatch):
    table, _ = new_table(page)

    async def busy(_):
        raise Refusal("limit.work", wait=3, seconds=3)

    monkeypatch.setattr(page.app.state.service.tables, "find", busy)
    with page.websocket_connect(f"/api/tables/{table}/socket") as session:
        session.send_json({"type": "hello"})
        assert session.receive_json()["key"] == "limit.work"
        assert closed(session) == 1011


def test_whoever_looks_at_a_game_that_is_erased_is_told_so(page):
    table, tokens = new_table(page, seats={"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "random"}})
    with page.websocket_connect(f"/api/tables/{table}/socket") as session:
        session.send_json({"type": "hello"})
        while session.receive_json()["type"] != "table":
            pass
        page.delete(f"/api/tables/{table}", headers={"authorization": f"Bearer {tokens['w']}"})
        while (told := session.receive_json())["type"] != "refused":
            pass
        assert told["key"] == "table.missing"
        assert closed(session) == 4404


OTHER_ORIGINS = [
    "https://elsewhere.example",
    "http://testserver.evil.example",
    "null",
    "http://testserver:81",
    "http://[",
]


@pytest.mark.parametrize("origin", OTHER_ORIGINS)
def test_pages_of_other_sites_get_no_socket(page, origin):
    table, _ = new_table(page)
    with pytest.raises(WebSocketDenialResponse) as denied:
        page.websocket_connect(f"/api/tables/{table}/socket", headers={"origin": origin}).__enter__()
    assert denied.value.status_code == 403 and denied.value.json()["error"]["key"] == "origin.refused"
    with page.websocket_connect(f"/api/tables/{table}/socket", headers={"origin": "http://testserver"}) as session:
        session.send_json({"type": "hello"})
        assert session.receive_json()["type"] in ("table", "presence")


def test_too_many_connections_from_one_address_are_refused(sqlite_url):
    with client(sqlite_url, connections=2) as page:
        table, _ = new_table(page)
        with guest(page, table) as one, guest(page, table):
            with pytest.raises(WebSocketDenialResponse) as denied:
                page.websocket_connect(f"/api/tables/{table}/socket").__enter__()
            assert denied.value.status_code == 429 and denied.value.headers["retry-after"]
            one.table()
        with guest(page, table) as again:
            again.table()


def test_too_many_messages_are_refused_and_then_cut_off(sqlite_url):
    with client(sqlite_url, messages=5, messages_a_second=0.001) as page:
        table, _ = new_table(page)
        with guest(page, table) as eye:
            eye.table()
            for _ in range(5):
                assert eye.ask("ping")["type"] == "pong"
            assert eye.ask("ping")["key"] == "limit.messages"
            for _ in range(60):
                eye.send("ping")
            assert closed(eye.session) == 4429


BAD = [
    {"type": "turn", "at": "0.0"},
    {"type": "turn", "at": "0.0", "move": "e4-f4", "seat": "w"},
    {"type": "turn", "at": "0.0", "move": "x" * 101},
    {"type": "turn", "at": "zero", "move": "e4-f4"},
    {"type": "turn", "at": "0.0", "move": ["e4-f4"]},
    {"type": "steps", "at": "0.0", "taken": ["cell:e4"] * 17},
    {"type": "steps", "at": "0.0", "taken": [], "play": "yes"},
    {"type": "name", "seat": "w", "name": "x" * 41},
    {"type": "name", "seat": "W", "name": "Anna"},
    {"type": "view", "ply": -1},
    {"type": "view", "ply": 1.0},
    {"type": "view", "ply": True},
    {"type": "hello", "tokens": []},
    {"type": "no such thing"},
    {"id": 5},
    {"type": "ping", "id": -1},
    {"type": "ping", "id": "5"},
    [],
    None,
    7,
]


def test_malformed_requests_are_refused_and_the_connection_lives_on(page):
    table, tokens = new_table(page)
    with guest(page, table, [tokens["w"]]) as anna:
        anna.table()
        for bad in BAD:
            anna.session.send_json(bad)
            told = anna.until("refused")
            assert told["key"] == "request.shape" and told["reasons"], bad
        for raw in ("", "{", "\u0000", '{"type":"ping","id":1}}', '"\\ud800"', "[" * 5000, '{"type":"ping"} trailing'):
            anna.session.send_text(raw)
            assert anna.until("refused")["key"] == "request.shape", raw
        anna.session.send_bytes(b"\xff\xfe\x00")
        assert anna.until("refused")["key"] == "request.shape"
        assert anna.ask("ping")["type"] == "pong"


KINDS = [
    *["hello", "steps", "turn", "why", "attempt", "view", "look", "hint"],
    *["undo", "draw", "rematch", "resign", "claim", "name", "ping"],
]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text("az09:.-/<\u0000\u00fc\ud800", max_size=20)
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=4),
    max_leaves=8,
)
FIELDS = {
    "at": st.sampled_from(["0.0", "1.0", "0.1", ""]) | JUNK,
    "move": st.sampled_from(["e4-f4", "e5-e9", "d9-d8", "e4", "\u0000"]) | JUNK,
    "taken": st.lists(st.sampled_from(["cell:e4", "cell:f4", "cell:e5", "edge:a1-a2", "x"]), max_size=3) | JUNK,
    "step": st.sampled_from(["cell:e9", "cell:e4", "button:done", "tray:w/x", "cell:", "e9"]) | JUNK,
    "ply": st.integers(-2, 3) | JUNK,
    "look": st.fixed_dictionaries({"flipped": st.booleans()}) | JUNK,
    "seat": st.sampled_from(["w", "b", "r", "\u0000"]) | JUNK,
    "name": st.text("Anna \u0000\u202e<", max_size=50) | JUNK,
    "answer": st.booleans() | JUNK,
    "play": st.booleans() | JUNK,
    "id": st.integers(0, 9) | JUNK,
    "extra": JUNK,
}
MESSAGES = st.fixed_dictionaries({"type": st.sampled_from(KINDS) | JUNK}, optional=FIELDS)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fuzz=st.lists(MESSAGES | JUNK, min_size=1, max_size=12))
def test_whatever_is_sent_is_answered_or_refused_and_the_table_stays_whole(page, fuzz):
    table, tokens = new_table(page)
    page.app.state.new_tables._left.clear()
    with guest(page, table, [tokens["w"], tokens["b"]]) as anna:
        anna.table()
        anna.number = 1000
        for message in fuzz:
            anna.session.send_text(json.dumps(message))
        assert anna.ask("ping")["type"] == "pong"
        kinds = {message["type"] for message in anna.seen}
        assert kinds <= {
            "table", "presence", "refused", "accepted", "half", "picture", "allowed", "said", "thinking", "hint",
            "pong", "seated", "status",
        }  # fmt: skip
        assert "server.error" not in {message.get("key") for message in anna.seen}
    shown = page.get(f"/api/tables/{table}")
    assert shown.status_code == 200 and shown.json()["ply"] == len(shown.json()["moves"])


def test_what_is_wrong_with_a_message_is_said_in_sentences_that_name_the_fields(page):
    table, _ = new_table(page)
    wrong = {
        '{"type": "turn"}': ["at is missing.", "move is missing."],
        '{"type": "turn", "at": "x", "move": "a"}': ["at is not written as it should be."],
        '{"type": "look", "look": {"flipped": 1}}': ["look.flipped must be true or false."],
        '{"type": "steps", "at": "0.0", "taken": [1]}': ["taken.0 must be a text."],
        '{"type": "ping", "id": "x", "more": 1}': ["id must be a whole number.", "more is not known here."],
        "{}": ["type is missing."],
        "[1]": ["The message must be an object with named fields."],
        "{nope": ["This is not JSON."],
    }
    with guest(page, table) as eye:
        for message, reasons in wrong.items():
            eye.session.send_text(message)
            assert eye.until("refused")["reasons"] == reasons
        eye.session.send_text('{"type": "dance"}')
        assert eye.until("refused")["reasons"][0].startswith("type must be one of these: steps, turn, ")
