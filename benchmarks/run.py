"""Speed of random games, as ratios to a tight C loop for Tablut, all measured in turn within one run.

Machines are noisy, so nothing here is compared across runs: every round measures each engine for a moment, and the
ratio is the median over the rounds. Without a C compiler only the absolute speeds are printed.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli.bench import Meter
from tavoliere.apps.cli.common import options_text, progress, told_of_compiling
from tavoliere.games import ruleset

YARDSTICK, RECORD = (Path(__file__).with_name(name) for name in ("tablut_loop.c", "tablut_fastest.c"))
LONGEST = 500


class CLoop:
    """A C program for random games of Tablut, called through ctypes."""

    def __init__(self, source: Path, folder: Path, compiler: str) -> None:
        library = folder / f"{source.stem}.so"
        subprocess.run(
            [compiler, "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)], check=True
        )
        self._playouts = ctypes.CDLL(str(library)).tablut_playouts
        self._playouts.restype = ctypes.c_int64
        self._playouts.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        self._rng = (ctypes.c_uint64 * 1)(88172645463325252)
        self.tally = (ctypes.c_int64 * 8)()

    def measure(self, seconds: float) -> tuple[float, float]:
        """Games and actions in a CPU second, over about so long."""
        games = actions = 0
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            actions += self._playouts(self._rng, 2000, LONGEST, self.tally)
            games += 2000
        spent = time.process_time() - begun
        return games / spent, actions / spent


def measured(game: tv.Game, seed: int, seconds: float) -> tuple[float, float]:
    """Games and actions in a CPU second of one of our games."""
    meter = Meter(game, seed)
    while meter.seconds < seconds:
        meter.measure(seconds / 4)
    speed = meter.speed()
    return speed["playouts_per_second"], speed["actions_per_second"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often each engine is measured (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU seconds a measurement (default: 0.2)")
    arguments = parser.parse_args()
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print(
            "no C compiler found: the yardstick benchmarks/tablut_loop.c and the ratios are left out", file=sys.stderr
        )
        if os.environ.get("TAVOLIERE_REQUIRE_ALL") == "1":
            return 1
    games = [tv.game(name, **variant) for name in tv.games() for variant in ruleset(name).facts.variants]
    with tempfile.TemporaryDirectory() as folder:
        yardstick = CLoop(YARDSTICK, Path(folder), compiler) if compiler else None
        print(report(games, yardstick, arguments.rounds, arguments.seconds))
        if compiler and yardstick:
            record = CLoop(RECORD, Path(folder), compiler)
            pairs = [(record.measure(arguments.seconds)[1], yardstick.measure(arguments.seconds)[1]) for _ in range(5)]
            ratio = statistics.median(fastest / ordinary for fastest, ordinary in pairs)
            print(f"\nThe fastest C we know ({RECORD.name}) runs {ratio:.1f} times as fast as the C loop.")
    return 0


def report(games: list[tv.Game], yardstick: CLoop | None, rounds: int, seconds: float) -> str:
    """All engines in turn, again and again, and a line for each."""
    samples: dict[tv.Game, list[tuple[float, float, float, float]]] = {game: [] for game in games}
    c_speeds = []
    with told_of_compiling():
        for game in games:
            measured(game, 0, 0.01)
    with progress("measuring", rounds * len(games)) as bar:
        for round_number in range(rounds):
            for game in games:
                c_games, c_actions = yardstick.measure(seconds) if yardstick else (1.0, 1.0)
                ours = measured(game, round_number, seconds)
                samples[game].append((*ours, ours[0] / c_games, ours[1] / c_actions))
                c_speeds.append((c_games, c_actions))
                bar.advance(bar.task_ids[0])
    lines = [f"{'':16}{'games/s':>12}{'actions/s':>14}{'games : C':>11}{'actions : C':>13}"]
    if yardstick:
        c_games, c_actions = (statistics.median(column) for column in zip(*c_speeds, strict=True))
        lines.append(f"{'C loop, Tablut':16}{c_games:12,.0f}{c_actions:14,.0f}{1:11.2f}{1:13.2f}")
    for game, rows in samples.items():
        per_game, per_action, game_ratio, action_ratio = (
            statistics.median(column) for column in zip(*rows, strict=True)
        )
        is_same = yardstick and game.facts.random_game_cut == LONGEST
        ratios = f"{f'{game_ratio:.2f}' if is_same else '':>11}{f'{action_ratio:.2f}' if yardstick else '':>13}"
        lines.append(f"{game.name:16}{per_game:12,.0f}{per_action:14,.0f}{ratios}  {options_text(game)}".rstrip())
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
