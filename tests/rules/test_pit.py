"""Pit, sentence by sentence of its rules file. Most positions are on a board of 5x5 with one hole in the middle, c3."""

import random
import re

import pytest

import tavoliere as tv
from tests.oracles import pit as slow
from tests.rules import engine
from tests.rules.boards import SMALL, SMALL_TOWERS, at, board_field, pit, small_pit, squares_of, standing
from tests.rules.engine import begun, firsts, is_legal, moves, over, play

START = "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -"


def fields(position):
    return str(position).split(" ")


def kinds(position, sign):
    """The first parts of the legal turns that hold a sign: `-`, `x` or `@`."""
    return [part for part in firsts(position) if sign in part]


# The board and the first turns


def test_the_start_for_two_is_the_one_of_the_rules_file():
    start = engine.start("pit")
    assert str(start) == START
    assert start == engine.position("pit", START)


@pytest.mark.parametrize(
    ("players", "order", "towers"),
    [
        (2, "wb", {"e1": "w", "e9": "b"}),
        (3, "wrb", {"e1": "w", "a5": "r", "e9": "b"}),
        (4, "wrbg", {"e1": "w", "a5": "r", "e9": "b", "i5": "g"}),
    ],
)
def test_each_player_starts_with_a_tower_five_in_reserve_and_the_pawn_in_hand(players, order, towers):
    start = engine.start("pit", players=players)
    holes = dict.fromkeys(("c3", "c7", "g3", "g7", "e5"), "o")
    assert standing(start) == towers | holes
    assert fields(start)[1:] == ["w", ",".join(f"{letter}5+" for letter in order), "-"]


@pytest.mark.parametrize(("players", "order"), [(2, "wbwb"), (3, "wrbw"), (4, "wrbg")])
def test_turns_go_round_in_order(players, order):
    position = engine.start("pit", players=players)
    turns = []
    for square in ("b2", "b8", "h2", "h8"):
        turns.append(position.turn)
        position = play(position, square if square in moves(position) else moves(position)[0])
    assert "".join(turns) == order


def test_the_board_is_the_same_seen_from_all_four_sides():
    game = engine.game("pit", players=4)
    state = game.start().state
    for number in range(8):
        turned, _ = game.ruleset.symmetric(state, game.options, number)
        assert (turned.holes, turned.towers, turned.ground) == (state.holes, state.towers, state.ground)


@pytest.mark.parametrize(
    ("players", "depth", "count"),
    [(2, 1, 71), (2, 2, 4973), (2, 3, 255850), (3, 1, 67), (3, 2, 4425), (3, 3, 288027), (4, 1, 63), (4, 2, 3909),
     (4, 3, 238827)],
)  # fmt: skip
def test_perft_from_the_start(players, depth, count):
    if depth == 3 and engine.MODE == engine.PLAIN:
        depth, count = 2, {2: 4973, 3: 4425, 4: 3909}[players]  # plain Python counts a level less
    with engine.way():
        assert tv.perft(engine.game("pit", players=players).start(), depth) == count


LATER_WITH_TWO = (
    "4bbb2/4b2b1/2o3o2/9/1W2o2B1/8w/2o3o2/9/3w1w3 w w0,b0 "
    "a3n,b5n,c1e,c4e,c8e,c9e,d3e,d4n,d6n,e3n,e8e,e9e,f1e,f8n,g8n,h3n,h4e,h5n,h8e,i7n"
)
LATER_WITH_THREE = (
    "4b1bb1/W8/2o3o2/9/4o2b1/1r1r5/w1o3o1B/w3w4/1w1ww2R1 b w0,r2,b0 "
    "a1e,a1n,a2n,a4e,b3n,b5e,b5n,c5e,d1n,d4n,e2n,e3n,f9e,g8e,g9e,h1e,h1n,h5e,h7e"
)


@pytest.mark.parametrize(
    ("players", "text", "one", "two"), [(2, LATER_WITH_TWO, 64, 2469), (3, LATER_WITH_THREE, 75, 5442)]
)
def test_perft_of_later_positions(players, text, one, two):
    position = engine.position("pit", text, players=players)
    with engine.way():
        assert tv.perft(position, 1) == one == len(moves(position))
        assert tv.perft(position, 2) == two


def test_a_game_that_ends_earlier_counts_once_in_perft():
    with engine.way():
        assert tv.perft(small_pit("w", "w5,b4", W="a1", B="a2", b="e5"), 3) == 1


def test_the_pawn_goes_on_an_empty_square_that_is_no_hole_and_not_next_to_an_opponents_tower():
    squares = {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)}
    excluded = {"c3", "c7", "g3", "g7", "e5", "e1", "e9", "e8", "d9", "f9"}
    assert set(moves(engine.start("pit"))) == squares - excluded


def test_the_pawn_may_go_next_to_ones_own_tower_and_next_to_an_opponents_pawn():
    assert is_legal(engine.start("pit"), "d1")
    assert is_legal(play(engine.start("pit"), "d5"), "d6")


def test_the_pawn_does_not_go_on_the_opponents_pawn():
    assert not is_legal(play(engine.start("pit"), "d5"), "d5")


def test_with_four_the_pawn_keeps_away_from_three_towers():
    listed = moves(engine.start("pit", players=4))
    assert not {"a4", "a6", "b5", "d9", "f9", "e8", "i4", "i6", "h5"} & set(listed)
    assert {"d1", "f1", "e2"} <= set(listed)


