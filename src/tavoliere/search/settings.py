"""The settings of players, as they are written in their texts: `nodes=500,c=1.4`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from tavoliere.core.said import Said
from tavoliere.search.budget import MOST_DEPTH, MOST_NODES

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


@dataclasses.dataclass(frozen=True)
class Setting:
    """A number, or one of some words, that a kind of player can be told. Without a default it may stay unsaid."""

    name: str
    help: str
    most: float | None = None
    """None where somebody else knows the limits."""
    least: float = 0
    default: float | None = None
    is_whole: bool = True
    words: tuple[str, ...] = ()
    """What may be said instead of a number, for a setting that is a choice: its number is the place of the word."""

    @property
    def form(self) -> str:
        """How it is written."""
        return f"{self.name}={'|'.join(self.words) or 'NUMBER'}"

    def accepts(self, text: str) -> bool:
        """Whether a text looks like a value of this setting."""
        return text in self.words if self.words else NUMBER.fullmatch(text) is not None

    def written(self, value: float) -> str:
        """A value as it is written."""
        return self.words[int(value)] if self.words else f"{value:f}".rstrip("0").rstrip(".")

    def read(self, text: str) -> float:
        """The number in a text that looks like one; a `ValueError` tells the limits."""
        if self.words:
            return float(self.words.index(text))
        number = float(text)
        if self.is_whole and number != float("inf") and not number.is_integer():
            raise ValueError(Said("{name} is a whole number, not {text}", name=self.name, text=text))
        if self.most is not None and not self.least <= number <= self.most:
            raise ValueError(
                Said(
                    "{name} is a number from {least} to {most}, not {text}",
                    name=self.name,
                    least=self.least,
                    most=self.most,
                    text=text,
                )
            )
        return number


SECONDS = Setting("seconds", "how long to think", is_whole=False)  # a budget knows its limits
NODES = Setting("nodes", "how many nodes to search", MOST_NODES, 1)
DEPTH = Setting("depth", "how many actions to look ahead", MOST_DEPTH, 1)
LIMITS = (SECONDS, NODES, DEPTH)
BUDGET = tuple(limit.name for limit in LIMITS)


def read_settings(kind: str, known: Sequence[Setting], text: str) -> dict[str, float]:
    """The settings that a text gives to a kind of player; a `ValueError` names the part that is wrong."""
    names = {setting.name: setting for setting in known}
    found: dict[str, float] = {}
    for part in text.split(",") if text else []:
        name, _, value = part.partition("=")
        if name not in names or not names[name].accepts(value) or name in found:
            allowed = ", ".join(setting.form for setting in known) or "no settings"
            raise ValueError(
                Said(
                    "{part} is not a setting of {kind}, which takes {allowed}",
                    part=repr(part),
                    kind=kind,
                    allowed=allowed,
                )
            )
        found[name] = names[name].read(value)
    return found


def written_settings(settings: dict[str, float], known: Sequence[Setting] = ()) -> str:
    """Settings as text.

    >>> written_settings({"nodes": 500.0, "c": 1.4})
    'nodes=500,c=1.4'
    """
    names = {setting.name: setting for setting in known}
    return ",".join(f"{name}={names.get(name, NODES).written(value)}" for name, value in settings.items())
