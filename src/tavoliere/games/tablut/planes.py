"""What a net sees of Tablut. The sides are unequal, so the board is shown as it is, and who looks at it."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Options
from tavoliere.core.planes import Plane, Planes, lens
from tavoliere.core.said import Said
from tavoliere.games.tablut.rules import SIZE, Tablut

SQUARES = (
    Plane(Said("White's pieces, the king among them")),
    Plane(Said("Black's pieces")),
    Plane(Said("the king, as long as he is on the board")),
)
NUMBERS = (Plane(Said("1 for Black, 0 for White")),)


@lens
class TablutLens(NamedTuple):
    players: int

    def squares(self, state: Tablut, plane: int, viewer: int) -> Bits:
        if plane == 0:
            return state.white
        return state.black if plane == 1 else state.white & bit(state.king)

    def number(self, state: Tablut, plane: int, viewer: int) -> int:
        return viewer


def planes(options: Options) -> Planes:
    return Planes(TablutLens(2), SQUARES, NUMBERS, SIZE, SIZE, lambda column, row: row * SIZE + column)
