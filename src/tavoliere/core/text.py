"""The board field of position texts: rows from the top, runs of empty squares as numbers, only the canonical form.

A reader collects every reason for refusing a text instead of stopping at the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.core.squares import Coordinates, name_of

LONGEST_TEXT = 2000
NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")

# Fields that every game has, and the whole text.
BOARD_FIELD, TURN_FIELD, TEXT_FIELD = Said("board"), Said("player to move"), Said("text")


def board_text(columns: int, rows: int, cell: Callable[[int, int], str]) -> str:
    """The board field; `cell` gives what stands on a column and row, and nothing for an empty square."""
    return "/".join(_row_text(columns, row, cell) for row in reversed(range(rows)))


def _row_text(columns: int, row: int, cell: Callable[[int, int], str]) -> str:
    text, run = "", 0
    for column in range(columns):
        standing = cell(column, row)
        if not standing:
            run += 1
            continue
        text += (str(run) if run else "") + standing
        run = 0
    return text + (str(run) if run else "")


class Reasons(list[str]):
    """What is wrong with a text, each reason naming its field."""

    def add(self, field: str, reason: str) -> None:
        self.append(Said("{field}: {reason}", field=field, reason=reason))

    def unless(self, holds: bool, field: str, reason: str) -> None:
        """Add the reason unless the condition holds."""
        if not holds:
            self.add(field, reason)


def fields_of(text: object, names: tuple[str, ...], reasons: Reasons) -> tuple[str, ...] | None:
    """The fields of a position text, or None if their number is wrong, which hides every other reason."""
    if not isinstance(text, str):
        reasons.add(TEXT_FIELD, Said("a position is a text, not {type}", type=type(text).__name__))
    elif len(text) > LONGEST_TEXT:
        reasons.add(TEXT_FIELD, Said("{length} characters are more than any position has", length=len(text)))
    elif len(fields := text.split(" ")) != len(names):
        reasons.add(
            TEXT_FIELD,
            Said(
                "{count} {count:one=field|many=fields} expected, separated by one space each ({fields}), not {found}",
                count=len(names),
                fields=Series(names, COMMAS),
                found=len(fields),
            ),
        )
    else:
        return tuple(fields)
    return None


def read_board(field: str, columns: int, rows: int, token: str, reasons: Reasons) -> dict[Coordinates, str]:
    """What stands on the squares of a board field. `token` is the pattern of one occupied square."""
    lines = field.split("/")
    if len(lines) != rows:
        reasons.add(
            BOARD_FIELD,
            Said(
                "{count} {count:one=row|many=rows} expected, separated by /, not {found}", count=rows, found=len(lines)
            ),
        )
    pattern = re.compile(rf"([0-9]+)|({token})")
    standing: dict[Coordinates, str] = {}
    for place, line in enumerate(lines[:rows]):
        row = rows - 1 - place
        column = _read_row(line, row, pattern, standing, reasons)
        if column is not None and column != columns:
            reasons.add(
                BOARD_FIELD,
                Said(
                    "row {row} has {count} {count:one=square|many=squares} instead of {columns}",
                    row=row + 1,
                    count=column,
                    columns=columns,
                ),
            )
    return {square: piece for square, piece in standing.items() if square[0] < columns}


def _read_row(
    line: str, row: int, pattern: re.Pattern[str], standing: dict[Coordinates, str], reasons: Reasons
) -> int | None:
    """Read one row; returns its number of squares, or None if a reason has been given already."""
    column, at = 0, 0
    while at < len(line):
        match = pattern.match(line, at)
        if match is None:
            reasons.add(BOARD_FIELD, _no_piece(row, line[at]))
            return None
        run = match[1]
        if run is None:
            standing[column, row] = match[2]
            column += 1
        elif NUMBER.fullmatch(run) is None or run == "0":
            reasons.add(BOARD_FIELD, _no_run(row, run))
            return None
        else:
            column += int(run)
        at = match.end()
    return column


def _no_piece(row: int, written: str) -> Said:
    return Said("row {row} has {written}, which is nothing that can stand there", row=row + 1, written=repr(written))


def _no_run(row: int, run: str) -> Said:
    return Said(
        "row {row} has {written}, which is not how a run of empty squares is written",
        row=row + 1,
        written=repr(run[:20]),
    )


def read_player(field: str, letters: tuple[str, ...], reasons: Reasons) -> int:
    """The number of the player to move."""
    if field in letters:
        return letters.index(field)
    expected = Said(
        "one of {letters} expected, not {written}", letters=Series(letters, COMMAS), written=repr(field[:20])
    )
    reasons.add(TURN_FIELD, expected)
    return 0


def read_number(field: str, name: str, most: int, reasons: Reasons) -> int:
    """A counter written without leading zeros, at most `most`."""
    if NUMBER.fullmatch(field) is None or int(field) > most:
        reasons.add(
            name, Said("a number from 0 to {most} expected, not {written}", most=most, written=repr(field[:20]))
        )
        return 0
    return int(field)


def names_of(squares: list[Coordinates]) -> Series:
    """Squares listed for people."""
    return Series([name_of(column, row) for column, row in sorted(squares)], COMMAS)
