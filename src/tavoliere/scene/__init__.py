"""What a board looks like, as data: cells, pieces, barriers and trays by their names in the game, without geometry.

A game's `face.py` makes a scene out of a state; `render` turns scenes into text and pictures. Trays, supplies and
buttons have ids; what they are called is a message or a noun, for any language to say.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from tavoliere.core.said import COMMAS, Adjective, Noun, Pattern, Said, Series, adjective_of, noun_of

SCHEMA_VERSION = 2
SHAPES = frozenset(
    {"count", "threat", "safe", "alone", "goal", "must", "line", "chain", "way", "preview", "ghost", "cut", "points"}
)
"""How marks can be drawn; a picture knows these and no others."""
PATHS = frozenset({"line", "chain", "way"})
"""Shapes that lead from square to square."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """A square that is not plain: a camp, the castle, a hole, an omitted corner."""

    square: str
    kind: str


class Piece(NamedTuple):
    """A piece: whose it is, what it is, and the letter it has in texts."""

    owner: str
    kind: str
    letter: str


class Stack(NamedTuple):
    """What stands on a square, bottom to top; most stacks are of one piece."""

    square: str
    pieces: tuple[Piece, ...]


class Barrier(NamedTuple):
    """A barrier between two squares next to each other."""

    first: str
    second: str


@dataclasses.dataclass(frozen=True)
class Entry:
    """What trays can hold, under an id: a kind of piece in a certain place, such as towers in reserve."""

    name: str
    kind: str
    told: Pattern
    """So many of it in words, by `count` and `kind`."""
    takes_back: bool = False
    """Whether pieces that leave the board come here, so that events say so."""
    vanishes: bool = False
    """Whether a tray does not show it when nothing of it is left."""

    def counted(self, count: int) -> Said:
        """So many of it: `1 tower in reserve`, `2 towers in reserve`."""
        return self.told.said(count=count, kind=noun_of(self.kind))


class Tray(NamedTuple):
    """What a player has beside the board: how many of which entry, by its id."""

    owner: str
    contents: tuple[tuple[str, int], ...]


@dataclasses.dataclass(frozen=True)
class Supply:
    """A kind of piece that a player can take from beside the board: the step `tray:OWNER/NAME`."""

    owner: str
    name: str
    kind: str
    entry: str = ""
    """The id of the entry of the owner's tray that it is taken from; empty if there is no end of it."""
    shows: str = ""
    """The player whose colour it shows on the board; empty for the owner."""


@dataclasses.dataclass(frozen=True)
class Button:
    """A step beside the board that is no piece: the step `button:NAME`, and what stands on it."""

    name: str
    label: str


@dataclasses.dataclass(frozen=True)
class Seat:
    """A player in the order of turns, and whether that player is still in."""

    letter: str
    name: str
    is_in: bool = True
    points: int | None = None
    """What the player would get if the game ended now, in games that count points."""

    @property
    def noun(self) -> Noun:
        """The player's name, as messages need it."""
        return noun_of(self.name)

    @property
    def adjective(self) -> Adjective:
        """What the player's pieces are called by, such as a colour."""
        return adjective_of(self.name)

    @property
    def counted(self) -> str:
        """The player's points in words; nothing in a game that counts none."""
        if self.points is None:
            return ""
        return Said("{count} {count:one=point|many=points}", count=self.points)


@dataclasses.dataclass(frozen=True)
class Sign:
    """A kind of mark: how it is drawn, one of `SHAPES`, and what it means."""

    name: str
    shape: str
    told: str
    stays: bool = False
    """Whether it is shown even where somebody has switched the marks off."""
    on: str = ""
    """The kind of square or piece that a legend shows it on; empty for a plain square."""

    def __post_init__(self) -> None:
        if self.shape not in SHAPES:
            raise ValueError(
                f"the sign {self.name!r} has no shape {self.shape!r}; there are {', '.join(sorted(SHAPES))}"
            )


class Mark(NamedTuple):
    """Something that a player must see at a glance. Where it has no square, it belongs to a player."""

    sign: Sign
    squares: tuple[str, ...] = ()
    """One square, or those of a path in order. Of a preview the first is pointed at, the others are what changes."""
    said: str = ""
    """What it says of these squares; empty if that is what the sign says."""
    owner: str = ""
    """The player whom it is about."""
    number: int | None = None
    """What a count or points say."""
    piece: Piece | None = None
    """Who the ghost is of."""
    step: str = ""
    """The step after which a preview holds; empty for any."""

    @property
    def told(self) -> str:
        return self.said or self.sign.told


@dataclasses.dataclass(frozen=True)
class Ending:
    """How a game ended, in a sentence, and what shows it on the board."""

    told: str
    marks: tuple[Mark, ...] = ()


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
    entries: tuple[Entry, ...] = ()
    """What trays can hold."""
    buttons: tuple[Button, ...] = ()
    """The buttons that the game knows, whether or not they can be pressed now."""
    has_edges: bool = False
    """Whether things can stand between two squares, so that drawings leave room for them."""
    notes: tuple[str, ...] = ()
    """Short facts that stand nowhere on the board, such as a counter, as messages."""
    marks: tuple[Mark, ...] = ()
    """What a player must see at a glance; `scene/guide.py` puts it there for those who want it."""
    meanings: tuple[tuple[str, str], ...] = ()
    """What special squares and pieces are about, by kind, as messages."""
    version: int = SCHEMA_VERSION

    @property
    def told(self) -> tuple[str, ...]:
        """Everything that stands nowhere on the squares, for those who read: the points, and the notes."""
        counted = [
            Said("{player} {points}", player=seat.noun, points=seat.points)
            for seat in self.seats
            if seat.points is not None
        ]
        points = (Said("Points now: {points}", points=Series(counted, COMMAS)),) if counted else ()
        return (*points, *self.notes)

    def entry(self, name: str) -> Entry:
        """What trays hold under an id."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        known = ", ".join(entry.name for entry in self.entries) or "none"
        raise ValueError(f"{self.game}: trays hold {name!r}, which is none of the scene's entries: {known}")
