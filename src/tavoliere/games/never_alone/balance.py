"""Which starts of Never Alone are not even: those from which a search has proven a win, and those that were measured.

`benchmarks/starts.py` finds both; docs/decisions/0015 tells what was found.
"""

from __future__ import annotations

from collections.abc import Iterator

from tavoliere.author import Options, forced_win, uneven
from tavoliere.games.never_alone.notation import GRID
from tavoliere.games.never_alone.rules import FACTS, RED

WON = {
    1: (
        "a1-d1 a1-c3 b1-e1 b1-d3 b1-b4 c1-f1 c1-a3 c1-e3 c1-c4 d1-a1 d1-g1 d1-b3 d1-f3 d1-d4 b2-e2 b2-d4 "
        "c2-f2 c2-a4 c2-e4 c2-c5 d2-a2 d2-g2 d2-b4 d2-f4 d2-d5 c3-a1 c3-e1 c3-f3 c3-e5 d3-b1 d3-f1 d3-a3 "
        "d3-g3 d3-b5 d3-f5 d3-d6 d4-d1 d4-b2 d4-f2 d4-g4 d4-f6"
    ),
    7: (
        "a1-h1 b1-a1 b1-h3 c1-a6 d1-h1 b2-g1 b2-g7 c2-c1 c2-h1 c2-a7 c2-b7 c2-h7 c2-a8 d2-d1 d2-h1 d2-b7 "
        "c3-h1 c3-h2 c3-h8 d3-h3 d3-h6 d3-a7 d3-g7 d3-b8 d4-a1 d4-g1 d4-h1 d4-h4 d4-g7 d4-h7 d4-h8"
    ),
    9: "b1-b8 c1-c8 d1-h4 b2-b1 b2-h4 c2-e8 d2-a1 d2-g1 d2-h2 d2-h5 d2-a7 d2-b8 d2-f8 d3-a8",
    11: "d1-d8 c3-d1",
}
"""In how many turns Red, who begins, wins with one piece of each colour, Red's square first. Of the squares that
symmetry makes the same, those that come first are named. Black has no such win among the starts that were searched.
"""
MEASURED = {"d4-e5": (70, 74)}
"""What Red gets of 100 points."""


def cautions(options: Options) -> Iterator[str]:
    """What speaks against a start with one piece of each colour; other starts were not searched."""
    red, black = (GRID.square(str(options[colour])) for colour in ("red", "black"))
    if red is None or black is None:
        return
    least = min((turn[red], turn[black]) for turn in GRID.turns)
    start = "-".join(GRID.name(square) for square in least)
    name = FACTS.players[RED].name
    for turns, starts in WON.items():
        if start in starts.split():
            yield forced_win(name, turns)
    for known, (low, high) in MEASURED.items():
        if start == known:
            yield uneven(name, low, high)
