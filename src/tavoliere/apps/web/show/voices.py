"""The languages of a server: which there are, which one somebody wants, and how the page speaks it.

A `Voice` is one language: the page's own texts, and what games say in it. There is one for each language and not for
each person, so that what is made of it can be kept by it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.apps.web.texts import english, page_languages, page_texts, wordless
from tavoliere.core.beside import text_beside
from tavoliere.core.language import LanguageError
from tavoliere.core.languages import language, languages
from tavoliere.core.said import ENGLISH, Speaker, filled, parts_of
from tavoliere.games import ruleset, usable_games

KEPT = 256
MOST_WANTED = 20
"""So many languages of a list that a browser sends are looked at."""
LONGEST_TAG = 35
"""So many characters of the tag of a language are looked at."""


class Voice:
    """A language as the page speaks it."""

    def __init__(self, code: str, folder: Path | None = None) -> None:
        self.code = code
        self._folder = folder
        self._own = page_texts(code, folder)
        self._speakers: dict[str, Speaker] = {}
        self._nouns: dict[tuple[str, str], dict[str, Any]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process has the same files."""
        return voice_of, (self.code, self._folder)

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return self.speaker().name

    @property
    def every(self) -> list[Voice]:
        """All voices of the same server, this one among them."""
        return voices(self._folder).all

    @property
    def texts(self) -> dict[str, str]:
        """Everything that the page says by itself, by key."""
        return {**english(), **self._own}

    def speaker(self, game: str = "") -> Speaker:
        """Who says what a game says; without one, what all games share."""
        if game not in self._speakers:
            self._speakers[game] = language(self.code, ruleset(game) if game else None, self._folder)
        return self._speakers[game]

    def say(self, message: str, game: str = "") -> str:
        """A message of a game, a record or an option."""
        return self.speaker(game).say(message)

    def text(self, key: str, game: str = "", /, **values: object) -> str:
        """A text of the page with its values, which may be messages and nouns of a game. One not known is English."""
        own = self._own.get(key) or wordless().get(key)
        if own is None:
            return filled(ENGLISH, english()[key], values)
        return filled(self.speaker(game), own, values)

    def title(self, game: str) -> str:
        return self.say(ruleset(game).facts.title, game)

    def rules_page(self, game: str) -> str | None:
        """The rules of a game in this language: `rules.<code>.md` beside its ruleset, or one that is tried out."""
        name = f"rules.{self.code}.md"
        tried = None if self._folder is None else self._folder / game / name
        if tried is not None and tried.is_file():
            return tried.read_text(encoding="utf-8")
        return text_beside(ruleset(game).where, name)

    def players(self, game: tv.Game) -> dict[str, dict[str, Any]]:
        """The players' names by letter, for a page that fills some texts in by itself."""
        return {letter: self._noun(noun, game.name) for letter, noun in nouns_of(game).items()}

    def _noun(self, noun: str, game: str) -> dict[str, Any]:
        """A noun with the forms that texts of the page ask for, and what words agree with."""
        if (noun, game) not in self._nouns:
            speaker = self.speaker(game)
            forms = {form: speaker.said(noun, form) for form in self._forms}
            self._nouns[noun, game] = {
                "name": speaker.say(noun),
                "forms": forms,
                "traits": sorted(speaker.traits(noun)),
            }
        return self._nouns[noun, game]

    @functools.cached_property
    def _forms(self) -> list[str]:
        asked = {part.spec for text in self.texts.values() for part in parts_of(text) if part.spec}
        return sorted(form for form in asked if "=" not in form and "@" not in form)


@functools.lru_cache(maxsize=KEPT)
def nouns_of(game: tv.Game) -> dict[str, str]:
    """The players' names as nouns, for messages that speak of them."""
    return {letter: game.player_name(letter) for letter in game.players}


class Voices:
    """The languages of a server: those with a file for the page and one for what all games share."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` has files of languages that are tried out. `LanguageError` says which of all files is wrong."""
        _check_folder(folder)
        codes = [code for code in languages(folder) if code in page_languages(folder)]
        self._voices = {code.lower(): Voice(code, folder) for code in codes}
        self.english = self._voices[ENGLISH.code]
        for voice in self._voices.values():
            if voice is not self.english:
                _read_all(voice)

    @property
    def all(self) -> list[Voice]:
        return list(self._voices.values())

    @property
    def codes(self) -> list[str]:
        return [voice.code for voice in self._voices.values()]

    def named(self, tag: str) -> Voice | None:
        """The language of a tag such as `it-CH`: its own, or that of its first parts."""
        tag = tag.strip().lower()[:LONGEST_TAG]
        while tag:
            if tag in self._voices:
                return self._voices[tag]
            tag = tag.rpartition("-")[0]
        return None

    def wanted(self, accepted: str) -> Voice:
        """The best of the languages that a browser's `Accept-Language` names; English if there is none of them."""
        found = (self.english if tag == "*" else self.named(tag) for tag in _by_weight(accepted))
        return next((voice for voice in found if voice is not None), self.english)


def _by_weight(accepted: str) -> Iterator[str]:
    """The tags of a list like `de-CH, it;q=0.8`, those that are wanted most first."""
    weighted = []
    for part in accepted.split(",", MOST_WANTED)[:MOST_WANTED]:
        tag, _, weight = part.partition(";")
        weighted.append((_weight(weight), tag.strip()))
    yield from (tag for weight, tag in sorted(weighted, key=lambda found: -found[0]) if tag and weight > 0)


def _weight(written: str) -> float:
    name, _, value = written.strip().partition("=")
    if not name:
        return 1.0
    try:
        return max(0.0, min(1.0, float(value)))
    except ValueError:
        return 0.0


def _check_folder(folder: Path | None) -> None:
    """Whoever tries a language out is told which of its two files for everything is missing."""
    if folder is None:
        return
    if not folder.is_dir():
        raise LanguageError(f"{folder} is not a folder with files of languages")
    common, page = set(languages(folder)), page_languages(folder)
    for code in sorted(common ^ page):
        if code in common and (folder / f"{code}.toml").is_file():
            raise LanguageError(f"{folder}: {code}.toml is there, but no {code}.json with the texts of the page")
        if code in page and (folder / f"{code}.json").is_file():
            raise LanguageError(f"{folder}: {code}.json is there, but no {code}.toml for what all games share")


def _read_all(voice: Voice) -> None:
    """Read every file now, so that one that is wrong is not found out in the middle of a game."""
    for game in ("", *usable_games()[0]):
        voice.speaker(game)


@functools.cache
def voices(folder: Path | None = None) -> Voices:
    """The languages of a server with this folder."""
    return Voices(folder)


def voice_of(code: str, folder: Path | None) -> Voice:
    """The voice of a language that there is."""
    found = voices(folder)
    return found.named(code) or found.english


def english_voice() -> Voice:
    """For what is kept: records are English."""
    return voices().english
