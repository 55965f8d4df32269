"""Tablut, sentence by sentence of its rules file. The king waits on h8 where he does not matter."""

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.core.quick import list_actions
from tavoliere.core.runs import ROOM
from tavoliere.games.tablut import rules
from tests.rules import engine
from tests.rules.boards import at, squares_of, standing, tablut
from tests.rules.engine import firsts, is_legal, moves, over, play

CAMPS = ("a4 a5 a6 b5", "i4 i5 i6 h5", "d1 e1 f1 e2", "d9 e9 f9 e8")
CAMP_SQUARES = " ".join(CAMPS).split()
EDGE = {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10) if column in "ai" or row in (1, 9)}
ESCAPES = sorted(EDGE - set(CAMP_SQUARES))
CORNERS = ("a1", "a9", "i1", "i9")
START = "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w"


# The board


def test_the_start_is_the_one_of_the_rules_file():
    start = engine.start("tablut")
    assert str(start) == START
    assert start == engine.position("tablut", START)


def test_white_has_a_king_on_the_castle_and_eight_defenders_around_him():
    start = engine.start("tablut")
    assert at(start, "e5") == "k"
    assert squares_of(start, "w") == " ".join(sorted(["e3", "e4", "e6", "e7", "c5", "d5", "f5", "g5"]))


def test_black_has_an_attacker_on_every_camp_square():
    assert squares_of(engine.start("tablut"), "b").split() == sorted(CAMP_SQUARES)


def test_white_moves_first_and_the_players_alternate():
    position = engine.start("tablut")
    turns = []
    for move in ("e3-d3", "d1-d2", "d3-e3", "d2-c2"):
        turns.append(position.turn)
        position = play(position, move)
    assert turns == ["w", "b", "w", "b"]


def test_there_is_no_passing():
    start = engine.start("tablut")
    assert not is_legal(start, "pass")
    assert not is_legal(start, "")
    assert not is_legal(start, "e5-e5")


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 56), (2, 4408), (3, 248456)])
def test_perft_from_the_start(depth, count):
    if depth == 3 and engine.MODE == engine.PLAIN:
        depth, count = 2, 4408  # plain Python counts a level less
    with engine.way():
        assert tv.perft(engine.game("tablut").start(), depth) == count


def test_perft_does_not_apply_repetition():
    """After c2-d2 the game is a draw, and yet the turns that would follow are counted."""
    position = play(engine.start("tablut"), "e3-d3", "d1-d2", "d3-e3", "d2-c2", "e3-d3")
    assert over(play(position, "c2-d2")) == ("draw", "repetition")
    with engine.way():
        assert tv.perft(position, 2) == tv.perft(engine.position("tablut", str(position)), 2)


# Moving


def test_a_piece_moves_any_number_of_squares_along_its_row_and_column():
    position = tablut("w", k="c3", b="i9")
    row = [f"c3-{column}3" for column in "abdefghi"]
    column = [f"c3-c{row}" for row in (1, 2, 4, 5, 6, 7, 8, 9)]
    assert moves(position) == sorted(row + column)


@pytest.mark.parametrize("row", range(1, 10))
def test_a_lone_piece_goes_as_far_as_the_rim_the_castle_and_the_closed_camps(row):
    for square in [f"{column}{row}" for column in "abcdefghi"]:
        if square != "e5" and square not in CAMP_SQUARES:
            king = "h8" if square[0] != "h" and square[1] != "8" else "b2"
            assert of_piece(tablut("w", k=king, w=square, b="e1"), square) == far_as_it_goes(square, {king, "e1"})
        if square != "e5":
            king = "h8" if square[0] != "h" and square[1] != "8" else "b2"
            assert of_piece(tablut("b", k=king, b=square), square) == far_as_it_goes(square, {king})


def of_piece(position, square):
    return {move[3:] for move in moves(position) if move.startswith(square)}


