"""Short messages about what goes on at the tables and with the server."""

from __future__ import annotations

from collections.abc import Collection

import tavoliere as tv
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice


def said(voice: Voice, game: tv.Game, key: str, letter: str) -> Message:
    """News for everybody at a table, about a player if there is a letter."""
    player = game.player_name(letter) if letter else ""
    return {"type": "said", "seat": letter or None, "key": key, "text": voice.text(key, game.name, player=player)}


def presence(game: tv.Game, here: Collection[str], watching: int) -> Message:
    return {"type": "presence", "here": [letter for letter in game.players if letter in here], "watching": watching}


def goodbye(voice: Voice) -> Message:
    return {"type": "bye", "text": voice.text("server.stops")}


def compiling(voice: Voice, done: int, of: int) -> Message:
    """How far the server has come with its opponents."""
    return {"done": done, "of": of, "text": voice.text("compiling", done=done, of=of)}
