"""A sheet for whoever reads a translation: every sentence with every piece, colour and number that it can hold.

What a place can hold is seen from what sentences ask of it: forms and genders are of nouns, `one` and `many` of
numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tavoliere.core.languages import language
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import ALL, Adjective, Noun, Pattern, Qualified, Said, Series, Speaker, filled, parts_of
from tavoliere.testing.texts import Texts, common_texts, game_texts

PLAYERS = frozenset({"player", "winner", "loser", "mover", "owner", "asked", "other"})
"""The places that only players stand in."""
SQUARES = frozenset({"squares"})
NUMBERS = (1, 2, 5)
COUNTED = Pattern("{count} {piece:@count}")
GENDERS = frozenset({"m", "f", "n"})


def _players(ruleset: Ruleset) -> set[str]:
    """The players of a game with any of its options."""
    return {player.name for variant in ruleset.facts.variants for player in ruleset.players_of(ruleset.set_up(variant))}


def game_sheet(code: str, ruleset: Ruleset, folder: Path | None = None) -> Iterator[str]:
    """What a game says, and what all games say with its words."""
    speaker = language(code, ruleset, folder)
    texts, shared = game_texts(ruleset), common_texts()
    words = _Words(texts, _players(ruleset))
    patterns = [*texts.sentences, *(pattern for pattern in shared.sentences if words.are_in(speaker, pattern))]
    yield f"# {speaker.say(ruleset.facts.title)}"
    for pattern in patterns:
        yield from _entry(speaker, pattern, words)


def shared_sheet(speaker: Speaker, patterns: Iterable[str]) -> Iterator[str]:
    """Sentences without the words of a game."""
    words = _Words(Texts(), set())
    for pattern in patterns:
        if not words.are_in(speaker, pattern):
            yield from _entry(speaker, pattern, words)


def page_sheet(
    texts: Mapping[str, str], english: Mapping[str, str], code: str, ruleset: Ruleset, folder: Path | None = None
) -> Iterator[str]:
    """The texts of the page, with the players of a game."""
    speaker = language(code, ruleset, folder)
    words = _Words(game_texts(ruleset), _players(ruleset))
    for key, pattern in english.items():
        yield f"\n{key}: {pattern}"
        yield from (f"    {told}" for told in _told(speaker, pattern, texts.get(key, pattern), words))


def _entry(speaker: Speaker, pattern: str, words: _Words) -> Iterator[str]:
    yield f"\n{pattern}"
    yield from (f"    {told}" for told in _told(speaker, pattern, speaker.known(pattern), words))


def _told(speaker: Speaker, pattern: str, translated: str, words: _Words) -> list[str]:
    """A sentence with all that it can hold; each wording once."""
    places = sorted({part.place for part in parts_of(pattern) + parts_of(translated) if part.place})
    held = [words.held(place, _asked(place, pattern, translated)) for place in places]
    told = (filled(speaker, translated, dict(zip(places, values, strict=True))) for values in itertools.product(*held))
    return list(dict.fromkeys(told))


def _asked(place: str, *patterns: str) -> set[str]:
    """What is asked of a place, and `#` if a form goes with its number."""
    parts = [part for pattern in patterns for part in parts_of(pattern)]
    own = {part.spec for part in parts if part.place == place and part.spec}
    counters = {part.spec.partition("@")[2] for part in parts if "@" in part.spec and "=" not in part.spec}
    return own | ({"#"} if place in counters else set())


class _Words:
    """The nouns of a game: its players, and its pieces with each colour."""

    def __init__(self, texts: Texts, players: set[str]) -> None:
        self.players = [Noun(name) for name in texts.nouns if name in players]
        things = [Noun(name) for name in texts.nouns if name not in players]
        colours = [Adjective(name) for name in texts.adjectives]
        plain = [thing for thing in things if thing not in texts.adjectives]
        self.things = [*things, *(Qualified(colour, thing) for thing in plain for colour in colours)]

    def are_in(self, speaker: Speaker, pattern: str) -> bool:
        """Whether a sentence speaks of nouns."""
        translated = speaker.known(pattern)
        places = {part.place for part in parts_of(pattern) + parts_of(translated) if part.place}
        return any(place in PLAYERS or _is_noun(_asked(place, pattern, translated)) for place in places)

    def held(self, place: str, asked: set[str]) -> Sequence[object]:
        """What can stand in a place; a sign for what words do not agree with."""
        if place in PLAYERS and self.players:
            return self.players
        if _is_noun(asked) and self.things:
            return [*self.things, *self._several()] if _has_numbers(asked) else self.things
        if "#" in asked or _has_choices(asked):
            return [Series(["e4"], ALL), Series(["e4", "g4"], ALL)] if place in SQUARES else NUMBERS
        return [f"<{place}>"]

    def _several(self) -> list[object]:
        """Several pieces, as many as make a difference, and pieces of two kinds or colours together."""
        counted: list[object] = [
            COUNTED.said(count=count, piece=thing) for thing in self.things for count in NUMBERS[1:]
        ]
        pairs = itertools.pairwise(thing for thing in self.things if isinstance(thing, Qualified))
        return [*counted, *(Series([_one(first), _one(second)], ALL) for first, second in pairs)]


def _one(thing: Noun) -> Said:
    return COUNTED.said(count=1, piece=thing)


def _has_choices(asked: set[str]) -> bool:
    return any("=" in spec for spec in asked)


def _has_numbers(asked: set[str]) -> bool:
    """Whether words go with one or many, so that several can stand in the place."""
    return bool(_words_in(asked) - GENDERS)


def _words_in(asked: set[str]) -> set[str]:
    """What words go with, out of all choices."""
    choices = [choice for spec in asked if "=" in spec for choice in spec.split("|")]
    return {word for choice in choices for word in choice.partition("=")[0].split("-")}


def _is_noun(asked: set[str]) -> bool:
    """Whether a form or a gender is asked for."""
    return any("=" not in spec for spec in asked - {"#"}) or bool(_words_in(asked) & GENDERS)
