"""The statistics of reports: intervals, tests and how many games are enough. Numbers in, numbers out.

Only the normal distribution and the chi-square tail are needed, and both are at hand or have closed forms, so this asks
for no library (docs/decisions/0014-lab.md).
Each definition stands in `docs/lab.md`, and the tests hold it to worked examples and to games whose truth is known.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
POWER = 0.8
MIXED_IN = 4


class Interval(NamedTuple):
    """An estimate with the bounds that hold it at the stated confidence, and the games that it rests on."""

    value: float
    low: float
    high: float
    games: int

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def deviations(confidence: float = CONFIDENCE, at_once: int = 1) -> float:
    """How many standard errors an interval spans to each side; `at_once` intervals hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - confidence) / (2 * at_once))


@dataclasses.dataclass
class Moments:
    """Count, sum and sum of squares of numbers, which is all that means and their errors need."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The sample's variance, by n - 1."""
        if self.count < 2:
            return 0.0
        return max(0.0, (self.squares - self.count * self.mean**2) / (self.count - 1))

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """The mean of anything, with the normal approximation."""
        wide = deviations(confidence) * math.sqrt(self.variance / self.count) if self.count else 0.0
        return Interval(self.mean, self.mean - wide, self.mean + wide, self.count)

    def share(self, confidence: float = CONFIDENCE, at_once: int = 1) -> Interval:
        """The mean of scores between 0 and 1: Wilson's interval.

        Draws make scores less spread than wins and losses of the same mean. n games then count as n m (1 - m) / v of
        those, where m is the mean and v the mean squared distance from it, four games of wins and losses mixed in so
        that a few draws do not feign certainty; without draws that is n.
        """
        if not self.count:
            return Interval(0.0, 0.0, 1.0, 0)
        mean = min(1.0, max(0.0, self.mean))
        binary = mean * (1 - mean)
        spread = (self.squares - self.count * mean**2 + MIXED_IN * binary) / (self.count + MIXED_IN)
        games = self.count * binary / spread if binary > 1e-12 else float(self.count)
        low, high = wilson(mean, games, deviations(confidence, at_once))
        return Interval(mean, low, high, self.count)


def wilson(mean: float, games: float, wide: float) -> tuple[float, float]:
    """The bounds of a share (Wilson 1927): all p for which |mean - p| <= wide sqrt(p (1 - p) / games)."""
    if games <= 0:
        return 0.0, 1.0
    square = wide * wide / games
    middle = (mean + square / 2) / (1 + square)
    reach = wide / (1 + square) * math.sqrt(mean * (1 - mean) / games + square / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share_of(count: int, games: int, confidence: float = CONFIDENCE) -> Interval:
    """So many of so many, with Wilson's interval."""
    found = Moments(games, float(count), float(count))
    return found.share(confidence)


# Equal seats


def equal_seats(wins: Sequence[int]) -> float:
    """How likely seats that are equal differ as much as these: Pearson's test on the games that somebody has won."""
    games, seats = sum(wins), len(wins)
    if games == 0:
        return 1.0
    even = games / seats
    return chi_square_tail(sum((won - even) ** 2 / even for won in wins), seats - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is larger, in its closed forms."""
    half = value / 2
    if freedom % 2:
        tail, term = math.erfc(math.sqrt(half)), math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
        first = 1.5
    else:
        tail, term = math.exp(-half), math.exp(-half) * half
        first = 2.0
    for step in range((freedom - 1) // 2):
        tail += term
        term *= half / (first + step)
    return min(1.0, tail)


def corrected(chances: Sequence[float]) -> list[float]:
    """The same p-values, corrected because there are many of them (Benjamini and Hochberg 1995): calling those below a
    bound unequal is wrong for no more than that share of them, on average.
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found, least = [1.0] * len(chances), 1.0
    for rank in range(len(order), 0, -1):
        place = order[rank - 1]
        least = min(least, chances[place] * len(chances) / rank)
        found[place] = least
    return found


# How many games


def games_for(variance: float, half: float, at_once: int = 1) -> int:
    """How many games make an interval no wider than so much to each side."""
    return math.ceil(deviations(at_once=at_once) ** 2 * max(variance, 1e-9) / (half * half))


def games_to_tell(difference: float, variance: float) -> int:
    """How many games each of two settings needs so that a true difference is found in four of five trials."""
    wide = deviations() + NormalDist().inv_cdf(POWER)
    return math.ceil(2 * wide**2 * max(variance, 1e-9) / (difference * difference))


def difference_of_shares(first: Interval, second: Interval) -> Interval:
    """Second minus first, from their own intervals (Newcombe 1998, method 10)."""
    value = second.value - first.value
    low = value - math.hypot(second.value - second.low, first.high - first.value)
    high = value + math.hypot(second.high - second.value, first.value - first.low)
    return Interval(value, low, high, first.games + second.games)


def difference_of_means(first: Moments, second: Moments) -> Interval:
    """Second minus first, for means of anything (Welch, with the normal approximation)."""
    value = second.mean - first.mean
    error = math.sqrt(sum(found.variance / found.count for found in (first, second) if found.count))
    return Interval(value, value - deviations() * error, value + deviations() * error, first.count + second.count)


# Counts of whole numbers


def quantile(counts: Counter[int], share: float) -> float:
    """The value below which a share of the counted numbers lies, between two of them where it falls between."""
    total = sum(counts.values())
    if not total:
        return 0.0
    place = share * (total - 1)
    return _ranked(counts, math.floor(place)) * (1 - place % 1) + _ranked(counts, math.ceil(place)) * (place % 1)


def median_interval(counts: Counter[int]) -> Interval:
    """The median, between the order statistics that hold it: ranks n / 2 -+ z sqrt(n) / 2."""
    total = sum(counts.values())
    if not total:
        return Interval(0.0, 0.0, 0.0, 0)
    wide = deviations() * math.sqrt(total) / 2
    low = max(0, math.floor((total - 1) / 2 - wide))
    high = min(total - 1, math.ceil((total - 1) / 2 + wide))
    return Interval(quantile(counts, 0.5), _ranked(counts, low), _ranked(counts, high), total)


def _ranked(counts: Counter[int], rank: int) -> int:
    """The number of a rank, the smallest being 0."""
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen > rank:
            return value
    return max(counts)
