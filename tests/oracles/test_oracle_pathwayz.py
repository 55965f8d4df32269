"""Self-tests of the slow Pathwayz referee: facts of the rules page, and small positions for each ruling."""

import random

import pytest

from tests.oracles import pathwayz


def test_start() -> None:
    position = pathwayz.start()
    assert pathwayz.text(position) == "12/12/12/12/12/12/12/12 w"
    assert pathwayz.turn(position) == "w"
    assert pathwayz.outcome(position) is None
    with pytest.raises(ValueError, match="option size"):
        pathwayz.start(size=8)


def test_perft() -> None:
    assert [pathwayz.perft(pathwayz.start(), depth) for depth in range(3)] == [1, 192, 36480]


def test_number_of_moves_after_each_placement() -> None:
    dice = random.Random(2)
    for _ in range(3):
        position = pathwayz.start()
        placements = 0
        while pathwayz.outcome(position) is None:
            turns = pathwayz.legal_turns(position)
            assert turns == sorted(set(turns)) and len(turns) == 2 * (96 - placements)
            assert pathwayz.parse(pathwayz.text(position)) == position
            position = pathwayz.play(position, dice.choice(turns))
            placements += 1
        assert pathwayz.legal_turns(position) == []


def test_normal_piece_shows_the_movers_colour() -> None:
    position = pathwayz.play(pathwayz.start(), "a1")
    assert pathwayz.text(position) == "12/12/12/12/12/12/12/w11 b"
    position = pathwayz.play(position, "l8")
    assert pathwayz.text(position) == "11b/12/12/12/12/12/12/w11 w"


def test_permanent_piece_shows_the_opponents_colour_and_turns_the_normal_neighbours() -> None:
    position = pathwayz.parse("12/12/12/1wbWB7/1w1b8/1BWww7/5b6/12 w")
    reached = pathwayz.play(position, "c4*")
    assert pathwayz.text(reached) == "12/12/12/1bwWB7/1bBw8/1BWbw7/5b6/12 b"
    reached = pathwayz.play(pathwayz.parse(pathwayz.text(position).replace(" w", " b")), "c4*")
    assert pathwayz.text(reached) == "12/12/12/1bwWB7/1bWw8/1BWbw7/5b6/12 w"


def test_permanent_piece_in_the_corner_and_no_wrapping_round() -> None:
    position = pathwayz.parse("w10w/w10w/12/12/12/12/12/w10w b")
    reached = pathwayz.play(position, "b8*")
    assert pathwayz.text(reached) == "bW9w/b10w/12/12/12/12/12/w10w w"


def test_normal_piece_turns_nothing() -> None:
    position = pathwayz.parse("12/12/12/1bbb8/12/12/12/12 w")
    assert pathwayz.text(pathwayz.play(position, "c4")) == "12/12/12/1bbb8/2w9/12/12/12 b"


def test_occupied_squares_and_odd_strings_are_refused() -> None:
    position = pathwayz.parse("12/12/12/12/12/12/12/w11 b")
    assert pathwayz.play(position, " b1* ") == pathwayz.play(position, "b1*")
    for move in ("a1", "a1*", "B1", "b1 *", "b1**", "b9", "m1", "", "pass"):
        with pytest.raises(ValueError):
            pathwayz.play(position, move)


def test_chain_links_diagonally_and_counts_permanent_pieces() -> None:
    position = pathwayz.parse("12/12/12/12/12/3w3w4/2w1W1w1w1w1/WW3w3w2 w")
    assert pathwayz.outcome(position) is None
    reached = pathwayz.play(position, "l1")
    assert pathwayz.outcome(reached) == ({"w": 1.0, "b": 0.0}, "chain completed")
    with pytest.raises(ValueError, match="over"):
        pathwayz.play(reached, "a8")


def test_chain_runs_between_the_short_sides_only() -> None:
    column = pathwayz.parse("/".join(["w11"] * 8) + " b")
    assert pathwayz.outcome(column) is None
    row = pathwayz.parse("bbbbbbbbbbbb/12/12/12/12/12/12/12 w")
    assert pathwayz.outcome(row) == ({"w": 0.0, "b": 1.0}, "chain completed")


