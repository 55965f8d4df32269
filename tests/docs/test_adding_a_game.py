"""The page about adding a game is followed to the letter: its files make a package, and the package has everything."""

import json
import os
import subprocess
import sys

import pytest

from tavoliere.testing import CHECKS
from tests.docs.pages import DOCS, ROOT, files_in, items_of

PAGE = DOCS / "adding-a-game.md"

API = """
import json, pickle, sys
import tavoliere as tv
from tavoliere.core.compiled import available, generator, plain_python, row, runs_plain
from tavoliere.core.playouts import TALLY_LENGTH, playouts

game = tv.game("noughts")
start = game.start()

def tally():
    out, counts = row(game.facts.most_actions), row(TALLY_LENGTH)
    playouts(start.state, 200, 100, generator(3), out, counts)
    return [int(count) for count in counts]

def reasons(text):
    try:
        return [str(game.position(text).outcome)]
    except tv.PositionError as refusal:
        return refusal.reasons

compiled = tally()
with plain_python():
    plain = tally()
print(json.dumps({
    "games": tv.games(),
    "where": game.ruleset.where,
    "perft": [tv.perft(start, depth) for depth in range(10)],
    "compiled": available() and not runs_plain() and "numba" in sys.modules,
    "same": compiled == plain,
    "picture": start.play("b2").picture(),
    "pickled": pickle.loads(pickle.dumps(start.play("b2"))) == start.play("b2"),
    "texts": {text: reasons(text) for text in ("oxo/xox/xox o", "3/3/3 o", "xxx/oo1/1o1 x")},
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package of the page, installed outside the tree; returns the environment that knows it."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name, text in files_in(PAGE).items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    command = [
        sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index",
        "--no-build-isolation", "--target", str(target), str(source),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON"))}
    return {**clean, "PYTHONPATH": os.pathsep.join([str(target), str(ROOT)])}


def run(arguments, environment, folder):
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_has_all_files_of_a_package():
    parts = ("__init__", "rules", "notation", "why", "face", "symmetry")
    assert set(files_in(PAGE)) == {"pyproject.toml", *(f"noughts/{part}.py" for part in parts)}


def test_the_examples_of_the_page_run_with_the_package_installed(installed, tmp_path):
    """API, `show`, `play` through a pipe, `perft`, `bench` and records."""
    environment = {**installed, "TAVOLIERE_DATA_DIR": str(tmp_path / "data")}
    ran = run(["-m", "tests.docs.examples", str(PAGE)], environment, tmp_path)
    blocks = [item for item in items_of(PAGE) if item.language in ("python", "sh")]
    files = [name for name in files_in(PAGE) if name.endswith(".py")]
    assert int(ran) == len(blocks) - len(files) >= 8


def test_the_sixth_game_has_what_the_five_have(installed, tmp_path):
    found = json.loads(run(["-c", API], installed, tmp_path))
    assert set(found["games"]) >= {"noughts", "tablut", "pit"}
    assert found["where"] == "noughts:RULESET"
    assert found["perft"][:6] == [1, 9, 72, 504, 3024, 15120] and found["perft"][9] == 255168
    assert found["compiled"] and found["same"] and found["pickled"]
    assert "2  . x ." in found["picture"] and "Nought (o) to move" in found["picture"]
    assert found["texts"] == {
        "oxo/xox/xox o": ["draw: board full"],
        "3/3/3 o": ["board: 0 crosses and 0 noughts do not fit"],
        "xxx/oo1/1o1 x": ["board: the player to move has three in a row already"],
    }


def test_the_commands_know_the_sixth_game(installed, tmp_path):
    listed = run(["-m", "tavoliere", "games"], installed, tmp_path)
    assert "Noughts and Crosses, traditional" in listed
    measured = json.loads(
        run(["-m", "tavoliere", "bench", "noughts", "--seconds", "0.05", "--json"], installed, tmp_path)
    )
    assert measured[0]["game"] == "noughts" and 5 < measured[0]["actions_per_playout"] <= 9
    assert measured[0]["playouts_per_second"] > 0


def test_a_written_game_is_checked(installed, tmp_path):
    right = '[Game "noughts"]\n[Rules "1"]\n[Result "1-0"]\n\n1. b2 2. a1 3. a2 (3. c3) 4. b1 5. c2 {three} 1-0\n'
    (tmp_path / "game.tav").write_text(right, encoding="utf-8")
    assert "all right" in run(["-m", "tavoliere", "check", "game.tav"], installed, tmp_path)
    (tmp_path / "wrong.tav").write_text(right.replace("3. a2", "3. a1"), encoding="utf-8")
    wrong = subprocess.run(
        [sys.executable, "-m", "tavoliere", "check", "wrong.tav"],
        cwd=tmp_path, env=installed, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert wrong.returncode == 1 and "a1 is taken [noughts.empty]" in wrong.stdout


def test_the_conformance_suite_takes_the_game_in(installed, tmp_path):
    """The command of the page's last step; round trips, actions, unique notation, keys, symmetry, pictures, facts."""
    command = next(item.text for item in items_of(PAGE) if item.language == "sh" and "conform" in item.text)
    ran = run(["-m", "tavoliere", *command.split()[1:]], installed, tmp_path)
    assert ran.count("  ok      ") == len(CHECKS) >= 50
    assert "BROKEN" not in ran and ran.endswith("every promise is kept\n")
