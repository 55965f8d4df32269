"""What figures say about boards of Pit (docs/gallery, docs/decisions/0015)."""

from __future__ import annotations

from collections.abc import Iterator

from tavoliere.author import Options, uneven
from tavoliere.games.pit.notation import SEATS

UNEVEN = {
    "3 | 9 | c3 c7 e5 g3 g7 | e1 a5 e9": ("w", 44, 55),
    "4 | 9 | c3 c7 e5 g3 g7 | e1 a5 e9 i5": ("b", 9, 15),
    "2 | 9 | c3 c7 g3 g7 | e1 e9": ("w", 71, 85),
    "2 | 9 | c5 e3 e7 g5 | e1 e9": ("w", 54, 63),
    "2 | 9 | c3 c5 c7 e3 e7 g3 g5 g7 | e1 e9": ("w", 58, 74),
}
"""By players, size, holes and towers: who is furthest from an even share, and gets how many of 100 points."""


def cautions(options: Options) -> Iterator[str]:
    known = UNEVEN.get(" | ".join(str(options[name]) for name in ("players", "size", "holes", "towers")))
    if known is not None:
        letter, low, high = known
        yield uneven(SEATS[letter].name, low, high, int(str(options["players"])))
