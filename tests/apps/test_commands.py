"""The commands, run as a person runs them: in a process of their own."""

import json
import os
import re
import subprocess
import sys

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.apps.cli.common import note_compiling
from tavoliere.games import own_games
from tavoliere.records import format_record, recorded

PIT_START = "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -"


def run(*arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, "-m", "tavoliere", *arguments],
        input=typed if typed is not None else "",
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
        check=False,
    )


def refused(*arguments: str) -> str:
    """The one line that a refused command says, without a traceback."""
    done = run(*arguments)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


def test_ctrl_c_while_the_commands_are_still_being_loaded():
    code = """
import sys
from tavoliere.__main__ import main

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "tavoliere.apps.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "\ntavoliere: interrupted\n")


def test_games_lists_all_five_with_their_options():
    listed = run("games").stdout
    for name in own_games():
        assert name in listed
    assert "2 to 4 players" in listed
    assert "holes=..." in listed


def test_show_draws_the_start_of_every_game():
    for name in own_games():
        shown = run("show", name).stdout
        assert str(tv.game(name).start()) in shown
        assert "to move" in shown


def test_show_takes_options_and_a_position_with_or_without_quotes():
    quoted = run("show", "pit", PIT_START).stdout
    assert quoted == run("show", "pit", *PIT_START.split(" ")).stdout
    assert "Red: 5 towers in reserve, 1 pawn in hand" in run("show", "pit", "players=3").stdout


def test_show_writes_pictures_with_theme_size_and_side(tmp_path):
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    shown = run("show", "pit", "players=3", "--svg", str(svg), "--png", str(png), "--size", "120", "--theme", "dark")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines() == [f"{path}: {path.stat().st_size:,} bytes" for path in (svg, png)]
    assert 'width="120"' in svg.read_text(encoding="utf-8")
    assert png.read_bytes()[16:20] == (120).to_bytes(4)
    light = tmp_path / "light.svg"
    run("show", "pit", "players=3", "--svg", str(light), "--size", "120", "--flip")
    assert light.read_text(encoding="utf-8") != svg.read_text(encoding="utf-8")


def test_pictures_that_cannot_be_made_are_refused_in_one_line(tmp_path):
    missing = tmp_path / "nowhere" / "board.svg"
    assert refused("show", "tablut", "--svg", str(missing)).endswith(
        f"cannot write {missing}: No such file or directory"
    )
    assert "Is a directory" in refused("show", "tablut", "--png", str(tmp_path))
    assert "32 to 8000 pixels wide, not 7" in refused("show", "tablut", "--svg", str(tmp_path / "a.svg"), "--size", "7")
    assert "say --svg FILE or --png FILE" in refused("show", "tablut", "--theme", "dark")
    assert "invalid choice: 'blue'" in refused("show", "tablut", "--svg", "a.svg", "--theme", "blue")
    assert not list(tmp_path.iterdir())


def test_show_draws_barriers_holes_and_reserves():
    shown = run("show", "pit", "9/4B4/2o3o2/9/4o4/9/2o3o2/9/W3w4 w w3,b6 a1e,e2n").stdout
    assert "1  W | .   .   .   w   .   .   .   ." in shown
    assert "White: 3 towers in reserve" in shown
    assert "o hole" in shown


def test_show_draws_stacks_bottom_to_top_and_pillars():
    shown = run("show", "pit-of-pillars", "#6#/8/2(wrr)5/8/3W4/8/1w6/#6# w m 2-0 - 7").stdout
    assert "wrr" in shown
    assert "Movement stage, 7 turns without a capture" in shown
    assert "White: 2 men in reserve" in shown


def test_show_says_that_a_finished_game_is_over():
    shown = run("show", "tablut", "k8/9/9/9/9/9/9/9/8b b").stdout
    assert "the game is over: w wins: king escaped" in shown


def test_a_wrong_game_position_or_option_is_refused_in_one_line():
    assert "did you mean 'tablut'" in refused("show", "tablat")
    assert "board:" in refused("show", "tablut", "9/9 w")
    assert "players" in refused("show", "pit", "players=5")
    assert "whole number" in refused("show", "pit", "players=many")
    assert "given twice" in refused("show", "pit", "players=3", "players=4")
    assert "no option" in refused("show", "tablut", "players=2")


def test_perft_counts_and_divides():
    assert run("perft", "tablut", "2").stdout.strip() == "4408"
    assert run("perft", "pit", "2", "players=4").stdout.strip() == "3909"
    lines = run("perft", "never-alone", "2", "--divide").stdout.split()
    assert lines[-1] == "64"
    assert sum(int(count) for count in lines[1:-1:2]) == 64


def test_perft_refuses_a_bad_depth():
    assert "whole number" in refused("perft", "tablut", "-1")
    assert "whole number" in refused("perft", "tablut", "deep")
    assert "at least 1" in refused("perft", "tablut", "0", "--divide")


def test_bench_prints_a_table_and_json():
    table = run("bench", "never-alone", "--seconds", "0.05").stdout
    assert "never-alone" in table
    measured = json.loads(run("bench", "pit", "players=3", "--seconds", "0.05", "--json").stdout)
    assert [entry["game"] for entry in measured] == ["pit"]
    assert measured[0]["options"]["players"] == 3
    assert measured[0]["playouts_per_second"] > 0
    assert measured[0]["actions_per_second"] > measured[0]["playouts_per_second"]


def test_bench_without_a_game_measures_every_game_and_variant():
    measured = json.loads(run("bench", "--seconds", "0.01", "--json").stdout)
    assert {entry["game"] for entry in measured} == set(tv.games())
    assert sorted(entry["options"]["players"] for entry in measured if entry["game"] == "pit") == [2, 3, 4]


def test_bench_refuses_bad_seconds_and_stray_words():
    assert "positive number" in refused("bench", "--seconds", "0")
    assert "positive number" in refused("bench", "--seconds", "nan")
    assert "players=3" in refused("bench", "pit", "three")


def test_warm_finds_everything_compiled_the_second_time():
    run("warm", "never-alone")
    for jobs in ("1", "2"):
        assert "(0 functions compiled just now)" in run("warm", "never-alone", "--jobs", jobs).stdout


def test_a_first_compilation_says_what_is_happening(tmp_path):
    environment = {**os.environ, "TAVOLIERE_CACHE_DIR": str(tmp_path / "cold")}
    command = [sys.executable, "-m", "tavoliere", "perft", "never-alone", "1"]
    first = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    second = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    assert "compiling count_turns for NeverAlone" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout == "8\n"


def test_what_is_being_compiled_fits_the_screen(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    note_compiling("generate for PitOfPillars and PitOfPillarsJudge")
    told = capsys.readouterr().err
    assert max(map(len, told.splitlines())) <= 80
    assert " ".join(told.split()).endswith("PitOfPillars and PitOfPillarsJudge (first use only, a few seconds) ...")


def test_help_helps_everywhere():
    for command in ([], ["games"], ["show"], ["play"], ["check"], ["perft"], ["bench"], ["warm"]):
        helped = run(*command, "--help")
        assert helped.returncode == 0
        assert "usage: tavoliere" in helped.stdout
    assert tv.__version__ in run("--version").stdout


def test_each_example_of_a_help_stands_in_lines_of_its_own(capsys: pytest.CaptureFixture[str]):
    """The examples of `serve`, `perft` and `bench` ran together into one command that nobody can run."""
    for command in command_names():
        with pytest.raises(SystemExit):
            main([command, "--help"])
        epilog = capsys.readouterr().out.split("\n\n")[-1]
        lines = [line for line in epilog.splitlines() if "example: " in line]
        assert [line.count("example: ") for line in lines] == [1] * len(lines), command
        assert all(line.startswith("example: ") for line in lines), command


def command_names() -> list[str]:
    """All commands, as the program lists them when it is asked for one that it does not know."""
    listed = run("nothing").stderr.partition("choose from ")[2]
    return re.findall(r"[a-z-]+", listed)


def test_the_exit_code_is_that_of_the_command(capsys: pytest.CaptureFixture[str]):
    assert main(["games"]) == 0
    assert main(["show", "chess"]) == 1
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_output_into_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m tavoliere perft pit 2 --divide | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr == ""


def test_check_verifies_files_and_names_what_is_wrong(tmp_path):
    game = tv.game("tablut")
    good = format_record(recorded(game, ["e4-f4", "d1-d2"], date="2026-11-15"))
    (tmp_path / "good.tav").write_text(good + "\n" + good, encoding="utf-8")
    (tmp_path / "bad.tav").write_text(good.replace("d1-d2", "d1-d9") + "\n" + good, encoding="utf-8")
    (tmp_path / "lines.jsonl").write_text('{"game": "tablut", "turns": ["e4-f4"]}\n{}\n', encoding="utf-8")
    (tmp_path / "bytes.tav").write_bytes(b"\xff\xfe\x00")
    fine = run("check", str(tmp_path / "good.tav"))
    assert (fine.returncode, "2 games, 4 turns, all right" in fine.stdout) == (0, True)
    wrong = run("check", str(tmp_path / "good.tav"), str(tmp_path / "bad.tav"))
    assert wrong.returncode == 1
    assert "bad.tav: line 8, column 13: 'd1-d9' is not allowed" in wrong.stdout
    assert "2 games, 2 turns, 1 of them wrong" in wrong.stdout
    lines = run("check", str(tmp_path / "lines.jsonl"))
    assert lines.returncode == 1 and "line 2" in lines.stdout
    assert "not UTF-8" in run("check", str(tmp_path / "bytes.tav")).stdout
    assert "No such file" in refused("check", str(tmp_path / "nowhere.tav"))
    assert "all right" in run("check", "-", typed=good).stdout


def test_options_of_a_game_may_stand_behind_other_arguments(capsys, tmp_path):
    games = tmp_path / "games.tav"
    words = ["match", "random", "random", "--game", "pit", "--rounds", "1", "--opening", "0", "--file", str(games)]
    assert main([*words, "players=3"]) == 0
    assert games.read_text().count("[Round ") == 3, "once from every seat"
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main([*words, "players=3", "--bogus=1"])
    assert "unrecognized arguments: --bogus=1" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a shell does")
def test_closed_streams_end_no_command_in_a_traceback(tmp_path):
    for words, streams in (
        ("levels tablut", ">&-"),
        ("levels tablut", ">&- 2>&-"),
        (f"match random random --game never-alone --rounds 1 --file {tmp_path / 'games.tav'}", ">&-"),
        ("play tablut", "<&-"),
        ("ugi --game tablut", "<&-"),
        ("ugi --game tablut", ">&-"),
    ):
        line = f"{sys.executable} -m tavoliere {words} {streams}"
        done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=120, check=False)  # noqa: S602
        assert "Traceback" not in done.stderr, (line, done.stderr)


def test_examples_of_help_stand_on_lines_of_their_own():
    lines = run("analyse", "--help").stdout.splitlines()
    assert sum(line.startswith("example: tavoliere analyse") for line in lines) == 2
