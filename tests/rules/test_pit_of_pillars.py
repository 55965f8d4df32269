"""Pit of Pillars, sentence by sentence of its rules file. Stacks are written bottom to top, as in position texts."""

import itertools
import re

import pytest

import tavoliere as tv
from tests.rules import engine
from tests.rules.boards import CORNERS, at, entering, pillars, squares_of, standing
from tests.rules.engine import begun, firsts, is_legal, moves, over, play

START = "#6#/8/8/8/8/8/8/#6# w e 0-0 - 0"
SQUARES = sorted({f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)} - set(CORNERS))
# Red enters f1 and a second man, or g2, which leaves no square for one.
ABOUT_TO_END = "#w2rw1#/1r1wr1r1/4rww1/w1w3r1/r1r1wrw1/w1w2rw1/r1r1r3/#rw1w1w# r e 0-0 g1 0"


def fields(position):
    return str(position).split(" ")


def beside(square):
    column, row = ord(square[0]), int(square[1])
    around = {f"{chr(column + a)}{row + b}" for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return around & set(SQUARES)


# The board


def test_the_start_is_the_one_of_the_rules_file():
    start = engine.start("pit-of-pillars")
    assert str(start) == START
    assert start == engine.position("pit-of-pillars", START)


def test_the_board_has_sixty_squares_without_the_corners():
    assert len(SQUARES) == 60
    assert moves(engine.start("pit-of-pillars")) == SQUARES


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 60), (2, 10976)])
def test_perft_from_the_start(depth, count):
    with engine.way():
        assert tv.perft(engine.game("pit-of-pillars").start(), depth) == count


# The entering stage


def test_whites_first_turn_enters_one_man_anywhere():
    after = play(engine.start("pit-of-pillars"), "d4")
    assert at(after, "d4") == "w"
    assert fields(after)[1:] == ["r", "e", "0-0", "d4", "0"]


def test_the_first_man_goes_next_to_the_man_the_opponent_entered_last():
    position = play(engine.start("pit-of-pillars"), "d4")
    assert firsts(position) == ["c4", "d3", "d5", "e4"]
    position = play(position, "d5,f3")
    assert firsts(position) == ["e3", "f2", "f4", "g3"]


def test_the_first_man_goes_on_a_vacant_square():
    position = entering("w", w="d4", r="d5 f3", last="f3")
    assert "f3" not in firsts(position)
    position = play(position, "e3,b7", "b8,g7")
    assert set(firsts(position)) == {"f7", "h7", "g6", "g8"}


def test_the_omitted_corners_are_no_squares_to_enter():
    assert firsts(entering("r", w="b1", r="", last="b1")) == ["b2", "c1"]


def test_the_first_man_may_have_other_neighbours():
    position = entering("w", w="d4", r="d5 f4", last="f4")
    assert "e4" in firsts(position)


def test_the_second_man_goes_where_all_neighbours_are_vacant():
    position = begun(play(engine.start("pit-of-pillars"), "d4"), "d5")
    occupied = {"d4", "d5"}
    allowed = [square for square in SQUARES if square not in occupied and not beside(square) & occupied]
    assert firsts(position) == allowed
    assert len(allowed) == 52


def test_a_diagonal_neighbour_does_not_count():
    position = begun(play(engine.start("pit-of-pillars"), "d4"), "d5")
    assert "c3" in firsts(position) and "e6" in firsts(position)


def test_the_second_man_keeps_away_from_the_first_one_too():
    assert not is_legal(play(engine.start("pit-of-pillars"), "d4"), "d5,d6")


def test_the_second_man_goes_on_a_vacant_square():
    """In this loaded position men stand alone, as they do in no game."""
    position = begun(entering("r", w="d4 b2 g7", r="b7 e2", last="g7"), "g6")
    assert not {"d4", "b2", "g7", "b7", "e2", "g6"} & set(firsts(position))


