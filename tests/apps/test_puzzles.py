"""`tavoliere puzzles` and `tavoliere mine`: typed, listed, stopped and gone on with; nothing is ever lost."""

import json
import os
import subprocess
import sys

import pytest

from tavoliere.apps.cli.puzzles import Progress
from tavoliere.records import format_record, recorded
from tavoliere.teach import puzzles
from tavoliere.teach.checking import faults_of
from tavoliere.teach.puzzle import HOLD, WIN
from tavoliere.teach.puzzle_file import FILE, puzzle_of, text_of
from tavoliere.teach.solving import FIRST_RATING, rating_after
from tests.testing.plugins import installed, run


@pytest.fixture
def command(tmp_path):
    """Run a command with lines that are typed."""

    def run(*arguments, typed="", code=0):
        home = {**os.environ, "TAVOLIERE_DATA_DIR": str(tmp_path)}
        line = [sys.executable, "-m", "tavoliere", *arguments]
        done = subprocess.run(
            line, input=typed, capture_output=True, text=True, timeout=240, env=home, check=False, cwd=tmp_path
        )
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr and "\x1b" not in done.stdout
        return done.stdout + done.stderr

    return run


def test_a_puzzle_is_tried_refused_revealed_and_solved(command):
    short = [one for one in puzzles("tablut") if one.kind == WIN and one.within == 3]
    puzzle = min(short, key=lambda one: one.level)
    wrong = next(turn for turn in puzzle.start().legal_moves() if turn not in puzzle.turns)
    typed = "\n".join(["hint", "a1-i9", wrong, "solution", puzzle.line[0], puzzle.line[2], ""])
    shown = command("puzzles", "tablut", puzzle.id, typed=typed)
    assert f"Puzzle {puzzle.id}, level {puzzle.level}" in shown and "It is about this: " in shown
    assert "Not allowed: " in shown and "Not quite." in shown and "answers" in shown
    assert f"The solution: {' '.join(puzzle.line)}" in shown
    rating = rating_after(FIRST_RATING, puzzle.level, is_solved=False)
    assert "Well done!" in shown and f"Your rating: {rating:.1f}" in shown, "only the first try counts"
    listed = command("puzzles", "tablut", "--list")
    assert f"{puzzle.id}  level {puzzle.level}  solved" in listed
    assert "0 solved; your rating: 3.0" in command("puzzles", "tablut", "--list", "--restart")


def test_puzzles_come_near_the_rating_and_not_twice(command):
    first = command("puzzles", "tablut", typed="skip\nquit\n")
    ids = [line.split()[1].strip(",") for line in first.splitlines() if line.startswith("Puzzle ")]
    assert len(set(ids)) == 2
    assert {puzzles("tablut").by_id[one].level for one in ids} <= {2, 3, 4}


