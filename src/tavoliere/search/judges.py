"""Which evaluation judges a game: its own, or one that knows nothing."""

from __future__ import annotations

from typing import Any

from tavoliere.core.position import Game
from tavoliere.search.kernels.judges import Unjudged

NO_JUDGE: Any = Unjudged(0)


def judge_of(game: Game) -> Any:
    """The game's own evaluation, if it has one."""
    return NO_JUDGE if game.ruleset.evaluation is None else game.ruleset.evaluation