def far_as_it_goes(square, occupied):
    """Squares walked to one by one, by a piece of a colour that may leave and cross its own camp."""
    own_camp = next((camp.split() for camp in CAMPS if square in camp.split()), [])
    closed = ({"e5", *CAMP_SQUARES} - set(own_camp)) | occupied
    reached = set()
    for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        column, row = ord(square[0]) + across, int(square[1]) + up
        while "a" <= chr(column) <= "i" and 1 <= row <= 9 and f"{chr(column)}{row}" not in closed:
            reached.add(f"{chr(column)}{row}")
            column, row = column + across, row + up
    return reached


def test_a_piece_does_not_move_diagonally():
    assert not is_legal(tablut("w", k="c3", b="i9"), "c3-d4")


def test_a_piece_moves_neither_over_nor_onto_another_piece():
    position = tablut("w", k="c3", w="c5", b="f3")
    of_the_king = [move for move in moves(position) if move.startswith("c3")]
    assert of_the_king == ["c3-a3", "c3-b3", "c3-c1", "c3-c2", "c3-c4", "c3-d3", "c3-e3"]


def test_nobody_moves_the_opponents_pieces():
    assert not is_legal(tablut("w", k="c3", b="g7"), "g7-g6")
    assert not is_legal(tablut("b", k="c3", b="g7"), "c3-c4")


@pytest.mark.parametrize(("turn", "pieces"), [("w", {"w": "d5"}), ("b", {"b": "d5"})])
def test_no_piece_moves_over_or_onto_the_empty_castle(turn, pieces):
    position = tablut(turn, k="h8", **({"b": "a9"} | pieces))
    assert is_legal(position, "d5-c5")
    assert not is_legal(position, "d5-e5")
    assert not is_legal(position, "d5-f5")


def test_the_king_does_not_return_to_the_castle_or_cross_it():
    position = tablut("w", k="e4", b="a9")
    assert is_legal(position, "e4-e3")
    assert not is_legal(position, "e4-e5")
    assert not is_legal(position, "e4-e6")


def test_the_king_leaves_the_castle_up_to_the_camps():
    position = tablut("w", k="e5", b="a9")
    assert moves(position) == [f"e5-{square}" for square in ["c5", "d5", "e3", "e4", "e6", "e7", "f5", "g5"]]


@pytest.mark.parametrize(("turn", "pieces"), [("w", {"k": "h8", "w": "c2"}), ("b", {"k": "h8", "b": "c2"})])
def test_a_piece_outside_the_camps_moves_neither_onto_nor_over_one(turn, pieces):
    position = tablut(turn, **({"b": "a9"} | pieces))
    assert is_legal(position, "c2-d2")
    assert not is_legal(position, "c2-e2")
    assert not is_legal(position, "c2-f2")


def test_the_king_moves_neither_onto_nor_over_a_camp():
    position = tablut("w", k="c2", b="a9")
    assert is_legal(position, "c2-d2")
    assert not is_legal(position, "c2-e2")
    assert not is_legal(position, "c2-g2")


def test_an_attacker_moves_inside_its_camp_through_it_and_out_on_the_other_side():
    position = tablut("b", k="h8", b="d1")
    row = [move for move in moves(position) if move.endswith("1")]
    assert row == ["d1-a1", "d1-b1", "d1-c1", "d1-e1", "d1-f1", "d1-g1", "d1-h1", "d1-i1"]


def test_an_attacker_does_not_jump_inside_its_camp():
    position = tablut("b", k="h8", b="d1 e1")
    assert not is_legal(position, "d1-f1")
    assert not is_legal(position, "d1-g1")
    assert is_legal(position, "e1-g1")


def test_an_attacker_changes_rows_inside_its_camp():
    position = tablut("b", k="h8", b="e2")
    assert is_legal(position, "e2-e1")
    assert is_legal(tablut("b", k="h8", b="a5"), "a5-b5")
    assert is_legal(tablut("b", k="h8", b="a4"), "a4-a9")


def test_an_attacker_that_has_left_its_camp_never_enters_it_again():
    position = play(tablut("b", k="h8", b="d1"), "d1-c1", "h8-h7")
    assert is_legal(position, "c1-b1")
    assert not is_legal(position, "c1-d1")
    assert not is_legal(position, "c1-g1")


