"""The compiled twins of `Bits`, tables, the generator and the game classes, written for Numba.

Only `compiled.py` imports this package, when something is compiled for the first time. Each twin must do
exactly what its plain Python original does; `tests/core` compares them.
"""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

from numba.extending import register_jitable

from tavoliere.core import game
from tavoliere.core.native import numbers, rows, runs, sets, tables, weights
from tavoliere.core.native.states import state_type

__all__ = ["numbers", "register_everything", "rows", "runs", "sets", "tables", "weights"]

_registered: set[int] = set()


def register_everything():
    """Make what `@helper` and `@game` have listed since the last call known to Numba."""
    for function in game.HELPERS:
        if id(function) not in _registered:
            _registered.add(id(function))
            register_jitable(function)
    for cls in list(game.GAMES):
        state_type(cls)