def test_own_permanent_piece_can_hand_the_game_to_the_opponent() -> None:
    position = pathwayz.parse("12/12/12/bbbbb1bbbbbb/12/12/12/12 w")
    assert pathwayz.outcome(position) is None
    reached = pathwayz.play(position, "f5*")
    # The black pieces beside it turn over too, so the chain breaks there.
    assert pathwayz.text(reached) == "12/12/12/bbbbwBwbbbbb/12/12/12/12 b"
    assert pathwayz.outcome(reached) is None
    position = pathwayz.parse("12/12/12/bbbbB1Bbbbbb/12/12/12/12 w")
    assert pathwayz.outcome(pathwayz.play(position, "f5*")) == ({"w": 0.0, "b": 1.0}, "chain completed")


def test_both_chains_at_once_go_to_the_mover() -> None:
    # c4* turns c5 white (closing row 5) and turns c3 black (closing row 3).
    position = pathwayz.parse("12/12/12/wWbWwwwwwwww/12/bBwBbbbbbbbb/12/12 w")
    assert pathwayz.outcome(position) is None
    reached = pathwayz.play(position, "c4*")
    assert pathwayz.outcome(reached) == ({"w": 1.0, "b": 0.0}, "chain completed")
    position = pathwayz.parse("12/12/12/wWbWwwwwwwww/12/bBwBbbbbbbbb/12/12 b")
    assert pathwayz.outcome(pathwayz.play(position, "c4*")) == ({"w": 0.0, "b": 1.0}, "chain completed")


def test_both_chains_in_a_loaded_text_go_to_the_player_not_to_move() -> None:
    board = "wwwwwwwwwwww/12/12/12/12/12/12/bbbbbbbbbbbb"
    assert pathwayz.outcome(pathwayz.parse(board + " w")) == ({"w": 0.0, "b": 1.0}, "chain completed")
    assert pathwayz.outcome(pathwayz.parse(board + " b")) == ({"w": 1.0, "b": 0.0}, "chain completed")
    assert pathwayz.legal_turns(pathwayz.parse(board + " b")) == []
    assert pathwayz.perft(pathwayz.parse(board + " b"), 2) == 1


def test_full_board_in_vertical_stripes_is_a_draw() -> None:
    stripes = "/".join(["wbwbwbwbwbwb"] * 8) + " w"
    assert pathwayz.outcome(pathwayz.parse(stripes)) == ({"w": 0.5, "b": 0.5}, "board full")
    assert pathwayz.legal_turns(pathwayz.parse(stripes)) == []
    last = pathwayz.parse("1bwbwbwbwbwb/" + "/".join(["wbwbwbwbwbwb"] * 7) + " w")
    assert pathwayz.outcome(pathwayz.play(last, "a8")) == ({"w": 0.5, "b": 0.5}, "board full")


def test_full_board_with_a_chain_is_won() -> None:
    full = "wwwwwwwwwwww/" + "/".join(["wbwbwbwbwbwb"] * 7) + " w"
    assert pathwayz.outcome(pathwayz.parse(full)) == ({"w": 1.0, "b": 0.0}, "chain completed")


def test_the_player_to_move_need_not_fit_the_number_of_pieces() -> None:
    assert pathwayz.turn(pathwayz.parse("12/12/12/12/12/12/12/12 b")) == "b"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "board"),
        ("12/12/12/12/12/12/12/12", "player to move"),
        ("12/12/12/12/12/12/12/12 r", "player to move"),
        ("12/12/12/12/12/12/12/12 W", "player to move"),
        ("12/12/12/12/12/12/12/12 w 0", "fields"),
        (" 12/12/12/12/12/12/12/12 w", "fields"),
        ("12/12/12/12/12/12/12/12 w ", "fields"),
        ("12/12/12/12/12/12/12/12  w", "fields"),
        ("12/12/12/12/12/12/12 w", "7 rows"),
        ("12/12/12/12/12/12/12/12/12 w", "9 rows"),
        ("12/12/12/12/12/12/12/11 w", "12 squares"),
        ("12/12/12/12/12/12/12/w12 w", "12 squares"),
        ("12/12/12/12/12/12/12/66 w", "12 squares"),
        ("12/12/12/12/12/12/12/012 w", "zero"),
        ("12/12/12/12/12/12/12/0w11 w", "zero"),
        ("12/12/12/12/12/12/12/k11 w", "letter 'k'"),
        ("12/12/12/12/12/12/12/" + "1" * 5000 + " w", "12 squares"),
    ],
)
def test_refused_texts(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        pathwayz.parse(text)


def test_all_reasons_are_given_at_once() -> None:
    with pytest.raises(ValueError) as refusal:
        pathwayz.parse("12/12/12/12/12/12/011k/13 x y")
    for reason in ("fields", "zero", "letter 'k'", "board: row 8 from the top", "player to move"):
        assert reason in str(refusal.value)
