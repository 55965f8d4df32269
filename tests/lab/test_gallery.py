"""The published gallery is what its data say: anybody can make its pages again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.core.languages import language
from tavoliere.games import own_games, ruleset
from tavoliere.lab.pages import gallery_page, report_files, span
from tavoliere.lab.report import NAME, read_report

GALLERY = Path(__file__).resolve().parent.parent.parent / "docs" / "gallery"
REPORTS = {path.parent.name: read_report(path) for path in sorted(GALLERY.glob(f"*/{NAME}"))}


def test_all_our_games_are_in_it() -> None:
    assert {data["game"] for data in REPORTS.values()} == set(own_games())
    assert {len(data["players"]) for data in REPORTS.values() if data["game"] == "pit"} == {2, 3, 4}


def test_the_page_of_all_is_made_from_their_data() -> None:
    assert gallery_page(list(REPORTS.items())) == (GALLERY / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(name for name, data in REPORTS.items() if data["verdict"]["word"] == "unfair"))
def test_what_the_figures_condemn_warns_with_them_and_has_its_decision(name: str) -> None:
    """Pathwayz was called unfair, and nobody who began a game of it was told."""
    data = REPORTS[name]
    seats = [seat["score"] for seat in data["cells"][data["head"]]["seats"]]
    far = max(seats, key=lambda score: (round(abs(score["value"] - 1 / len(seats)), 6), score["value"]))
    told = tv.game(data["game"], **data["options"]).cautions
    assert [f"{100 * far['low']:.0f} to {100 * far['high']:.0f} of 100 points" in caution for caution in told] == [True]
    decision = (GALLERY.parent / "decisions" / "0015-unfair-defaults.md").read_text(encoding="utf-8")
    assert f"| {data['title']}" in decision
    assert len(seats) == 2 or f"{len(seats)} players" in decision


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_every_page_is_made_from_its_data(name: str) -> None:
    data = REPORTS[name]
    made = report_files(tv.game(data["game"], **data["options"]), data)
    assert made["index.html"] == (GALLERY / name / "index.html").read_text(encoding="utf-8")
    assert set(made) == {path.name for path in (GALLERY / name).iterdir()}


def test_an_interval_has_the_marks_of_the_language_in_a_terminal_too() -> None:
    told, wide = span({"value": 2.3138, "low": 2.1, "high": 2.53}), span({"value": 3.5, "low": 0, "high": None})
    italian = language("it")
    assert (italian.say(told), italian.say(wide)) == ("2,3 (2,1-2,5)", "3,5 (0-?)")
    assert (told, wide) == ("2.3 (2.1-2.5)", "3.5 (0-?)")


def test_a_page_has_the_marks_of_its_language_in_its_numbers() -> None:
    data = REPORTS["tablut"]
    game, italian = tv.game("tablut", **data["options"]), language("it", ruleset("tablut"))
    english, theirs = (report_files(game, data, *spoken)["index.html"] for spoken in ((), (italian,)))
    length = re.search(r"<b>(\d+\.\d)<br>", english)
    assert length is not None
    assert f"<b>{length[1].replace('.', ',')}<br>" in theirs and f"<b>{length[1]}<br>" not in theirs
    assert "below 0.0001" in english and "sotto 0,0001" in theirs
