"""Whether a player can force a win within a number of turns, by trying everything.

It knows the rules and nothing else: no window, no table, no judge. The one thing it remembers is which action decided
last at the same distance, and that is tried first, which changes how long it takes and never what it finds.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from tavoliere.core.compiled import compiled
from tavoliere.core.game import DRAW, ONGOING, Actions, State

FAILED, FORCED, UNKNOWN = range(3)
USED, LIMIT, KNOWN = range(3)
BETWEEN = -1


class Slate(NamedTuple):
    """What is written on while everything is tried."""

    actions: MutableSequence[Actions]  # by ply
    past: Actions  # keys of the game so far, then of the plies; `BETWEEN` in the middle of a turn
    hints: Actions  # by ply, the action that decided last
    counts: Actions


@compiled
def result_after(after: State, ply: int, repetition: int, slate: Slate) -> int:
    """The winner after an action, `DRAW` after one that repeats a position too often, or `ONGOING`."""
    if repetition == 0 or after.winner != ONGOING:
        return after.winner
    here = slate.counts[KNOWN] + ply
    slate.past[here] = BETWEEN
    if after.mid_turn():
        return ONGOING
    key = after.key()
    slate.past[here] = key
    found = 1
    for earlier in range(here):
        if slate.past[earlier] == key:
            found += 1
    return DRAW if found >= repetition else ONGOING


@compiled
def listed_with_hint(state: State, ply: int, slate: Slate) -> int:
    """Put the actions of a state on the slate, the one that decided last at this ply first; how many they are."""
    actions = slate.actions[ply]
    count = state.actions(actions)
    slate.counts[USED] += count
    for place in range(1, count):
        if actions[place] == slate.hints[ply]:
            actions[place], actions[0] = actions[0], actions[place]
    return count


@compiled
def forces(state: State, me: int, turns: int, ply: int, repetition: int, slate: Slate) -> int:
    """Whether a player wins a game that goes on within so many turns of anybody, whatever all others do.

    `UNKNOWN` where the limit of nodes was reached before that was certain.
    """
    count = listed_with_hint(state, ply, slate)
    is_mine = state.turn == me
    decisive = FORCED if is_mine else FAILED
    found = FAILED if is_mine else FORCED
    for place in range(count):
        if slate.counts[USED] > slate.counts[LIMIT]:
            return UNKNOWN
        action = slate.actions[ply][place]
        after = state.play(action)
        winner = result_after(after, ply, repetition, slate)
        left = turns if after.mid_turn() else turns - 1
        if winner != ONGOING:
            result = FORCED if winner == me else FAILED
        elif left == 0:
            result = FAILED
        else:
            result = forces(after, me, left, ply + 1, repetition, slate)
        if result == decisive:
            slate.hints[ply] = action
            return decisive
        if result == UNKNOWN:
            found = UNKNOWN
    return found
