"""Batches against positions for as long as you like: `python -m tests.gym [--actions N]`, for every variant.

The tests do the same with fewer actions; this is for before a release, and whenever a kernel of the gym has changed.
"""

from __future__ import annotations

import argparse

from tests.gym.test_batch import VARIANTS, compare, made

GAMES = 50


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.gym", description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000, help="of each variant (default: 100000)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for variant in VARIANTS:
        ends = compare(made(variant, GAMES), -(-chosen.actions // GAMES), chosen.seed)
        told = ", ".join(f"{count} {reason}" for reason, count in ends.most_common())
        print(f"{variant[0]} {dict(variant[1])}: {chosen.actions} actions agree; games ended by {told}", flush=True)


if __name__ == "__main__":
    main()
