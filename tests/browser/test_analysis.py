"""The what-if board in a real browser: lines, edits, keys, reload, link and file."""

from __future__ import annotations

from pathlib import Path

import tavoliere as tv
from tests.browser.people import Person

VARIED = '[Game "tablut"]\n[Result "*"]\n\n1. e4-f4 (1. e4-g4? {too far} 2. d1-c1) 2. d9-c9 *\n'


def at_board(person, path):
    person.visit(path)
    person.page.wait_for_selector("#table-board svg")
    person.page.wait_for_function("() => document.getElementById('status').textContent")


def type_turns(person, *turns):
    for turn in turns:
        before = person.look()["shown"]
        person.page.fill("#typed-turn", turn)
        person.page.press("#typed-turn", "Enter")
        person.until_shown(before)


def lines(person):
    """The turns as they stand in the list, variations in parentheses."""
    return person.page.evaluate(
        """() => {
          const read = (list) => [...list.children].map((item) => {
            const mark = item.querySelector(":scope > .move .mark")?.textContent ?? "";
            const turn = item.querySelector(".turn").textContent + mark;
            const inner = [...item.querySelectorAll(":scope > ol")].map((one) => ` (${read(one)})`);
            return turn + inner.join("");
          }).join(" ");
          const first = document.querySelector(".branches > ol");
          return first ? read(first) : "";
        }"""
    )


def go_back(person, times):
    for _ in range(times):
        before = person.look()["shown"]
        person.page.click("[data-go=previous]")
        person.until_shown(before)


def test_lines_are_kept_edited_shared_and_come_back(visits):
    me = visits.person()
    at_board(me, "/analyse/tablut")
    type_turns(me, "e4-f4", "d1-c1", "e6-f6")
    go_back(me, 2)
    type_turns(me, "d9-c9")
    assert lines(me) == "e4-f4 d1-c1 (d9-c9) e6-f6"
    me.page.click(".mark-choice[data-mark='!?']")
    me.page.fill("#comment", "why not")
    me.page.click("#act-promote")
    assert lines(me) == "e4-f4 d9-c9!? (d1-c1 e6-f6)"
    me.page.click("#act-delete")
    assert lines(me) == "e4-f4 d1-c1 e6-f6"
    me.page.click("#act-undo")
    assert lines(me) == "e4-f4 d9-c9!? (d1-c1 e6-f6)"
    me.page.reload()
    me.page.wait_for_selector(".branches .turn")
    assert lines(me) == "e4-f4 d9-c9!? (d1-c1 e6-f6)" and "why not" in me.says(".branches")
    me.page.wait_for_selector("#table-board svg")
    me.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.page.click("#act-share")
    me.page.wait_for_function("() => document.getElementById('message').textContent.includes('Copied')")
    friend = visits.person()
    at_board(friend, me.page.evaluate("() => navigator.clipboard.readText()"))
    assert lines(friend) == "e4-f4 d9-c9!? (d1-c1 e6-f6)"
    with me.page.expect_download() as saving:
        me.page.click("#act-save")
    saved = Path(saving.value.path()).read_text(encoding="utf-8")
    assert "1. e4-f4 2. d9-c9!? {why not} ( 2. d1-c1 3. e6-f6 ) *" in saved


def test_a_file_with_variations_is_stepped_through_with_keys(visits):
    me = visits.person()
    at_board(me, "/analyse/pit")
    me.page.click("summary:has-text('Open a file')")
    me.page.set_input_files("#upload", {"name": "game.tav", "mimeType": "text/plain", "buffer": VARIED.encode()})
    me.page.wait_for_url("**/analyse/tablut?file=*")
    me.page.wait_for_selector(".branches .turn")
    assert lines(me) == "e4-f4 (e4-g4? d1-c1) d9-c9"
    me.page.wait_for_selector("#table-board svg")
    at = me.page.locator(".move[aria-current] .turn")
    for key, turn in (
        ("ArrowRight", "e4-f4"),
        ("ArrowDown", "e4-g4"),
        ("End", "d1-c1"),
        ("ArrowLeft", "e4-g4"),
        ("ArrowUp", "e4-f4"),
    ):
        me.page.keyboard.press(key)
        assert at.inner_text() == turn
    me.page.keyboard.press("Home")
    assert at.count() == 0


def test_a_game_at_a_table_leads_to_its_study_and_back_to_a_game(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, moves=["e4-f4", "d1-c1"])
    me.page.click("#act-analyse")
    me.page.wait_for_url("**/analyse/tablut?table=*")
    me.page.wait_for_selector(".branches .turn")
    assert lines(me) == "e4-f4 d1-c1"
    me.page.wait_for_selector("#table-board svg")
    before = me.look()["shown"]
    me.page.keyboard.press("End")
    me.until_shown(before)
    type_turns(me, "e6-f6")
    me.page.click("#play-on > summary")
    me.page.click("#play-on form button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    assert me.turns()[:3] == ["e4-f4", "d1-c1", "e6-f6"]


def test_two_tabs_at_one_study_write_over_nothing(visits):
    me = visits.person()
    other = Person(me.page.context.new_page(), me.url)
    at_board(me, "/analyse/never-alone")
    at_board(other, "/analyse/never-alone")
    first, second = tv.game("never-alone").start().legal_moves()[:2]
    type_turns(me, first)
    other.page.wait_for_selector(".branches .turn")
    assert lines(other) == first
    type_turns(other, second)
    me.page.wait_for_selector(".branches li li .turn")
    assert lines(me) == lines(other) == f"{first} ({second})"


def test_a_second_file_of_the_same_name_leaves_what_was_made_of_the_first(visits):
    me = visits.person()
    at_board(me, "/analyse/pit")
    addresses = []
    for mark in ("!!", "??"):
        me.page.click("summary:has-text('Open a file')")
        me.page.set_input_files("#upload", {"name": "two.tav", "mimeType": "text/plain", "buffer": VARIED.encode()})
        me.page.wait_for_url(lambda url: "file=two" in url and url not in addresses)
        addresses.append(me.page.url)
        me.page.wait_for_selector("#table-board svg")
        assert lines(me) == "e4-f4 (e4-g4? d1-c1) d9-c9"
        me.page.keyboard.press("ArrowRight")
        me.page.click(f".mark-choice[data-mark='{mark}']")
    at_board(me, addresses[0])
    assert lines(me).startswith("e4-f4!! (")


def test_a_comment_that_is_begun_stays_with_its_turn(visits):
    me = visits.person()
    at_board(me, "/analyse/tablut")
    type_turns(me, "e4-f4", "d1-c1")
    me.page.fill("#comment", "about the second turn")
    me.page.evaluate("() => document.querySelector('[data-go=first]').click()")
    assert me.page.input_value("#comment") == "about the second turn"
    me.page.locator("#comment").blur()
    me.page.wait_for_function("() => document.getElementById('comment').value === ''")
    assert "about the second turn" in me.says(".branches li:nth-child(2)")