def test_a_tower_at_the_rim_does_not_keep_pawns_away_from_the_other_side():
    listed = moves(engine.start("pit", players=3))
    assert {"i4", "i5", "i6"} <= set(listed)


def test_no_barrier_is_placed_in_the_first_turn():
    after = play(engine.start("pit"), "d2")
    assert str(after) == "4b4/9/2o3o2/9/4o4/9/2o3o2/3W5/4w4 b w5,b5+ -"
    assert not is_legal(engine.start("pit"), "d2n")


def test_the_first_turn_does_nothing_else():
    start = engine.start("pit")
    for move in ("e1-e2n", "@e2n", "e1-e4", "pass", ""):
        assert not is_legal(start, move)


# Sliding


def test_a_tower_slides_any_distance_and_a_pawn_one_square():
    position = small_pit("w", "w0,b5", W="b1", w="e2", B="a5", b="d5")
    tower = ["e2-a2", "e2-b2", "e2-c2", "e2-d2", "e2-e1", "e2-e3", "e2-e4", "e2-e5"]
    pawn = ["b1-a1", "b1-b2", "b1-c1"]
    assert firsts(position) == sorted(tower + pawn)


@pytest.mark.parametrize("size", [5, 9, 11])
def test_a_tower_slides_from_rim_to_rim_in_all_four_directions(size):
    last = "abcdefghijk"[size - 1]
    options = {"size": size, "holes": "b2", "towers": f"a1 {last}{size}"}
    columns, rows = "abcdefghijk"[:size], range(1, size + 1)
    for tower, along_row, along_column in (("c3", "c", "3"), ("d4", "d", "4")):
        column, row = tower
        field = board_field(size, size, {"b2": "o", "a1": "W", f"{last}{size}": "B", tower: "w"})
        position = engine.position("pit", f"{field} w w0,b5 -", **options)
        targets = [f"{letter}{along_column}" for letter in columns if letter != column]
        targets += [f"{along_row}{number}" for number in rows if str(number) != row]
        assert kinds(position, f"{tower}-") == sorted(f"{tower}-{target}" for target in targets)
    for start, end in ((f"c{size}", "c1"), ("c1", f"c{size}"), ("a3", f"{last}3"), (f"{last}3", "a3")):
        field = board_field(size, size, {"b2": "o", "a1": "W", f"{last}{size}": "B", start: "w"})
        position = engine.position("pit", f"{field} w w0,b5 -", **options)
        assert is_legal(position, f"{start}-{end}{'n' if end != f'c{size}' else 's'}")


def test_nothing_slides_over_a_piece():
    position = small_pit("w", "w0,b5", W="c1", w="a1 a4", B="e5")
    assert kinds(position, "a1-") == ["a1-a2", "a1-a3", "a1-b1"]


def test_nothing_slides_over_a_barrier():
    position = small_pit("w", "w0,b5", "a3n,c1e", W="e1", w="a1", B="e5")
    assert kinds(position, "a1-") == ["a1-a2", "a1-a3", "a1-b1", "a1-c1"]
    position = small_pit("w", "w0,b5", "a1e,a1n", W="e1", w="a2", B="e5")
    assert "a2-a1" not in firsts(position)
    position = small_pit("w", "w0,b5", "a1n", W="a1", w="e1", B="e5")
    assert "a1-a2" not in firsts(position) and "a1-b1" in firsts(position)


def test_nothing_slides_over_a_hole():
    position = small_pit("w", "w0,b5", W="a1", w="a3", B="e5")
    assert kinds(position, "a3-") == ["a3-a2", "a3-a4", "a3-a5", "a3-b3", "a3-c3"]


def test_nothing_slides_diagonally():
    position = small_pit("w", "w0,b5", W="a1", w="e1", B="e5")
    assert not is_legal(position, "e1-d2n")
    assert not is_legal(position, "a1-b2n")


def test_nothing_slides_off_the_board_or_around_it():
    position = small_pit("w", "w0,b5", W="a1", w="e2", B="a5")
    assert not any(part[3:] in ("a3", "f2") for part in kinds(position, "e2-"))


DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
LARGE = {"size": 11, "holes": "b2", "towers": "a1 k11"}


def ray(direction):
    """The squares from one rim of a board of 11x11 to the other: down the middle, or across it."""
    lines = {"n": [f"f{row}" for row in range(1, 12)], "e": [f"{column}6" for column in "abcdefghijk"]}
    return lines[direction] if direction in lines else lines[{"s": "n", "w": "e"}[direction]][::-1]


def barrier_between(one, other):
    """The name of the barrier between two squares next to each other."""
    lower = min(one, other, key=lambda square: (square[0], int(square[1:])))
    return f"{lower}{'n' if one[0] == other[0] else 'e'}"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("distance", range(1, 11))
def test_a_tower_slides_up_to_a_barrier_or_a_piece_and_sees_past_the_piece_only(direction, distance):
    line = ray(direction)
    standing = {"b2": "o", "a1": "W", "k11": "B", line[0]: "w"}
    barrier = barrier_between(line[distance - 1], line[distance])
    field = board_field(11, 11, standing)
    walled = engine.position("pit", f"{field} w w3,b5 {barrier}", **LARGE)
    assert along(walled, line, "-") == along(walled, line, "@") == line[1:distance]
    field = board_field(11, 11, standing | {line[distance]: "w"})
    blocked = engine.position("pit", f"{field} w w3,b5 -", **LARGE)
    assert along(blocked, line, "-") == line[1:distance]
    assert along(blocked, line, "@") == [square for square in line[1:] if square != line[distance]]