def test_lists_for_programs_by_level_and_theme(command):
    every = json.loads(command("puzzles", "tablut", "--list", "--json"))
    assert len(every) == len(puzzles("tablut")) and {"id", "position", "turns", "level", "wrong"} <= set(every[0])
    level = every[0]["level"]
    some = json.loads(command("puzzles", "tablut", "--list", "--json", "--level", str(level)))
    assert {one["level"] for one in some} == {level}
    theme = json.loads(command("puzzles", "tablut", "--list", "--json", "--theme", "a quiet turn"))
    assert theme and all("quiet" in one["themes"] for one in theme)
    assert len(command("puzzles", "tablut", "--list", "--day").splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing"], "there is no game 'nothing'"),
        (["tablut", "00000000"], "tablut has no puzzle '00000000'"),
        (["tablut", "--theme", "love"], "tablut has no puzzles about 'love'; there are: "),
        (["tablut", "--level", "99"], "tablut has no such puzzles"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(command, arguments, told):
    shown = command("puzzles", *arguments, code=1)
    assert told in shown and shown.count("\n") == 1


@pytest.mark.parametrize("text", ["{", "[]", '{"version":1,"games":{"tablut":{"solved":[],"failed":[],"rating":"x"}}}'])
def test_what_cannot_be_read_is_put_aside(tmp_path, text):
    file = tmp_path / "puzzles.json"
    file.write_text(text)
    progress = Progress("tablut", file)
    assert "cannot be read" in progress.trouble and progress.rating == 3
    assert (tmp_path / "puzzles.unreadable.json").read_text() == text
    progress.note(puzzles("tablut").puzzles[0], is_solved=True)
    assert Progress("tablut", file).solved == [puzzles("tablut").puzzles[0].id]


def test_a_newer_file_is_left_alone(tmp_path):
    file = tmp_path / "puzzles.json"
    file.write_text('{"version": 2}')
    progress = Progress("tablut", file)
    progress.note(puzzles("tablut").puzzles[0], is_solved=True)
    assert "newer version" in progress.trouble and file.read_text() == '{"version": 2}'


# Mining


def test_mining_finds_puzzles_and_goes_on_where_it_stopped(command, tmp_path):
    arguments = ("mine", "never-alone", "--want", "1", "--games", "60", "--folder", "mine", "--json")
    found = json.loads(command(*arguments).splitlines()[0])  # a slow computer tells behind it how far it is
    assert found["found"] >= 1 and sum(found["levels"].values()) == found["found"]
    notebook = next((tmp_path / "mine").glob("*.found"))
    before = notebook.read_text()
    notebook.write_text(before + '{"looked": "torn')
    again = json.loads(command(*arguments).splitlines()[0])
    assert again == found and notebook.read_text() == before, "nothing was looked at twice"


def test_mining_looks_in_game_files(command, tmp_path):
    puzzle = next(one for one in puzzles("never-alone") if one.kind == WIN)
    record = recorded(puzzle.game, puzzle.line, start=puzzle.position)
    (tmp_path / "club.tav").write_text(format_record(record))
    assert " of Never Alone\n" in command("mine", "never-alone", "--records", "club.tav", "--folder", "mine")
    assert f'"id":"{puzzle.id}"' in (tmp_path / "mine" / "never-alone-records.found").read_text()


def test_mining_looks_around_puzzles_that_are_known(command, tmp_path):
    """The first puzzle is found around one that the game brings, and others around that one."""
    arguments = ("mine", "never-alone", "--around", "--folder", "mine")
    assert "1 puzzle of Never Alone" in command(*arguments, "--want", "1")
    notebook = tmp_path / "mine" / "never-alone-around.found"
    notes = [json.loads(line) for line in notebook.read_text().splitlines()[1:]]
    known = puzzles("never-alone").by_id
    assert all(note["looked"] in known for note in notes) and len({note["looked"] for note in notes}) == len(notes)
    (found,) = notes[-1]["puzzles"]
    assert found["id"] not in known and found["turns"][0] != known[notes[-1]["looked"]].turns[0]
    assert faults_of(puzzle_of(puzzles("never-alone").puzzles[0].game.ruleset, found)) == []


def brought(folder, count):
    """Another package's game that brings so many puzzles of Pathwayz, and a folder in which one more was found."""
    every = list(puzzles("pathwayz"))[: count + 1]
    head, *lines = text_of(every[0].game.ruleset, every).splitlines()
    own = json.dumps({**json.loads(head), "game": "long-ways"})
    installed(folder, "long-ways", files={FILE: "\n".join([own, *lines[:count]]) + "\n"})
    (folder / "mine").mkdir()
    note = {"format": "tavoliere mining", "version": 1, "game": "long-ways", "rules_version": 1, "options": {}}
    found = {"looked": "1", "puzzles": [json.loads(lines[count])]}
    (folder / "mine" / "old.found").write_text(f"{json.dumps({**note, 'how': {}})}\n{json.dumps(found)}\n")
    (folder / "none.tav").write_text("")
    return [puzzle.id for puzzle in every]


@pytest.mark.parametrize(("wanted", "shipped"), [(150, 6), (4, 4)])
def test_what_is_written_keeps_what_the_game_brought(tmp_path, wanted, shipped):
    """Whoever tops up with a new folder loses nothing, and what there is too much of is chosen from both."""
    ids = brought(tmp_path, 5)
    mining = ("mine", "long-ways", "--records", "none.tav", "--folder", "mine", "--want", str(wanted), "--write")
    done = run(tmp_path, *mining, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "long_ways" / FILE).read_text().splitlines()[1:]
    written = [json.loads(line)["id"] for line in lines]
    assert len(written) == shipped and set(written) <= set(ids)
    assert len(set(written)) == shipped


def test_puzzles_are_rated_again_where_they_are(tmp_path):
    """A puzzle that has become easy, since a level is another player now, moves to the front of the file."""
    ids = brought(tmp_path, 2)[:2]
    file = tmp_path / "long_ways" / FILE
    head, *lines = file.read_text().splitlines()
    hard = [json.dumps({**json.loads(line), "level": 11}) for line in lines]
    file.write_text("\n".join([head, *hard]) + "\n")
    done = run(tmp_path, "mine", "long-ways", "--rate", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rated = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert {one["id"] for one in rated} == set(ids) and all(one["level"] < 11 for one in rated)
    assert rated == sorted(rated, key=lambda one: (one["level"], one["id"]))


def test_game_files_that_are_none_are_told_by_name(command, tmp_path):
    assert "missing.tav cannot be read" in command("mine", "never-alone", "--records", "missing.tav", code=1)
    (tmp_path / "broken.tav").write_text("no game")
    assert "broken.tav: " in command("mine", "never-alone", "--records", "broken.tav", code=1)


def test_a_notebook_of_other_conditions_is_refused(command, tmp_path):
    command("mine", "never-alone", "--want", "1", "--games", "1", "--folder", "mine")
    notebook = next((tmp_path / "mine").glob("*.found"))
    notebook.write_text(notebook.read_text().replace('"version":1', '"version":9', 1))
    told = command("mine", "never-alone", "--want", "1", "--games", "1", "--folder", "mine", code=1)
    assert "is a notebook of other conditions" in told


def test_shipped_puzzles_are_proven_by_a_command(command):
    assert "never-alone: 2 of 2 puzzles proven" in command("mine", "never-alone", "--prove", "--sample", "2")


def test_holds_are_solved_by_one_turn(command):
    puzzle = next(one for one in puzzles("tablut") if one.kind == HOLD)
    assert "Well done!\nEvery other turn loses." in command(
        "puzzles", "tablut", puzzle.id, typed=f"{puzzle.turns[0]}\n"
    )
