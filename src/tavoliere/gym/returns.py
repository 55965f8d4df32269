"""What a finished game is worth to its players, as learners count it: 1 for a win, -1 shared by those who lost."""

from __future__ import annotations

from tavoliere.core.position import Position


def returns_of(position: Position) -> list[float]:
    """A number for each player, in the order of turns; together they are 0. A game that goes on is worth 0 to all."""
    players = position.game.players
    if position.outcome is None or position.outcome.winner is None:
        return returns_to(None, len(players))
    return returns_to(players.index(position.outcome.winner), len(players))


def returns_to(winner: int | None, players: int) -> list[float]:
    """The same by the winner's number; None for a draw, and for a game that goes on."""
    if winner is None:
        return [0.0] * players
    return [1.0 if player == winner else -1.0 / (players - 1) for player in range(players)]
