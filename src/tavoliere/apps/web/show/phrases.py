"""Sentences of games and records in the words of the catalogue, recognised as with a phrasebook.

Games, records and options make their sentences in English. The catalogue holds the same sentences under `said.`, with
places for what differs: `{square} is taken`. A sentence is found by its English text, what stands in its places is
found likewise, and it is put together again from the text of the language. A sentence that is not found, as of a game
from another package, stays as it is.

The name of a place says what can stand there, with a number if there are several: `{square}`, `{square2}`. It is one
of the plain kinds below, which stay as they are, or a group of texts: `{reason}` is a text under `said.reason.`.
"""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Callable, Mapping
from typing import NamedTuple

import tavoliere as tv
from tavoliere.apps.web.texts import catalogue, words
from tavoliere.games import ruleset

LONGEST = 4000
"""Characters of a sentence that is looked for; longer ones quote something that nobody wants to read."""
KEPT = 4096
SQUARE = "[a-z][1-9][0-9]?"

# What is never translated: names of squares, numbers, turns, identifiers, and what somebody has typed.
PLAIN = {
    "clause": r"[a-z-]+\.[a-z0-9-]+",
    "entry": r"[a-z_]+|a comment",
    "letter": "[a-z]",
    "move": r"\S+",
    "moves": r"\S+(?:, \S+)*",
    "number": "-?[0-9]+",
    "quoted": r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.+-]+""",
    "square": SQUARE,
    "squares": f"{SQUARE}(?:, {SQUARE})*",
    "typed": ".+",
    "word": r"[\w-]+",
    "words": r"[\w-]+(?:, [\w-]+)*",
}
# Groups that are more or other texts than those under their own name.
GROUPS = {
    "message": r"said\.(?:record|option|position)\..+",
    "piece": r"term\.[a-z-]+",
    "player": r"term\.[a-z-]+",
    "title": r"game\.[a-z-]+\.title",
    "why": r"said\.(?:why|reason)\..+",
}
LISTS = {"faults": ("fault", "; "), "fields": ("field", ", ")}
ANY = ""
"""The group of all sentences."""


class Template(NamedTuple):
    """A text with places, ready to be compared."""

    key: str
    anchor: str
    """Its longest part without a place. A sentence without it is something else."""
    match: Callable[[str], re.Match[str] | None]
    places: tuple[str, ...]
    weight: int
    """How many letters it has besides its places."""


class Page(NamedTuple):
    """The texts of a group: those without places by their English text, the others with the most letters first."""

    fixed: dict[str, str]
    templates: list[Template]


class Phrasebook:
    """Sentences in English, and the same ones in a language, by the same keys."""

    def __init__(self, english: Mapping[str, str], spoken: Mapping[str, str]) -> None:
        self._english, self._spoken = english, spoken
        self._templates = {key: self._template(key) for key in self._keys(ANY) if "{" in english[key]}
        self._pages: dict[str, Page] = {}

    def found(self, sentence: str, group: str = ANY) -> str | None:
        """A sentence in the language; None if it is not in the book."""
        page = self._page(group)
        key = page.fixed.get(sentence)
        if key is not None:
            return self._spoken.get(key, sentence)
        for template in page.templates:
            if template.anchor in sentence and (match := template.match(sentence)):
                pairs = zip(template.places, match.groups(), strict=True)
                values = {place: self._value(_kind(place), value) for place, value in pairs}
                if None not in values.values():
                    text = self._spoken.get(template.key) or self._english[template.key]
                    return text.format(**values)
        return None

    def _value(self, kind: str, value: str) -> str | None:
        """What stands in a place; None if nothing like it can stand there."""
        if kind in LISTS:
            member, sign = LISTS[kind]
            parts = [self.found(part, member) for part in value.split(sign)]
            known = [part for part in parts if part is not None]
            return sign.join(known) if len(known) == len(parts) else None
        found = self.found(value, kind)
        return value if found is None and kind in PLAIN else found

    def _page(self, group: str) -> Page:
        if group not in self._pages:
            keys = self._keys(group)
            templates = [self._templates[key] for key in keys if key in self._templates]
            fixed = {self._english[key]: key for key in keys if key not in self._templates}
            self._pages[group] = Page(fixed, sorted(templates, key=lambda template: -template.weight))
        return self._pages[group]

    def _keys(self, group: str) -> list[str]:
        if group == ANY:
            return [key for key in self._english if key.startswith("said.")]
        pattern = re.compile(GROUPS.get(group, rf"said\.{group}\..+"))
        return [key for key in self._english if pattern.fullmatch(key)]

    def _template(self, key: str) -> Template:
        pattern, anchor, places, weight = "", "", [], 0
        for literal, place, _, _ in string.Formatter().parse(self._english[key]):
            pattern += re.escape(literal)
            anchor = max(anchor, literal, key=len)
            weight += len(literal)
            if place is not None:
                pattern += f"({self._pattern(_kind(place))})"
                places.append(place)
        return Template(key, anchor, re.compile(pattern, re.DOTALL).fullmatch, tuple(places), weight)

    def _pattern(self, kind: str) -> str:
        """What a place can look like: the texts of its group, if all of them are known, or anything."""
        if kind in PLAIN:
            return PLAIN[kind]
        texts = [self._english[key] for key in self._keys(kind)]
        if kind in LISTS or any("{" in text for text in texts):
            return ".+?"
        return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))


def _kind(place: str) -> str:
    return place.rstrip("0123456789")


@functools.cache
def book() -> Phrasebook:
    """The phrasebook of the language in use. To make it takes a tenth of a second."""
    return Phrasebook(catalogue("en"), catalogue())


@functools.lru_cache(maxsize=KEPT)
def phrase(sentence: str) -> str:
    """What a game, a record or an option says, in the language in use."""
    found = book().found(sentence) if len(sentence) <= LONGEST else None
    return sentence if found is None else found


def title_of(game: str) -> str:
    """A game's title; one from another package has only its own."""
    return catalogue().get(f"game.{game}.title") or ruleset(game).facts.title


def names_of(game: tv.Game) -> dict[str, str]:
    return {letter: words().term(name) for letter, name in own_names_of(game).items()}


def own_names_of(game: tv.Game) -> dict[str, str]:
    """The players' names as the game says them, for its own sentences."""
    return {letter: game.player_name(letter) for letter in game.players}