def test_both_men_are_compulsory_and_come_in_this_order():
    position = play(engine.start("pit-of-pillars"), "d4")
    assert is_legal(position, "d5,f3")
    assert not is_legal(position, "d5")
    assert not is_legal(position, "f3")
    assert not is_legal(position, "f3,d5")


def test_the_first_turn_enters_one_man_only():
    assert not is_legal(engine.start("pit-of-pillars"), "d4,f6")


def test_the_men_entered_have_the_movers_colour():
    after = play(engine.start("pit-of-pillars"), "d4", "d5,f3", "f2,b6")
    assert squares_of(after, "w") == "b6 d4 f2"
    assert squares_of(after, "r") == "d5 f3"
    assert fields(after)[1:] == ["r", "e", "0-0", "b6", "0"]


def test_when_no_square_allows_the_second_man_the_turn_ends_and_the_opponent_opens_the_movement_stage():
    position = engine.position("pit-of-pillars", ABOUT_TO_END)
    after = play(position, "g2")
    assert fields(after)[1:] == ["w", "m", "0-0", "-", "0"]
    assert len(squares_of(after, "w").split()) == len(squares_of(after, "r").split())


def test_the_first_man_may_be_put_where_no_second_one_can_follow():
    position = engine.position("pit-of-pillars", ABOUT_TO_END)
    listed = moves(position)
    assert "g2" in listed
    assert any(move.startswith("f1,") for move in listed)
    assert not is_legal(position, "f1")


def test_nobody_wins_or_captures_while_men_are_entered():
    assert over(play(engine.start("pit-of-pillars"), "d4")) is None


@pytest.mark.parametrize("seed", range(12))
def test_both_colours_have_equally_many_men_when_the_movement_stage_begins(seed):
    game = engine.game("pit-of-pillars")
    first = next(state for state in engine.random_states(game, seed) if state.part == 2)
    white, red = first.controlled(0).count(), first.controlled(1).count()
    assert white == red
    assert 10 <= white <= 24
    assert (first.white_reserve, first.red_reserve, first.quiet, first.last) == (0, 0, 0, -1)
    assert not first.pillars()


# Moving a stack


def test_the_top_k_men_move_exactly_k_squares():
    position = pillars("w", {"d4": "www", "h7": "r"})
    one, two, three = ["d5", "d3", "c4", "e4"], ["d6", "d2", "b4", "f4"], ["d7", "d1", "a4", "g4"]
    assert moves(position) == sorted(f"d4-{square}" for square in one + two + three)


@pytest.mark.parametrize(
    ("move", "left", "landed"), [("d4-d5", "(rrw)", "w"), ("d4-f4", "(rr)", "(ww)"), ("d4-d7", "r", "(rww)")]
)
def test_the_top_men_move_in_their_order_and_the_others_stay(move, left, landed):
    after = play(pillars("w", {"d4": "rrww", "h7": "r"}), move)
    assert at(after, "d4") == left
    assert at(after, move[3:]) == landed


def test_a_whole_stack_can_move():
    after = play(pillars("w", {"d4": "rrww", "h7": "r"}), "d4-h4")
    assert at(after, "d4") == "." and at(after, "h4") == "W"
    after = play(pillars("w", {"d4": "rww", "h7": "r"}), "d4-g4")
    assert at(after, "d4") == "." and at(after, "g4") == "(rww)"


def test_more_men_than_the_stack_has_do_not_move():
    assert not is_legal(pillars("w", {"d4": "ww", "h7": "r"}), "d4-d7")


def test_a_stack_does_not_move_diagonally():
    assert not is_legal(pillars("w", {"d4": "ww", "h7": "r"}), "d4-e5")
    assert not is_legal(pillars("w", {"d4": "ww", "h7": "r"}), "d4-f6")


def test_men_land_on_top_of_whatever_is_there():
    after = play(pillars("w", {"d4": "w", "d5": "rw", "h7": "r"}), "d4-d5")
    assert at(after, "d5") == "(rww)"
    after = play(pillars("w", {"d4": "w", "d5": "wr", "h7": "r"}), "d4-d5")
    assert at(after, "d5") == "(wrw)"


