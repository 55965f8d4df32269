"""Another language than English: what its files hold, and how messages are said with it.

A file is TOML with four parts; only the common file has the first:

    [language]                      # name, the numbers it tells apart and which one goes with n (as gettext writes it)
    name = "Italiano"
    numbers = ["one", "many"]
    plural = "n != 1"
    mixed = "m"                     # the gender of things of several genders
    qualified = "{noun} {adjective}"
    decimal = ","                   # the mark before parts of a whole; without it a point
    thousands = "."                 # the mark between thousands; without it a comma

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

Where an adjective stands inside a form of a noun, the form has a place for it: `the = "der {adjective} Turm"`; its own
forms may then name that of the noun as well: `m-a = "weißer"`. What a language does not have, or has as an empty text,
is said in English, a message at a time. The files themselves are found by `core/languages.py`.
"""

from __future__ import annotations

import gettext
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tavoliere.core.said import Adjective, Figure, Noun, Qualified, Said, Series, filled, joined, parts_of, traits_of

Table = Mapping[str, Any]
PARTS = ("language", "sentences", "nouns", "adjectives")
FIELDS = {"name", "numbers", "plural", "mixed", "qualified"}
MARKS = {"decimal": ".", "thousands": ","}
"""What stands in numbers, as in English where a language does not say."""
MARK = re.compile(r"(?<=\d)[.,](?=\d)")
ADJECTIVE = "{adjective}"


class LanguageError(ValueError):
    """A language's file was refused; the message says which and why."""


