"""The commands of the lab: reports that go on after being killed, conditions, comparisons, galleries, refusals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tavoliere.apps.cli import main
from tavoliere.apps.cli.new import written
from tavoliere.arena.selfplay import open_games

QUICK = ["--player", "novice:depth=1,taste=3000,share=75", "--player", "alphabeta:nodes=80,noise=50", "--jobs", "1"]
SMALL = [*QUICK, "--games", "8", "--depth", "4", "--steps", "1", "--check", "2"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_report_is_page_and_data_and_the_same_again(tmp_path, capsys):
    command = ["report", "never-alone", *SMALL, "--html", "page", "--json", "all.json"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "Never Alone:" in told and "changes of the lead" in told and "page: page/index.html" in told
    data = json.loads(Path("all.json").read_text())
    assert data == json.loads(Path("page/report.json").read_text())
    assert [cell["games"] for cell in data["cells"]] == [8, 8, 8, 8]
    assert data["depth"]["steps"][0]["games"] == 4 and data["trust"]["public"]["games"] == 2
    assert data["command"].startswith("tavoliere report never-alone --player novice")
    assert " --games 8 " in data["command"]
    page = Path("page/index.html").read_text()
    assert "Is it fair?" in page and "<desc" in page and data["cells"][0]["file"] in page
    assert {path.name for path in Path("page").iterdir()} == {
        "index.html", "report.json", "board-light.svg", "board-dark.svg", "heat-light.svg", "heat-dark.svg",
    }  # fmt: skip
    kept = {path: path.stat().st_mtime_ns for path in Path("lab-games").glob("*.games")}
    assert main(command) == 0
    assert json.loads(Path("all.json").read_text()) == data
    assert {path: path.stat().st_mtime_ns for path in Path("lab-games").glob("*.games")} == kept


def test_a_killed_report_goes_on_and_equals_an_uninterrupted_one(tmp_path):
    arguments = [
        "report", "never-alone", "--player", "alphabeta:nodes=80,noise=50", "--games", "120",
        "--depth", "0", "--check", "0", "--openings", "light", "--jobs", "2", "--json",
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "tavoliere", *arguments, "killed.json", "--store", "killed"], start_new_session=True
    )
    store = tmp_path / "killed"
    while process.poll() is None and sum(path.read_bytes().count(b"\n") for path in store.glob("*.games")) < 6:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    (path,) = store.glob("*.games")
    begun = len(list(open_games(path).games()))
    assert 5 <= begun < 120
    assert main([*arguments, "killed.json", "--store", "killed"]) == 0
    assert main([*arguments, "whole.json", "--store", "whole"]) == 0
    assert json.loads(Path("killed.json").read_text()) == json.loads(Path("whole.json").read_text())


def test_a_condition_makes_a_report_fail(capsys):
    few = ["report", "never-alone", *QUICK[2:], "--games", "6", "--depth", "0", "--check", "0", "--openings", "light"]
    assert main([*few, "--fail-if", "length>3"]) == 3
    assert "which makes length>3 hold" in capsys.readouterr().err
    assert main([*few, "--fail-if", "length<3", "--fail-if", "draws > 0.99"]) == 0
    with pytest.raises(SystemExit):
        main([*few, "--fail-if", "beauty>3"])
    assert "a condition is written like seat_gap>0.15" in capsys.readouterr().err


@pytest.mark.parametrize("points", ["0", "x", "51", "nan", "-3"])
def test_a_precision_is_a_number_of_points(points, capsys):
    with pytest.raises(SystemExit):
        main(["report", "never-alone", f"--precision={points}"])
    assert f"a number of points from 0.1 to 50 expected, not '{points}'" in capsys.readouterr().err


def test_each_player_may_have_another_number_of_games(capsys):
    few = ["report", "never-alone", *QUICK, "--depth", "0", "--check", "0", "--json", "each.json"]
    ways = ["--games", "3", "--games", "6", "--openings", "both", "--openings", "off"]
    assert main([*few, *ways]) == 0
    data = json.loads(Path("each.json").read_text())
    assert [(cell["openings"], cell["games"]) for cell in data["cells"]] == [("light", 3), ("off", 3), ("off", 6)]
    assert data["command"].endswith("--games 3 --games 6 --openings both --openings off --depth 0 --check 0")
    assert data["firsts"]["games"] == 3 and data["head"] == 2
    assert main([*few, *ways, "--games", "9"]) == 1
    assert "--games is given 3 times, for 2 players; give it once, or once for each" in capsys.readouterr().err


def test_precision_plays_on(capsys):
    few = [
        "report",
        "never-alone",
        "--player",
        "novice:depth=1,taste=3000",
        "--depth",
        "0",
        "--check",
        "0",
        "--jobs",
        "1",
    ]
    assert main([*few, "--games", "10", "--openings", "light", "--precision", "8", "--json", "p.json"]) == 0
    (cell,) = json.loads(Path("p.json").read_text())["cells"]
    assert cell["games"] > 100
    assert (cell["seats"][0]["score"]["high"] - cell["seats"][0]["score"]["low"]) / 2 < 0.1


def test_three_players_have_a_table_of_their_own():
    given = [
        "report",
        "pit",
        "players=3",
        *QUICK[2:],
        "--games",
        "4",
        "--depth",
        "0",
        "--check",
        "0",
        "--json",
        "t.json",
    ]
    assert main(given) == 0
    data = json.loads(Path("t.json").read_text())
    assert len(data["cells"][0]["seats"]) == 3
    assert {"first_out", "kingmaking", "by_own_turn", "others", "games"} == set(data["cells"][0]["table"])


def test_two_settings_are_compared(capsys):
    words = ["compare", "never-alone", "--a", "", "--b", "red=d1 black=e8", *QUICK[2:], "--games", "6"]
    assert main([*words, "--json", "c.json", "--html", "c"]) == 0
    told = capsys.readouterr().out
    assert "B: never-alone (red=d1, black=e8)" in told and "games a side" in told
    data = json.loads(Path("c.json").read_text())
    assert data["rows"][0]["name"] == "score of the first seat" and data["given_games"] > 100
    assert "Two settings side by side" in Path("c/index.html").read_text()


def test_openings_are_told_and_drawn(capsys):
    words = ["openings", "never-alone", "--player", "alphabeta:nodes=60,noise=50", "--games", "1", "--jobs", "1"]
    assert main([*words, "--svg", "o.svg", "--json", "o.json"]) == 0
    assert "with a swap rule the first player would leave" in capsys.readouterr().out
    data = json.loads(Path("o.json").read_text())
    assert sum(len(turn["same"]) for turn in data["turns"]) == 8
    assert sum(turn["score"]["games"] for turn in data["turns"]) == len(data["turns"])
    assert Path("o.svg").read_text().count("<circle") >= 8


def test_some_first_turns_are_played_alone(capsys):
    """h8 of Pathwayz is what e1 is, seen from the other side."""
    words = ["openings", "pathwayz", "--player", "alphabeta:nodes=30,noise=50", "--games", "2", "--jobs", "1"]
    assert main([*words, "--turn", "d4", "--turn", "h8", "--turn", "e1", "--json", "o.json"]) == 0
    data = json.loads(Path("o.json").read_text())
    assert {turn["turn"]: turn["score"]["games"] for turn in data["turns"]} == {"d4": 2, "e1": 2}
    assert data["command"].startswith("tavoliere openings pathwayz --games 2 --turn d4 --turn h8 --turn e1 --player")
    assert (Path("lab-games") / data["file"]).is_file()
    assert "note: first turns: 4 games say little" in capsys.readouterr().out
    assert main([*words, "--turn", "z9"]) == 1
    assert "'z9' is not allowed" in capsys.readouterr().err


def test_a_comparison_names_everything_that_it_follows_from(capsys):
    words = ["compare", "never-alone", "--a", "", "--b", "red=d1 black=e8", *QUICK[2:], "--games", "3"]
    assert main([*words, "--seed", "2", "--difference", "7.5", "--openings", "off", "--json", "c.json"]) == 0
    command = json.loads(Path("c.json").read_text())["command"]
    assert command.endswith("--openings off --seed 2 --difference 7.5")
    assert "a difference of 7.5 points" in capsys.readouterr().out


def test_a_gallery_shows_all_reports(capsys):
    few = [*QUICK[2:], "--games", "4", "--depth", "0", "--check", "0", "--openings", "light"]
    assert main(["report", "never-alone", *few, "--html", "site/never-alone"]) == 0
    assert main(["report", "tablut", *few, "--html", "site/tablut"]) == 0
    assert main(["gallery", "site"]) == 0
    assert "2 reports: site/index.html" in capsys.readouterr().out
    page = Path("site/index.html").read_text()
    assert "never-alone/index.html" in page and "tavoliere report tablut" in page


def test_files_of_games_have_statistics(capsys):
    assert (
        main(["match", "random", "greedy", "--game", "never-alone", "--rounds", "3", "--file", "m.tav", "--jobs", "1"])
        == 0
    )
    few = [*QUICK[2:], "--games", "4", "--depth", "0", "--check", "0", "--openings", "light"]
    assert main(["report", "tablut", *few]) == 0
    (games,) = Path("lab-games").glob("*.games")
    capsys.readouterr()
    assert main(["stats", "m.tav", str(games)]) == 0
    told = capsys.readouterr().out
    assert "never-alone" in told and ": 6 games" in told and "tablut: 4 games" in told and "p of equal seats" in told
    assert main(["stats", "m.tav", "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert data["games"] == 6 and sum(found["share"]["value"] for found in data["first_turns"]) == pytest.approx(
        1, abs=1e-4
    )


def test_a_game_of_another_package_gets_its_report(tmp_path):
    for name, text in written("my-own", "My Own").items():
        place = tmp_path / "package" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    info = tmp_path / "package" / "my_own-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-own\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[tavoliere.games]\nmy-own = my_own:RULESET\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "package"), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tavoliere", "report", "my-own", "--player", "random", "--games", "2"]
    command += ["--depth", "0", "--check", "0", "--openings", "off", "--html", "mine", "--jobs", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "My Own:" in ran.stdout and (tmp_path / "mine" / "index.html").is_file()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["report", "chess"], "no game 'chess'"),
        (["report", "pit", "players=9"], "players"),
        (["report", "tablut", "--player", "champion:seconds=1"], "thinks by the clock"),
        (["report", "tablut", "--player", "level:3", "--player", "level:3"], "the same player is given twice"),
        (["report", "tablut", "--player", "nobody"], "there is no player 'nobody'"),
        (["report", "tablut", "--json", "no/where.json"], "there is no folder no"),
        (["report", "tablut", "--html", "file"], "no pages can be written to file"),
        (["report", "tablut", "--store", "file", "--check", "0"], "no games can be kept in file"),
        (["compare", "tablut", "--a", "", "--b", ""], "both settings are the same"),
        (["compare", "pit", "--a", "players=2", "--b", "players=3"], "2 and 3 players cannot be compared"),
        (["compare", "pit", "--a", "size=9 size=9", "--b", ""], "given twice"),
        (["openings", "tablut", "--player", "level:10"], "thinks by the clock"),
        (["gallery", "nowhere"], "there is no folder nowhere"),
        (["gallery", "."], "there is no report in ."),
        (["stats", "nowhere.tav"], "there is no such file"),
        (["stats", "."], ". is a folder; name the files in it"),
        (["stats", "file"], "file"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(command, told, capsys):
    Path("file").write_text("hello\n")
    assert main(command) == 1
    said = capsys.readouterr().err
    assert told in said and "Traceback" not in said and said.count("\n") <= 3


def test_a_store_of_an_older_version_is_refused_and_left_alone(capsys):
    few = ["report", "never-alone", *QUICK[2:], "--games", "2", "--depth", "0", "--check", "0", "--openings", "light"]
    assert main(few) == 0
    (path,) = Path("lab-games").glob("*.games")
    path.write_text(path.read_text().replace('"version": 1', '"version": 0'))
    before = path.read_bytes()
    assert main(few) == 1
    assert "version 0 of their format" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_report_that_is_not_one_is_named(capsys):
    Path("site/one").mkdir(parents=True)
    Path("site/one/report.json").write_text('{"format": "tavoliere report", "version": 99}')
    assert main(["gallery", "site"]) == 1
    assert "is a report of version 99, and this program knows version 1" in capsys.readouterr().err
    Path("site/one/report.json").write_text("hello")
    assert main(["gallery", "site"]) == 1
    assert "is not a report" in capsys.readouterr().err
