"""How much a player may think: seconds, nodes, depth; whichever is used up first."""

from __future__ import annotations

import dataclasses

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
            raise ValueError("a budget limits seconds, nodes or depth")
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise ValueError(f"seconds are a positive number, not {self.seconds!r}")
        if self.nodes is not None and not 0 < self.nodes <= 10**12:
            raise ValueError(f"nodes are a positive number, not {self.nodes!r}")
        if self.depth is not None and not 0 < self.depth <= MOST_DEPTH:
            raise ValueError(f"a depth is a number from 1 to {MOST_DEPTH}, not {self.depth!r}")