def read_language(text: str, where: str) -> Table:
    """The parts of a language's file; `LanguageError` says what is wrong with it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise LanguageError(f"{where}: {problem}") from problem
    unknown = sorted(set(table) - set(PARTS))
    if unknown:
        raise LanguageError(f"{where}: unknown parts: {', '.join(unknown)}; the parts: {', '.join(PARTS)}")
    for part, content in table.items():
        if not isinstance(content, dict):
            raise LanguageError(f"{where}: {part} is not a table")
    _check_language(table.get("language"), where)
    _check_sentences(table.get("sentences", {}), where)
    _check_forms(table, where)
    return table


def _check_language(facts: Table | None, where: str) -> None:
    if facts is None:
        return
    if set(facts) - set(MARKS) != FIELDS:
        raise LanguageError(f"{where}: a language has {', '.join(sorted(FIELDS))}, not {', '.join(sorted(facts))}")
    numbers = facts["numbers"]
    if not isinstance(numbers, list) or not all(isinstance(number, str) for number in numbers) or "one" not in numbers:
        raise LanguageError(f'{where}: numbers is a list of names with "one" among them, not {numbers!r}')
    for field in sorted(set(facts) - {"numbers"}):
        if not isinstance(facts[field], str):
            raise LanguageError(f"{where}: {field} is a text, not {facts[field]!r}")
    if not {"{noun}", ADJECTIVE} <= set(facts["qualified"].split()):
        raise LanguageError(f"{where}: qualified has {{noun}} and {ADJECTIVE}, which {facts['qualified']!r} has not")
    _plural_of(facts["plural"], where)


def _check_sentences(sentences: Table, where: str) -> None:
    for pattern, translated in sentences.items():
        if not isinstance(translated, str):
            raise LanguageError(f"{where}: the sentence {pattern!r} is not a text")
        unknown = sorted(names_in(translated) - names_in(pattern))
        if unknown:
            raise LanguageError(f"{where}: the sentence {pattern!r} has no place {{{unknown[0]}}}")


def names_in(pattern: str) -> set[str]:
    """The names of values that a pattern speaks of, those that only a number is taken from included."""
    places = [part for part in parts_of(pattern) if part.place]
    counters = {part.spec.partition("@")[2] for part in places if "=" not in part.spec}
    return {part.place for part in places} | (counters - {""})


def _check_forms(table: Table, where: str) -> None:
    for part in ("nouns", "adjectives"):
        for name, forms in table.get(part, {}).items():
            if not isinstance(forms, dict) or not all(isinstance(form, str) for form in forms.values()):
                raise LanguageError(f"{where}: {part}.{name} is not a table of forms")
    for name, forms in table.get("nouns", {}).items():
        if "one" not in forms:
            raise LanguageError(f'{where}: nouns.{name} has no form "one"')


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
        if facts is None:
            raise LanguageError(f"{code}: no file has the part [language], which says how its numbers go")
        self.name: str = facts["name"]
        self.numbers: tuple[str, ...] = tuple(facts["numbers"])
        self._plural = _plural_of(facts["plural"], code)
        self._mixed: str = facts["mixed"]
        self._qualified: str = facts["qualified"]
        self._marks: dict[str, str] = {english: facts.get(field, english) for field, english in MARKS.items()}
        self.sentences: dict[str, str] = _merged(tables, "sentences")
        self.nouns: dict[str, dict[str, str]] = _merged(tables, "nouns")
        self.adjectives: dict[str, dict[str, str]] = _merged(tables, "adjectives")

    def say(self, message: str) -> str:
        """A message in this language. Plain text, such as what somebody typed or what is not known, stays as it is."""
        return self.said(message, "")

    def known(self, pattern: str) -> str:
        """A sentence without places, by its English: for what was stored as English. One not known stays English."""
        return self.sentences.get(pattern, pattern)

    # What a speaker does

    def said(self, value: object, form: str) -> str:
        if isinstance(value, Said):
            pattern = self.sentences.get(value.pattern)
            return str.__str__(value) if pattern is None else filled(self, pattern, value.values)
        if isinstance(value, Qualified):
            return self._qualified_in(value, form)
        if isinstance(value, Noun):
            return self._noun(value, form).replace(f"{ADJECTIVE} ", "").replace(f" {ADJECTIVE}", "")
        if isinstance(value, Adjective):
            return self._alone(value, form)
        if isinstance(value, Series):
            return joined(self, value.items, self.sentences.get(value.joint, value.joint))
        if isinstance(value, Figure):
            return MARK.sub(lambda mark: self._marks[mark[0]], value)
        return str(value)

    def number(self, count: int) -> str:
        return self.numbers[min(self._plural(abs(count)), len(self.numbers) - 1)]

    def traits(self, value: object) -> frozenset[str]:
        return traits_of(self, value, self._gender, self._mixed)

    def _gender(self, noun: Noun) -> str | None:
        return self.nouns.get(str.__str__(noun), {}).get("gender")

    def _noun(self, noun: Noun, form: str) -> str:
        """The form asked for; one that is not written is the plain one, of a number that is not `one` if need be."""
        forms = self.nouns.get(str.__str__(noun))
        if forms is None:
            return noun.form(form if noun.has(form) else "")
        return forms.get(form or "one") or forms["one"]

    def _qualified_in(self, value: Qualified, form: str) -> str:
        """The noun in its form and the adjective that agrees with it, in the order of the language."""
        asked = set(form.split("-"))
        number = next((number for number in self.numbers if number in asked), "one")
        traits = frozenset({number, self._gender(value.noun) or "", *asked})
        adjective, noun = self._adjective(value.adjective, traits), self._noun(value.noun, form)
        pattern = noun if ADJECTIVE in noun else self._qualified.replace("{noun}", noun)
        return pattern.replace(ADJECTIVE, adjective)

    def _adjective(self, adjective: str, traits: frozenset[str]) -> str:
        """The form with the most words that all hold: `f-many` before `f`."""
        forms = self.adjectives.get(str(adjective), {})
        fitting = [words for words in forms if traits.issuperset(words.split("-"))]
        return forms[max(fitting, key=lambda words: words.count("-"))] if fitting else str(adjective)

    def _alone(self, adjective: Adjective, form: str) -> str:
        """An adjective without its noun: the form asked for, else the first that is written."""
        forms = self.adjectives.get(str(adjective), {})
        return forms.get(form) or next(iter(forms.values()), str(adjective))


def _merged(tables: Sequence[Table], part: str) -> dict[str, Any]:
    """What comes first counts: a game may say a sentence of all games in its own way."""
    merged: dict[str, Any] = {}
    for table in reversed(tables):
        written = {key: _written(found) for key, found in table.get(part, {}).items()}
        merged |= {key: found for key, found in written.items() if found and (part != "nouns" or "one" in found)}
    return merged


def _written(found: str | dict[str, str]) -> str | dict[str, str]:
    """What is not empty in a sentence or a table of forms, as a file is that nobody has filled in yet."""
    return found if isinstance(found, str) else {form: text for form, text in found.items() if text}
