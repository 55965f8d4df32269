"""What a finished game is worth to its players, as learners count it: 1 for a win, -1 shared by those who lost."""

from __future__ import annotations

from tavoliere.core.position import Position


def returns_of(position: Position) -> list[float]:
    """A number for each player, in the order of turns; together they are 0. A game that goes on is worth 0 to all."""
    players = position.game.players
    if position.outcome is None or position.outcome.winner is None:
        return [0.0] * len(players)
    return [1.0 if letter == position.outcome.winner else -1.0 / (len(players) - 1) for letter in players]
