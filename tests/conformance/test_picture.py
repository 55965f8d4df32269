"""The text picture of a position shows everything that stands on the board and beside it."""

import re

import pytest
from hypothesis import given

import tavoliere as tv
from tavoliere.testing import scenes
from tavoliere.testing.scenes import picture_of as picture
from tests.conformance.variants import every_variant, met, places, properties, seeds
from tests.rules.boards import standing

CAMPS = ["a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5", "d1", "e1", "f1", "e2", "d9", "e9", "f9", "e8"]


def drawn(name, text, **options):
    return picture(tv.game(name, **options).position(text))


def unindented(drawing):
    """A drawing of a test without the indentation of the code around it, and without its first line break."""
    return "\n".join(line[8:] for line in drawing.split("\n")[1:-1])


# Whole pictures


def test_a_tablut_board_shows_pieces_empty_camps_and_the_castle():
    assert drawn("tablut", "3bb4/4b4/4w4/b3w3b/bbww1wwbb/b3w3b/2k1w4/4b4/3b1b3 b") == unindented(
        """
        9  . . . b b : . . .
        8  . . . . b . . . .
        7  . . . . w . . . .
        6  b . . . w . . . b
        5  b b w w + w w b b
        4  b . . . w . . . b
        3  . . k . w . . . .
        2  . . . . b . . . .
        1  . . . b : b . . .
           a b c d e f g h i

        Black (b) to move
        : camp, + castle
        """
    )


def test_a_pathwayz_board_shows_permanent_pieces_as_capitals():
    assert drawn("pathwayz", "12/2w9/3B8/12/12/12/12/bW10 w") == unindented(
        """
        8  . . . . . . . . . . . .
        7  . . w . . . . . . . . .
        6  . . . B . . . . . . . .
        5  . . . . . . . . . . . .
        4  . . . . . . . . . . . .
        3  . . . . . . . . . . . .
        2  . . . . . . . . . . . .
        1  b W . . . . . . . . . .
           a b c d e f g h i j k l

        White (w) to move
        """
    )


def test_a_never_alone_board_shows_hands_points_and_a_pass():
    assert drawn("never-alone", "8/8/8/4b3/3rr3/8/8/8 b 1") == unindented(
        """
        8  . . . . . . . .
        7  . . . . . . . .
        6  . . . . . . . .
        5  . . . . b . . .
        4  . . . r r . . .
        3  . . . . . . . .
        2  . . . . . . . .
        1  . . . . . . . .
           a b c d e f g h

        Black (b) to move
        Red: 34 pieces in hand
        Black: 35 pieces in hand
        Points now: Red 2, Black 0
        Red has just passed
        """
    )


def test_a_pit_of_pillars_board_shows_stacks_bottom_to_top_pillars_and_reserves():
    assert drawn("pit-of-pillars", "#5r#/3(wrr)4/8/2W5/5R2/8/(ww)7/#4w1# r m 3-1 - 12") == unindented(
        """
        8       .   .   .   .   .   r
        7   .   .   .  wrr  .   .   .   .
        6   .   .   .   .   .   .   .   .
        5   .   .   W   .   .   .   .   .
        4   .   .   .   .   .   R   .   .
        3   .   .   .   .   .   .   .   .
        2  ww   .   .   .   .   .   .   .
        1       .   .   .   .   w   .
            a   b   c   d   e   f   g   h

        Red (r) to move
        White: 3 men in reserve
        Red: 1 man in reserve
        Movement stage, 12 turns without a capture
        """
    )


def test_a_pit_board_shows_holes_barriers_reserves_and_who_is_out():
    options = {"players": 3, "size": 5, "holes": "c3", "towers": "c1 a3 c5"}
    assert drawn("pit", "2b2/4B/2o2/w4/W1w2 b w3,b5 a1e,c4e,d1n,d4n", **options) == unindented(
        """
        5  .   .   b   .   .
                      ---
        4  .   .   . | .   B

        3  .   .   o   .   .

        2  w   .   .   .   .
                      ---
        1  W | .   w   .   .
           a   b   c   d   e

        Black (b) to move
        White: 3 towers in reserve
        Black: 5 towers in reserve
        Red is out
        o hole
        """
    )


