"""Statistics against published formulas and against the worked examples of fastchess's own tests."""

import math
import random

import pytest

from tavoliere.arena.stats import (
    H0,
    H1,
    Sprt,
    elo_of,
    estimate,
    log_likelihood_ratio,
    pentanomial,
    running,
    score_of,
    sprt_bounds,
    standard_error,
)


def pairs(ll, ld, wl, dd, wd, ww):
    """Pairs of games in the order in which fastchess counts them."""
    return (
        [[0.0, 0.0]] * ll
        + [[0.0, 0.5]] * ld
        + [[1.0, 0.0]] * wl
        + [[0.5, 0.5]] * dd
        + [[1.0, 0.5]] * wd
        + [[1.0, 1.0]] * ww
    )


def singles(won, lost, drawn):
    return [[1.0]] * won + [[0.0]] * lost + [[0.5]] * drawn


# Elo


def test_elo_is_the_logistic_curve():
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.5) == 0
    assert score_of(elo_of(0.6)) == pytest.approx(0.6)
    assert score_of(200) == pytest.approx(0.7597, abs=1e-4)
    for score in (0, 1):
        with pytest.raises(ValueError, match="means no Elo"):
            elo_of(score)


def test_elo_with_more_seats_is_zero_at_the_fair_share():
    assert elo_of(1 / 3, seats=3) == pytest.approx(0)
    assert elo_of(0.25, seats=4) == pytest.approx(0)
    # Luce: somebody ten times as strong as each of two others wins 10 of 12 games, and a factor of ten is 400 Elo.
    assert elo_of(10 / 12, seats=3) == pytest.approx(400)
    assert score_of(400, seats=3) == pytest.approx(10 / 12)


