"""What a net sees of a game: named planes as arrays, for any position and viewer, and how symmetries move them."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from tavoliere.core.planes import Plane, Planes
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.core.squares import LETTERS, Coordinates, board_turns
from tavoliere.gym.array import Array
from tavoliere.gym.checks import game_of, whole
from tavoliere.gym.scenes import SceneLens, planes_of_scenes

MODULE = "planes"
OCCURRENCES = Said("how often the position at the start of this turn has occurred before")
LEAST_REPETITION_SHOWN = 3
"""Where the second occurrence ends a game, no position of a game that goes on has occurred before."""


@dataclasses.dataclass(frozen=True)
class Symmetry:
    """One way to turn a board, as permutations: entry `k` of what is turned comes from entry `planes[k]` of it."""

    planes: Array
    """For an observation with its planes, rows and columns laid out in one row."""
    actions: Array
    """The same for whatever has an entry for each action: masks and policies."""
    moved: Array
    """For each action, what it becomes."""

    shape: tuple[int, ...]
    """Planes, rows and columns of an observation."""

    def observation(self, observation: Array) -> Array:
        """An observation, or many of them, turned. A `ValueError` says which shape observations have."""
        seen = _ending_in(self.shape, observation, Said("an observation"))
        flat = seen.reshape(*seen.shape[:-3], self.planes.size)
        return flat[..., self.planes].reshape(seen.shape)

    def policy(self, policy: Array) -> Array:
        """A policy or a mask, or many of them, turned. A `ValueError` says how many entries policies have."""
        return _ending_in(self.actions.shape, policy, Said("a policy"))[..., self.actions]


class View:
    """The planes of a game: their shape and names, and a position as an array.

    >>> import tavoliere as tv
    >>> view = tv.gym.planes(tv.game("never-alone"))
    >>> view.shape
    (3, 8, 8)
    >>> start = tv.game("never-alone").start()
    >>> view(start).sum(axis=(1, 2)).tolist()
    [1, 1, 0]
    """

    def __init__(self, game: Game, planes: Planes) -> None:
        self.game, self.planes = game, planes
        repetition = game.facts.repetition or 0
        self.counts_occurrences = repetition >= LEAST_REPETITION_SHOWN
        last = (Plane(OCCURRENCES, repetition - 1),) if self.counts_occurrences else ()
        self.all: tuple[Plane, ...] = (*planes.squares, *planes.numbers, *last)
        self.shape = (len(self.all), planes.rows, planes.columns)
        self.most = np.array([plane.most for plane in self.all])
        """The largest number that can stand in each plane; dividing by it gives planes from 0 to 1."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each plane shows, in a few words."""
        return tuple(plane.told for plane in self.all)

    @functools.cached_property
    def cells(self) -> Array:
        """For each of the game's own numbers of squares its place in a plane, row by row from a1; -1 for none."""
        found = np.full(max(128, self.planes.rows * self.planes.columns), -1, np.int64)
        for row in range(self.planes.rows):
            for column in range(self.planes.columns):
                found[self.planes.square(column, row)] = row * self.planes.columns + column
        return found

    def __call__(self, position: Position, viewer: str | int | None = None) -> Array:
        """A position as a player sees it, by letter or number; without one as the player to act sees it."""
        if not isinstance(position, Position) or position.game != self.game:
            raise ValueError(Said("these planes show positions of {game}", game=repr(self.game)))
        return self.of_state(position.state, self.seat(position, viewer), position.occurrences - 1)

    def seat(self, position: Position, viewer: str | int | None) -> int:
        """The number of a viewer; a `ValueError` if there is no such player."""
        if viewer is None:
            return position.state.turn
        if viewer in self.game.players:
            return self.game.players.index(str(viewer))
        if isinstance(viewer, int) and 0 <= viewer < len(self.game.players):
            return viewer
        raise no_player(viewer, self.game)

    def of_state(self, state: Any, viewer: int, occurrences: int = 0) -> Array:
        """A bare state as a player sees it, with how often its position has occurred before."""
        seen = np.zeros((self.shape[0], self.shape[1] * self.shape[2]), np.uint8)
        lens = self.planes.lens
        for plane in range(len(self.planes.squares)):
            places = self.cells[list(lens.squares(state, plane, viewer))]
            seen[plane, places[places >= 0]] = 1
        for plane in range(len(self.planes.numbers)):
            seen[len(self.planes.squares) + plane] = lens.number(state, plane, viewer)
        if self.counts_occurrences:
            seen[-1] = occurrences
        return seen.reshape(self.shape)

    def symmetry(self, number: int) -> Symmetry:
        """One of the ways to turn the board; number 0 changes nothing, and there are `symmetries` of them."""
        whole(number, 0, self.symmetries - 1, Said("symmetries are counted from"))
        _, turned = self.game.ruleset.symmetric(self.game.start().state, dict(self.game.options), number)
        moved = np.array([turned(action) for action in range(self.game.action_count)])
        return Symmetry(_turned_planes(self, number), np.argsort(moved), moved, self.shape)

    @property
    def symmetries(self) -> int:
        """In how many ways the board can be turned onto itself."""
        return self.game.ruleset.symmetries

    def picture(self, position: Position, viewer: str | int | None = None) -> str:
        """Every plane with its name, drawn: what a net sees of a position, for people."""
        seen = self(position, viewer)
        drawn = [f"{number}  {plane.told}\n{_drawn(seen[number])}" for number, plane in enumerate(self.all)]
        return "\n\n".join(drawn)

    def __repr__(self) -> str:
        return f"<planes of {self.game!r}: {self.shape[0]} x {self.shape[1]} x {self.shape[2]}>"

    def __reduce__(self) -> tuple[object, tuple[Game]]:
        return planes, (self.game,)


