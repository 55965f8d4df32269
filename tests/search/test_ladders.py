"""Ladders: any number of levels, beside whatever game, and alpha-beta where positions can be judged."""

import dataclasses
import json
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.games import own_games, ruleset
from tavoliere.search import ladder as ladders
from tavoliere.search.ladder import Ladder, Rung, ladder_of
from tavoliere.search.specs import parse_spec
from tests.testing.plugins import installed, python, run

SHORT = {"champion": "alphabeta", "levels": [{"player": "random"}, {"player": "alphabeta:nodes=50", "elo": 120}]}
NOWHERE = "tests.search.nowhere:RULESET"


@pytest.fixture
def short(monkeypatch):
    """A game whose ladder has two levels."""
    monkeypatch.setattr(ladders, "ladder_data", lambda where: {"2": SHORT})
    ladders._ladder.cache_clear()
    yield tv.game("never-alone")
    ladders._ladder.cache_clear()


def without_ladder(name, **changes):
    """A game of ours as if it came from a package that brings no ladder."""
    return tv.Game(dataclasses.replace(ruleset(name), where=NOWHERE, **changes), {})


def test_a_ladder_may_have_any_number_of_levels(short):
    assert ladder_of(short).levels == (Rung(1, "random"), Rung(2, "alphabeta:nodes=50", 120))
    assert ladder_of(short).names == ("level:1", "level:2")
    assert parse_spec("level:2").resolved(short).kind == "alphabeta"


def test_a_level_that_a_game_does_not_have_is_refused_by_name(short):
    with pytest.raises(ValueError, match="the levels of never-alone are level:1 to level:2, not 'level:3'"):
        parse_spec("level:3").resolved(short)
    assert parse_spec("level:3").on_the_ladder(short) == parse_spec("level:2")
    assert parse_spec("level:2").on_the_ladder(short) == parse_spec("level:2")
    assert parse_spec("mcts:nodes=5").on_the_ladder(short) == parse_spec("mcts:nodes=5")


def test_eleven_is_a_level_too_many_for_our_games():
    with pytest.raises(ValueError, match="the levels of tablut are level:1 to level:10, not 'level:11'"):
        parse_spec("level:11").resolved(tv.game("tablut"))


@pytest.mark.parametrize("levels", [[], [{"player": "random"}] * (ladders.MOST_LEVELS + 1)], ids=len)
def test_a_ladder_without_levels_or_with_too_many_is_refused(levels, monkeypatch):
    monkeypatch.setattr(ladders, "ladder_data", lambda where: {"2": {**SHORT, "levels": levels}})
    ladders._ladder.cache_clear()
    with pytest.raises(ValueError, match="a ladder has 1 to 99"):
        ladder_of(tv.game("tablut"))


def test_a_game_with_an_evaluation_and_without_a_ladder_gets_alpha_beta():
    found = ladder_of(without_ladder("never-alone"))
    kinds = {parse_spec(rung.player).kind for rung in found.levels}
    assert found.champion == "alphabeta" and kinds == {"novice", "alphabeta", "champion"}
    assert parse_spec("champion").resolved(without_ladder("never-alone")).kind == "alphabeta"
    assert [rung.level for rung in found.levels] == list(range(1, 11))


def test_a_game_without_an_evaluation_gets_tree_search():
    found = ladder_of(without_ladder("never-alone", evaluation=None))
    assert found.champion == "mcts"
    assert {parse_spec(rung.player).kind for rung in found.levels} == {"mcts", "champion"}


@pytest.mark.parametrize("name", own_games())
def test_the_levels_of_a_game_without_a_ladder_can_all_play(name):
    game = without_ladder(name)
    for place in range(1, len(ladder_of(game).levels) + 1):
        spec = parse_spec(f"level:{place}").at_a_glance(game)
        assert spec.player(1).choose(tv.game(name).start(), spec.budget()).move in tv.game(name).start().legal_moves()


# From outside


def test_the_ladder_and_the_rules_of_another_package_are_found(tmp_path):
    files = {"ladder.json": json.dumps({"2": SHORT}), "rules.md": "# Ways\n\nJoin **left** and\nright.\n\nMore.\n"}
    folder = installed(tmp_path, "ways", changes=", sentence=''", files=files)
    told = json.loads(run(folder, "levels", "ways", "--json").stdout)
    assert [rung["player"] for rung in told["levels"]] == ["random", "alphabeta:nodes=50"]
    code = "from tavoliere.games import ruleset; r = ruleset('ways'); print(r.about(), '|', r.rules_page()[:6])"
    assert python(folder, "-c", code).stdout == "Join left and right. | # Ways\n"
    refused = run(folder, "match", "level:3", "level:1", "--game", "ways", "--rounds", "1", cwd=tmp_path)
    assert refused.returncode == 1 and "the levels of ways are level:1 to level:2, not 'level:3'" in refused.stderr


