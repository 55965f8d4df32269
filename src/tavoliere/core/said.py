"""Sentences that remember what they were made from, so that any language can say them and nothing reads English back.

A `Said` is a `str`: the English text, made at once from a pattern and its values. The pattern is the key under which
languages hold their own (`core/language.py`), so it is always a literal. What stands in its places:

    {square}                the value as it is: text that somebody typed, a square, a number, another message
    {piece:the}             the form of a noun: `the attacker`; a language's file may have forms of its own
    {count} {piece:@count}  the form of a noun that goes with a number: `1 man`, `2 men`
    {pieces:one=is|many=are}    a choice by number or gender of a value: the first whose words all hold
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
VOWELS = "aeiou"


class Part(NamedTuple):
    """A piece of a pattern: letters, then perhaps a place with the name of its value and what is asked of it."""

    letters: str
    place: str
    spec: str


@functools.lru_cache(maxsize=4096)
def parts_of(pattern: str) -> tuple[Part, ...]:
    """A pattern taken apart; its last part has no place."""
    parts, at = [], 0
    for place in PLACE.finditer(pattern):
        parts.append(Part(pattern[at : place.start()], place[1], place[2] or ""))
        at = place.end()
    return (*parts, Part(pattern[at:], "", ""))


def places_of(pattern: str) -> set[str]:
    """The names of the values that a pattern has places for."""
    return {part.place for part in parts_of(pattern) if part.place}


class Speaker(Protocol):
    """Whoever puts patterns and values into words: English here, the languages of files elsewhere."""

    def said(self, value: object, form: str) -> str:
        """A value in words, a noun in the form asked for."""

    def number(self, count: int) -> str:
        """The number that goes with a count: `one` or `many` in English."""

    def traits(self, value: object) -> frozenset[str]:
        """What words must agree with: gender and number of a value."""


def filled(speaker: Speaker, pattern: str, values: Mapping[str, object]) -> str:
    """A pattern with its values in the words of a speaker."""
    text = ""
    for letters, place, spec in parts_of(pattern):
        text += letters
        if place:
            text += _placed(speaker, values, place, spec)
    return text


def _placed(speaker: Speaker, values: Mapping[str, object], place: str, spec: str) -> str:
    if place not in values:
        raise KeyError(f"a sentence has no value for {{{place}}}; its values: {', '.join(values) or 'none'}")
    if "=" in spec:
        return _chosen(spec, speaker.traits(values[place]))
    form, _, counter = spec.partition("@")
    if counter:
        number = speaker.number(int(str(values[counter])))
        form = "-".join(word for word in (form, "" if form and number == "one" else number) if word)
    return speaker.said(values[place], form)


def _chosen(spec: str, traits: frozenset[str]) -> str:
    """The first of the choices whose words all hold; the last one if none does."""
    choices = [choice.partition("=") for choice in spec.split("|")]
    for words, _, text in choices:
        if traits.issuperset(words.split("-")):
            return text
    return choices[-1][2]


class Said(str):
    """A sentence, or a part of one, in English, with the pattern and the values that it was made from.

    >>> blocked = Said("{piece:the} on {square} is in the way", piece=Noun("attacker"), square="e4")
    >>> blocked
    'the attacker on e4 is in the way'
    >>> blocked.pattern, blocked.values["square"]
    ('{piece:the} on {square} is in the way', 'e4')
    """

    __slots__ = ("pattern", "values")
    pattern: str
    values: Mapping[str, object]

    def __new__(cls, pattern: str, /, **values: object) -> Said:
        self = super().__new__(cls, filled(ENGLISH, pattern, values) if "{" in pattern else pattern)
        self.pattern, self.values = pattern, values
        return self

    def __str__(self) -> str:
        """Itself, so that `str(error)` of an exception still knows what it was made from."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.pattern, dict(self.values))

    def __deepcopy__(self, memo: object) -> Said:
        return self


def _remade(pattern: str, values: dict[str, object]) -> Said:
    return Said(pattern, **values)


class Noun(str):
    """What a game calls a thing or a player. Its English name is its key in the files of languages.

    English forms that do not follow the rule are given: `Noun("man", many="men")`.

    >>> Said("{thing:a}, {thing:the}, {n} {thing:@n}", thing=Noun("attacker"), n=2)
    'an attacker, the attacker, 2 attackers'
    """

    __slots__ = ("forms",)
    forms: Mapping[str, str]

    def __new__(cls, one: str, /, **forms: str) -> Noun:
        self = super().__new__(cls, one)
        self.forms = forms
        return self

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (str.__str__(self), dict(self.forms))

    def __deepcopy__(self, memo: object) -> Noun:
        return self

    def form(self, form: str) -> str:
        """The English of a form."""
        if form in self.forms:
            return self.forms[form]
        plain = str.__str__(self)
        if form in ("", "one"):
            return plain
        if form == "many":
            return plain + "s"
        if form == "the":
            return f"the {plain}"
        if form == "the-many":
            return f"the {self.form('many')}"
        if form == "a":
            return f"{'an' if plain[:1].lower() in VOWELS else 'a'} {plain}"
        if form == "whose":
            return f"{plain}'s"
        raise KeyError(f"{plain!r} has no form {form!r}")


