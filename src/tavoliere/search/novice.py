"""The players of the low levels: they look a little way ahead and miss things, as beginners do.

A novice first finds the turns that a glance likes: one action ahead, by the evaluation. Those that look about as good
as the best are all the same to it (`taste`), as far as they are among the better ones (`share`, in hundredths of all).
With a depth of 1 it plays any of them; with more it thinks further about them, but sees only part of what can follow
(`view`). So its slips are turns that look good at a glance and fail to an answer it has missed; it never plays a turn
that it knows to be worse.
"""

from __future__ import annotations

import random
import time

from tavoliere.core.compiled import row
from tavoliere.core.position import Position
from tavoliere.search.alphabeta import FAR, glances
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.judges import judge_of
from tavoliere.search.players import Choice, Clock, Watcher, checked_root


class NovicePlayer:
    """Alpha-beta with a narrow view over the turns that a glance likes."""

    def __init__(
        self,
        seed: int = 1,
        view: int = 256,
        taste: int = 0,
        noise: int = 0,
        share: int = 100,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.seed, self.view, self.taste, self.share = seed, view, taste, share
        self._inner = AlphaBetaPlayer(seed, table_entries=1 << 14, view=view, noise=noise, clock=clock)

    def stop(self) -> None:
        self._inner.stop()

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:
        root = checked_root(position)
        liked = self._liked(root)
        return self._inner.choose_among(root, liked[:1] if budget.depth == 1 else liked, budget, watch)

    def _liked(self, root: Position) -> list[int]:
        """The first actions that look about as good as the best at a glance, in a random order."""
        values = glance(root)
        ranked = sorted(values.values(), reverse=True)
        best, worst = ranked[0], ranked[(len(ranked) - 1) * self.share // 100]
        least = best if best > FAR else max(best - self.taste, worst)
        liked = sorted(action for action, value in values.items() if value >= least)
        random.Random(f"{self.seed} {root.state.key()}").shuffle(liked)
        return liked


def glance(root: Position) -> dict[int, int]:
    """What the evaluation says of each first action, for the mover, without any look at answers."""
    most = root.game.facts.most_actions
    out, values = row(most), row(most)
    count = glances(root.state, judge_of(root.game), len(root.game.players), out, values)
    return {int(out[place]): int(values[place]) for place in range(count)}
