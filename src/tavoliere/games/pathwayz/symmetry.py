"""The four ways to mirror a Pathwayz board: both players join the same two sides."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.facts import Options
from tavoliere.games.pathwayz.notation import GRID
from tavoliere.games.pathwayz.rules import Pathwayz


def symmetric(state: Pathwayz, options: Options, number: int) -> tuple[Pathwayz, Callable[[int], int]]:
    squares = GRID.turns[number]
    white, black, permanent = (GRID.turned(pieces, number) for pieces in (state.white, state.black, state.permanent))
    turned = state._replace(white=white, black=black, permanent=permanent)
    return turned, lambda action: 2 * squares[action >> 1] + (action & 1)