def test_a_sentence_goes_before_the_first_paragraph(tmp_path):
    files = {"rules.md": "# Ways\n\nJoin left and right.\n"}
    folder = installed(tmp_path, "ways", changes=", sentence='One sentence.'", files=files)
    told = python(folder, "-c", "from tavoliere.games import ruleset; print(ruleset('ways').about())").stdout
    assert told == "One sentence.\n"


CALIBRATE = ("calibrate", "--game", "ways", "--games", "2", "--levels", "1", "--jobs", "1", "--opening", "0")


def test_calibrating_a_game_of_another_package_says_where_the_ladder_goes(tmp_path):
    folder = installed(tmp_path, "ways", files={"ladder.json": json.dumps({"2": SHORT})})
    file = folder / "ways" / "ladder.json"
    told = run(folder, *CALIBRATE, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert f"nothing was written; --write puts the ladder into {file}, beside the game" in told.stderr
    assert json.loads(file.read_text(encoding="utf-8")) == {"2": SHORT}
    told = run(folder, *CALIBRATE, "--write", cwd=tmp_path)
    assert f"written to {file}, where the game finds it" in told.stderr
    assert json.loads(file.read_text(encoding="utf-8"))["2"]["matches"][0]["games"] == 2
    told = run(folder, *CALIBRATE, "--write", "new.json", cwd=tmp_path)
    assert "the game finds its ladder as ladder.json beside its ruleset, ways:RULESET\n" in told.stderr
    assert told.stderr.endswith("written to new.json\n")
    assert "levels are written like 3 or 1-2" in run(folder, *CALIBRATE, "--levels", "1-3", cwd=tmp_path).stderr


def test_a_ladder_that_cannot_stand_beside_the_game_is_written_here(tmp_path, monkeypatch):
    from tavoliere.apps.cli import calibrate

    monkeypatch.setattr(calibrate.os, "access", lambda path, mode: False)
    game = tv.game("tablut")
    assert str(calibrate._place(calibrate.BESIDE_THE_GAME, game)) == "tablut-ladder.json"
    assert "tablut-ladder.json in this folder" in calibrate._where_it_goes(None, game)


def test_tuning_a_game_of_another_package_says_where_the_weights_go(tmp_path):
    folder = installed(tmp_path, "ways")
    told = run(
        folder, "tune", "--game", "ways", "--games", "2", "--nodes", "30", "--duel", "0", "--jobs", "1", cwd=tmp_path
    )
    assert told.returncode == 0, told.stderr
    home = ruleset("pathwayz").where.partition(":")[0].replace(".", "/")
    assert "JUDGE = PathwayzJudge(" in told.stdout
    assert "these weights go into " in told.stderr and f"{home}/evaluate.py" in told.stderr.replace("\\", "/")


def test_the_ladder_of_the_levels_command_is_of_its_own_length():
    from tavoliere.apps.cli.levels import ladder_lines

    lines = ladder_lines(Ladder("random", (Rung(1, "random"),)), 2)
    assert "No level has been measured yet." in lines


# What the sides are worth

GALLERY = Path(__file__).resolve().parents[2] / "docs" / "gallery"
REPORTS = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(GALLERY.glob("*/report.json"))]


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: f"{report['game']}-{len(report['players'])}")
def test_what_a_ladder_says_of_the_sides_is_what_the_lab_has_measured(report):
    game = tv.game(report["game"], **report["options"])
    measured = {
        cell["player"]: (cell["games"], {seat["letter"]: seat["score"] for seat in cell["seats"]})
        for cell in report["cells"]
        if cell["openings"] == "off"
    }
    sides = ladder_of(game).sides
    assert {one.player for one in sides} <= set(measured) and len(sides) == 2
    for one in sides:
        games, scores = measured[one.player]
        assert one.games == games and set(one.scores) == set(game.players)
        for letter, share in one.scores.items():
            assert share == pytest.approx([scores[letter][name] for name in ("value", "low", "high")], abs=0.001)
    assert [one.level for one in sides] == sorted(one.level for one in sides)


def test_calibrating_anew_keeps_what_was_measured_of_the_sides(tmp_path):
    from tavoliere.apps.cli import calibrate

    game, file = tv.game("tablut"), tmp_path / "ladder.json"
    calibrate._write(file, game, {"champion": "alphabeta", "levels": [{"player": "random"}]})
    written = json.loads(file.read_text(encoding="utf-8"))["2"]
    assert written["levels"] == [{"player": "random"}]
    assert [one["level"] for one in written["sides"]] == [one.level for one in ladder_of(game).sides]