def along(position, line, sign):
    """The squares of a line that its first square's tower can slide to, or where a tower can enter, in order."""
    before = f"{line[0]}-" if sign == "-" else "@"
    return [square for square in line[1:] if f"{before}{square}" in firsts(position)]


@pytest.mark.parametrize(("own", "hole"), [("a2", "k1"), ("k1", "a2"), ("a11", "k10"), ("k10", "a11")])
def test_a_hole_on_the_other_side_of_a_large_board_forces_nobody(own, hole):
    field = board_field(11, 11, {hole: "o", "f5": "W", "f8": "B", own: "w"})
    position = engine.position("pit", f"{field} w w3,b5 -", size=11, holes=hole, towers="d1 h11")
    assert kinds(position, "@") and len(kinds(position, "-")) > 10


# Barriers


def test_a_barrier_must_be_placed_after_a_slide():
    position = small_pit("w", "w0,b5", W="a1", w="d1", B="e5")
    assert not is_legal(position, "d1-d2")
    assert firsts(begun(position, "d1-d2")) == ["e", "n", "s", "w"]


@pytest.mark.parametrize(("side", "barrier"), [("n", "d2n"), ("e", "d2e"), ("s", "d1n"), ("w", "c2e")])
def test_a_barrier_stands_on_the_named_side_of_the_square_just_reached(side, barrier):
    after = play(small_pit("w", "w0,b5", W="a1", w="d1", B="e5"), f"d1-d2{side}")
    assert fields(after)[3] == barrier
    assert at(after, "d2") == "w" and at(after, "d1") == "."


def test_no_barrier_stands_beside_a_hole():
    assert firsts(begun(small_pit("w", "w0,b5", W="a1", w="a3", B="e5"), "a3-b3")) == ["n", "s", "w"]
    assert firsts(begun(small_pit("w", "w0,b5", W="a1", w="e3", B="e5"), "e3-d3")) == ["e", "n", "s"]
    assert firsts(begun(small_pit("w", "w0,b5", W="a1", w="c5", B="e5"), "c5-c4")) == ["e", "n", "w"]
    assert firsts(begun(small_pit("w", "w0,b5", W="a1", w="c1", B="e5"), "c1-c2")) == ["e", "s", "w"]


def test_no_barrier_stands_on_the_rim():
    position = small_pit("w", "w0,b5", W="c1", w="a2", B="e3")
    assert firsts(begun(position, "a2-a5")) == ["e", "s"]
    assert firsts(begun(position, "a2-a1")) == ["e", "n"]
    position = small_pit("w", "w0,b5", W="c1", w="e2", B="a3")
    assert firsts(begun(position, "e2-e5")) == ["s", "w"]
    assert firsts(begun(position, "e2-e1")) == ["n", "w"]


def test_no_barrier_stands_where_one_stands():
    position = small_pit("w", "w0,b5", "d2e,d2n", W="a1", w="d1", B="e5")
    assert firsts(begun(position, "d1-d2")) == ["s", "w"]


@pytest.mark.parametrize("seed", range(4))
def test_a_barrier_may_stand_on_every_side_that_is_no_rim_no_hole_and_has_none(seed):
    """Sides worked out from the text of the position before the turn, along random games on the small board."""
    chance = random.Random(seed)
    game = engine.game("pit", players=4, towers=SMALL_TOWERS[4], **SMALL)
    reached_squares = set()
    for _ in range(engine.at_speed(30, 15)):
        position = game.start()
        while position.outcome is None:
            if position.pending:
                reached = moved_to(position)
                reached_squares.add(reached)
                assert firsts(position) == sides_of(reached, fields(position)[3].split(","))
            position = position.act(chance.choice(position.actions()))
    assert len(reached_squares) > 15


def moved_to(half):
    """The square that a half-made turn has reached."""
    before = half.before_turn()
    return re.split("[-x@]", before.action_to_text(half.pending[0]))[-1]


def sides_of(square, barriers):
    """The sides of a square of the small board that can get a barrier, sorted."""
    column, row = "abcde".index(square[0]), int(square[1])
    steps = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
    sides = []
    for side, (across, up) in steps.items():
        beyond = (column + across, row + up)
        if not (0 <= beyond[0] < 5 and 1 <= beyond[1] <= 5) or beyond == (2, 3):
            continue
        lower, letter = (column, row), {"n": "n", "s": "n", "e": "e", "w": "e"}[side]
        if side in "sw":
            lower = beyond
        if f"{'abcde'[lower[0]]}{lower[1]}{letter}" not in barriers:
            sides.append(side)
    return sorted(sides)


def test_barriers_are_listed_sorted_as_text():
    after = play(small_pit("w", "w0,b5", "a4e,d4n", W="a1", w="d1", B="e5"), "d1-d2w")
    assert fields(after)[3] == "a4e,c2e,d4n"


# Replacing


