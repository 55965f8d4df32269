"""Messages as data, so that a report that was kept can be told in any language later.

Beside the English of a sentence stands what it was made from. Data of before have the English alone, and it is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavoliere.core.said import Said, Series, Speaker, remade, unmade

MADE = "_made"


def kept(key: str, message: str) -> dict[str, Any]:
    """A sentence under its name, and what it was made from beside it."""
    return {key: str(message), key + MADE: unmade(message)}


def told(speaker: Speaker, data: Mapping[str, Any], key: str) -> str:
    """A sentence of some data in words; where only the English was kept, a sentence without values still is."""
    message = remade(data[key + MADE]) if key + MADE in data else data[key]
    return speaker.say(message) if isinstance(message, Said | Series) else speaker.known(str(message))
