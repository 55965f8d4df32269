"""The eight ways to turn and mirror a Tablut board; the rules are the same seen from all sides."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.facts import Options
from tavoliere.games.tablut.notation import GRID
from tavoliere.games.tablut.rules import TARGET, Tablut

ACTIONS = {(action >> 4, target): action for action, target in enumerate(TARGET)}


def symmetric(state: Tablut, options: Options, number: int) -> tuple[Tablut, Callable[[int], int]]:
    squares = GRID.turns[number]
    white, black = GRID.turned(state.white, number), GRID.turned(state.black, number)
    turned = state._replace(white=white, black=black, king=squares[state.king])
    return turned, lambda action: ACTIONS[squares[action >> 4], squares[TARGET[action]]]