def test_men_move_over_stacks_of_either_colour():
    position = pillars("w", {"d4": "www", "d5": "r", "d6": "w", "e4": "rr", "h7": "r"})
    assert is_legal(position, "d4-d7")
    assert is_legal(position, "d4-f4")


@pytest.mark.parametrize("pillar", ["W", "R"])
def test_men_move_neither_over_nor_onto_a_pillar_of_either_colour(pillar):
    position = pillars("w", {"d4": "www", "d5": pillar, "f4": pillar, "h7": "r"})
    parts = firsts(position)
    assert not {"d4-d5", "d4-d6", "d4-d7", "d4-f4", "d4-g4"} & set(parts)
    assert {"d4-e4", "d4-c4", "d4-b4", "d4-a4"} <= set(parts)


def test_men_stay_on_the_board_and_off_the_omitted_corners():
    assert moves(pillars("w", {"b1": "ww", "h7": "r"})) == ["b1-b2", "b1-b3", "b1-c1", "b1-d1"]
    assert not is_legal(pillars("w", {"c1": "ww", "h7": "r"}), "c1-a1")


def test_the_colour_on_top_controls_a_stack():
    position = pillars("w", {"d4": "rw", "f6": "wr"})
    assert {move[:2] for move in moves(position)} == {"d4"}
    position = pillars("r", {"d4": "rw", "f6": "wr"})
    assert {move[:2] for move in moves(position)} == {"f6"}


def test_a_high_stack_of_one_colour_moves_up_to_seven_men():
    after = play(pillars("w", {"b1": "w" * 12, "h7": "r"}), "b1-b8")
    assert at(after, "b1") == "(wwwww)" and at(after, "b8") == "(wwwwwww)"


@pytest.mark.parametrize("height", range(1, 30))
def test_a_stack_of_any_height_moves_as_many_men_as_there_is_room_for(height):
    position = pillars("w", {"b1": "w" * height, "h7": "r"})
    north = [f"b1-b{row}" for row in range(2, 9)][:height]
    east = [f"b1-{column}1" for column in "cdefg"][:height]
    assert moves(position) == sorted(north + east)
    after = play(position, "b1-b2")
    assert at(after, "b1") == {1: ".", 2: "w"}.get(height, f"({'w' * (height - 1)})")


@pytest.mark.parametrize("height", range(1, 23))
def test_a_man_that_lands_makes_a_stack_of_its_colour_higher_by_one(height):
    after = play(pillars("r", {"d4": "r" * height, "d5": "rrrrrrr", "a7": "w"}), "d5-d4")
    assert at(after, "d4") == f"({'r' * (height + 1)})" and at(after, "d5") == "(rrrrrr)"


def test_a_high_stack_can_be_split_to_four_and_below():
    after = play(pillars("r", {"d2": "r" * 7, "a7": "w"}), "d2-d5")
    assert at(after, "d2") == "(rrrr)" and at(after, "d5") == "(rrr)"
    after = play(pillars("r", {"d2": "r" * 7, "a7": "w"}), "d2-d7")
    assert at(after, "d2") == "(rr)" and at(after, "d7") == "(rrrrr)"


# Entering from the reserve


def test_a_reserve_man_goes_on_a_vacant_square_or_on_any_stack():
    position = pillars("w", {"d4": "w", "f6": "rr", "c3": "W", "e2": "R"}, reserves="2-0")
    entries = {part[1:] for part in firsts(position) if part.startswith("@")}
    assert entries == set(SQUARES) - {"c3", "e2"}


@pytest.mark.parametrize(("square", "stack"), [("b5", "w"), ("d4", "(ww)"), ("f6", "(rw)")])
def test_a_reserve_man_lands_on_top(square, stack):
    after = play(pillars("w", {"d4": "w", "f6": "r", "h7": "r"}, reserves="2-3"), f"@{square}")
    assert at(after, square) == stack
    assert fields(after)[3] == "1-3"


