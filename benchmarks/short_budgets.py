"""What a turn with a small budget costs in the public players, as a ratio to the bare loop, in CPU time of one run.

The bare loop is that of the tuner's contests: a search for each action on a desk that is kept, nothing else. The public
players add the position before the turn, its lines in the game's notation, and a desk as good as new for each turn.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

import tavoliere as tv
from tavoliere.apps.cli.common import told_of_compiling
from tavoliere.search.contest import TABLE_ENTRIES, thought
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels.alphabeta import new_desk
from tavoliere.search.specs import parse_spec

BUDGETS = (200, 2_000, 20_000)
POSITIONS = 8


def positions_of(game: tv.Game) -> list[tv.Position]:
    """Positions some random turns into the game, always the same."""
    chance, found = random.Random(7), []
    while len(found) < POSITIONS:
        position, turns = game.start(), chance.randrange(8)
        while turns > 0 and position.outcome is None:
            position = position.act(chance.choice(position.actions()))
            turns -= not position.pending
        if position.outcome is None:
            found.append(position)
    return found


def public_turns(positions: list[tv.Position], nodes: int) -> None:
    """A turn in each position as a seat is asked for it: a new player each time."""
    spec = parse_spec(f"alphabeta:nodes={nodes}")
    for position in positions:
        spec.player(1).choose(position, spec.budget())


def bare_turns(positions: list[tv.Position], nodes: int) -> None:
    """The same turns by the bare loop."""
    game = positions[0].game
    facts, players, judge = game.facts, len(game.players), judge_of(game)
    desk = new_desk(facts.most_actions, facts.action_count, players, [], TABLE_ENTRIES)
    for position in positions:
        state, is_begun = position.state, False
        while not is_begun or (state.winner < 0 and state.mid_turn()):
            thought(state, judge, players, nodes, 0, desk)
            state, is_begun = state.play(int(desk.roots[0])), True


def milliseconds(turns: Callable[[list[tv.Position], int], None], positions: list[tv.Position], nodes: int) -> float:
    begun = time.process_time()
    turns(positions, nodes)
    return 1000 * (time.process_time() - begun) / len(positions)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often both are measured, in turn (default: 15)")
    arguments = parser.parse_args()
    print(f"{'':16}{'nodes':>8}{'public, ms':>12}{'bare, ms':>10}{'ratio':>8}")
    for name in tv.games():
        positions = positions_of(tv.game(name))
        with told_of_compiling():
            for turns in (public_turns, bare_turns):
                turns(positions[:1], 10)
        for nodes in BUDGETS:
            rounds = [
                (milliseconds(public_turns, positions, nodes), milliseconds(bare_turns, positions, nodes))
                for _ in range(arguments.rounds)
            ]
            public, bare = (statistics.median(column) for column in zip(*rounds, strict=True))
            ratio = statistics.median(ours / theirs for ours, theirs in rounds)
            print(f"{name:16}{nodes:8,}{public:12.2f}{bare:10.2f}{ratio:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
