"""Pathwayz, sentence by sentence of its rules file. Drawings show the board as White sees it."""

import pytest

import tavoliere as tv
from tavoliere.core.compiled import generator, row
from tests.rules import engine
from tests.rules.boards import at, pathwayz, squares_of, standing
from tests.rules.engine import is_legal, moves, over, play

EMPTY = "12/12/12/12/12/12/12/12"
OTHER = {"w": "b", "b": "w", "W": "B", "B": "W", ".": "."}


def for_either(turn, drawing):
    """A drawing made for White, with the colours exchanged if Black is to move."""
    return pathwayz(turn, "".join(OTHER.get(sign, sign) for sign in drawing) if turn == "b" else drawing)


both_players = pytest.mark.parametrize(("turn", "other"), [("w", "b"), ("b", "w")])

LAST_GAP = """
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    w w w w w w . w w w w w
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
"""


# The board


def test_the_board_starts_empty_with_white_to_move():
    start = engine.start("pathwayz")
    assert str(start) == f"{EMPTY} w"
    assert start.turn == "w" and standing(start) == {}


def test_the_board_has_columns_a_to_l_and_eight_rows():
    squares = {f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 9)}
    assert set(moves(engine.start("pathwayz"))) == squares | {f"{square}*" for square in squares}


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 192), (2, 36480)])
def test_perft_from_the_start(depth, count):
    with engine.way():
        assert tv.perft(engine.game("pathwayz").start(), depth) == count


def test_the_players_alternate_whatever_they_place():
    position = play(engine.start("pathwayz"), "a1", "b2*", "c3*")
    assert position.turn == "b"


# Placing


@both_players
def test_a_normal_piece_shows_the_movers_colour(turn, other):
    assert at(play(engine.position("pathwayz", f"{EMPTY} {turn}"), "c4"), "c4") == turn


@both_players
def test_a_permanent_piece_shows_the_opponents_colour(turn, other):
    assert at(play(engine.position("pathwayz", f"{EMPTY} {turn}"), "c4*"), "c4") == other.upper()


@both_players
def test_a_permanent_piece_turns_every_normal_piece_on_the_eight_neighbouring_squares(turn, other):
    position = pathwayz(
        turn,
        """
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . w b w . . . . . . . .
        . b . b . . . . . . . .
        . w b w . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        """,
    )
    after = play(position, "c4*")
    assert squares_of(after, "w") == "b4 c3 c5 d4"
    assert squares_of(after, "b") == "b3 b5 d3 d5"


@both_players
def test_pieces_further_away_are_not_turned(turn, other):
    position = pathwayz(
        turn,
        """
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        b w b w b . . . . . . .
        w . . . w . . . . . . .
        b . . . b . . . . . . .
        w . . . w . . . . . . .
        b w b w b . . . . . . .
        . . . . . . . . . . . .
        """,
    )
    after = play(position, "c4*")
    assert standing(after) == standing(position) | {"c4": other.upper()}


@both_players
def test_a_normal_piece_turns_nothing(turn, other):
    position = pathwayz(
        turn,
        """
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . w b w . . . . . . . .
        . b . b . . . . . . . .
        . w b w . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        """,
    )
    assert standing(play(position, "c4")) == standing(position) | {"c4": turn}


@both_players
def test_permanent_pieces_never_turn_over(turn, other):
    position = pathwayz(
        turn,
        """
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . W B W . . . . . . . .
        . B . B . . . . . . . .
        . W B W . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        """,
    )
    assert standing(play(position, "c4*")) == standing(position) | {"c4": other.upper()}


def test_a_piece_turned_over_twice_shows_its_first_colour_again():
    position = play(engine.start("pathwayz"), "c4", "b4*")
    assert at(position, "c4") == "b"
    assert at(play(position, "d4*"), "c4") == "w"


