"""When a report is not to be trusted, and what conditions ask."""

from __future__ import annotations

import random

import pytest

import tavoliere as tv
from tavoliere.lab.measure import Measures, measured
from tavoliere.lab.stats import Moments
from tavoliere.lab.verdict import doubts_of, parse_condition
from tests.lab.test_measure import played


def cell(share: float, games: int = 200, **changed: object) -> Measures:
    """Games of which the first seat wins a share, all distinct."""
    rng = random.Random(f"{share}")
    winners = [int(rng.random() >= share) for _ in range(games)]
    found = (
        played(number=number, turns=((number,), (1,), (2,), (3,)), **({"winner": winner} | changed))
        for number, winner in enumerate(winners)
    )
    return measured(tv.game("never-alone"), found)


def scores(share: float, games: int) -> list[Moments]:
    wins = round(share * games)
    return [Moments(games, wins, wins), Moments(games, games - wins, games - wins)]


def texts(*cells: Measures, public: tuple[int, list[Moments]] | None = None) -> list[tuple[str, bool]]:
    labels = [f"cell {place}" for place in range(len(cells))]
    return [(str(doubt.sentence), doubt.is_grave) for doubt in doubts_of(labels, cells, public)]


def test_nothing_speaks_against_sound_games() -> None:
    assert texts(cell(0.5), cell(0.55), public=(0, scores(0.5, 60))) == []


def test_the_same_games_again_are_a_grave_doubt() -> None:
    game = tv.game("never-alone")
    ((said, is_grave),) = texts(measured(game, [played(number=number) for number in range(50)]))
    assert is_grave and "only 2 % of the games are distinct" in said


def test_games_that_do_not_end_are_a_grave_doubt() -> None:
    ((said, is_grave),) = texts(cell(0.5, winner=None, reason="adjudication"))
    assert is_grave and "100 % of the games did not end" in said


def test_a_game_that_turns_over_with_strength_is_worth_a_word() -> None:
    ((said, is_grave),) = texts(cell(0.75), cell(0.2))
    assert not is_grave and "figures of one hold for it alone" in said


def test_a_short_cut_that_changes_seats_is_found() -> None:
    """A table shared between seats once moved a score from 58 to 82 %."""
    found = texts(cell(0.82), public=(0, scores(0.58, 100)))
    assert len(found) == 2 and all(is_grave for _, is_grave in found)
    assert "82 % in self-play and 58 % in public games" in found[0][0] or "in public games" in found[0][0]


def test_few_games_say_little() -> None:
    assert texts(cell(0.5, games=10)) == [("cell 0: 10 games say little", False)]


def test_conditions() -> None:
    data = cell(0.9).data()
    assert parse_condition("seat_gap > 0.5").holds(data) and not parse_condition("seat_gap<=0.5").holds(data)
    assert parse_condition("draws<0.1").holds(data) and parse_condition("length>=4").holds(data)
    for wrong in ("seat_gap", "seat_gap=1", "seat_gap>much", "other>1", ""):
        with pytest.raises(ValueError, match="a condition is written like"):
            parse_condition(wrong)
