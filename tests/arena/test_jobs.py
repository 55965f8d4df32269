"""Work spread over processes: all answers come, whatever dies; and `tavoliere tune`, which lives from it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tavoliere.apps.cli import main, match, tune
from tavoliere.arena.jobs import Workers, WorkFailed
from tavoliere.play.game import TooSlow
from tavoliere.search.worker import SearchFailed


def doubled(number):
    return 2 * number


def dead_once(mark):
    """Kills its process, but not if another has done so before."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def dead(_question):
    os.kill(os.getpid(), signal.SIGKILL)


def refusing(question):
    raise ValueError(f"{question} makes no sense")


def test_all_answers_come_and_processes_stay_for_the_next_questions():
    with Workers(2) as workers:
        assert dict(workers.answers(doubled, [3, 5, 7, 9])) == {0: 6, 1: 10, 2: 14, 3: 18}
        processes = {worker._process.pid for worker in workers._idle}
        assert dict(workers.answers(doubled, [1])) == {0: 2}
        assert {worker._process.pid for worker in workers._idle} == processes


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_killed_process_is_replaced_once_and_then_the_work_ends(tmp_path):
    with Workers(1) as workers:
        assert dict(workers.answers(dead_once, [str(tmp_path / "mark")])) == {0: "alive"}
        with pytest.raises(WorkFailed, match="died, and so did its replacement"):
            list(workers.answers(dead, [1]))


def test_what_a_question_raises_is_raised():
    with Workers(1) as workers, pytest.raises(ValueError, match="7 makes no sense"):
        list(workers.answers(refusing, [7]))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_tuning_ends_with_one_line_when_its_processes_die(monkeypatch, capsys):
    """It used to wait for ever for the answer of a process that was gone."""
    monkeypatch.setattr(tune, "_self_play", dead)
    assert main(["tune", "--game", "never-alone", "--games", "1", "--jobs", "1"]) == 1
    assert capsys.readouterr().err == "tavoliere: a working process died, and so did its replacement\n"


def test_the_process_that_tunes_does_not_import_numba(tmp_path):
    program = """
import sys
from tavoliere.apps.cli import main
if __name__ == "__main__":
    code = main(["tune", "--game", "never-alone", "--games", "2", "--nodes", "20", "--duel", "0", "--jobs", "1"])
    print(code, "numba" in sys.modules)
"""
    (tmp_path / "tuned.py").write_text(program, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "tuned.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=200)
    assert done.stdout.splitlines()[-1] == "0 False"


@pytest.mark.parametrize("failure", [SearchFailed, TooSlow])
def test_a_failure_of_another_process_is_told_in_one_line(failure, monkeypatch, capsys, tmp_path):
    def play(*_):
        raise failure("the search process died, and so did its replacement")

    monkeypatch.setattr(match.contest, "play", play)
    assert main(["match", "random", "greedy", "--game", "never-alone", "--file", str(tmp_path / "games.tav")]) == 1
    assert capsys.readouterr().err == "tavoliere: the search process died, and so did its replacement\n"
