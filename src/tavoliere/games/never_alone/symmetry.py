"""The eight ways to turn and mirror a Never Alone board."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.facts import Options
from tavoliere.core.squares import board_turns, moved_squares, square_map
from tavoliere.games.never_alone.rules import PASS, SIZE, NeverAlone

MAPS = tuple(square_map(turn, SIZE, SIZE, lambda column, row: row * SIZE + column) for turn in board_turns(SIZE, SIZE))


def symmetric(state: NeverAlone, options: Options, number: int) -> tuple[NeverAlone, Callable[[int], int]]:
    squares = MAPS[number]
    turned = state._replace(red=moved_squares(state.red, squares), black=moved_squares(state.black, squares))
    return turned, lambda action: PASS if action == PASS else squares[action]
