"""The statistics of matches, in the words of cutechess and fastchess: Elo with its error, LOS, SPRT.

Games of a round share an opening, so they are not independent. Everything here therefore counts rounds: with two
players the pairs of games that others call pentanomial (a pair scores 0, 1/2, 1, 3/2 or 2), with more all rotations.
"""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence

from tavoliere.core.said import Said

CONFIDENCE = 1.959964
ONE_SIDED = 0.05
SMALL_COUNT = 1e-3
H0, H1 = "H0", "H1"
MOST_ELO = 2000
"""Beyond this nearly every game is won, and nothing is left to test."""


@dataclasses.dataclass(frozen=True)
class Estimate:
    """What a number of games says: a score between 0 and 1, and Elo within 95 % bounds.

    A player who wins or loses everything has no Elo, only a bound; bounds that cannot be told are None.
    """

    games: int
    score: float
    deviation: float
    """The standard error of the score."""
    elo: float | None
    low: float | None
    high: float | None
    los: float
    """The likelihood that the first player is the stronger one."""

    @property
    def error(self) -> float | None:
        """Half the width of the 95 % interval of Elo, as fastchess prints it."""
        return None if self.elo is None or self.low is None or self.high is None else (self.high - self.low) / 2

    def elo_text(self) -> str:
        """Elo as people read it: `+35 +- 12`, `> +120` where the score is all or nothing.

        Near such a score the bound on the far side runs away and says nothing; then only the near one is told, as in
        `+301 (> +170)`.
        """
        if self.elo is None:
            return self._near_bound()
        if self.low is None or self.high is None or not 0.5 < (self.high - self.elo) / (self.elo - self.low) < 2:
            return f"{self.elo:+.0f} ({self._near_bound()})"
        return f"{self.elo:+.0f} +- {self.error:.0f}"

    def _near_bound(self) -> str:
        if self.low is None and self.high is None:
            return "+- ?"
        if self.high is None or (self.low is not None and self.score > 0.5):
            return f"> {self.low:+.0f}"
        return f"< {self.high:+.0f}"


def elo_of(score: float, seats: int = 2) -> float:
    """The difference in Elo that an expected score means: 400 log10(s / (1 - s)) for two players.

    With more seats the score is the share of games won against equal others. By Luce's choice axiom a player of
    strength g wins g / (g + n - 1) of them, so the difference is 400 log10((n - 1) s / (1 - s)), which is 0 for the
    fair share 1 / n.
    """
    if not 0 < score < 1:
        raise ValueError(Said("a score of {score} means no Elo", score=f"{score:g}"))
    return 400 * math.log10((seats - 1) * score / (1 - score))


def score_of(elo: float, seats: int = 2) -> float:
    """The expected score for a difference in Elo; the inverse of `elo_of`."""
    return 1 / (1 + (seats - 1) * 10 ** (-elo / 400))


def estimate(rounds: Sequence[Sequence[float]], seats: int = 2) -> Estimate:
    """What rounds of games say: the score, and its error from the spread of the rounds' means.

    As in fastchess, the bounds of Elo are those of the score s +- 1.96 d, and LOS is the normal distribution at
    (s - 1 / n) / d, where d is the standard error over rounds (fastchess divides by their number, we by one less).
    Rounds that all score the same, as a few do by chance, have no spread; d is then taken from the single games as if
    they were won or lost. If all n games are won, s^n = 5 % gives the lower bound of the score (the "rule of three"),
    and LOS is the share of an even prior over scores that is left above 1 / k, with k seats: 1 - (1 / k)^(n + 1). If
    all are lost, it is (1 - 1 / k)^(n + 1).
    """
    rounds = [games for games in rounds if games]
    scores = [score for games in rounds for score in games]
    fair = 1 / seats
    if not scores:
        return Estimate(0, fair, 1.0, 0.0, None, None, 0.5)
    mean, deviation = statistics.fmean(scores), standard_error(rounds)
    games = len(scores)
    sure = ONE_SIDED ** (1 / games)
    if mean >= 1:
        return Estimate(games, 1.0, deviation, None, elo_of(sure, seats), None, 1 - fair ** (games + 1))
    if mean <= 0:
        return Estimate(games, 0.0, deviation, None, None, elo_of(1 - sure, seats), (1 - fair) ** (games + 1))
    low, high = mean - CONFIDENCE * deviation, mean + CONFIDENCE * deviation
    return Estimate(
        len(scores),
        mean,
        deviation,
        elo_of(mean, seats),
        elo_of(low, seats) if low > 0 else None,
        elo_of(high, seats) if high < 1 else None,
        statistics.NormalDist().cdf((mean - fair) / deviation),
    )


