"""The catalogue of everything that a person reads in the page, one file a language."""

from __future__ import annotations

import functools
import json
from importlib import resources

from tavoliere.render.words import Words


@functools.cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language by key. Words in braces are filled in where a text is used."""
    file = resources.files(__package__).joinpath(f"{language}.json")
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


@functools.cache
def words() -> Words:
    """What boards in the page say: their texts and the terms of the games, from the same catalogue."""
    return Words({key: text for key, text in catalogue().items() if key.startswith(("picture.", "term."))})


def text(key: str, **values: object) -> str:
    """A text of the catalogue with its values filled in."""
    return catalogue()[key].format(**values)
