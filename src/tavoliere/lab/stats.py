"""The statistics of reports: intervals, tests and how many games are enough. Numbers in, numbers out.

Only the normal distribution, Student's and the chi-square tail are needed, and they are at hand or have closed forms,
so this asks for no library (docs/decisions/0014-lab.md).
Each definition stands in `docs/lab.md`, and the tests hold it to worked examples and to games whose truth is known.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
POWER = 0.8
MIXED_IN = 4
LEAST_ERROR = 1e-9
"""What is smaller is nothing but rounding."""
MOST_FREEDOM = 1000
"""With more degrees of freedom Student's distribution is the normal one to three digits."""


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


@functools.cache
def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """As `deviations`, for means whose spread is estimated from so many numbers and one more (Student 1908)."""
    if freedom > MOST_FREEDOM:
        return deviations(confidence)
    low, high = 0.0, 1.0
    while student_within(high, freedom) < confidence:
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_within(middle, freedom) < confidence else (low, middle)
    return high


def student_within(value: float, freedom: int) -> float:
    """The chance that Student's variable of whole degrees of freedom lies within so much of 0, in its closed forms
    (Abramowitz and Stegun 26.7.3 and 26.7.4).
    """
    angle = math.atan2(value, math.sqrt(freedom))
    square = math.cos(angle) ** 2
    is_odd = freedom % 2
    term = math.cos(angle) if is_odd else 1.0
    total = 0.0
    for step in range(freedom // 2):
        total += term
        term *= square * (2 * step + 1 + is_odd) / (2 * step + 2 + is_odd)
    within = math.sin(angle) * total
    return 2 / math.pi * (angle + within) if is_odd else within


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

    def interval(self, least: float = -math.inf, most: float = math.inf, confidence: float = CONFIDENCE) -> Interval:
        """The mean of numbers that lie between two bounds, by Student's distribution. One number alone tells nothing of
        how much they differ, so its interval is all that is possible.
        """
        if self.count < 2:
            return Interval(self.mean, least, most, self.count)
        wide = student(self.count - 1, confidence) * math.sqrt(self.variance / self.count)
        return Interval(self.mean, max(least, self.mean - wide), min(most, self.mean + wide), self.count)

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


@dataclasses.dataclass
class Clustered:
    """A share of things that come in games, few of one and many of another: those of one game are alike, so it is
    games that are counted when the error is told.
    """

    games: int = 0
    hits: int = 0
    things: int = 0
    hits_squared: int = 0
    both: int = 0
    things_squared: int = 0

    def add(self, hits: int, things: int) -> None:
        """A game with so many things, and how many of them are what is counted. Without any it says nothing."""
        if not things:
            return
        self.games += 1
        self.hits += hits
        self.things += things
        self.hits_squared += hits * hits
        self.both += hits * things
        self.things_squared += things * things

    @property
    def value(self) -> float:
        return self.hits / self.things if self.things else 0.0

    def share(self) -> Interval:
        """The share of all things, with Wilson's interval for as many things as its error is worth (Cochran's ratio of
        sums), and never for more than there are.
        """
        if self.games < 2:
            return Interval(self.value, 0.0, 1.0, self.games)
        share = self.value
        residual = max(0.0, self.hits_squared - 2 * share * self.both + share * share * self.things_squared)
        variance = residual * self.games / (self.games - 1) / self.things**2
        binary = share * (1 - share)
        worth = min(self.things, binary / variance) if variance > LEAST_ERROR**2 else float(self.games)
        low, high = wilson(share, worth, deviations())
        return Interval(share, low, high, self.games)


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


def games_to_show(reach: float, variance: float, at_once: int = 1, power: float = POWER) -> int:
    """How many games show, in so many of all trials, that a mean is certain to lie above what it exceeds by so much."""
    wide = deviations(at_once=at_once) + NormalDist().inv_cdf(power)
    return math.ceil(wide**2 * max(variance, 1e-9) / (reach * reach))


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
    """Second minus first, for means of anything (Welch 1947); two numbers a side are the least."""
    value = second.mean - first.mean
    error, freedom = _welch(first, second)
    wide = student(freedom) * error
    return Interval(value, value - wide, value + wide, first.count + second.count)


def _welch(first: Moments, second: Moments) -> tuple[float, int]:
    """The standard error of a difference of means, and its degrees of freedom, rounded."""
    errors = [found.variance / found.count for found in (first, second)]
    total = sum(errors)
    parts = sum(error**2 / (found.count - 1) for error, found in zip(errors, (first, second), strict=True))
    freedom = total**2 / parts if parts > 0 else first.count + second.count - 2
    return math.sqrt(total), max(1, min(MOST_FREEDOM + 1, round(freedom)))


def equal_means(first: Moments, second: Moments) -> float:
    """How likely means that are equal differ as much as these: Welch's test."""
    error, freedom = _welch(first, second)
    apart = abs(second.mean - first.mean)
    if error < LEAST_ERROR:
        return 1.0 if apart < LEAST_ERROR else 0.0
    if freedom > MOST_FREEDOM:
        return 2 * NormalDist().cdf(-apart / error)
    return max(0.0, 1 - student_within(apart / error, freedom))


def equal_shares(first: Moments, second: Moments) -> float:
    """How likely equal scores between 0 and 1 differ as much as these: with the spread of all of them together, which
    for wins and losses is Pearson's test of a table of four fields.
    """
    both = Moments(first.count + second.count, first.total + second.total, first.squares + second.squares)
    spread = max(0.0, both.squares / both.count - both.mean**2)
    error = math.sqrt(spread * (1 / first.count + 1 / second.count))
    if error < LEAST_ERROR:
        return 1.0
    return 2 * NormalDist().cdf(-abs(second.mean - first.mean) / error)


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
