"""Random games: all legal actions of a state equally likely at every step (not all whole turns)."""

from __future__ import annotations

from tavoliere.core.compiled import compiled
from tavoliere.core.game import DRAW, ONGOING, Actions, State
from tavoliere.core.rng import Rng

CUT = DRAW + 1
ACTIONS_PLAYED = CUT + 1
TALLY_LENGTH = ACTIONS_PLAYED + 1


@compiled
def playouts(root: State, games: int, longest: int, rng: Rng, out: Actions, tally: Actions) -> int:
    """Play random games from a state and count them by winner in `tally`; games are cut after `longest` actions.

    The repetition rule is not applied. Places 0 to 3 of the tally are the players, then `DRAW`, `CUT` and
    `ACTIONS_PLAYED`. Returns the number of actions played.
    """
    played = 0
    for _ in range(games):
        state = root
        steps = 0
        while state.winner == ONGOING and steps < longest:
            state = state.play(state.random_action(rng, out))
            steps += 1
        if state.winner == ONGOING:
            tally[CUT] += 1
        else:
            tally[state.winner] += 1
        played += steps
    tally[ACTIONS_PLAYED] += played
    return played
