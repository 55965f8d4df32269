"""One recorded game, position by position: what each mover saw, with every action checked against the rules."""

from __future__ import annotations

from typing import Any

from tavoliere.core.compiled import compiled
from tavoliere.core.game import ONGOING
from tavoliere.core.rows import load
from tavoliere.gym.kernels.batch import Setting, show


@compiled
def unroll(
    cls: Any,
    lens: Any,
    words: Any,
    actions: Any,
    observation: Any,
    players: Any,
    keys: Any,
    out: Any,
    cells: Any,
    setting: Setting,
) -> tuple[int, int]:
    """Show the position before each action, from the state in the first row of words.

    Returns how many actions were legal, and the winner after them. `keys` has room for the keys of all positions.
    """
    state = load(cls, words, 0)
    keys[0] = state.key()
    turns, seen = 1, 1
    for place in range(len(actions)):
        action = int(actions[place])
        if state.winner != ONGOING or not state.allows(action, out):
            return place, state.winner
        players[place] = state.turn
        show(state, lens, seen, state.turn, observation[place], cells, setting)
        state = state.play(action)
        if setting.repetition > 0 and not state.mid_turn():
            key, seen = state.key(), 1
            for turn in range(turns):
                if keys[turn] == key:
                    seen += 1
            keys[turns] = key
            turns += 1
    return len(actions), state.winner
