"""Positions of a game by machine code: for whoever plays through millions of them one at a time.

Rules run plain wherever people play, and no process compiles anything because somebody looks at a position. `speed_up`
is how a process says that it wants it otherwise for one game. Nothing changes but the time: what machine code answers
is what the plain rules answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tavoliere.core.compiled import compiled, in_plain_block, row, runs_plain
from tavoliere.core.game import Actions, State


@compiled
def list_actions(state: State, out: Actions) -> int:
    """The legal actions of a state."""
    return state.listed(out)


@compiled
def play_action(state: State, action: int) -> State:
    """The state after a legal action."""
    return state.play(action)


class Quick(NamedTuple):
    """Machine code for one class of states."""

    listed: Callable[[Any, Actions], int]
    played: Callable[[Any, int], Any]


QUICK: dict[type[Any], Quick] = {}
"""The classes of states that this process has machine code for, by `speed_up`."""


def speed_up(start: State, most_actions: int) -> bool:
    """Let positions with states like this one use machine code from now on; False where there is none to be had."""
    if runs_plain():
        return False
    cls = type(start)
    if cls not in QUICK:
        out = row(most_actions)
        QUICK[cls] = Quick(list_actions.entry(start, out), play_action.entry(start, 0))
    return True


def quick_actions(state: State, most_actions: int) -> list[int] | None:
    """The legal actions by machine code; None where there is none."""
    quick = QUICK.get(type(state))
    if quick is None or in_plain_block():
        return None
    out: Any = row(most_actions)
    return out[: quick.listed(state, out)].tolist()  # type: ignore[no-any-return]


def quick_play(state: Any, action: int) -> Any:
    """The state after a legal action, by machine code where there is some."""
    quick = QUICK.get(type(state))
    return state.play(action) if quick is None or in_plain_block() else quick.played(state, action)
