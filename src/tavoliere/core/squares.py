"""Names of squares and the ways to turn a board: a column letter and a row number, a1 at the bottom left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tavoliere.core.bits import SomeBits

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")

Coordinates = tuple[int, int]


def name_of(column: int, row: int) -> str:
    """The name of a square from its column and row, both counted from 0."""
    return f"{LETTERS[column]}{row + 1}"


def coordinates_of(name: str, columns: int, rows: int) -> Coordinates | None:
    """Column and row of a square's name, or None if the board has no such square."""
    match = SQUARE.fullmatch(name)
    if match is None:
        return None
    column, row = LETTERS.index(match[1]), int(match[2]) - 1
    return (column, row) if column < columns and row < rows else None


def squares_of(names: str, columns: int, rows: int) -> list[int]:
    """Row-by-row numbers of squares given by valid names separated by spaces."""
    return [row * columns + column for column, row in (_known(name, columns, rows) for name in names.split())]


def _known(name: str, columns: int, rows: int) -> Coordinates:
    found = coordinates_of(name, columns, rows)
    if found is None:
        raise ValueError(f"no square {name!r} on a board of {columns} columns and {rows} rows")
    return found


def board_turns(columns: int, rows: int) -> list[Callable[[int, int], Coordinates]]:
    """The ways to turn and mirror a board onto itself, the identity first: eight for a square, else four."""
    return list(_turns(columns, rows))


def _turns(columns: int, rows: int) -> Iterator[Callable[[int, int], Coordinates]]:
    last_column, last_row = columns - 1, rows - 1
    yield lambda column, row: (column, row)
    yield lambda column, row: (last_column - column, row)
    yield lambda column, row: (column, last_row - row)
    yield lambda column, row: (last_column - column, last_row - row)
    if columns == rows:
        yield lambda column, row: (row, column)
        yield lambda column, row: (last_row - row, column)
        yield lambda column, row: (row, last_column - column)
        yield lambda column, row: (last_row - row, last_column - column)


def square_map(
    turn: Callable[[int, int], Coordinates], columns: int, rows: int, number: Callable[[int, int], int]
) -> dict[int, int]:
    """A way to turn the board as a map between a game's own square numbers."""
    return {number(column, row): number(*turn(column, row)) for row in range(rows) for column in range(columns)}


def moved_squares(squares: SomeBits, moves: dict[int, int]) -> SomeBits:
    """A set with every member moved; squares off the map stay where they are."""
    return type(squares).of(moves.get(square, square) for square in squares)
