"""Every game to its end: by clicks against the lowest opponent, and against a friend who came by a link."""

from __future__ import annotations

import random

import pytest

import tavoliere as tv
from tests.browser.people import Person, near_end, play_out

LONG = {"pathwayz": near_end("pathwayz", 3, 6), "pit-of-pillars": near_end("pit-of-pillars", 3, 4)}
"""Games that random players play for long are taken up a few turns before the end of one."""
LONG["tablut"] = "9/9/9/9/2k6/9/2w6/9/8b w"


def lowest(person: Person) -> str:
    return str(person.known()["opponents"][0]["spec"])


def result_of(person: Person) -> str:
    return person.says("#status")


@pytest.mark.parametrize("name", tv.games())
def test_a_game_against_the_lowest_opponent(visits, name):
    me = visits.person()
    text = LONG.get(name, "")
    if text:
        me.visit(f"/position/{name}")
        me.page.wait_for_selector("#table-board svg")
        me.page.fill("#position-text", text)
        me.page.click("#setup button[type=submit]")
        me.page.wait_for_function("(text) => document.getElementById('position-text').value === text", arg=text)
        me.page.click("#play-on summary")
    else:
        me.visit("/")
        me.page.click(f"article[aria-labelledby=title-{name}] summary")
    other = tv.game(name).players[1]
    me.page.select_option(f"select[name=seat-{other}]", lowest(me))
    me.page.click(".create button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    play_out([me], random.Random(name))
    assert "wins" in result_of(me) or "draw" in result_of(me)
    assert len(me.turns()) == me.look()["turns"] > 0
    assert me.page.locator("#act-rematch").is_visible()


@pytest.mark.parametrize("name", tv.games())
def test_a_game_against_a_friend_by_link(visits, name):
    me, friend = visits.person(), visits.person()
    first, second = tv.game(name).players
    text = LONG.get(name, "")
    me.visit(f"/position/{name}")
    me.page.wait_for_selector("#table-board svg")
    if text:
        me.page.fill("#position-text", text)
        me.page.click("#setup button[type=submit]")
        me.page.wait_for_function("(text) => document.getElementById('position-text').value === text", arg=text)
    me.page.click("#play-on summary")
    me.page.select_option(f"select[name=seat-{first}]", "me")
    me.page.select_option(f"select[name=seat-{second}]", "friend")
    me.page.fill(".create input[name=name]", "<b>Anna</b> & Söhne")
    me.page.click(".create button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    link = me.page.locator("#share-links input").first.input_value()
    assert "#seat=" in link
    friend.visit(link)
    friend.at_table()
    assert "seat=" not in friend.page.url
    assert "<b>Anna</b> & Söhne" in friend.says("#seats")
    play_out([me, friend], random.Random(name))
    assert result_of(me) == result_of(friend)
    assert me.turns() == friend.turns() != []


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
    me.page.click(".create button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
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
    assert result_of(me) == result_of(friend) == result_of(comer)
    assert me.turns() == comer.turns()
