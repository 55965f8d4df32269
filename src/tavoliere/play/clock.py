"""How long to think: by a clock for the whole game, or by a limit for each turn. No function here looks at a clock."""

from __future__ import annotations

from tavoliere.search.budget import MOST_DEPTH, MOST_NODES, Budget

TURNS_TO_COME = 30
OVERHEAD = 0.05
LEAST = 0.01
FOR_EVER = 900_000.0


def share_of_clock(left: float, increment: float = 0.0, turns_to_go: int | None = None) -> float:
    """The seconds for one turn out of what is left on a clock: never more than half, always with something in hand.

    >>> share_of_clock(60)
    2.0
    >>> share_of_clock(0.001)
    0.01
    """
    turns = TURNS_TO_COME if turns_to_go is None else min(turns_to_go + 1, TURNS_TO_COME)
    wanted = left / turns + 0.8 * increment
    return max(LEAST, min(wanted, (left - OVERHEAD) / 2))


MARGIN = 0.5
"""Measured: with four times as much to do as the machine had cores, answers came 0.044 s after their time at the worst
of 25 turns, 0.013 s usually. The rest is for a network of the slower kind and for the server's own pauses.
"""


def margin_of(limit: float) -> float:
    """What to keep in hand of a hard limit for each turn: half a second, of long ones a sixtieth, never more than half.

    >>> margin_of(60), margin_of(5), margin_of(0.5)
    (1.0, 0.5, 0.25)
    """
    return min(max(MARGIN, limit / 60), 0.5 * limit)


def budget_of(seconds: float | None, nodes: int | None, depth: int | None = None) -> Budget:
    """A budget within what budgets allow; without any limit nearly endless."""
    if seconds is None and nodes is None and depth is None:
        seconds = FOR_EVER
    return Budget(
        None if seconds is None else min(max(seconds, LEAST), FOR_EVER),
        None if nodes is None else min(max(nodes, 1), MOST_NODES),
        None if depth is None else min(max(depth, 1), MOST_DEPTH),
    )
