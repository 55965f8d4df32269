"""How a position of Pit is judged: towers, the room around each pawn, and what stands or gapes beside it."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.game import evaluation, helper
from tavoliere.games.pit.rules import BARRIER, ENTER, PUT_PAWN, WIDTH, Pit

OUT = -30000


@helper
def steps_from(state: Pit, squares: Bits) -> Bits:
    """The squares next to any of the squares with no barrier in between."""
    up, down = (squares & state.open_north) << WIDTH, (squares >> WIDTH) & state.open_north
    right, left = (squares & state.open_east) << 1, (squares >> 1) & state.open_east
    return up | down | right | left


@evaluation
class PitJudge(NamedTuple):
    """Weights in thousandths of a logit, in favour of the player they are counted for."""

    tower: int  # on the board
    reserve: int
    pawn_side: int  # a side on which the pawn can leave its square
    pawn_room: int  # a free square within two steps of the pawn
    pawn_at_hole: int  # a hole beside the pawn
    pawn_attacked: int  # an enemy beside the pawn
    pawn_safe_hole: int  # a hole beside an own tower, which can go in instead
    attack: int  # an own piece beside an enemy pawn
    contact: int  # an own tower beside an enemy tower
    tower_room: int  # a free square beside an own tower
    to_move: int
    last_way: int  # the pawn has one side or none left

    def strength(self, state: Pit, player: int) -> int:
        if not state.playing >> player & 1:
            return OUT
        own = state.pieces_of(player)
        pawn = own & state.pawns
        towers = own & state.towers
        others = state.pieces() - own
        around_pawn = steps_from(state, pawn)
        around_towers = steps_from(state, towers)
        empty = state.ground - state.pieces()
        near = around_pawn & empty
        sides = (around_pawn & (empty | others)).count()
        value = self.tower * towers.count() + self.reserve * (state.reserves >> 4 * player & 15)
        value += self.pawn_side * sides
        value += self.pawn_room * ((steps_from(state, near) & empty) | near).count()
        value += self.pawn_at_hole * (around_pawn & state.holes).count()
        value += self.pawn_attacked * (around_pawn & others).count()
        value += self.pawn_safe_hole * min((around_towers & state.holes).count(), 2)
        value += self.attack * (steps_from(state, own) & (state.pawns - pawn)).count()
        value += self.contact * (around_towers & others).count()
        value += self.tower_room * (around_towers & empty).count()
        if state.turn == player:
            value += self.to_move
        if pawn and sides <= 1:
            value += self.last_way
        return value

    def promise(self, state: Pit, action: int) -> int:
        """Replacing a pawn wins much, replacing anything is forced; entering a tower is rarely bad."""
        if action >= BARRIER:
            return 0
        if action >= PUT_PAWN:
            return 0
        if action >= ENTER:
            return 100
        target = action >> 2
        if state.pawns.has(target):
            return 5000
        if state.holes.has(target):
            return -1000
        return 1000 if state.towers.has(target) else 0


JUDGE = PitJudge(
    tower=250,
    reserve=200,
    pawn_side=150,
    pawn_room=60,
    pawn_at_hole=-200,
    pawn_attacked=-600,
    pawn_safe_hole=100,
    attack=300,
    contact=0,
    tower_room=20,
    to_move=100,
    last_way=-600,
)
