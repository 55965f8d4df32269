"""The package as strangers get it: a wheel, installed in a clean environment outside the tree.

There too a stranger's game is made, by `tavoliere new`: its wheel is built and installed, and it is a game like ours.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAME, TITLE = "long-march", "The Long March"

GAME = """
import random, sys
import tavoliere as tv
from tavoliere.games import own_games
assert "site-packages" in tv.__file__, tv.__file__
for name in own_games():
    position, chance = tv.game(name).start(), random.Random(7)
    while position.outcome is None:
        position = position.act(chance.choice(position.actions()))
    print(name, position.outcome)
print(tv.perft(tv.game("never-alone").start(), 2), "numba" in sys.modules)
"""

CLIENT = """
import json, sys, urllib.request
import tavoliere as tv
from websockets.sync.client import connect

url, name = sys.argv[1:]

def asked(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"content-type": "application/json"})
    return urllib.request.urlopen(request, timeout=20).read().decode()

seats = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "level:1"}}
made = json.loads(asked("api/tables", {"game": name, "seats": seats}))
start, games, rules = asked(""), asked("api/games"), asked("rules/" + name)
game = tv.game(name)
with connect(f"{url.replace('http', 'ws')}api/tables/{made['table']}/socket", max_size=None) as wire:
    wire.send(json.dumps({"type": "hello", "tokens": list(made["tokens"].values())}))
    turns = 0
    while True:
        shown = json.loads(wire.recv(timeout=60))
        assert shown["type"] != "refused", shown
        if shown["type"] != "table":
            continue
        if shown["result"]:
            break
        if shown["can_move"] and shown["ply"] == 2 * turns:
            move = game.position(shown["text"]).legal_moves()[0]
            wire.send(json.dumps({"type": "turn", "id": turns, "at": shown["at"], "move": move}))
            turns += 1
print(json.dumps({
    "told": shown["result"]["told"],
    "moves": [move["move"] for move in shown["moves"]],
    "drawn": shown["svg"].count("<use") + shown["svg"].count("<circle"),
    "start": start,
    "games": games,
    "rules": rules,
}))
"""


def built(folder: Path, source: Path) -> Path:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"), ROOT)


class Clean:
    """An environment that has what was installed from wheels, and nothing of this tree."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.binary = folder, folder / "venv" / "bin"
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True, timeout=300)
        known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST_"))}
        self.environment = {**known, "TAVOLIERE_DATA_DIR": str(folder / "data")}

    def install(self, *arguments: str) -> None:
        self.run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)

    def run(self, program: str, *arguments: str, typed: str = "", folder: Path | None = None) -> str:
        done = subprocess.run(
            [str(self.binary / program), *arguments], input=typed, cwd=folder or self.folder, env=self.environment,
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory) -> Clean:
    made = Clean(tmp_path_factory.mktemp("clean"))
    made.install(f"{wheel}[web]", "pytest")
    return made


@pytest.fixture(scope="module")
def source(clean) -> Path:
    """The folder of a game that `tavoliere new` has written, its wheel built and installed."""
    folder = clean.folder / NAME
    clean.run("tavoliere", "new", NAME, "--title", TITLE)
    clean.install("--no-deps", "--no-index", str(built(clean.folder / "dist", folder)))
    return folder


def test_the_wheel_holds_the_package_its_types_and_its_licence(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "tavoliere/py.typed" in names
    assert "tavoliere/games/pit_of_pillars/rules.py" in names
    assert {f"tavoliere/games/pit/{name}" for name in ("rules.md", "ladder.json")} <= set(names)
    assert {"tavoliere/render/fonts/Inter-Medium-latin.otf", "tavoliere/render/fonts/OFL.txt"} <= set(names)
    shown = ("texts/en.json", "pages/start.html", "pages/parts/head.html")
    assert {f"tavoliere/apps/web/{name}" for name in shown} <= set(names)
    assert "tavoliere/apps/web/store/migrations/versions/v0001_tables.py" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "tavoliere/apps/web/static/table.js" in names
    assert not [name for name in names if name.startswith("tests")]
    assert not [name for name in names if name.endswith((".d.ts", ".test.js")) or "package" in name.split("/")[-1]]


def test_a_game_is_played_from_the_wheel_in_a_clean_environment(clean):
    played = clean.run("python", "-c", GAME)
    assert len(played.splitlines()) == 6
    assert played.splitlines()[-1] == "64 False"
    shown = clean.run("tavoliere", "play", "tablut", "9/9/9/9/2k6/9/9/9/8b w", typed="c5-c9\n")
    assert "White wins, king escaped." in shown


def test_the_wheel_of_a_new_game_has_its_rules_page_and_its_texts(clean, source):
    names = zipfile.ZipFile(next((clean.folder / "dist").glob("*.whl"))).namelist()
    assert {"long_march/rules.py", "long_march/rules.md", "long_march/texts/it.toml"} <= set(names)
    assert not [name for name in names if name.startswith("tests")]


def test_a_new_game_is_played_to_the_end_in_the_terminal(clean, source):
    assert "The Long March" in clean.run("tavoliere", "games")
    typed = "b2-b3\na5-a4\nb3-c4\na4-a3\nc4-d5\na3-b2\nd5-e6\n"
    assert "White wins, far side reached." in clean.run("tavoliere", "play", NAME, typed=typed)
    machines = clean.run("tavoliere", "play", NAME, "--white", "level:1", "--black", "random", "--seed", "3")
    assert "The game is over: " in machines and " wins, " in machines


def test_a_new_game_keeps_every_promise_and_passes_its_own_tests(clean, source):
    assert clean.run("tavoliere", "conform", NAME, "--games", "3").endswith("every promise is kept\n")
    assert "8 passed" in clean.run("python", "-m", "pytest", "-q", folder=source / "tests")


def test_a_new_game_is_played_to_the_end_in_the_page(clean, source):
    with serving(clean) as url:
        found = json.loads(clean.run("python", "-c", CLIENT, url, NAME))
    assert found["told"].endswith(("far side reached.", "far side reached", "no piece left.", "no piece left"))
    assert len(found["moves"]) >= 7 and found["drawn"] > 0
    assert "6 board games for 2 to 4 players." in found["start"] and TITLE in found["games"]
    assert f'id="{NAME}.straight"' in found["rules"]


@contextlib.contextmanager
def serving(clean: Clean):
    """`tavoliere serve` on a free port; its address."""
    command = [str(clean.binary / "tavoliere"), "serve", "--port", "0", "--workers", "1", "--database"]
    with (clean.folder / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [*command, f"sqlite:///{clean.folder / 'tables.sqlite3'}"], env=clean.environment, cwd=clean.folder,
            stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        assert "http://" in first, (clean.folder / "log").read_text(encoding="utf-8")
        yield first.partition("is at ")[2].split()[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
