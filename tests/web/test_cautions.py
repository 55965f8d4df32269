"""What speaks against options is told over HTTP, in the language that is asked for, before and when a table is made."""

import pytest

from tests.web.pages import client

CORNERS = {"holes": "c3 c7 g3 g7"}


@pytest.fixture
def page(sqlite_url):
    with client(sqlite_url) as running:
        yield running


def told(page, game, options, **headers):
    return page.post("/api/cautions", json={"game": game, "options": options}, headers=headers)


def test_options_that_are_not_even_are_named(page):
    assert told(page, "pit", {}).json() == {"cautions": []}
    (caution,) = told(page, "pit", CORNERS).json()["cautions"]
    assert "between equals who look ahead White gets" in caution
    (caution,) = told(page, "pit", {"holes": "e3 c5 e7 g5"}).json()["cautions"]
    assert "White gets 54 to 63 of 100 points" in caution
    (said,) = told(page, "never-alone", {"red": "g7", "black": "b2"}, **{"accept-language": "it"}).json()["cautions"]
    assert said == "Da questo inizio il Rosso può forzare la vittoria in 7 mosse."


def test_options_that_are_none_are_refused_with_their_reasons(page):
    answer = told(page, "pit", {"holes": "z9"})
    assert answer.status_code == 400 and answer.json()["error"]["key"] == "options.refused"
    assert told(page, "chess", {}).status_code == 400


def test_the_choices_and_a_new_table_tell_them_too(page):
    games = {game["name"]: game for game in page.get("/api/games").json()["games"]}
    assert "Black gets" in games["tablut"]["variants"][0]["cautions"][0]
    two, three, four = (variant["cautions"] for variant in games["pit"]["variants"])
    assert two == [] and "33 would be fair" in three[0] and "25 would be fair. 4 games are fair" in four[0]
    seats = {letter: {"kind": "open"} for letter in "wb"} | {"w": {"kind": "person"}}
    made = page.post("/api/tables", json={"game": "pit", "options": CORNERS, "seats": seats})
    assert made.status_code == 201 and "White gets" in made.json()["cautions"][0]
