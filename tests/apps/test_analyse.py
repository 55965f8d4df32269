"""The commands `analyse`, `solve` and `levels`: what they say, as text and as JSON, and what they refuse."""

import contextlib
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

import pytest

import tavoliere as tv
from tavoliere.apps.cli import analyse, common, levels, main
from tavoliere.apps.cli.bestlines import text_table
from tavoliere.arena.review import with_effort
from tavoliere.records import read, recorded, write, write_jsonl
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.ladder import Ladder, Rung
from tavoliere.search.specs import judging_spec

ONLY_TURN = "9/9/9/2b6/2k6/9/2b6/9/8b w"
WON = "9/9/9/9/2k6/9/9/9/8b w"
BLUNDERED = ["c5-c4", "i1-i2"]


@pytest.fixture
def said(capsys):
    """Run a command; its exit code, and what it wrote to both streams."""

    def run(*arguments):
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def files(tmp_path):
    """Files with two games, as text and as JSON lines; in the second a win is thrown away."""
    game = tv.game("tablut")
    records = [
        recorded(game, ["e4-f4"], date=""),
        recorded(game, BLUNDERED, start=ONLY_TURN, players={"w": "Anna", "b": "Bo"}, date="2026-11-15"),
    ]
    with (tmp_path / "games.tav").open("w", encoding="utf-8") as file:
        write(records, file)
    with (tmp_path / "games.jsonl").open("w", encoding="utf-8") as file:
        write_jsonl(records, file)
    return tmp_path


# Positions


def test_the_best_lines_of_a_position_as_text(said):
    code, out, _ = said("analyse", "tablut", ONLY_TURN, "--player", "alphabeta", "--nodes", "20000", "--multi", "5")
    title, headings, first, second, effort, *reasons = out.splitlines()
    assert code == 0
    assert reasons[0] == "after c5-c4, the king is captured on c4"
    assert title == "Tablut, White to move, alphabeta:nodes=20000,multi=5"
    assert headings.split() == ["turn", "chance", "certain", "line"]
    assert first.split()[:4] == ["c5-d5", "100%", "win", "c5-d5"]
    assert second.split()[:3] == ["c5-c4", "0%", "loss"]
    assert "nodes" in effort and effort.startswith("depth ")


def test_the_best_lines_of_a_position_as_json(said):
    code, out, _ = said("analyse", "never-alone", "--player", "mcts", "--nodes", "300", "--multi", "2", "--json")
    data = json.loads(out)
    assert code == 0
    assert set(data) == {
        "game", "options", "position", "turn", "player", "move", "values", "proven", "depth", "nodes", "seconds",
        "line", "alternatives", "reasons", "is_finished",
    }  # fmt: skip
    assert data["player"] == "mcts:nodes=300,multi=2"
    assert len(data["alternatives"]) == 2
    assert data["alternatives"][0]["move"] == data["move"] == data["line"][0]
    assert data["proven"] is None and data["is_finished"] is True
    assert data["position"] == str(tv.game("never-alone").start())


