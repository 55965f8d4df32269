"""Counting over random games, for proving what a game says about itself: limits reached, and actions drawn."""

from __future__ import annotations

from tavoliere.core.compiled import compiled
from tavoliere.core.game import ONGOING, Actions, State
from tavoliere.core.rng import Rng

LEGAL, IN_A_TURN, IN_A_GAME = 0, 1, 2
EXTREMES = 3


@compiled
def extremes(root: State, games: int, longest: int, rng: Rng, out: Actions, most: Actions) -> int:
    """Play random games and keep in `most`: legal actions of a state, actions of a turn, actions of a game."""
    for _ in range(games):
        state = root
        played = 0
        in_turn = 0
        while state.winner == ONGOING and played < longest:
            most[LEGAL] = max(most[LEGAL], state.actions(out))
            state = state.play(state.random_action(rng, out))
            played += 1
            in_turn += 1
            most[IN_A_TURN] = max(most[IN_A_TURN], in_turn)
            if not state.mid_turn():
                in_turn = 0
        most[IN_A_GAME] = max(most[IN_A_GAME], played)
    return games


@compiled
def draw_many(state: State, draws: int, rng: Rng, out: Actions, tally: Actions) -> int:
    """Count the actions that many calls of `random_action` give."""
    for _ in range(draws):
        tally[state.random_action(rng, out)] += 1
    return draws


@compiled
def list_and_ask(state: State, actions: int, out: Actions, allowed: Actions) -> int:
    """Write 1 to `allowed` for each action that the state allows, then its list to `out`, as `listed` has it."""
    for action in range(actions):
        allowed[action] = 1 if state.allows(action, out) else 0
    return state.listed(out)
