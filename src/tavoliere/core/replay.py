"""Checking a whole game in one go: are its turns legal, and where does it end?"""

from __future__ import annotations

from tavoliere.core.compiled import compiled
from tavoliere.core.game import ONGOING, Actions, State

PARTS = 2
ABSENT = -1


@compiled
def replay(
    root: State, parts: Actions, told: Actions, implied: Actions, out: Actions, keys: Actions
) -> tuple[int, int, int]:
    """Play whole turns of up to two parts; returns how many were legal, and winner and reason then.

    `parts` holds two actions a turn, the second one `ABSENT` if there is none. `told` holds what their texts say
    beyond the numbers. Where `implied` is 1, the second part may be left over because its text is empty. The key after
    each turn goes to `keys`, whose first place is the key of the root.
    """
    state = root
    keys[0] = state.key()
    turns = len(implied)
    for turn in range(turns):
        if state.winner != ONGOING:
            return turn, state.winner, state.reason
        for part in range(PARTS):
            place = PARTS * turn + part
            action = parts[place]
            if part > 0 and not state.mid_turn():
                if action != ABSENT and implied[turn] == 0:
                    return turn, ONGOING, 0
                break
            legal = False
            for number in range(state.actions(out)):
                if out[number] == action:
                    legal = True
            if not legal or state.told(action) != told[place]:
                return turn, ONGOING, 0
            state = state.play(action)
        if state.mid_turn():
            return turn, ONGOING, 0
        keys[turn + 1] = state.key()
    return turns, state.winner, state.reason
