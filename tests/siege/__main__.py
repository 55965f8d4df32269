"""`make siege`: every attack, each for a while, against a server with 30 honest games; the report is a table."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from tests.siege.attacks import ATTACKS, EndlessComment, Flood, LatePositions, Silence
from tests.siege.driver import MOST_ABOVE_MS, MOST_LEVEL_ONE, MOST_MEMORY_MB, MOST_STOP, Siege, stopped_under_attack
from tests.web.servers import real_server


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.siege", description=__doc__)
    parser.add_argument("--games", type=int, default=30, help="honest games at once (default: 30)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each attack lasts (default: 20)")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a game (default: 2)")
    parser.add_argument("--database", default="", help="a URL; without it a fresh file of SQLite")
    parser.add_argument("--only", action="append", help="this attack, by the name of its class; may be repeated")
    arguments = parser.parse_args()
    chosen = [attack for attack in ATTACKS if not arguments.only or attack.__name__ in arguments.only]
    with tempfile.TemporaryDirectory() as folder:
        url = arguments.database or f"sqlite:///{folder}/games.sqlite3"
        with real_server(Path(folder), url, opponents=["level:1", "level:6"], heartbeat=5.0) as server:
            siege = Siege(server, arguments.games, arguments.seconds, arguments.every)
            report = asyncio.run(siege.run(chosen, tell=lambda name: print(f"... {name}", file=sys.stderr, flush=True)))
            attacks = (EndlessComment, LatePositions, Silence, Flood)
            report["stop_s"] = round(asyncio.run(stopped_under_attack(server, attacks)), 2)
    return told(report)


def told(report: dict) -> int:
    """Print the report as a table and as JSON; 1 if a target was missed."""
    print("| attack | turns | median | 95th percentile | above idle | level 1 answers within |")
    print("|---|---|---|---|---|---|")
    missed = list(report["problems"])
    for row in report["rows"]:
        above = row["p95_ms"] - report["idle_ms"]
        print(
            f"| {row['attack']} | {row['turns']} | {row['median_ms']} ms | {row['p95_ms']} ms | {above:.0f} ms "
            f"| {row['level_one_s']} s |"
        )
        if above > MOST_ABOVE_MS:
            missed.append(f"{row['attack']}: {above:.0f} ms above idle")
        if row["level_one_s"] > MOST_LEVEL_ONE or not row["level_one_answers"]:
            missed.append(f"{row['attack']}: level 1 took {row['level_one_s']} s")
    if report["stop_s"] > MOST_STOP:
        missed.append(f"stopping took {report['stop_s']} s")
    if report["memory_mb"] > MOST_MEMORY_MB:
        missed.append(f"{report['memory_mb']} MB of memory")
    print(json.dumps(report | {"missed": missed}, indent=1))
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
