"""What somebody wants to play or to look at: a game with its options, a position by its text."""

from __future__ import annotations

from typing import Any

import tavoliere as tv
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.games import ruleset


def chosen_game(name: str, options: dict[str, Any]) -> tv.Game:
    try:
        found = ruleset(name)
    except tv.OptionError as refusal:
        raise Refusal("options.refused", problem=str(refusal)) from refusal
    try:
        return tv.Game(found, options)
    except tv.OptionError as refusal:
        raise Refusal("options.refused", game=name, problem=str(refusal)) from refusal


def chosen_position(game: tv.Game, text: str) -> tv.Position:
    """A position by its text; every reason of a refusal is told."""
    try:
        return game.position(text) if text else game.start()
    except tv.PositionError as refusal:
        raise Refusal("position.refused", game=game.name, reasons=refusal.reasons) from refusal
