"""Positions put together by hand: drawn whatever they are, and every reason why they are no positions."""

import random

import pytest

import tavoliere as tv
from tavoliere.games import own_games, ruleset
from tests.web.pages import client

MANY = 10**9
VARIANTS = [(name, dict(variant)) for name in own_games() for variant in ruleset(name).facts.variants]


@pytest.fixture
def page(sqlite_url):
    with client(sqlite_url, requests=MANY) as running:
        yield running


def asked(page, game, options=None, **more):
    return page.post("/api/setups", json={"game": game, "options": options or {}, **more}).json()


def made(found):
    return {name: found[name] for name in ("squares", "barriers", "fields")}


def after_turns(name, options, number=12):
    chance, position = random.Random(3), tv.game(name, **options).start()
    for _ in range(number):
        onward = position.play(chance.choice(position.legal_moves()))
        if onward.outcome is not None:
            break
        position = onward
    return str(position)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=str)
def test_a_position_is_taken_apart_and_put_together_again(page, name, options):
    text = after_turns(name, options)
    begun = asked(page, name, options, text=text)
    again = asked(page, name, options, made=made(begun))
    assert begun["text"] == again["text"] == text and again["reasons"] == [] and again["url"].startswith("/position/")
    assert begun["svg"] == again["svg"] and again["palette"] is None
    letters = {piece["letter"] for piece in begun["palette"]["pieces"]}
    assert letters >= {letter for heap in begun["squares"].values() for letter in heap}
    names = {field["name"]: len(field["parts"]) for field in begun["palette"]["fields"]}
    assert names == {name: len(values) for name, values in begun["fields"].items()}


WRONG = {
    "tablut": ({"e5": "w", "d1": "w", "a1": "b"}, ["one king", "white piece cannot stand in a camp", "on the castle"]),
    "never-alone": ({f"{column}{row}": "r" for column in "abcdefgh" for row in range(1, 6)}, ["40 red pieces"]),
    "pit": ({"e5": "w", "a1": "W", "a2": "W"}, ["e5 is a hole", "White has 2 pawns", "pawn is on the board"]),
    "pit-of-pillars": ({"a1": "w", "c3": "wrwrw"}, ["a1 is a corner", "higher than 4"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_position_is_drawn_and_told_with_every_reason(page, name):
    squares, reasons = WRONG[name]
    begun = asked(page, name)
    found = asked(page, name, made={**made(begun), "squares": squares})
    told = " / ".join(found["reasons"])
    assert found["url"] is None and all(reason in told for reason in reasons), told
    assert all(f'data-square="{square}"' in found["svg"] for square in squares)


def test_whatever_is_well_written_is_a_position_of_pathwayz(page):
    found = asked(page, "pathwayz", made={"squares": {"a1": "W", "l8": "b"}, "fields": {"turn": ["b"]}})
    assert found["text"] == "11b/12/12/12/12/12/12/W11 b" and found["url"]


def test_barriers_stand_between_squares_and_players_may_be_out(page):
    begun = asked(page, "pit", {"players": 3})
    squares = {"d1": "w", "e1": "W", "a5": "r", "b5": "R"}
    fields = {"turn": ["r"], "reserves": ["w3", "r0", ""]}
    found = asked(
        page, "pit", {"players": 3}, made={"squares": squares, "barriers": ["d4-d5", "d1-e1"], "fields": fields}
    )
    assert found["text"].endswith(" r w3,r0 d1e,d4n") and found["reasons"] == []
    assert found["barriers"] == ["d1-e1", "d4-d5"] and begun["palette"]["sides"] == "barriers"
    again = asked(page, "pit", {"players": 3}, text=found["text"])
    assert again["fields"]["reserves"] == ["w3", "r0", ""] and sorted(again["barriers"]) == found["barriers"]


@pytest.mark.parametrize(
    ("bad", "key"),
    [
        ({"squares": {"z9": "w"}}, "setup.square"),
        ({"barriers": ["a1-c3"]}, "setup.square"),
        ({"squares": {"nowhere": "w"}}, "request.shape"),
        ({"squares": {"a1": "7"}}, "request.shape"),
        ({"squares": {"a1": "w" * 1000}}, "request.shape"),
        ({"barriers": ["a1-a2"] * 1000}, "request.shape"),
        ({"fields": {"turn": ["w b"]}}, "request.shape"),
        ({"forged": 1}, "request.shape"),
    ],
)
def test_what_no_page_sends_is_refused(page, bad, key):
    assert asked(page, "tablut", made=bad)["error"]["key"] == key


def test_letters_and_fields_that_nobody_has_are_reasons(page):
    found = asked(page, "tablut", made={"squares": {"a5": "Q"}, "fields": {"turn": ["x"], "more": ["1"]}})
    assert found["url"] is None and "'Q'" in " ".join(found["reasons"])


def test_reasons_and_pieces_are_told_in_the_language(page):
    found = page.post("/api/setups", json={"game": "tablut"}, headers={"accept-language": "it"}).json()
    assert found["palette"]["pieces"][0]["name"] == "re bianco"