@pytest.mark.parametrize(
    ("counts", "elo", "error"),
    [
        ((34, 54, 31, 32, 64, 75), 55.58, 27.65),
        ((332, 433, 457, 41, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95),
    ],
)
def test_pentanomial_elo_agrees_with_fastchess(counts, elo, error):
    found = estimate(pairs(*counts))
    assert found.elo == pytest.approx(elo, rel=0.01)
    assert found.error == pytest.approx(error, rel=0.01)
    assert found.games == 2 * sum(counts)


def test_trinomial_elo_and_los_agree_with_fastchess():
    found = estimate(singles(136, 96, 111))
    assert (found.elo, found.error) == (pytest.approx(40.70, rel=0.01), pytest.approx(30.43, rel=0.01))
    assert found.los == pytest.approx(0.9960, abs=1e-4)
    assert estimate(singles(76, 89, 123)).los == pytest.approx(0.1553, abs=1e-3)
    assert estimate(pairs(332, 433, 457, 41, 333, 334)).los == pytest.approx(0.0505, abs=1e-4)


def test_the_error_comes_from_pairs_not_from_games():
    """Pairs that always split tell that both are equal; the same games by themselves leave it open."""
    split = [[1.0, 0.0], [0.0, 1.0]] * 50 + [[1.0, 1.0], [0.0, 0.0]]
    loose = [[score] for pair in split for score in pair]
    assert estimate(split).score == estimate(loose).score == 0.5
    assert estimate(split).error < estimate(loose).error / 4


def test_a_hand_made_example():
    found = estimate([[1, 0.5], [1, 1], [0.5, 1], [1, 0], [1, 0.5]])
    deviation = math.sqrt(0.03125 / 5)
    assert found.score == pytest.approx(0.75)
    assert found.deviation == pytest.approx(deviation)
    high, low = elo_of(0.75 + 1.959964 * deviation), elo_of(0.75 - 1.959964 * deviation)
    assert found.error == pytest.approx((high - low) / 2, rel=1e-6)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_perfect_score_has_a_bound_and_no_elo(seats):
    won = estimate([[1.0] * seats] * 20, seats)
    lost = estimate([[0.0] * seats] * 20, seats)
    assert won.elo is None and won.error is None and won.high is None
    assert lost.elo is None and lost.error is None and lost.low is None
    # The share with which so many games in a row would be won in one of twenty matches.
    assert score_of(won.low, seats) ** (20 * seats) == pytest.approx(0.05)
    assert (1 - score_of(lost.high, seats)) ** (20 * seats) == pytest.approx(0.05)
    assert won.elo_text().startswith("> +")
    assert lost.elo_text().startswith("< -")
    assert won.los > 0.99 and lost.los < 0.01


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rounds", [1, 2])
def test_superiority_after_a_perfect_score_is_what_an_even_prior_leaves(seats, rounds):
    """Scores that are all equally likely beforehand, weighed by how likely they make it to win or lose every game."""
    steps = 20_000
    scores = [(step + 0.5) / steps for step in range(steps)]
    games = seats * rounds
    for value, weights in ((1.0, [s**games for s in scores]), (0.0, [(1 - s) ** games for s in scores])):
        above = sum(weight for s, weight in zip(scores, weights, strict=True) if s > 1 / seats)
        found = estimate([[value] * seats] * rounds, seats)
        assert found.los == pytest.approx(above / sum(weights), abs=1e-3)


def test_few_games_are_never_certain():
    assert estimate([]).elo_text() == "+0 (+- ?)"
    assert estimate([[1.0, 0.0]]).error is None
    alike = estimate([[1.0, 0.0]] * 4)
    assert alike.elo == 0 and alike.error > 100
    open_above = estimate([[1.0, 1.0]] * 3 + [[1.0, 0.0]])
    assert open_above.high is None and open_above.low > 0
    assert open_above.elo_text() == "+338 (> +92)"
    far = estimate([[1.0, 1.0]] * 7 + [[1.0, 0.0]] * 3)
    assert far.error > 500 and far.elo_text() == f"+301 (> {far.low:+.0f})"
    assert estimate([[0.0, 0.0]] * 7 + [[1.0, 0.0]] * 3).elo_text() == f"-301 (< {-far.low:+.0f})"
    assert estimate(pairs(34, 54, 31, 32, 64, 75)).elo_text() == "+56 +- 28"


def test_the_standard_error_covers_the_truth_as_often_as_it_says():
    """Of many simulated matches, the 95 % interval holds the true score in about 95."""
    chance = random.Random(5)
    held = 0
    for _ in range(600):
        rounds = [[float(chance.random() < 0.6), float(chance.random() < 0.6)] for _ in range(60)]
        mean = sum(map(sum, rounds)) / 120
        held += abs(mean - 0.6) <= 1.959964 * standard_error(rounds)
    assert 0.92 <= held / 600 <= 0.975


def test_pairs_are_counted_by_their_points():
    assert pentanomial(pairs(1, 2, 3, 4, 5, 6)) == [1, 2, 7, 5, 6]
    assert pentanomial([[1.0]]) == [0, 0, 0, 0, 0]


def test_the_running_estimate_ends_with_all_rounds():
    rounds = pairs(1, 2, 3, 4, 5, 6)
    assert [found.games for found in running(rounds)] == list(range(2, 43, 2))
    few = list(running(rounds, most=5))
    assert len(few) <= 5
    assert few[-1] == estimate(rounds)
    assert list(running([])) == []


# The sequential test


@pytest.mark.parametrize(
    ("counts", "elos", "ratio"),
    [
        ((223, 9863, 20279, 1000, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55003, 980, 26678, 821), (0, 2), -4.98),
    ],
)
def test_the_likelihood_ratio_agrees_with_fastchess(counts, elos, ratio):
    assert log_likelihood_ratio(pairs(*counts), *elos) == pytest.approx(ratio, rel=0.01)


def test_the_ratio_agrees_with_the_normal_approximation_where_that_is_good():
    """N (s1 - s0) (2 s - s0 - s1) / (2 var), Van den Bergh's approximation for hypotheses that are close."""
    rounds = pairs(30, 110, 200, 60, 130, 40)
    means = [sum(pair) / 2 for pair in rounds]
    mean = sum(means) / len(means)
    variance = sum((value - mean) ** 2 for value in means) / len(means)
    low, high = score_of(0), score_of(5)
    expected = len(means) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(rounds, 0, 5) == pytest.approx(expected, rel=0.01)


def test_the_bounds_are_walds():
    assert sprt_bounds(0.05, 0.05) == pytest.approx((-2.944, 2.944), abs=0.001)
    assert sprt_bounds(0.05, 0.10) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_a_test_is_decided_at_the_first_round_that_decides_and_stays_decided():
    test = Sprt(0, 100)
    strong = [[1.0, 0.5], [1.0, 1.0], [0.5, 1.0]] * 20
    count, verdict = test.decision(strong)
    assert verdict == H1 and 2 < count < 60
    assert test.ratio(strong[:count]) >= test.bounds()[1] > test.ratio(strong[: count - 1])
    assert test.decision(strong[:count]) == test.decision(strong, undecided=count - 1) == (count, verdict)
    assert test.decision(strong[: count - 1]) == (count - 1, "")
    weak = [[1 - score for score in games] for games in strong]
    assert test.decision(weak)[1] == H0
    assert test.decision([]) == (0, "")


def test_a_test_errs_about_as_rarely_as_it_promises():
    """Players who differ by elo0 exactly: H1 is accepted in about one of twenty matches."""
    chance = random.Random(7)
    test = Sprt(0, 120)
    wrong = 0
    for _ in range(150):
        rounds = [[float(chance.random() < 0.5), float(chance.random() < 0.5)] for _ in range(150)]
        wrong += test.decision(rounds)[1] == H1
    assert wrong / 150 < 0.11


def test_the_ratio_for_three_players_knows_the_fair_share():
    even = [[1.0, 0.0, 0.0]] * 30 + [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]] * 5
    assert Sprt(0, 100).ratio(even, 3) < -1
    assert Sprt(0, 100).ratio([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, 0.0]] * 10, 3) > 1


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((5, 5), "ELO0 < ELO1"),
        ((5, 0), "ELO0 < ELO1"),
        ((0, math.inf), "ELO0"),
        ((0, 5, 0.6), "alpha"),
        ((0, 5, 0.05, 0), "beta"),
    ],
)
def test_a_senseless_test_is_refused(values, said):
    with pytest.raises(ValueError, match=said):
        Sprt(*values)
