"""`tavoliere.author`: one import for authors of games, with the lines that most games share."""

from types import SimpleNamespace

import pytest

import tavoliere as tv
from tavoliere import author
from tavoliere.games import ruleset
from tavoliere.testing import turns


def test_everything_that_is_promised_is_there():
    assert len(set(author.__all__)) == len(author.__all__)
    assert all(hasattr(author, name) for name in author.__all__)


@pytest.mark.parametrize("size", [(3, 3), (12, 8), (9, 9)])
def test_squares_have_names_that_lead_back(size):
    board = author.Board(*size)
    squares = range(size[0] * size[1])
    names = [board.name(square) for square in squares]
    assert names[0] == "a1" and len(set(names)) == len(names)
    assert [board.square(name) for name in names] == list(squares)
    assert board.square("z99") is None and board.square("A1") is None


@pytest.mark.parametrize(
    ("board", "counted", "text"),
    [
        (author.Board(3, 2), ["a1", "b1", "c1", "a2", "b2", "c2"], "3/1x1"),
        (author.Board(3, 2, across=2, up=1), ["a1", "a2", "b1", "b2", "c1", "c2"], "x2/3"),
    ],
)
def test_a_board_counts_by_rows_or_by_columns(board, counted, text):
    assert [board.name(square) for square in range(6)] == counted
    assert [board.square(name) for name in counted] == list(range(6))
    assert board.text(lambda square: "x" if square == 1 else "") == text
    assert list(board.squares(author.Bits64, {(2, 0): "o", (0, 1): "x"}, "o")) == [counted.index("c1")]


def test_a_small_board_may_lie_in_the_corner_of_a_large_one():
    board = author.Board(3, 3, up=11)
    assert board.square("c3") == 24 and board.name(24) == "c3" and board.square("d1") is None
    assert board.place(24) == (2, 2) and board.turns[3][24] == 0


def test_nobody_is_to_move_when_the_game_is_over():
    facts = ruleset("tablut").facts
    seats = author.seats_of(facts)
    assert author.letters_of(facts) == ("w", "b") == tuple(seat.letter for seat in seats)
    assert author.letter_to_move(SimpleNamespace(turn=1, winner=author.ONGOING), seats) == "b"
    assert author.letter_to_move(SimpleNamespace(turn=1, winner=author.DRAW), seats) == ""


@pytest.mark.parametrize(("size", "ways"), [((3, 3), 8), ((12, 8), 4)])
def test_a_board_turns_onto_itself(size, ways):
    board = author.Board(*size)
    squares = list(range(size[0] * size[1]))
    assert len(board.turns) == ways and board.turns[0] == dict(zip(squares, squares, strict=True))
    assert all(sorted(turn.values()) == squares for turn in board.turns)
    corner = author.Bits128.of([0])
    corners = {next(iter(board.turned(corner, number))) for number in range(ways)}
    assert corners == {0, size[0] - 1, squares[-1], squares[-1] - size[0] + 1}
    assert board.turned_action(1)(0) == size[0] - 1 and board.turned_action(1)(999) == 999


def test_games_of_ours_use_the_helpers():
    """Tablut has no lines of its own for what the helpers do, and is the game it was."""
    model = ruleset("tablut")
    own = vars(model.notation)
    assert [own["told"], own["turn_text"], own["turn_parts"]] == [author.told, author.turn_text, author.turn_parts]
    position = tv.game("tablut").start()
    assert len(position.legal_moves()) == 56 and "e4-f4" in position.legal_moves()
    turns.no_two_turns_share_a_string_and_no_turn_has_two(position)
    assert author.seats_of(model.facts) == model.face.SEATS
    assert all(author.Board(9, 9).name(square) == model.notation.square_name(square) for square in range(81))