def _named(one: str, forms: dict[str, str]) -> Noun:
    return Noun(one, **forms)


class Adjective(str):
    """What goes with a noun and agrees with it, such as a colour. Its English is its key."""

    __slots__ = ()


class Qualified(Noun):
    """A noun with an adjective: `the white tower`. Languages put both together with words that agree.

    >>> Said("{piece:the} is captured", piece=Qualified(Adjective("white"), Noun("tower")))
    'the white tower is captured'
    """

    __slots__ = ("adjective", "noun")
    adjective: str
    noun: Noun

    def __new__(cls, adjective: str, noun: Noun) -> Qualified:
        forms = {"many": f"{adjective} {noun.form('many')}"}
        self: Qualified = str.__new__(cls, f"{adjective} {noun.form('')}")
        self.forms, self.adjective, self.noun = forms, adjective, noun
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Qualified, (self.adjective, self.noun)


class Series(str):
    """Values one after the other, put together two at a time by a pattern that languages have too.

    >>> Series(["a1", "b2", "c3"], Said("{first} and {second}", first="", second=""))
    Traceback (most recent call last):
    ...
    TypeError: what joins a series is a pattern, one of ALL, EITHER, COMMAS, SEMICOLONS
    >>> Series(["a1", "b2", "c3"], ALL)
    'a1 and b2 and c3'
    """

    __slots__ = ("items", "joint")
    items: tuple[object, ...]
    joint: str

    def __new__(cls, items: Sequence[object], joint: str) -> Series:
        if joint not in JOINTS:
            raise TypeError("what joins a series is a pattern, one of ALL, EITHER, COMMAS, SEMICOLONS")
        self = super().__new__(cls, joined(ENGLISH, items, joint))
        self.items, self.joint = tuple(items), joint
        return self

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Series, (self.items, self.joint)

    def __deepcopy__(self, memo: object) -> Series:
        return self


COMMAS, SEMICOLONS = "{first}, {second}", "{first}; {second}"
ALL, EITHER = "{first} and {second}", "{first} or {second}"
JOINTS = (COMMAS, SEMICOLONS, ALL, EITHER)


def joined(speaker: Speaker, items: Sequence[object], joint: str) -> str:
    """The items in the words of a speaker, put together by a pattern of the same language."""
    said = [speaker.said(item, "") for item in items]
    if not said:
        return ""
    text = said[0]
    for item in said[1:]:
        text = joint.replace("{first}", "\0").replace("{second}", item).replace("\0", text)
    return text


class English:
    """The language of the sources: patterns are used as they stand."""

    def said(self, value: object, form: str) -> str:
        return value.form(form) if isinstance(value, Noun) else str(value)

    def number(self, count: int) -> str:
        return "one" if count == 1 else "many"

    def traits(self, value: object) -> frozenset[str]:
        return traits_of(self, value, _no_gender, "")


def _no_gender(noun: Noun) -> None:  # noqa: ARG001 - English has none
    return None


def traits_of(speaker: Speaker, value: object, gender: Callable[[Noun], str | None], mixed: str) -> frozenset[str]:
    """Gender and number of a value; `gender` tells that of a noun, `mixed` is that of nouns of several genders."""
    if isinstance(value, bool):
        return frozenset({"many"})
    if isinstance(value, int):
        return frozenset({speaker.number(value)})
    genders = {gender(noun) for noun in nouns_in(value)} - {None}
    agreed = genders if len(genders) <= 1 else {mixed}
    return frozenset({_number_of(speaker, value), *agreed})


def _number_of(speaker: Speaker, value: object) -> str:
    """How many things a value speaks of: as many as a series has, or the number that a message holds."""
    if isinstance(value, Series) and len(value.items) != 1:
        return speaker.number(len(value.items))
    held = value.items[0] if isinstance(value, Series) else value
    counts = [number for number in held.values.values() if type(number) is int] if isinstance(held, Said) else []
    return speaker.number(counts[0]) if len(counts) == 1 else "one"


def nouns_in(value: object) -> list[Noun]:
    """The nouns that a value is made of."""
    if isinstance(value, Qualified):
        return [value.noun]
    if isinstance(value, Noun):
        return [value]
    inner: Sequence[object] = ()
    if isinstance(value, Said):
        inner = tuple(value.values.values())
    elif isinstance(value, Series):
        inner = value.items
    return [noun for item in inner for noun in nouns_in(item)]


ENGLISH = English()