def test_the_terminal_process_does_not_import_numba(tmp_path):
    program = """
import sys
from tavoliere.apps.cli import main
if __name__ == "__main__":
    main(["analyse", "never-alone", "--player", "mcts", "--nodes", "50"])
    main(["solve", "tablut", "9/9/9/9/2k6/9/9/9/8b w"])
    print("numba" in sys.modules)
"""
    (tmp_path / "ask.py").write_text(program, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "ask.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=200)
    assert done.stdout.splitlines()[-1] == "False"


class Interrupted:
    """A search process whose user presses Ctrl-C when so many questions have been answered."""

    def __init__(self, answered, *, is_told=True):
        self.answered, self.is_told, self.closed = answered, is_told, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.closed += 1

    def choose(self, spec, position, seed, watch=None, note=None):  # noqa: ARG002 - as a worker is asked
        found = AlphaBetaPlayer(table_entries=1 << 12).choose(position, Budget(nodes=20_000))
        self.answered -= 1
        if self.answered >= 0:
            return found
        if self.is_told and watch is not None:
            watch(found)
        raise KeyboardInterrupt


def test_ctrl_c_ends_a_search_and_keeps_what_it_found(said, monkeypatch):
    worker = Interrupted(1)
    monkeypatch.setattr(analyse, "SearchWorker", lambda: worker)
    code, out, _ = said("analyse", "tablut", ONLY_TURN, "--json")
    data = json.loads(out)
    assert (code, data["is_finished"], data["move"]) == (0, False, "c5-d5")
    assert worker.closed == 2
    monkeypatch.setattr(analyse, "SearchWorker", lambda: Interrupted(1, is_told=False))
    assert said("analyse", "tablut", ONLY_TURN) == (130, "", "\ntavoliere: interrupted\n")


def test_ctrl_c_keeps_the_turns_that_are_graded(said, monkeypatch, files):
    monkeypatch.setattr(analyse, "SearchWorker", lambda: Interrupted(3))
    code, out, err = said("analyse", "tablut", str(files / "games.tav"), "--game", "2", "--json")
    data = json.loads(out)
    assert (code, len(data["turns"]), data["is_whole"]) == (130, 1, False)
    assert "stopped after turn 1 of 2" in err


def test_a_terminal_without_colour_gets_plain_text(files):
    """Neither tables that are drawn over, nor progress bars."""
    for arguments in (["never-alone", "--nodes", "2000"], ["tablut", str(files / "games.tav"), "--nodes", "200"]):
        command = [sys.executable, "-m", "tavoliere", "analyse", *arguments]
        pid, handle = pty.fork()
        if pid == 0:
            os.execve(sys.executable, command, {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"})  # noqa: S606
        screen = ""
        with contextlib.suppress(OSError):
            while block := os.read(handle, 65536):
                screen += block.decode(errors="replace")
        os.close(handle)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        assert "alphabeta" in screen or "champion" in screen
        assert "\x1b" not in screen


def test_a_terminal_shows_a_table_that_ctrl_c_leaves_standing():
    main(["analyse", "never-alone", "--player", "mcts", "--nodes", "10"])
    pid, handle = pty.fork()
    if pid == 0:
        command = [sys.executable, "-m", "tavoliere", "analyse", "never-alone", "--player", "mcts", "--seconds", "600"]
        os.execve(sys.executable, command, {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"})  # noqa: S606
    screen, deadline, is_interrupted = "", time.monotonic() + 60, False
    while time.monotonic() < deadline:
        if select.select([handle], [], [], 0.2)[0]:
            try:
                screen += os.read(handle, 65536).decode(errors="replace")
            except OSError:
                break
        if "a second" in screen and not is_interrupted:
            os.write(handle, b"\x03")
            is_interrupted = True
    else:
        os.kill(pid, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert "Never Alone, Red to move" in screen
    assert "Traceback" not in screen
    assert "visits" in screen


# Games


def test_a_game_is_graded_with_the_better_turn_and_totals(said, files):
    path = str(files / "games.tav")
    code, out, _ = said("analyse", "tablut", path, "--game", "2", "--player", "alphabeta", "--nodes", "20000")
    assert code == 0
    assert "White Anna, Black Bo, *; alphabeta:nodes=20000" in out
    assert "1.  White   c5-c4  blunder    100%     0%  c5-d5" in out
    assert "1. c5-c4: blunder, a certain win becomes a certain loss; better c5-d5" in out
    assert "   better: c5-d5" in out
    assert "   played: c5-c4 " in out
    assert "White: accuracy 2% over 1 turn: 1 blunder" in out
    assert "chances of White: █▁" in out


def test_a_graded_game_is_annotated_and_drawn(said, files):
    out_file, graph, png = files / "graded.tav", files / "chances.svg", files / "chances.png"
    search = ["--player", "alphabeta", "--nodes", "20000"]
    command = ["analyse", "tablut", str(files / "games.jsonl"), "--game", "2", *search]
    code, out, _ = said(*command, "--annotate", str(out_file), "--graph", str(graph), "--theme", "dark", "--json")
    assert code == 0
    data = json.loads(out)
    assert data["turns"][0]["grade"] == "blunder"
    assert data["is_whole"] is True and len(data["values"]) == 3
    record = next(read(out_file.read_text(encoding="utf-8")))
    assert record.moves == BLUNDERED
    grade, *reasons = record.turns[0].comments
    assert grade == "blunder, a certain win becomes a certain loss; better c5-d5"
    assert reasons[0] == "after c5-c4, the king is captured on c4"
    assert list(reasons) == data["turns"][0]["reasons"]
    assert record.turns[0].variations[0][0].move == "c5-d5"
    picture = graph.read_text(encoding="utf-8")
    assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own text
    assert "1. c5-c4: blunder" in picture
    assert said(*command, "--graph", str(png))[0] == 0
    assert png.read_bytes()[:4] == b"\x89PNG"


GRADING = ("--player", "alphabeta", "--nodes", "2000")


@pytest.mark.parametrize("suffix", [".tav", ".jsonl"])
def test_other_games_of_a_file_stay_when_one_is_annotated(said, files, suffix):
    path = files / f"games{suffix}"
    before = list(analyse.records_of(path))
    assert said("analyse", str(path), "--game", "2", *GRADING, "--annotate", str(path))[0] == 0
    first, second = analyse.records_of(path)
    assert first == before[0] and second.moves == before[1].moves
    assert second.turns[0].variations and not before[1].turns[0].variations
    assert list(files.glob(".saving-*")) == []


def test_games_are_never_written_over(said, files):
    kept = (files / "games.jsonl").read_bytes()
    (files / "letter.txt").write_text("dear Anna", encoding="utf-8")
    for name, reason in (("games.jsonl", "holds other games, which would be lost"), ("letter.txt", "no file of games")):
        code, out, err = said("analyse", str(files / "games.tav"), *GRADING, "--annotate", str(files / name))
        assert (code, out) == (1, "") and reason in err
    assert (files / "games.jsonl").read_bytes() == kept
    assert (files / "letter.txt").read_text(encoding="utf-8") == "dear Anna"
    for _ in range(2):  # the same game again is no other game
        out = str(files / "out.jsonl")
        assert said("analyse", str(files / "games.tav"), "--game", "2", *GRADING, "--annotate", out)[0] == 0
    assert [record.moves for record in analyse.records_of(files / "out.jsonl")] == [BLUNDERED]


def test_several_lines_are_told_of_a_fault(said, files):
    ask = ("analyse", "tablut", str(files / "games.tav"), "--game", "1", *GRADING, "--multi", "3")
    turn = json.loads(said(*ask, "--json")[1])["turns"][0]
    assert len(turn["alternatives"]) == 3
    assert all(other["line"][0] == other["move"] for other in turn["alternatives"])
    assert turn["alternatives"][0]["move"] == (turn["better"] or turn["move"])


def test_what_cannot_be_analysed_is_refused_in_one_line(said, files, tmp_path):
    path = str(files / "games.tav")
    (tmp_path / "empty.tav").write_text('[Game "tablut"]\n\n*\n', encoding="utf-8")
    for arguments, words in (
        (["tablut", path, "--game", "3"], "there is no game 3; it has 2 games"),
        (["pit", path], "game 1 is one of tablut, not of pit"),
        (["pit", path, "players=3"], "brings its own options"),
        (["tablut", str(tmp_path / "nowhere.tav")], "No such file"),
        (["tablut", str(tmp_path / "empty.tav")], "has no turns to grade"),
        (["tablut", "--game", "1"], "--game is for game files"),
        (["tablut", "--graph", "a.svg"], "--graph is for game files"),
        (["tablut", "k8/9/9/9/9/9/9/9/8b b"], "the game is over"),
        (["tablut", "9/9 w"], "board:"),
        (["tablut", "x" * 300], "not a position"),
        (["tablat"], "did you mean 'tablut'"),
        (["tablut", "--player", "random"], "does not say what turns are worth"),
        (["tablut", "--player", "level:3"], "does not say what turns are worth"),
        (["tablut", "--player", "nobody"], "there is no player 'nobody'"),
        (
            ["tablut", path, "--player", "mcts", "--nodes", "2", "--annotate", str(tmp_path / "no" / "a.tav")],
            "cannot write",
        ),
        (["tablut", path, "--graph", str(tmp_path / "no" / "g.svg")], "there is no folder"),
        (["tablut", path, "--graph", str(tmp_path / "g.jpg")], "ends in .svg or .png"),
        (["tablut", path, "--annotate", str(tmp_path)], "it is a folder"),
    ):
        code, out, err = said("analyse", *arguments)
        assert (code, out) == (1, ""), arguments
        assert words in err and "Traceback" not in err, (arguments, err)


def test_a_report_is_told_before_files_are_written(said, files, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(common, "replace_file", full)
    monkeypatch.setattr(analyse, "SearchWorker", lambda: Interrupted(99))
    code, out, err = said("analyse", "tablut", str(files / "games.tav"), "--graph", str(files / "g.svg"))
    assert (code, "accuracy" in out) == (1, True)
    assert err.endswith("g.svg: No space left on device\n")


def test_bad_numbers_are_refused(capsys):
    for option, value in (("--nodes", "0"), ("--multi", "51"), ("--multi", "x"), ("--seconds", "nan")):
        with pytest.raises(SystemExit):
            main(["analyse", "tablut", option, value])
        assert value in capsys.readouterr().err


def test_budgets_and_lines_are_written_into_the_spec():
    assert judging_spec("champion", multi=3, usual=10).text == "champion:multi=3,seconds=10"
    assert judging_spec("mcts:nodes=50,c=1.4", seconds=0.25).text == "mcts:c=1.4,seconds=0.25"
    assert judging_spec("alphabeta:depth=3", multi=2).text == "alphabeta:depth=3,multi=2"
    assert judging_spec("mcts", nodes=10**9).text == "mcts:nodes=1000000000"
    assert with_effort(judging_spec("mcts:c=1.4", seconds=0.5), 4).text == "mcts:c=1.4,seconds=2"


# Solving


def test_a_proof_is_told_with_its_line(said):
    code, out, _ = said("solve", "tablut", WON)
    assert code == 0
    assert out.startswith("White wins, proven\n")
    assert "the shortest win, 1 turn: c5-c" in out
    assert out.splitlines()[-1].endswith(" s") and " nodes, " in out
    code, out, _ = said("solve", "tablut", WON.replace(" w", " b"), "--nodes", "50000", "--json")
    data = json.loads(out)
    assert (code, data["proven"], data["winner"]) == (0, "loss", "w")
    assert data["is_complete"] is True and data["is_of_exact_length"] is True
    assert len(data["line"]) == 2


def test_a_budget_that_does_not_suffice_is_told_plainly(said):
    code, out, _ = said("solve", "tablut", "--nodes", "5000")
    assert code == 3
    assert out.startswith("not proven: the budget did not suffice\n")
    assert "so far: nobody can force a result within " in out
    code, out, _ = said("solve", "pit", "players=3", "--nodes", "2000", "--json")
    data = json.loads(out)
    assert (code, data["proven"], data["winner"]) == (3, None, None)


def test_solve_refuses_what_is_not_a_position_or_is_over(said):
    for arguments, words in (
        (["tablut", "9/9 w"], "board:"),
        (["tablut", "k8/9/9/9/9/9/9/9/8b b"], "the game is over"),
        (["chess"], "there is no game 'chess'"),
    ):
        code, out, err = said("solve", *arguments)
        assert (code, out) == (1, "")
        assert words in err


# Levels


def test_levels_are_listed_with_what_is_behind_them(said):
    for options in ([], ["players=3"]):
        code, out, _ = said("levels", "pit", *options)
        assert code == 0
        assert "champion: " in out
        assert len([line for line in out.splitlines() if line.strip()[:1].isdigit()]) >= 10
    data = json.loads(said("levels", "tablut", "--json")[1])
    assert set(data) == {"game", "options", "is_usual", "champion", "levels", "matches", "sides"} and data["is_usual"]
    assert [rung["level"] for rung in data["levels"]] == list(range(1, 11))
    assert set(data["levels"][0]) == {"level", "player", "elo", "error", "name", "sentence"}
    assert data["levels"][0]["name"] == "Page" and data["levels"][9]["name"] == "Jarl"
    spoken = " ".join(said("levels", "tablut")[1].split())
    assert all(f"{rung['level']} {rung['name']}. {rung['sentence']}" in spoken for rung in data["levels"])
    assert "options are written like players=3" in said("levels", "pit", "three")[2]
    assert "usual options" not in said("levels", "pit", "players=4")[1]
    assert "measured with the usual options" in said("levels", "pit", "size=11")[1]
    assert not json.loads(said("levels", "pit", "size=11", "--json")[1])["is_usual"]


def test_measured_levels_have_ratings_and_matches():
    rungs = (Rung(1, "novice:nodes=5", 0.0, 31.4), Rung(2, "mcts:nodes=50", 120.6, None), Rung(3, "mcts:nodes=500"))
    matches = ({"first": "level:2", "second": "level:1", "games": 100, "score": 0.6789}, {"first": "greedy"})
    lines = "\n".join(levels.ladder_lines(Ladder("mcts", rungs, matches), 2)).splitlines()
    assert lines[1].split() == ["1", "0", "31", "novice:nodes=5"]
    assert lines[2].split() == ["2", "121", "mcts:nodes=50"]
    assert lines[3].split() == ["3", "?", "mcts:nodes=500"]
    assert "Level 3 has not been measured yet." in lines
    assert lines[-2].split() == ["level:2", "level:1", "100", "0.679"]
    assert lines[-1].split() == ["greedy"]
    more = (*rungs, *(Rung(number, "mcts") for number in (4, 5)))
    assert "Levels 3, 4 and 5 have not been measured yet." in levels.ladder_lines(Ladder("mcts", more), 2)
    unmeasured = levels.ladder_lines(Ladder("mcts", rungs[2:]), 2)
    assert unmeasured[-1] == "No level has been measured yet."


def test_a_table_has_straight_columns():
    table = text_table(["turn", "chance"], [["a1", "5%"], ["a1-b2", "100%"]])
    assert table.splitlines() == ["turn   chance", "a1         5%", "a1-b2    100%"]
