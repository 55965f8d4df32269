"""Never Alone, sentence by sentence of its rules file."""

import pytest

import tavoliere as tv
from tavoliere.core.compiled import rows
from tests.rules import engine
from tests.rules.boards import at, board_field, drawn, never_alone, squares_of, standing
from tests.rules.engine import is_legal, moves, over, play

SQUARES = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
# Every square at the right distance from d4, and a square next to each that keeps it safe.
AROUND_D4 = {"a4": "a5", "g4": "g5", "d1": "e1", "d7": "e7", "b2": "b3", "b6": "b7", "f2": "g2", "f6": "f7"}
WALL = " ".join([*AROUND_D4, *AROUND_D4.values()])


def offsets(square, others):
    """The distances between a square and others, as columns and rows."""
    column, row = ord(square[0]), int(square[1])
    return {(ord(other[0]) - column, int(other[1]) - row) for other in others}


# The board


def test_the_start_is_the_one_of_the_rules_file():
    start = engine.start("never-alone")
    assert str(start) == "8/8/8/4b3/3r4/8/8/8 r 0"
    assert standing(start) == {"d4": "r", "e5": "b"}


def test_red_moves_first_and_the_players_alternate():
    position = engine.start("never-alone")
    assert position.turn == "r"
    assert play(position, "a4").turn == "b"
    assert play(position, "a4", "h5").turn == "r"


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 8), (2, 64), (3, 680), (4, 7169)])
def test_perft_from_the_start(depth, count):
    with engine.way():
        assert tv.perft(engine.game("never-alone").start(), depth) == count


def test_the_start_turns_into_itself_by_a_half_turn_with_colours_exchanged():
    field = str(engine.start("never-alone")).split()[0]
    assert field[::-1].translate(str.maketrans("rb", "br")) == field


def test_nobody_can_capture_on_the_first_move():
    start = engine.start("never-alone")
    assert not any(move.startswith("x") for move in moves(start))
    assert not any(reply.startswith("x") for move in moves(start) for reply in moves(play(start, move)))


@pytest.mark.parametrize("player", [0, 1])
def test_nobody_can_force_a_capture_within_eleven_turns(player):
    turns = 7 if engine.MODE == engine.PLAIN else 11  # plain Python looks less far
    with engine.way():
        start = engine.game("never-alone").start().state
        assert not engine.kernels.can_force(start, turns, player, rows(turns + 1, 64), 0)


def test_the_start_is_an_option():
    position = engine.start("never-alone", red="a1 h8", black="c3")
    assert standing(position) == {"a1": "r", "h8": "r", "c3": "b"}
    assert "xc3" in moves(position)


# Placing


def test_a_piece_is_placed_three_squares_along_a_line_or_two_along_a_diagonal():
    placed = moves(never_alone("r", r="d4", b="h8"))
    assert sorted(placed) == sorted(AROUND_D4)
    straight, diagonal = {(3, 0), (-3, 0), (0, 3), (0, -3)}, {(2, 2), (2, -2), (-2, 2), (-2, -2)}
    assert offsets("d4", placed) == straight | diagonal


def test_one_piece_at_the_right_distance_is_enough():
    assert set(moves(never_alone("r", r="a1 h8", b="e5"))) == {"a4", "d1", "c3", "h5", "e8", "f6"}


def test_the_distance_counts_from_pieces_of_ones_own_colour_only():
    assert moves(never_alone("r", r="a1", b="h8 h7")) == ["a4", "c3", "d1"]
    assert moves(never_alone("b", r="a1 a2", b="h8")) == ["e8", "f6", "h5"]


def test_the_distance_does_not_go_around_the_edges():
    assert moves(never_alone("r", r="a4", b="e5")) == ["a1", "a7", "c2", "c6", "d4"]
    assert moves(never_alone("r", r="h5", b="d4")) == ["e5", "f3", "f7", "h2", "h8"]


def test_what_stands_in_between_does_not_matter():
    position = never_alone("r", r="d4", b="b4 c4 d2 d3 d5 d6 e4 f4 c3 c5 e3 e5")
    assert sorted(moves(position)) == sorted(AROUND_D4)


def test_a_piece_is_not_placed_on_a_piece_of_ones_own():
    assert "a4" not in moves(never_alone("r", r="d4 a4", b="h8"))


def test_a_piece_is_placed_and_nothing_else_changes():
    after = play(never_alone("r", r="d4", b="e5"), "f6")
    assert standing(after) == {"d4": "r", "f6": "r", "e5": "b"}


def test_two_pieces_of_a_colour_can_come_to_stand_side_by_side():
    """d4, a4, c6, c3: a sum of distances is a single step, which larger offsets of one parity could not give."""
    position = play(engine.start("never-alone"), "f2", "h5", "f5")
    assert "e4" not in moves(position)
    position = play(position, "e8", "d3")
    assert at(position, "d3") == at(position, "d4") == "r"


