"""Compiling the search for a game ahead of its first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tavoliere.core.position import Game
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.greedy import GreedyPlayer
from tavoliere.search.judges import LEARNT, judge_of, learnt_of
from tavoliere.search.mcts_player import MctsPlayer, Style, get_ready_to_keep
from tavoliere.search.novice import NovicePlayer

LEAST = Budget(nodes=1)


def search_kernels_of(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """The search kernels of a game by name, each with a call that makes it compile, or load, and do next to nothing."""
    start = game.start()
    yield "random tree search", lambda: MctsPlayer(tree_nodes=1).choose(start, LEAST)
    if game.ruleset.evaluation is not None:
        judged = MctsPlayer(tree_nodes=1, style=Style(cut=0))
        yield "judged tree search", lambda: judged.choose(start, LEAST)
    yield "alpha-beta", lambda: AlphaBetaPlayer(table_entries=2, judge=judge_of(game)).choose(start, LEAST)
    if learnt_of(game) is not None:
        learnt = AlphaBetaPlayer(table_entries=2, judge=judge_of(game, LEARNT))
        yield "alpha-beta with the learnt judge", lambda: learnt.choose(start, LEAST)
    yield "glances", lambda: NovicePlayer(1).choose(start, LEAST)
    yield "greedy", lambda: GreedyPlayer().choose(start, LEAST)
    yield "kept trees", lambda: get_ready_to_keep(start)
