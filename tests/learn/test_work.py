"""The whole way to a judge: killed at any moment it goes on, and ends with the same weights as one left alone."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.arena.match import opening
from tavoliere.arena.selfplay import one_after_another
from tavoliere.core.learnt import header_of
from tavoliere.learn import trial
from tavoliere.learn.recipe import TRIAL_SEEDS, Recipe, digest_of
from tavoliere.learn.work import Course
from tavoliere.search.judges import judge_of

GAME = tv.game("tablut")
RECIPE = Recipe(GAME, games=20, nodes=60, epochs=2)
TRIAL = ["--trial", "4", "--trial-nodes", "100"]
COMMAND = ["train", "tablut", "--games", "20", "--nodes", "60", "--epochs", "2", "--jobs", "1", *TRIAL, "--json"]
KILLS = 10


def course(folder, recipe=RECIPE, tell=lambda *told: None):
    return Course(recipe, folder, one_after_another, tell)


@pytest.fixture(scope="module")
def left_alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("alone")
    assert main([*COMMAND, "--folder", str(folder)]) == 0
    return folder


def weights_in(folder):
    (path,) = folder.glob("*.weights")
    return path.name, path.read_bytes()


def test_the_command_trains_and_reports(left_alone, capsys):
    assert main([*COMMAND, "--folder", str(left_alone)]) == 0  # nothing is left to be done
    report = json.loads(capsys.readouterr().out)
    assert report["samples"] > 20 and len(report["losses"]) == 2 and report["trial"]["games"] == 4
    name, content = weights_in(left_alone)
    assert report["file"].endswith(name)
    assert header_of(content, name)["made"]["recipe"]["games"] == 20
    assert main([*COMMAND[:-1], "--folder", str(left_alone)]) == 0
    told = capsys.readouterr().out
    assert "positions to learn from" in told and "new against hand-made at equal time" in told and name in told


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_work_that_was_killed_ends_with_the_same_weights(left_alone, tmp_path):
    command = [sys.executable, "-m", "tavoliere", *COMMAND, "--folder", str(tmp_path)]
    chance = random.Random(2)
    for _ in range(KILLS):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        seen, patience = len(list(tmp_path.iterdir())), time.monotonic() + 120
        while len(list(tmp_path.iterdir())) <= seen and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.01)
        time.sleep(chance.random() / 2)
        with contextlib.suppress(ProcessLookupError):  # it may have come to its end
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert weights_in(tmp_path) == weights_in(left_alone)
    scores = [sorted(trial.read(path).items()) for path in (*left_alone.glob("*.scores"), *tmp_path.glob("*.scores"))]
    assert all(len(score) == 4 for score in scores)


def test_other_settings_never_meet_old_results(left_alone):
    names = {digest_of(recipe.training()) for recipe in (RECIPE, Recipe(GAME, games=21, nodes=60, epochs=2))}
    names |= {digest_of(Recipe(GAME, games=20, nodes=60, epochs=2, seed=2).training())}
    assert len(names) == 3


def test_files_that_are_half_written_are_no_files(left_alone, tmp_path):
    for path in left_alone.iterdir():
        if path.suffix in (".games", ".samples"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    sample = next(tmp_path.glob("*.samples"))
    sample.with_name(sample.name + ".part").write_bytes(sample.read_bytes()[:50])
    sample.unlink()
    same = course(tmp_path, Recipe(GAME, games=20, nodes=60, epochs=2)).weights()
    assert same.read_bytes() == weights_in(left_alone)[1]


def test_the_openings_of_a_trial_are_not_those_of_training():
    learnt = {tuple(opening(GAME, number, 4, RECIPE.seed)) for number in range(30)}
    tried = {tuple(opening(GAME, number, 4, RECIPE.seed + TRIAL_SEEDS)) for number in range(30)}
    assert not learnt & tried


def test_a_judge_against_itself_scores_a_half_in_pairs(tmp_path):
    judge = judge_of(GAME)
    match = trial.Trial(GAME, judge, judge, 80, 80, 3, 1)
    *_, last = trial.play(match, 6, tmp_path / "scores", one_after_another)
    assert last == trial.Verdict(6, 0.5, 0.0)


def test_a_torn_line_is_played_again(tmp_path):
    path, judge = tmp_path / "scores", judge_of(GAME)
    path.write_text("[0, 1.0]\n[1, 0.", encoding="utf-8")
    match = trial.Trial(GAME, judge, judge, 30, 30, 3, 1)
    *_, last = trial.play(match, 2, path, one_after_another)
    assert set(trial.read(path)) == {0, 1} and last.games == 2


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        ({}, (0, 0.5)),
        ({0: 1.0}, (0, 0.5)),
        ({0: 1.0, 1: 0.0, 2: 1.0}, (2, 0.5)),
        ({0: 1.0, 1: 1.0, 2: 1.0, 3: 0.0}, (4, 0.75)),
    ],
)
def test_only_whole_pairs_count(scores, found):
    assert (trial.verdict(scores).games, trial.verdict(scores).score) == found


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pit", "players=3"], "pit does not say how a judge for 3 players could learn"),
        (["tablut", "--games", "5"], "with 5 games there is not one for each of 10 openings"),
        (["chess"], "there is no game 'chess'"),
        (["tablut", "king"], "'king' is no option"),
    ],
)
def test_what_cannot_be_trained_is_told(words, told, tmp_path, capsys):
    assert main(["train", *words, "--folder", str(tmp_path / "new")]) == 1
    assert told in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main([*COMMAND, "--folder", str(tmp_path / "file" / "below")]) == 1
    assert "cannot be made" in capsys.readouterr().err


def test_progress_is_told_step_by_step(tmp_path):
    told = []
    course(tmp_path, tell=lambda title, done, total, known: told.append((title, done, total, known))).weights()
    titles = list(dict.fromkeys(title for title, *_ in told))
    assert titles == ["playing", "looking at positions", "training"]
    assert [done for title, done, *_ in told if title == "playing"][-1] == 20
    assert told[-1][3].startswith("loss 0.")
    assert Path(course(tmp_path).weights()).exists()


def test_a_trial_begins_with_what_is_not_decided():
    """Some of the random openings of Pit lose a pawn by force, some of them in a turn without a choice."""
    game = tv.game("pit")
    begun = [trial.opened(game, number, 3, 1) for number in range(40)]
    assert not any(trial.is_decided(position) for position in begun)
    anyhow = []
    for number in range(40):
        position = game.start()
        for move in opening(game, number, 3, 1):
            position = position.play(move)
        anyhow.append(position)
    assert sum(trial.is_decided(position) for position in anyhow) >= 3
    assert any(trial.is_decided(position) and len(position.legal_moves()) == 1 for position in anyhow)


def test_how_fast_a_judge_is_is_measured_all_over_a_game():
    """Pit of Pillars begins with a stage in which nothing moves and there is little to look at."""
    game = tv.game("pit-of-pillars")
    states = trial.measured_states(game, judge_of(game), 1)
    assert len(states) == trial.MEASURED_POSITIONS and all(state.winner == -1 for state in states)
    assert len({state.part for state in states}) > 1
    assert any(state.pillars() for state in states)
