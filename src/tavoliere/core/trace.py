"""A seeded game written down step by step, for comparing engines: actions, numbers of legal actions, keys.

Uniformly random games end early or go nowhere; the other styles look one action ahead and steer towards long games,
towards positions with few choices (captures, enclosures, forced moves) or with many.
"""

from __future__ import annotations

from tavoliere.core.compiled import compiled
from tavoliere.core.game import ONGOING, Actions, State
from tavoliere.core.rng import Rng, below

UNIFORM, LONG, TIGHT, LOOSE = 0, 1, 2, 3
STYLES = (UNIFORM, LONG, TIGHT, LOOSE)
CANDIDATES = 4
ENDED = -1000000


@compiled
def appeal(state: State, style: int, scratch: Actions) -> int:
    """How much a style likes to come to a state."""
    if state.winner != ONGOING:
        return ENDED
    if style == LONG:
        return 0
    choices = state.actions(scratch)
    return -choices if style == TIGHT else choices


@compiled
def chosen(state: State, count: int, style: int, rng: Rng, out: Actions, scratch: Actions) -> int:
    """One of the legal actions in `out`: a random one, or the one of a few random ones that the style likes best."""
    best = out[below(rng, count)]
    if style == UNIFORM:
        return best
    liked = appeal(state.play(best), style, scratch)
    for _ in range(CANDIDATES - 1):
        action = out[below(rng, count)]
        liking = appeal(state.play(action), style, scratch)
        if liking > liked:
            best, liked = action, liking
    return best


@compiled
def trace(
    root: State, style: int, rng: Rng, out: Actions, scratch: Actions, actions: Actions, counts: Actions, keys: Actions
) -> int:
    """Play one game and write each step down; returns the number of steps. It stops when the rows are full.

    The row of keys, one longer than the others, also gets the key of the last state. Repetition is not applied.
    """
    state = root
    steps = 0
    while state.winner == ONGOING and steps < len(actions):
        count = state.actions(out)
        action = chosen(state, count, style, rng, out, scratch)
        actions[steps] = action
        counts[steps] = count
        keys[steps] = state.key()
        state = state.play(action)
        steps += 1
    keys[steps] = state.key()
    return steps