@pytest.mark.parametrize(("start", "last", "camp"), [("d1", "d8", "d9"), ("a4", "h4", "i4"), ("f9", "f2", "f1")])
def test_an_attacker_in_a_camp_does_not_enter_another_camp(start, last, camp):
    position = tablut("b", k="h8", b=start)
    assert is_legal(position, f"{start}-{last}")
    assert not is_legal(position, f"{start}-{camp}")


@pytest.mark.parametrize("seed", range(8))
def test_no_camp_ever_gains_a_piece(seed):
    game = engine.game("tablut")
    camps = [[("abcdefghi".index(name[0])) + 9 * (int(name[1]) - 1) for name in camp.split()] for camp in CAMPS]
    inside = [4, 4, 4, 4]
    for state in engine.random_states(game, seed):
        now = [sum(state.black.has(square) for square in camp) for camp in camps]
        assert all(after <= before for before, after in zip(inside, now, strict=True))
        assert not any(state.white.has(square) for camp in camps for square in camp)
        inside = now
    assert inside != [4, 4, 4, 4]


# Capturing attackers and defenders


def test_an_attacker_is_captured_between_two_defenders():
    after = play(tablut("w", k="h8", w="c3 h3", b="d3 a9"), "h3-e3")
    assert at(after, "d3") == "."
    assert squares_of(after, "b") == "a9"


def test_an_attacker_is_captured_in_a_column_too():
    after = play(tablut("w", k="h8", w="d2 h4", b="d3 a9"), "h4-d4")
    assert at(after, "d3") == "."


def test_a_defender_is_captured_between_two_attackers():
    after = play(tablut("b", k="h8", w="d3 g7", b="c3 h3"), "h3-e3")
    assert squares_of(after, "w") == "g7"


def test_a_piece_that_moves_in_between_two_enemies_is_safe():
    after = play(tablut("w", k="h8", w="d8", b="c3 e3"), "d8-d3")
    assert at(after, "d3") == "w"
    after = play(tablut("b", k="h8", w="c3 e3", b="d8"), "d8-d3")
    assert at(after, "d3") == "b"


def test_a_piece_in_between_is_captured_only_when_an_enemy_beside_it_moves_there():
    position = play(tablut("w", k="h8", w="d8", b="c3 e3 a9"), "d8-d3", "a9-a8", "h8-h7")
    assert at(position, "d3") == "w"
    position = play(position, "e3-e4", "h7-h8", "e4-e3")
    assert at(position, "d3") == "."


def test_nothing_is_captured_without_an_enemy_on_the_opposite_side():
    assert at(play(tablut("w", k="h8", w="h3", b="d3 a9"), "h3-e3"), "d3") == "b"
    assert at(play(tablut("w", k="h8", w="h3", b="c3 d3"), "h3-e3"), "d3") == "b"
    assert at(play(tablut("w", k="h8", w="h3 d2", b="d3"), "h3-e3"), "d3") == "b"


def test_nothing_is_captured_beyond_the_rim_or_around_it():
    after = play(tablut("w", k="h8", w="i2 b2", b="a3"), "b2-b3")
    assert at(after, "a3") == "b"
    after = play(tablut("w", k="c8", w="a3 h3", b="i2"), "h3-h2")
    assert at(after, "i2") == "b"
    after = play(tablut("w", k="c8", w="b3 h2", b="i2"), "b3-a3")
    assert at(after, "i2") == "b"
    after = play(tablut("b", k="h8", w="a3 c5", b="i2 i4 b2"), "b2-b3")
    assert at(after, "a3") == "w"
    after = play(tablut("b", k="c8", w="i2 c5", b="a3 h3"), "h3-h2")
    assert at(after, "i2") == "w"


