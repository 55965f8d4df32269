"""The page's own texts by key, one file a language: `<code>.json`, beside this module or in a host's folder."""

from __future__ import annotations

import functools
import json
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from tavoliere.core.language import LanguageError, names_in
from tavoliere.core.said import parts_of

SUFFIX = ".json"


@functools.cache
def english() -> dict[str, str]:
    """All texts in English. Words in braces are filled in where a text is used, as in all messages."""
    texts: dict[str, str] = json.loads(_installed().joinpath("en.json").read_text(encoding="utf-8"))
    return texts


@functools.cache
def wordless() -> dict[str, str]:
    """The texts without a word of their own, such as `{reason}`: they are the same in every language."""
    letters = {key: "".join(part.letters + part.spec for part in parts_of(text)) for key, text in english().items()}
    return {key: text for key, text in english().items() if not any(map(str.isalpha, letters[key]))}


def page_languages(folder: Path | None = None) -> set[str]:
    """The codes of the languages that have a file for the page."""
    places = [place for place in _places(folder) if place.is_dir()]
    names = [file.name for place in places for file in place.iterdir()]
    return {name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)}


def page_texts(code: str, folder: Path | None = None) -> dict[str, str]:
    """What a language's files say, those of the folder first; what is empty there is left out."""
    texts: dict[str, str] = {}
    for place in reversed(_places(folder)):
        file = place.joinpath(code + SUFFIX)
        if file.is_file():
            texts |= _read(file.read_text(encoding="utf-8"), str(file))
    return {key: text for key, text in texts.items() if text}


def _places(folder: Path | None) -> list[Traversable]:
    return [*([] if folder is None else [folder]), _installed()]


def _installed() -> Traversable:
    return resources.files(__package__)


def _read(written: str, where: str) -> dict[str, str]:
    """The texts of a file; a `LanguageError` says what is wrong with it."""
    try:
        texts = json.loads(written)
    except ValueError as problem:
        raise LanguageError(f"{where}: {problem}") from problem
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise LanguageError(f"{where}: a file for the page is an object of texts")
    for key, text in texts.items():
        meant = english().get(key)
        if meant is None:
            raise LanguageError(f"{where}: there is no text {key!r}")
        unknown = sorted(names_in(text) - names_in(meant))
        if unknown:
            raise LanguageError(f"{where}: the text {key!r} has no place {{{unknown[0]}}}")
    return texts