@pytest.mark.parametrize("corner", ["a1", "a8", "l1", "l8"])
def test_turning_over_does_not_reach_around_the_edges(corner):
    rim = """
        . w b w b w b w b w b .
        w . w . . . . . . b . b
        b b . . . . . . . . w w
        w . . . . . . . . . . b
        b . . . . . . . . . . w
        w w . . . . . . . . b b
        b . b . . . . . . w . w
        . b w b w b w b w b w .
    """
    position = pathwayz("w", rim)
    after = play(position, f"{corner}*")
    column, row = "abcdefghijkl".index(corner[0]), int(corner[1])
    beside = {
        f"{'abcdefghijkl'[column + across]}{row + up}"
        for across in (-1, 0, 1)
        for up in (-1, 0, 1)
        if (across or up) and 0 <= column + across < 12 and 1 <= row + up <= 8
    }
    turned = {square for square, sign in standing(position).items() if at(after, square) != sign}
    assert turned == {square for square in beside if square in standing(position)}


def test_a_piece_goes_on_an_empty_square_only():
    position = play(engine.start("pathwayz"), "c4", "d5*")
    for occupied in ("c4", "c4*", "d5", "d5*"):
        assert not is_legal(position, occupied)


@pytest.mark.parametrize("seed", range(5))
def test_after_n_placements_there_are_twice_96_minus_n_moves(seed):
    game = engine.game("pathwayz")
    for placed, state in enumerate(engine.random_states(game, seed)):
        if state.winner == -1:
            assert state.actions([0] * 192) == 2 * (96 - placed)
        else:
            assert state.actions([0] * 192) == 0


def test_the_supply_of_permanent_pieces_is_unlimited():
    position = engine.start("pathwayz")
    for column in "acegik":
        for row_number in (1, 3, 5, 7):
            position = play(position, f"{column}{row_number}*")
    assert len(squares_of(position, "W").split()) + len(squares_of(position, "B").split()) == 24
    assert over(position) is None


# Chains


@both_players
def test_a_chain_from_column_a_to_column_l_wins(turn, other):
    after = play(for_either(turn, LAST_GAP), "g4")
    assert over(after) == (turn, "chain completed")


@both_players
def test_both_players_join_the_same_two_sides(turn, other):
    column = """
        . . . . w . . . . . . .
        . . . . w . . . . . . .
        . . . . w . . . . . . .
        . . . . w . . . . . . .
        . . . . . . . . . . . .
        . . . . w . . . . . . .
        . . . . w . . . . . . .
        . . . . w . . . . . . .
    """
    assert over(play(for_either(turn, column), "e4")) is None


@both_players
def test_a_chain_is_linked_orthogonally_or_diagonally(turn, other):
    zigzag = """
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . w w . . . . . .
        . . . w . . w . . w . .
        . . w . . . w . w . w .
        . w . . . . . . . . . w
        w . . . . . . . . . . .
        . . . . . . . . . . . .
    """
    assert over(play(for_either(turn, zigzag), "h3")) == (turn, "chain completed")
    assert over(play(for_either(turn, zigzag), "h5")) == (turn, "chain completed")
    assert over(play(for_either(turn, zigzag), "h2")) is None


@both_players
def test_a_chain_may_mix_normal_and_permanent_pieces(turn, other):
    mixed = LAST_GAP.replace("w w w w w w", "W w W w w W")
    assert over(play(for_either(turn, mixed), "g4")) == (turn, "chain completed")


@both_players
def test_a_chain_of_two_colours_is_none(turn, other):
    broken = LAST_GAP.replace("w w w w w w", "w w b w w w")
    assert over(play(for_either(turn, broken), "g4")) is None


@both_players
def test_a_chain_must_reach_both_sides(turn, other):
    short = LAST_GAP.replace("w w w w w w", ". w w w w w")
    assert over(play(for_either(turn, short), "g4")) is None
    short = LAST_GAP.replace("w w w w w\n", "w w w w .\n")
    assert over(play(for_either(turn, short), "g4")) is None


@both_players
def test_a_chain_does_not_go_around_the_top_and_bottom(turn, other):
    split = """
        . . . . . . w w w w w w
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . w w w w w . . . . . .
    """
    assert over(play(for_either(turn, split), "a1")) is None


