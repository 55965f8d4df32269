"""The catalogue of everything that a person reads in the page, one file a language."""

from __future__ import annotations

import functools
import json
from importlib import resources

from tavoliere.core.said import ENGLISH, filled
from tavoliere.render.words import Words


@functools.cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language by key. Words in braces are filled in where a text is used, as in `core/said.py`."""
    file = resources.files(__package__).joinpath(f"{language}.json")
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


@functools.cache
def words() -> Words:
    """What boards in the page say: their texts and the terms of the games, from the same catalogue."""
    return Words({key: text for key, text in catalogue().items() if key.startswith(("picture.", "term."))})


def text(key: str, **values: object) -> str:
    """A text of the catalogue with its values filled in, its words in the number that goes with them."""
    return filled(ENGLISH, catalogue()[key], values)
