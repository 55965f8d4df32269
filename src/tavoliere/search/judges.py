"""Which evaluation judges a game: its own, or one that knows nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavoliere.core.game import evaluation
from tavoliere.core.position import Game


@evaluation
class Unjudged(NamedTuple):
    """Finds all positions even; for games without an evaluation, and for searches that play every game to its end."""

    nothing: int

    def balance(self, state: Any) -> int:  # noqa: ARG002 - a method
        return 0


NO_JUDGE: Any = Unjudged(0)


def judge_of(game: Game) -> Any:
    """The game's own evaluation, if it has one."""
    return NO_JUDGE if game.ruleset.evaluation is None else game.ruleset.evaluation