def test_nobody_captures_their_own_pieces():
    after = play(tablut("w", k="h8", w="c3 d3 h3", b="a9"), "h3-e3")
    assert squares_of(after, "w") == "c3 d3 e3"
    after = play(tablut("b", k="h8", b="c3 d3 h3"), "h3-e3")
    assert squares_of(after, "b") == "c3 d3 e3"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_move_captures_up_to_three_attackers(count):
    attackers = ["c3", "e3", "d4"][:count]
    after = play(tablut("w", k="h8", w="b3 f3 d5 d2", b=" ".join([*attackers, "a9"])), "d2-d3")
    assert squares_of(after, "b") == "a9"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_move_captures_up_to_three_defenders(count):
    defenders = ["c3", "e3", "d4"][:count]
    after = play(tablut("b", k="h8", w=" ".join([*defenders, "g7"]), b="b3 f3 d5 d2"), "d2-d3")
    assert squares_of(after, "w") == "g7"


@pytest.mark.parametrize("seed", range(8))
def test_no_move_captures_more_than_three(seed):
    before = None
    for state in engine.random_states(engine.game("tablut"), seed):
        if before is not None:
            lost_white = before.white.count() - state.white.count()
            lost_black = before.black.count() - state.black.count()
            assert 0 <= lost_white + lost_black <= 3
            assert (lost_white if before.turn == 0 else lost_black) == 0
        before = state
    assert before is not None


@pytest.mark.parametrize("king", ["h8", "e5"])
def test_the_castle_is_hostile_to_an_attacker_occupied_or_not(king):
    after = play(tablut("w", k=king, w="h3", b="e4 a9"), "h3-e3")
    assert at(after, "e4") == "."


@pytest.mark.parametrize("king", ["h8", "e5"])
def test_the_castle_is_hostile_to_a_defender_occupied_or_not(king):
    after = play(tablut("b", k=king, w="e4 g7", b="h3"), "h3-e3")
    assert at(after, "e4") == "."


@pytest.mark.parametrize("in_camp", ["d1", "d9"])
def test_a_camp_is_hostile_to_an_attacker_outside_it_occupied_or_not(in_camp):
    after = play(tablut("w", k="h8", w="h3", b=f"d2 {in_camp}"), "h3-d3")
    assert squares_of(after, "b") == in_camp


@pytest.mark.parametrize("in_camp", ["d1", "d9"])
def test_a_camp_is_hostile_to_a_defender_occupied_or_not(in_camp):
    after = play(tablut("b", k="h8", w="d2 g7", b=f"h3 {in_camp}"), "h3-d3")
    assert squares_of(after, "w") == "g7"


def test_the_king_takes_part_in_captures_as_the_piece_that_moves():
    after = play(tablut("w", k="h3", w="c3", b="d3 a9"), "h3-e3")
    assert at(after, "d3") == "."


def test_the_king_takes_part_in_captures_as_the_piece_that_waits():
    after = play(tablut("w", k="c3", w="h3", b="d3 a9"), "h3-e3")
    assert at(after, "d3") == "."


def test_the_king_captures_against_castle_and_camp():
    assert at(play(tablut("w", k="h3", b="e4 a9"), "h3-e3"), "e4") == "."
    assert at(play(tablut("w", k="h3", b="d2 a9"), "h3-d3"), "d2") == "."


@pytest.mark.parametrize(("attacker", "other"), [("e2", "e1"), ("e2", "d1")])
def test_an_attacker_in_a_camp_is_not_captured_against_a_square_of_a_camp(attacker, other):
    after = play(tablut("w", k="h8", w="h3", b=f"{attacker} {other}"), "h3-e3")
    assert at(after, attacker) == "b"


def test_an_attacker_at_the_end_of_a_camp_is_not_captured_against_the_camp():
    after = play(tablut("w", k="h8", w="c3", b="d1 a9"), "c3-c1")
    assert at(after, "d1") == "b"


def test_an_attacker_in_a_camp_is_captured_between_two_white_pieces():
    after = play(tablut("w", k="h8", w="d2 f3", b="e2 a9"), "f3-f2")
    assert at(after, "e2") == "."
    after = play(tablut("w", k="d2", w="f3", b="e2 a9"), "f3-f2")
    assert at(after, "e2") == "."


# Capturing the king


def test_the_king_on_the_castle_is_captured_by_attackers_on_all_four_sides():
    after = play(tablut("b", k="e5", b="d5 f5 e6 a4"), "a4-e4")
    assert over(after) == ("b", "king captured")