def test_from_a_single_piece_every_square_can_be_reached():
    steps = {square: moves(never_alone("r", r=square, b="")) for square in SQUARES}
    for start in SQUARES:
        reached, edge = {start}, [start]
        while edge:
            edge = [target for square in edge for target in steps[square] if target not in reached]
            reached.update(edge)
        assert len(reached) == 64


# Safe and alone, captures


def test_an_enemy_piece_that_is_alone_can_be_captured_at_the_right_distance():
    after = play(never_alone("r", r="d4", b="g4 e5"), "xg4")
    assert at(after, "g4") == "r"
    assert standing(after) == {"d4": "r", "g4": "r", "e5": "b"}


def test_the_capturing_piece_replaces_the_captured_one():
    after = play(never_alone("b", r="d4 a1", b="f6"), "xd4")
    assert standing(after) == {"d4": "b", "a1": "r", "f6": "b"}
    assert not after.state.red & after.state.black
    after = play(never_alone("r", r="d4 a1", b="f6"), "xf6")
    assert standing(after) == {"d4": "r", "a1": "r", "f6": "r"}
    assert not after.state.red & after.state.black


@pytest.mark.parametrize("square", SQUARES)
def test_a_lone_piece_can_be_captured_wherever_it_stands(square):
    column, row = ord(square[0]), int(square[1])
    left = chr(column - 3 if column >= ord("d") else column + 3)
    assert is_legal(never_alone("r", r=f"{left}{row}", b=square), f"x{square}")


@pytest.mark.parametrize("square", SQUARES)
def test_two_pieces_side_by_side_are_safe_wherever_they_stand(square):
    column, row = ord(square[0]), int(square[1])
    beside = chr(column + 1 if column < ord("h") else column - 1)
    far = chr(column - 3 if column >= ord("d") else column + 3)
    assert not is_legal(never_alone("r", r=f"{far}{row}", b=f"{square} {beside}{row}"), f"x{square}")
    above = row + 1 if row < 8 else row - 1
    assert not is_legal(never_alone("r", r=f"{far}{row}", b=f"{square} {square[0]}{above}"), f"x{square}")


@pytest.mark.parametrize(("turn", "move"), [("r", "xf6"), ("b", "xd4")])
def test_a_capture_wins_at_once(turn, move):
    assert over(play(never_alone(turn, r="d4", b="f6"), move)) == (turn, "capture")


@pytest.mark.parametrize("friend", ["g5", "g3", "f4", "h4"])
def test_a_piece_next_to_one_of_its_own_colour_is_safe(friend):
    position = never_alone("r", r="d4", b=f"g4 {friend}")
    assert not is_legal(position, "xg4")
    assert not is_legal(position, "g4")


@pytest.mark.parametrize("diagonal", ["h5", "f5", "h3", "f3"])
def test_a_diagonal_neighbour_does_not_make_a_piece_safe(diagonal):
    assert is_legal(never_alone("r", r="d4", b=f"g4 {diagonal}"), "xg4")


def test_a_piece_of_the_other_colour_does_not_make_a_piece_safe():
    assert is_legal(never_alone("r", r="d4 g5", b="g4 c1"), "xg4")


def test_safety_does_not_go_around_the_edges():
    assert is_legal(never_alone("r", r="e4", b="h4 a5"), "xh4")
    assert is_legal(never_alone("r", r="a4", b="a1 h8 a8"), "xa1")


def test_a_lone_piece_at_another_distance_cannot_be_captured():
    for square in ("f4", "d6", "e5", "g7", "h4", "c3", "f5"):
        assert not is_legal(never_alone("r", r="d4", b=square), f"x{square}")


def test_capturing_is_optional_while_something_else_can_be_played():
    position = never_alone("r", r="d4", b="g4")
    assert is_legal(position, "xg4") and is_legal(position, "a4")


def test_a_capture_is_written_with_x_and_a_placement_without():
    assert not is_legal(never_alone("r", r="d4", b="g4"), "g4")
    assert not is_legal(never_alone("r", r="d4", b="g4"), "xa4")


# Passing


def test_who_can_place_may_not_pass():
    assert not is_legal(engine.start("never-alone"), "pass")


def test_who_can_neither_place_nor_capture_must_pass():
    position = never_alone("r", r="d4", b=WALL)
    assert moves(position) == ["pass"]
    after = play(position, "pass")
    assert str(after).split()[1:] == ["b", "1"]
    assert standing(after) == standing(position) and over(after) is None


def test_if_captures_are_the_only_legal_moves_you_may_not_pass():
    lonely = WALL.replace("f7", "")
    position = never_alone("r", r="d4", b=" ".join(lonely.split()))
    assert moves(position) == ["xf6"]
    assert over(play(position, "xf6")) == ("r", "capture")


