"""How a position of Pit of Pillars is judged by what was learnt: which stack stands where, and how full its square is.

The board is seen with the eyes of the player to act. Each stack adds the weights of its square to sixteen hidden
units, by its height and whether it holds prisoners; so do pillars, stacks that one man more captures, stacks next to
the other player's, and reserves. Beside them the hand-made terms count as before, with weights by what comes next in
the turn and by who has men in reserve.
"""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.game import evaluation, helper
from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.table import table
from tavoliere.core.weights import LANES, Lanes, Part, Rows, lanes
from tavoliere.games.pit_of_pillars.evaluate import JUDGE, mixed_stacks, promised, reds, ripe_stacks, total
from tavoliere.games.pit_of_pillars.rules import BOARD, RED, PitOfPillars, beside

SQUARES = 64
MOST_RESERVE = 7
RESERVES = MOST_RESERVE + 1
STAGES = 16  # four parts of a turn, by whether either player has men in reserve

# Rows of the first layer: what stands on a square, as so many kinds of things, first own ones and then the other
# player's; what is the matter with a stack there; then both reserves, and the stage.
SINGLE, PAIR, MIXED_PAIR, TALL, MIXED_TALL, PILLAR, KINDS = range(7)
RIPE_ROWS = 2 * KINDS * SQUARES
EXPOSED_ROWS = RIPE_ROWS + 2 * SQUARES
RESERVE_ROWS = EXPOSED_ROWS + 2 * SQUARES
STAGE_ROWS = RESERVE_ROWS + 2 * RESERVES
ALL_ROWS = STAGE_ROWS + STAGES

SQUARE_ROWS = table(range(RESERVE_ROWS))


@helper
def standing(first: Rows, state: PitOfPillars, stacks: Bits, pillars: Bits, rows: int) -> Lanes:
    """What stacks and pillars of one player add to the hidden units, whose rows begin at a number."""
    tall = state.height4 | state.height8 | state.height16 | state.height2 & state.height1
    pair, mixed = state.height2 - tall, mixed_stacks(state)
    hidden = first.sum(stacks - tall - pair, SQUARE_ROWS, rows + SINGLE * SQUARES)
    hidden += first.sum(stacks & pair - mixed, SQUARE_ROWS, rows + PAIR * SQUARES)
    hidden += first.sum(stacks & pair & mixed, SQUARE_ROWS, rows + MIXED_PAIR * SQUARES)
    hidden += first.sum(stacks & tall - mixed, SQUARE_ROWS, rows + TALL * SQUARES)
    hidden += first.sum(stacks & tall & mixed, SQUARE_ROWS, rows + MIXED_TALL * SQUARES)
    return hidden + first.sum(pillars, SQUARE_ROWS, rows + PILLAR * SQUARES)


@helper
def counted(state: PitOfPillars, own: Bits, other: Bits, ripe: Bits, reserves: int) -> Lanes:
    """What the hand-made terms count, and stacks that one man more captures."""
    red, men, pillars = reds(state), total(state, state.men()), state.pillars()
    lone = state.men() - (state.height2 | state.height4 | state.height8 | state.height16)
    mixed, hemmed = mixed_stacks(state), beside(pillars)
    own_pillars = state.own_pillars().count()
    exposed, other_exposed = own & beside(other), other & beside(own)
    return lanes(
        2 * red - men if state.turn == RED else men - 2 * red,
        reserves,
        2 * own_pillars - pillars.count(),
        own.count() - other.count(),
        (own & mixed).count() - (other & mixed).count(),
        (own & lone).count() - (other & lone).count(),
        (beside(own) - pillars).count() - (beside(other) - pillars).count(),
        exposed.count() - other_exposed.count(),
        (own & hemmed).count() - (other & hemmed).count(),
        (exposed & ripe).count(),
        (other_exposed & ripe).count(),
        (own & ripe).count(),
        (other & ripe).count(),
        1,
    )


