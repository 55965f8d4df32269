"""How much a player may think: seconds, nodes, depth; whichever is used up first."""

from __future__ import annotations

import dataclasses
import numbers
from typing import Any

from tavoliere.core.said import Said

LONGEST_SECONDS = 1_000_000
MOST_NODES = 10**12
MOST_DEPTH = 100


@dataclasses.dataclass(frozen=True)
class Budget:
    """A limit of thinking. Without seconds the same seed gives the same answer on any machine.

    A node is one action played by alpha-beta, or one simulation of a tree search. Depth counts actions.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None and self.depth is None:
            raise ValueError(Said("a budget limits seconds, nodes or depth"))
        if self.seconds is not None and not _is_between(numbers.Real, 0, self.seconds, LONGEST_SECONDS):
            raise ValueError(
                Said(
                    "seconds are a number above 0 and below {most}, not {seconds}",
                    most=LONGEST_SECONDS,
                    seconds=repr(self.seconds),
                )
            )
        for name, value, most in (("nodes", self.nodes, MOST_NODES), ("depth", self.depth, MOST_DEPTH)):
            if value is not None and not _is_between(numbers.Integral, 0, value, most + 1):
                raise ValueError(
                    Said(
                        "{name} is a whole number from 1 to {most}, not {value}",
                        name=name,
                        most=most,
                        value=repr(value),
                    )
                )


def _is_between(kind: type, low: int, value: Any, high: int) -> bool:
    """Whether it is a number of a kind at all, and lies between the two."""
    return issubclass(type(value), kind) and bool(low < value < high)
