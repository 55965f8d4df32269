"""The file that a translator fills in: everything that is said, with what is translated already."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tavoliere.core.language import MARKS, Table
from tavoliere.core.said import parts_of
from tavoliere.testing.texts import Texts

NEW_LANGUAGE: Table = {
    "name": "",
    "numbers": ["one", "many"],
    "plural": "n != 1",
    "mixed": "",
    "qualified": "{noun} {adjective}",
    **MARKS,
}
HEADER = """\
# Left of the = stands the English, right of it what the language says; what is empty there is said in English.
# {piece} is filled in. {piece:the} is the form `the` of a noun, {piece:@count} the form that goes with the number.
# {pieces:one=is|many=are} is chosen by number and gender, such as f-one or m-many; write as many choices as needed.
# Nouns have a gender and forms, written out with their articles; forms may be added, and asked for in sentences.
# Forms of adjectives are named by gender and number: m, f, m-many.
"""


def template(texts: Texts, known: Table, language: Table, shared: Collection[str] = ()) -> str:
    """A language's file as TOML. `known` is what the file has already; what is empty in it is said in English.

    `language` says which numbers there are. `shared` are the patterns that all games share and that a game's nouns
    stand in; without any it is the common file, which tells of the language.
    """
    patterns = [*texts.sentences, *shared, *known.get("sentences", {}).values()]
    forms = forms_asked(patterns, language["numbers"])
    lines = [*([] if shared else _language(language)), *_sentences(texts, known.get("sentences", {}))]
    for noun, place in sorted(texts.nouns.items()):
        lines += _table("nouns", noun, place, ["gender", *forms], known)
    for adjective, place in sorted(texts.adjectives.items()):
        lines += _table("adjectives", adjective, place, language["numbers"], known)
    return "\n".join([HEADER, *lines, *_unsaid(texts, known)]).strip() + "\n"


def forms_asked(patterns: Iterable[str], numbers: Sequence[str]) -> list[str]:
    """The forms of nouns that patterns ask for; a form that goes with a number is needed in each."""
    forms = dict.fromkeys(numbers)
    for pattern in patterns:
        for part in parts_of(pattern):
            form, sign, _ = part.spec.partition("@")
            if "=" in part.spec or not part.spec:
                continue
            if form:
                forms[form] = None
            if sign and form:
                forms |= {f"{form}-{number}": None for number in numbers if number != "one"}
    return list(forms)


def _language(language: Table) -> Iterator[str]:
    yield "[language]"
    yield from (f"{key} = {_quoted(value)}" for key, value in language.items())
    yield ""


def _sentences(texts: Texts, known: Mapping[str, str]) -> Iterator[str]:
    yield "[sentences]"
    for pattern, place in texts.sentences.items():
        yield f"# {place}"
        yield f"{_quoted(pattern)} = {_quoted(known.get(pattern, ''))}"
    yield ""


def _table(part: str, name: str, place: str, forms: Sequence[str], known: Table) -> Iterator[str]:
    written: Mapping[str, str] = known.get(part, {}).get(name, {})
    yield f"[{part}.{_quoted(name)}]  # {place}"
    for form in dict.fromkeys([*forms, *written]):
        yield f"{form} = {_quoted(written.get(form, ''))}"
    yield ""


def _unsaid(texts: Texts, known: Table) -> Iterator[str]:
    """What the file has and nothing says any more, so that no work is lost."""
    for pattern, translated in known.get("sentences", {}).items():
        if pattern not in texts.sentences:
            yield f"# no longer said: {_quoted(pattern)} = {_quoted(translated)}"


def _quoted(value: Any) -> str:
    """A value as TOML; its texts and lists are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)
