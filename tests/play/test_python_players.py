"""Players written in Python: by place and by name, in contests and at the board, and nothing they say is believed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.play.players import Players, parse_player, timed
from tavoliere.play.python import PythonSpec, python_spec
from tavoliere.search.players import Choice

MODULE = '''
import numpy as np
import tavoliere as tv

class First:
    """Plays the first legal turn."""
    def choose(self, position, budget):
        return position.legal_moves()[0]

class Seeded:
    def __init__(self, seed):
        self.seed = seed
    def choose(self, position, budget):
        moves = position.legal_moves()
        return moves[self.seed % len(moves)]

class Liar:
    def choose(self, position, budget):
        return "a1-z9"

class Broken:
    def choose(self, position, budget):
        raise KeyError("lost")

first = First()
strong = tv.player("greedy")

class Thinker:
    def choose(self, position, budget):
        return strong.choose(position)

def last(planes):
    return np.arange(65)[None]

def hollow(planes):
    return np.full((1, 65), np.nan)

nobody = 7
'''


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[tavoliere.players]\nmy-first = mine:First\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    return tmp_path


START = tv.game("never-alone").start()


def chosen(text: str, position: tv.Position = START, seed: int = 1) -> Choice:
    with Players() as players:
        return players.choose(parse_player(text), position, seed)


@pytest.mark.parametrize("text", ["python:mine:First", "python:mine:first", "my-first", "python(nodes=5):mine:First"])
def test_a_player_is_found_by_place_and_by_name(text: str) -> None:
    choice = chosen(text)
    assert choice.move == START.legal_moves()[0]
    assert choice.values == {"r": 0.5, "b": 0.5} and choice.line == (choice.move,)


def test_a_class_that_takes_a_seed_gets_it() -> None:
    assert {chosen("python:mine:Seeded", seed=seed).move for seed in range(8)} == set(START.legal_moves())


def test_a_choice_of_a_player_that_searches_is_kept_whole() -> None:
    choice = chosen("python:mine:Thinker")
    assert isinstance(choice, Choice) and choice.move in START.legal_moves()


def test_a_function_from_planes_to_a_policy_plays() -> None:
    action = max(START.actions())
    assert chosen("python:mine:last").move == START.action_to_text(action)


def test_a_function_plays_turns_of_several_actions() -> None:
    player = tv.gym.PolicyPlayer(lambda planes: np.arange(730)[None])
    pos = tv.game("pit").start().play("d2").play("d8")
    assert player.choose(pos) in pos.legal_moves()
    drawn = {
        tv.gym.PolicyPlayer(lambda planes: np.zeros((1, 730)), seed=s, temperature=1.0).choose(pos) for s in range(9)
    }
    assert len(drawn) > 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("python:mine:Liar", "python:mine:Liar plays 'a1-z9' is not allowed"),
        ("python:mine:Broken", "python:mine:Broken fails: KeyError"),
        ("python:mine:nobody", "is nobody who can choose a turn"),
        ("python:mine:missing", "python:mine:missing cannot be loaded: AttributeError"),
        ("python:no.such.module:x", "cannot be loaded: ModuleNotFoundError"),
        ("python:mine:hollow", "the policy holds nan in row 0 at action 0"),
        ("python:mine", "a player in Python is written like python:package.module:thing"),
        ("python(seconds=0):mine:First", "'seconds=0' is not a limit of a player"),
        ("python(level=2):mine:First", "'level=2' is not a limit of a player"),
        ("your-first", "there is no player 'your-first'"),
    ],
)
def test_what_goes_wrong_is_told_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(").replace(")", r"\)")):
        chosen(text)


def test_limits_reach_the_player() -> None:
    spec = python_spec("python(seconds=2,depth=3):mine:First")
    assert spec is not None and (spec.budget().seconds, spec.budget().depth) == (2, 3)
    hurried = timed(spec, 0.5)
    assert isinstance(hurried, PythonSpec) and hurried.budget().seconds == 0.5


def test_it_plays_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.tav"
    words: list[Any] = [
        "match",
        "my-first",
        "random",
        "--game",
        "never-alone",
        "--rounds",
        "1",
        "--jobs",
        "1",
        "--file",
        file,
    ]
    assert main([str(word) for word in words]) == 0
    assert "my-first" in file.read_text(encoding="utf-8")
    assert main(["match", "python:mine:missing", "random", "--game", "never-alone"]) == 1
    assert "cannot be loaded" in capsys.readouterr().err
