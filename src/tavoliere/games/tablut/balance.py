"""What figures say about the balance of Tablut (docs/gallery, docs/decisions/0015)."""

from __future__ import annotations

from collections.abc import Iterator

from tavoliere.author import Options, uneven
from tavoliere.games.tablut.rules import BLACK, FACTS

MEASURED = 81, 89
"""What Black gets of 100 points."""


def cautions(options: Options) -> Iterator[str]:  # noqa: ARG001 - one signature for all games
    yield uneven(FACTS.players[BLACK].name, *MEASURED)
