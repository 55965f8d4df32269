"""What a net sees of a game, as its folder says it: planes of squares and numbers, as data. Nothing here is an array.

A game's `planes.py` has a class under `@lens` that shows a state to a viewer, the same text plain and compiled, and a
function `planes(options)` that says what the planes are. The room `gym` makes arrays of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from tavoliere.core.game import GAMES, _described, change

Class = TypeVar("Class", bound=type)


class Lens(Protocol):
    """How a state is shown. A class under `@lens` has both methods, and fields for what depends on options."""

    def squares(self, state: Any, plane: int, viewer: int) -> Any:
        """The squares that a plane shows to a player, by the number of the plane among those of squares."""

    def number(self, state: Any, plane: int, viewer: int) -> int:
        """What a plane of one number shows to a player, by its number among those."""


@dataclasses.dataclass(frozen=True)
class Plane:
    """One plane: what it shows in a few words, and the largest number that can stand in it."""

    told: str
    most: int = 1


@dataclasses.dataclass(frozen=True)
class Planes:
    """The planes of a game with its options: first those of squares, which hold ones, then those of one number each."""

    lens: Lens
    squares: tuple[Plane, ...]
    numbers: tuple[Plane, ...]
    columns: int
    rows: int
    square: Callable[[int, int], int]
    """The game's own number of the square in a column and a row, both from 0."""
    sides: tuple[int, int] | None = None
    """The planes that show something between squares: on their north sides, and on their east sides."""


def lens(cls: Class) -> Class:
    """Let compiled code use a `NamedTuple` of whole numbers that shows the states of a game."""
    for name in ("squares", "number"):
        if not hasattr(cls, name):
            raise TypeError(f"{cls.__name__}: a lens needs a method `{name}`")
    GAMES[cls] = _described(cls, {"change": change})
    return cls
