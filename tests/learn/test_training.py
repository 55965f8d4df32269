"""Training: the slopes are those of the loss, the same seed gives the same judge, and a net learns what there is."""

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.core.weights import LANES
from tavoliere.learn.kernels.net import effective, slope, step, total_loss
from tavoliere.learn.recipe import Recipe
from tavoliere.learn.samples import UNKNOWN, Batch, joined
from tavoliere.learn.training import Net, Samples, pace, scale_of, targets, trained
from tavoliere.search.kernels.alphabeta import WIN

GAME = tv.game("tablut")
RECIPE = Recipe(GAME, games=10, epochs=30, batch=64, rate=0.02)


def batch(count, seed=1):
    """Positions of which a few rows decide: with row 5 the first player wins, with row 6 the second."""
    chance = np.random.default_rng(seed)
    rows = np.stack([chance.integers(5, 7, count), np.full(count, 2430)], axis=1).astype(np.int32)
    return Batch(
        rows,
        np.full(count, 2, np.int32),
        chance.integers(0, 2, count).astype(np.int32),
        np.zeros(count, np.int32),
        np.zeros((count, LANES)),
        np.zeros(count, np.int32),
        (rows[:, 0] == 5).astype(float),
        np.zeros(count, np.int32),
        np.arange(count, dtype=np.int32),
    )


def samples_of(found, seed):
    chance = np.random.default_rng(seed)
    counts = chance.normal(0, 1, (len(found.lengths), LANES))
    return Samples(found.rows, found.lengths, found.heads, found.term_rows, counts, chance.random(len(found.lengths)))


def net_of(seed=3):
    return Net(RECIPE.learnt, np.random.default_rng(seed), 0.5, np.ones(LANES))


def test_the_slope_is_that_of_the_loss():
    net, samples = net_of(), samples_of(batch(40), 4)
    chosen, hidden, slopes = np.arange(40), np.zeros(LANES), np.zeros_like(net.weights)
    effective(net.weights, net.sharing, net.places, net.first)
    slope(net.weights, net.first, net.sharing, net.places, samples, chosen, hidden, slopes)

    def loss():
        effective(net.weights, net.sharing, net.places, net.first)
        return total_loss(net.weights, net.first, net.places, samples, 0, 40, hidden) / 40

    small = 1e-6
    for row in (5, 2430, net.places.shared + 6, net.places.heads, net.places.heads + 1, net.places.terms):
        for lane in (0, 7, 15):
            net.weights[row, lane] += small
            above = loss()
            net.weights[row, lane] -= 2 * small
            below = loss()
            net.weights[row, lane] += small
            assert slopes[row, lane] == pytest.approx((above - below) / (2 * small), abs=1e-7)


def test_a_step_is_the_same_in_plain_python():
    found = []
    for is_plain in (False, True):
        net, samples = net_of(), samples_of(batch(12), 4)
        slopes, means, squares, hidden = (np.zeros_like(net.weights) for _ in range(4))
        arguments = net.weights, net.first, net.sharing, net.places, samples, np.arange(12), hidden[0], slopes
        effective(net.weights, net.sharing, net.places, net.first)
        if is_plain:
            with plain_python():
                slope(*arguments)
        else:
            slope(*arguments)
        step(net.weights, slopes, means, squares, net.places, 1, 0.01)
        found.append(net.weights)
    assert np.allclose(*found, rtol=0, atol=1e-12)


def test_what_decides_is_learnt_and_the_same_seed_learns_the_same():
    judge, report = trained(RECIPE, batch(600))
    again, _ = trained(RECIPE, batch(600))
    assert judge == again
    assert report.losses[-1][1] < report.losses[0][1] and report.losses[-1][0] == pytest.approx(
        0.5623, abs=1e-3
    )  # of chances of 3 to 1
    assert report.samples == 570 and report.held == 30


def test_nothing_to_learn_from_is_told():
    with pytest.raises(ValueError, match="nothing to learn from; play more"):
        trained(RECIPE, batch(0))


def test_values_get_the_scale_of_the_results():
    chance = np.random.default_rng(1)
    values = chance.integers(-4000, 4000, 20_000).astype(np.int32)
    results = (chance.random(20_000) < 1 / (1 + np.exp(-0.45 * values / 1000))).astype(float)
    found = batch(20_000)._replace(values=values, results=results)
    assert scale_of(RECIPE, found) == pytest.approx(0.45, abs=0.051)


def test_targets_are_half_result_and_half_search_unless_slips_follow():
    found = batch(5)._replace(
        values=np.array([0, 0, 0, WIN - 3, 3 - WIN], np.int32),
        results=np.array([1.0, 1.0, UNKNOWN, 0.0, 1.0]),
        slips=np.array([1, 2, 0, 0, 0], np.int32),
    )
    assert targets(RECIPE, found, 1.0) == pytest.approx([0.75, 0.5, 0.5, 1.0, 0.0], abs=1e-6)


def test_the_rate_goes_up_and_then_down():
    rates = [pace(place / 100) for place in range(101)]
    assert rates.index(max(rates)) == 10 and max(rates) == pytest.approx(1.0)
    assert rates[0] < 0.05 and rates[-1] < 1e-4 and rates[5] < rates[10] > rates[50]


def test_batches_of_different_widths_are_joined():
    wide = batch(3)._replace(rows=np.array([[5, 2430, 7]] * 3, np.int32), lengths=np.full(3, 3, np.int32))
    both = joined([batch(2), wide])
    assert both.rows.shape == (5, 3) and list(both.lengths) == [2, 2, 3, 3, 3]