def test_a_piece_replaces_an_opponents_tower_next_to_it_which_goes_to_its_owners_reserve():
    position = small_pit("w", "w4,b4", W="a1", w="b5", b="c5", B="e1")
    after = play(position, "b5xc5e")
    assert at(after, "c5") == "w" and at(after, "b5") == "."
    assert fields(after)[1:] == ["b", "w4,b5", "c5e"]


def test_a_pawn_replaces_too():
    position = small_pit("w", "w5,b4", W="b2", b="b1", B="e5")
    after = play(position, "b2xb1n")
    assert at(after, "b1") == "W" and fields(after)[2] == "w5,b5"


def test_a_barrier_must_be_placed_after_a_replacement():
    position = small_pit("w", "w4,b4", W="a1", w="b5", b="c5", B="e1")
    assert moves(position) == ["b5xc5e", "b5xc5s", "b5xc5w"]


def test_nobody_replaces_across_a_barrier():
    position = small_pit("w", "w4,b4", "b5e", W="a1", w="b5", b="c5", B="e1")
    assert kinds(position, "x") == []
    position = small_pit("w", "w4,b4", "b4n", W="a1", w="b5", b="b4", B="e1")
    assert kinds(position, "x") == []


def test_nobody_replaces_from_afar_or_diagonally():
    position = small_pit("w", "w4,b4", W="a1", w="a5", b="d5", B="e1")
    assert kinds(position, "x") == []
    position = small_pit("w", "w4,b4", W="a1", w="c5", b="d4", B="e1")
    assert kinds(position, "x") == []


def test_nobody_replaces_a_piece_of_their_own():
    position = small_pit("w", "w3,b4", W="a1", w="a2 b1", b="e4", B="e1")
    assert kinds(position, "x") == []


def test_replacements_do_not_reach_around_the_board():
    position = small_pit("w", "w4,b4", W="c1", w="e2", b="a3", B="c5")
    assert kinds(position, "x") == []


def test_a_replacement_is_written_with_x():
    position = small_pit("w", "w4,b4", W="a1", w="b5", b="c5", B="e1")
    assert not is_legal(position, "b5-c5e")
    assert not is_legal(small_pit("w", "w0,b5", W="a1", w="d1", B="e5"), "d1xd2n")


def test_a_replaced_pawn_is_lost_for_good_and_its_owner_is_out():
    after = play(small_pit("w", "w5,b4", W="a1", B="a2", b="e5"), "a1xa2")
    assert over(after) == ("w", "pawn replaced")
    assert standing(after) == {"a2": "W", "c3": "o"}


def test_a_replacement_that_ends_the_game_has_no_barrier():
    position = small_pit("w", "w5,b4", W="a1", B="a2", b="e5")
    assert moves(position) == ["a1xa2"]
    for side in "nesw":
        assert not is_legal(position, f"a1xa2{side}")


def test_black_replaces_as_white_does():
    after = play(small_pit("b", "w4,b5", W="a1", w="e4", B="e5"), "e5xe4s")
    assert at(after, "e4") == "B" and fields(after)[2] == "w5,b5"


# Into a hole


def test_a_tower_goes_into_a_hole_from_afar_and_leaves_the_game():
    position = small_pit("w", "w4,b5", W="e1", w="c1", B="a5")
    after = play(position, "c1-c3")
    assert str(after) == "B4/5/2o2/5/4W b w4,b5 -"


def test_no_barrier_follows_a_move_into_a_hole():
    position = small_pit("w", "w4,b5", W="e1", w="c1", B="a5")
    assert not is_legal(position, "c1-c3s")
    assert begun(position, "c1-c3").pending == ()


@pytest.mark.parametrize("square", ["b3", "d3", "c2", "c4"])
def test_a_pawn_next_to_a_hole_goes_in_and_its_owner_is_out(square):
    position = small_pit("w", "w5,b5", W=square, B="a5")
    assert moves(position) == [f"{square}-c3"]
    assert over(play(position, f"{square}-c3")) == ("b", "pawn in a hole")


def test_a_pawn_goes_into_a_hole_only_from_the_square_next_to_it():
    position = small_pit("w", "w5,b5", W="c1", B="a5")
    assert "c1-c3" not in firsts(position)


@pytest.mark.parametrize(("barriers", "pieces"), [("c1n", {}), ("-", {"w": "c1 c2"}), ("-", {"b": "c2"})])
def test_nothing_passes_over_a_barrier_or_a_piece_into_a_hole(barriers, pieces):
    setup = {"w": "c1", "W": "e1", "B": "a5"} | pieces
    position = small_pit("w", "w4,b4", barriers, **setup)
    assert "c1-c3" not in firsts(position)


# Entering from the reserve


def test_a_reserve_tower_enters_an_empty_square_that_an_own_tower_sees():
    position = small_pit("w", "w3,b5", W="b4", w="a1", B="e5")
    assert kinds(position, "@") == ["@a2", "@a3", "@a4", "@a5", "@b1", "@c1", "@d1", "@e1"]
    after = play(position, "@c1n")
    assert at(after, "c1") == "w" and at(after, "a1") == "w"
    assert fields(after)[1:] == ["b", "w2,b5", "c1n"]


