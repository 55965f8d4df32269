"""What a net sees of Pit: the players in the order of turns from whoever looks, open sides, holes and reserves."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Options
from tavoliere.core.planes import Plane, Planes, lens
from tavoliere.core.said import Said
from tavoliere.games.pit.rules import NONE, TOWERS, WIDTH, Pit

BOARD = (
    Plane(Said("squares without a barrier or an edge on their north side")),
    Plane(Said("squares without a barrier or an edge on their east side")),
    Plane(Said("holes")),
    Plane(Said("the square just reached, which needs a barrier")),
)


@lens
class PitLens(NamedTuple):
    players: int

    def squares(self, state: Pit, plane: int, viewer: int) -> Bits:
        if plane < 2 * self.players:
            pieces = state.pieces_of((viewer + (plane >> 1)) % self.players)
            return pieces & (state.pawns if plane & 1 else state.towers)
        place = plane - 2 * self.players
        if place < 2:
            return state.open_north if place == 0 else state.open_east
        if place == 2:
            return state.holes
        return bit(state.reached) if state.reached >= 0 else NONE

    def number(self, state: Pit, plane: int, viewer: int) -> int:
        player = (viewer + plane % self.players) % self.players
        if plane < self.players:
            return state.reserves >> 4 * player & 15
        return (state.in_hand if plane < 2 * self.players else state.playing) >> player & 1


def planes(options: Options) -> Planes:
    players, size = int(options["players"]), int(options["size"])
    pieces = [part for place in range(players) for part in _pieces(place)]
    told = (Said("towers in reserve"), Said("the pawn is in hand"), Said("still in the game"))
    numbers = [
        Plane(Said("{player}: {told}", player=_seat(place), told=what), TOWERS if what is told[0] else 1)
        for what in told
        for place in range(players)
    ]
    sides = (2 * players, 2 * players + 1)
    return Planes(
        PitLens(players),
        (*pieces, *BOARD),
        tuple(numbers),
        size,
        size,
        lambda column, row: row * WIDTH + column,
        sides,
    )


def _pieces(place: int) -> tuple[Plane, Plane]:
    player = _seat(place)
    return (
        Plane(Said("{player}: {told}", player=player, told=Said("towers"))),
        Plane(Said("{player}: {told}", player=player, told=Said("the pawn"))),
    )


def _seat(place: int) -> Said:
    """A player as seen from whoever looks."""
    if place == 0:
        return Said("you")
    return Said("{count} {count:one=turn|many=turns} after you", count=place)
