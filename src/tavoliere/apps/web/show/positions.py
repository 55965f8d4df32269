"""Positions that belong to no table, as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

import tavoliere as tv
from tavoliere.apps.web.show import links, pictures, views
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.apps.web.table.endings import Ending
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.sheet import GIVEN, Turn
from tavoliere.scene.steps import Steps


def position_view(
    voice: Voice,
    first: tv.Position,
    moves: Sequence[str],
    taken: Steps,
    flipped: bool,
    ending: Ending | None = None,
) -> Message:
    """A position, turns from it, and the turn being made; `ending` says how it ended if the board does not show it."""
    before = position = first
    made: list[Half] = []
    for move in moves:
        before = position
        made.append(halves.allowed(position, move))
        position = made[-1].position
    events = made[-1].events if made else ()
    half = halves.half_or_why(position, taken)
    is_open = half.move is None and half.position.outcome is None and ending is None
    game = first.game
    return {
        "type": "picture",
        "game": game.name,
        "title": voice.title(game.name),
        "options": dict(game.options),
        "text": str(position),
        "ply": len(made),
        "moves": [turn.text for turn in made],
        "turn": "" if position.outcome is not None or ending is not None else position.turn,
        "svg": views.half_picture(
            voice,
            half._replace(
                events=half.events or events,
                next=half.next if ending is None else {},
                ending=half.ending or (made[-1].ending if made and not taken else None),
            ),
            2 * flipped,
            is_over=ending is not None,
        ),
        "next": half.next if is_open else {},
        "taken": list(half.taken),
        "half": half.text,
        "notes": pictures.notes_of(voice, half.position),
        "asked": views.asked_view(voice, half.position),
        "complete": half.move is not None,
        "move": half.move,
        "result": _result_view(voice, position, ending, made[-1] if made else None),
        "last": (
            views.last_view(voice, position, Turn(before.turn, made[-1].text, GIVEN), len(made), events)
            if made
            else None
        ),
        "url": links.final_link(before, made[-1].text, position)
        if made and position.outcome is not None
        else links.open_link(position, ending),
    }


def _result_view(voice: Voice, position: tv.Position, ending: Ending | None, last: Half | None) -> Message | None:
    """What the board says; if it goes on, what is said about it."""
    if position.outcome is not None or ending is None:
        return views.outcome_view(voice, position.game, position.outcome, last.ending if last else None)
    return views.result_view(voice, position.game, ending.result, ending.reason, ending.by)