def test_red_enters_red_men():
    after = play(pillars("r", {"d4": "w", "f6": "r"}, reserves="2-3"), "@d5")
    assert at(after, "d5") == "r" and fields(after)[3] == "2-2"


def test_without_a_reserve_nobody_enters():
    position = pillars("w", {"d4": "w", "f6": "r"}, reserves="0-4")
    assert not any(move.startswith("@") for move in moves(position))


def test_a_man_enters_or_a_stack_moves_but_not_both():
    position = pillars("w", {"d4": "w", "f6": "r"}, reserves="2-0")
    assert not is_legal(position, "@d5,d4-d3")
    assert not is_legal(position, "d4-d3,@d5")


# Pillars


def test_a_pillar_moves_like_a_queen_after_the_compulsory_part():
    position = begun(pillars("w", {"d4": "W", "a2": "w", "h7": "r"}), "a2-a3")
    north, south = [f"d{row}" for row in range(5, 9)], [f"d{row}" for row in range(1, 4)]
    lines = [f"{column}4" for column in "abcefgh"]
    diagonals = ["e5", "f6", "g7", "e3", "f2", "g1", "c3", "b2", "c5", "b6", "a7"]
    expected = [f"d4-{square}" for square in north + south + lines + diagonals]
    assert firsts(position) == sorted([*expected, "done"])


def test_a_pillar_moves_over_vacant_squares_only():
    position = begun(pillars("w", {"d4": "W", "d6": "w", "f4": "r", "b2": "R", "f6": "W", "a2": "w"}), "a2-a3")
    of_d4 = {part[3:] for part in firsts(position) if part.startswith("d4-")}
    assert of_d4 == {"d5", "e4", "c3", "e5"} | {"d3", "d2", "d1"} | {"c4", "b4", "a4"} | {"e3", "f2", "g1"} | {
        "c5",
        "b6",
        "a7",
    }


def test_the_pillar_move_is_optional():
    position = pillars("w", {"d4": "W", "a2": "w", "h7": "r"})
    assert is_legal(position, "a2-a3") and is_legal(position, "a2-a3,d4-d5")
    assert at(play(position, "a2-a3"), "d4") == "W"


def test_a_pillar_move_takes_the_pillar_along():
    after = play(pillars("w", {"d4": "W", "a2": "w", "h7": "r"}), "a2-a3,d4-g7")
    assert at(after, "d4") == "." and at(after, "g7") == "W"
    after = play(pillars("r", {"d4": "R", "a2": "w", "h7": "r"}), "h7-h6,d4-a7")
    assert at(after, "d4") == "." and at(after, "a7") == "R"


def test_only_one_pillar_moves():
    position = pillars("w", {"d4": "W", "e4": "W", "a2": "w", "h7": "r"})
    assert not is_legal(position, "a2-a3,d4-d5,e4-e5")
    assert not is_legal(position, "a2-a3,d4-d5,d5-d6")


def test_nobody_moves_the_opponents_pillars():
    position = pillars("w", {"d4": "R", "a2": "w", "h7": "r"})
    assert not is_legal(position, "a2-a3,d4-d5")


def test_the_compulsory_part_comes_first_and_cannot_be_left_out():
    position = pillars("w", {"d4": "W", "a2": "w", "h7": "r"})
    assert not is_legal(position, "d4-d5,a2-a3")
    assert not is_legal(position, "d4-d5")
    assert not is_legal(position, "done")


def test_a_pillar_can_use_the_square_that_the_stack_has_left():
    assert is_legal(pillars("w", {"d4": "W", "d5": "w", "h7": "r"}), "d5-e5,d4-d5")


def test_a_turn_without_own_pillars_is_over_after_the_compulsory_part():
    after = begun(pillars("w", {"d4": "R", "a2": "w", "h7": "r"}), "a2-a3")
    assert after.pending == () and after.turn == "r"


# Capturing

CAPACITIES = {"b1": 2, "a2": 2, "g8": 2, "h7": 2, "c1": 3, "a4": 3, "h5": 3, "e8": 3, "b2": 4, "d4": 4, "g7": 4}


