"""Training: weights that predict results and searches best, from samples; and the judge of whole numbers made of them.

One hidden layer of sixteen units is so small that one processor learns from a million positions in half a minute. There
is no library behind it but the kernels of this room (docs/decisions/0013-learnt-judges.md).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.said import Said
from tavoliere.core.weights import LANES, LEAST, MOST, ONE, Rows
from tavoliere.learn.kernels.net import Places, Samples, effective, slope, step, total_loss
from tavoliere.learn.recipe import Recipe
from tavoliere.learn.samples import UNKNOWN, Batch
from tavoliere.search.kernels.alphabeta import FAR

LOGIT = 1000
HEAD = LOGIT * HEAD_UNIT // ONE
FIRST_SPREAD, HEAD_SPREAD, BASE = 0.08, 0.1, 0.3
WARM_UP = 0.1
LEAST_RATE, LAST_RATE = 0.04, 1e-5
SCALES = tuple(step / 20 for step in range(2, 41))
CERTAIN = 20.0


@dataclasses.dataclass(frozen=True)
class Report:
    """What training has done."""

    samples: int
    held: int
    scale: float
    """How many logits of winning a logit of the search was worth."""
    losses: tuple[tuple[float, float], ...]
    """After each epoch: the mean loss of what was learnt from, and of what was held back."""


Watcher = Callable[[int, int, float], None]
"""Called now and then with how many steps are done, of how many, and the loss so far."""


def trained(recipe: Recipe, batch: Batch, watch: Watcher | None = None) -> tuple[Any, Report]:
    """A judge and how it came about."""
    import numpy as np

    is_held = batch.games % recipe.held == 0
    if is_held.all():
        raise ValueError(Said("the games have given nothing to learn from; play more of them"))
    scale = scale_of(recipe, batch)
    sizes = np.maximum(1.0, np.sqrt((batch.counts**2).mean(axis=0)))
    samples = Samples(
        batch.rows, batch.lengths, batch.heads, batch.term_rows, batch.counts / sizes, targets(recipe, batch, scale)
    )
    chance = np.random.default_rng(recipe.seed)
    net = Net(recipe.learnt, chance, scale, sizes)
    losses = net.learn(samples, np.flatnonzero(~is_held), _chosen(samples, is_held), recipe, chance, watch)
    report = Report(int((~is_held).sum()), int(is_held.sum()), scale, tuple(losses))
    return net.judge(), report


def scale_of(recipe: Recipe, batch: Batch) -> float:
    """What the values of the search are worth, by the results of the games: each judge has a scale of its own."""
    import numpy as np

    is_known = _is_known(recipe, batch) & (np.abs(batch.values) < FAR)
    values, results = batch.values[is_known] / LOGIT, batch.results[is_known]
    if not len(values):
        return 1.0

    def loss(scale: float) -> float:
        logits = scale * values
        return float((np.logaddexp(0, logits) - results * logits).mean())

    return min(SCALES, key=loss)


def targets(recipe: Recipe, batch: Batch, scale: float) -> Any:
    """What is to be predicted of each position: the search's chance, and where it is known the result as well."""
    import numpy as np

    is_certain = np.abs(batch.values) > FAR
    logits = np.where(is_certain, np.sign(batch.values) * CERTAIN, np.clip(scale * batch.values / LOGIT, -20, 20))
    chances = 1 / (1 + np.exp(-logits))
    mixed = recipe.result * batch.results + (1 - recipe.result) * chances
    return np.where(_is_known(recipe, batch) & ~is_certain, mixed, chances)


def _is_known(recipe: Recipe, batch: Batch) -> Any:
    return (batch.results != UNKNOWN) & (batch.slips <= recipe.trusted_slips)


def _chosen(samples: Samples, chosen: Any) -> Samples:
    return Samples(*(part[chosen] for part in samples))


class Net:
    """The weights under way, as real numbers."""

    def __init__(self, learnt: Learnt, chance: Any, scale: float, sizes: Any) -> None:
        import numpy as np

        first, heads, terms = learnt.rows["first"], learnt.rows["head"], learnt.rows.get("terms", 0)
        self.learnt, self.sizes = learnt, sizes
        self.sharing = np.array(learnt.shared or range(first), np.int32)
        shared = int(self.sharing.max()) + 1
        self.places = Places(first, first + shared, first + shared + heads, first + shared + heads + terms)
        self.weights = np.zeros((self.places.end, LANES))
        self.weights[self.places.shared : self.places.heads] = chance.normal(0, FIRST_SPREAD, (shared, LANES))
        self.weights[self.places.heads : self.places.terms] = chance.normal(0, HEAD_SPREAD, (heads, LANES))
        for row in learnt.base:
            self.weights[self.places.shared + self.sharing[row]] = BASE
        if learnt.terms:
            self.weights[self.places.terms :] = np.array(learnt.terms) / LOGIT * scale * sizes
        self.first = np.zeros((first, LANES))
        self._hidden = np.zeros(LANES)

    def learn(
        self, samples: Samples, numbers: Any, held: Samples, recipe: Recipe, chance: Any, watch: Watcher | None
    ) -> list[tuple[float, float]]:  # fmt: skip
        """Go through the samples several times, some at a time."""
        import numpy as np

        size = min(recipe.batch, len(numbers))
        steps = recipe.epochs * (len(numbers) // size)
        slopes, means, squares = (np.zeros_like(self.weights) for _ in range(3))
        losses, done = [], 0
        for _ in range(recipe.epochs):
            order, total = chance.permutation(numbers), 0.0
            for begin in range(0, len(order) - size + 1, size):
                done += 1
                self._refresh()
                total += slope(
                    self.weights, self.first, self.sharing, self.places, samples, order[begin : begin + size],
                    self._hidden, slopes,
                )  # fmt: skip
                step(self.weights, slopes, means, squares, self.places, done, recipe.rate * pace(done / steps))
                if watch is not None:
                    watch(done, steps, total / (begin // size + 1))
            self._refresh()
            losses.append((total / (len(order) // size), self.loss(held)))
        return losses

    def loss(self, held: Samples) -> float:
        """The mean loss of some samples."""
        count = len(held.targets)
        lost = total_loss(self.weights, self.first, self.places, held, 0, count, self._hidden)
        return float(lost) / max(1, count)

    def _refresh(self) -> None:
        effective(self.weights, self.sharing, self.places, self.first)

    def judge(self) -> Any:
        """The judge of whole numbers; a `WeightsError` if its sums could overflow."""
        places, rows = self.places, {}
        rows["first"] = _whole(self.first * ONE)
        rows["head"] = _whole(self.weights[places.heads : places.terms] * HEAD)
        if places.end > places.terms:
            rows["terms"] = _whole(self.weights[places.terms :] / self.sizes * LOGIT)
        return self.learnt.checked(self.learnt.judge(**rows), self.learnt.file)


def _whole(numbers: Any) -> Rows:
    import numpy as np

    return Rows(np.clip(np.rint(numbers), LEAST, MOST).astype(int).tolist())


def pace(done: float) -> float:
    """How fast to learn when so much is done, as a part of the highest rate: up for a tenth of the way, then down."""
    if done < WARM_UP:
        return LEAST_RATE + (1 - LEAST_RATE) * (1 - math.cos(math.pi * done / WARM_UP)) / 2
    return LAST_RATE + (1 - LAST_RATE) * (1 + math.cos(math.pi * (done - WARM_UP) / (1 - WARM_UP))) / 2
