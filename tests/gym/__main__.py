"""Batches against positions for as long as you like: `python -m tests.gym [--actions N]`, for every variant. With
`--suites` it runs the suites of PettingZoo, Gymnasium and OpenSpiel in every variant instead.

The tests do the same with fewer actions; this is for before a release, and whenever a kernel of the gym has changed.
"""

from __future__ import annotations

import argparse

from tests.gym.suites import suites
from tests.gym.test_batch import VARIANTS, compare, made

GAMES = 50


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.gym", description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000, help="of each variant (default: 100000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=[name for name, _ in VARIANTS], help="only this game")
    parser.add_argument("--suites", action="store_true", help="the suites of the libraries that the gym speaks to")
    chosen = parser.parse_args()
    for variant in VARIANTS:
        if chosen.game and variant[0] not in chosen.game:
            continue
        if chosen.suites:
            for title, seconds in suites(variant):
                print(f"{variant[0]} {dict(variant[1])}: {title} passed in {seconds:.1f} s", flush=True)
            continue
        ends = compare(made(variant, GAMES), -(-chosen.actions // GAMES), chosen.seed)
        told = ", ".join(f"{count} {reason}" for reason, count in ends.most_common())
        print(f"{variant[0]} {dict(variant[1])}: {chosen.actions} actions agree; games ended by {told}", flush=True)


if __name__ == "__main__":
    main()