def test_the_capacity_is_the_number_of_squares_next_to_it():
    assert {square: len(beside(square)) for square in CAPACITIES} == CAPACITIES


@pytest.mark.parametrize(("square", "capacity"), CAPACITIES.items())
def test_a_stack_of_both_colours_above_the_capacity_is_captured(square, capacity):
    below = "r" + "w" * (capacity - 1)
    after = play(pillars("w", {square: below, "d6": "r", "e5": "w"}, reserves="3-2"), f"@{square}")
    assert at(after, square) == "W"
    assert fields(after)[3] == f"{2 + capacity}-2"


@pytest.mark.parametrize(("square", "capacity"), CAPACITIES.items())
def test_a_stack_of_both_colours_up_to_the_capacity_is_not_captured(square, capacity):
    below = "r" + "w" * (capacity - 2)
    after = play(pillars("w", {square: below, "d6": "r", "e5": "w"}, reserves="3-2"), f"@{square}")
    assert at(after, square) == f"({below}w)"
    assert fields(after)[3] == "2-2"


@pytest.mark.parametrize("pillar", ["W", "R"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_pillar_next_to_the_square_takes_one_from_its_capacity(pillar, count):
    around = " ".join(["d3", "e4", "c4"][:count])
    most = 4 - count
    if most > 1:
        at_capacity = pillars("w", {"d4": "r" + "w" * (most - 2), around: pillar, "d6": "r", "e6": "w"}, "1-0")
        assert at(play(at_capacity, "@d4"), "d4") == f"(r{'w' * (most - 1)})"
    above = pillars("w", {"d4": "r" + "w" * (most - 1), around: pillar, "d6": "r", "e6": "w"}, "1-0")
    assert at(play(above, "@d4"), "d4") == "W"


def test_a_square_between_four_pillars_has_no_capacity():
    position = pillars("w", {"d4": "r", "d3 d5 c4": "W", "e4": "R", "d7": "r", "b7": "w"}, "1-0")
    assert at(play(position, "@d4"), "d4") == "W"


def test_diagonal_pillars_do_not_matter():
    position = pillars("w", {"d4": "rww", "c3 e5": "W", "c5 e3": "R", "d7": "r"}, "1-0")
    assert at(play(position, "@d4"), "d4") == "(rwww)"


def test_moving_a_stack_captures_as_entering_does():
    after = play(pillars("w", {"d4": "rrw", "d2": "rww", "h7": "r"}, "1-1"), "d2-d4")
    assert at(after, "d4") == "W"
    assert at(after, "d2") == "r"
    assert fields(after)[3] == "4-1"


def test_the_movers_men_go_to_the_reserve_and_the_opponents_leave_the_game():
    after = play(pillars("r", {"c1": "wwr", "c2": "r", "h7": "w"}, "0-5"), "c2-c1")
    assert at(after, "c1") == "R"
    assert fields(after)[3] == "0-7"
    assert squares_of(after, "w") == "h7"


def test_a_stack_that_the_opponent_controlled_is_captured_by_the_mover():
    after = play(pillars("w", {"b1": "rr", "b2": "w", "h7": "r"}), "b2-b1")
    assert at(after, "b1") == "W" and fields(after)[3] == "1-0"


def test_the_moved_men_alone_may_bring_both_colours():
    """Red men under the white ones travel along; three of them are more than b1 can hold."""
    after = play(pillars("w", {"b4": "rww", "b1": "w", "h7": "r"}), "b4-b1")
    assert at(after, "b1") == "W" and fields(after)[3] == "3-0"


@pytest.mark.parametrize("height", [3, 5, 12, 28])
def test_a_stack_of_one_colour_is_never_captured_however_high(height):
    after = play(pillars("w", {"b1": "w" * height, "b2": "w", "h7": "r"}), "b2-b1")
    assert at(after, "b1") == f"({'w' * (height + 1)})"


def test_high_stacks_of_both_colours_that_meet_are_captured():
    after = play(pillars("w", {"d4": "r" * 9, "d7": "w" * 6, "h7": "r"}), "d7-d4")
    assert at(after, "d4") == "W" and at(after, "d7") == "(www)"
    assert fields(after)[3] == "3-0"
    after = play(pillars("r", {"d4": "w" * 9, "d7": "r" * 6, "a7": "w"}), "d7-d4")
    assert at(after, "d4") == "R" and fields(after)[3] == "0-3"


def test_a_pillar_that_appears_captures_nothing_beside_it():
    """b1 holds three for c1's neighbour: the capture on c1 takes one from its capacity, and it stays."""
    position = pillars("w", {"c1": "rrw", "d1": "rrr", "c2": "w", "b1": "rw", "h7": "r"})
    after = play(position, "c2-c1")
    assert at(after, "c1") == "W"
    assert at(after, "b1") == "(rw)"


def test_a_pillar_that_moves_captures_nothing_beside_it():
    position = pillars("w", {"b1": "rw", "c5": "W", "g4": "w", "h7": "r"})
    after = play(position, "g4-g5,c5-c1")
    assert at(after, "b1") == "(rw)"
    after = play(after, "h7-h6")
    assert at(after, "b1") == "(rw)"


def test_the_square_that_is_left_captures_nothing():
    position = pillars("w", {"b1": "rww", "b2": "W", "h7": "r"})
    after = play(position, "b1-c1,b2-c2")
    assert at(after, "b1") == "(rw)"


def test_only_the_target_square_is_looked_at():
    """Both stacks are too high for their squares; only the one that is landed on is captured."""
    position = pillars("w", {"b1": "rwr", "g1": "rwr", "g2": "w", "h7": "r"})
    after = play(position, "g2-g1")
    assert at(after, "g1") == "W" and at(after, "b1") == "(rwr)"


def test_the_pillar_that_the_capture_has_put_up_may_be_the_one_that_moves():
    position = pillars("w", {"b1": "rw", "b2": "w", "h7": "r", "e5": "w"})
    after = play(position, "b2-b1,b1-b6")
    assert at(after, "b1") == "." and at(after, "b6") == "W"


# The end


def test_the_mover_wins_when_the_opponent_controls_no_stack():
    after = play(pillars("w", {"d4": "w", "d5": "r"}), "d4-d5")
    assert at(after, "d5") == "(rw)"
    assert over(after) == ("w", "no stack left")


def test_the_mover_wins_even_without_a_stack_left():
    after = play(pillars("w", {"b1": "wr", "c1": "w"}), "c1-b1")
    assert squares_of(after, "W") == "b1" and standing(after).keys() == {"b1", *CORNERS}
    assert over(after) == ("w", "no stack left")


def test_no_pillar_move_follows_a_win():
    position = pillars("w", {"b1": "wr", "c1": "w", "e5": "W"})
    assert not is_legal(position, "c1-b1,b1-b4")
    assert not is_legal(position, "c1-b1,e5-e6")
    assert over(play(position, "c1-b1")) == ("w", "no stack left")


def test_the_opponents_reserve_does_not_help():
    assert over(play(pillars("w", {"d4": "w", "d5": "r"}, "0-5"), "d4-d5")) == ("w", "no stack left")


def test_ones_own_capture_that_leaves_no_stack_does_not_lose():
    position = play(pillars("w", {"b1": "wr", "c1": "w", "f6": "r"}), "c1-b1")
    assert squares_of(position, "w") == "" and fields(position)[3] == "2-0"
    assert over(position) is None


def test_who_still_controls_none_after_the_opponents_compulsory_part_has_lost():
    position = play(pillars("w", {"b1": "wr", "c1": "w", "f6": "r"}), "c1-b1")
    assert over(play(position, "f6-f7")) == ("r", "no stack left")


def test_a_split_may_uncover_a_man_of_a_player_without_a_stack():
    position = play(pillars("w", {"b1": "wr", "c1": "w", "f6": "wr"}), "c1-b1")
    assert over(play(position, "f6-f7")) is None
    assert over(play(position, "f6-f8")) == ("r", "no stack left")


def test_a_loaded_player_to_move_without_a_stack_has_lost_whatever_the_reserve():
    assert over(pillars("w", {"f6": "r"}, "3-0")) == ("r", "no stack left")
    assert over(pillars("r", {"f6": "rw"}, "3-3")) == ("w", "no stack left")


def test_a_loaded_player_not_to_move_without_a_stack_is_still_in():
    assert over(pillars("r", {"f6": "wr"})) is None


def test_who_has_no_legal_compulsory_part_has_lost():
    position = pillars("r", {"b1": "w", "b2": "R", "c5": "R", "g6": "r"})
    assert over(play(position, "g6-g7")) is None
    assert over(play(position, "g6-g7,c5-c1")) == ("r", "no legal move")


def test_a_reserve_man_is_a_legal_compulsory_part():
    position = play(pillars("r", {"b1": "w", "b2": "R", "c5": "R", "g6": "r"}, "1-0"), "g6-g7,c5-c1")
    assert over(position) is None
    assert all(move.startswith("@") for move in moves(position))


def test_a_loaded_position_without_a_legal_compulsory_part_is_lost_already():
    assert over(pillars("w", {"b1": "w", "b2 c1": "R", "g6": "r"})) == ("r", "no legal move")


# What would go on for ever

SHUFFLE = ["c3-c4", "f6-f5", "c4-c3", "f5-f6"]


def test_the_third_occurrence_of_a_position_is_a_draw():
    position = play(pillars("w", {"c3": "w", "f6": "r"}), *SHUFFLE, *SHUFFLE[:3])
    assert over(position) is None
    assert over(play(position, SHUFFLE[3])) == ("draw", "repetition")


def test_the_counter_of_quiet_turns_is_no_part_of_a_repetition():
    position = pillars("w", {"c3": "w", "f6": "r"}, quiet=17)
    assert over(play(position, *SHUFFLE, *SHUFFLE)) == ("draw", "repetition")


def test_reserves_and_player_to_move_are_part_of_a_repetition():
    stacks = {"c3": "w", "f6": "r"}
    variants = [pillars("w", stacks), pillars("w", stacks, "1-0"), pillars("w", stacks, "0-1"), pillars("r", stacks)]
    assert len({variant.state.uncounted() for variant in variants}) == 4
    assert len({variant.state.key() for variant in variants}) == 4


def test_the_first_position_of_the_movement_stage_counts_as_one():
    first = play(engine.position("pit-of-pillars", ABOUT_TO_END), "g2")
    shuffle = ["a5-b5", "g5-h5", "b5-a5", "h5-g5"]
    position = play(first, *shuffle, *shuffle[:3])
    assert over(position) is None
    assert over(play(position, shuffle[3])) == ("draw", "repetition")


def test_a_hundred_turns_without_a_capture_are_a_draw():
    position = play(pillars("w", {"c3": "w", "f6": "r"}, quiet=98), "c3-c4")
    assert fields(position)[5] == "99" and over(position) is None
    assert over(play(position, "f6-f5")) == ("draw", "100 turns without a capture")


def test_both_players_turns_are_counted_from_the_beginning_of_the_movement_stage():
    position = play(engine.position("pit-of-pillars", ABOUT_TO_END), "g2")
    counts = [fields(position)[5]]
    for move in ("a5-b5", "g5-h5", "b5-a5"):
        position = play(position, move)
        counts.append(fields(position)[5])
    assert counts == ["0", "1", "2", "3"]


def test_a_capture_starts_the_count_again():
    after = play(pillars("w", {"b1": "rw", "b2": "w", "h7": "r", "e5": "w"}, quiet=99), "b2-b1")
    assert over(after) is None and fields(after)[5] == "0"


def test_a_pillar_move_does_not_start_the_count_again():
    position = pillars("w", {"d4": "W", "a2": "w", "h7": "r"}, quiet=99)
    assert over(play(position, "a2-a3,d4-d5")) == ("draw", "100 turns without a capture")


def test_the_hundredth_turn_that_wins_wins():
    assert over(play(pillars("w", {"d4": "w", "d5": "r"}, quiet=99), "d4-d5")) == ("w", "no stack left")
    position = pillars("r", {"b1": "w", "b2": "R", "c5": "R", "g6": "r"}, quiet=99)
    assert over(play(position, "g6-g7,c5-c1")) == ("r", "no legal move")


def test_the_third_occurrence_and_the_hundredth_quiet_turn_together_are_a_draw():
    position = pillars("w", {"c3": "w", "f6": "r"}, quiet=92)
    assert over(play(position, *SHUFFLE, *SHUFFLE))[0] == "draw"


# Texts


def test_a_half_made_turn_has_the_text_of_the_position_before_it():
    position = pillars("w", {"d4": "W", "a2": "w", "h7": "r"})
    half = begun(position, "a2-a3")
    assert str(half) == str(position) and half.turn == "w"
    assert "a2-a3" in moves(half) and "a2-a3,d4-d5" in moves(half)


def test_a_position_text_shows_stacks_pillars_and_corners():
    text = "#5r#/3(wrr)4/8/2W5/5R2/8/(ww)7/#4w1# r m 3-1 - 12"
    position = engine.position("pit-of-pillars", text)
    assert at(position, "d7") == "(wrr)" and at(position, "c5") == "W" and at(position, "f4") == "R"
    assert at(position, "a2") == "(ww)" and at(position, "g8") == "r" and at(position, "f1") == "w"


# Random play


@pytest.mark.parametrize("seed", range(6))
def test_a_stack_of_both_colours_is_never_higher_than_four_and_no_stack_reaches_thirty(seed):
    game = engine.game("pit-of-pillars")
    text_of = game.ruleset.notation.position_text
    tallest = 0
    for state in engine.random_states(game, seed):
        stacks = re.findall(r"\(([wr]+)\)", text_of(state, {}))
        assert all(len(men) <= 4 for men in stacks if "w" in men and "r" in men)
        assert all(len(men) < 30 for men in stacks)
        assert not state.men() & state.pillars() and not state.white_pillars & state.red_pillars
        tallest = max([tallest, *map(len, stacks)])
    assert tallest > 1


def test_only_captures_take_men_out_of_the_game():
    captures = 0
    for seed in range(6):
        for before, after in itertools.pairwise(engine.random_states(engine.game("pit-of-pillars"), seed)):
            if before.part != 2:
                continue
            captured = after.pillars().count() > before.pillars().count()
            mover, other = ("w", "r") if before.turn == 0 else ("r", "w")
            assert men_of(after, mover) == men_of(before, mover)
            assert (men_of(after, other) < men_of(before, other)) == captured
            captures += captured
    assert captures > 0


def men_of(state, colour):
    text = engine.game("pit-of-pillars").ruleset.notation.position_text(state, {})
    return text.split(" ")[0].count(colour) + (state.white_reserve if colour == "w" else state.red_reserve)


def test_random_games_begin_moving_with_about_fifteen_men_a_colour():
    game = engine.game("pit-of-pillars")
    games = engine.at_speed(150, 60)
    firsts_of_stage = [
        next(state for state in engine.random_states(game, seed) if state.part == 2) for seed in range(games)
    ]
    mean = sum(state.controlled(0).count() for state in firsts_of_stage) / games
    assert 14 < mean < 16


def test_random_games_last_a_few_hundred_turns():
    games = engine.at_speed(2000, 6)
    counts, actions = engine.random_games(engine.game("pit-of-pillars"), games, seed=2)
    assert sum(counts) == games
    assert 300 < actions / games < 1100


def test_random_games_are_the_same_in_every_mode():
    assert engine.plays_the_same_games_as_plain_python(engine.game("pit-of-pillars"), 4)
