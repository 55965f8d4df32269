"""The eight ways to turn and mirror a Tablut board; the rules are the same seen from all sides."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.facts import Options
from tavoliere.core.squares import board_turns, moved_squares, square_map
from tavoliere.games.tablut.rules import SIZE, TARGET, Tablut

MAPS = tuple(square_map(turn, SIZE, SIZE, lambda column, row: row * SIZE + column) for turn in board_turns(SIZE, SIZE))
ACTIONS = {(action >> 4, target): action for action, target in enumerate(TARGET)}


def symmetric(state: Tablut, options: Options, number: int) -> tuple[Tablut, Callable[[int], int]]:
    squares = MAPS[number]
    turned = state._replace(
        white=moved_squares(state.white, squares), black=moved_squares(state.black, squares), king=squares[state.king]
    )
    return turned, lambda action: ACTIONS[squares[action >> 4], squares[TARGET[action]]]
