"""What stands between two searches of a contest: a desk made ready, what it has found, a position that repeats."""

from __future__ import annotations

from tavoliere.core.compiled import compiled
from tavoliere.core.game import State
from tavoliere.search.kernels.alphabeta import (
    DEEPEST,
    FINISHED,
    FIRST_RANK,
    KNOWN,
    LIMIT,
    NEVER_REPEATED,
    NODES,
    REPEATED,
    ROOT_ACTIONS,
    SEEN_MASK,
    Desk,
    drawing_occurrence,
)


@compiled
def prepared(state: State, nodes: int, desk: Desk) -> int:
    """Put the actions of a state on the desk for a search of so many nodes; how many they are."""
    count = state.actions(desk.roots)
    desk.counts[ROOT_ACTIONS] = count
    desk.counts[NODES] = desk.counts[FINISHED] = 0
    desk.counts[LIMIT] = nodes
    desk.counts[DEEPEST] = 1
    desk.counts[REPEATED] = NEVER_REPEATED
    for place in range(count):
        desk.efforts[place] = 0
    return count


@compiled
def settled(desk: Desk) -> bool:
    """After an iteration put its best action in front for the next; whether it has found one at all."""
    desk.counts[DEEPEST] += 1
    desk.counts[REPEATED] = NEVER_REPEATED
    if desk.lengths[0] == 0:
        return False
    best = desk.line[0][0]
    for place in range(desk.counts[ROOT_ACTIONS]):
        desk.roots[place], desk.efforts[place] = desk.actions[0][place], desk.ranks[0][place]
        if desk.roots[place] == best:
            desk.roots[place], desk.efforts[place] = desk.roots[0], desk.efforts[0]
            desk.roots[0], desk.efforts[0] = best, FIRST_RANK
    return True


@compiled
def repeats(key: int, repetition: int, desk: Desk) -> bool:
    """Whether a position after a turn draws the game by repetition; otherwise the desk remembers it."""
    known = desk.counts[KNOWN]
    if drawing_occurrence(desk, known, key, repetition) >= 0:
        return True
    desk.past[known] = key
    desk.seen[key & SEEN_MASK] += 1
    desk.counts[KNOWN] = known + 1
    return False
