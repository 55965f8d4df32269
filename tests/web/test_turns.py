"""The measurements of turns keep up with the server they measure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import tavoliere as tv
from tavoliere.games import own_games

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def measured(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / program), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_a_turn_costs_is_measured_in_every_game_of_two() -> None:
    ran = measured("turns.py", "--games", "1", "--turns", "2")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    of_two = {name for name in own_games() if len(tv.game(name).players) == 2}
    assert {name for name, one in found.items() if isinstance(one, dict) and one["turns"] == 2} >= of_two


def test_games_under_load_are_played_and_checked() -> None:
    ran = measured("load.py", "--games", "3", "--seconds", "1", "--every", "0.5", "--game", "tablut")
    found = json.loads(ran.stdout)
    assert found["errors"] == [] and found["turns"] >= 3, ran.stdout


def test_idle_sockets_are_opened_and_weighed() -> None:
    ran = measured("sockets.py", "--sockets", "30")
    found = json.loads(ran.stdout)
    assert found["sockets"] == 30 and found["MB with them"] > found["MB before"] > 0, ran.stderr
