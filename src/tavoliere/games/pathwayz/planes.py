"""What a net sees of Pathwayz: the colour of whoever looks, the other one, and which pieces stay as they are."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.facts import Options
from tavoliere.core.planes import Plane, Planes, lens
from tavoliere.core.said import Said
from tavoliere.games.pathwayz.rules import COLUMNS, ROWS, Pathwayz

SQUARES = (
    Plane(Said("squares that show your colour")),
    Plane(Said("squares that show the other colour")),
    Plane(Said("permanent pieces")),
)
NUMBERS = (Plane(Said("1 for the second player, 0 for the first")),)


@lens
class PathwayzLens(NamedTuple):
    players: int

    def squares(self, state: Pathwayz, plane: int, viewer: int) -> Bits:
        if plane == 2:
            return state.permanent
        return state.white if plane == viewer else state.black

    def number(self, state: Pathwayz, plane: int, viewer: int) -> int:
        return viewer


def planes(options: Options) -> Planes:
    return Planes(PathwayzLens(2), SQUARES, NUMBERS, COLUMNS, ROWS, lambda column, row: column * ROWS + row)
