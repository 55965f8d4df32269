"""Chances as people see them: as games have shown, the larger the better, and nothing that a search knows of."""

import json

import pytest

import tavoliere as tv
from tavoliere.games import own_games, ruleset
from tavoliere.search import calibration, values
from tavoliere.search.calibration import AS_FOUND, Calibration, calibration_of, calibrations, mark_of
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels.alphabeta import FAR, WIN
from tavoliere.search.specs import parse_spec
from tavoliere.search.values import calibrated_chance, chance_of, expected

BENT = Calibration((-1000, 0, 1000), (-3000, 500, 1000))
MAPS = [(name, entry) for name in own_games() for entry in calibrations(ruleset(name).where)]


def test_points_are_met_and_lines_go_through_them_and_on():
    assert [BENT.of(value) for value in (-2000, -1000, -500, 0, 500, 1000, 3000)] == [
        -6500, -3000, -1250, 500, 750, 1000, 2000,
    ]  # fmt: skip
    assert [AS_FOUND.of(value) for value in (-9000, 0, 500, 77777)] == [-9000, 0, 500, 77777]


def test_both_players_see_the_same_chances():
    for value in (-3000, -20, 20, 3000):
        first = calibrated_chance(value, 0, BENT)
        assert calibrated_chance(-value, 1, BENT) == pytest.approx(1 - first)
        assert first == pytest.approx(chance_of(BENT.of(value)))


def test_draws_and_what_is_certain_stay_what_they_are():
    for mover in (0, 1):
        assert calibrated_chance(0, mover, BENT) == 0.5
        assert calibrated_chance(WIN - 3, mover, BENT) == 1.0
        assert calibrated_chance(3 - WIN, mover, BENT) == 0.0


@pytest.mark.parametrize(("name", "entry"), MAPS, ids=lambda part: part if isinstance(part, str) else part["judge"])
def test_the_map_beside_a_game_belongs_to_its_judge_and_keeps_order(name, entry):
    game = tv.game(name)
    judge = judge_of(game, entry["judge"])
    assert entry["weights"] == mark_of(judge), "the weights are others by now: python benchmarks/chances.py"
    shown = calibration_of(game, judge)
    told = [calibrated_chance(value, 0, shown) for value in range(-30_000, 30_001, 50) if value]
    assert told == sorted(told) and all(0 < chance < 1 for chance in told)
    assert FAR > 30_000


def test_other_weights_show_what_they_find():
    game = tv.game("never-alone")
    other = game.ruleset.evaluation._replace(to_move=game.ruleset.evaluation.to_move + 1)
    assert calibration_of(game, other) == AS_FOUND


def test_a_search_finds_the_same_with_any_map(monkeypatch):
    game, spec = tv.game("never-alone"), parse_spec("alphabeta:nodes=3000")
    found = spec.player(1).choose(game.start(), spec.budget())
    calibration._calibration.cache_clear()
    entry = {"players": 2, "weights": mark_of(judge_of(game)), "found": [-9000, 9000], "shown": [1, 2]}
    monkeypatch.setattr(calibration, "text_beside", lambda where, file: json.dumps([entry]))
    other = spec.player(1).choose(game.start(), spec.budget())
    calibration._calibration.cache_clear()
    assert (found.line, found.nodes, found.depth) == (other.line, other.nodes, other.depth)
    assert other.values["r"] == pytest.approx(0.5, abs=0.001) and found.values["r"] > 0.6


def test_more_than_two_players_see_what_was_found():
    game = tv.game("pit", players=3)
    found = expected(game.start(), 700, judge_of(game))
    assert sum(found.values()) == pytest.approx(1)
    assert found == dict(
        zip(game.players, values.shared_chances(game.start().state, 700, judge_of(game), 3), strict=True)
    )


def test_never_alone_tells_that_red_begins():
    """Red wins about seven games of ten; what the search finds says 54 %."""
    game, spec = tv.game("never-alone"), parse_spec("champion:nodes=20000")
    assert 0.62 < spec.resolved(game).player(1).choose(game.start(), spec.budget()).values["r"] < 0.8
