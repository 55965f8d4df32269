"""The tuner: it finds weights again that results were made with, and the command does all of it."""

import random

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.arena.tune import Climb, Sample, duel_game, fitted, self_play, steady_terms, terms_of
from tavoliere.core.game import DRAW
from tavoliere.search.budget import Budget
from tavoliere.search.contest import contested
from tavoliere.search.kernels.alphabeta import new_desk, set_past
from tavoliere.search.kernels.contest import repeats

np = pytest.importorskip("numpy")


def states(game, count):
    chance, found = random.Random(1), []
    while len(found) < count:
        position = game.start()
        while position.outcome is None and len(found) < count:
            position = position.act(chance.choice(position.actions()))
            if not position.pending and position.outcome is None and chance.random() < 0.3:
                found.append(position.state)
    return found


@pytest.mark.parametrize(("name", "options"), [("pathwayz", {}), ("pit", {"players": 3})], ids=str)
def test_weights_are_found_again_from_results_made_with_them(name, options):
    game = tv.game(name, **options)
    players = len(game.players)
    true = game.ruleset.evaluation
    sampled = states(game, 600)
    terms = terms_of(true, sampled, players)
    strengths = terms @ (np.array(true) / 1000)
    chances = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    samples = [Sample(state, tuple(row)) for state, row in zip(sampled, chances, strict=True)]
    wrong = type(true)(*(weight // 2 + 50 for weight in true))
    fit = fitted(wrong, terms, samples, hold=1e-6)
    assert fit.loss_after < fit.loss_before
    found = np.exp(terms @ (np.array(fit.judge) / 1000))
    found /= found.sum(axis=1, keepdims=True)
    assert np.abs(found - chances).max() < 0.03


def test_a_strong_hold_keeps_the_weights():
    game = tv.game("never-alone")
    judge = game.ruleset.evaluation
    samples = [Sample(state, (1.0, 0.0)) for state in states(game, 50)]
    fit = fitted(judge, terms_of(judge, [sample.state for sample in samples], 2), samples, hold=1e9)
    assert max(abs(new - old) for new, old in zip(fit.judge, judge, strict=True)) <= 1


def test_self_play_keeps_the_result_with_each_position():
    game = tv.game("never-alone")
    samples = self_play(game, game.ruleset.evaluation, 0, Budget(nodes=30), 5)
    assert samples == self_play(game, game.ruleset.evaluation, 0, Budget(nodes=30), 5)
    assert samples and len({sample.scores for sample in samples}) == 1
    assert sum(samples[0].scores) == 1


def test_the_command_prints_weights_that_can_be_pasted(capsys):
    assert main(["tune", "--game", "never-alone", "--games", "6", "--nodes", "60", "--duel", "1", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "JUDGE = NeverAloneJudge(" in out
    for name in tv.game("never-alone").ruleset.evaluation._fields:
        assert f"    {name}=" in out
    assert "new against old" in out


def test_a_climb_finds_the_weights_that_score_best():
    """Instead of games, a score that falls with the distance from the best weights, and luck like that of 40 games."""
    judge = tv.game("pathwayz").ruleset.evaluation
    best = [weight * 1.5 + 40 for weight in judge]
    sizes = [max(abs(weight), 80.0) for weight in judge]

    def merit(weights):
        return -sum(((weight - goal) / size) ** 2 for weight, goal, size in zip(weights, best, sizes, strict=True))

    chance = random.Random(4)
    climb = Climb(judge, 300, 2, 1)
    assert climb.judge == judge
    for _ in range(300):
        up, down = climb.ask()
        climb.tell(1 / (1 + np.exp(merit(down) - merit(up))) + chance.gauss(0, 0.08))
    assert merit(climb.judge) > 0.2 * merit(judge)


def test_a_climb_leaves_alone_what_counts_the_same_everywhere():
    assert steady_terms(tv.game("tablut"), tv.game("tablut").ruleset.evaluation, 1) == {"even"}
    for game in (tv.game("pit", players=3), tv.game("pathwayz"), tv.game("never-alone"), tv.game("pit-of-pillars")):
        assert steady_terms(game, game.ruleset.evaluation, 1) == set()
    judge = tv.game("tablut").ruleset.evaluation
    climb = Climb(judge, 5, 2, 1, {"even"})
    for _ in range(5):
        up, down = climb.ask()
        assert up.even == down.even == judge.even and up != down
        climb.tell(1.0)
    assert climb.judge.even == judge.even and climb.judge != judge


def test_the_command_climbs(capsys):
    words = ["--climb", "3", "--games", "12", "--nodes", "40", "--duel", "1", "--jobs", "1"]
    assert main(["tune", "--game", "never-alone", *words]) == 0
    out = capsys.readouterr().out
    assert "3 steps of 4 games" in out and "JUDGE = NeverAloneJudge(" in out and "of 2 games" in out


@pytest.mark.parametrize(("name", "options"), [("pathwayz", {}), ("pit", {"players": 3})], ids=str)
def test_weights_turned_upside_down_lose(name, options):
    game = tv.game(name, **options)
    right = game.ruleset.evaluation
    wrong = type(right)(*(-weight for weight in right))
    games = [(number, seat) for number in range(4) for seat in range(len(game.players))]
    assert sum(duel_game(game, right, wrong, *played, Budget(nodes=200), 1) for played in games) > 0.8 * len(games)
    assert sum(duel_game(game, wrong, right, *played, Budget(nodes=200), 1) for played in games) < 0.2 * len(games)


def test_a_duel_ends_when_somebody_is_certain_to_win_and_is_drawn_when_it_goes_on():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    judge = position.game.ruleset.evaluation
    assert contested(position, judge, judge, 0, 500, 100) == 0
    assert contested(tv.game("tablut").start(), judge, judge, 0, 5, 1) == DRAW
    with pytest.raises(ValueError, match="number of nodes"):
        duel_game(position.game, judge, judge, 0, 0, Budget(seconds=1), 1)


def test_a_duel_is_drawn_by_the_rule_of_repetition():
    desk = new_desk(10, 10, 2, [0] * 10, 2)
    set_past(desk, [7, 8])
    assert [bool(repeats(key, 2, desk)) for key in (9, 9, 7, 10)] == [False, True, True, False]
    set_past(desk, [7, 8])
    assert [bool(repeats(key, 3, desk)) for key in (7, 8, 7)] == [False, False, True]