@pytest.mark.parametrize("defender", ["e6", "d5", "f5"])
def test_the_king_on_the_castle_survives_three_attackers_and_a_defender(defender):
    attackers = " ".join(sorted({"d5", "f5", "e6"} - {defender}))
    after = play(tablut("b", k="e5", w=f"{defender} g7", b=f"{attackers} a4"), "a4-e4")
    assert over(after) is None and at(after, "e5") == "k"


def test_the_king_on_the_castle_survives_three_attackers_and_an_open_side():
    assert over(play(tablut("b", k="e5", b="d5 f5 a4"), "a4-e4")) is None


def test_the_king_on_the_castle_is_not_captured_by_a_move_elsewhere():
    after = play(tablut("b", k="e5", w="g7", b="d5 f5 e6 e4 a9"), "a9-a8")
    assert over(after) is None and at(after, "e5") == "k"


@pytest.mark.parametrize(
    ("king", "sides", "mover"),
    [
        ("e4", "d4 f4", "h3-e3"),
        ("e4", "d4 e3", "i4-f4"),
        ("d5", "c5 d6", "d1-d4"),
        ("f5", "g5 f4", "f9-f6"),
        ("e6", "d6 e7", "i6-f6"),
    ],
)
def test_the_king_next_to_the_castle_is_captured_by_attackers_on_the_three_other_sides(king, sides, mover):
    after = play(tablut("b", k=king, b=f"{sides} {mover[:2]}"), mover)
    assert over(after) == ("b", "king captured")


def test_the_king_next_to_the_castle_is_not_captured_between_two_attackers():
    assert over(play(tablut("b", k="e4", b="d4 i4"), "i4-f4")) is None


def test_the_king_next_to_the_castle_is_not_captured_between_attacker_and_castle():
    assert over(play(tablut("b", k="e4", b="h3"), "h3-e3")) is None


def test_the_king_next_to_the_castle_is_not_captured_with_a_defender_on_one_of_the_sides():
    assert over(play(tablut("b", k="e4", w="d4", b="f4 h3"), "h3-e3")) is None


def test_the_king_next_to_the_castle_is_not_captured_by_a_move_elsewhere():
    after = play(tablut("b", k="e4", w="g7", b="d4 f4 e3 a9"), "a9-a8")
    assert over(after) is None and at(after, "e4") == "k"


@pytest.mark.parametrize(
    ("king", "anvil", "mover"), [("c3", "b3", "h3-d3"), ("c3", "c2", "h4-c4"), ("e3", "d3", "h3-f3")]
)
def test_the_king_elsewhere_is_captured_between_two_attackers(king, anvil, mover):
    after = play(tablut("b", k=king, b=f"{anvil} {mover[:2]}"), mover)
    assert over(after) == ("b", "king captured")


@pytest.mark.parametrize(
    ("king", "mover", "in_camp"),
    [("d2", "h3-d3", "d1"), ("d2", "h3-d3", "a9"), ("c5", "d1-d5", "b5"), ("c5", "d1-d5", "a9"), ("e3", "h4-e4", "a9")],
)
def test_the_king_elsewhere_is_captured_between_an_attacker_and_a_camp(king, mover, in_camp):
    after = play(tablut("b", k=king, b=f"{mover[:2]} {in_camp}"), mover)
    assert over(after) == ("b", "king captured")


def test_the_king_elsewhere_is_not_captured_by_a_single_attacker():
    assert over(play(tablut("b", k="c3", b="h3"), "h3-d3")) is None
    assert over(play(tablut("b", k="c3", w="b3", b="h3"), "h3-d3")) is None


def test_the_king_is_safe_when_he_moves_in_between():
    assert over(play(tablut("w", k="c8", b="b3 d3"), "c8-c3")) is None
    after = play(tablut("w", k="b2", b="d3"), "b2-d2")
    assert over(after) is None and at(after, "d2") == "k"


def test_the_king_in_between_is_not_captured_by_a_move_elsewhere():
    after = play(tablut("b", k="c3", b="b3 d3 a9"), "a9-a8")
    assert over(after) is None and at(after, "c3") == "k"