@pytest.mark.parametrize("mover", "wrbg")
def test_every_player_enters_from_their_own_reserve(mover):
    pieces = {"W": "a1", "R": "e1", "B": "a5", "G": "e5", mover: "b2"}
    counts = dict.fromkeys("wrbg", 0) | {mover: 2}
    position = small_pit(mover, ",".join(f"{letter}{count}" for letter, count in counts.items()), players=4, **pieces)
    assert kinds(position, "@") == ["@a2", "@b1", "@b3", "@b4", "@b5", "@c2", "@d2", "@e2"]
    after = play(position, "@b4n")
    assert at(after, "b4") == mover
    assert fields(after)[2] == ",".join(f"{letter}{count - (letter == mover)}" for letter, count in counts.items())
    waiting = ",".join(f"{letter}{0 if letter == mover else 2}" for letter in "wrbg")
    assert kinds(small_pit(mover, waiting, players=4, **pieces), "@") == []


def test_pieces_in_between_do_not_matter():
    position = small_pit("w", "w3,b4", W="d1", w="a1", b="a3", B="e5")
    assert {"@a4", "@a5", "@e1"} <= set(firsts(position))
    assert not {"@a3", "@d1"} & set(firsts(position))


def test_a_tower_sees_past_no_barrier():
    position = small_pit("w", "w3,b5", "a3n,b1e", W="b4", w="a1", B="e5")
    assert kinds(position, "@") == ["@a2", "@a3", "@b1"]


def test_a_tower_sees_past_no_hole():
    position = small_pit("w", "w3,b5", W="a1", w="a3", B="e5")
    assert {"@b3"} <= set(firsts(position))
    assert not {"@c3", "@d3", "@e3"} & set(firsts(position))


def test_pawns_and_opponents_towers_see_nothing():
    position = small_pit("w", "w3,b4", W="b2", b="e4", B="e5")
    assert kinds(position, "@") == []


def test_an_empty_reserve_enters_nothing():
    assert kinds(small_pit("w", "w0,b5", W="b4", w="a1", B="e5"), "@") == []


def test_a_barrier_must_be_placed_after_entering():
    position = small_pit("w", "w3,b5", W="b4", w="a1", B="e5")
    assert not is_legal(position, "@c1")
    assert firsts(begun(position, "@c1")) == ["e", "n", "w"]


# Priority


def test_if_any_replacement_is_possible_the_turn_must_be_a_replacement():
    """c2 is next to the hole, d5 could slide and enter; the only turns replace on e5."""
    position = small_pit("w", "w3,b4", W="a1", w="c2 d5", b="e5", B="e1")
    assert firsts(position) == ["d5xe5"]


def test_the_mover_chooses_between_replacements():
    position = small_pit("w", "w3,b3", W="a1", w="b2 d5", b="e5 b1", B="e2")
    assert firsts(position) == ["a1xb1", "b2xb1", "d5xe5"]


def test_if_no_replacement_is_possible_a_piece_next_to_a_hole_must_move_into_it():
    position = small_pit("w", "w3,b5", W="a1", w="c2 d5", B="e1")
    assert moves(position) == ["c2-c3"]


@pytest.mark.parametrize("square", ["b3", "d3", "c2", "c4"])
def test_a_tower_next_to_a_hole_leaves_no_other_turn_on_whichever_side_it_stands(square):
    position = small_pit("w", "w3,b5", W="a1", w=f"{square} e5", B="e1")
    assert moves(position) == [f"{square}-c3"]


@pytest.mark.parametrize("square", ["b5", "d5", "c4"])
def test_a_tower_next_to_an_opponent_leaves_no_other_turn_on_whichever_side_it_stands(square):
    position = small_pit("w", "w3,b4", W="a1", w=f"{square} e2", b="c5", B="c1")
    assert firsts(position) == [f"{square}xc5"]


def test_the_mover_chooses_between_pieces_next_to_holes():
    position = small_pit("w", "w3,b5", W="d3", w="c2 b3 e5", B="a1")
    assert moves(position) == ["b3-c3", "c2-c3", "d3-c3"]


def test_a_piece_next_to_a_hole_moves_into_that_hole_and_not_into_one_further_away():
    """The tower on c4 is next to c3 and sees c7 as well."""
    position = pit("w", "w4,b5", W="a1", w="c4", B="i9")
    assert moves(position) == ["c4-c3"]


def test_a_tower_that_only_sees_a_hole_is_not_forced():
    position = small_pit("w", "w3,b5", W="a1", w="c1", B="e5")
    assert "c1-c3" in firsts(position) and len(firsts(position)) > 1


def test_an_opponents_piece_next_to_a_hole_forces_nobody():
    position = small_pit("w", "w3,b4", W="a1", w="a4", b="c2", B="e5")
    assert len(firsts(position)) > 1


def test_a_forced_replacement_can_force_you_to_disconnect():
    position = engine.position("pit", "b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n")
    assert moves(position) == ["a8xa9s"]
    assert over(play(position, "a8xa9s")) == ("b", "pawns disconnected")


# Isolated towers


def test_a_tower_without_a_path_to_a_hole_leaves_for_good():
    position = small_pit("w", "w5,b5", "a5e", W="e1", w="a1", b="a5", B="e5")
    after = play(position, "a1-a4n")
    assert at(after, "a5") == "." and at(after, "a4") == "w"
    assert fields(after)[2:] == ["w5,b5", "a4n,a5e"]


