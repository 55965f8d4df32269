"""What goes over the line: a client that has something of a table is sent what is new."""

import contextlib
import json
import random

import pytest

import tavoliere as tv
from tests.web.pages import client, new_table
from tests.web.test_sockets import patched

SEATS = {"w": {"kind": "person"}, "r": {"kind": "person"}}
FEW = 6000
"""Bytes of a message that holds no whole picture and no whole list."""


@pytest.fixture
def page(database_url):
    with client(database_url) as running:
        yield running


class Reader:
    """A client with a picture and a list of turns, as the page has them."""

    def __init__(self, session, tokens):
        self.session, self.picture, self.moves, self.heard = session, [], [], ""
        session.send_json({"type": "hello", "tokens": tokens, "patches": True})

    def until(self, kind, number=None):
        while True:
            self.heard = self.session.receive_text()
            message = json.loads(self.heard)
            if message["type"] == "table":
                self.picture = patched(self.picture, message["svg"])
                self.moves = [*self.moves[: message["moves"]["kept"]], *message["moves"]["new"]]
            if message["type"] == kind and (number is None or number in (message.get("id"), message.get("ply"))):
                return message

    def ask(self, kind, **fields):
        self.session.send_json({"type": kind, "id": 77, **fields})
        return self.until("half", 77)


@contextlib.contextmanager
def reader(page, table, tokens):
    with page.websocket_connect(f"/api/tables/{table}/socket") as session:
        yield Reader(session, list(tokens.values()))


def long_game(turns):
    """So many turns of a game that goes on after them."""
    chance = random.Random(1)
    while True:
        position, made = tv.game("pit-of-pillars").start(), []
        while position.outcome is None and len(made) < turns:
            made.append(chance.choice(position.legal_moves()))
            position = position.play(made[-1])
        if position.outcome is None:
            return made, chance.choice(position.legal_moves())


def test_in_a_long_game_only_new_turns_are_sent(page):
    moves, following = long_game(120)
    table, tokens = new_table(page, "pit-of-pillars", moves=moves, seats=SEATS)
    with reader(page, table, tokens) as anna:
        first = anna.until("table", 120)
        assert first["moves"]["kept"] == 0 and [move["move"] for move in anna.moves] == moves
        anna.session.send_json({"type": "turn", "at": first["at"], "move": following})
        after = anna.until("table", 121)
        assert after["moves"] == {"kept": 120, "new": [{"ply": 121, "seat": first["turn"], "move": following}]}
        anna.session.send_json({"type": "undo"})
        assert anna.until("table", 120)["moves"] == {"kept": 120, "new": []}
        assert [move["move"] for move in anna.moves] == moves
    with reader(page, table, tokens) as again:
        assert again.until("table", 120)["moves"]["kept"] == 0
        assert [move["move"] for move in again.moves] == moves, "whoever connects again has everything"


def test_turns_that_were_taken_back_and_made_otherwise_are_sent(page):
    table, tokens = new_table(page)
    with reader(page, table, tokens) as anna:
        at = anna.until("table", 0)["at"]
        anna.session.send_json({"type": "turn", "at": at, "move": "e4-f4"})
        anna.until("table", 1)
        anna.session.send_json({"type": "undo"})
        at = anna.until("table", 0)["at"]
        anna.session.send_json({"type": "turn", "at": at, "move": "e4-d4"})
        assert anna.until("table", 1)["moves"]["kept"] == 0
        assert [move["move"] for move in anna.moves] == ["e4-d4"]


def test_the_table_says_all_steps_of_the_first_action(page):
    table, tokens = new_table(page)
    seen = page.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {tokens['w']}"}).json()
    assert seen["next"]["cell:e4"].keys() >= {"cell:f4", "cell:d4"}
    assert "cell:e5" not in seen["next"] and seen["next"]["cell:e4"]["cell:f4"] == {}


def test_a_half_made_turn_is_the_difference_from_the_table(page):
    table, tokens = new_table(page, "pit", moves=["d2", "d8"])
    with reader(page, table, tokens) as anna:
        at = anna.until("table", 2)["at"]
        assert len(anna.heard.encode()) > 4 * FEW, "the whole picture"
        half = anna.ask("steps", at=at, taken=["cell:e1", "cell:e3"], play=True)
        assert len(anna.heard.encode()) < FEW
        drawn = "\n".join(patched(anna.picture, half["svg"]))
        assert 'id="board-piece-e3-0"' in drawn and 'id="board-piece-e1-0"' not in drawn
        assert half["next"] and all(following == {} for following in half["next"].values())
        anna.session.send_json({"type": "look", "look": {"flipped": True}})
        half = anna.ask("steps", at=at, taken=["cell:e1", "cell:e4"], play=True)
        assert 'id="board-piece-e4-0"' in "\n".join(patched(anna.picture, half["svg"]))
