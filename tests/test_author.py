"""`tavoliere.author`: one import for authors of games, with the lines that most games share."""

import dataclasses
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


def test_the_helpers_stand_in_for_the_lines_of_a_game_of_ours():
    """Tablut with the helpers in place of its own functions is the same game."""
    model = ruleset("tablut")
    own = {
        name: value for name, value in vars(model.notation).items() if name not in ("told", "turn_text", "turn_parts")
    }
    helped = SimpleNamespace(**own, told=author.told, turn_text=author.turn_text, turn_parts=author.turn_parts)
    game = tv.Game(dataclasses.replace(model, notation=helped), {})
    position, twin = game.start(), tv.game("tablut").start()
    assert position.legal_moves() == twin.legal_moves()
    turns.no_two_turns_share_a_string_and_no_turn_has_two(position)
    assert author.seats_of(model.facts) == model.face.SEATS
    assert all(author.Board(9, 9).name(square) == model.notation.square_name(square) for square in range(81))