def test_an_isolated_tower_leaves_whosever_it_is():
    position = small_pit("w", "w5,b5", "a5e", W="e1", w="a1", B="e5")
    after = play(position, "a1-a5s")
    assert squares_of(after, "w") == ""
    assert fields(after)[2:] == ["w5,b5", "a4n,a5e"]


def test_several_isolated_towers_leave_together():
    position = small_pit("b", "w2,b3", "a4n,b5e", W="e1", w="a5", b="e4 b1", B="e5")
    after = play(position, "b1-b4n")
    assert at(after, "a5") == "." and at(after, "b4") == "b" and at(after, "e4") == "b"


def test_a_tower_with_another_way_to_a_hole_stays():
    position = small_pit("w", "w5,b5", W="e1", w="a1", b="a5", B="e5")
    assert at(play(position, "a1-a4n"), "a5") == "b"


def test_pieces_do_not_block_a_path_to_a_hole():
    """The barrier closes the empty corner e5; the tower in the corner a5 has its own towers on both sides."""
    position = small_pit("w", "w2,b5", "d5e", W="e1", w="a5 a4 b5 e3", B="c1")
    after = play(position, "e3-e4n")
    assert squares_of(after, "w") == "a4 a5 b5 e4"


def test_a_path_to_any_hole_is_enough():
    position = pit("w", "w5,b5", "a3n,b3n,c4e,d3n,e3n,f3n,g4e,h3n", W="a1", w="i5", B="i1", b="a9")
    assert at(play(position, "i5-i4s"), "a9") == "b"


def test_pawns_without_a_path_to_a_hole_stay():
    position = small_pit("w", "w5,b5", "a4n,b4n,c5e", W="a5", w="e4", B="c5", b="e1")
    after = play(position, "e4-c4n")
    assert over(after) is None
    assert at(after, "a5") == "W" and at(after, "c5") == "B"


# Losing


def test_who_places_a_barrier_that_disconnects_the_pawns_is_out():
    position = small_pit("w", "w5,b4", "a1e", W="a1", w="e2", B="e5", b="c5")
    assert over(play(position, "e2-a2s")) == ("b", "pawns disconnected")


def test_the_barrier_that_disconnected_is_taken_back_and_the_losers_pieces_are_gone():
    position = small_pit("w", "w5,b4", "a1e", W="a1", w="e2", B="e5", b="c5")
    after = play(position, "e2-a2s")
    assert standing(after) == {"c3": "o", "e5": "B", "c5": "b"}
    assert fields(after)[2:] == ["b4", "a1e"]


def test_another_way_round_keeps_the_pawns_connected():
    position = small_pit("w", "w5,b4", W="a1", w="e2", B="e5", b="c5")
    assert over(play(position, "e2-a2s")) is None


def test_a_path_between_pawns_does_not_cross_a_hole():
    """After e3n only the hole joins the upper rows to the lower ones."""
    position = small_pit("w", "w5,b5", "a3n,b3n,d3n", W="a1", w="e1", B="a5")
    assert over(play(position, "e1-e3n")) == ("b", "pawns disconnected")
    assert over(play(position, "e1-e3s")) is None


def test_pieces_do_not_block_a_path_between_pawns():
    position = small_pit("w", "w2,b5", "d5e", W="a1", w="a2 b1 e3", B="c5")
    after = play(position, "e3-e4n")
    assert over(after) is None and at(after, "a1") == "W"


def test_a_player_without_a_pawn_is_out_when_it_was_replaced():
    assert over(play(small_pit("b", "w5,b5", W="a1", B="a2"), "a2xa1")) == ("b", "pawn replaced")


def test_the_outcome_gives_every_player_a_number():
    after = play(small_pit("w", "w5,b4", W="a1", B="a2", b="e5"), "a1xa2")
    assert dict(after.outcome.scores) == {"w": 1.0, "b": 0.0}


# Three and four players


def test_with_three_a_player_who_is_out_loses_all_pieces_and_the_others_go_on():
    position = small_pit("w", "w4,r3,b5", players=3, W="c2", w="a1", R="e1", r="e3 a5", B="c5")
    after = play(position, "c2-c3")
    assert standing(after) == {"c3": "o", "e1": "R", "e3": "r", "a5": "r", "c5": "B"}
    assert fields(after)[1:] == ["r", "r3,b5", "-"]
    assert over(after) is None


def test_turns_skip_a_player_who_is_out():
    position = small_pit("r", "r3,b5", players=3, R="e1", r="a4", B="c5")
    position = play(position, "a4-a5e")
    assert position.turn == "b"
    position = play(position, "c5-d5e")
    assert position.turn == "r"


def test_with_three_a_replaced_pawns_owner_is_out_and_the_mover_places_the_barrier_as_usual():
    position = small_pit("w", "w4,r4,b5", "-", players=3, W="e1", w="b1", R="a1", r="a4", B="e5")
    assert moves(position) == ["b1xa1e", "b1xa1n"]
    half = begun(position, "b1xa1")
    assert half.turn == "w" and half.outcome is None
    after = play(position, "b1xa1n")
    assert standing(after) == {"c3": "o", "e1": "W", "a1": "w", "e5": "B"}
    assert fields(after)[1:] == ["b", "w4,b5", "a1n"]


