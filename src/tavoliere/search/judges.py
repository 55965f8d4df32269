"""Which evaluation judges a game: its own by hand-made terms, its learnt one, or one that knows nothing."""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

from tavoliere.core.beside import bytes_beside
from tavoliere.core.learnt import Learnt, WeightsError, WeightsWarning, read_weights
from tavoliere.core.moved import moved
from tavoliere.core.position import Game
from tavoliere.core.ruleset import Ruleset, ruleset_at
from tavoliere.core.said import Said
from tavoliere.search.kernels.judges import Unjudged

NO_JUDGE: Any = Unjudged(0)
TERMS, LEARNT = "terms", "learnt"
JUDGE_NAMES = (TERMS, LEARNT)


def judge_of(game: Game, name: str = TERMS) -> Any:
    """The game's own evaluation, if it has one. Where learnt weights are asked for and refused, the hand-made ones
    judge, with a `WeightsWarning`.
    """
    if name == LEARNT:
        learnt = learnt_of(game)
        judge = None if learnt is None else learnt_judge(game.ruleset.where, learnt.players)
        if judge is not None:
            return judge
    return NO_JUDGE if game.ruleset.evaluation is None else game.ruleset.evaluation


def learnt_of(game: Game) -> Learnt | None:
    """How the learnt judge of a game is made, if it has one for its number of players."""
    return _learnt(game.ruleset, len(game.players))


def _learnt(ruleset: Ruleset, players: int) -> Learnt | None:
    return next((learnt for learnt in ruleset.learnt if learnt.players == players), None)


@functools.lru_cache(maxsize=32)
def learnt_judge(where: str, players: int) -> Any:
    """The learnt judge of the ruleset at a place; None, with a warning, if its weights are missing or refused."""
    ruleset = ruleset_at(where)
    learnt = _learnt(ruleset, players)
    if learnt is None:
        return None
    name = f"{ruleset.facts.name}/{learnt.file}"
    try:
        content = bytes_beside(where, learnt.file)
        if content is None:
            raise WeightsError(Said("{file} is missing", file=name))
        return read_weights(learnt, ruleset.facts, content, name)
    except WeightsError as refusal:
        warnings.warn(WeightsWarning(Said("{refusal}; the hand-made judge plays", refusal=str(refusal))), stacklevel=2)
        return None


if not TYPE_CHECKING:  # for one release; types know the new place alone
    __getattr__ = moved(__name__, "tavoliere.search.kernels.judges", whole=False)
