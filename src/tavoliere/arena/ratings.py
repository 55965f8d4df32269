"""Ratings of players from the orders in which they finished: Bradley-Terry for pairs, Plackett-Luce beyond.

A player has a strength g. Among the players at a table each takes the first place with probability g / (sum of all g).
Among those that are left the next place goes by the same rule, and so on (Plackett 1975; for two players Bradley and
Terry 1952). The strengths under which the games that were played are most likely are found by Hunter's iteration ("MM
algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). Elo is 400 log10 g with a mean of 0.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

CONFIDENCE = 1.959964
ELO_OF_A_FACTOR_E = 400 / math.log(10)
TOLERANCE = 1e-10
MOST_STEPS = 100_000
VIRTUAL = 0.5

Order = Sequence[Sequence[str]]
"""A finishing order: the names at each place, those with the same result together."""


@dataclasses.dataclass(frozen=True)
class Rating:
    """Elo with its 95 % error, relative to the mean of all players."""

    name: str
    elo: float
    error: float


@dataclasses.dataclass(frozen=True)
class Ratings:
    """The strongest first. `is_bounded` is False if the games alone would put somebody infinitely far away."""

    players: tuple[Rating, ...]
    is_bounded: bool


@dataclasses.dataclass(frozen=True)
class Stage:
    """One place that was fought for: who took it with what weight, and who could have."""

    takers: tuple[tuple[int, float], ...]
    present: tuple[int, ...]

    @property
    def weight(self) -> float:
        return sum(weight for _, weight in self.takers)


Stages = Counter[Stage]
"""How often each such place was fought for."""


def ratings(names: Sequence[str], orders: Sequence[Order]) -> Ratings:
    """The most likely ratings for finishing orders.

    If somebody has won or lost everything, there is no most likely rating: it would be infinite. Then half a drawn game
    between each two players who have met is added, which keeps all of them finite; `is_bounded` tells. If there are
    players who have not met, not even by way of others, all are treated so.
    """
    places = {name: number for number, name in enumerate(names)}
    stages = Stages(stage for order in orders for stage in stages_of(order, places))
    is_bounded = _is_connected(len(names), stages)
    if not is_bounded:
        for one, other in _virtual_pairs(len(names), stages):
            stages[Stage(((one, VIRTUAL / 2), (other, VIRTUAL / 2)), (one, other))] += 1
    strengths = _most_likely(len(names), stages)
    errors = _errors(strengths, stages)
    mean = sum(map(math.log, strengths)) / len(strengths) if strengths else 0.0
    found = [
        Rating(name, ELO_OF_A_FACTOR_E * (math.log(strength) - mean), ELO_OF_A_FACTOR_E * CONFIDENCE * error)
        for name, strength, error in zip(names, strengths, errors, strict=True)
    ]
    return Ratings(tuple(sorted(found, key=lambda rating: -rating.elo)), is_bounded)


def stages_of(order: Order, places: dict[str, int]) -> Iterator[Stage]:
    """The places of a finishing order that say something.

    Players at the same place share it, as if each had taken it in an equal part of a game. Those who are last together,
    behind somebody, were not told apart, which says nothing about them; if all are together, the game was drawn. Two
    seats of one player say nothing about each other either.
    """
    groups = [[places[name] for name in group] for group in order]
    for rank, group in enumerate(groups):
        present = tuple(number for later in groups[rank:] for number in later)
        is_last_of_several = rank > 0 and rank == len(groups) - 1
        if len(set(present)) > 1 and not is_last_of_several:
            yield Stage(tuple((number, 1 / len(group)) for number in sorted(group)), tuple(sorted(present)))


def _virtual_pairs(count: int, stages: Stages) -> list[tuple[int, int]]:
    """Who gets half a drawn game with whom: those who have met, if that joins everybody to everybody."""
    met = {pair for stage in stages for pair in itertools.combinations(sorted(set(stage.present)), 2)}
    links: list[set[int]] = [set() for _ in range(count)]
    for one, other in met:
        links[one].add(other)
        links[other].add(one)
    is_joined = count == 0 or len(_reached(0, links)) == count
    return sorted(met) if is_joined else list(itertools.combinations(range(count), 2))


def _is_connected(count: int, stages: Stages) -> bool:
    """Whether everybody has beaten everybody, if only by way of others; else some strength has no bound (Ford 1957)."""
    beaten: list[set[int]] = [set() for _ in range(count)]
    beaten_by: list[set[int]] = [set() for _ in range(count)]
    for stage in stages:
        for taker, _ in stage.takers:
            for other in stage.present:
                if other != taker:
                    beaten[taker].add(other)
                    beaten_by[other].add(taker)
    return all(len(_reached(0, links)) == count for links in (beaten, beaten_by)) if count else True


def _reached(start: int, links: Sequence[set[int]]) -> set[int]:
    seen, left = {start}, [start]
    while left:
        for other in links[left.pop()] - seen:
            seen.add(other)
            left.append(other)
    return seen


def _most_likely(count: int, stages: Stages) -> list[float]:
    """Hunter's iteration: a strength becomes the places taken, divided by how often it could have been taken."""
    taken = [0.0] * count
    for stage, times in stages.items():
        for number, weight in stage.takers:
            taken[number] += times * weight
    strengths = [1.0] * count
    for _ in range(MOST_STEPS):
        chances = [0.0] * count
        for stage, times in stages.items():
            share = times * stage.weight / sum(strengths[number] for number in stage.present)
            for number in stage.present:
                chances[number] += share
        updated = [won / chance if chance else 1.0 for won, chance in zip(taken, chances, strict=True)]
        scale = math.exp(sum(map(math.log, updated)) / count)
        updated = [strength / scale for strength in updated]
        moved = max(abs(math.log(new / old)) for new, old in zip(updated, strengths, strict=True))
        strengths = updated
        if moved < TOLERANCE:
            break
    return strengths


def _errors(strengths: Sequence[float], stages: Stages) -> list[float]:
    """Standard errors of log g from the Fisher information, under the condition that the mean of log g is 0."""
    count = len(strengths)
    information = [[1 / count] * count for _ in range(count)]
    for stage, times in stages.items():
        weight = times * stage.weight
        total = sum(strengths[number] for number in stage.present)
        shares = [0.0] * count
        for number in stage.present:
            shares[number] += strengths[number] / total
        for one in set(stage.present):
            information[one][one] += weight * shares[one]
            for other in set(stage.present):
                information[one][other] -= weight * shares[one] * shares[other]
    covariance = inverse(information)
    return [math.sqrt(max(0.0, covariance[number][number] - 1 / count)) for number in range(count)]


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small regular matrix, by Gauss and Jordan with pivots."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = rows[column][column]
        rows[column] = [value / factor for value in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * top for value, top in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