def test_a_replaced_pawn_is_gone_when_connection_is_looked_at():
    """The mover replaces a pawn in a corner and walls in the corner; the pawns left are still connected."""
    position = small_pit("w", "w4,r5,b5", "a1e", players=3, W="e1", w="a3", R="a2", B="e5")
    after = play(position, "a3xa2s")
    assert over(after) is None
    assert fields(after)[1:] == ["b", "w4,b5", "a1e,a1n"]


def test_the_other_pieces_of_a_replaced_pawns_owner_are_gone_when_isolation_is_looked_at():
    """Red's tower in the corner neither stays nor returns to a reserve."""
    position = small_pit("w", "w4,r4,b5", "a1e", players=3, W="e1", w="a3", R="a2", r="a1", B="e5")
    after = play(position, "a3xa2s")
    assert standing(after) == {"c3": "o", "e1": "W", "a2": "w", "e5": "B"}
    assert fields(after)[2] == "w4,b5"


def test_with_three_the_mover_can_put_two_out_in_one_turn_and_the_third_wins():
    position = small_pit("w", "w4,r5,b5", "a1e", players=3, W="a1", w="b2", R="a2", B="e5")
    after = play(position, "b2xa2s")
    assert over(after) == ("b", "pawns disconnected")
    assert dict(after.outcome.scores) == {"w": 0.0, "r": 0.0, "b": 1.0}
    assert over(play(position, "b2xa2n")) is None


def test_with_three_who_disconnects_is_out_the_barrier_is_taken_back_and_the_others_go_on():
    position = small_pit("w", "w4,r5,b5", "a1e", players=3, W="a1", w="e2", R="c5", B="e5")
    after = play(position, "e2-a2s")
    assert over(after) is None
    assert fields(after)[1:] == ["r", "r5,b5", "a1e"]
    assert standing(after) == {"c3": "o", "c5": "R", "e5": "B"}


def test_who_disconnects_two_opponents_is_out_not_they():
    position = small_pit("w", "w4,r5,b5", "a1e", players=3, R="a1", w="e2", W="c5", B="e5")
    after = play(position, "e2-a2s")
    assert fields(after)[1:3] == ["r", "r5,b5"]
    assert squares_of(after, "R") == "a1"


def test_a_barrier_that_disconnects_is_taken_back_before_isolated_towers_are_looked_for():
    """b3n would wall in White's pawn and Red's tower; White is out, and the tower stays."""
    position = small_pit("w", "w4,r4,b5", "a3n,b4e,b5e", players=3, W="a5", w="b1", r="b4", R="e1", B="e5")
    after = play(position, "b1-b3n")
    assert fields(after)[1:] == ["r", "r4,b5", "a3n,b4e,b5e"]
    assert at(after, "b4") == "r"


def test_with_three_the_game_is_over_when_one_is_left():
    position = small_pit("w", "w5,b5", players=3, W="a1", B="a2")
    assert over(play(position, "a1xa2")) == ("w", "pawn replaced")
    assert dict(play(position, "a1xa2").outcome.scores) == {"w": 1.0, "r": 0.0, "b": 0.0}


def test_with_four_everyone_moves_in_order_until_one_is_left():
    position = small_pit("g", "w5,r5,b5,g5", players=4, W="a1", R="a3", B="a5", G="d3", g="e1")
    position = play(position, "d3-c3")
    assert position.turn == "w" and fields(position)[2] == "w5,r5,b5"
    position = play(position, "a1-a2e")
    assert position.turn == "r"
    position = play(position, "a3xa2n")
    assert position.turn == "b" and fields(position)[2] == "r5,b5"


def test_with_four_the_towers_of_all_others_can_be_replaced():
    position = small_pit("g", "w4,r4,b4,g4", players=4, W="a1", R="e1", B="a5", G="e5", g="c4", w="c5", r="b4", b="d4")
    assert kinds(position, "x") == ["c4xb4", "c4xc5", "c4xd4"]
    for move, reserves in (("c4xb4n", "w4,r5,b4,g4"), ("c4xc5s", "w5,r4,b4,g4"), ("c4xd4n", "w4,r4,b5,g4")):
        assert fields(play(position, move))[2] == reserves


# The board as an option


def test_the_board_is_an_option():
    start = engine.start("pit", players=2, size=6, holes="c3 d4", towers="a1 f6")
    assert str(start) == "5b/6/3o2/2o3/6/w5 w w5+,b5+ -"


def test_the_towers_stand_in_turn_order():
    start = engine.start("pit", players=3, size=5, holes="c3", towers="e5 c1 a1")
    assert {square: sign for square, sign in standing(start).items() if sign != "o"} == {
        "e5": "w",
        "c1": "r",
        "a1": "b",
    }


@pytest.mark.parametrize("size", range(5, 12))
def test_sizes_from_5_to_11_can_be_played(size):
    last = f"{'abcdefghijk'[size - 1]}{size}"
    game = engine.game("pit", size=size, holes="c3", towers=f"a1 {last}")
    for state in engine.random_states(game, size):
        assert state.winner != -1 or state.actions([0] * 300) > 0
    assert state.winner in (0, 1)


