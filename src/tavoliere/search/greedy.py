"""The greedy player: wins in one turn, avoids losing in one, else captures or gains, else plays at random."""

from __future__ import annotations

import time
from collections.abc import MutableSequence

from tavoliere.core.compiled import compiled, generator, row, rows
from tavoliere.core.game import DRAW, ONGOING, Actions, Evaluation, State
from tavoliere.core.position import Position
from tavoliere.core.rng import Rng, below
from tavoliere.search.budget import Budget
from tavoliere.search.judges import judge_of
from tavoliere.search.players import Choice, Watcher, checked_root

GAIN = 500
"""An action that promises at least so much captures or gains something."""
MOST_PARTS = 8
Rows = MutableSequence[Actions]


@compiled
def wins_now(state: State, level: int, outs: Rows) -> bool:
    """Whether the player to act can win before the turn passes."""
    mover = state.turn
    out = outs[level]
    for place in range(state.actions(out)):
        after = state.play(out[place])
        if after.winner == mover:
            return True
        if after.winner == ONGOING and after.mid_turn() and level + 1 < len(outs) and wins_now(after, level + 1, outs):
            return True
    return False


@compiled
def survey(
    state: State, judge: Evaluation, level: int, gain: int, outs: Rows, turn: Actions, rng: Rng, best: Actions,
    choice: Actions, check: bool,
) -> None:  # fmt: skip
    """Go through all whole turns and keep one of the best; `best` holds its class, how many are as good, its length."""
    mover = state.turn
    out = outs[level]
    for place in range(state.actions(out)):
        action = out[place]
        after = state.play(action)
        turn[level] = action
        promised = judge.promise(state, action)
        total = gain + (promised if promised >= GAIN else 0)
        if after.winner == ONGOING and after.mid_turn() and level + 1 < MOST_PARTS:
            survey(after, judge, level + 1, total, outs, turn, rng, best, choice, check)
            continue
        if after.winner == mover:
            rank = 1 << 40
        elif after.winner != ONGOING and after.winner != DRAW:
            rank = -(1 << 40)
        else:
            rank = total
        if rank < best[0]:
            continue
        # A turn that loses at once comes last; it is looked for only where it would change the choice.
        if check and after.winner == ONGOING and wins_now(after, MOST_PARTS, outs):
            rank = -(1 << 39)
            if rank < best[0]:
                continue
        best[1] = best[1] + 1 if rank == best[0] else 1
        if rank > best[0] or below(rng, best[1]) == 0:
            best[0] = rank
            best[2] = level + 1
            for part in range(level + 1):
                choice[part] = turn[part]


class GreedyPlayer:
    """The yardstick of the lowest levels. It looks one turn ahead, for itself and for the next player."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = generator(seed)

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:  # noqa: ARG002
        root = checked_root(position)
        begun = time.perf_counter()
        outs = rows(2 * MOST_PARTS, root.game.facts.most_actions)
        best, choice = row(3), row(MOST_PARTS)
        best[0] = -(1 << 50)
        survey(
            root.state, judge_of(root.game), 0, 0, outs, row(MOST_PARTS), self._rng, best, choice, check=True
        )  # fmt: skip
        actions = [int(choice[part]) for part in range(best[2])]
        even = dict.fromkeys(root.game.players, 1 / len(root.game.players))
        move = root.actions_to_turn(actions)
        return Choice(move, even, 1, time.perf_counter() - begun, (move,))

    def stop(self) -> None:
        """It answers at once anyway."""
