"""All whole turns of a position, and which of them a greedy player takes: compiled for each game and evaluation."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from tavoliere.core.compiled import compiled, row, rows
from tavoliere.core.game import DRAW, ONGOING, Actions, Evaluation, State
from tavoliere.core.rng import Rng, below

GAIN = 500
"""An action that promises at least so much captures or gains something; by so much less it gives away."""
MOST_PARTS = 8
Rows = MutableSequence[Actions]


class Desk(NamedTuple):
    """What a survey writes on: for each part of a turn its actions, how many, which is next, and what was gained.

    Parts are walked through in a loop, because machine code that calls itself does not survive the disk cache here.
    """

    outs: Rows
    counts: Actions
    places: Actions
    gains: Actions


def new_desk(most_actions: int) -> Desk:
    return Desk(rows(MOST_PARTS, most_actions), row(MOST_PARTS), row(MOST_PARTS), row(MOST_PARTS))


@compiled
def replayed(root: State, level: int, desk: Desk) -> State:
    """The state after the parts chosen on the levels before one."""
    state = root
    for part in range(level):
        state = state.play(desk.outs[part][desk.places[part] - 1])
    return state


@compiled
def wins_now(root: State, desk: Desk) -> bool:
    """Whether the player to act can win before the turn passes."""
    mover = root.turn
    state = root
    level = 0
    desk.counts[0] = root.actions(desk.outs[0])
    desk.places[0] = 0
    while level >= 0:
        if desk.places[level] == desk.counts[level]:
            level -= 1
            if level >= 0:
                state = replayed(root, level, desk)
            continue
        after = state.play(desk.outs[level][desk.places[level]])
        desk.places[level] += 1
        if after.winner == mover:
            return True
        if after.winner == ONGOING and after.mid_turn() and level + 1 < MOST_PARTS:
            level += 1
            state = after
            desk.counts[level] = after.actions(desk.outs[level])
            desk.places[level] = 0
    return False


@compiled
def rank_of(after: State, mover: int, total: int) -> int:
    """How good a whole turn is: a win, a loss, or what it gains."""
    if after.winner == mover:
        return 1 << 40
    return total if after.winner == ONGOING or after.winner == DRAW else -(1 << 40)


@compiled
def survey(root: State, judge: Evaluation, desk: Desk, other: Desk, rng: Rng, best: Actions, choice: Actions) -> None:
    """Go through all whole turns and keep one of the best; `best` holds its class, how many are as good, its length."""
    mover = root.turn
    state = root
    level = 0
    desk.counts[0] = root.actions(desk.outs[0])
    desk.places[0] = desk.gains[0] = 0
    while level >= 0:
        if desk.places[level] == desk.counts[level]:
            level -= 1
            if level >= 0:
                state = replayed(root, level, desk)
            continue
        action = desk.outs[level][desk.places[level]]
        desk.places[level] += 1
        after = state.play(action)
        promised = judge.promise(state, action)
        total = desk.gains[level] + (promised if promised >= GAIN or promised <= -GAIN else 0)
        if after.winner == ONGOING and after.mid_turn() and level + 1 < MOST_PARTS:
            level += 1
            state = after
            desk.counts[level] = after.actions(desk.outs[level])
            desk.places[level] = 0
            desk.gains[level] = total
            continue
        rank = rank_of(after, mover, total)
        # A turn that loses at once comes last; it is looked for only where it would change the choice.
        if rank >= best[0] and after.winner == ONGOING and wins_now(after, other):
            rank = -(1 << 39)
        if rank < best[0]:
            continue
        best[1] = best[1] + 1 if rank == best[0] else 1
        if rank > best[0] or below(rng, best[1]) == 0:
            best[0] = rank
            best[2] = level + 1
            for part in range(level + 1):
                choice[part] = desk.outs[part][desk.places[part] - 1]
