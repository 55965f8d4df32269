"""Self-tests of the slow Never Alone referee: facts of the rules page, small positions for each ruling."""

import random

import pytest

from tests.oracles import never_alone


def placed(to_move: str, red: str, black: str, passes: int = 0) -> never_alone.Position:
    """A position from lists of squares."""
    pieces = dict.fromkeys(red.split(), "r")
    pieces.update(dict.fromkeys(black.split(), "b"))
    return never_alone.parse(never_alone.text(never_alone.Position(pieces, to_move, passes)))


def test_start() -> None:
    position = never_alone.start()
    assert never_alone.text(position) == "8/8/8/4b3/3r4/8/8/8 r 0"
    assert never_alone.turn(position) == "r"
    assert never_alone.outcome(position) is None
    assert never_alone.legal_turns(position) == ["a4", "b2", "b6", "d1", "d7", "f2", "f6", "g4"]


def test_perft() -> None:
    assert [never_alone.perft(never_alone.start(), depth) for depth in range(5)] == [1, 8, 64, 680, 7169]


def test_nobody_can_capture_on_the_first_move() -> None:
    position = never_alone.start()
    assert not any(move.startswith("x") for move in never_alone.legal_turns(position))
    for move in never_alone.legal_turns(position):
        replies = never_alone.legal_turns(never_alone.play(position, move))
        assert not any(reply.startswith("x") for reply in replies)


def test_start_options() -> None:
    position = never_alone.start(red="d4 e5", black="d5 e4")
    assert never_alone.text(position) == "8/8/8/3br3/3rb3/8/8/8 r 0"
    assert position == never_alone.start(red="e5 d4", black="e4 d5")
    assert position == never_alone.parse(never_alone.text(position), red="d4 e5", black="d5 e4")
    assert position != never_alone.parse(never_alone.text(position))
    for options, reason in (
        ({"red": ""}, "option red: no square"),
        ({"red": "d9"}, "option red: 'd9'"),
        ({"red": "d4 d4"}, "option red: 'd4' is named twice"),
        ({"red": "e5"}, "option black: 'e5' is given to red too"),
        ({"black": 5}, "option black"),
        ({"white": "a1"}, "option white"),
        ({"red": " ".join(never_alone.SQUARES[:37]), "black": "h8"}, "37 squares, more than 36"),
    ):
        with pytest.raises(ValueError, match=reason):
            never_alone.start(**options)


def test_every_square_can_be_reached_by_distance_steps() -> None:
    for first in never_alone.SQUARES:
        reached = {first}
        to_visit = [first]
        while to_visit:
            for square in never_alone.AT_RIGHT_DISTANCE[to_visit.pop()]:
                if square not in reached:
                    reached.add(square)
                    to_visit.append(square)
        assert len(reached) == 64


def test_what_stands_in_between_does_not_matter() -> None:
    assert "a4" in never_alone.legal_turns(placed("r", "a1", "a2 a3 b2"))
    assert "c3" in never_alone.legal_turns(placed("r", "a1", "a2 a3 b2"))


def test_only_the_right_distances() -> None:
    assert never_alone.legal_turns(placed("r", "a1", "h8")) == ["a4", "c3", "d1"]
    assert never_alone.legal_turns(placed("b", "a1", "h8")) == ["e8", "f6", "h5"]


def test_no_placement_on_an_own_piece_nor_at_the_distance_of_an_enemy() -> None:
    assert never_alone.legal_turns(placed("r", "a1 a4 b7", "h8"))[:3] == ["a7", "b4", "c2"]
    assert "f6" not in never_alone.legal_turns(placed("r", "a1", "h8"))


def test_capture_of_a_piece_that_is_alone_wins_at_once() -> None:
    position = placed("r", "a1", "a4 b5")
    assert never_alone.legal_turns(position) == ["c3", "d1", "xa4"]
    reached = never_alone.play(position, "xa4")
    assert never_alone.text(reached) == "8/8/8/1b6/r7/8/8/r7 b 0"
    assert never_alone.outcome(reached) == ({"r": 1.0, "b": 0.0}, "capture")
    assert never_alone.legal_turns(reached) == []
    assert never_alone.perft(reached, 3) == 1
    with pytest.raises(ValueError, match="over"):
        never_alone.play(reached, "b2")
    for move in ("a4", "xc3", "c3x", "XA4", "pass"):
        with pytest.raises(ValueError, match="not legal"):
            never_alone.play(position, move)
    assert never_alone.play(position, " c3\t") == never_alone.play(position, "c3")


def test_a_safe_piece_cannot_be_captured() -> None:
    assert "xa4" not in never_alone.legal_turns(placed("r", "a1", "a4 a5"))
    assert "xa4" not in never_alone.legal_turns(placed("r", "a1", "a4 b4"))


def test_a_player_without_a_piece_must_pass() -> None:
    position = placed("r", "", "e5")
    assert never_alone.legal_turns(position) == ["pass"]
    reached = never_alone.play(position, "pass")
    assert never_alone.text(reached) == "8/8/8/4b3/8/8/8/8 b 1"
    assert never_alone.text(never_alone.play(reached, "e8")) == "4b3/8/8/4b3/8/8/8/8 r 0"


def test_passing_is_legal_exactly_when_it_is_the_only_move() -> None:
    # Red a1 reaches a4, c3 and d1: all three taken by safe black pieces.
    position = placed("r", "a1", "a4 a5 c3 c4 d1 e1")
    assert never_alone.legal_turns(position) == ["pass"]
    # With d1 alone the capture is the only legal move and must be made.
    position = placed("r", "a1", "a4 a5 c3 c4 d1")
    assert never_alone.legal_turns(position) == ["xd1"]
    assert never_alone.outcome(never_alone.play(position, "xd1")) == ({"r": 1.0, "b": 0.0}, "capture")


