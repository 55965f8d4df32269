"""How a position of Never Alone is judged: safe pieces, pieces that can be captured, and squares to go to."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.bits import bit64 as bit
from tavoliere.core.game import evaluation, helper
from tavoliere.games.never_alone.rules import (
    BOARD,
    COLUMN_A,
    COLUMN_H,
    PASS,
    SIZE,
    NeverAlone,
    at_distance,
    safe,
)


@helper
def next_to(squares: Bits) -> Bits:
    """The squares orthogonally next to any of the squares."""
    return (squares << SIZE) | (squares >> SIZE) | ((squares - COLUMN_H) << 1) | ((squares - COLUMN_A) >> 1)


@evaluation
class NeverAloneJudge(NamedTuple):
    """Weights in thousandths of a logit, in favour of the player they are counted for."""

    safe_piece: int
    alone_piece: int
    threatened: int  # an alone piece that the opponent can capture next
    doubly_threatened: int  # more than one of them
    target: int  # an empty square that can be played on
    own_target: int  # one that the opponent cannot play on
    shelter: int  # a square to play on next to an own piece
    rescue: int  # a square to play on next to an alone piece of one's own
    to_move: int

    def strength(self, state: NeverAlone, player: int) -> int:
        mine = state.black if player else state.red
        theirs = state.red if player else state.black
        empty = BOARD - (mine | theirs)
        together = safe(mine)
        alone = mine - together
        my_reach = at_distance(mine)
        their_reach = at_distance(theirs)
        targets = my_reach & empty
        threatened = (alone & their_reach).count()
        value = self.safe_piece * together.count() + self.alone_piece * alone.count()
        value += self.threatened * min(threatened, 1)
        if threatened > 1:
            value += self.doubly_threatened
        value += self.target * targets.count()
        value += self.own_target * (targets - their_reach).count()
        value += self.shelter * (targets & next_to(mine)).count()
        value += self.rescue * (targets & next_to(alone)).count()
        if state.turn == player:
            value += self.to_move
        return value

    def promise(self, state: NeverAlone, action: int) -> int:
        """A capture wins; a piece that is safe at once, or makes others safe, comes next."""
        if action == PASS:
            return 0
        here = bit(action)
        if state.theirs() & here:
            return 20000
        mine = state.mine()
        rescued = safe(mine | here).count() - safe(mine).count()
        return 600 * rescued


JUDGE = NeverAloneJudge(
    safe_piece=150,
    alone_piece=-100,
    threatened=-600,
    doubly_threatened=-1500,
    target=20,
    own_target=20,
    shelter=40,
    rescue=60,
    to_move=200,
)
