"""How a position of Pathwayz is judged: how many pieces are missing to a chain, and what could be turned over."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bare
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.game import evaluation, helper
from tavoliere.games.pathwayz.rules import (
    BOARD,
    BOTTOM_ROW,
    COLUMN_A,
    COLUMN_L,
    ROWS,
    TOP_ROW,
    WHITE,
    Pathwayz,
    around,
)

FARTHEST = 13
BELOW_TOP, ABOVE_BOTTOM = BOARD - TOP_ROW, BOARD - BOTTOM_ROW


@helper
def missing(own: Bits, usable: Bits) -> int:
    """How many usable squares a chain from column a to column l still needs; own squares cost nothing."""
    own, usable, first, last = bare(own), bare(usable), bare(COLUMN_A), bare(COLUMN_L)
    below_top, above_bottom = bare(BELOW_TOP), bare(ABOVE_BOTTOM)
    reached = first & own
    fresh = first & usable
    count = 0
    while count < FARTHEST:
        tall = reached | (reached & below_top) << 1 | (reached & above_bottom) >> 1
        near = tall | tall << ROWS | tall >> ROWS
        wider = (near & own) | reached
        if wider != reached:
            reached = wider
            continue
        if reached & last:
            return count
        wider = reached | fresh | (near & usable)
        if wider == reached:
            return FARTHEST
        reached = wider
        fresh ^= fresh
        count += 1
        if reached & last:
            return count
    return FARTHEST


@helper
def promised(state: Pathwayz, action: int) -> int:
    """What the colour gains in pieces: one, or what a permanent piece turns over less what it gives away."""
    here = bit(action >> 1)
    near = around(here) - here
    own = state.black if state.turn != WHITE else state.white
    other = state.white if state.turn != WHITE else state.black
    if action & 1 == 0:
        return 500 + 60 * (near & own).count() + 40 * (near & other).count()
    loose = BOARD - state.permanent
    return 500 * ((near & other & loose).count() - (near & own & loose).count()) - 500


@evaluation
class PathwayzJudge(NamedTuple):
    """Weights in thousandths of a logit, in favour of the player they are counted for."""

    piece: int  # a piece that shows the colour
    permanent: int  # one that cannot be turned over any more
    missing: int  # an empty square that a chain needs
    missing_turned: int  # a square that a chain needs if pieces can be turned over
    within_one: int  # one piece is missing
    within_two: int
    within_three: int
    reach: int  # an empty square next to a piece of the colour
    to_move: int
    ahead_to_move: int  # no farther from a chain than the opponent, and to move

    def strength(self, state: Pathwayz, player: int) -> int:
        own = state.black if player else state.white
        other = state.white if player else state.black
        empty = BOARD - (own | other)
        far = missing(own, empty)
        loose = other - state.permanent
        turned = missing(own, empty | loose) if loose else far
        value = self.piece * own.count() + self.permanent * (own & state.permanent).count()
        value += self.missing * far + self.missing_turned * turned
        if turned <= 1:
            value += self.within_one
        if turned <= 2:
            value += self.within_two
        if turned <= 3:
            value += self.within_three
        value += self.reach * (around(own) & empty).count()
        if state.turn == player:
            value += self.to_move
            if turned <= 1:
                value += self.ahead_to_move
        return value

    def promise(self, state: Pathwayz, action: int) -> int:
        return promised(state, action)


JUDGE = PathwayzJudge(
    piece=65,
    permanent=219,
    missing=-228,
    missing_turned=-46,
    within_one=305,
    within_two=510,
    within_three=227,
    reach=-31,
    to_move=178,
    ahead_to_move=3000,
)
