"""Compiling the search for a game ahead of its first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tavoliere.core.compiled import generator, row
from tavoliere.core.position import Game
from tavoliere.search.mcts import new_tree, search


def search_kernels_of(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The search kernels of a game by name, each with a call that makes it compile, or load, and do nothing."""
    root = game.start().state
    yield (
        "tree search",
        lambda: search(root, 0, new_tree(1), 0, 0.7, 1, 0, row(1), 0, generator(1), row(1), row(1), row(1)),
    )
