"""What a net sees of Never Alone: the pieces of whoever looks, the others, and passes just made."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.facts import Options
from tavoliere.core.planes import Plane, Planes, lens
from tavoliere.core.said import Said
from tavoliere.games.never_alone.rules import SIZE, NeverAlone

SQUARES = (Plane(Said("your pieces")), Plane(Said("the other player's pieces")))
NUMBERS = (Plane(Said("passes just made, one after another"), most=2),)


@lens
class NeverAloneLens(NamedTuple):
    players: int

    def squares(self, state: NeverAlone, plane: int, viewer: int) -> Bits:
        return state.red if plane == viewer else state.black

    def number(self, state: NeverAlone, plane: int, viewer: int) -> int:
        return state.passes


def planes(options: Options) -> Planes:
    return Planes(NeverAloneLens(2), SQUARES, NUMBERS, SIZE, SIZE, lambda column, row: row * SIZE + column)
