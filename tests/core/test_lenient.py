"""Turns as people type them: understood where they can mean one legal turn only."""

import itertools
import random

import pytest

import tavoliere as tv
from tavoliere.core import lenient
from tavoliere.core.errors import IllegalMove, Reason
from tavoliere.games import own_games
from tavoliere.records import RecordError, recorded

TYPED = [
    ("tablut", "e4-g4", ("E4-G4", "e4g4", "e4 g4", " E4 \N{EN DASH} g4 ", "e4,g4", "e4\N{MINUS SIGN}g4")),
    ("pit", "d2", ("D2", " D2 ")),
    ("pathwayz", "c4*", ("C4*", "c4 *")),
    ("pathwayz", "c4", ("C4", "C4 ")),
    ("never-alone", "f6", ("F6",)),
]


@pytest.mark.parametrize(("game", "move", "ways"), TYPED)
def test_a_turn_is_understood_however_it_is_typed(game, move, ways):
    start = tv.game(game).start()
    for typed in ways:
        assert start.read_move(typed) == move
        assert start.play(typed) == start.play(move)
        assert start.why_not(typed) is None
        assert start.explain(typed) == start.explain(move)


def walk(game, turns, seed):
    """The positions of a random game."""
    position, chance = game.start(), random.Random(seed)
    for _ in range(turns):
        if position.outcome is not None:
            return
        yield position
        actions = []
        after = position
        while not actions or after.pending:
            actions.append(chance.choice(after.actions()))
            after = after.act(actions[-1])
        position = after


@pytest.mark.parametrize("name", own_games())
def test_in_whole_games_every_turn_is_known_by_its_bare_text(name):
    known = 0
    for position in walk(tv.game(name), 60, 3):
        turns = position.legal_moves()
        assert len({lenient.bare(turn) for turn in turns}) == len(turns)
        for turn in random.Random(known).sample(turns, min(3, len(turns))):
            assert position.read_move(lenient.bare(turn).upper()) == turn
            assert position.read_move(turn) == turn
            known += 1
    assert known > 6


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("tablut", "E4 to G4"),
        ("tablut", "E5-Z9"),
        ("tablut", ""),
        ("tablut", "-"),
        ("tablut", "e4--g4"),
        ("tablut", "e4-g4-"),
        ("pit", "d2n"),
    ],
)
def test_what_means_no_legal_turn_is_refused_as_it_was_typed(game, typed):
    start = tv.game(game).start()
    with pytest.raises(IllegalMove) as strict:
        start.exact_actions(typed)
    with pytest.raises(IllegalMove) as refused:
        start.play(typed)
    assert (refused.value.move, refused.value.why) == (typed, strict.value.why)
    assert start.why_not(typed) == strict.value.why


LATER = {"pit": ("d2", "d8"), "pathwayz": ("c4",)}
REFUSED = [
    ("tablut", "e5-e9", "tablut.blocked", ("E5-E9", "e5e9", "e5 e9", "E5 E9", "e5,e9", "E5 \N{EN DASH} e9")),
    ("tablut", "a3-a4", "tablut.own-piece", ("A3A4", "a3 a4")),
    ("pit", "e1-e9n", "pit.hole-in-way", ("E1-E9N", "e1e9n", "e1 e9 n", "E1 - E9 N")),
    ("pit", "e1xe3n", "pit.replace-target", ("E1XE3N", "e1 x e3 n")),
    ("pit", "@d2n", "pit.entry-square", ("@D2N", "@d2 n")),
    ("pit-of-pillars", "a1", "pit-of-pillars.corner", ("A1",)),
    ("pit-of-pillars", "d5-f3", "pit-of-pillars.stage", ("D5-F3", "d5 - f3")),
    ("pit-of-pillars", "d5,f3", "pit-of-pillars.two-men", ("D5F3", "d5 f3", "D5, F3")),
    ("pathwayz", "c4*", "pathwayz.empty", ("C4*", "c4 *")),
    ("never-alone", "xa4", "never-alone.capture", ("XA4", "x A4", "Xa4")),
    ("never-alone", "pass", "never-alone.pass", ("PASS", "Pass")),
]


@pytest.mark.parametrize(("game", "move", "clause", "ways"), REFUSED)
def test_a_refused_turn_gets_the_reason_of_the_rule_however_it_is_typed(game, move, clause, ways):
    """`E5-E9` was told how turns are written, although everybody can see which one it is."""
    position = tv.game(game).start()
    for turn in LATER.get(game, ()):
        position = position.play(turn)
    exact = position.why_not(move)
    assert exact.clause == clause
    for typed in ways:
        assert position.why_not(typed) == exact
        with pytest.raises(IllegalMove) as refused:
            position.play(typed)
        assert (refused.value.move, refused.value.why) == (typed, exact)


def test_in_tablut_every_move_between_two_squares_gets_its_reason():
    start = tv.game("tablut").start()
    squares = [f"{column}{row}" for column in "aeg" for row in range(1, 10)]
    for origin, target in itertools.product(squares, squares):
        exact = start.why_not(f"{origin}-{target}")
        assert {start.why_not(f"{origin}{sign}{target}".upper()) for sign in ("-", "", " ")} == {exact}


class TwoWays:
    """A stand-in for a game in which `d5f3` can mean two turns."""

    texts = ("d5-f3", "d5,f3")
    pending = ()

    def __init__(self):
        self.game = self.ruleset = self.notation = self

    def turn_text(self, parts):
        return parts[0]

    def actions(self):
        return (0, 1)

    def action_to_text(self, action):
        return self.texts[action]

    def act(self, action):
        return self if action in self.actions() else None


def test_what_can_mean_two_turns_is_refused_with_both():
    strict = IllegalMove("d5f3", Reason("common.notation", "a hyphen is missing"))
    with pytest.raises(IllegalMove, match="it can mean d5-f3 or d5,f3") as refused:
        lenient.meant_actions(TwoWays(), "d5f3", strict)
    assert refused.value.clause == "common.notation"


def test_half_a_turn_changes_nothing():
    position = tv.game("pit").start().play("d2").play("d8")
    begun = position.act(position.action_from_text("e1-e3"))
    assert begun.read_move("E1E3N") == "e1-e3n"
    assert begun.play("e1 e3 n") == position.play("e1-e3n")


def test_in_a_record_nothing_is_guessed():
    game = tv.game("tablut")
    assert recorded(game, ["e4-g4"]).moves == ["e4-g4"]
    with pytest.raises(RecordError, match="is written like this"):
        recorded(game, ["E4-G4"])
