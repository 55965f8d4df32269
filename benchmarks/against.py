"""This checkout against another one, at equal work: random games, alpha-beta and tree search in CPU time.

The two take turns, a process each, so that a machine that is shared or changes its clock treats both alike. What is
shown is old over new: above 1 this checkout is faster. Same seeds must give the same number of nodes; whoever changes
what a search does will see it here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROUND = """
import json, time
import tavoliere as tv
from tavoliere.apps.cli.bench import Meter
from tavoliere.games import ruleset
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer

def spent(work):
    begun = time.process_time()
    done = work()
    return time.process_time() - begun, done

def games(meter):
    meter.measure({seconds})
    return 1 / float(meter.speed()["playouts_per_second"])

found = {{}}
for name in {names}:
    for variant in ruleset(name).facts.variants:
        game = tv.game(name, **variant)
        title = " ".join([name, *(f"{{key}}={{value}}" for key, value in variant.items())])
        meter = Meter(game, 1)
        found[title + ", random games"] = (games(meter), 0)
        for kind, make, nodes in (("alpha-beta", AlphaBetaPlayer, 400_000), ("tree search", MctsPlayer, 20_000)):
            make(1).choose(game.start(), Budget(nodes=200))  # machine code is there before the clock runs
            taken, choice = spent(lambda: make(1).choose(game.start(), Budget(nodes=nodes)))
            found[f"{{title}}, {{kind}}"] = (taken, choice.nodes)
print(json.dumps(found))
"""


def measured(checkout: Path, names: list[str], seconds: float) -> dict[str, tuple[float, int]]:
    """One round of a checkout, in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
    code = ROUND.format(names=names, seconds=seconds)
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return {what: (taken, nodes) for what, (taken, nodes) in json.loads(ran.stdout).items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="a checkout of another commit, for instance from `git worktree add`")
    parser.add_argument("--rounds", type=int, default=15, help="how often each takes its turn (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of random games a round (default: 0.3)")
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    arguments = parser.parse_args()
    if not (arguments.other / "src" / "tavoliere").is_dir():
        parser.error(f"{arguments.other} is no checkout: it has no src/tavoliere")
    names = arguments.game or ["never-alone", "pathwayz", "pit", "pit-of-pillars", "tablut"]
    ratios: dict[str, list[float]] = {}
    for number in range(arguments.rounds):
        old, new = (measured(place, names, arguments.seconds) for place in (arguments.other, HERE))
        for what in sorted(old.keys() & new.keys()):
            ratios.setdefault(what, []).append(old[what][0] / new[what][0])
            if old[what][1] != new[what][1]:
                print(f"{what}: {old[what][1]} nodes there, {new[what][1]} here", file=sys.stderr)
        print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr)
    for what, of_rounds in ratios.items():
        middle = statistics.median(of_rounds)
        print(f"{what:45} {middle:5.2f}  ({min(of_rounds):.2f} to {max(of_rounds):.2f})")
    whole = [statistics.median(of_rounds) for of_rounds in ratios.values()]
    print(f"{'the median of all':45} {statistics.median(whole):5.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