def test_a_pit_board_shows_pawns_in_hand():
    lines = picture(tv.game("pit").start()).splitlines()
    assert lines[-3:] == [
        "White: 5 towers in reserve, 1 pawn in hand",
        "Black: 5 towers in reserve, 1 pawn in hand",
        "o hole",
    ]


def test_half_made_turns_say_what_is_due():
    position = tv.game("pit").start().play("d2").play("d8")
    half = position.act(position.action_from_text("e1-e3"))
    assert "A barrier is due beside e3" in picture(half).splitlines()
    entering = tv.game("pit-of-pillars").start().play("d4")
    assert "Entering stage: the first man goes next to d4" in picture(entering).splitlines()
    assert picture(entering.act(entering.action_from_text("d5"))) != picture(entering)


# Every picture


def expected_sign(game, square, pieces):
    """What a picture must write on a square."""
    if square in pieces:
        return pieces[square].strip("()").replace("#", "")
    if game.name == "tablut":
        return ":" if square in CAMPS else "+" if square == "e5" else "."
    return "."


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_picture_has_one_sign_for_every_square(variant, seed, place):
    position = met(variant, seed, place).before_turn()
    pieces = standing(position)
    lines = picture(position).splitlines()
    rows = {
        int(match[1]): match[2].replace("|", " ").split()
        for line in lines
        if (match := re.match(r" ?(\d+) (.*)", line))
    }
    height, width = size_of(position)
    assert sorted(rows) == list(range(1, height + 1))
    for row, signs in rows.items():
        squares = [f"{'abcdefghijkl'[column]}{row}" for column in range(width)]
        expected = [expected_sign(position.game, square, pieces) for square in squares]
        assert signs == [sign for sign in expected if sign]


def size_of(position):
    rows = str(position).split(" ")[0].split("/")
    return len(rows), {"pit": len(rows)}.get(position.game.name, position.game.facts.columns)


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_picture_says_who_is_to_move_and_changes_with_the_board(variant, seed, place):
    scenes.a_picture_says_who_is_to_move_and_changes_with_the_board(met(variant, seed, place))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_picture_has_the_board_of_the_game(variant, seed, place):
    scenes.a_picture_has_the_board_of_the_game(met(variant, seed, place))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "options", [{}, {"players": 4, "size": 11, "holes": "c3 i9 f6", "towers": "a1 k11 a11 k1"}], ids=str
)
def test_the_barriers_of_a_picture_are_those_of_the_text(options, seed):
    positions = [position for position in played(tv.game("pit", **options), seed) if not position.pending]
    for position in positions[:: max(1, len(positions) // 6)]:
        assert ",".join(sorted(barriers_in(picture(position), size_of(position)[0]))) == str(position).split(" ")[
            3
        ].replace("-", "")


def played(game, seed):
    """A game of first, middle and last actions, by turns."""
    position = game.start()
    yield position
    while position.outcome is None:
        actions = position.actions()
        position = position.act(actions[(seed * len(actions) // 6 + len(position.pending)) % len(actions)])
        yield position


def barriers_in(drawing, size):
    """The barriers read off a picture, by where their signs stand."""
    margin = len(str(size))
    lines = drawing.split("\n")[: 2 * size - 1]
    for place, line in enumerate(lines):
        row = size - place // 2
        for column in range(size):
            at = margin + 2 + 4 * column
            square = f"{'abcdefghijk'[column]}{row if place % 2 == 0 else row - 1}"
            if place % 2 == 0 and line[at + 2 : at + 3] == "|":
                yield f"{square}e"
            if place % 2 == 1 and line[at : at + 1] == "-":
                yield f"{square}n"
