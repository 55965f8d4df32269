"""The package as strangers get it: a wheel, installed in a clean environment outside the tree."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

GAME = """
import random, sys
import tavoliere as tv
assert "site-packages" in tv.__file__, tv.__file__
for name in tv.games():
    position, chance = tv.game(name).start(), random.Random(7)
    while position.outcome is None:
        position = position.act(chance.choice(position.actions()))
    print(name, position.outcome)
print(tv.perft(tv.game("never-alone").start(), 2), "numba" in sys.modules)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return next(folder.glob("tavoliere-*.whl"))


def test_the_wheel_holds_the_package_its_types_and_its_licence(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "tavoliere/py.typed" in names
    assert "tavoliere/games/pit_of_pillars/rules.py" in names
    assert {f"tavoliere/games/pit/{name}" for name in ("rules.md", "ladder.json")} <= set(names)
    assert {"tavoliere/render/fonts/Inter-Medium-latin.otf", "tavoliere/render/fonts/OFL.txt"} <= set(names)
    assert {f"tavoliere/apps/web/{name}" for name in ("texts/en.json", "pages/start.html")} <= set(names)
    assert "tavoliere/apps/web/store/migrations/versions/v0001_tables.py" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "tavoliere/apps/web/static/table.js" in names
    assert not [name for name in names if name.startswith("tests")]
    assert not [name for name in names if name.endswith((".d.ts", ".test.js")) or "package" in name.split("/")[-1]]


def test_a_game_is_played_from_the_wheel_in_a_clean_environment(wheel, tmp_path):
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=300)
    binary = tmp_path / "venv" / "bin"
    install = [str(binary / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=600)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    played = subprocess.run(
        [str(binary / "python"), "-c", GAME],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert len(played.stdout.splitlines()) == 6
    assert played.stdout.splitlines()[-1] == "64 False"
    shown = subprocess.run(
        [str(binary / "tavoliere"), "play", "tablut", "9/9/9/9/2k6/9/9/9/8b w"],
        input="c5-c9\n", cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert "White wins, king escaped." in shown.stdout
