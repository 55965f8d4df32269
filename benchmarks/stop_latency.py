"""How long players think on after they are told to stop, in this process and in a search process.

python benchmarks/stop_latency.py

Half of the words come in the first milliseconds, when a search may still be getting ready, half after 0.2 seconds and
more. The aim is an answer within 50 ms. Nothing is asserted: a busy machine is no fault of the search.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable

import tavoliere as tv
from tavoliere.search.players import Choice
from tavoliere.search.specs import Spec, parse_spec
from tavoliere.search.worker import SearchWorker

SPECS = (
    "mcts:seconds=60", "mcts:seconds=60,cut=0,priors=1", "mcts:seconds=60,threads=2", "mcts:seconds=60,keep=1",
    "alphabeta:seconds=60", "alphabeta:seconds=60,multi=8",
)  # fmt: skip
LONGEST = 60.0


def measured(choose: Callable[[], Choice], stop: Callable[[], None], begun: float) -> float:
    """Seconds from the word to the answer, the word given a while after the question."""
    ended: list[float] = []

    def ask() -> None:
        choose()
        ended.append(time.perf_counter())

    thinking = threading.Thread(target=ask, daemon=True)
    thinking.start()
    time.sleep(begun)
    told = time.perf_counter()
    stop()
    thinking.join(LONGEST)
    return ended[0] - told if ended else LONGEST


def latencies(spec: Spec, position: tv.Position, rounds: int) -> tuple[list[float], list[float]]:
    """In this process, and through a search process."""
    resolved = spec.resolved(position.game)
    here, there = [], []
    first = parse_spec(spec.text.replace("seconds=60", "nodes=5"))
    first.player(1).choose(position, first.budget())
    with SearchWorker() as worker:
        worker.choose(first, position, 1)
        for number in range(2 * rounds):
            begun = 0.002 * number if number % 2 else 0.2 + 0.03 * number
            player = resolved.player(number)
            here.append(measured(lambda: player.choose(position, resolved.budget()), player.stop, begun))  # noqa: B023
            there.append(measured(lambda: worker.choose(spec, position, 1), worker.stop, begun))
    return here, there


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how many early and how many late stops (default: 5)")
    rounds = parser.parse_args().rounds
    print("milliseconds to the answer after stop: median and worst, in this process and in a search process")
    for name in tv.games():
        position = tv.game(name).start()
        for text in SPECS:
            print(f"measuring {name} {text}", file=sys.stderr)
            for place, times in zip(("here", "process"), latencies(parse_spec(text), position, rounds), strict=True):
                middle, worst = 1000 * statistics.median(times), 1000 * max(times)
                print(f"{name:15} {text:32} {place:8} {middle:7.1f} {worst:7.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
