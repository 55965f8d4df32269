"""Certain results by trying everything, over positions alone: slow, plain, and without a line of the search.

A value counts for one player against all others: `END - n` for a win after n actions, `n - END` for a loss, 0 for a
draw. What lies beyond the depth is not known, so a position has a lowest and a highest value; it is solved where they
are the same.
"""

from __future__ import annotations

import dataclasses

import tavoliere as tv

END = 1000
Bounds = tuple[int, int]


class TooManyNodes(Exception):  # noqa: N818 - what happened
    """The limit was reached before the end."""


@dataclasses.dataclass
class Brute:
    """Tries everything for one player, up to a number of actions and of nodes."""

    me: str
    depth: int
    nodes: int = 1_000_000

    def bounds(self, position: tv.Position, ply: int = 0) -> Bounds:
        """The lowest and the highest value that the position can have, after so many actions."""
        if position.outcome is not None:
            value = self.result(position, ply)
            return value, value
        if ply >= self.depth:
            return ply + 1 - END, END - ply - 1
        self.nodes -= len(position.actions())
        if self.nodes < 0:
            raise TooManyNodes
        below = [self.bounds(position.act(action), ply + 1) for action in position.actions()]
        better = max if position.turn == self.me else min
        return better(low for low, _ in below), better(high for _, high in below)

    def result(self, position: tv.Position, ply: int) -> int:
        assert position.outcome is not None
        if position.outcome.winner is None:
            return 0
        return END - ply if position.outcome.winner == self.me else ply - END


def certain(position: tv.Position, depth: int) -> tuple[str | None, bool]:
    """The winner that nobody can prevent, `draw`, or None; and whether nothing beyond the depth could change that.

    A player who can win does. One who cannot takes a certain draw. One who loses whatever happens may favour anybody,
    so that a winner is certain only where all turns lead to the same.
    """
    if position.outcome is not None:
        return position.outcome.winner or "draw", True
    if depth == 0:
        return None, False
    below = [certain(position.act(action), depth - 1) for action in position.actions()]
    results = {result for result, _ in below}
    if position.turn in results:
        return position.turn, True
    is_complete = all(complete for _, complete in below)
    if None in results:
        return None, is_complete
    if "draw" in results:
        return "draw", True
    return (results.pop() if len(results) == 1 else None), True
