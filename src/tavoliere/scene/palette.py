"""Setting up a position by hand: what can be put on the squares, and how that is written.

A setup is what somebody has put together so far, and need be no position; its text is read by the game's notation,
which says what is wrong with it. A face that knows its game's `palette(options)` has a board to set up positions on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from tavoliere.core.squares import name_of
from tavoliere.core.text import TURN_FIELD, board_text
from tavoliere.scene import Barrier, Piece, Scene, Seat, Stack

TURN = "turn"
NOTHING = "-"
"""How a field of barriers is written where there are none."""


@dataclasses.dataclass(frozen=True)
class Choice:
    """A value that a part of a field can have, and what it means."""

    value: str
    told: str


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of a field, chosen by itself: what one player has in reserve, for instance."""

    told: str
    choices: tuple[Choice, ...]


@dataclasses.dataclass(frozen=True)
class Field:
    """A field of the position text besides the board: its parts in order, those that are empty left out."""

    name: str
    told: str
    parts: tuple[Part, ...] = ()
    between: str = ""
    """What stands between the parts."""
    sides: tuple[str, str] | None = None
    """For the field that lists the barriers: how the side above a square is written and the one right of it."""


@dataclasses.dataclass(frozen=True)
class Palette:
    """What a position of a game is put together from."""

    pieces: tuple[Piece, ...]
    fields: tuple[Field, ...]
    """In the order of the text, after the board."""
    heaped: frozenset[str] = frozenset()
    """The letters of pieces that stand on one another."""
    cells: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """How special squares are written, by kind, where they are."""


@dataclasses.dataclass(frozen=True)
class Setup:
    """What somebody has put together."""

    squares: Mapping[str, str]
    """The letters of what stands on each square, bottom to top."""
    fields: Mapping[str, tuple[str, ...]]
    """The values of each field's parts."""
    barriers: frozenset[tuple[str, str]] = frozenset()
    """The two squares of each, the lower or left one first."""


def turn_field(seats: tuple[Seat, ...]) -> Field:
    """The field that every game has: who is to move."""
    choices = tuple(Choice(seat.letter, seat.noun) for seat in seats)
    return Field(TURN, TURN_FIELD, (Part(TURN_FIELD, choices),))


def number_part(told: str, most: int) -> Part:
    """A part that is a number from 0."""
    return Part(told, tuple(Choice(str(number), str(number)) for number in range(most + 1)))


# From a position and to its text


def setup_of(scene: Scene, text: str, palette: Palette) -> Setup:
    """A position, given by its scene and its text, as something to be changed by hand."""
    squares = {stack.square: "".join(piece.letter for piece in stack.pieces) for stack in scene.stacks}
    written = zip(palette.fields, text.split(" ")[1:], strict=True)
    fields = {field.name: values_of(field, one) for field, one in written if field.sides is None}
    barriers = frozenset((barrier.first, barrier.second) for barrier in scene.barriers)
    return Setup(squares, fields, barriers)


def values_of(field: Field, written: str) -> tuple[str, ...]:
    """The values of a field's parts; a part is empty where what is written belongs to another one."""
    waiting = (written.split(field.between) if field.between else [written])[::-1]
    found = []
    for part in field.parts:
        fits = bool(waiting) and any(choice.value == waiting[-1] for choice in part.choices)
        found.append(waiting.pop() if fits else "")
    return tuple(found)


def text_of(setup: Setup, scene: Scene, palette: Palette) -> str:
    """How a setup is written on the board of a scene, whether or not it is a position."""
    special = {cell.square: palette.cells[cell.kind] for cell in scene.cells if cell.kind in palette.cells}

    def standing(column: int, row: int) -> str:
        square = name_of(column, row)
        letters = setup.squares.get(square, "")
        return _heap(letters) if letters else special.get(square, "")

    board = board_text(scene.columns, scene.rows, standing)
    return " ".join([board, *(_written(field, setup) for field in palette.fields)])


def _heap(letters: str) -> str:
    return f"({letters})" if len(letters) > 1 else letters


def _written(field: Field, setup: Setup) -> str:
    if field.sides is None:
        return field.between.join(filter(None, setup.fields.get(field.name, ())))
    above, right = field.sides
    names = {first + (above if first[0] == second[0] else right) for first, second in setup.barriers}
    return field.between.join(sorted(names)) or NOTHING


# As a picture


def drawn(setup: Setup, scene: Scene, palette: Palette) -> Scene:
    """A setup on the board of a scene. What is beside that board stays, so that the picture keeps its measures."""
    player = "".join(setup.fields.get(TURN, ()))
    return dataclasses.replace(
        scene,
        turn=player if player in {seat.letter for seat in scene.seats} else "",
        stacks=tuple(_stacks(setup, palette)),
        barriers=tuple(Barrier(first, second) for first, second in sorted(setup.barriers)),
        notes=(),
        marks=(),
    )


def _stacks(setup: Setup, palette: Palette) -> Iterator[Stack]:
    """What can be drawn of the squares: letters that stand for no piece are only written."""
    known = {piece.letter: piece for piece in palette.pieces}
    for square, letters in sorted(setup.squares.items()):
        pieces = tuple(known[letter] for letter in letters if letter in known)
        if pieces:
            yield Stack(square, pieces)
