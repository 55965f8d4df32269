"""The measurement of what a turn costs keeps up with the server it measures."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import tavoliere as tv
from tavoliere.games import own_games

MEASURED = Path(__file__).parents[2] / "benchmarks" / "turns.py"


def test_what_a_turn_costs_is_measured_in_every_game_of_two() -> None:
    ran = subprocess.run(
        [sys.executable, str(MEASURED), "--games", "1", "--turns", "2"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    of_two = {name for name in own_games() if len(tv.game(name).players) == 2}
    assert {name for name, one in found.items() if isinstance(one, dict) and one["turns"] == 2} >= of_two
