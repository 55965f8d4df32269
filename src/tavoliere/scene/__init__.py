"""What a board looks like, as data: cells, pieces, barriers and trays by their names in the game, without geometry.

A game's `face.py` makes a scene out of a state; `render` turns scenes into text and pictures.
"""

from __future__ import annotations

import dataclasses

SCHEMA_VERSION = 1


@dataclasses.dataclass(frozen=True)
class Cell:
    """A square that is not plain: a camp, the castle, a hole, an omitted corner."""

    square: str
    kind: str


@dataclasses.dataclass(frozen=True)
class Piece:
    """A piece: whose it is, what it is, and the letter it has in texts."""

    owner: str
    kind: str
    letter: str


@dataclasses.dataclass(frozen=True)
class Stack:
    """What stands on a square, bottom to top; most stacks are of one piece."""

    square: str
    pieces: tuple[Piece, ...]


@dataclasses.dataclass(frozen=True)
class Barrier:
    """A barrier between two squares next to each other."""

    first: str
    second: str


@dataclasses.dataclass(frozen=True)
class Tray:
    """What a player has beside the board: how many of which piece."""

    owner: str
    contents: tuple[tuple[str, int], ...]


@dataclasses.dataclass(frozen=True)
class Supply:
    """A kind of piece that a player can take from beside the board: the step `tray:OWNER/NAME`."""

    owner: str
    name: str
    kind: str
    entry: str = ""
    """The entry of the owner's tray that it is taken from; empty if there is no end of it."""
    shows: str = ""
    """The player whose colour it shows on the board; empty for the owner."""


@dataclasses.dataclass(frozen=True)
class Seat:
    """A player in the order of turns, and whether that player is still in."""

    letter: str
    name: str
    is_in: bool = True


@dataclasses.dataclass(frozen=True)
class Scene:
    """A whole board. Squares are named a1 and so on, from the bottom left."""

    game: str
    columns: int
    rows: int
    seats: tuple[Seat, ...]
    turn: str
    """The letter of the player to move; empty when the board says that the game is over."""
    cells: tuple[Cell, ...] = ()
    stacks: tuple[Stack, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    trays: tuple[Tray, ...] = ()
    supplies: tuple[Supply, ...] = ()
    buttons: tuple[str, ...] = ()
    """The steps `button:NAME` that the game knows, whether or not they can be taken now."""
    has_edges: bool = False
    """Whether things can stand between two squares, so that drawings leave room for them."""
    notes: tuple[str, ...] = ()
    """Short facts that stand nowhere on the board, such as a counter."""
    version: int = SCHEMA_VERSION
