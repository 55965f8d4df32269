"""The eight ways to turn and mirror a Pit board, holes, barriers and all."""

from __future__ import annotations

from collections.abc import Callable

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.facts import Options
from tavoliere.core.squares import board_turns
from tavoliere.games.pit.notation import board_of
from tavoliere.games.pit.rules import BARRIER, EAST, ENTER, NORTH, PUT_PAWN, STEP, WIDTH, Pit


def symmetric(state: Pit, options: Options, number: int) -> tuple[Pit, Callable[[int], int]]:
    board = board_of(int(options["size"]))
    turn, on_board = board_turns(board.columns, board.rows)[number], board.turns[number]
    # Squares are numbered for the largest board; those that this one lacks stay where they are.
    squares = {square: on_board.get(square, square) for square in range(WIDTH * WIDTH)}

    def turned_side(square: int, direction: int) -> int:
        """The direction of a side after turning, seen from the square on the board."""
        row, column = divmod(square, WIDTH)
        across, up = ((0, 1), (1, 0), (0, -1), (-1, 0))[direction]
        here, there = turn(column, row), turn(column + across, row + up)
        return list(STEP).index((there[1] - here[1]) * WIDTH + there[0] - here[0])

    def turned_action(action: int) -> int:
        if action >= BARRIER:
            return BARRIER + turned_side(0, action - BARRIER)
        if action >= PUT_PAWN:
            return PUT_PAWN + squares[action - PUT_PAWN]
        if action >= ENTER:
            return ENTER + squares[action - ENTER]
        return 4 * squares[action >> 2] + turned_side(action >> 2, action & 3)

    open_sides = [(square, NORTH) for square in state.open_north] + [(square, EAST) for square in state.open_east]
    turned_sides = [(squares[square], turned_side(square, direction)) for square, direction in open_sides]
    named = [_northern_or_eastern(square, direction) for square, direction in turned_sides]
    planes = {
        name: board.turned(getattr(state, name), number)
        for name in ("towers", "pawns", "owner1", "owner2", "ground", "holes")
    }
    turned = state._replace(
        **planes,
        open_north=Bits.of(square for square, direction in named if direction == NORTH),
        open_east=Bits.of(square for square, direction in named if direction == EAST),
        reached=squares[state.reached] if state.reached >= 0 else -1,
    )
    return turned, turned_action


def _northern_or_eastern(square: int, direction: int) -> tuple[int, int]:
    """A side as the north or east side of the square below or left of it."""
    return (square, direction) if direction in (NORTH, EAST) else (square + STEP[direction], (direction + 2) % 4)
