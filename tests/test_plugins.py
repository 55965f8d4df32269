"""A game that another package registers wrongly is named in one line and disturbs nothing else."""

import os
import subprocess
import sys

BROKEN = """[tavoliere.games]
bad = nowhere.module:RULESET
wrong = math:pi
"""


def run(folder, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "tavoliere", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


def test_a_broken_package_is_named_and_the_other_games_work(tmp_path):
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(BROKEN, encoding="utf-8")
    listed = run(tmp_path, "games")
    assert listed.returncode == 0
    assert "tablut" in listed.stdout
    assert "'bad', registered as nowhere.module:RULESET, cannot be loaded" in listed.stderr
    assert "'wrong' does not give a ruleset of that name" in listed.stderr
    asked = run(tmp_path, "show", "bad")
    assert asked.returncode == 1
    assert "cannot be loaded" in asked.stderr
    assert "Traceback" not in listed.stderr + asked.stderr
