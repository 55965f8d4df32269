"""Plain planes for games that bring none, out of their pictures: what stands where, whose it is, what lies beside.

A scene says nothing about pieces that are not on it, so the kinds are those that a few seeded random games show. What
turns up later all the same stands in one plane of its own, so that nothing is ever invisible.
"""

from __future__ import annotations

import functools
import random
from typing import Any, NamedTuple

from tavoliere.core.planes import Plane, Planes
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.core.squares import coordinates_of
from tavoliere.scene import Scene

GAMES_LOOKED_AT = 8
LONGEST_LOOK = 200
MOST_NUMBER = 255


class Kinds(NamedTuple):
    """What can be seen in a game, in a fixed order."""

    pieces: tuple[str, ...]
    cells: tuple[str, ...]
    entries: tuple[str, ...]
    has_edges: bool


class SceneLens:
    """States shown by way of their scenes, with the methods of a lens; in plain Python only."""

    def __init__(self, game: Game, kinds: Kinds, columns: int) -> None:
        self.game, self.kinds, self.columns = game, kinds, columns
        self.show = functools.lru_cache(maxsize=4)(self._shown)

    def squares(self, state: Any, plane: int, viewer: int) -> list[int]:
        return self.show(state, viewer)[0][plane]

    def number(self, state: Any, plane: int, viewer: int) -> int:
        return self.show(state, viewer)[1][plane]

    def _shown(self, state: Any, viewer: int) -> tuple[list[list[int]], list[int]]:
        scene: Scene = self.game.ruleset.face.scene(state, dict(self.game.options))
        letters = [seat.letter for seat in scene.seats]
        seats = [letters[(viewer + place) % len(letters)] for place in range(len(letters))]
        return self._squares_of(scene, seats), self._numbers_of(scene, seats, state.turn, viewer)

    def _squares_of(self, scene: Scene, seats: list[str]) -> list[list[int]]:
        tops = {(stack.square, stack.pieces[-1].owner, stack.pieces[-1].kind) for stack in scene.stacks}
        beneath = {(s.square, piece.owner) for s in scene.stacks for piece in s.pieces[:-1]}
        shown = [
            [self._cell(square) for square, owner, kind in tops if owner == seat and kind == wanted]
            for seat in seats
            for wanted in self.kinds.pieces
        ]
        shown += [[self._cell(square) for square, owner in beneath if owner == seat] for seat in seats]
        shown += [[self._cell(c.square) for c in scene.cells if c.kind == kind] for kind in self.kinds.cells]
        known = {(seat, kind) for seat in seats for kind in self.kinds.pieces}
        shown.append([self._cell(square) for square, owner, kind in tops if (owner, kind) not in known])
        if self.kinds.has_edges:
            sides = [sorted((barrier.first, barrier.second), key=self._cell) for barrier in scene.barriers]
            northern = [first for first, second in sides if first[0] == second[0]]
            eastern = [first for first, second in sides if first[0] != second[0]]
            shown += [[self._cell(square) for square in squares] for squares in (northern, eastern)]
        return shown

    def _numbers_of(self, scene: Scene, seats: list[str], turn: int, viewer: int) -> list[int]:
        trays = {tray.owner: dict(tray.contents) for tray in scene.trays}
        held = [trays.get(seat, {}).get(entry, 0) for seat in seats for entry in self.kinds.entries]
        return [*(min(number, MOST_NUMBER) for number in held), (turn - viewer) % len(seats)]

    def _cell(self, square: str) -> int:
        column, row = coordinates_of(square, 26, 99) or (0, 0)
        return row * self.columns + column


def planes_of_scenes(game: Game) -> Planes:
    """Plain planes for any game that can be drawn."""
    kinds = _kinds_of(game)
    players = len(game.players)
    first: Scene = game.ruleset.face.scene(game.start().state, dict(game.options))
    columns, rows = first.columns, first.rows
    lens = SceneLens(game, kinds, columns)
    seats = [Said("you") if place == 0 else Said("player {place} after you", place=place) for place in range(players)]
    told: list[str] = [Said("{player}: {what}", player=seat, what=kind) for seat in seats for kind in kinds.pieces]
    told += [Said("{player}: {what}", player=seat, what=Said("pieces under others")) for seat in seats]
    told += [*kinds.cells, Said("anything else")]
    sides = None
    if kinds.has_edges:
        sides = (len(told), len(told) + 1)
        told += [Said("barriers on the north side"), Said("barriers on the east side")]
    held = [Said("{player}: {what}", player=seat, what=entry) for seat in seats for entry in kinds.entries]
    numbers = [*(Plane(text, MOST_NUMBER) for text in held), Plane(Said("turns until the player to act"), players - 1)]
    square = lambda column, row: row * columns + column  # noqa: E731 - it is a field
    return Planes(lens, tuple(map(Plane, told)), tuple(numbers), columns, rows, square, sides)


def _kinds_of(game: Game) -> Kinds:
    """What a few random games show, which are the same every time."""
    chance = random.Random(game.name)
    pieces: dict[str, None] = {}
    cells: dict[str, None] = {}
    entries: dict[str, None] = {}
    has_edges = False
    for _ in range(GAMES_LOOKED_AT):
        position, length = game.start(), 0
        while position.outcome is None and length < LONGEST_LOOK:
            scene: Scene = game.ruleset.face.scene(position.state, dict(game.options))
            pieces |= dict.fromkeys(piece.kind for stack in scene.stacks for piece in stack.pieces)
            cells |= dict.fromkeys(cell.kind for cell in scene.cells)
            entries |= dict.fromkeys(entry.name for entry in scene.entries)
            has_edges = has_edges or scene.has_edges
            position = position.act(chance.choice(position.actions()))
            length += 1
    return Kinds(tuple(sorted(pieces)), tuple(sorted(cells)), tuple(sorted(entries)), has_edges)
