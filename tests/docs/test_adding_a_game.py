"""The page about adding a game is followed to the letter: its command writes its files, and they are a whole game."""

import json
import os
import subprocess
import sys

import pytest

from tavoliere.apps.cli.new import written
from tavoliere.testing import CHECKS
from tests.docs.pages import DOCS, ROOT, files_in, items_of

PAGE = DOCS / "adding-a-game.md"

API = """
import json, pickle, sys
import tavoliere as tv
from tavoliere.core.compiled import available, generator, plain_python, row, runs_plain
from tavoliere.core.playouts import TALLY_LENGTH, playouts

game = tv.game("breakthrough")
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
    "perft": [tv.perft(start, depth) for depth in range(6)],
    "compiled": available() and not runs_plain() and "numba" in sys.modules,
    "same": compiled == plain,
    "picture": start.play("b2-b3").picture(),
    "pickled": pickle.loads(pickle.dumps(start.play("b2-b3"))) == start.play("b2-b3"),
    "texts": {text: reasons(text) for text in ("6/6/6/6/6/w5 w", "6/6/6/6/6/6 b", "w5/6/6/6/6/b5 w")},
}))
"""


IN_ITALIAN = """
from pathlib import Path
from tavoliere.core.languages import language
from tavoliere.games import game, ruleset

common = Path("common")
common.mkdir()
facts = 'name = "Italiano"\\nnumbers = ["one", "many"]\\nplural = "n != 1"\\nmixed = "m"\\n'
(common / "it.toml").write_text("[language]\\n" + facts + 'qualified = "{noun} {adjective}"\\n', encoding="utf-8")
rules = ruleset("breakthrough")
italian = language("it", rules, common)
position = game("breakthrough").position("6/6/2b3/2w3/6/6 w")
print(italian.say(position.why_not("c3-c4").text))
print(italian.say(rules.face.LOST.counted(2)))
print(italian.say(rules.facts.reasons[0]))
"""

CLAUSES = "import json, tavoliere as tv; print(json.dumps(list(tv.game('breakthrough').ruleset.why.CLAUSES)))"

START = {(column, row): "w" if row < 2 else "b" for column in range(6) for row in (0, 1, 4, 5)}


def counted(pieces, mover, depth):
    """Perft from the rules alone, by somebody who does not know the engine."""
    if depth == 0:
        return 1
    if any(row == (5 if piece == "w" else 0) for (_, row), piece in pieces.items()):
        return 0
    total = 0
    for (column, row), piece in pieces.items():
        for side in (-1, 0, 1) if piece == mover else ():
            target = column + side, row + (1 if mover == "w" else -1)
            if 0 <= target[0] < 6 and pieces.get(target) != mover and (side or target not in pieces):
                rest = {place: other for place, other in pieces.items() if place != (column, row)}
                total += counted({**rest, target: mover}, "b" if mover == "w" else "w", depth - 1)
    return total


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package that the page's command writes, installed outside the tree; the environment that knows it."""
    source, target = tmp_path_factory.mktemp("source") / "breakthrough", tmp_path_factory.mktemp("target")
    for name, text in written("breakthrough", "Breakthrough").items():
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
    return ran(arguments, environment, folder).stdout


def command(arguments, environment, folder):
    return ran(["-m", "tavoliere", *arguments], environment, folder)


def ran(arguments, environment, folder):
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
    return done


def test_the_page_shows_the_files_that_its_command_writes():
    assert "tavoliere new breakthrough" in [item.text for item in items_of(PAGE) if item.language == "sh"]
    files, shown = written("breakthrough", "Breakthrough"), files_in(PAGE)
    assert set(files) - set(shown) == {"README.md", "breakthrough/rules.md"}
    assert {name: files.get(name) for name in shown} == shown
    parts = ("__init__", "rules", "notation", "words", "why", "face", "symmetry", "evaluate")
    assert set(shown) >= {"pyproject.toml", *(f"breakthrough/{part}.py" for part in parts)}


def test_the_rules_page_draws_the_board_and_names_every_clause(installed, tmp_path):
    text = written("breakthrough", "Breakthrough")["breakthrough/rules.md"]
    drawn = text.partition("```text\n")[2].partition("\n```")[0]
    shown = run(["-m", "tavoliere", "show", "breakthrough"], installed, tmp_path)
    assert drawn in "\n".join(line.rstrip() for line in shown.splitlines())
    assert all(f"`{clause}`" in text for clause in json.loads(run(["-c", CLAUSES], installed, tmp_path)))


def test_the_examples_of_the_page_run_with_the_package_installed(installed, tmp_path):
    """API, `show`, `play` through a pipe, `perft`, `bench` and records."""
    environment = {**installed, "TAVOLIERE_DATA_DIR": str(tmp_path / "data")}
    ran = run(["-m", "tests.docs.examples", str(PAGE)], environment, tmp_path)
    blocks = [item for item in items_of(PAGE) if item.language in ("python", "sh")]
    files = [name for name in files_in(PAGE) if name.endswith(".py")]
    assert int(ran) == len(blocks) - len(files) >= 14


