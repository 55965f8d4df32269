"""Refusals and names in words: where a key with its values becomes a text for people."""

from __future__ import annotations

from typing import Any

from tavoliere.apps.web.show import phrases
from tavoliere.apps.web.show.phrases import names_of, phrase
from tavoliere.apps.web.table.refusals import OpponentName, PlayerName, Refusal, Sentence, Told
from tavoliere.apps.web.texts import text


def prepare() -> None:
    """Make what takes long to make, before anybody waits for it."""
    phrases.book()


def told(refusal: Refusal) -> str:
    """What a refusal says."""
    return _filled(refusal.key, refusal.values)


def body_of(refusal: Refusal) -> dict[str, Any]:
    """What clients get of a refusal."""
    return {
        "key": refusal.key,
        "text": told(refusal),
        "clause": refusal.clause,
        "reasons": [worded(reason) for reason in refusal.reasons],
    }


def worded(value: object) -> object:
    """A value in words; what has none stays as it is."""
    if isinstance(value, Sentence):
        return phrase(value.said)
    if isinstance(value, PlayerName):
        return names_of(value.game)[value.letter]
    if isinstance(value, OpponentName):
        return opponent_name(value.spec)
    return _filled(value.key, dict(value.values)) if isinstance(value, Told) else value


def _filled(key: str, values: dict[str, object]) -> str:
    return text(key, **{name: worded(value) for name, value in values.items()})


def opponent_name(spec: str) -> str:
    """An opponent's name for people."""
    kind, _, rest = spec.partition(":")
    if kind == "level":
        return text("opponent.level", level=rest)
    return text("opponent.random") if spec == "random" else spec