def test_a_move_can_capture_the_king_and_defenders_together():
    after = play(tablut("b", k="c3", w="d4 g7", b="b3 d5 h3"), "h3-d3")
    assert over(after) == ("b", "king captured")
    assert standing(after) == {"b3": "b", "d3": "b", "d5": "b", "g7": "w"}


# The end


@pytest.mark.parametrize("escape", [escape for escape in ESCAPES if escape not in CORNERS])
def test_the_king_wins_on_every_edge_square_that_is_no_camp(escape):
    column, row = escape[0], escape[1]
    inward = {"a": f"b{row}", "i": f"h{row}"}.get(column) or f"{column}{'2' if row == '1' else '8'}"
    after = play(tablut("w", k=inward, b="e1"), f"{inward}-{escape}")
    assert over(after) == ("w", "king escaped")


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_counts_as_an_escape(corner):
    assert over(tablut("b", k=corner, b="e1")) == ("w", "king escaped")


def test_the_king_can_never_be_first_on_a_corner():
    inside = {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)} - set(ESCAPES) - set(CAMP_SQUARES)
    for square in sorted(inside):
        reached = {move[3:] for move in moves(tablut("w", k=square, b="e1"))}
        assert reached and not reached & set(CORNERS)


def test_there_are_twenty_escapes():
    assert len(ESCAPES) == 20
    assert [square for square in sorted(EDGE) if over_if_the_king_stands_on(square)] == ESCAPES


def over_if_the_king_stands_on(square):
    try:
        return over(tablut("b", k=square, b="e2")) == ("w", "king escaped")
    except tv.PositionError:
        return False


def test_a_defender_on_an_escape_wins_nothing():
    assert over(play(tablut("w", k="h8", w="b3", b="e1"), "b3-a3")) is None


def test_who_has_no_piece_left_has_lost():
    assert over(play(tablut("w", k="h8", w="c3 h3", b="d3"), "h3-e3")) == ("w", "no legal move")


def test_black_without_a_legal_move_has_lost():
    assert over(play(tablut("w", k="h8", w="a2 b2", b="a1"), "b2-b1")) == ("w", "no legal move")
    assert over(play(tablut("w", k="c8", w="i2 h2", b="i1"), "h2-h1")) == ("w", "no legal move")
    assert over(play(tablut("w", k="c8", w="i8 h8", b="i9"), "h8-h9")) == ("w", "no legal move")
    assert over(play(tablut("w", k="c3", w="a8 b8", b="a9"), "b8-b9")) == ("w", "no legal move")


def test_white_without_a_legal_move_has_lost():
    after = play(tablut("b", k="d2", w="h3", b="c2 d3 g3 i2"), "i2-i3")
    assert at(after, "d2") == "k"
    assert over(after) == ("b", "no legal move")


def test_own_pieces_can_leave_a_side_without_a_legal_move():
    assert over(play(tablut("w", k="h8", w="a2 b2 c2", b="a1 b1"), "c2-c1")) == ("w", "no legal move")
    assert over(play(tablut("b", k="d2", w="c2", b="c1 c3 d3 a2"), "a2-b2")) == ("b", "no legal move")


def test_a_loaded_position_without_a_legal_move_is_lost_already():
    assert over(tablut("w", k="d2", b="c2 d3")) == ("b", "no legal move")
    assert over(tablut("b", k="h8", w="a2 b1", b="a1")) == ("w", "no legal move")
    assert over(tablut("b", k="h8")) == ("w", "no legal move")


def test_captures_come_before_the_verdict():
    after = play(tablut("w", k="h3", w="i1", b="i2 c3"), "h3-i3")
    assert standing(after) == {"i1": "w", "i3": "k", "c3": "b"}
    assert over(after) == ("w", "king escaped")


def test_an_escape_comes_before_a_side_without_a_move():
    after = play(tablut("w", k="h3", w="i1", b="i2"), "h3-i3")
    assert standing(after) == {"i1": "w", "i3": "k"}
    assert over(after) == ("w", "king escaped")


