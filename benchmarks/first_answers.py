"""What the first answer of a level costs on a fresh machine, where nothing is compiled: CPU seconds in plain Python.

A level up to `PLAIN_LEVELS` answers so until its machine code is there. Each is asked in the same positions: the start
and some after random turns. With `--fresh` the whole way is measured instead, as somebody at a page or a terminal goes
it: a search process that has just been started, with an empty cache, from the question to the answer by the wall's
clock.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.search.meanwhile import PLAIN_LEVELS
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker

TURNS = (0, 1, 2, 3, 6, 10, 20)


def games() -> list[tv.Game]:
    """All games, each with the numbers of players that it has a ladder for."""
    return [tv.game(name, **variant) for name in tv.games() for variant in tv.game(name).facts.variants]


def positions_of(game: tv.Game) -> list[tv.Position]:
    """Positions some random turns into the game, always the same."""
    found = []
    for turns in TURNS:
        chance, position = random.Random(turns), game.start()
        while turns > 0 and position.outcome is None:
            position = position.act(chance.choice(position.actions()))
            turns -= not position.pending
        if position.outcome is None:
            found.append(position)
    return found


def plain_seconds(level: int, position: tv.Position) -> float:
    """The CPU time of an answer in plain Python."""
    spec = parse_spec(f"level:{level}").resolved(position.game)
    with plain_python():
        begun = time.process_time()
        spec.player(1).choose(position, spec.budget())
        return time.process_time() - begun


def fresh_seconds(level: int, position: tv.Position) -> float:
    """The time of an answer by a process that has nothing but the source."""
    with tempfile.TemporaryDirectory() as empty:
        os.environ["TAVOLIERE_CACHE_DIR"] = empty
        begun = time.perf_counter()
        with SearchWorker() as worker:
            worker.choose(parse_spec(f"level:{level}"), position, 1)
            return time.perf_counter() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="the whole way, by the clock on the wall, at the start")
    arguments = parser.parse_args()
    levels = range(1, PLAIN_LEVELS + 1)
    print(
        f"{'worst of ' + str(len(TURNS)) if not arguments.fresh else 'start':20}" + "".join(f"{n:>8}" for n in levels)
    )
    for game in games():
        row = []
        for level in levels:
            if arguments.fresh:
                row.append(fresh_seconds(level, game.start()))
            else:
                row.append(max(plain_seconds(level, position) for position in positions_of(game)))
        print(f"{f'{game.name}, {len(game.players)}':20}" + "".join(f"{seconds:8.2f}" for seconds in row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
