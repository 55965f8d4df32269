"""How a position of Pit of Pillars is judged: men, pillars, stacks, and room to move."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.bits import bit64 as bit
from tavoliere.core.game import evaluation, helper
from tavoliere.games.pit_of_pillars.rules import (
    BOARD,
    COLUMN_A,
    COLUMN_H,
    COMPULSORY,
    FARTHEST,
    MOVE_TARGET,
    MOVES,
    PILLAR_MOVES,
    RED,
    SIZE,
    PitOfPillars,
    beside,
    levels,
    red_men,
)


@helper
def reds(state: PitOfPillars) -> int:
    """How many red men stand on the board; stacks above four men have one colour, that of their top."""
    tall = state.height4 & (state.height1 | state.height2) | state.height8 | state.height16
    low = state.men() - tall
    count = ((state.red1 & low).count() + (state.red2 & low).count() + (state.red3 & low).count()) + (
        state.red4 & low
    ).count()
    return count + total(state, tall & state.red1)


@helper
def total(state: PitOfPillars, where: Bits) -> int:
    """How many men stand on some squares."""
    ones_and_twos = (state.height1 & where).count() + 2 * (state.height2 & where).count()
    more = 4 * (state.height4 & where).count() + 8 * (state.height8 & where).count()
    return ones_and_twos + more + 16 * (state.height16 & where).count()


@helper
def with_room(free: Bits) -> tuple[Bits, Bits, Bits]:
    """The squares with two, with three and with four free squares next to them at least."""
    above, below = free >> SIZE, free << SIZE
    right, left = (free - COLUMN_A) >> 1, (free - COLUMN_H) << 1
    upright, level = above & below, right & left
    some_upright, some_level = above | below, right | left
    two = upright | level | some_upright & some_level
    return two, upright & some_level | some_upright & level, upright & level


@helper
def ripe_stacks(state: PitOfPillars) -> Bits:
    """The stacks that are full: a man of the other colour more, and they are captured, if both colours are there."""
    two, three, four = with_room(BOARD - state.pillars())
    lone = state.men() - (state.height2 | state.height4 | state.height8 | state.height16)
    high = state.height4 | state.height8 | state.height16
    pairs, triples = state.height2 - state.height1 - high, state.height2 & state.height1 - high
    return lone - two | pairs - three | triples - four | high


@helper
def promised(state: PitOfPillars, action: int) -> int:
    """Captures first; among quiet moves those that land on something."""
    if state.part != COMPULSORY or action >= PILLAR_MOVES:
        return 0
    if action < MOVES:
        square, men, colours = action, 1, state.turn
    else:
        move = action - MOVES
        square, men = MOVE_TARGET[move], move % FARTHEST + 1
        colours = state.colours(move // (4 * FARTHEST)) & levels(men)
    height = state.height(square)
    if height == 0:
        return 0
    whole = height + men
    red = red_men(men, colours) + red_men(height, state.colours(square))
    if 0 < red < whole:
        if whole > state.capacity(square):
            taken = red if state.turn != RED else whole - red
            return 1000 * taken
        return 150 if bool(state.red1 & bit(square)) != (state.turn == RED) else 50
    return 30


@evaluation
class PitOfPillarsJudge(NamedTuple):
    """Weights in thousandths of a logit, in favour of the player they are counted for."""

    man: int  # on the board, whoever controls its stack
    reserve: int
    pillar: int
    stack: int  # a stack of one's own
    prisoner: int  # an enemy man under one's own
    single: int  # a stack of one man
    room: int  # a square next to one's own stacks that holds no pillar
    exposed: int  # a stack of one's own next to one of the opponent's
    hemmed: int  # an own stack next to a pillar
    to_move: int
    free_man: int  # a first man in reserve, which can always be entered

    def strength(self, state: PitOfPillars, player: int) -> int:
        own = state.controlled(player)
        other = state.controlled(1 - player)
        red = reds(state)
        men = total(state, state.men())
        mine = red if player == RED else men - red
        reserve = state.red_reserve if player == RED else state.white_reserve
        pillars = state.red_pillars if player == RED else state.white_pillars
        tall = state.height2 | state.height4 | state.height8 | state.height16
        captive = own & (tall | state.height1) & mixed_stacks(state)
        value = self.man * mine + self.reserve * reserve + self.pillar * pillars.count()
        value += self.stack * own.count() + self.prisoner * captive.count()
        value += self.single * (own - tall).count()
        value += self.room * (beside(own) - state.pillars()).count()
        value += self.exposed * (own & beside(other)).count()
        value += self.hemmed * (own & beside(state.pillars())).count()
        if state.turn == player:
            value += self.to_move
        if reserve > 0:
            value += self.free_man
        return value

    def promise(self, state: PitOfPillars, action: int) -> int:
        return promised(state, action)


@helper
def mixed_stacks(state: PitOfPillars) -> Bits:
    """The stacks that hold both colours."""
    two = state.height2 | state.height4
    three = state.height4 | (state.height1 & state.height2)
    second = two & (state.red1 ^ state.red2)
    third = three & (state.red1 ^ state.red3)
    fourth = state.height4 & (state.red1 ^ state.red4)
    tall = state.height8 | state.height16 | (state.height4 & (state.height1 | state.height2))
    return (second | third | fourth) & BOARD - tall


JUDGE = PitOfPillarsJudge(
    man=351,
    reserve=398,
    pillar=52,
    stack=116,
    prisoner=58,
    single=-23,
    room=41,
    exposed=-59,
    hemmed=-7,
    to_move=142,
    free_man=153,
)
