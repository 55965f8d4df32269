"""The statistics of reports against worked examples, and by simulation where the truth is known."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from tavoliere.lab.stats import (
    Clustered,
    Interval,
    Moments,
    chi_square_tail,
    corrected,
    deviations,
    difference_of_means,
    difference_of_shares,
    equal_means,
    equal_seats,
    equal_shares,
    games_for,
    games_to_tell,
    median_interval,
    quantile,
    share_of,
    student,
    student_within,
)


def moments(values: list[float]) -> Moments:
    found = Moments()
    for value in values:
        found.add(value)
    return found


def test_wilson_by_worked_examples() -> None:
    """Newcombe 1998, table I, method 3."""
    for count, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = share_of(count, games)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_the_difference_of_shares_by_a_worked_example() -> None:
    """Newcombe 1998, "Interval estimation for the difference", table II, example (a), method 10."""
    found = difference_of_shares(share_of(48, 80), share_of(56, 70))
    assert (round(found.value, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 3.841459), (2, 5.991465), (3, 7.814728), (4, 9.487729), (5, 11.070498)]
)
def test_the_chi_square_tail_by_its_tables(freedom: int, value: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(0.05, abs=1e-6)
    assert chi_square_tail(0.0, freedom) == 1.0


def test_equal_seats_by_hand() -> None:
    assert equal_seats([60, 40]) == pytest.approx(0.0455, abs=1e-4)  # (10^2 + 10^2) / 50 = 4, two sided normal at 2
    assert equal_seats([30, 20, 10]) == pytest.approx(0.0067, abs=1e-4)  # chi square 10 with 2 degrees
    assert equal_seats([0, 0]) == 1.0


def test_many_tests_are_corrected_as_benjamini_and_hochberg_do() -> None:
    """Their own example of 15 p-values: at 5 % the first four are rejected."""
    chances = [
        0.0001,
        0.0004,
        0.0019,
        0.0095,
        0.0201,
        0.0278,
        0.0298,
        0.0344,
        0.0459,
        0.3240,
        0.4262,
        0.5719,
        0.6528,
        0.7590,
        1.0,
    ]
    shuffled = random.Random(1).sample(chances, len(chances))
    found = dict(zip(shuffled, corrected(shuffled), strict=True))
    assert [chance for chance in chances if found[chance] <= 0.05] == chances[:4]
    assert corrected([]) == [] and corrected([0.03]) == [0.03]


def test_draws_make_a_score_more_certain_but_a_few_feign_nothing() -> None:
    wins = moments([1.0, 0.0] * 50).share()
    draws = moments([0.5] * 100).share()
    assert draws.half < wins.half / 2
    assert moments([0.5, 0.5, 0.5, 0.0]).share().half > 0.2
    assert moments([]).share() == Interval(0.0, 0.0, 1.0, 0)


def coverage(chances: tuple[float, float], games: int, seats: int = 2, trials: int = 1500) -> float:
    """How often the interval of the first score holds the truth; `chances` are those of a win and of a draw."""
    rng, win, draw = random.Random(f"{chances} {games}"), *chances
    true, hits = win + draw / seats, 0
    for _ in range(trials):
        scores = [1.0 if (lot := rng.random()) < win else 1 / seats if lot < win + draw else 0.0 for _ in range(games)]
        found = moments(scores).share()
        hits += found.low <= true <= found.high
    return hits / trials


@pytest.mark.parametrize("chances", [(0.5, 0.0), (0.72, 0.0), (0.1, 0.0), (0.3, 0.4), (0.05, 0.9)])
def test_the_interval_of_a_score_holds_the_truth_as_often_as_it_says(chances: tuple[float, float]) -> None:
    assert 0.93 <= coverage(chances, 120) <= 0.985


def test_intervals_of_four_seats_hold_together() -> None:
    rng, hits, trials = random.Random(4), 0, 1000
    true = (0.3, 0.25, 0.25, 0.2)
    for _ in range(trials):
        seats = [Moments() for _ in true]
        for winner in rng.choices(range(4), true, k=150):
            for seat, found in enumerate(seats):
                found.add(float(seat == winner))
        intervals = [found.share(at_once=4) for found in seats]
        hits += all(found.low <= share <= found.high for found, share in zip(intervals, true, strict=True))
    assert 0.935 <= hits / trials <= 0.985


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_seats_are_called_unequal_as_seldom_as_stated(seats: int) -> None:
    rng, trials = random.Random(seats), 1500
    wrong = sum(
        equal_seats([counts[seat] for seat in range(seats)]) < 0.05
        for counts in (Counter(rng.choices(range(seats), k=200)) for _ in range(trials))
    )
    assert 0.03 <= wrong / trials <= 0.07


def test_so_many_games_make_an_interval_so_narrow() -> None:
    games = games_for(0.25, 0.03)
    assert games == 1068  # (1.96 / 0.03)^2 / 4
    assert share_of(games // 2, games).half == pytest.approx(0.03, abs=2e-4)
    assert games_for(0.25, 0.03, at_once=4) > games


def test_so_many_games_tell_a_difference_in_four_of_five_trials() -> None:
    games, rng, trials = games_to_tell(0.15, 0.25), random.Random(8), 400
    assert games == 175
    told = 0
    for _ in range(trials):
        one = moments([float(rng.random() < 0.425) for _ in range(games)])
        other = moments([float(rng.random() < 0.575) for _ in range(games)])
        apart = difference_of_means(one, other)
        told += apart.low > 0
    assert 0.74 <= told / trials <= 0.86


def test_quantiles_and_medians_by_hand() -> None:
    counts = Counter({1: 2, 2: 1, 10: 1})
    assert quantile(counts, 0.5) == 1.5 and quantile(counts, 1.0) == 10 and quantile(counts, 0.0) == 1
    assert quantile(Counter(), 0.5) == 0.0
    assert median_interval(Counter(range(101))) == Interval(50, 40, 60, 101)
    assert median_interval(Counter()) == Interval(0.0, 0.0, 0.0, 0)


def test_the_interval_of_a_median_holds_the_truth() -> None:
    rng, hits = random.Random(3), 0
    for _ in range(1000):
        found = median_interval(Counter(rng.randrange(101) for _ in range(80)))
        hits += found.low <= 50 <= found.high
    assert hits / 1000 >= 0.93


def test_deviations() -> None:
    assert deviations() == pytest.approx(1.959964, abs=1e-6)
    assert deviations(at_once=4) == pytest.approx(2.497705, abs=1e-6)


# Means of few games


def test_students_distribution_by_its_tables() -> None:
    for freedom, value in ((1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (10, 2.2281), (120, 1.9799)):
        assert student(freedom) == pytest.approx(value, abs=5e-5)
        assert student_within(value, freedom) == pytest.approx(0.95, abs=1e-5)
    assert student(5000) == deviations()


@pytest.mark.parametrize("games", [2, 4, 8, 30])
def test_the_interval_of_a_mean_of_few_games_holds_the_truth(games: int) -> None:
    """With the normal distribution two games held it in seven of ten trials and four in 86 of a hundred."""
    rng, trials = random.Random(games), 2000
    hits = 0
    for _ in range(trials):
        found = moments([rng.gauss(3, 2) for _ in range(games)]).interval()
        hits += found.low <= 3 <= found.high
    assert 0.935 <= hits / trials <= 0.965


def test_one_game_says_nothing_of_how_much_games_differ() -> None:
    assert moments([2.0]).interval(0) == Interval(2.0, 0, math.inf, 1)
    assert moments([]).interval(0, 1) == Interval(0.0, 0, 1, 0)


def test_a_mean_lies_where_its_numbers_may_lie() -> None:
    found = moments([0.0, 0.0, 1.0]).interval(0, 1)
    assert (found.low, found.high) == (0, 1)


def test_welch_by_a_worked_example() -> None:
    """Equal sizes, unequal spreads: t = -2.46 with 25.0 degrees of freedom, p = 0.021."""
    first = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]
    second = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4]
    assert equal_means(moments(first), moments(second)) == pytest.approx(0.021, abs=5e-4)
    apart = difference_of_means(moments(first), moments(second))
    assert apart.value == pytest.approx(apart.half / student(25) * 2.46, rel=0.01)


def test_welch_where_nothing_varies() -> None:
    same, other = moments([12.0] * 9), moments([6.0] * 9)
    assert equal_means(same, same) == 1.0 and equal_means(same, other) == 0.0
    assert difference_of_means(same, other)[:3] == (-6.0, -6.0, -6.0)


def test_equal_shares_by_hand() -> None:
    """48 of 80 and 56 of 70: together 104 of 150, z = 0.2 / sqrt(0.6933 * 0.3067 * (1/80 + 1/70)) = 2.650."""
    assert equal_shares(Moments(80, 48, 48), Moments(70, 56, 56)) == pytest.approx(0.00804, abs=1e-5)
    assert equal_shares(Moments(9, 0, 0), Moments(9, 0, 0)) == 1.0


@pytest.mark.parametrize(("test", "draw"), [
    (equal_shares, lambda rng: float(rng.random() < 0.3)),
    (equal_shares, lambda rng: rng.choice((0.0, 0.5, 0.5, 1.0))),
    (equal_means, lambda rng: rng.gauss(0, 1)),
    (equal_means, lambda rng: rng.expovariate(1)),
])  # fmt: skip
def test_what_is_equal_is_called_different_as_seldom_as_stated(
    test: Callable[[Moments, Moments], float], draw: Callable[[random.Random], float]
) -> None:
    rng, trials = random.Random(5), 2000
    wrong = sum(
        test(moments([draw(rng) for _ in range(40)]), moments([draw(rng) for _ in range(25)])) < 0.05
        for _ in range(trials)
    )
    assert 0.03 <= wrong / trials <= 0.07


# Things that come in games


def test_a_share_of_things_that_come_in_games_by_hand() -> None:
    """2 of 4 and 0 of 4: a quarter, and the ratio's variance is ((2-1)^2 + (0-1)^2) / (2-1) * 2 / 8^2 = 1/16, which is
    what three things are worth (Wilson by hand: 0.3904 -+ 0.3535).
    """
    found = Clustered()
    for hits, things in ((2, 4), (0, 0), (0, 4)):
        found.add(hits, things)
    share = found.share()
    assert (share.value, share.games) == (0.25, 2)
    assert share_of(25, 100).half < share.half
    assert (share.low, share.high) == pytest.approx((0.0368, 0.7439), abs=1e-4)
    assert Clustered().share() == Interval(0.0, 0.0, 1.0, 0)


def test_the_interval_of_things_that_come_in_games_holds_the_truth() -> None:
    """Some games are full of them and most have hardly any: as single things they would feign six times the games."""
    rng, trials, hits, naive = random.Random(9), 600, 0, 0
    for _ in range(trials):
        found = Clustered()
        for _ in range(50):
            things, chance = rng.randrange(10, 40), 0.9 if rng.random() < 0.2 else 0.1
            found.add(sum(rng.random() < chance for _ in range(things)), things)
        share, single = found.share(), share_of(found.hits, found.things)
        hits += share.low <= 0.26 <= share.high
        naive += single.low <= 0.26 <= single.high
    assert 0.92 <= hits / trials <= 0.985 and naive / trials < 0.6
