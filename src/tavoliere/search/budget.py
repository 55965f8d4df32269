"""How much a player may think: seconds, nodes, or both; whichever is used up first."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Budget:
    """A limit of thinking. With nodes alone the same seed gives the same answer on any machine."""

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None:
            raise ValueError("a budget limits seconds, nodes, or both")
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise ValueError(f"seconds are a positive number, not {self.seconds!r}")
        if self.nodes is not None and not 0 < self.nodes <= 10**12:
            raise ValueError(f"nodes are a positive number, not {self.nodes!r}")