@both_players
def test_chains_are_looked_for_only_after_the_turning_over(turn, other):
    """The permanent piece would complete the opponent's chain, but it turns two pieces of it."""
    theirs = LAST_GAP.replace("w", "b")
    after = play(for_either(turn, theirs), "g4*")
    assert at(after, "g4") == other.upper() and at(after, "f4") == turn
    assert over(after) is None


@both_players
def test_turning_over_can_complete_the_movers_chain(turn, other):
    nearly = LAST_GAP.replace("w w w w w w .", "w w w w W b W")
    assert over(play(for_either(turn, nearly), "f5*")) == (turn, "chain completed")


@both_players
def test_turning_over_can_break_ones_own_chain_in_the_making(turn, other):
    after = play(for_either(turn, LAST_GAP), "f5*")
    assert at(after, "e4") == at(after, "f4") == other
    assert over(play(after, "a8", "g4")) is None


@both_players
def test_ones_own_permanent_piece_can_hand_the_game_to_the_opponent(turn, other):
    theirs = LAST_GAP.replace("w w w w w w . w", "b b b b b B . B").replace("w", "b")
    assert over(play(for_either(turn, theirs), "g4*")) == (other, "chain completed")


BOTH = """
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    w w w w w W b W w w w w
    . . . . . . . . . . . .
    b b b b b B w B b b b b
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
"""


@both_players
def test_when_one_move_completes_both_chains_the_mover_wins(turn, other):
    after = play(pathwayz(turn, BOTH), "g5*")
    assert at(after, "g6") == "w" and at(after, "g4") == "b"
    assert over(after) == (turn, "chain completed")


@pytest.mark.parametrize(("to_move", "winner"), [("b", "w"), ("w", "b")])
def test_a_loaded_board_with_both_chains_was_won_by_the_player_not_to_move(to_move, winner):
    both = BOTH.replace("W b W", "W w W").replace("B w B", "B b B")
    assert over(pathwayz(to_move, both)) == (winner, "chain completed")


@pytest.mark.parametrize("to_move", ["w", "b"])
def test_a_loaded_board_with_one_chain_is_won_by_its_colour(to_move):
    assert over(pathwayz(to_move, LAST_GAP.replace("w .", "w w"))) == ("w", "chain completed")


@both_players
def test_a_full_board_without_a_chain_is_a_draw(turn, other):
    """Two colours in vertical stripes block each other."""
    stripes = "w b w b w b w b w b w b\n" * 7 + ". b w b w b w b w b w b\n"
    position = for_either(turn, stripes)
    assert moves(position) == ["a1", "a1*"]
    assert over(play(position, "a1")) == ("draw", "board full")


def test_a_loaded_full_board_is_a_draw():
    assert over(pathwayz("w", "w b w b w b w b w b w b\n" * 8)) == ("draw", "board full")


@both_players
def test_the_last_square_can_still_complete_a_chain(turn, other):
    rows = "w b w b w b w b w b w b\n" * 7 + "w w w w w w w . w w w w\n"
    assert over(play(for_either(turn, rows), "h1")) == (turn, "chain completed")


# Random play


def test_random_games_take_73_placements():
    games = engine.at_speed(20_000, 100)
    counts, actions = engine.random_games(engine.game("pathwayz"), games, seed=3)
    assert abs(actions / games - 73.5) < 0.5 + 4 * 11 / games**0.5
    assert sum(counts) == games


def test_in_random_play_draws_and_double_chains_are_rare_and_nearly_half_of_the_games_are_handed_over():
    games = engine.at_speed(40_000, 100)
    with engine.way():
        tally = row(3)
        start = engine.game("pathwayz").start().state
        engine.kernels.ends_of_pathwayz(start, games, generator(4), row(192), tally)
    draws, handed_over, both = (int(count) / games for count in tally)
    assert abs(draws - 0.013) < 0.001 + 4 * (0.013 / games) ** 0.5
    assert abs(both - 0.009) < 0.001 + 4 * (0.009 / games) ** 0.5
    assert abs(handed_over - 0.45) < 0.01 + 4 * 0.5 / games**0.5


def test_random_games_are_the_same_in_every_mode():
    assert engine.plays_the_same_games_as_plain_python(engine.game("pathwayz"), 20)
