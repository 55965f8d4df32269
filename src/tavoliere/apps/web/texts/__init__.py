"""The catalogue of everything that a person reads in the page, one file a language."""

from __future__ import annotations

import functools
import json
from importlib import resources


@functools.cache
def catalogue(language: str = "en") -> dict[str, str]:
    """All texts of a language by key. Words in braces are filled in where a text is used."""
    file = resources.files(__package__).joinpath(f"{language}.json")
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def text(key: str, **values: object) -> str:
    """A text of the catalogue with its values filled in."""
    return catalogue()[key].format(**values)
