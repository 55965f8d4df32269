"""How a position of Pit is judged: towers, the room around each pawn, and what stands or gapes beside it."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.game import evaluation, helper
from tavoliere.games.pit.rules import BARRIER, ENTER, PUT_PAWN, STEP, WIDTH, Pit, downward, upward

OUT = -30000
PAWN_AT_HOLE, TOWER_AT_HOLE = -20000, -700


@helper
def steps_from(state: Pit, squares: Bits) -> Bits:
    """The squares next to any of the squares with no barrier in between."""
    up, down = (squares & state.open_north) << WIDTH, (squares >> WIDTH) & state.open_north
    right, left = (squares & state.open_east) << 1, (squares >> 1) & state.open_east
    return up | down | right | left


@helper
def slides_from(state: Pit, towers: Bits, empty: Bits) -> Bits:
    """The empty squares that any of the towers can slide to."""
    up = upward(towers, empty & (state.open_north << WIDTH), WIDTH)
    right = upward(towers, empty & (state.open_east << 1), 1)
    down = downward(towers, empty & state.open_north, WIDTH)
    left = downward(towers, empty & state.open_east, 1)
    return (up | right | down | left) - towers


@evaluation
class PitJudge(NamedTuple):
    """Weights in thousandths of a logit, in favour of the player they are counted for."""

    tower: int  # on the board
    reserve: int
    pawn_side: int  # a side on which the pawn can leave its square
    pawn_room: int  # a free square within two steps of the pawn
    pawn_reach: int  # a free square within three steps
    pawn_at_hole: int  # a hole beside the pawn
    pawn_touched: int  # an opponent's piece beside the pawn
    tower_at_hole: int  # a hole beside an own tower, which must go in
    touching: int  # an opponent's tower beside an own one, to move
    slides: int  # a square that an own tower can slide to
    near_pawn: int  # a square beside an opponent's pawn that an own tower can slide to
    to_move: int
    last_way: int  # the pawn has one side or none left

    def strength(self, state: Pit, player: int) -> int:
        if not state.playing >> player & 1:
            return OUT
        own = state.pieces_of(player)
        pawn = own & state.pawns
        towers = own & state.towers
        others = state.pieces() - own
        empty = state.ground - state.pieces()
        around_pawn = steps_from(state, pawn)
        around_towers = steps_from(state, towers)
        near = around_pawn & empty
        room = (steps_from(state, near) & empty) | near
        sides = (around_pawn & (empty | others)).count()
        slides = slides_from(state, towers, empty)
        value = self.tower * towers.count() + self.reserve * (state.reserves >> 4 * player & 15)
        value += self.pawn_side * sides + self.pawn_room * room.count()
        value += self.pawn_reach * ((steps_from(state, room) & empty) | room).count()
        value += self.pawn_at_hole * (around_pawn & state.holes).count()
        value += self.pawn_touched * (around_pawn & others).count()
        value += self.tower_at_hole * min((around_towers & state.holes).count(), 2)
        value += self.slides * slides.count()
        value += self.near_pawn * (slides & steps_from(state, others & state.pawns)).count()
        if state.turn == player:
            value += self.to_move + self.touching * (around_towers & others).count()
        if pawn and sides <= 1:
            value += self.last_way
        return value

    def promise(self, state: Pit, action: int) -> int:
        """Replacing a pawn wins much, replacing anything is forced, and what stands beside a hole must go in."""
        if action >= BARRIER:
            return 0
        if action >= PUT_PAWN:
            return PAWN_AT_HOLE if steps_from(state, state.holes).has(action - PUT_PAWN) else 0
        if action >= ENTER:
            return TOWER_AT_HOLE if steps_from(state, state.holes).has(action - ENTER) else 100
        target = action >> 2
        if state.pawns.has(target):
            return 5000
        if state.holes.has(target):
            return -1000
        if state.towers.has(target):
            return 1000
        if steps_from(state, state.holes).has(target):
            return PAWN_AT_HOLE if state.pawns.has(target - STEP[action & 3]) else TOWER_AT_HOLE
        return 0


JUDGE = PitJudge(
    tower=145,
    reserve=307,
    pawn_side=-618,
    pawn_room=499,
    pawn_reach=-112,
    pawn_at_hole=-9530,
    pawn_touched=-96,
    tower_at_hole=-405,
    touching=-975,
    slides=132,
    near_pawn=572,
    to_move=282,
    last_way=-146,
)
