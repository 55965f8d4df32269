"""The statistics of matches, in the words of cutechess and fastchess: Elo with its error, LOS, SPRT."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Sequence

CERTAIN_ELO = 1200.0
CONFIDENCE = 1.959964


@dataclasses.dataclass(frozen=True)
class Estimate:
    """What a number of games says: a score between 0 and 1, and Elo with a 95 % error."""

    games: int
    score: float
    elo: float
    error: float
    los: float
    """The likelihood that the first player is the stronger one."""


def elo_of(score: float) -> float:
    """The difference in Elo that an expected score means, cut off where the score is all or nothing."""
    if score <= 0:
        return -CERTAIN_ELO
    if score >= 1:
        return CERTAIN_ELO
    return max(-CERTAIN_ELO, min(CERTAIN_ELO, -400 * math.log10(1 / score - 1)))


def score_of(elo: float) -> float:
    """The expected score for a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(pairs: Sequence[Sequence[float]]) -> Estimate:
    """What pairs (or rotations) of games say. The error comes from the pairs, since their games share an opening."""
    scores = [score for pair in pairs for score in pair]
    if not scores:
        return Estimate(0, 0.5, 0.0, CERTAIN_ELO, 0.5)
    mean = statistics.fmean(scores)
    means = [statistics.fmean(pair) for pair in pairs if pair]
    deviation = statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 0.5
    low, high = elo_of(mean - CONFIDENCE * deviation), elo_of(mean + CONFIDENCE * deviation)
    if deviation == 0:
        los = 0.5 if mean == 0.5 else float(mean > 0.5)
    else:
        los = 0.5 * (1 + math.erf((mean - 0.5) / (deviation * math.sqrt(2))))
    return Estimate(len(scores), mean, elo_of(mean), (high - low) / 2, los)


def log_likelihood_ratio(pairs: Sequence[Sequence[float]], elo0: float, elo1: float) -> float:
    """The generalised log-likelihood ratio of elo1 against elo0, by the normal approximation over pairs."""
    means = [statistics.fmean(pair) for pair in pairs if pair]
    if len(means) < 2:
        return 0.0
    variance = statistics.variance(means)
    if variance == 0:
        variance = 1e-3
    score0, score1 = score_of(elo0), score_of(elo1)
    return len(means) * (score1 - score0) * (2 * statistics.fmean(means) - score0 - score1) / (2 * variance)


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """The ratios at which a sequential test accepts elo0 and elo1."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
