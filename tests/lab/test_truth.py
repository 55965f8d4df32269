"""Every figure that has an interval, over all ways a game can go: the interval holds the truth as often as it says."""

from __future__ import annotations

import random
import tracemalloc
from typing import Any

import pytest

from tavoliere.lab.measure import Measures, measured
from tavoliere.search.selfplay import SelfPlayed
from tests.lab.toys import every_game, lottery

LOTTERY = (3, 4, 4)
GAMES, TRIALS = 80, 250
FIGURES = {
    "first seat": lambda data: data["seats"][0]["score"],
    "draws": lambda data: data["draws"],
    "prizes": lambda data: data["endings"].get("prize", {"value": 0.0, "low": 0.0, "high": 0.0}),
    "whole turns": lambda data: data["branching"]["whole"],
    "forced": lambda data: data["branching"]["forced"],
    "lead changes": lambda data: data["drama"]["lead_changes"],
    "comebacks": lambda data: data["drama"]["comebacks"],
    "decided": lambda data: data["drama"]["decided"],
    "swing": lambda data: data["drama"]["swing"],
    "last quarter": lambda data: data["drama"]["last_quarter"],
}
OF_WON = ("comebacks", "decided")
"""Figures of games that somebody has won."""


def told(games: list[SelfPlayed]) -> dict[str, Any]:
    return measured(lottery(*LOTTERY), games).data()


def truth(name: str) -> float:
    """A figure's mean over all ways a game can go, each by its chance."""
    ways = [
        (chance, played) for chance, played in every_game(*LOTTERY) if name not in OF_WON or played.winner is not None
    ]
    total = sum(chance for chance, _ in ways)
    return float(sum(chance * FIGURES[name](told([played]))["value"] for chance, played in ways) / total)


@pytest.fixture(scope="module")
def trials() -> list[dict[str, Any]]:
    chances, games = zip(*every_game(*LOTTERY), strict=True)
    assert sum(chances) == pytest.approx(1)
    rng = random.Random(7)
    return [told(rng.choices(games, chances, k=GAMES)) for _ in range(TRIALS)]


@pytest.mark.parametrize("name", FIGURES)
def test_the_interval_of_a_figure_holds_the_truth_as_often_as_it_says(name: str, trials: list[dict[str, Any]]) -> None:
    true = truth(name)
    found = [FIGURES[name](data) for data in trials]
    hits = sum(one["low"] - 1e-5 <= true <= one["high"] + 1e-5 for one in found)
    assert 0.905 <= hits / TRIALS <= 1.0
    assert sum(one["value"] for one in found) / TRIALS == pytest.approx(true, rel=0.05)
    # A lottery of even prizes is open to its last draw, so where it is decided does not vary.
    assert name == "decided" or any(one["high"] - one["low"] > 0.01 for one in found)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    """What is kept are counts, and of the first games a digest, to tell how many are distinct."""
    chances, games = zip(*every_game(*LOTTERY), strict=True)
    found, rng = Measures(lottery(*LOTTERY)), random.Random(1)
    for played in rng.choices(games, chances, k=1000):
        found.add(played)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for played in rng.choices(games, chances, k=6000):
            found.add(played)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.games == 7000 and after - before < 100_000
