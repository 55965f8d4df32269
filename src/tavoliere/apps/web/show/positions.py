"""Positions that belong to no table, as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.phrases import title_of
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.table import conduct, halves
from tavoliere.apps.web.table.sheet import GIVEN, Turn
from tavoliere.scene.steps import Steps


def position_view(first: tv.Position, moves: Sequence[str], taken: Steps, flipped: bool) -> Message:
    """A position, turns from it, and the turn being made."""
    before = first
    for move in moves[:-1]:
        before = conduct.played(before, move)
    last = halves.allowed(before, moves[-1]) if moves else None
    position, events = (last.position, last.events) if last else (before, ())
    half = halves.half_or_why(position, taken)
    is_open = half.move is None and half.position.outcome is None
    game = first.game
    return {
        "type": "picture",
        "game": game.name,
        "title": title_of(game.name),
        "options": dict(game.options),
        "text": str(position),
        "ply": len(moves),
        "moves": [move.strip() for move in moves],
        "turn": "" if position.outcome is not None else position.turn,
        "svg": pictures.board(
            half.position,
            marks=halves.marks_of(half.events or events),
            targets=half.next,
            selected=half.begun,
            flipped=flipped,
        ),
        "next": half.next if is_open else [],
        "taken": list(half.taken),
        "half": half.text,
        "notes": pictures.notes_of(half.position),
        "complete": half.move is not None,
        "move": half.move,
        "result": views.outcome_view(game, position.outcome),
        "last": views.last_view(position, Turn(before.turn, last.text, GIVEN), len(moves), events) if last else None,
        "url": views.position_url(game, str(position)),
    }
