"""Where things are in a picture: the board in its frame, panels above and below, notes at the foot."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TypeVar

from tavoliere.core.squares import coordinates_of, name_of
from tavoliere.render.shapes import CELL
from tavoliere.scene import Scene, Seat

T = TypeVar("T")


@functools.lru_cache(maxsize=64)
def _rows(columns: int, rows: int, turned: int) -> list[list[str]]:
    from_the_back = [[name_of(column, row) for column in range(columns)] for row in reversed(range(rows))]
    for _ in range(turned):
        from_the_back = [list(column) for column in zip(*from_the_back, strict=True)][::-1]
    return from_the_back


@functools.lru_cache(maxsize=64)
def sides(columns: int, rows: int) -> list[tuple[str, str]]:
    """Every two squares next to each other, the lower or left one first."""
    found = []
    for row in range(rows):
        for column in range(columns):
            if column + 1 < columns:
                found.append((name_of(column, row), name_of(column + 1, row)))
            if row + 1 < rows:
                found.append((name_of(column, row), name_of(column, row + 1)))
    return found


def has_beside(scene: Scene) -> bool:
    """Whether anything lies beside the board besides names."""
    return bool(scene.trays or scene.supplies or scene.buttons)


def rows_of(seats: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    """Who sits below the board and who above it: the first player near, the second and third far, the fourth near."""
    return [*seats[:1], *seats[3:]], seats[1:3]


def side_of(place: int, players: int) -> int:
    """At which side of the board a player sits, in quarter turns from the first: two face each other, more sit around
    it clockwise.

    >>> [side_of(place, 2) for place in range(2)], [side_of(place, 4) for place in range(4)]
    ([0, 2], [0, 1, 2, 3])
    """
    return 2 * place if players == 2 else place


def is_far(side: int) -> bool:
    """Whether the players above the board sit below it where it is seen from a side."""
    return side in (1, 2)


class Layout:
    """The measures of one picture. Letters are as large on a phone whether the board is large or small."""

    def __init__(
        self,
        scene: Scene,
        *,
        with_seats: bool,
        with_notes: bool,
        with_names: bool = True,
        turned: int = 0,
        flipped: bool = False,
    ) -> None:
        """`turned` is the side that the board is seen from, in quarter turns from that of the first player; `flipped`
        is half a turn more.
        """
        turned = (turned + 2 * flipped) % 4
        if turned % 2 and scene.columns != scene.rows:
            raise ValueError("only square boards can be turned by a quarter")
        self.scene, self.turned, self.with_names = scene, turned, with_names
        self.with_seats = with_seats and (with_names or has_beside(scene))
        board = scene.columns * CELL
        self.margin = round(board * 0.05)
        self.pad = 12 if with_names else 3
        self.width = board + 2 * (self.margin + self.pad)
        self.font = round(self.width / 27)
        self.strip = round(self.font * (2.5 if with_names else 2.4)) if self.with_seats else 0
        self.gap = round(self.font * (0.4 if with_names else 0.25)) if self.with_seats else 0
        self.left = self.pad + self.margin
        self.top = self.pad + self.strip + self.gap + self.margin
        self.bottom = self.top + scene.rows * CELL + self.margin + self.gap
        self.has_notes = with_notes and self.with_seats and bool(scene.notes)
        notes = round(self.font * 1.15) * len(scene.notes) + self.gap if self.has_notes else 0
        self.height = self.bottom + self.strip + notes + self.pad

    def middle(self, square: str) -> tuple[float, float]:
        columns, rows = self.scene.columns, self.scene.rows
        column, row = coordinates_of(square, columns, rows) or (0, 0)
        for _ in range(self.turned):
            column, row, columns, rows = rows - 1 - row, column, rows, columns
        return self.left + (column + 0.5) * CELL, self.top + (rows - row - 0.5) * CELL

    def rows(self) -> list[list[str]]:
        """The names of the squares, row by row from the back to the front."""
        return _rows(self.scene.columns, self.scene.rows, self.turned)

    def side(self, first: str, second: str) -> str:
        """Where the side between two squares is, and a quarter turn if the squares are beside each other."""
        (x1, y1), (x2, y2) = self.middle(first), self.middle(second)
        turn = " rotate(-90)" if y1 == y2 else ""
        return f"translate({(x1 + x2) / 2:g} {(y1 + y2) / 2:g}){turn}"

    def panels(self, beside: float) -> Iterator[tuple[Seat, float, float, float]]:
        """Each player's panel: left, top and width. The first player sits below, the second above, and so on.

        `beside` is the room that the lower row leaves to buttons.
        """
        near, far = rows_of(self.scene.seats)
        if is_far(self.turned):
            near, far = far, near
        for row, y, taken in ((far, self.pad, 0.0), (near, self.bottom, beside)):
            width = (self.width - 2 * self.pad - taken - self.gap * (len(row) - 1)) / max(1, len(row))
            for place, seat in enumerate(row):
                yield seat, self.pad + place * (width + self.gap), y, width
