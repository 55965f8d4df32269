"""Sentences that remember what they were made from, so that any language can say them and nothing reads English back.

A `Said` is a `str`: the English text, made at once from a pattern and its values. The pattern is the key under which
languages hold their own (`core/language.py`), so it is always a literal. What stands in its places:

    {square}                the value as it is: text that somebody typed, a square, a number, another message
    {piece:the}             the form of a noun: `the attacker`; a language's file may have forms of its own
    {count} {piece:@count}  the form of a noun that goes with a number: `1 man`, `2 men`
    {pieces:one=is|many=are}    a choice by number or gender of a value: the first whose words all hold

A pattern that is filled in elsewhere is a `Pattern`, written out as well.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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


@functools.lru_cache(maxsize=4096)
def places_of(pattern: str) -> frozenset[str]:
    """The names of the values that a pattern has places for."""
    return frozenset(part.place for part in parts_of(pattern) if part.place)


class Speaker(Protocol):
    """Whoever puts patterns and values into words: English here, the languages of files elsewhere."""

    code: str
    name: str

    def __hash__(self) -> int:
        """Pictures are kept by who spoke."""

    def say(self, message: str) -> str:
        """A message in words. Plain text, such as what somebody typed, stays as it is."""

    def said(self, value: object, form: str) -> str:
        """A value in words, a noun in the form asked for."""

    def known(self, pattern: str) -> str:
        """A sentence without places by its English, for what was stored as English. One not known stays English."""

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
    if not spec:
        return speaker.said(values[place], "")
    if "=" in spec:
        return _chosen(spec, speaker.traits(values[place]))
    form, _, counter = spec.partition("@")
    if counter:
        number = speaker.number(_count_in(values, counter))
        form = "-".join(word for word in (form, "" if form and number == "one" else number) if word)
    return speaker.said(values[place], form)


def _count_in(values: Mapping[str, object], counter: str) -> int:
    count = values.get(counter)
    if not isinstance(count, int):
        raise KeyError(f"a form goes with the number {{{counter}}}, which is {count!r}")
    return count


def _chosen(spec: str, traits: frozenset[str]) -> str:
    """The first of the choices whose words all hold; the last one if none does."""
    choices = _choices(spec)
    for words, text in choices:
        if words <= traits:
            return text
    return choices[-1][1]


@functools.lru_cache(maxsize=4096)
def _choices(spec: str) -> tuple[tuple[frozenset[str], str], ...]:
    choices = [choice.partition("=") for choice in spec.split("|")]
    return tuple((frozenset(words.split("-")), text) for words, _, text in choices)


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

    def again(self, **values: object) -> Said:
        """The same sentence with some other values."""
        return Said(self.pattern, **{**self.values, **values})

    def __str__(self) -> str:
        """Itself, so that `str(error)` of an exception still knows what it was made from."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.pattern, dict(self.values))

    def __deepcopy__(self, memo: object) -> Said:
        return self


class Pattern(str):
    """A sentence before it has its values: for tables of sentences, and for what joins a series.

    >>> Pattern("{count} {kind:@count} in reserve").said(count=2, kind=Noun("tower"))
    '2 towers in reserve'
    """

    __slots__ = ()

    def said(self, **values: object) -> Said:
        return Said(str(self), **values)


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

    def has(self, form: str) -> bool:
        """Whether English has a form."""
        return form in self.forms or form in FORMS

    def form(self, form: str) -> str:
        """The English of a form."""
        if form in self.forms:
            return self.forms[form]
        if form not in FORMS:
            raise KeyError(f"{str.__str__(self)!r} has no form {form!r}")
        return FORMS[form](self)


def _with_article(noun: Noun) -> str:
    return f"{'an' if noun[:1].lower() in VOWELS else 'a'} {str.__str__(noun)}"


FORMS: dict[str, Callable[[Noun], str]] = {
    "": str.__str__,
    "one": str.__str__,
    "many": lambda noun: f"{str.__str__(noun)}s",
    "the": lambda noun: f"the {str.__str__(noun)}",
    "the-many": lambda noun: f"the {noun.form('many')}",
    "a": _with_article,
    "whose": lambda noun: f"{str.__str__(noun)}'s",
}
"""How English makes the forms of a noun that gives no other ones itself."""


