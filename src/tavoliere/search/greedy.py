"""The greedy player: wins in one turn, avoids losing in one, else captures, gains or at least keeps what it has.

Among turns that are equal in this it draws one at random.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tavoliere.core.compiled import generator, row
from tavoliere.core.moved import moved
from tavoliere.core.position import Position
from tavoliere.search.budget import Budget
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels.greedy import MOST_PARTS, new_desk, survey
from tavoliere.search.players import Choice, Watcher, checked_root


class GreedyPlayer:
    """The yardstick of the lowest levels. It looks one turn ahead, for itself and for the next player."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = generator(seed)

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:  # noqa: ARG002
        root = checked_root(position)
        begun = time.perf_counter()
        desk, other = (new_desk(root.game.facts.most_actions) for _ in range(2))
        best, choice = row(3), row(MOST_PARTS)
        best[0] = -(1 << 50)
        survey(root.state, judge_of(root.game), desk, other, self._rng, best, choice)
        actions = [int(choice[part]) for part in range(best[2])]
        even = dict.fromkeys(root.game.players, 1 / len(root.game.players))
        move = root.actions_to_turn(actions)
        return Choice(move, even, 1, time.perf_counter() - begun, (move,))

    def stop(self) -> None:
        """It answers at once anyway."""


if not TYPE_CHECKING:  # for one release; types know the new place alone
    __getattr__ = moved(__name__, "tavoliere.search.kernels.greedy", whole=False)