def standard_error(rounds: Sequence[Sequence[float]]) -> float:
    """The standard error of the mean score, from the spread of the rounds' means about it."""
    means = [statistics.fmean(games) for games in rounds]
    spread = statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.0
    if spread > 0:
        return spread
    scores = [score for games in rounds for score in games]
    mean = statistics.fmean(scores)
    return math.sqrt(mean * (1 - mean) / len(scores))


def pentanomial(rounds: Sequence[Sequence[float]]) -> list[int]:
    """How many pairs scored 0, 1/2, 1, 3/2 and 2 points; rounds of two games only."""
    counts = Counter(round(2 * sum(games)) for games in rounds if len(games) == 2)
    return [counts[points] for points in range(5)]


# The sequential test


@dataclasses.dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of elo1 (H1) against elo0 (H0), with the errors it may make."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(
                Said(
                    "a sequential test needs ELO0 < ELO1, not {elo0} and {elo1}",
                    elo0=f"{self.elo0:g}",
                    elo1=f"{self.elo1:g}",
                )
            )
        if max(abs(self.elo0), abs(self.elo1)) > MOST_ELO:
            raise ValueError(
                Said(
                    "ELO0 and ELO1 lie between -{most} and {most}, not {elo0} and {elo1}",
                    most=MOST_ELO,
                    elo0=f"{self.elo0:g}",
                    elo1=f"{self.elo1:g}",
                )
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(
                Said(
                    "alpha and beta lie between 0 and 0.5, not {alpha} and {beta}",
                    alpha=f"{self.alpha:g}",
                    beta=f"{self.beta:g}",
                )
            )

    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: H0 is accepted at the first, H1 at the second."""
        return sprt_bounds(self.alpha, self.beta)

    def ratio(self, rounds: Sequence[Sequence[float]], seats: int = 2) -> float:
        return log_likelihood_ratio(rounds, self.elo0, self.elo1, seats)

    def decision(self, rounds: Sequence[Sequence[float]], seats: int = 2, undecided: int = 0) -> tuple[int, str]:
        """After how many rounds the test is decided, and for which hypothesis; all rounds and "" if it is not.

        Rounds count in their order, whatever the order in which they were finished, so that playing many games at once
        decides the same. They must be complete. After the first `undecided` ones the test is known to be open.
        """
        low, high = self.bounds()
        for count in range(undecided + 1, len(rounds) + 1):
            ratio = self.ratio(rounds[:count], seats)
            if not low < ratio < high:
                return count, H1 if ratio >= high else H0
        return len(rounds), ""


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """The ratios at which a sequential test accepts elo0 and elo1 (Wald 1945)."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(rounds: Sequence[Sequence[float]], elo0: float, elo1: float, seats: int = 2) -> float:
    """The generalised log-likelihood ratio of elo1 against elo0 over rounds, as fishtest and fastchess compute it.

    Among all distributions of round scores a_i with expectation s, the most likely one for observed frequencies p_i is
    p_i / (1 + x (a_i - s)), where x solves sum p_i (a_i - s) / (1 + x (a_i - s)) = 0 (Owen's empirical likelihood; for
    matches M. Van den Bergh, "The generalized sequential probability ratio test"). The ratio is
    N sum p_i log(q1_i / q0_i) for the distributions q0 and q1 of the two hypotheses. Scores that did not occur count a
    thousandth of a round.
    """
    means = [round(statistics.fmean(games), 9) for games in rounds if games]
    if not means:
        return 0.0
    support = [0.0, 0.25, 0.5, 0.75, 1.0] if seats == 2 else [0.0, *(won / seats for won in range(1, seats)), 1.0]
    counts: dict[float, float] = {round(value, 9): SMALL_COUNT for value in support}
    counts |= Counter(means)
    total = sum(counts.values())
    distribution = [(value, count / total) for value, count in sorted(counts.items())]
    first = _most_likely(distribution, score_of(elo0, seats))
    second = _most_likely(distribution, score_of(elo1, seats))
    return total * sum(
        share * math.log(q1 / q0) for (_, share), q0, q1 in zip(distribution, first, second, strict=True)
    )


def _most_likely(distribution: Sequence[tuple[float, float]], expected: float) -> list[float]:
    """The most likely distribution with an expectation, by bisection: the sum falls in x between its poles."""
    low, high = -1 / (distribution[-1][0] - expected), 1 / (expected - distribution[0][0])
    for _ in range(200):
        middle = (low + high) / 2
        if sum(share * (value - expected) / (1 + middle * (value - expected)) for value, share in distribution) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + middle * (value - expected)) for value, share in distribution]


def running(rounds: Sequence[Sequence[float]], seats: int = 2, most: int = 1000) -> Iterator[Estimate]:
    """The estimate as rounds were added, the last one with all of them; `most` of them at the most."""
    step = max(1, math.ceil(len(rounds) / most))
    for count in range((len(rounds) - 1) % step + 1, len(rounds) + 1, step):
        yield estimate(rounds[:count], seats)