def test_the_sixth_game_has_what_the_five_have(installed, tmp_path):
    found = json.loads(run(["-c", API], installed, tmp_path))
    assert set(found["games"]) >= {"breakthrough", "tablut", "pit"}
    assert found["where"] == "breakthrough:RULESET"
    assert found["perft"][:4] == [counted(START, "w", depth) for depth in range(4)]
    assert found["perft"][4:] == [71478, 1248290]
    assert found["compiled"] and found["same"] and found["pickled"]
    assert "3  . w . . . ." in found["picture"] and "Black (b) to move" in found["picture"]
    assert found["texts"] == {
        "6/6/6/6/6/w5 w": ["None"],
        "6/6/6/6/6/6 b": ["board: there is no piece on the board"],
        "w5/6/6/6/6/b5 w": ["board: both players have reached the far side"],
    }


def test_the_commands_know_the_sixth_game(installed, tmp_path):
    listed = run(["-m", "tavoliere", "games"], installed, tmp_path)
    assert "Breakthrough, after Breakthrough by Dan Troyka" in listed
    measured = json.loads(
        run(["-m", "tavoliere", "bench", "breakthrough", "--seconds", "0.05", "--json"], installed, tmp_path)
    )
    assert measured[0]["game"] == "breakthrough" and 7 < measured[0]["actions_per_playout"] <= 108
    assert measured[0]["playouts_per_second"] > 0


def test_a_written_game_is_checked(installed, tmp_path):
    moves = "1. b2-b3 2. a5-a4 3. b3-c4 (3. b3-a4) 4. a4-a3 5. c4-d5 6. a3-b2 7. d5-e6 {there} 1-0"
    right = f'[Game "breakthrough"]\n[Rules "1"]\n[Result "1-0"]\n\n{moves}\n'
    (tmp_path / "game.tav").write_text(right, encoding="utf-8")
    assert "all right" in run(["-m", "tavoliere", "check", "game.tav"], installed, tmp_path)
    (tmp_path / "wrong.tav").write_text(right.replace("3. b3-c4", "3. b3-b5"), encoding="utf-8")
    wrong = subprocess.run(
        [sys.executable, "-m", "tavoliere", "check", "wrong.tav"],
        cwd=tmp_path, env=installed, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert wrong.returncode == 1 and "b5 is not one step ahead of b3 [breakthrough.forward]" in wrong.stdout


def test_the_conformance_suite_takes_the_game_in(installed, tmp_path):
    """The command of the page's last step; round trips, actions, unique notation, keys, symmetry, pictures, facts."""
    command = next(item.text for item in items_of(PAGE) if item.language == "sh" and "conform" in item.text)
    ran = run(["-m", "tavoliere", *command.split()[1:]], installed, tmp_path)
    assert ran.count("  ok      ") == len(CHECKS) >= 50
    assert "BROKEN" not in ran and ran.endswith("every promise is kept\n")


def test_a_game_of_another_package_is_tuned_and_calibrated_and_told_where_the_result_goes(installed, tmp_path):
    known = json.loads(run(["-m", "tavoliere", "levels", "breakthrough", "--json"], installed, tmp_path))
    assert known["champion"] == "alphabeta" and len(known["levels"]) == 10
    assert all("mcts" not in level["player"] for level in known["levels"])
    tuning = ["tune", "--game", "breakthrough", "--games", "4", "--nodes", "50", "--duel", "1", "--jobs", "1"]
    tuned = command(tuning, installed, tmp_path)
    assert tuned.stdout.count("=") >= 5 and "these weights go into" in tuned.stderr
    assert "breakthrough/evaluate.py" in tuned.stderr
    measuring = ["calibrate", "--game", "breakthrough", "--games", "2", "--levels", "1", "--jobs", "1", "--write"]
    measured = command(measuring, installed, tmp_path)
    assert "ladder.json, where the game finds it" in measured.stderr
    again = json.loads(run(["-m", "tavoliere", "levels", "breakthrough", "--json"], installed, tmp_path))
    assert again["levels"][0]["elo"] is not None and again["matches"]


def test_the_texts_of_the_package_are_found_and_whole(installed, tmp_path):
    """What the game says is there in Italian, and agrees, once what all games say is there too."""
    told = run(["-c", IN_ITALIAN], installed, tmp_path).splitlines()
    assert told == ["la pedina nera in c4 è d'intralcio", "2 pedine perse", "lato opposto raggiunto"]
    filled = run(["-m", "tavoliere", "texts", "breakthrough", "--language", "it"], installed, tmp_path)
    sentences = filled.partition("[sentences]")[2].partition("[nouns")[0]
    assert sentences.count(" = ") >= 17 and ' = ""' not in sentences
