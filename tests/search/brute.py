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


def solved(position: tv.Position, most_depth: int, nodes: int) -> tuple[int, int] | None:
    """The value for the player to move and the depth that proves it; None if that takes too much."""
    for depth in range(1, most_depth + 1):
        try:
            low, high = Brute(position.turn, depth, nodes).bounds(position)
        except TooManyNodes:
            return None
        if low == high:
            return low, depth
    return None


def after_turn(position: tv.Position, move: str, depth: int, nodes: int = 1_000_000) -> Bounds:
    """What a whole turn is worth for the player who makes it, counted from before the turn."""
    actions = position.turn_to_actions(move)
    return Brute(position.turn, depth, nodes).bounds(position.play(move), len(actions))


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
