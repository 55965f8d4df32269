"""The page of a position: turns made and stepped through by hand, and links that say something wrong."""

from __future__ import annotations

LINE = ("e4-f4", "d1-c1", "e6-f6", "d9-c9", "f4-f3", "c1-b1")


def at_position(person, path):
    person.visit(path)
    person.page.wait_for_selector("#table-board svg")


def type_line(person, turns=LINE):
    for number, turn in enumerate(turns, start=1):
        person.page.fill("#typed-turn", turn)
        person.page.keyboard.press("Enter")
        person.until_turns(number)
    person.page.locator("#typed-turn").blur()


def ply_in_list(person):
    return person.page.locator(".moves li:has([aria-current])").get_attribute("data-ply")


def test_no_press_of_a_key_is_lost(visits):
    me = visits.person()
    at_position(me, "/position/tablut")
    type_line(me)
    me.press_at_once(*["ArrowLeft"] * 4)
    me.page.wait_for_function("() => document.getElementById('status').textContent === 'White to move'")
    me.page.wait_for_function("() => !document.querySelector('.tv-stack[data-square=\"f6\"]')")
    assert me.pieces_on("c1") == ["b"]
    assert me.pieces_on("e6") == ["w"]
    assert ply_in_list(me) == "2"
    me.press_at_once("Home", "End", "ArrowLeft")
    me.page.wait_for_function("() => document.querySelector('.tv-stack[data-square=\"f3\"]')")
    me.page.wait_for_timeout(300)
    assert me.pieces_on("f3") == ["w"]
    assert me.pieces_on("c1") == ["b"]
    assert ply_in_list(me) == "5"
