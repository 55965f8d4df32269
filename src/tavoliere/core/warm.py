"""Compiling everything a game needs, one kernel at a time, so that later calls start at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tavoliere.core.compiled import generator, row, rows
from tavoliere.core.perft import count_turns
from tavoliere.core.playouts import TALLY_LENGTH, playouts
from tavoliere.core.position import Game
from tavoliere.core.replay import replay
from tavoliere.core.trace import UNIFORM, trace


def kernels_of(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The kernels of a game by name, each with a call that makes it compile, or load, and do next to nothing."""
    root = game.start().state
    out, scratch = row(game.facts.most_actions), row(game.facts.most_actions)
    yield "random games", lambda: playouts(root, 0, 1, generator(1), out, row(TALLY_LENGTH))
    yield "perft", lambda: count_turns(root, 0, rows(1, 1), 0)
    yield "checking", lambda: replay(root, row(0), row(0), row(0), out, row(1))
    yield "traces", lambda: trace(root, UNIFORM, generator(1), out, scratch, row(0), row(0), row(1))
