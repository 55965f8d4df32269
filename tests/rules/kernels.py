"""The smallest compiled functions over a state: each does what the method of the same purpose does.

`engine.py` loads this file by itself, because the cache keys a kernel by the text of its whole package: as a part of
`tests`, these would be compiled again whenever any test is edited.
"""

from collections.abc import MutableSequence

from tavoliere.core.compiled import compiled
from tavoliere.core.game import DRAW, ONGOING, Actions, State
from tavoliere.core.rng import Rng
from tavoliere.core.table import table
from tavoliere.games.pathwayz.rules import Pathwayz, chained

ROW = table((2, 3, 5))


@compiled
def list_actions(state: State, out: Actions) -> int:
    return state.actions(out)


@compiled
def play_one(state: State, action: int) -> State:
    return state.play(action)


@compiled
def key_of(state: State) -> int:
    return state.key()


@compiled
def is_mid_turn(state: State) -> bool:
    return state.mid_turn()


@compiled
def uncounted(state: State) -> State:
    return state.uncounted()


@compiled
def told_by(state: State, action: int) -> int:
    return state.told(action)


@compiled
def random_one(state: State, rng: Rng, out: Actions) -> int:
    return state.random_action(rng, out)


@compiled
def ends_of_pathwayz(root: Pathwayz, games: int, rng: Rng, out: Actions, tally: Actions) -> int:
    """Count random games: in `tally` draws, wins of the player who did not move last, and boards with both chains."""
    for _ in range(games):
        state = root
        while state.winner == ONGOING:
            state = state.play(state.random_action(rng, out))
        if state.winner == DRAW:
            tally[0] += 1
        elif state.winner == state.turn:
            tally[1] += 1
        if chained(state.white) and chained(state.black):
            tally[2] += 1
    return games


@compiled
def can_force(state: State, turns: int, player: int, outs: MutableSequence[Actions], level: int) -> bool:
    """Whether a player can win within so many turns whatever the others do; every turn is one action."""
    if state.winner != ONGOING:
        return state.winner == player
    if turns == 0:
        return False
    out = outs[level]
    count = state.actions(out)
    for place in range(count):
        if can_force(state.play(out[place]), turns - 1, player, outs, level + 1) == (state.turn == player):
            return state.turn == player
    return state.turn != player


@compiled
def entry_of_row(index: int) -> int:
    """An entry of a table of three; any other index is out of range."""
    return ROW[index]
