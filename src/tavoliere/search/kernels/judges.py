"""The judge that knows nothing, and the strength of all players by any judge."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavoliere.core.compiled import compiled
from tavoliere.core.game import Evaluation, State, evaluation


@evaluation
class Unjudged(NamedTuple):
    """Finds all positions even; for games without an evaluation, and for searches that play every game to its end."""

    nothing: int

    def balance(self, state: Any) -> int:  # noqa: ARG002 - a method
        return 0


@compiled
def strengths(state: State, judge: Evaluation, players: int, out: Any) -> None:
    """The strength of every player; with two the balance stands for both."""
    if players == 2:
        out[0] = 1.0 * judge.balance(state)
        out[1] = 0.0
    else:
        for player in range(players):
            out[player] = 1.0 * judge.strength(state, player)
