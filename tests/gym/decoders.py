"""Boards read back from planes alone, written from the names of the planes and not from the lenses.

A decoder gives what a scene shows: the pieces on each square from bottom to top, barriers, and what lies beside.
"""

from __future__ import annotations

from typing import Any

import tavoliere as tv
from tavoliere.core.squares import name_of
from tavoliere.scene import Scene

Pieces = dict[str, tuple[tuple[str, str], ...]]
Read = tuple[Pieces, set[frozenset[str]], dict[str, dict[str, int]]]


def squares(plane: Any) -> list[str]:
    return [name_of(int(column), int(row)) for row, column in zip(*plane.nonzero(), strict=True)]


def number(plane: Any) -> int:
    assert plane.min() == plane.max()
    return int(plane[0, 0])


def shown(position: tv.Position) -> Read:
    """What the scene of a position shows."""
    scene: Scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    stacks = {stack.square: tuple((piece.owner, str(piece.kind)) for piece in stack.pieces) for stack in scene.stacks}
    barriers = {frozenset((barrier.first, barrier.second)) for barrier in scene.barriers}
    return stacks, barriers, {tray.owner: dict(tray.contents) for tray in scene.trays}


def read(position: tv.Position, viewer: str) -> Read:
    """The same, from what a viewer sees."""
    planes = tv.gym.planes(position.game)(position, viewer)
    letters = position.game.players
    seats = [letters[(letters.index(viewer) + place) % len(letters)] for place in range(len(letters))]
    return READERS[position.game.name](planes, seats)


def tablut(planes: Any, seats: list[str]) -> Read:
    white, black, king, side = planes
    assert number(side) == (seats[0] == "b")
    stacks = {square: (("w", "king" if square in squares(king) else "defender"),) for square in squares(white)}
    return stacks | dict.fromkeys(squares(black), (("b", "attacker"),)), set(), {}


def pathwayz(planes: Any, seats: list[str]) -> Read:
    permanent = squares(planes[2])
    stacks = {
        square: ((seat, "permanent piece" if square in permanent else "piece"),)
        for seat, plane in zip(seats, planes[:2], strict=True)
        for square in squares(plane)
    }
    return stacks, set(), {}


def never_alone(planes: Any, seats: list[str]) -> Read:
    owned = dict(zip(seats, map(squares, planes[:2]), strict=True))
    stacks = {square: ((seat, "piece"),) for seat, found in owned.items() for square in found}
    return stacks, set(), {seat: {"piece-in-hand": 36 - len(found)} for seat, found in owned.items()}


def pit(planes: Any, seats: list[str]) -> Read:
    count, size = len(seats), planes.shape[1]
    stacks, trays = {}, {}
    for place, seat in enumerate(seats):
        for kind, plane in zip(("tower", "pawn"), planes[2 * place : 2 * place + 2], strict=True):
            stacks |= dict.fromkeys(squares(plane), ((seat, kind),))
        reserve, in_hand, playing = (number(planes[2 * count + 4 + part * count + place]) for part in range(3))
        if playing:
            trays[seat] = {"tower-in-reserve": reserve} | ({"pawn-in-hand": 1} if in_hand else {})
    barriers = set()
    for plane, across, up in ((planes[2 * count], 0, 1), (planes[2 * count + 1], 1, 0)):
        for row in range(size - up):
            for column in range(size - across):
                if not plane[row, column]:
                    barriers.add(frozenset((name_of(column, row), name_of(column + across, row + up))))
    return stacks, barriers, trays


def pit_of_pillars(planes: Any, seats: list[str]) -> Read:
    stacks: Pieces = {}
    for row in range(8):
        for column in range(8):
            height = sum(int(planes[digit, row, column]) << digit for digit in range(5))
            top = [seats[0] if planes[5 + 2 * k, row, column] else seats[1] for k in range(min(height, 4))]
            men = top + top[-1:] * (height - len(top))
            if men:
                stacks[name_of(column, row)] = tuple((man, "man") for man in reversed(men))
    for seat, plane in zip(seats, planes[13:15], strict=True):
        stacks |= dict.fromkeys(squares(plane), ((seat, "pillar"),))
    return (
        stacks,
        set(),
        {seat: {"man-in-reserve": number(plane)} for seat, plane in zip(seats, planes[16:18], strict=True)},
    )


READERS = {
    "tablut": tablut,
    "pathwayz": pathwayz,
    "never-alone": never_alone,
    "pit": pit,
    "pit-of-pillars": pit_of_pillars,
}
