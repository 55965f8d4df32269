"""How a position of Pit is judged: towers, the room around each pawn, and what stands or gapes beside it."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bare, ones
from tavoliere.core.game import evaluation, helper
from tavoliere.games.pit.rules import BARRIER, ENTER, PUT_PAWN, STEP, WIDTH, Pit, downward, upward

OUT = -30000
PAWN_AT_HOLE, TOWER_AT_HOLE = -20000, -700
MOST_AT_HOLES = 2  # beside towers: more are as bad, since one goes in a turn


@helper
def steps_from(squares: Bits, north: Bits, east: Bits) -> Bits:
    """The squares next to any of the squares with no barrier in between: those with an open north or east side."""
    up, down = (squares & north) << WIDTH, (squares >> WIDTH) & north
    right, left = (squares & east) << 1, (squares >> 1) & east
    return up | down | right | left


@helper
def slides_from(towers: Bits, empty: Bits, north: Bits, east: Bits) -> Bits:
    """The empty squares that any of the towers can slide to."""
    up = upward(towers, empty & (north << WIDTH), WIDTH)
    right = upward(towers, empty & (east << 1), 1)
    down = downward(towers, empty & north, WIDTH)
    left = downward(towers, empty & east, 1)
    return (up | right | down | left) & ~towers


@helper
def beside_holes(state: Pit, square: int) -> bool:
    """Whether what stands on a square can fall into a hole."""
    return steps_from(state.holes, state.open_north, state.open_east).has(square)


@helper
def promised(state: Pit, action: int) -> int:
    """Replacing a pawn wins much, replacing anything is forced, and what stands beside a hole must go in."""
    if action >= BARRIER:
        return 0
    if action >= PUT_PAWN:
        return PAWN_AT_HOLE if beside_holes(state, action - PUT_PAWN) else 0
    if action >= ENTER:
        return TOWER_AT_HOLE if beside_holes(state, action - ENTER) else 100
    target = action >> 2
    if state.pawns.has(target):
        return 5000
    if state.holes.has(target):
        return -1000
    if state.towers.has(target):
        return 1000
    if beside_holes(state, target):
        return PAWN_AT_HOLE if state.pawns.has(target - STEP[action & 3]) else TOWER_AT_HOLE
    return 0


@helper
def has_pawn(state: Pit, player: int) -> bool:
    """Whether the player's pawn is on the board."""
    return bool(state.pieces_of(player) & state.pawns)


class Seen(NamedTuple):
    """What a player has on the board, in numbers."""

    towers: int
    sides: int  # on which the pawn can leave its square
    room: int  # free squares within two steps of the pawn
    reach: int  # and within three
    holes: int  # beside the pawn
    touched: int  # opponents' pieces beside the pawn
    tower_holes: int  # holes beside towers
    touching: int  # opponents' pieces beside towers
    slides: int  # squares that towers can slide to
    near: int  # those of them that are beside opponents' pawns


@helper
def seen_by(state: Pit, player: int) -> Seen:
    """What there is to count for a player."""
    own, pieces, pawns = bare(state.pieces_of(player)), bare(state.pieces()), bare(state.pawns)
    north, east, holes = bare(state.open_north), bare(state.open_east), bare(state.holes)
    pawn, towers, others = own & pawns, own & ~pawns, pieces & ~own
    empty = bare(state.ground) & ~pieces
    around_pawn = steps_from(pawn, north, east)
    around_towers = steps_from(towers, north, east)
    near = around_pawn & empty
    room = (steps_from(near, north, east) & empty) | near
    slides = slides_from(towers, empty, north, east)
    return Seen(
        towers=ones(towers),
        sides=ones(around_pawn & (empty | others)),
        room=ones(room),
        reach=ones((steps_from(room, north, east) & empty) | room),
        holes=ones(around_pawn & holes),
        touched=ones(around_pawn & others),
        tower_holes=ones(around_towers & holes),
        touching=ones(around_towers & others),
        slides=ones(slides),
        near=ones(slides & steps_from(others & pawns, north, east)),
    )


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
        seen = seen_by(state, player)
        value = self.tower * seen.towers + self.reserve * state.reserve_of(player)
        value += self.pawn_side * seen.sides + self.pawn_room * seen.room
        value += self.pawn_reach * seen.reach
        value += self.pawn_at_hole * seen.holes
        value += self.pawn_touched * seen.touched
        value += self.tower_at_hole * min(seen.tower_holes, MOST_AT_HOLES)
        value += self.slides * seen.slides
        value += self.near_pawn * seen.near
        if state.turn == player:
            value += self.to_move + self.touching * seen.touching
        if seen.sides <= 1 and has_pawn(state, player):
            value += self.last_way
        return value

    def promise(self, state: Pit, action: int) -> int:
        return promised(state, action)


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
