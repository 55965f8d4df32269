"""Speed of the searches, in CPU time: tree search as a ratio to plain random games, threads, alpha-beta's
nodes by either judge.

The tree search and the random games are measured in turn within one run, and the ratio is the median.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import tavoliere as tv
from tavoliere.apps.cli.bench import Meter
from tavoliere.apps.cli.common import options_text, progress, told_of_compiling
from tavoliere.games import ruleset
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.judges import LEARNT, TERMS, learnt_of
from tavoliere.search.mcts_player import MctsPlayer, Style

SIMULATIONS = 50_000
NODES = 2_000_000


def simulations(game: tv.Game, seed: int) -> float:
    """Simulations in a CPU second of a search from the start: bounds and random games to their end, nothing else."""
    player = MctsPlayer(seed, Style(solver=False, longest=game.facts.random_game_cut), tree_nodes=4_000_000)
    begun = time.process_time()
    made = player.choose(game.start(), Budget(nodes=SIMULATIONS)).nodes
    return made / (time.process_time() - begun)


def random_games(game: tv.Game, seed: int, seconds: float) -> float:
    meter = Meter(game, seed)
    while meter.seconds < seconds:
        meter.measure(seconds / 4)
    return float(meter.speed()["playouts_per_second"])


def nodes(game: tv.Game, judge: str = TERMS) -> tuple[float, int]:
    """Nodes in a CPU second of alpha-beta from the start, evaluation and table on, and the depth it finished."""
    player = AlphaBetaPlayer(judged_by=judge)
    begun = time.process_time()
    choice = player.choose(game.start(), Budget(nodes=NODES))
    return choice.nodes / (time.process_time() - begun), choice.depth


def in_threads(game: tv.Game, threads: int) -> float:
    """Simulations in a second of real time, which says something on an idle machine only."""
    player = MctsPlayer(1, threads=threads)
    return player.choose(game.start(), Budget(seconds=1.0)).nodes


def learnt_judges(games: list[tv.Game], rounds: int) -> list[str]:
    """Nodes a second with learnt judges, and their ratio to the hand-made ones, measured in turn."""
    lines = []
    for game in games:
        pairs = [(nodes(game, LEARNT)[0], nodes(game)[0]) for _ in range(rounds)]
        speed, ratio = (
            statistics.median(column) for column in zip(*((new, new / old) for new, old in pairs), strict=True)
        )
        lines.append(f"{game.name:16}{speed:15,.0f} nodes/s with the learnt judge, {ratio:.2f} of the hand-made one")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default: 5)")
    arguments = parser.parse_args()
    games = [tv.game(name, **variant) for name in tv.games() for variant in ruleset(name).facts.variants]
    with told_of_compiling():
        for game in games:
            MctsPlayer(tree_nodes=1).choose(game.start(), Budget(nodes=1))
            AlphaBetaPlayer(table_entries=2).choose(game.start(), Budget(nodes=1))
            AlphaBetaPlayer(table_entries=2, judged_by=LEARNT).choose(game.start(), Budget(nodes=1))
            random_games(game, 0, 0.01)
    lines = [f"{'':16}{'simulations/s':>15}{'of random games':>17}{'alpha-beta nodes/s':>20}{'depth':>7}"]
    with progress("measuring", arguments.rounds * len(games)) as bar:
        for game in games:
            rows = []
            for seed in range(arguments.rounds):
                found = simulations(game, seed)
                rows.append((found, found / random_games(game, seed, 0.3), *nodes(game)))
                bar.advance(bar.task_ids[0])
            speed, ratio, searched, depth = (statistics.median(column) for column in zip(*rows, strict=True))
            lines.append(
                f"{game.name:16}{speed:15,.0f}{ratio:17.2f}{searched:20,.0f}{depth:7.0f}  {options_text(game)}".rstrip()
            )
    print("\n".join(lines))
    print("\n".join(["", *learnt_judges([game for game in games if learnt_of(game)], arguments.rounds)]))
    pairs = [(in_threads(games[-1], 1), in_threads(games[-1], 2)) for _ in range(arguments.rounds)]
    ratio = statistics.median(two / one for one, two in pairs)
    print(f"\nTwo threads make {ratio:.2f} times the simulations of one ({games[-1].name}, real time).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
