"""The perft tables in tests/data: the engine must count what is written there, and so must the referees."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tests.data.make_perft import GAMES, TABLES
from tests.differential.driver import oracle_of

CHEAP_FOR_PLAIN_PYTHON = 2000
"""Sequences that plain Python may count."""

CHEAP_FOR_REFEREE = {"never-alone": 4000, "pathwayz": 1000, "pit": 500, "pit-of-pillars": 170, "tablut": 4000}
"""Positions in which a referee may list the turns, each game's own since the referees differ in speed."""

FROM_THE_RULES_PAGES = {
    "never-alone": [[8, 64, 680, 7169]],
    "pathwayz": [[192, 36480]],
    "pit": [[71, 4973, 255850], [67, 4425, 288027], [63, 3909, 238827], [64, 2469], [75, 5442], [1]],
    "pit-of-pillars": [[60, 10976]],
    "tablut": [[56, 4408, 248456, 19159224]],
}


def table(game: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((TABLES / f"{game}.json").read_text())
    return loaded


ENTRIES = [
    pytest.param(game, entry, id=f"{game}: {entry['about']}") for game in GAMES for entry in table(game)["entries"]
]


def position(game: str, entry: dict[str, Any]) -> tv.Position:
    chosen = tv.game(game, **entry["options"])
    return chosen.start() if entry["position"] is None else chosen.position(entry["position"])


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_the_compiled_engine_counts_what_the_table_says(game: str, entry: dict[str, Any]) -> None:
    root = position(game, entry)
    assert [tv.perft(root, depth + 1) for depth in range(len(entry["counts"]))] == entry["counts"]


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_plain_python_counts_what_the_table_says(game: str, entry: dict[str, Any]) -> None:
    cheap = [count for count in entry["counts"] if count <= CHEAP_FOR_PLAIN_PYTHON] or entry["counts"][:1]
    root = position(game, entry)
    with plain_python():
        assert [tv.perft(root, depth + 1) for depth in range(len(cheap))] == cheap


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_the_referee_counts_what_the_table_says(game: str, entry: dict[str, Any]) -> None:
    parents = [1, *entry["counts"][:-1]]
    depth = sum(1 for count in parents if count <= CHEAP_FOR_REFEREE[game])
    oracle, options, text = oracle_of(game), entry["options"], entry["position"]
    root = oracle.start(**options) if text is None else oracle.parse(text, **options)
    assert depth > 0
    assert oracle.perft(root, depth) == entry["counts"][depth - 1]


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_are_those_of_the_script(game: str) -> None:
    written = [
        (entry["about"], entry["options"], entry["position"], entry["origin"], len(entry["counts"]))
        for entry in table(game)["entries"]
    ]
    assert written == [
        (entry.about, dict(entry.options), entry.position, entry.origin, entry.depth) for entry in GAMES[game]
    ], "tests/data/perft is out of date: python -m tests.data.make_perft"
    assert table(game)["rules_version"] == tv.game(game).facts.rules_version


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_hold_ten_later_positions_and_the_numbers_of_the_rules_page(game: str) -> None:
    entries = table(game)["entries"]
    assert len({entry["position"] for entry in entries} - {None}) >= 10
    counts = [entry["counts"] for entry in entries]
    for numbers in FROM_THE_RULES_PAGES[game]:
        assert any(row[: len(numbers)] == numbers for row in counts), numbers
    assert all(len(entry["confirmed_by"]) >= 2 for entry in entries)
