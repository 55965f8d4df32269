"""`make chaos MINUTES=n`: 60 games on three servers while everything is broken at random, and accounts at the end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
from pathlib import Path

from tests.chaos.driver import Round, company

OPPONENTS = ["random", "level:1"]


def made(folder: Path) -> str:
    folder.mkdir(parents=True)
    return str(folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long things are broken (default: 5)")
    parser.add_argument("--games", type=int, default=60, help="games at once (default: 60)")
    parser.add_argument("--servers", type=int, default=3, help="servers (default: 3)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two faults (default: 5)")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that people think (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="which faults, and when (default: 1)")
    parser.add_argument("--keep", type=Path, help="a folder for what the servers log")
    chosen = parser.parse_args()
    with (
        contextlib.nullcontext(made(chosen.keep)) if chosen.keep else tempfile.TemporaryDirectory() as folder,
        company(Path(folder), chosen.servers, OPPONENTS) as (broken, url),
    ):
        round_of = Round(broken, chosen.games, OPPONENTS, chosen.pause, chosen.seed)
        tell = lambda text: print(f"... {text}", file=sys.stderr, flush=True)  # noqa: E731
        asyncio.run(round_of.run(60 * chosen.minutes, chosen.every, tell))
        report = round_of.report(url)
    print(json.dumps(report, indent=1))
    return 1 if report["problems"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
