"""What a net sees of Pit of Pillars: stacks by their height and their top four men, pillars, reserves, the stage.

A stack of more than four men is of one colour, so that its height and its top men say all.
"""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.bits import bit64 as bit
from tavoliere.core.facts import Options
from tavoliere.core.game import helper
from tavoliere.core.planes import Plane, Planes, lens
from tavoliere.core.said import Said
from tavoliere.games.pit_of_pillars.rules import MOST_QUIET_TURNS, SIZE, PitOfPillars

MOST_MEN = 60
HEIGHTS = tuple(
    Plane(Said("stacks with {number} in the binary digits of their height", number=1 << k)) for k in range(5)
)
LEVELS = (
    Said("top man"),
    Said("second man from the top"),
    Said("third man from the top"),
    Said("fourth man from the top"),
)
MEN = tuple(
    Plane(Said("{level}: {whose}", level=level, whose=whose))
    for level in LEVELS
    for whose in (Said("yours"), Said("the other player's"))
)
REST = (
    Plane(Said("your pillars")),
    Plane(Said("the other player's pillars")),
    Plane(Said("the man that was entered last, if that matters")),
)
NUMBERS = (
    Plane(Said("your men in reserve"), MOST_MEN),
    Plane(Said("the other player's men in reserve"), MOST_MEN),
    Plane(Said("turns without a capture"), MOST_QUIET_TURNS),
    Plane(Said("the first man is to be entered")),
    Plane(Said("the second man is to be entered")),
    Plane(Said("the compulsory part is to be played")),
    Plane(Said("a pillar may move")),
)


@lens
class PitOfPillarsLens(NamedTuple):
    players: int

    def squares(self, state: PitOfPillars, plane: int, viewer: int) -> Bits:
        if plane < 5:
            return height_digit(state, plane)
        if plane < 13:
            level = (plane - 5) >> 1
            red = red_at(state, level)
            return red if (plane - 5) & 1 == 1 - viewer else of_height(state, level) - red
        if plane == 15:
            return bit(state.last) if state.last >= 0 else state.height1 - state.height1
        return state.red_pillars if plane - 13 == 1 - viewer else state.white_pillars

    def number(self, state: PitOfPillars, plane: int, viewer: int) -> int:
        if plane < 2:
            return state.red_reserve if plane == 1 - viewer else state.white_reserve
        if plane == 2:
            return state.quiet
        return 1 if state.part == plane - 3 else 0


@helper
def height_digit(state: PitOfPillars, digit: int) -> Bits:
    """The stacks with a one in a binary digit of their height."""
    if digit < 2:
        return state.height1 if digit == 0 else state.height2
    if digit == 2:
        return state.height4
    return state.height8 if digit == 3 else state.height16


@helper
def red_at(state: PitOfPillars, level: int) -> Bits:
    """The stacks with a red man at a level from the top."""
    if level < 2:
        return state.red1 if level == 0 else state.red2
    return state.red3 if level == 2 else state.red4


@helper
def of_height(state: PitOfPillars, level: int) -> Bits:
    """The stacks with more men than a level from the top, counted from 0."""
    four = state.height4 | state.height8 | state.height16
    if level == 0:
        return four | state.height2 | state.height1
    if level == 1:
        return four | state.height2
    return four | (state.height2 & state.height1) if level == 2 else four


def planes(options: Options) -> Planes:
    return Planes(
        PitOfPillarsLens(2),
        (*HEIGHTS, *MEN, *REST),
        NUMBERS,
        SIZE,
        SIZE,
        lambda column, row: row * SIZE + column,
    )