def test_no_piece_left_in_hand_means_pass_even_with_a_capture_on_the_board() -> None:
    # Red holds rows 1-4 and a5 b5 c5 d5: 36 pieces; the black piece d8 is alone, three above d5.
    red = "rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr"
    position = never_alone.parse("3b4/8/8/rrrr4/" + red + " r 0")
    assert never_alone.legal_turns(position) == ["pass"]
    one_fewer = never_alone.parse("3b4/8/8/rrrr4/" + red[:-1] + "1 r 0")
    assert "xd8" in never_alone.legal_turns(one_fewer) and "pass" not in never_alone.legal_turns(one_fewer)


def test_two_passes_in_a_row_end_the_game_and_points_decide() -> None:
    position = placed("r", "", "")
    position = never_alone.play(never_alone.play(position, "pass"), "pass")
    assert never_alone.outcome(position) == ({"r": 0.5, "b": 0.5}, "equal points")
    assert never_alone.legal_turns(position) == []
    full = never_alone.parse("/".join(["rrrrrrrr"] * 4 + ["rbrbrbrb"] + ["bbbbbbbb"] * 3) + " b 1")
    # Every red piece of the mixed row touches red above it and every black one black below it: 36 and 28.
    ended = never_alone.play(full, "pass")
    assert never_alone.outcome(ended) == ({"r": 1.0, "b": 0.0}, "more points")
    halves = never_alone.parse("/".join(["rrrrrrrr"] * 4 + ["bbbbbbbb"] * 4) + " r 0")
    assert never_alone.outcome(halves) is None
    ended = never_alone.play(never_alone.play(halves, "pass"), "pass")
    assert never_alone.outcome(ended) == ({"r": 0.5, "b": 0.5}, "equal points")


def test_a_piece_that_is_alone_earns_nothing() -> None:
    # A full board, 32 pieces each: the black a8 is alone, at the right distance from d8, a5 and c6 of Red.
    board = "brrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb"
    position = never_alone.parse(board + " r 0")
    assert never_alone.legal_turns(position) == ["xa8"]
    # Black to move first passes (no red piece is alone), and Red then wins by capture, not by points.
    position = never_alone.play(never_alone.parse(board + " b 0"), "pass")
    assert never_alone.text(position).endswith(" r 1")
    assert never_alone.legal_turns(position) == ["xa8"]
    # Loaded with Red's pass already made: Black's pass ends the game, 32 points against 31.
    position = never_alone.parse(board + " b 1")
    assert never_alone.outcome(never_alone.play(position, "pass")) == ({"r": 1.0, "b": 0.0}, "more points")


def test_a_placement_puts_the_passes_back_to_nought() -> None:
    position = placed("r", "a1", "h8", passes=1)
    assert never_alone.text(never_alone.play(position, "a4")).endswith(" b 0")


FULL_RED = "rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrr3/8/8/8"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "board"),
        ("8/8/8/4b3/3r4/8/8/8", "player to move"),
        ("8/8/8/4b3/3r4/8/8/8 r", "passes"),
        ("8/8/8/4b3/3r4/8/8/8 w 0", "player to move"),
        ("8/8/8/4b3/3r4/8/8/8 r 2", "passes"),
        ("8/8/8/4b3/3r4/8/8/8 r 00", "passes"),
        ("8/8/8/4b3/3r4/8/8/8 r -1", "passes"),
        ("8/8/8/4b3/3r4/8/8/8 r 0 0", "fields"),
        (" 8/8/8/4b3/3r4/8/8/8 r 0", "fields"),
        ("8/8/8/4b3/3r4/8/8/8 r 0 ", "fields"),
        ("8/8/8/4b3/3r4/8/8/8  r 0", "fields"),
        ("8/8/8/4b3/3r4/8/8 r 0", "7 rows"),
        ("8/8/8/4b3/3r4/8/8/7 r 0", "8 squares"),
        ("8/8/8/4b3/3r4/8/8/44 r 0", "8 squares"),
        ("8/8/8/4b3/3r4/8/8/08 r 0", "zero"),
        ("8/8/8/4b3/3w4/8/8/8 r 0", "letter 'w'"),
        ("8/8/8/4b3/3R4/8/8/8 r 0", "letter 'R'"),
        (FULL_RED + " r 0", "board: 37 red pieces"),
        (FULL_RED.replace("r", "b") + " r 0", "board: 37 black pieces"),
    ],
)
def test_refused_texts(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        never_alone.parse(text)


def test_all_reasons_are_given_at_once() -> None:
    with pytest.raises(ValueError) as refusal:
        never_alone.parse(FULL_RED.replace("/8/8/8", "/8/8/k7") + " w 2")
    for reason in ("37 red pieces", "letter 'k'", "player to move", "passes"):
        assert reason in str(refusal.value)


def test_random_games_round_trip_and_end() -> None:
    dice = random.Random(3)
    for _ in range(10):
        position = never_alone.start()
        while never_alone.outcome(position) is None:
            turns = never_alone.legal_turns(position)
            assert turns == sorted(set(turns)) and turns
            assert ("pass" in turns) == (turns == ["pass"])
            assert never_alone.parse(never_alone.text(position)) == position
            position = never_alone.play(position, dice.choice(turns))
        assert never_alone.legal_turns(position) == []
