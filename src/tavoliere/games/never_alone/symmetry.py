"""The eight ways to turn and mirror a Never Alone board."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.facts import Options
from tavoliere.games.never_alone.notation import GRID
from tavoliere.games.never_alone.rules import NeverAlone


def symmetric(state: NeverAlone, options: Options, number: int) -> tuple[NeverAlone, Callable[[int], int]]:
    turned = state._replace(red=GRID.turned(state.red, number), black=GRID.turned(state.black, number))
    return turned, GRID.turned_action(number)
