"""The page in a made-up language of capitals: wherever a small letter is read, something was never translated."""

from __future__ import annotations

import re

import pytest

from tavoliere.games import own_games
from tests.browser.conftest import Visits
from tests.browser.server import Server
from tests.messages.loud import plain, write_language, write_page
from tests.web.loud_page import small_words

READ = """() => {
  const isShown = (one) => one?.checkVisibility() && !one.closest("script, style, #language, code, textarea");
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (isShown(walker.currentNode.parentElement)) words.push(walker.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
    for (const one of document.querySelectorAll(`[${name}]`)) if (isShown(one)) words.push(one.getAttribute(name));
  for (const one of document.querySelectorAll("option")) if (isShown(one.closest("select"))) words.push(one.label);
  return [document.title, ...words].map((text) => text.trim()).filter(Boolean);
}"""
"""Everything that people read or hear of a page: texts, labels, choices, what stands in empty fields."""
DATA = re.compile(
    r"Christian Freeling|Pierandrea Formusa|Louis Lafair|GiocatGeneric|mcts:seconds=60|[A-Z][a-z]{2} \d+, \d{4}"
)
"""Names of people and of a program, and dates, which the browser writes."""
SEATS = {"w": {"kind": "person"}, "b": {"kind": "open"}}
TWO = {"w": {"kind": "person"}, "b": {"kind": "person"}}


@pytest.fixture(scope="module")
def loud_server(tmp_path_factory):
    texts = tmp_path_factory.mktemp("texts")
    write_language(texts, own_games())
    write_page(texts)
    started = Server(tmp_path_factory.mktemp("server"), texts=texts)
    started.start()
    yield started
    started.stop()


@pytest.fixture
def someone(browser, loud_server):
    """Somebody who has chosen the made-up language."""
    visits = Visits(browser, loud_server.url)
    visits.tolerated = ("404", "400")
    person = visits.person()
    person.page.context.add_cookies([{"name": "tavoliere-language", "value": "xx", "url": loud_server.url}])
    yield person
    visits.over()


def english_in(person):
    """What is read now and was never translated."""
    read = person.page.evaluate(READ)
    assert len(read) > 2
    return sorted({text for text in read if small_words(plain(DATA.sub("", text)))})


def opened(person, path, ready):
    person.visit(path)
    person.page.wait_for_selector(ready)
    assert person.page.get_attribute("html", "lang") == "xx"
    return english_in(person)


def made(person, **asked):
    answer = person.page.request.post(f"{person.url}/api/tables", data={"game": "tablut", **asked})
    assert answer.status == 201, answer.text()
    return answer.json()


def test_the_start_page_with_everything_unfolded(someone):
    made(someone, seats=SEATS, listed=True)
    made(someone, seats=TWO, watchable=True)
    someone.table("pit", {"w": "me", "b": "level:1"}, clock={"kind": "increment", "base": 600, "increment": 5})
    found = opened(someone, "/", ".card .play")
    for game in own_games():
        someone.page.click(f"article[aria-labelledby=title-{game}] summary")
        found += english_in(someone)
        someone.page.click(f"[data-find={game}]")
        someone.page.wait_for_selector("#level-play")
        found += english_in(someone)
        someone.page.keyboard.press("Escape")
    someone.page.click("#looks")
    someone.page.wait_for_selector("dialog[open]")
    found += english_in(someone)
    someone.page.keyboard.press("Escape")
    someone.page.click("#way-friend")
    someone.page.wait_for_selector("dialog .code svg")
    assert set(found + english_in(someone)) == set()


@pytest.mark.parametrize("game", own_games())
def test_a_table_from_the_first_turn_to_the_end(someone, game):
    first, second = (player["letter"] for player in known(someone, game)["players"][:2])
    someone.table(game, {first: "me", second: "me"}, clock={"kind": "increment", "base": 600, "increment": 5})
    found = english_in(someone)
    for press in ("#act-legend", "#act-keys"):
        someone.page.click(press)
        someone.page.wait_for_selector("dialog[open]")
        found += english_in(someone)
        someone.page.keyboard.press("Escape")
    someone.page.fill("#typed-turn", "z99")
    someone.page.keyboard.press("Enter")
    someone.page.wait_for_selector("#message[data-kind=problem]")
    someone.page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    found += english_in(someone)
    someone.page.click("#act-resign")
    someone.page.wait_for_selector("#dialog-yes")
    found += english_in(someone)
    someone.page.click("#dialog-yes")
    someone.page.wait_for_selector("#status .score")
    assert set(found + english_in(someone)) == set()


def known(person, game):
    return next(one for one in person.known()["games"] if one["name"] == game)


@pytest.mark.parametrize("game", own_games())
def test_lessons_puzzles_and_what_is_looked_at(someone, game):
    found = opened(someone, f"/learn/{game}", "main a")
    lesson = known_lesson(someone, game)
    found += opened(someone, f"/learn/{game}#{lesson}", "#do:not(:empty)")
    found += opened(someone, f"/puzzles/{game}", "#course-acts button")
    found += opened(someone, f"/analyse/{game}", "#table-board svg")
    found += opened(someone, f"/position/{game}", "#table-board svg")
    someone.page.fill("#position-text", "wrong")
    someone.page.click("#setup button[type=submit]")
    someone.page.wait_for_selector("#reasons li")
    assert set(found + english_in(someone)) == set()


def known_lesson(person, game):
    return person.page.locator("main a[href*='#']").first.get_attribute("href").partition("#")[2]


@pytest.mark.parametrize("path", ["/rules/nothing", "/away", "/embed/position/tablut", "/game/nothing"])
def test_pages_that_stand_alone(someone, path):
    assert opened(someone, path, "body *") == []
