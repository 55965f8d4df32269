"""Players for programs: named by a text, asked for a turn, thinking in the process that asks.

Nothing of the search is imported before somebody asks for a player.
"""

from __future__ import annotations

import contextlib
import functools
import operator
from typing import TYPE_CHECKING

from tavoliere.core.compiled import plain_python, runs_plain
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said

if TYPE_CHECKING:
    from tavoliere.search.meanwhile import Meanwhile
    from tavoliere.search.players import Choice, Player
    from tavoliere.search.specs import Spec


@functools.cache
def meanwhile() -> Meanwhile:
    """What compiles for all opponents of this process while they answer without."""
    from tavoliere.search.meanwhile import Meanwhile

    return Meanwhile()


class Opponent:
    """Somebody who chooses turns of any game, made by `tavoliere.player`.

    The same name, seed and game so far give the same turns on any machine, as long as the thinking is not limited by
    seconds. What has to be compiled at first is not taken from a budget of seconds. Levels that search little do not
    wait for it: they answer in plain Python, while another program compiles.
    """

    def __init__(self, spec: Spec, seed: int) -> None:
        self.spec, self.seed = spec, seed
        self._players: dict[Game, Player] = {}
        self._prepared: set[Game] = set()
        self._thinking: Player | None = None

    def __repr__(self) -> str:
        return f"<Opponent {self.spec.text} seed={self.seed}>"

    def choose(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> Choice:
        """A whole turn for a position, or for the position before the turn where one has begun.

        Limits that are given take the place of the player's own. A `ValueError` says what is wrong: the game is over,
        or a limit is no limit.
        """
        from tavoliere.search.players import checked_root

        root = checked_root(checked_position(position))
        spec = self._limited(self.spec.resolved(root.game), seconds, nodes, depth)
        if root.game not in self._players:
            self._players[root.game] = spec.player(self.seed)
        if root.game not in self._prepared:
            self._prepare(spec, root)
        player = self._players[root.game]
        self._thinking = player
        with plain_python() if self._answers_plainly(spec, root) else contextlib.nullcontext():
            return player.choose(root, spec.budget())

    def _answers_plainly(self, spec: Spec, root: Position) -> bool:
        """Whether this turn is found sooner without machine code, which is then on its way."""
        from tavoliere.search.meanwhile import is_quick_in_python

        if runs_plain() or spec != self.spec.resolved(root.game) or not is_quick_in_python(spec):
            return False
        if meanwhile().is_ready(spec, root):
            return False
        meanwhile().begin(spec, root)
        return True

    def stop(self) -> None:
        """Let a search under way in another thread answer at once."""
        thinking = self._thinking
        if thinking is not None:
            thinking.stop()

    def _limited(self, spec: Spec, seconds: float | None, nodes: int | None, depth: int | None) -> Spec:
        from tavoliere.search.budget import Budget

        if seconds is None and nodes is None and depth is None:
            return spec
        return spec.within(Budget(seconds, nodes, depth))

    def _prepare(self, spec: Spec, root: Position) -> None:
        """Compile, or load, what a player needs before its clock runs, if there is one."""
        from tavoliere.search.specs import KINDS

        if spec.budget().seconds is not None and KINDS[spec.kind].is_compiled and not runs_plain():
            glance = spec.at_a_glance(root.game)
            glance.player(1).choose(root, glance.budget())
            self._prepared.add(root.game)


def player(name: str, *, seed: int = 1) -> Opponent:
    """A player by name: `level:1` to `level:10`, `champion:seconds=2`, `alphabeta:nodes=5000`, `mcts`, `random`.

    It plays any game. A `ValueError` shows how players are written.

    >>> import tavoliere as tv
    >>> position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    >>> choice = tv.player("alphabeta:nodes=500").choose(position)
    >>> choice.move, choice.proven
    ('c5-c1', 'win')
    >>> tv.player("levle:5")
    Traceback (most recent call last):
    ...
    ValueError: there is no player 'levle:5'; did you mean 'level'? Players are written like ...
    """
    from tavoliere.search.specs import parse_spec

    checked_name(name)
    return Opponent(parse_spec(name), checked_seed(seed))


def checked_name(name: object) -> None:
    """Refuse what names no player that thinks here."""
    if not isinstance(name, str):
        raise ValueError(Said("a player is named by a text like 'level:5', not by {name}", name=repr(name)))
    if name.startswith(("ugi:", "ugi(")):
        raise ValueError(Said("{name} is another program; tavoliere.play.players lets it play", name=repr(name)))


def checked_seed(seed: object) -> int:
    """Any whole number is a seed."""
    try:
        return operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(Said("a seed is a whole number, not {seed}", seed=repr(seed))) from None


def checked_position(position: object) -> Position:
    """A position, and nothing that only looks like one."""
    if not isinstance(position, Position):
        raise ValueError(
            Said(
                "a position comes from game.start() or game.position(text), and {position} is none",
                position=f"{position!r:.200}",
            )
        )
    return position
