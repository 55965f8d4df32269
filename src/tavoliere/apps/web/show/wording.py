"""Refusals and names in words: where a key with its values becomes a text for people."""

from __future__ import annotations

from typing import Any

from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import OpponentName, Refusal, Told
from tavoliere.core.facts import Level
from tavoliere.games import ruleset
from tavoliere.play.guests import PREFIX, name_of


def told(voice: Voice, refusal: Refusal) -> str:
    """What a refusal says."""
    return _filled(voice, refusal.game, refusal.key, refusal.values)


def body_of(voice: Voice, refusal: Refusal) -> dict[str, Any]:
    """What clients get of a refusal."""
    return {
        "key": refusal.key,
        "text": told(voice, refusal),
        "clause": refusal.clause,
        "reasons": [voice.say(str(worded(voice, refusal.game, reason)), refusal.game) for reason in refusal.reasons],
    }


def worded(voice: Voice, game: str, value: object) -> object:
    """A value whose words are the page's; what is a message or has no words stays as it is."""
    if isinstance(value, OpponentName):
        return opponent_name(voice, value.spec)
    return _filled(voice, game, value.key, dict(value.values)) if isinstance(value, Told) else value


def _filled(voice: Voice, game: str, key: str, values: dict[str, object]) -> str:
    return voice.text(key, game, **{name: worded(voice, game, value) for name, value in values.items()})


def level_face(game: str, spec: str) -> Level | None:
    """What a game says of one of its levels, such as `level:3`; None for other opponents and other levels."""
    kind, _, rest = spec.partition(":")
    levels = ruleset(game).levels
    known = kind == "level" and rest.isascii() and rest.isdigit() and 1 <= int(rest) <= len(levels)
    return levels[int(rest) - 1] if known else None


def opponent_name(voice: Voice, spec: str, game: str = "") -> str:
    """An opponent's name for people; a level has one of its own in a game that gives it one."""
    kind, _, rest = spec.partition(":")
    face = level_face(game, spec) if game else None
    if face is not None:
        return voice.text("opponent.named", game, level=rest, name=face.name)
    if spec.startswith(PREFIX):
        return name_of(spec)
    if kind == "level":
        return voice.text("opponent.level", level=rest)
    return voice.text("opponent.random") if spec == "random" else spec