HAND_OF_ONE = "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5"


def test_the_last_of_36_pieces_can_be_placed():
    position = never_alone("r", r=HAND_OF_ONE, b="h8 g8")
    assert len(HAND_OF_ONE.split()) == 35
    assert is_legal(position, "d5")


def test_who_has_no_piece_left_in_hand_must_pass():
    """The starting pieces come out of the 36."""
    position = never_alone("r", r=f"{HAND_OF_ONE} d5", b="h8 g8")
    assert moves(position) == ["pass"]
    position = never_alone("b", b=f"{HAND_OF_ONE} d5", r="h8 g8")
    assert moves(position) == ["pass"]


def test_a_capture_uses_a_piece_from_hand_like_any_placement():
    assert is_legal(never_alone("r", r=HAND_OF_ONE, b="d7"), "xd7")
    position = never_alone("r", r=f"{HAND_OF_ONE} d5", b="d7")
    assert moves(position) == ["pass"]


def test_a_pass_is_forgotten_when_the_opponent_places():
    position = play(never_alone("r", r="d4", b=WALL), "pass")
    after = play(position, moves(position)[0])
    assert str(after).split()[1:] == ["r", "0"]
    assert over(after) is None


def test_one_pass_does_not_end_the_game_for_a_player_who_can_place():
    position = never_alone("b", r="d4", b=WALL, passes=1)
    assert "pass" not in moves(position) and over(position) is None


# Points. Full boards: nobody can place, and all that is alone is out of reach.

HALVES = ["r r r r b b b b"] * 8
# The worked example: red has 34 pieces and black 30, of which one each is alone (h8 and a1).
WORKED_EXAMPLE = """
    b b b b r b b r
    b b b b r b b b
    b b b b r r b b
    b r b b r r r r
    b r b b r r r r
    r r b b r r r r
    r r r b r r r r
    b r r b r r r r
"""
# Red has 33 pieces and Black 31, but a2, a8 and f8 are alone, each where no black piece is at the right distance.
LONE_PIECES = """
    r b r r b r b r
    b b r r b b b r
    r r r r r b b r
    r b b b r r r r
    b b r r r r b b
    b b b r b b r r
    r b b r r r b r
    b b b b r b b r
"""


def points(position, colour):
    """The pieces of a colour that stand next to one of their own, counted on the drawing."""
    of_colour = set(squares_of(position, colour).split())
    return sum(bool(offsets(square, of_colour) & {(1, 0), (-1, 0), (0, 1), (0, -1)}) for square in of_colour)


def full_board(drawing, turn="r"):
    return engine.position("never-alone", f"{board_field(8, 8, drawn(drawing))} {turn} 0")


def test_when_both_pass_in_a_row_the_game_ends():
    position = full_board("\n".join(HALVES))
    assert moves(position) == ["pass"]
    position = play(position, "pass")
    assert over(position) is None and moves(position) == ["pass"]
    assert over(play(position, "pass")) is not None


def test_equal_points_draw():
    assert over(play(full_board("\n".join(HALVES)), "pass", "pass")) == ("draw", "equal points")


@pytest.mark.parametrize(("letters", "winner"), [("rb", "r"), ("br", "b")])
@pytest.mark.parametrize("turn", ["r", "b"])
def test_more_points_win(letters, winner, turn):
    drawing = "\n".join([*HALVES[1:], "r r r r r b b b"]).translate(str.maketrans("rb", letters))
    assert over(play(full_board(drawing, turn), "pass", "pass")) == (winner, "more points")


def test_every_safe_piece_counts_once_and_a_lone_one_not():
    position = full_board(WORKED_EXAMPLE)
    assert (len(squares_of(position, "r").split()), len(squares_of(position, "b").split())) == (34, 30)
    assert (points(position, "r"), points(position, "b")) == (33, 29)
    assert over(play(position, "pass", "pass")) == ("r", "more points")


def test_lone_pieces_can_cost_the_game():
    position = full_board(LONE_PIECES)
    assert (len(squares_of(position, "r").split()), len(squares_of(position, "b").split())) == (33, 31)
    assert (points(position, "r"), points(position, "b")) == (30, 31)
    assert moves(position) == ["pass"]
    assert over(play(position, "pass", "pass")) == ("b", "more points")


# Random play


@pytest.mark.parametrize("seed", range(20))
def test_pass_is_legal_exactly_when_it_is_the_only_move(seed):
    passed = 0
    for state in engine.random_states(engine.game("never-alone"), seed):
        out = [0] * 64
        actions = out[: state.actions(out)]
        assert 64 not in actions or actions == [64]
        passed += actions == [64]
    assert passed <= 128


def test_random_games_are_the_same_in_every_mode():
    assert engine.plays_the_same_games_as_plain_python(engine.game("never-alone"), 50)
