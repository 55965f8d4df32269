"""A game that is imported after kernels have been compiled."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.game import game


@game
class Late(NamedTuple):
    left: int
    turn: int
