"""How a game ended: a number for each player and a short reason."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType

from tavoliere.core.game import DRAW
from tavoliere.core.said import Said

REPETITION = Said("repetition")


@dataclasses.dataclass(frozen=True)
class Outcome:
    """`scores` maps each player's letter to 1 for a win, 0 for a loss, 0.5 for a draw; `reason` says how it ended.

    A reason is a sentence without places, so that its English is enough to say it again where it was stored.
    """

    scores: Mapping[str, float]
    reason: str

    @property
    def winner(self) -> str | None:
        """The letter of the player who won; None after a draw."""
        return next((letter for letter, score in self.scores.items() if score == 1), None)

    def __str__(self) -> str:
        if self.winner is None:
            return Said("draw: {reason}", reason=self.reason)
        return Said("{winner} wins: {reason}", winner=self.winner, reason=self.reason)

    def __hash__(self) -> int:
        return hash((tuple(self.scores.items()), self.reason))

    def __reduce__(self) -> tuple[object, tuple[dict[str, float], str]]:
        return _restored, (dict(self.scores), self.reason)


def outcome_of(letters: tuple[str, ...], winner: int, reason: str) -> Outcome:
    """The outcome of a game that a player has won, or that is drawn."""
    if winner == DRAW:
        return _restored(dict.fromkeys(letters, 0.5), reason)
    return _restored({letter: float(player == winner) for player, letter in enumerate(letters)}, reason)


def _restored(scores: dict[str, float], reason: str) -> Outcome:
    return Outcome(MappingProxyType(scores), reason)
