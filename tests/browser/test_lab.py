"""Pages of the lab as files in a browser: nothing is complained about or runs over the edge, and all of it is legible;
and the form of a new game says what speaks against options.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tavoliere.lab.pages import compare_page
from tests.browser.test_manners import PHONE, findings, findings_in_both_themes, overflow
from tests.lab.data import comparison

GALLERY = Path(__file__).resolve().parent.parent.parent / "docs" / "gallery"
PAGES = ("", "never-alone", "pit-4")
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture
def looks(browser):
    """Opens a page as somebody does who has a window of some size, and wants no complaint from it."""
    contexts, complaints = [], []

    def look(place, **window):
        context = browser.new_context(**window)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: complaints.append(request.url))
        page.goto(place.as_uri())
        return page

    yield look
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_the_gallery_are_legible_on_a_phone_on_a_laptop_and_in_print(looks, name):
    for window in (PHONE, LAPTOP):
        page = looks(GALLERY / name / "index.html", **window)
        assert findings_in_both_themes(page) == [] and overflow(page) <= 0
    page.emulate_media(media="print", color_scheme="dark")
    assert findings(page, runOnly=["color-contrast"]) == []
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_words_in_pictures_stay_inside_and_apart(looks):
    """Words of a plot that run over its edge or into each other cannot be read on the smallest screens."""
    for name in PAGES[1:]:
        page = looks(GALLERY / name / "index.html", **PHONE)
        assert page.evaluate(CROWDED) == []


CROWDED = """() => [...document.querySelectorAll("svg.plot")].flatMap((plot) => {
  const edge = plot.getBoundingClientRect();
  const words = [...plot.querySelectorAll("text")].map((one) => [one.textContent, one.getBoundingClientRect()]);
  const out = words.filter(([, box]) => box.left < edge.left - 1 || box.right > edge.right + 1);
  const crowded = words.filter(([, box], place) => words.slice(place + 1).some(([, other]) =>
    box.left < other.right && other.left < box.right && box.top < other.bottom - 2 && other.top < box.bottom - 2));
  return [...out, ...crowded].map(([text]) => text);
})"""


def test_the_page_of_a_comparison_is_legible(looks, tmp_path):
    place = tmp_path / "index.html"
    place.write_text(compare_page(comparison()), encoding="utf-8")
    for window in (PHONE, LAPTOP):
        page = looks(place, **window)
        assert findings_in_both_themes(page) == [] and overflow(page) <= 0
    assert page.evaluate(CROWDED) == []


def test_the_form_says_what_speaks_against_options(visits):
    me = visits.person(locale="it-IT", **PHONE)
    visits.tolerated = ("400",)
    me.visit("/")
    me.page.click("article[aria-labelledby=title-pit] summary")
    caution = me.page.locator(".create .caution")
    assert caution.inner_text() == ""
    holes = me.page.locator(".create input[name=option-holes]")
    for typed, told in (("c3 c7 g3 g7", "il Bianco ottiene da"), ("z9", "z9"), ("", "")):
        holes.fill(typed)
        holes.dispatch_event("change")
        me.page.wait_for_function(
            "(told) => { const said = document.querySelector('.create .caution').textContent;"
            " return told ? said.includes(told) : said === ''; }",
            arg=told,
        )
        if told:
            assert findings(me.page, ".create") == [] and overflow(me.page) <= 0


def test_a_game_that_is_uneven_says_so_before_anything_is_chosen(visits):
    me = visits.person()
    me.visit("/")
    me.page.click("article[aria-labelledby=title-tablut] summary")
    me.page.wait_for_selector(".create .caution >> text=Black gets")