def planes(game: Game | str, **options: Any) -> View:
    """What a net sees of a game with its options: the planes of its folder, or plain ones made from its pictures."""
    game = game_of(game, options)
    module = f"{game.ruleset.package}.{MODULE}"
    if importlib.util.find_spec(module) is None:
        return View(game, planes_of_scenes(game))
    return View(game, importlib.import_module(module).planes(dict(game.options)))


def no_player(viewer: object, game: Game) -> ValueError:
    """What is said about a viewer or a seat that a game does not have."""
    players = ", ".join(game.players)
    return ValueError(Said("there is no player {viewer}; the players are {players}", viewer=viewer, players=players))


def _ending_in(shape: tuple[int, ...], given: Array, what: str) -> Array:
    """What was given as an array, if its last dimensions are these."""
    array = np.asarray(given)
    if array.shape[-len(shape) :] != shape:
        raise ValueError(
            Said("{what} ends in the shape {shape}, not {given}", what=what, shape=shape, given=array.shape)
        )
    return array


def is_compiled(view: View) -> bool:
    """Whether kernels can show states through these planes; plain ones are filled by Python."""
    return not isinstance(view.planes.lens, SceneLens)


def _drawn(plane: Array) -> str:
    """A plane as a board: a dot where there is nothing, and one line where the same number stands everywhere."""
    if plane.min() == plane.max() != 0:
        return f"   {plane.min()} on every square"
    width = max(1, len(str(plane.max())))
    rows = [
        f"{row + 1:2} " + " ".join(f"{value or '.':>{width}}" for value in plane[row].tolist())
        for row in reversed(range(len(plane)))
    ]
    return "\n".join([*rows, "   " + " ".join(f"{letter:>{width}}" for letter in LETTERS[: plane.shape[1]])])


Turn = Callable[[int, int], Coordinates]


def _turned_planes(view: View, number: int) -> Array:
    """Where each entry of a turned observation comes from."""
    count, rows, columns = view.shape
    turn = board_turns(columns, rows)[number]
    source = np.arange(rows * columns).reshape(rows, columns)
    turned = np.empty_like(source)
    for row in range(rows):
        for column in range(columns):
            there = turn(column, row)
            turned[there[1], there[0]] = source[row, column]
    order = np.concatenate([plane * rows * columns + turned.ravel() for plane in range(count)])
    if view.planes.sides is not None:
        _turn_sides(order.reshape(view.shape), view.planes.sides, turn)
    return order


def _turn_sides(order: Array, sides: tuple[int, int], turn: Turn) -> None:
    """Sides go with the two squares that they are between, so a north side may become an east side.

    The entries at the edge of the board, where there is no side, take whatever places are left.
    """
    _, rows, columns = order.shape
    cells = rows * columns
    entries = [(plane, column, row) for plane in sides for row in range(rows) for column in range(columns)]
    goals = {entry: _turned_side(entry, sides, turn) for entry in entries if _is_side(entry, sides, columns, rows)}
    left = [entry for entry in entries if entry not in goals]
    free = [entry for entry in entries if entry not in set(goals.values())]
    for (plane, column, row), goal in [*goals.items(), *zip(left, free, strict=True)]:
        order[goal[0], goal[2], goal[1]] = plane * cells + row * columns + column


Entry = tuple[int, int, int]


def _is_side(entry: Entry, sides: tuple[int, int], columns: int, rows: int) -> bool:
    plane, column, row = entry
    return row < rows - 1 if plane == sides[0] else column < columns - 1


def _turned_side(entry: Entry, sides: tuple[int, int], turn: Turn) -> Entry:
    plane, column, row = entry
    across, up = (0, 1) if plane == sides[0] else (1, 0)
    first, second = sorted([turn(column, row), turn(column + across, row + up)])
    return (sides[0] if first[0] == second[0] else sides[1], *first)
