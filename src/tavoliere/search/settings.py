"""The settings of players, as they are written in their texts: `nodes=500,c=1.4`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from tavoliere.search.budget import MOST_DEPTH, MOST_NODES

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


@dataclasses.dataclass(frozen=True)
class Setting:
    """A number that a kind of player can be told. Without a default it may stay unsaid."""

    name: str
    help: str
    most: float | None = None
    """None where somebody else knows the limits."""
    least: float = 0
    default: float | None = None
    is_whole: bool = True

    def read(self, text: str) -> float:
        """The number in a text that looks like one; a `ValueError` tells the limits."""
        number = float(text)
        if self.is_whole and number != float("inf") and not number.is_integer():
            raise ValueError(f"{self.name} is a whole number, not {text}")
        if self.most is not None and not self.least <= number <= self.most:
            raise ValueError(f"{self.name} is a number from {self.least} to {self.most}, not {text}")
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
        if name not in names or NUMBER.fullmatch(value) is None or name in found:
            allowed = ", ".join(f"{setting}=NUMBER" for setting in names) or "no settings"
            raise ValueError(f"{part!r} is not a setting of {kind}, which takes {allowed}")
        found[name] = names[name].read(value)
    return found


def written_settings(settings: dict[str, float]) -> str:
    """Settings as text.

    >>> written_settings({"nodes": 500.0, "c": 1.4})
    'nodes=500,c=1.4'
    """
    return ",".join(f"{name}={f'{value:f}'.rstrip('0').rstrip('.')}" for name, value in settings.items())
