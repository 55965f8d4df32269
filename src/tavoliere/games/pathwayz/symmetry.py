"""The four ways to mirror a Pathwayz board: both players join the same two sides."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.facts import Options
from tavoliere.core.squares import board_turns, moved_squares, square_map
from tavoliere.games.pathwayz.rules import COLUMNS, ROWS, Pathwayz

MAPS = tuple(
    square_map(turn, COLUMNS, ROWS, lambda column, row: column * ROWS + row) for turn in board_turns(COLUMNS, ROWS)
)


def symmetric(state: Pathwayz, options: Options, number: int) -> tuple[Pathwayz, Callable[[int], int]]:
    squares = MAPS[number]
    turned = state._replace(
        white=moved_squares(state.white, squares),
        black=moved_squares(state.black, squares),
        permanent=moved_squares(state.permanent, squares),
    )
    return turned, lambda action: 2 * squares[action >> 1] + (action & 1)
