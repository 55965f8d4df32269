"""Finding one's level: who is proposed, what is kept on the device, and what becomes of what others wrote there."""

from __future__ import annotations

import json
import random
import re

import pytest

from tests.browser.test_manners import PHONE, findings_in_both_themes

KEY = "tavoliere.results.tablut/2"


def results(*scores: float, spec: str = "level:3") -> str:
    entries = [
        {"table": f"t{number}", "when": number, "seat": "w", "opponents": {"b": spec}, "score": score}
        for number, score in enumerate(scores)
    ]
    return json.dumps({"version": 1, "results": entries})


def find(person, text: str | None = None) -> None:
    """Open the finder of Tablut, with this stored."""
    person.visit("/")
    if text is not None:
        remember(person, text)
    person.page.click("[data-find=tablut]")
    person.page.wait_for_selector("#level-play")


def remember(person, text: str) -> None:
    person.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
    person.page.reload()


def proposed(person) -> int:
    return int(re.search(r"(?:Level|livello) (\d+)", person.says("#level-play"))[1])


def test_a_game_that_is_lost_leads_down_the_ladder(visits):
    person = visits.person()
    find(person)
    assert proposed(person) == 3 and "White" in person.says(".finding .small >> nth=0")
    assert "moves up or down with you" in person.says("#level-told")
    person.page.click("#level-play")
    person.page.wait_for_url("**/game/*")
    person.at_table()
    person.page.click("#act-resign")
    person.page.click("#dialog-yes")
    person.page.wait_for_function("() => document.getElementById('status').dataset.state === 'over'")
    assert len(json.loads(person.page.evaluate("(key) => localStorage.getItem(key)", KEY))["results"]) == 1
    person.page.reload()
    person.at_table()
    stored = json.loads(person.page.evaluate("(key) => localStorage.getItem(key)", KEY))["results"]
    assert [(one["seat"], one["opponents"], one["score"]) for one in stored] == [("w", {"b": "level:3"}, 0)]
    find(person)
    assert proposed(person) < 3 and "Black" in person.says(".finding .small >> nth=0")
    assert "after 1 game" in person.says("#level-told")


def test_an_evening_of_wins_leads_up_and_the_ladder_shows_where(visits):
    person = visits.person()
    find(person, results(1, 1, 1, 1, 0, 1))
    assert proposed(person) > 3 and "after 6 games" in person.says("#level-told")
    assert person.page.locator(".ladder .you").count() == 1 and person.page.locator(".ladder .mark").count() == 10
    assert "±" in person.page.locator(".finder", has=person.page.locator("[data-find=tablut]")).inner_text()
    assert findings_in_both_themes(person.page, "dialog") == []


def test_results_are_saved_brought_back_and_erased(visits, tmp_path):
    person = visits.person()
    find(person, results(1, 0.5))
    with person.page.expect_download() as saving:
        person.page.click("#level-export")
    saved = tmp_path / "results.json"
    saving.value.save_as(saved)
    person.page.click("#level-erase")
    person.page.click("#dialog-yes")
    person.page.wait_for_function("(key) => localStorage.getItem(key) === null", arg=KEY)
    assert "moves up or down" in person.says("#level-told")
    person.page.set_input_files("#level-import", saved)
    person.page.wait_for_function("() => document.querySelector('.finding .problem').textContent")
    assert "after 2 games" in person.says("#level-told") and person.says(".finding .problem") == "2 results were read."
    saved.write_text('{"kind": "tavoliere results", "rating": 9999}')
    person.page.set_input_files("#level-import", saved)
    person.page.wait_for_selector(".finding .problem:has-text('This file holds no results')")
    assert "after 2 games" in person.says("#level-told")


def test_forged_results_are_named_and_do_not_count(visits):
    person = visits.person()
    find(person, results(1, 400, -3))
    assert "2 of the stored results cannot be right" in person.says(".finding .note")
    assert "after 1 game " in person.says("#level-told")
    find(person, results(1, 1, spec="level:4000"))
    assert "2 of the stored results" in person.says(".finding .note") and proposed(person) == 3
    find(person, '{"version": 1, "results": ')
    assert "cannot be read" in person.says(".finding .note")
    find(person, '{"version": 7}')
    assert "newer version" in person.says(".finding .note")


def test_on_a_phone_and_by_keyboard(visits):
    person = visits.person(**PHONE)
    find(person, results(1, 0))
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    person.page.keyboard.press("Escape")
    assert person.page.locator("dialog").count() == 0
    person.page.focus("[data-find=pit]")
    person.page.keyboard.press("Enter")
    person.page.select_option("[name=level-players]", "4")
    assert person.page.locator(".ladder .mark").count() == 10
    person.page.focus("#level-play")
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/game/*")
    person.at_table()
    assert person.page.locator(".seat").count() == 4


STANDINGS = {
    "en-GB": re.compile(r"about (-?\d+), .* between (-?\d+) and (-?\d+)"),
    "it-IT": re.compile(r"circa (-?\d+), .* tra (-?\d+) e (-?\d+)"),
}


@pytest.mark.parametrize(("level", "locale"), [(3, "it-IT"), (7, "en-GB")])
def test_an_evening_of_fifteen_games_finds_somebody_of_known_strength(visits, level, locale):
    """Somebody as strong as a level plays whoever the page proposes; wins and losses fall as the ladder tells."""
    person, chance = visits.person(locale=locale), random.Random(level)
    (variant,) = next(game for game in person.known()["games"] if game["name"] == "tablut")["variants"]
    rated = {one["spec"]: one["elo"] for one in variant["ratings"]}
    strength, played = rated[f"level:{level}"], []
    find(person)
    for number in range(15):
        spec = f"level:{proposed(person)}"
        seat, other = ("w", "b") if number % 2 else ("b", "w")
        score = float(chance.random() < 1 / (1 + 10 ** ((rated[spec] - strength) / 400)))
        played.append({"table": f"t{number}", "when": number, "seat": seat, "opponents": {other: spec}, "score": score})
        remember(person, json.dumps({"version": 1, "results": played}))
        person.page.click("[data-find=tablut]")
        person.page.wait_for_selector("#level-play")
    rating, low, high = map(int, STANDINGS[locale].search(person.says("#level-told")).groups())
    assert low <= strength <= high and abs(rating - strength) < 250 and high - low < 700
    assert abs(proposed(person) - level) <= 2
