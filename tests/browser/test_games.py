"""Every game from the opening to its end: by clicks against the lowest level, and against a friend by a link."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

import tavoliere as tv
from tavoliere.games import own_games
from tests.browser.people import Person, play_out

KING = "9/9/9/9/2k6/9/2w6/9/8b w"


def lowest(person: Person) -> str:
    return str(person.known()["opponents"][0]["spec"])


def result_of(person: Person) -> str:
    return person.says("#status")


def sit_down(person: Person) -> None:
    person.page.click(".create button[type=submit]")
    person.page.wait_for_url("**/game/*")
    person.at_table()


@pytest.mark.parametrize("name", own_games())
def test_a_game_against_the_lowest_level(visits, mind, name):
    """In Italian; against a friend it is in English."""
    me = visits.person(locale="it-IT")
    me.visit("/")
    me.page.click(f"article[aria-labelledby=title-{name}] summary")
    _, second = tv.game(name).players
    me.page.select_option(f"select[name=seat-{second}]", lowest(me))
    sit_down(me)
    assert me.look()["turns"] == 0
    play_out([me], random.Random(name), minds={me: mind})
    assert "Hai vinto" in result_of(me)
    assert me.page.locator("#after-level").is_visible() and me.page.locator("#after-rematch").is_visible()
    assert len(me.turns()) == me.look()["turns"] >= 3  # Pit can be that short: a pawn put next to mine is replaced
    assert me.page.locator("#act-rematch").is_visible()


@pytest.mark.parametrize("name", own_games())
def test_a_game_against_a_friend_by_link(visits, mind, name):
    """I know what I want, the friend clicks on anything."""
    me, friend = visits.person(), visits.person()
    first, second = tv.game(name).players
    me.visit("/")
    me.page.click(f"article[aria-labelledby=title-{name}] summary")
    me.page.select_option(f"select[name=seat-{first}]", "me")
    me.page.select_option(f"select[name=seat-{second}]", "friend")
    me.page.fill(".create input[name=name]", "<b>Anna</b> & Söhne")
    sit_down(me)
    link = me.page.locator("#share-links input").first.input_value()
    assert "#seat=" in link
    friend.visit(link)
    friend.at_table()
    assert "seat=" not in friend.page.url
    assert "<b>Anna</b> & Söhne" in friend.says("#seats")
    play_out([me, friend], random.Random(name), minds={me: mind})
    assert "You won" in result_of(me) and "You lost" in result_of(friend)
    assert me.says("#asked") == friend.says("#asked") != ""
    assert me.turns() == friend.turns() != []


def test_choices_are_kept_by_the_one_button_that_starts_the_game(visits):
    me = visits.person()
    me.visit("/")
    card = "article[aria-labelledby=title-tablut]"
    me.page.click(f"{card} summary")
    me.page.select_option(f"{card} select[name=seat-b]", "me")
    me.page.select_option(f"{card} select[name=clock]", "days")
    expect(me.page.locator(f"{card} button.primary:visible")).to_have_count(1)
    starts = me.says(f"{card} button.primary:visible")
    assert "Black (you)" in starts
    assert "3 d for each turn" in starts
    me.page.click(f"{card} summary")
    expect(me.page.locator(f"{card} button.primary:visible")).to_have_count(1)
    assert me.says(f"{card} [data-play=tablut]") == starts, "closing the choices drops none of them"
    me.page.click(f"{card} [data-play=tablut]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    assert "you" in me.says("[data-seat=b]")
    assert me.says("[data-seat=b] .clock") == "3 d 0 h"


def test_the_button_is_in_view_while_somebody_chooses(visits):
    me = visits.person(viewport={"width": 390, "height": 600})
    me.visit("/")
    me.page.click("article[aria-labelledby=title-pit] summary")
    for first in ("seat-w", "clock", "option-players"):
        me.page.locator(f"select[name={first}]").evaluate("(one) => one.scrollIntoView({ block: 'start' })")
        box = me.page.locator(".create button[type=submit]").bounding_box()
        assert box["y"] >= 0, first
        assert box["y"] + box["height"] <= 600, first


def test_a_game_taken_up_from_a_position(visits):
    me = visits.person()
    me.visit("/position/tablut")
    me.page.wait_for_selector("#table-board svg")
    me.page.fill("#position-text", KING)
    me.page.click("#setup button[type=submit]")
    me.page.wait_for_function("(text) => document.getElementById('position-text').value === text", arg=KING)
    me.page.click("#play-on summary")
    me.page.select_option("select[name=seat-b]", lowest(me))
    sit_down(me)
    play_out([me], random.Random(1))
    assert any(word in result_of(me) for word in ("You won", "You lost", "Draw"))


def test_pit_with_four_seats(visits):
    """Two friends, one of them by an open seat, a machine, and me."""
    me, friend, comer = visits.person(), visits.person(), visits.person()
    me.visit("/")
    me.page.click("article[aria-labelledby=title-pit] summary")
    me.page.select_option("select[name=option-players]", "4")
    assert me.page.locator(".create select[name^=seat-]").count() == 4
    me.page.select_option("select[name=seat-r]", "friend")
    me.page.select_option("select[name=seat-b]", "open")
    me.page.select_option("select[name=seat-g]", lowest(me))
    sit_down(me)
    links = me.page.locator("#share-links input")
    friend.visit(links.nth(0).input_value())
    comer.visit(links.nth(1).input_value())
    comer.at_table()
    assert comer.look()["state"] == "theirs"
    comer.page.click("[data-sit=b]")
    comer.page.fill("#dialog-name", "Bo")
    comer.page.click("#dialog-yes")
    comer.page.wait_for_selector("[data-seat=b] >> text=Bo")
    friend.at_table()
    play_out([me, friend, comer], random.Random(4))
    assert me.says("#asked") == friend.says("#asked") == comer.says("#asked") != ""
    assert {person.says("#status .score") for person in (me, friend, comer)} == {me.says("#status .score")}
    assert me.turns() == comer.turns()
