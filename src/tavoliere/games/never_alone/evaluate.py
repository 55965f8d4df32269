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


@helper
def promised(state: NeverAlone, action: int) -> int:
    """A capture wins; a piece that is safe at once, or makes others safe, comes next."""
    if action == PASS:
        return 0
    here = bit(action)
    if state.theirs() & here:
        return 20000
    mine = state.mine()
    rescued = safe(mine | here).count() - safe(mine).count()
    return 600 * rescued


@evaluation
class NeverAloneJudge(NamedTuple):
    """Weights in thousandths of a logit, in favour of the player they are counted for."""

    safe_piece: int
    threatened: int  # an alone piece that the opponent can capture, with the opponent to move
    chased: int  # the same, with time to do something about it
    beyond_help: int  # a chased piece without a square to play on beside it
    safe_turn: int  # a square to play on where the piece cannot be captured next
    own_turn: int  # one that the opponent cannot take away by playing there
    hidden_turn: int  # one that is next to an own piece
    few_turns: int  # at most three safe squares to play on
    no_turn: int  # none at all
    to_move: int

    def strength(self, state: NeverAlone, player: int) -> int:
        mine = state.black if player else state.red
        theirs = state.red if player else state.black
        empty = BOARD - (mine | theirs)
        together = safe(mine)
        alone = mine - together
        my_targets = at_distance(mine) & empty
        their_reach = at_distance(theirs)
        beside_mine = next_to(mine)
        turns = my_targets & (beside_mine | ~their_reach)
        count = turns.count()
        value = self.safe_piece * together.count()
        value += self.safe_turn * count
        value += self.own_turn * (turns - their_reach).count()
        value += self.hidden_turn * (turns & beside_mine).count()
        if count <= 3:
            value += self.few_turns
        if count == 0:
            value += self.no_turn
        chased = alone & their_reach
        if state.turn == player:
            value += self.to_move + self.chased * min(chased.count(), 2)
            if chased and not my_targets & next_to(chased):
                value += self.beyond_help
        else:
            value += self.threatened * min(chased.count(), 1)
        return value

    def promise(self, state: NeverAlone, action: int) -> int:
        return promised(state, action)


JUDGE = NeverAloneJudge(
    safe_piece=58,
    threatened=-4721,
    chased=-179,
    beyond_help=-1474,
    safe_turn=53,
    own_turn=40,
    hidden_turn=76,
    few_turns=-199,
    no_turn=-429,
    to_move=135,
)
