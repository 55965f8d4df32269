"""Players: whoever chooses turns. One protocol for all of them, so that any can take any seat.

The same position, seed and budget of nodes or depth give the same choice, compiled or not. A player that keeps
something between turns (a tree search asked to) says so.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Protocol

from tavoliere.core.compiled import generator, row
from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.search.budget import Budget

Clock = Callable[[], float]
SHOWN_ALTERNATIVES = 5
LONGEST_SHOWN_LINE = 12


@dataclasses.dataclass(frozen=True)
class Alternative:
    """A turn that was considered, with the mover's chances and the line that it begins, as whole turns."""

    text: str
    value: float
    visits: int = 0
    line: tuple[str, ...] = ()
    proven: str = ""


@dataclasses.dataclass(frozen=True)
class Choice:
    """A whole turn and how it was found."""

    move: str
    values: dict[str, float]
    """What each player can expect, between 0 and 1."""
    nodes: int
    seconds: float
    line: tuple[str, ...]
    """The principal line as whole turns, the chosen one first."""
    alternatives: tuple[Alternative, ...] = ()
    """The best turns, the chosen one first."""
    proven: str = ""
    """`win`, `loss` or `draw` for the mover if the result is certain."""
    depth: int = 0
    """How many actions deep the search looked everywhere (alpha-beta) or at most (tree search)."""


Watcher = Callable[[Choice], None]
"""Called now and then while a player thinks, with its best choice so far."""


class Player(Protocol):
    """Somebody who chooses turns. `stop` may be called from another thread; the answer then comes at once."""

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:
        """A turn for the position before the turn, which must not be over."""

    def stop(self) -> None:
        """Answer as soon as possible with the best turn so far."""


class RandomPlayer:
    """Plays random actions, all legal ones of each step equally likely."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = generator(seed)

    def choose(self, position: Position, budget: Budget, watch: Watcher | None = None) -> Choice:  # noqa: ARG002
        root = checked_root(position)
        out = row(root.game.facts.most_actions)
        state = root.state
        actions: list[int] = []
        while not actions or state.mid_turn():
            action = int(state.random_action(self._rng, out))
            actions.append(action)
            state = state.play(action)
        even = dict.fromkeys(root.game.players, 1 / len(root.game.players))
        move = root.actions_to_turn(actions)
        return Choice(move, even, 0, 0.0, (move,))

    def stop(self) -> None:
        """There is nothing to stop."""


def checked_root(position: Position) -> Position:
    """The position before the turn; a finished game has no turn to choose."""
    root = position.before_turn()
    if root.outcome is not None:
        raise ValueError(Said("the game is over ({outcome}), so there is no turn to choose", outcome=str(root.outcome)))
    return root


def position_after(position: Position, action: int) -> Position | None:
    """The position after an action, or None where it is not legal: to try one is faster than to list all."""
    if action < 0 or position.outcome is not None:
        return None
    try:
        return position.act(action)
    except IllegalMove:
        return None


Act = Callable[[Position, int], Position | None]


def turns_of(
    root: Position, actions: list[int], most: int = LONGEST_SHOWN_LINE, act: Act = position_after
) -> tuple[str, ...]:
    """A line of actions as whole turns; a turn left unfinished at the end is dropped."""
    turns: list[str] = []
    notation, position, begun = root.game.ruleset.notation, root, list[str]()
    for action in actions:
        after = act(position, action)
        if after is None:
            break
        begun.append(notation.action_text(position.state, action))
        position = after
        if not position.pending:
            turns.append(notation.turn_text(begun))
            begun = []
            if len(turns) == most:
                break
    return tuple(turns)
