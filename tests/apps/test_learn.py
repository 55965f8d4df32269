"""`tavoliere learn`: the same lessons in the terminal, left and gone on with; what cannot be read is never lost."""

import json
import os
import subprocess
import sys

import pytest

from tavoliere.apps.cli.learn import Progress
from tavoliere.teach import accepted_turns, lessons


@pytest.fixture
def learn(tmp_path):
    """Run the command with lines that are typed."""

    def run(*arguments, typed="", code=0):
        home = {**os.environ, "TAVOLIERE_DATA_DIR": str(tmp_path)}
        command = [sys.executable, "-m", "tavoliere", "learn", *arguments]
        done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, env=home, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr and "\x1b" not in done.stdout
        return done.stdout + done.stderr

    return run


def test_a_task_is_done_missed_refused_and_hinted_at(learn):
    shown = learn("tablut", "capture", typed="hint\ng7-c7\ng7-g8\nG7 E7\nquit\n")
    assert "Capture the attacker on d7." in shown
    assert "Bring a defender to e7." in shown
    assert "Not allowed: the attacker on d7 is in the way [tablut.blocked]" in shown
    assert "Not quite. Nothing is captured." in shown
    assert "- the black attacker on d7 is captured" in shown and "Well done! Caught between two" in shown
    assert "Capture the defender on c7." in shown, "the next task follows"


def test_a_lesson_goes_on_where_it_was_left(learn):
    learn("tablut", "attack-and-defence", typed="d4-d7\nquit\n")
    again = learn("tablut", typed="d7-a7\nquit\n")
    assert "Well done! Black shut one side" in again
    listed = learn("tablut", "--list")
    assert "attack-and-defence     1 of 2" in listed
    assert "attack-and-defence     0 of 2" in learn("tablut", "--list", "--restart")


def test_a_whole_course_is_done_by_typing(learn):
    course = lessons("tablut")
    typed = []
    for task in course.tasks():
        accepted = []
        for _ in range(task.within):
            turns = accepted_turns(task, accepted)
            accepted.append(turns[0])
        typed += accepted
    shown = learn("tablut", typed="\n".join([*typed, "e4-f4", "quit"]) + "\n")
    assert shown.count("Well done!") == len(course.tasks())
    assert "Your first game" in shown and "White: e4-f4" in shown
    assert learn("tablut", "--list").count("done") == len(course.lessons) - 1


def test_what_is_asked_for_wrongly_is_told(learn):
    assert "there is no lesson 'nothing'; the lessons: slide," in learn("tablut", "nothing", code=1)
    assert "there is no game 'tabult'; did you mean 'tablut'?" in learn("tabult", code=1)


def test_a_file_that_cannot_be_read_is_put_aside(learn, tmp_path):
    (tmp_path / "lessons.json").write_text("{edited", encoding="utf-8")
    assert "cannot be read. It was moved to" in learn("tablut", typed="quit\n")
    assert (tmp_path / "lessons.unreadable.json").read_text(encoding="utf-8") == "{edited"


def test_a_newer_file_is_left_as_it_is(learn, tmp_path):
    newer = json.dumps({"version": 9, "games": {"tablut": "another shape"}})
    (tmp_path / "lessons.json").write_text(newer, encoding="utf-8")
    assert "was written by a newer version" in learn("tablut", "capture", typed="g7-e7\nquit\n")
    assert (tmp_path / "lessons.json").read_text(encoding="utf-8") == newer


def test_two_windows_keep_what_the_other_has_noted(tmp_path):
    """A course that was done beside another one stood at nothing again after the next turn there."""
    file = tmp_path / "lessons.json"
    tablut, pit = Progress("tablut", file), Progress("pit", file)
    pit.finish("pawn", "place")
    tablut.stand("slide", "first", ["d4-d7"])
    again = Progress("tablut", file)
    again.finish("slide", "second")
    tablut.finish("slide", "first")
    assert Progress("pit", file).is_done("pawn", "place")
    both = Progress("tablut", file)
    assert both.is_done("slide", "first") and both.is_done("slide", "second")
    both.forget()
    assert Progress("pit", file).is_done("pawn", "place") and not Progress("tablut", file).is_done("slide", "first")


@pytest.mark.parametrize("own", [[], {"done": []}, {"done": [1], "at": []}, {"done": "x", "at": []}])
def test_edited_progress_is_put_aside(tmp_path, own):
    file = tmp_path / "lessons.json"
    file.write_text(json.dumps({"version": 1, "games": {"tablut": own}}), encoding="utf-8")
    progress = Progress("tablut", file)
    assert "cannot be read" in progress.trouble and (tmp_path / "lessons.unreadable.json").exists()
    progress.finish("capture", "sandwich")
    assert Progress("tablut", file).is_done("capture", "sandwich")


def test_turns_that_do_not_fit_any_more_begin_the_task_again(learn, tmp_path):
    notes = {"version": 1, "games": {"tablut": {"done": [], "at": ["capture", "sandwich", "a1-a2"]}}}
    (tmp_path / "lessons.json").write_text(json.dumps(notes), encoding="utf-8")
    assert "it begins again" in learn("tablut", typed="quit\n")


def test_the_legend_says_what_signs_mean_and_a_guided_game_draws_and_asks(learn):
    shown = learn("tablut", "first-game", typed="legend\ne4-f4\nquit\n")
    assert "* an escape that the king can reach in one move" in shown
    assert "' the king's line: as far as he can move this way" in shown
    assert shown.count("> Move the king or a defender along a line") == 2, "at the start, and after the reply"