@evaluation
class PitOfPillarsNet(NamedTuple):
    """In favour of the player to act, in thousandths of a logit."""

    first: Rows  # what each stack, pillar and reserve adds to the hidden units
    head: Rows  # what the hidden units are worth, by stage
    terms: Rows  # what the hand-made terms are worth, by stage

    def balance(self, state: PitOfPillars) -> int:
        own, other, ripe = state.controlled(state.turn), state.controlled(1 - state.turn), ripe_stacks(state)
        reserve, other_reserve = state.white_reserve, state.red_reserve
        if state.turn == RED:
            reserve, other_reserve = other_reserve, reserve
        stage = 4 * state.part + (2 if reserve > 0 else 0) + (1 if other_reserve > 0 else 0)

        hidden = self.first.row(STAGE_ROWS + stage)
        hidden += self.first.row(RESERVE_ROWS + min(reserve, MOST_RESERVE))
        hidden += self.first.row(RESERVE_ROWS + RESERVES + min(other_reserve, MOST_RESERVE))
        hidden += standing(self.first, state, own, state.own_pillars(), 0)
        hidden += standing(self.first, state, other, state.pillars() - state.own_pillars(), KINDS * SQUARES)
        hidden += self.first.sum(own & ripe, SQUARE_ROWS, RIPE_ROWS)
        hidden += self.first.sum(other & ripe, SQUARE_ROWS, RIPE_ROWS + SQUARES)
        hidden += self.first.sum(own & beside(other), SQUARE_ROWS, EXPOSED_ROWS)
        hidden += self.first.sum(other & beside(own), SQUARE_ROWS, EXPOSED_ROWS + SQUARES)

        value = hidden.clipped_square().dot(self.head.row(stage)) // HEAD_UNIT
        value += counted(state, own, other, ripe, reserve - other_reserve).dot(self.terms.row(stage))
        return -value if state.turn == RED else value

    def promise(self, state: PitOfPillars, action: int) -> int:
        return promised(state, action)


def terms_by_hand() -> tuple[tuple[int, ...], ...]:
    """The hand-made weights as rows of terms, one for each stage."""
    names = ("man", "reserve", "pillar", "stack", "prisoner", "single", "room", "exposed", "hemmed")
    weights = [int(getattr(JUDGE, name)) for name in names]
    rows = []
    for stage in range(STAGES):
        free = (JUDGE.free_man if stage & 2 else 0) - (JUDGE.free_man if stage & 1 else 0)
        rows.append((*weights, 0, 0, 0, 0, JUDGE.to_move + free, *(0,) * (LANES - len(weights) - 5)))
    return tuple(rows)


def nothing_captured(state: PitOfPillars, after: PitOfPillars) -> bool:
    """Whether a turn leaves the number of pillars as it is: every capture puts one up."""
    return state.pillars().count() == after.pillars().count()


LEARNT = Learnt(
    judge=PitOfPillarsNet,
    rows={"first": ALL_ROWS, "head": STAGES, "terms": STAGES},
    sums={
        "first": (
            (
                *(Part(range(square, RIPE_ROWS, SQUARES), 1) for square in BOARD),
                *(Part(range(RIPE_ROWS + square, EXPOSED_ROWS, SQUARES), 1) for square in BOARD),
                *(Part(range(EXPOSED_ROWS + square, RESERVE_ROWS, SQUARES), 1) for square in BOARD),
                Part(range(RESERVE_ROWS, RESERVE_ROWS + RESERVES), 1),
                Part(range(RESERVE_ROWS + RESERVES, STAGE_ROWS), 1),
                Part(range(STAGE_ROWS, ALL_ROWS), 1),
            ),
        )
    },
    terms=terms_by_hand(),
    base=range(STAGE_ROWS, ALL_ROWS),
    quiet=nothing_captured,
    shared=(
        *(row // SQUARES for row in range(RESERVE_ROWS)),
        *(row - RESERVE_ROWS + RESERVE_ROWS // SQUARES for row in range(RESERVE_ROWS, ALL_ROWS)),
    ),
)