def test_a_captured_king_comes_before_a_side_without_a_move():
    assert over(play(tablut("b", k="c3", b="b3 h3"), "h3-d3")) == ("b", "king captured")


def test_the_second_occurrence_of_a_position_is_a_draw():
    position = play(engine.start("tablut"), "e3-d3", "d1-d2", "d3-e3", "d2-c2", "e3-d3")
    assert over(position) is None
    assert over(play(position, "c2-d2")) == ("draw", "repetition")


def test_the_first_position_counts_as_having_occurred_once():
    position = play(tablut("w", k="c3", w="g7", b="g2"), "g7-g8", "g2-h2", "g8-g7")
    assert over(position) is None
    assert over(play(position, "h2-g2")) == ("draw", "repetition")


def test_the_same_board_with_the_other_player_to_move_is_another_position():
    first = tablut("w", k="c3", w="g7", b="g2")
    position = play(first, "g7-g8", "g2-h2", "g8-g9", "h2-g2", "g9-g7")
    assert standing(position) == standing(first) and position.turn == "b"
    assert over(position) is None


def test_a_position_text_carries_no_history():
    position = play(engine.start("tablut"), "e3-d3", "d1-d2", "d3-e3", "d2-c2", "e3-d3")
    reloaded = engine.position("tablut", str(position))
    assert reloaded == position
    assert over(play(position, "c2-d2")) == ("draw", "repetition")
    assert over(play(reloaded, "c2-d2")) is None


def test_white_space_capitals_and_the_hyphen_are_ignored_and_nothing_else():
    start = engine.start("tablut")
    assert start.play("  e4-g4\n") == play(start, "e4-g4")
    for text in ("e4 -g4", "e4- g4", "E4-g4", "e4g4"):
        assert start.play(text) == play(start, "e4-g4")
    for text in ("e4-g4-", "e4--g4", "e 4-g4", "e4xg4", "e04-g4"):
        assert not is_legal(start, text)


# Random play


def test_random_games_last_120_moves():
    games = engine.at_speed(20_000, 60)
    wins, actions = engine.random_games(engine.game("tablut"), games, seed=2)
    assert abs(actions / games - 120.0) < 4 * 81 / games**0.5
    assert sum(wins) == games and wins[2:] == [0, 0, 0]


def test_random_games_are_the_same_in_every_mode():
    assert engine.plays_the_same_games_as_plain_python(engine.game("tablut"), 20)


def test_every_first_part_of_a_turn_is_a_whole_turn():
    start = engine.start("tablut")
    assert firsts(start) == moves(start)


@pytest.mark.parametrize("seed", range(4))
def test_the_fast_list_is_the_list_on_any_board(seed):
    """Pieces stand anywhere here, in camps and on the castle too, and nothing is written behind the list."""
    chance = np.random.default_rng(seed)
    for _ in range(300):
        squares = chance.permutation(81)[: chance.integers(2, 26)].tolist()
        black = squares[: min(16, len(squares) - 1)]
        white = squares[len(black) :]
        for turn in (rules.WHITE, rules.BLACK):
            state = rules.Tablut(rules.Bits.of(white), rules.Bits.of(black), white[0], turn, -1, 0)
            expect_one_list(state)


def expect_one_list(state):
    plain, fast = [0] * 256, np.full(300, -1, np.int64)
    wanted = plain[: state.actions(plain)]
    assert sorted(plain[: state.listed(plain)]) == wanted
    assert sorted(fast[: list_actions(state, fast[:256])].tolist()) == wanted
    assert (fast[256:] == -1).all()


def test_the_most_actions_leave_room_for_a_run_behind_them():
    """Of 16 pieces in 9 lines, one alone has 8 ways, and two have 14 at the most: 7 lines of two and 2 of one."""
    most_of_a_line = [0, 8, *(2 * (9 - pieces) for pieces in range(2, 10))]
    best = [0] + [-1000] * 16
    for _ in range(9):
        best = [max(best[k - n] + most_of_a_line[n] for n in range(min(k, 9) + 1)) for k in range(17)]
    assert 2 * max(best) == 228 <= tv.game("tablut").facts.most_actions - ROOM
