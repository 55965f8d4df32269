"""Another language than English: what its files hold, and how messages are said with it.

A file is TOML with four parts; only the common file has the first:

    [language]                      # name, the numbers it tells apart and which one goes with n (as gettext writes it)
    name = "Italiano"
    numbers = ["one", "many"]
    plural = "n != 1"
    mixed = "m"                     # the gender of things of several genders
    qualified = "{noun} {adjective}"

    [sentences]                     # the English pattern, and the pattern of the language
    "{piece:the} on {square} is in the way" = "{piece:the} in {square} è in mezzo"

    [nouns.tower]                   # gender, and every form written out; a language may have forms of its own
    gender = "f"
    one = "torre"
    many = "torri"
    the = "la torre"

    [adjectives.white]              # by gender and number
    m = "bianco"
    f = "bianca"
    m-many = "bianchi"
    f-many = "bianche"

What a language does not have is said in English, whole sentences at a time. `faults` lists what is missing or wrong.
"""

from __future__ import annotations

import gettext
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tavoliere.core.said import Adjective, Noun, Qualified, Said, Series, filled, joined, traits_of

Table = Mapping[str, Any]
PARTS = {"language", "sentences", "nouns", "adjectives"}
FIELDS = {"name", "numbers", "plural", "mixed", "qualified"}


class LanguageError(ValueError):
    """A language's file was refused; the message says which and why."""


def read_language(text: str, where: str) -> Table:
    """The parts of a language's file; `LanguageError` says what is wrong with it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise LanguageError(f"{where}: {problem}") from problem
    unknown = set(table) - PARTS
    if unknown:
        raise LanguageError(
            f"{where}: unknown parts: {', '.join(sorted(unknown))}; the parts: {', '.join(sorted(PARTS))}"
        )
    for part, content in table.items():
        if not isinstance(content, dict):
            raise LanguageError(f"{where}: {part} is not a table")
    for pattern, translated in table.get("sentences", {}).items():
        if not isinstance(translated, str):
            raise LanguageError(f"{where}: the sentence {pattern!r} is not a text")
    for part in ("nouns", "adjectives"):
        for name, forms in table.get(part, {}).items():
            if not isinstance(forms, dict) or not all(isinstance(form, str) for form in forms.values()):
                raise LanguageError(f"{where}: {part}.{name} is not a table of forms")
    return table


def _plural_of(expression: str, where: str) -> Callable[[int], int]:
    try:
        return gettext.c2py(expression)
    except ValueError as problem:
        raise LanguageError(f"{where}: plural: {problem}") from problem


class Language:
    """A speaker of a language, from its files: those of a game first, then what all games share."""

    def __init__(self, code: str, tables: Sequence[Table]) -> None:
        self.code = code
        facts = next((table["language"] for table in tables if "language" in table), None)
        if facts is None or set(facts) != FIELDS:
            raise LanguageError(f"{code}: the common file says these of the language: {', '.join(sorted(FIELDS))}")
        self.name: str = facts["name"]
        self.numbers: tuple[str, ...] = tuple(facts["numbers"])
        self._plural = _plural_of(facts["plural"], code)
        self._mixed: str = facts["mixed"]
        self._qualified: str = facts["qualified"]
        self.sentences = _merged(tables, "sentences")
        self.nouns = _merged(tables, "nouns")
        self.adjectives = _merged(tables, "adjectives")

    def say(self, message: str) -> str:
        """A message in this language. Plain text, such as what somebody typed or what is not known, stays as it is."""
        return self.said(message, "")

    def known(self, pattern: str) -> str:
        """A sentence without places, by its English: for what was stored as English. One not known stays English."""
        found: str = self.sentences.get(pattern, pattern)
        return found

    # What a speaker does

    def said(self, value: object, form: str) -> str:
        if isinstance(value, Said):
            pattern = self.sentences.get(value.pattern)
            return str.__str__(value) if pattern is None else filled(self, pattern, value.values)
        if isinstance(value, Qualified):
            return self._qualified_in(value, form)
        if isinstance(value, Noun):
            return self._noun(value, form)
        if isinstance(value, Adjective):
            return self._adjective(value, frozenset({"one"}))
        if isinstance(value, Series):
            return joined(self, value.items, self.sentences.get(value.joint, value.joint))
        return str(value)

    def number(self, count: int) -> str:
        return self.numbers[min(self._plural(abs(count)), len(self.numbers) - 1)]

    def traits(self, value: object) -> frozenset[str]:
        return traits_of(self, value, self._gender, self._mixed)

    def _gender(self, noun: Noun) -> str | None:
        forms: Mapping[str, str] = self.nouns.get(str.__str__(noun), {})
        return forms.get("gender")

    def _noun(self, noun: Noun, form: str) -> str:
        forms: Mapping[str, str] | None = self.nouns.get(str.__str__(noun))
        if forms is None:
            return noun.form(form) if form in ("", "one", "many", "the", "the-many", "a", "whose") else noun.form("")
        return forms.get(form or "one") or forms["one"]

    def _qualified_in(self, value: Qualified, form: str) -> str:
        """The noun in its form and the adjective that agrees with it, in the order of the language."""
        number = next((number for number in self.numbers if form.split("-")[-1] == number), self.numbers[0])
        traits = frozenset({number, self._gender(value.noun) or ""})
        adjective = self._adjective(Adjective(value.adjective), traits)
        return self._qualified.replace("{adjective}", adjective).replace("{noun}", self._noun(value.noun, form))

    def _adjective(self, adjective: Adjective, traits: frozenset[str]) -> str:
        """The form with the most words that all hold: `f-many` before `f`."""
        forms: Mapping[str, str] = self.adjectives.get(str(adjective), {})
        fitting = [words for words in forms if traits.issuperset(words.split("-"))]
        return forms[max(fitting, key=lambda words: words.count("-"))] if fitting else str(adjective)


def _merged(tables: Sequence[Table], part: str) -> dict[str, Any]:
    """What comes first counts: a game may say a sentence of all games in its own way."""
    merged: dict[str, Any] = {}
    for table in reversed(tables):
        merged |= table.get(part, {})
    return merged
