"""What figures say about the balance of Pathwayz (docs/gallery, docs/decisions/0015)."""

from __future__ import annotations

from collections.abc import Iterator

from tavoliere.author import Options, uneven
from tavoliere.games.pathwayz.rules import FACTS, WHITE

MEASURED = 57, 66
"""What White, who begins, gets of 100 points with 20,000 nodes; with 2,000 nobody is ahead."""


def cautions(options: Options) -> Iterator[str]:  # noqa: ARG001 - one signature for all games
    yield uneven(FACTS.players[WHITE].name, *MEASURED)