def noun_of(name: str, adjective: str = "") -> Noun:
    """A name as a noun; names that are plain text become one. An adjective is what goes with it (`adjective_of`)."""
    noun = name if isinstance(name, Noun) else Noun(name)
    return Noun(str.__str__(noun), **{**noun.forms, "adjective": str(adjective)}) if adjective else noun


def adjective_of(name: str) -> Adjective:
    """What the things of a player are called by: those of White are white, unless the name has another adjective.

    >>> adjective_of(Noun("White")), adjective_of(Noun("Sun", adjective="golden"))
    ('white', 'golden')
    """
    return Adjective(noun_of(name).forms.get("adjective") or str.lower(name))


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


class Figure(str):
    """A number as people read it, with the marks of English: `1,234.5`. Languages have marks of their own."""

    __slots__ = ()


def figure(number: float, form: str = ",") -> Figure:
    """A number as it is read; how it is written is said as in an f-string.

    >>> Said("{nodes} nodes, {seconds} s", nodes=figure(573826), seconds=figure(1.25, ".1f"))
    '573,826 nodes, 1.2 s'
    """
    return Figure(f"{number:{form}}")


class Series(str):
    """Values one after the other, put together two at a time by a pattern that languages have too.

    >>> Series(["a1", "b2", "c3"], ALL)
    'a1 and b2 and c3'
    >>> Series(["a1", "b2"], " and ")
    Traceback (most recent call last):
    ...
    TypeError: what joins a series is a pattern with {first} and {second}, such as ALL, not ' and '
    """

    __slots__ = ("items", "joint")
    items: tuple[object, ...]
    joint: Pattern

    def __new__(cls, items: Iterable[object], joint: Pattern) -> Series:
        if not isinstance(joint, Pattern) or places_of(joint) != {"first", "second"}:
            wanted = "a pattern with {first} and {second}, such as ALL"
            raise TypeError(f"what joins a series is {wanted}, not {joint!r}")
        items = tuple(items)
        self = super().__new__(cls, joined(ENGLISH, items, joint))
        self.items, self.joint = items, joint
        return self

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Series, (self.items, self.joint)

    def __deepcopy__(self, memo: object) -> Series:
        return self


COMMAS, SEMICOLONS = Pattern("{first}, {second}"), Pattern("{first}; {second}")
ALL, EITHER = Pattern("{first} and {second}"), Pattern("{first} or {second}")


def joined(speaker: Speaker, items: Sequence[object], joint: str) -> str:
    """The items in the words of a speaker, put together by a pattern of the same language."""
    if not items:
        return ""
    text = speaker.said(items[0], "")
    for item in items[1:]:
        text = filled(speaker, joint, {"first": text, "second": item})
    return text


class English:
    """The language of the sources: patterns are used as they stand."""

    code, name = "en", "English"

    def say(self, message: str) -> str:
        return str.__str__(message)

    def known(self, pattern: str) -> str:
        return pattern

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
    genders = {gender(noun) for noun in nouns_in(value)} - {None}
    agreed = genders if len(genders) <= 1 else {mixed}
    return frozenset({speaker.number(count_of(value)), *agreed})


def count_of(value: object) -> int:
    """How many things a value speaks of: a number says it, a message if it holds one, a series by all its items."""
    if isinstance(value, int):
        return value
    if isinstance(value, Series):
        return sum(count_of(item) for item in value.items)
    numbers = [number for number in value.values.values() if type(number) is int] if isinstance(value, Said) else []
    return numbers[0] if len(numbers) == 1 else 1


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


# Kept as data


def unmade(value: object) -> Any:
    """What a message was made from, as data."""
    if isinstance(value, Said):
        return {"pattern": value.pattern, "values": {name: unmade(inner) for name, inner in value.values.items()}}
    if isinstance(value, Series):
        return {"items": [unmade(item) for item in value.items], "joint": str.__str__(value.joint)}
    if isinstance(value, Noun):
        return {"noun": str.__str__(value)}
    if isinstance(value, Figure):
        return {"figure": str(value)}
    return value if isinstance(value, str | int | float) else str(value)


def remade(data: Any) -> Any:
    """The message again."""
    if not isinstance(data, Mapping):
        return data
    if "pattern" in data:
        return Said(data["pattern"], **{name: remade(value) for name, value in data["values"].items()})
    if "items" in data:
        return Series([remade(item) for item in data["items"]], Pattern(data["joint"]))
    return Figure(data["figure"]) if "figure" in data else Noun(data["noun"])
