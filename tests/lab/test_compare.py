"""Two settings side by side: equal ones are not called different, others are, and games that repeat are named."""

from __future__ import annotations

import random

import tavoliere as tv
from tavoliere.lab.compare import compared
from tavoliere.lab.measure import Measures, measured
from tavoliere.lab.pages import compare_page
from tavoliere.lab.study import OFF, Cell
from tavoliere.search.specs import parse_spec
from tests.lab.data import comparison
from tests.lab.test_measure import played
from tests.lab.toys import every_game, lottery

CELLS = Cell(lottery(3, 4, 4), parse_spec("random"), OFF), Cell(lottery(4, 3, 4), parse_spec("random"), OFF)


def drawn_lots(rng: random.Random, games: int, *prizes: int) -> Measures:
    chances, ways = zip(*every_game(*prizes), strict=True)
    return measured(lottery(*prizes), rng.choices(ways, chances, k=games))


def clear(first: Measures, second: Measures) -> list[str]:
    return [row["name"] for row in compared(CELLS, (first, second), 0.05, "")["rows"] if row["is_clear"]]


def test_the_same_setting_is_called_different_as_seldom_as_stated() -> None:
    """Nine figures without a correction would find something in every third comparison."""
    rng, trials = random.Random(1), 200
    wrong = sum(bool(clear(drawn_lots(rng, 60, 3, 4, 4), drawn_lots(rng, 60, 3, 4, 4))) for _ in range(trials))
    assert wrong / trials <= 0.09


def test_what_differs_is_found() -> None:
    rng = random.Random(2)
    found = clear(drawn_lots(rng, 300, 5, 2, 4), drawn_lots(rng, 300, 2, 5, 4))
    assert "score of the first seat" in found and "turns" in found


def test_shares_stay_between_nothing_and_all() -> None:
    """None of three games drawn was once told as certain, and one of three won from behind as -32 to 99 %."""
    rng = random.Random(3)
    rows = {row["name"]: row for row in compared(CELLS, (drawn_lots(rng, 3, 6, 6, 4),) * 2, 0.05, "")["rows"]}
    draws = rows["draws"]
    assert draws["a"]["value"] == draws["a"]["low"] == 0 and draws["a"]["high"] > 0.5
    assert draws["difference"]["low"] < -0.4 and draws["difference"]["high"] > 0.4
    for row in rows.values():
        if row["is_part"]:
            assert 0 <= row["a"]["low"] <= row["a"]["high"] <= 1 and row["difference"]["low"] >= -1


def test_the_same_games_again_speak_against_a_comparison() -> None:
    again = measured(tv.game("never-alone"), [played(number=number) for number in range(40)])
    data = compared(CELLS, (again, again), 0.05, "")
    assert [doubt["is_grave"] for doubt in data["doubts"]] == [True, True]
    assert "A: only 2 % of the games are distinct" in data["doubts"][0]["text"]
    assert "B: only 2 % of the games are distinct" in compare_page(data)


def test_a_page_leads_to_its_data_and_files() -> None:
    data = comparison()
    page = compare_page(data)
    assert 'href="comparison.json"' in page and data["a"]["file"] in page and data["b"]["file"] in page
    assert data["a"]["file"] != data["b"]["file"]
