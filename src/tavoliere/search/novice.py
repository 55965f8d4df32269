"""The players of the low levels: they look a little way ahead and miss things, as beginners do.

A novice first finds the turns that a glance likes: one action ahead, by the evaluation. Those that look about as good
as the best are all the same to it (`taste`), as far as they are among the better ones (`share`, in hundredths of all).
Whoever has just learnt the rules does not see everything that counts yet: of the evaluation's terms it knows the first
few (`eyes`). With a depth of 1 a novice plays any of the turns it likes, each action of a turn in the same way; with
more it thinks further about them, but sees only part of what can follow (`view`). So its slips are turns that look good
enough at a glance and fail to an answer it has missed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

from tavoliere.core.compiled import row
from tavoliere.core.position import Position
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels.alphabeta import FAR, glances
from tavoliere.search.players import Alternative, Choice, Clock, Watcher, checked_root
from tavoliere.search.values import expected, verdict_of

ALL = 64
"""More terms than any evaluation has."""


class NovicePlayer:
    """Alpha-beta with a narrow view over the turns that a glance likes."""

    def __init__(
        self,
        seed: int = 1,
        view: int = 256,
        taste: int = 0,
        noise: int = 0,
        share: int = 100,
        eyes: int = ALL,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.seed, self.view, self.taste, self.share, self.eyes = seed, view, taste, share, eyes
        self._clock = clock
        self._inner = AlphaBetaPlayer(seed, table_entries=1 << 14, view=view, noise=noise, clock=clock)

    def stop(self) -> None:
        self._inner.stop()

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:
        root = checked_root(position)
        if budget.depth == 1:
            return self._at_a_glance(root)
        return self._inner.choose_among(root, self._liked(root, glance(root, self.eyes)), budget, watch)

    def _at_a_glance(self, root: Position) -> Choice:
        """A turn of which each action is one of those liked."""
        begun = self._clock()
        position, looks, value = root, 0, 0
        actions: list[int] = []
        while not actions or position.pending:
            values = glance(position, self.eyes)
            action = self._liked(position, values)[0]
            looks, value = looks + len(values), values[action]
            actions.append(action)
            position = position.act(action)
        move = root.actions_to_turn(actions)
        values_of_all = expected(root, value, judge_of(root.game))
        proven = verdict_of(value, len(values_of_all))
        alternatives = (Alternative(move, values_of_all[root.turn], 0, (move,), proven),)
        return Choice(move, values_of_all, looks, self._clock() - begun, (move,), alternatives, proven, 1)

    def _liked(self, root: Position, values: dict[int, int]) -> list[int]:
        """The next actions that look about as good as the best at a glance, in a random order."""
        return liked(values, self.taste, self.share, f"{self.seed} {root.state.key()}")


def liked(values: Mapping[int, int], taste: int, share: int, seed: str) -> list[int]:
    """The actions that look about as good as the best by their values, in an order that the seed chooses."""
    ranked = sorted(values.values(), reverse=True)
    best, worst = ranked[0], ranked[(len(ranked) - 1) * share // 100]
    least = best if best > FAR else max(best - taste, worst)
    found = sorted(action for action, value in values.items() if value >= least)
    random.Random(seed).shuffle(found)
    return found


def glance(root: Position, eyes: int = ALL) -> dict[int, int]:
    """What the first terms of the evaluation say of each next action, for the mover, without any look at answers."""
    most = root.game.facts.most_actions
    out, values = row(most), row(most)
    judge = judge_of(root.game)
    seen = type(judge)(*(weight if place < eyes else 0 for place, weight in enumerate(judge)))
    count = glances(root.state, seen, len(root.game.players), out, values)
    return {int(out[place]): int(values[place]) for place in range(count)}
