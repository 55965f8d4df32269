"""Calibrating levels: it goes on where it stopped, and the ladder it writes can be read."""

import dataclasses
import itertools
import json
import math

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.arena.calibrate import calibrated, steps
from tavoliere.arena.match import ROUND_TAG, SEAT_TAG
from tavoliere.records import recorded
from tavoliere.search.ladder import ladder_of

QUICK = ["calibrate", "--game", "never-alone", "--games", "4", "--levels", "1-2", "--jobs", "1"]


def test_every_level_meets_the_one_below():
    found = steps(tv.game("pit", players=3), 60)
    assert [step.level for step in found] == list(range(1, 11))
    assert found[0].second.text == "greedy"
    assert all(step.second == lower.first for lower, step in itertools.pairwise(found))
    assert [step.rounds for step in found] == [20] * 9 + [8]


def test_a_calibration_goes_on_and_writes_the_ladder(tmp_path, capsys):
    file = tmp_path / "ladder.json"
    arguments = [*QUICK, "--folder", str(tmp_path / "games"), "--write", str(file)]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert "level 1 against greedy" in first and "level 2 against level 1" in first
    kept = {path.name: path.read_bytes() for path in (tmp_path / "games").glob("*.tav")}
    assert len(kept) == 2
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    assert {path.name: path.read_bytes() for path in (tmp_path / "games").glob("*.tav")} == kept
    data = json.loads(file.read_text(encoding="utf-8"))["2"]
    assert [match["level"] for match in data["matches"]] == [1, 2]
    assert data["levels"][0]["elo"] == 0 and "elo" in data["levels"][1] and "elo" not in data["levels"][5]
    assert [entry["player"] for entry in data["levels"]] == [
        rung.player for rung in ladder_of(tv.game("never-alone")).levels
    ]


def test_other_weights_are_measured_anew(tmp_path, monkeypatch):
    arguments = [*QUICK, "--levels", "1", "--games", "2", "--folder", str(tmp_path)]
    assert main(arguments) == 0
    ruleset = tv.game("never-alone").ruleset
    field = ruleset.evaluation._fields[0]
    changed = ruleset.evaluation._replace(**{field: ruleset.evaluation._asdict()[field] + 1})
    monkeypatch.setitem(vars(ruleset), "evaluation", changed)
    assert main(arguments) == 0
    assert len(list(tmp_path.glob("*.tav"))) == 2


def test_levels_without_games_do_not_touch_the_ratings_of_others():
    ladder = ladder_of(tv.game("never-alone"))
    one, two = (rung.player for rung in ladder.levels[:2])
    results = [("1-0", 0), ("0-1", 0), ("1-0", 0), ("1-0", 1), ("0-1", 1), ("0-1", 1)]
    games = []
    for number, (result, seat) in enumerate(results):
        names = {"r": two, "b": one} if seat == 0 else {"r": one, "b": two}
        record = recorded(tv.game("never-alone"), ["f6"], players=names, result=result, reason="adjudication", date="")
        tags = {ROUND_TAG: str(number % 3), SEAT_TAG: str(seat)}
        games.append(dataclasses.replace(record, other_tags=tags))
    found = calibrated(ladder, {2: games}, 2)
    assert found["levels"][1]["elo"] == round(400 * math.log10(2))
    assert found["levels"][1]["elo"] == found["matches"][0]["elo"]
    assert all("elo" not in level for level in found["levels"][2:])


def test_nothing_played_is_nothing_claimed():
    ladder = ladder_of(tv.game("never-alone"))
    data = calibrated(ladder, {}, 2)
    assert data["matches"] == [] and all("elo" not in entry for entry in data["levels"])


@pytest.mark.parametrize("levels", ["0", "3-1", "1-11", "many", "", "²", "1-²", "9" * 5000])
def test_bad_levels_are_refused(levels, tmp_path, capsys):
    assert main(["calibrate", "--game", "never-alone", "--folder", str(tmp_path), "--levels", levels]) == 1
    assert "levels are written like" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--rounds", "3"], ["--file", "games.tav"]])
def test_options_that_mean_nothing_here_are_unknown(option, capsys):
    with pytest.raises(SystemExit):
        main([*QUICK, *option])
    assert "unrecognized arguments" in capsys.readouterr().err


def test_json_stands_alone_on_stdout(tmp_path, capsys):
    file = tmp_path / "ladder.json"
    words = ["--games", "2", "--levels", "1", "--folder", str(tmp_path), "--write", str(file), "--json"]
    assert main(["calibrate", "--game", "never-alone", "--jobs", "1", *words]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["matches"][0]["level"] == 1
    assert captured.err.endswith(f"written to {file}\n")


def test_a_ladder_file_that_cannot_be_written_is_refused_before_any_game(tmp_path, capsys):
    (tmp_path / "broken.json").write_text("no ladder", encoding="utf-8")
    (tmp_path / "list.json").write_text("[1, 2]", encoding="utf-8")
    for name, words in (
        ("no/ladder.json", "there is no folder"), ("broken.json", "is not a ladder"), ("list.json", "is not a ladder"),
    ):  # fmt: skip
        assert main([*QUICK, "--folder", str(tmp_path / "games"), "--write", str(tmp_path / name)]) == 1
        assert words in capsys.readouterr().err
    assert not (tmp_path / "games").exists()
