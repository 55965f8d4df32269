"""What somebody wants to play or to look at: a game with its options, a position by its text."""

from __future__ import annotations

from typing import Any

import tavoliere as tv
from tavoliere.apps.web.table.refusals import Refusal, Sentence
from tavoliere.games import ruleset


def chosen_game(name: str, options: dict[str, Any]) -> tv.Game:
    try:
        return tv.Game(ruleset(name), options)
    except tv.OptionError as refusal:
        raise Refusal("options.refused", problem=Sentence(str(refusal))) from refusal


def chosen_position(game: tv.Game, text: str) -> tv.Position:
    """A position by its text; every reason of a refusal is told."""
    try:
        return game.position(text) if text else game.start()
    except tv.PositionError as refusal:
        raise Refusal("position.refused", reasons=[Sentence(reason) for reason in refusal.reasons]) from refusal
