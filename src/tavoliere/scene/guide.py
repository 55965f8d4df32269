"""What a player is shown besides the pieces: the marks of a game's guide, and what the last turn took off the board.

A game's `guide.py` makes the marks from its rules; a game without one has scenes without marks. Ghosts need no rules:
they follow from events.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from tavoliere.core.errors import Reason
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Qualified, Said, adjective_of, noun_of
from tavoliere.scene import Ending, Mark, Piece, Scene, Sign
from tavoliere.scene.events import Event

GHOST = Sign("ghost", "ghost", Said("what left the board in the last turn"), stays=True)
CUT = Sign("cut", "cut", Said("a barrier that was taken back"), stays=True)
LEAVING = frozenset({"captured", "replaced", "removed", "fell"})


def plain_scene(position: Position) -> Scene:
    """The board of a position as the game's face makes it, without marks."""
    scene: Scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return scene


def marks_of(position: Position) -> tuple[Mark, ...]:
    """What the game marks in a position; nothing once it is over, and nothing in a game without a guide."""
    return () if position.outcome is not None else marks_in(position.game, position.state)


def marks_in(game: Game, state: object) -> tuple[Mark, ...]:
    """The same of a state in which the game goes on."""
    guide = game.ruleset.guide
    return () if guide is None else tuple(guide.marks(state, dict(game.options)))


def meanings_of(game: Game) -> tuple[tuple[str, str], ...]:
    """What special squares and pieces of a game are about."""
    guide = game.ruleset.guide
    return () if guide is None else tuple(sorted(guide.MEANINGS.items()))


def signs_of(game: Game) -> tuple[Sign, ...]:
    """Every sign that can lie on the boards of a game, in the order of its legend."""
    return tuple(getattr(game.ruleset.guide, "SIGNS", ()))


def asked(position: Position) -> str:
    """What is asked of the player to act, or nothing."""
    guide = position.game.ruleset.guide
    if guide is None or position.outcome is not None:
        return ""
    return guide.asked(position.state, dict(position.game.options))


def forced(position: Position) -> Reason | None:
    """The rule that leaves the player to act no free choice."""
    guide = position.game.ruleset.guide
    if guide is None or position.outcome is not None:
        return None
    return guide.forced(position.state, dict(position.game.options))


def ending(before: Position, action: int) -> Ending | None:
    """How an action ended the game, as the game tells it; None if it did not, or if the game has nothing to add."""
    guide = before.game.ruleset.guide
    found: Ending | None = None if guide is None else guide.ending(before.state, action, dict(before.game.options))
    return found


def marked_scene(position: Position, events: tuple[Event, ...] = (), end: Ending | None = None) -> Scene:
    """The board of a position with everything that a player should see; `events` are those of the last turn."""
    scene = plain_scene(position)
    marks = (*marks_of(position), *(end.marks if end else ()), *left_behind(scene, events))
    return dataclasses.replace(scene, marks=marks, meanings=meanings_of(position.game))


def left_behind(scene: Scene, events: tuple[Event, ...]) -> tuple[Mark, ...]:
    """Ghosts of what the events took off the board, also where something else stands now, and barriers taken back."""
    names = {seat.letter: seat.name for seat in scene.seats}
    ghosts = {
        square: Mark(GHOST, (square,), _told(piece, names), piece.owner, piece=piece)
        for square, piece in _leaving(events)
    }
    standing = {frozenset((barrier.first, barrier.second)) for barrier in scene.barriers}
    cuts = [
        Mark(CUT, (event.square, event.target), event.why)
        for event in events
        if event.kind == "unwalled" and frozenset((event.square, event.target)) not in standing
    ]
    return (*ghosts.values(), *cuts)


def _leaving(events: tuple[Event, ...]) -> Iterator[tuple[str, Piece]]:
    """Who left which square; of a stack the piece on top stands for all."""
    for event in events:
        if event.kind in LEAVING and event.pieces:
            yield event.target if event.kind == "fell" else event.square, event.pieces[-1]


def _told(piece: Piece, names: dict[str, str]) -> Said:
    named = Qualified(adjective_of(names.get(piece.owner, piece.owner)), noun_of(piece.kind))
    return Said("{piece:the} left the board here in the last turn", piece=named)
