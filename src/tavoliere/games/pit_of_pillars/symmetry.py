"""The eight ways to turn and mirror a Pit of Pillars board."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.bits import Bits64
from tavoliere.core.facts import Options
from tavoliere.core.squares import board_turns
from tavoliere.games.pit_of_pillars.notation import GRID
from tavoliere.games.pit_of_pillars.rules import (
    DIRECTIONS,
    DONE,
    FARTHEST,
    MOVES,
    PILLAR_MOVES,
    SIZE,
    PitOfPillars,
)

TURNS = board_turns(SIZE, SIZE)


def _turned_direction(number: int, direction: int) -> int:
    across, up = DIRECTIONS[direction]
    origin, moved = TURNS[number](3, 3), TURNS[number](3 + across, 3 + up)
    return DIRECTIONS.index((moved[0] - origin[0], moved[1] - origin[1]))


def _turned_move(number: int, move: int, directions: int) -> int:
    way, distance = divmod(move, FARTHEST)
    square, direction = divmod(way, directions)
    return (GRID.turns[number][square] * directions + _turned_direction(number, direction)) * FARTHEST + distance


def symmetric(state: PitOfPillars, options: Options, number: int) -> tuple[PitOfPillars, Callable[[int], int]]:
    squares = GRID.turns[number]
    planes = {name: GRID.turned(value, number) for name, value in state._asdict().items() if isinstance(value, Bits64)}

    def turned_action(action: int) -> int:
        if action == DONE:
            return DONE
        if action >= PILLAR_MOVES:
            return PILLAR_MOVES + _turned_move(number, action - PILLAR_MOVES, 8)
        return MOVES + _turned_move(number, action - MOVES, 4) if action >= MOVES else squares[action]

    return state._replace(**planes, last=squares[state.last] if state.last >= 0 else -1), turned_action