@pytest.mark.parametrize(("players", "sides"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
@pytest.mark.parametrize("size", range(5, 12))
def test_the_usual_board_of_any_size_is_the_same_seen_from_all_four_sides(size, players, sides):
    """Turned by a quarter, the holes are the same and every tower stands where that of the next side stood."""

    def turned(name):
        column, row = "abcdefghijk".index(name[0]), int(name[1:]) - 1
        return f"{'abcdefghijk'[row]}{size - column}"

    options = engine.game("pit", size=size, players=players).options
    holes, towers = options["holes"].split(), options["towers"].split()
    assert sorted(map(turned, holes)) == sorted(holes)
    middle = [f"{'abcdefghijk'[size // 2]}1"]
    while len(middle) < 4:
        middle.append(turned(middle[-1]))
    assert towers == [middle[side] for side in sides]


def test_the_usual_board_of_nine_is_that_of_the_rules():
    options = engine.game("pit", players=4).options
    assert (options["holes"], options["towers"]) == ("c3 c7 e5 g3 g7", "e1 a5 e9 i5")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", range(5, 12))
def test_a_random_game_on_a_board_of_any_size_is_the_same_for_the_slow_referee(size, players):
    game = engine.game("pit", size=size, players=players)
    chance, position, referee = random.Random(size * players), game.start(), slow.start(**game.options)
    while position.outcome is None:
        assert str(position) == slow.text(referee)
        assert sorted(position.legal_moves()) == sorted(slow.legal_turns(referee))
        move = chance.choice(position.legal_moves())
        position, referee = position.play(move), slow.play(referee, move)
    assert (position.outcome.scores, position.outcome.reason) == slow.outcome(referee)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 5}, "players"),
        ({"players": 1}, "players"),
        ({"size": 4, "holes": "b2", "towers": "a1 d4"}, "size"),
        ({"size": 12}, "size"),
        ({"holes": ""}, "at least one hole"),
        ({"holes": "a2 b1"}, "not all connected"),
        ({"towers": "e1 e1"}, "twice"),
        ({"towers": "e1 e5"}, "hole"),
        ({"towers": "e1"}, "2 squares"),
        ({"players": 3, "towers": "e1 e9"}, "3 squares"),
        ({"size": 5, "holes": "c3", "towers": "e1 e9"}, "no square"),
        ({"holes": "c3 e9"}, "usual place of a tower is a hole here .e9., so say where the towers start"),
        ({"holes": "c3 j9"}, "no square"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused_with_the_reason(options, reason):
    with pytest.raises(tv.OptionError, match=reason):
        tv.game("pit", **options)


def test_every_player_must_find_a_square_for_the_pawn_whatever_the_others_chose():
    """A lane of four squares: beside Black's tower and White's there is room for one pawn only, or for both."""
    squares = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    lane = ["a1", "b1", "c1", "d1"]
    holes = " ".join(square for square in squares if square not in lane)
    assert moves(engine.start("pit", size=5, holes=holes, towers="a1 b1")) == ["d1"]
    with pytest.raises(tv.OptionError, match="no square for the pawn"):
        tv.game("pit", size=5, holes=holes, towers="b1 a1")


# Random play

BOARDS = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    *({"players": players, **SMALL, "towers": SMALL_TOWERS[players]} for players in (2, 3, 4)),
    {"players": 4, "size": 11, "holes": "c3 i9", "towers": "a1 k11 a11 k1"},
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_a_player_always_has_a_legal_turn(board):
    game = engine.game("pit", **board)
    for seed in range(engine.at_speed(40, 15)):
        for state in engine.random_states(game, seed):
            assert (state.actions([0] * 300) > 0) == (state.winner == -1)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_turn_uses_up_an_edge_or_a_piece_so_a_game_always_ends(board):
    game = engine.game("pit", **board)
    for seed in range(engine.at_speed(20, 10)):
        left = None
        for state in engine.random_states(game, seed):
            if state.mid_turn():
                continue
            now = used_up(state)
            assert left is None or now < left
            left = now


def used_up(state):
    """Open sides of squares, pieces on the board and in reserve, and pawns in hand for each of which a turn is due."""
    reserves = sum(state.reserves >> 4 * player & 15 for player in range(4))
    pieces = state.pieces().count() + reserves + 2 * state.in_hand.bit_count()
    return state.open_north.count() + state.open_east.count() + pieces


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_pawns_of_all_players_still_in_are_on_the_board_and_connected(board):
    game = engine.game("pit", **board)
    for seed in range(engine.at_speed(10, 5)):
        for state in engine.random_states(game, seed):
            if state.mid_turn():
                continue
            assert state.pawns.count() == state.playing.bit_count() - state.in_hand.bit_count()
            assert is_one_region(state, state.pawns)


def is_one_region(state, pawns):
    """Whether paths over ground and open sides join the pawns, walked square by square."""
    if not pawns:
        return True
    reached, edge = {pawns.first()}, [pawns.first()]
    while edge:
        square = edge.pop()
        steps = [(square + 11, state.open_north.has(square)), (square + 1, state.open_east.has(square))]
        if square >= 11:
            steps.append((square - 11, state.open_north.has(square - 11)))
        if square >= 1:
            steps.append((square - 1, state.open_east.has(square - 1)))
        for target, is_open in steps:
            if is_open and state.ground.has(target) and target not in reached:
                reached.add(target)
                edge.append(target)
    return set(pawns) <= reached


def test_random_games_are_the_same_in_every_mode():
    assert engine.plays_the_same_games_as_plain_python(engine.game("pit"), 30)
    assert engine.plays_the_same_games_as_plain_python(engine.game("pit", players=4), 30)
