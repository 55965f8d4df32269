"""One step of training a judge: how wrong it is about some positions, which way its weights should go, and the step.

All weights stand in one array, a row of sixteen for each row of the judge: first the rows of its first layer, then what
they share, then heads, then terms. Samples are arrays too, an entry for each position. Real numbers only: what a judge
needs is made of them when it is exported.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tavoliere.core.compiled import compiled
from tavoliere.core.weights import LANES

Reals = Any
Wholes = Any


class Places(NamedTuple):
    """Where the parts of the array of weights begin."""

    shared: int
    heads: int
    terms: int
    end: int


class Samples(NamedTuple):
    """Positions to learn from."""

    rows: Wholes  # by position, the rows of the first layer that are added up
    lengths: Wholes  # how many they are
    heads: Wholes  # the row of the head
    term_rows: Wholes  # the row of the terms, -1 for none
    counts: Reals  # by position, what the terms count, each divided by its usual size
    targets: Reals  # what the first player got, or could expect


@compiled
def effective(weights: Reals, sharing: Wholes, places: Places, out: Reals) -> None:
    """The rows of the first layer with what they share."""
    for row in range(places.shared):
        shared = places.shared + sharing[row]
        for lane in range(LANES):
            out[row, lane] = weights[row, lane] + weights[shared, lane]


@compiled
def outlook(weights: Reals, first: Reals, places: Places, samples: Samples, number: int, hidden: Reals) -> float:
    """What the net thinks of a position, as a logit; the sums of its hidden units stay in `hidden`."""
    for lane in range(LANES):
        hidden[lane] = 0.0
    for place in range(samples.lengths[number]):
        row = samples.rows[number, place]
        for lane in range(LANES):
            hidden[lane] += first[row, lane]
    head = places.heads + samples.heads[number]
    value = 0.0
    for lane in range(LANES):
        clipped = min(max(hidden[lane], 0.0), 1.0)
        value += clipped * clipped * weights[head, lane]
    if samples.term_rows[number] >= 0:
        terms = places.terms + samples.term_rows[number]
        for lane in range(LANES):
            value += samples.counts[number, lane] * weights[terms, lane]
    return value


@compiled
def loss_of(value: float, target: float) -> float:
    """The cross-entropy between a logit and a chance."""
    return max(value, 0.0) - value * target + math.log1p(math.exp(-abs(value)))


@compiled
def total_loss(
    weights: Reals, first: Reals, places: Places, samples: Samples, begin: int, end: int, hidden: Reals
) -> float:  # fmt: skip
    """The sum of the losses of the positions from `begin` to `end`."""
    total = 0.0
    for number in range(begin, end):
        total += loss_of(outlook(weights, first, places, samples, number, hidden), samples.targets[number])
    return total


@compiled
def slope(
    weights: Reals, first: Reals, sharing: Wholes, places: Places, samples: Samples, chosen: Wholes, hidden: Reals,
    out: Reals,
) -> float:  # fmt: skip
    """Write which way the mean loss of some positions grows; returned is the loss."""
    for row in range(places.end):
        for lane in range(LANES):
            out[row, lane] = 0.0
    total = 0.0
    share = 1.0 / len(chosen)
    for number in chosen:
        value = outlook(weights, first, places, samples, number, hidden)
        target = samples.targets[number]
        total += loss_of(value, target)
        error = (1.0 / (1.0 + math.exp(-value)) - target) * share
        head = places.heads + samples.heads[number]
        for lane in range(LANES):
            clipped = min(max(hidden[lane], 0.0), 1.0)
            out[head, lane] += error * clipped * clipped
            inside = hidden[lane] > 0.0 and hidden[lane] < 1.0
            hidden[lane] = error * 2.0 * clipped * weights[head, lane] if inside else 0.0
        if samples.term_rows[number] >= 0:
            terms = places.terms + samples.term_rows[number]
            for lane in range(LANES):
                out[terms, lane] += error * samples.counts[number, lane]
        for place in range(samples.lengths[number]):
            row = samples.rows[number, place]
            for lane in range(LANES):
                out[row, lane] += hidden[lane]
    for row in range(places.shared):
        shared = places.shared + sharing[row]
        for lane in range(LANES):
            out[shared, lane] += out[row, lane]
    return total * share


@compiled
def step(
    weights: Reals, slopes: Reals, means: Reals, squares: Reals, places: Places, count: int, rate: float
) -> None:  # fmt: skip
    """Adam (Kingma and Ba 2014): follow the mean slope, less where slopes vary."""
    early, late = 1.0 - 0.9**count, 1.0 - 0.999**count
    for row in range(places.end):
        for lane in range(LANES):
            grows = slopes[row, lane]
            mean = means[row, lane] = 0.9 * means[row, lane] + 0.1 * grows
            square = squares[row, lane] = 0.999 * squares[row, lane] + 0.001 * grows * grows
            weights[row, lane] -= rate * (mean / early) / (math.sqrt(square / late) + 1e-8)
