"""What a person does at a table besides winning."""

from __future__ import annotations

import random
import re

from tests.browser.people import POINT, play_out, random_turns

HALF = "7B1/9/2o3o2/9/3bo4/3w5/2o3o2/1W7/9 w w3,b5 -"
"""White must replace the tower on d5 and then place a barrier beside it."""
KING = "9/9/9/9/2k6/9/2w6/9/8b w"
BOTH = {"w": "me", "b": "me"}


def test_a_half_made_turn_is_drawn(visits):
    me = visits.person(reduced_motion="no-preference")
    me.table("pit", BOTH, start=HALF)
    assert me.look()["targets"] == ["cell:d4"]
    me.click("cell:d4")
    assert me.look()["targets"] == ["cell:d5"]
    me.click("cell:d5")
    assert me.pieces_on("d5") == ["w"]
    assert me.pieces_on("d4") == []
    assert {target.partition(":")[0] for target in me.look()["targets"]} == {"edge"}
    assert "d4xd5" in me.says("#message")
    assert "barrier" in me.says("#notes")
    assert me.look()["turns"] == 0, "half a turn is not made yet"
    before = me.look()["shown"]
    me.page.keyboard.press("Escape")
    me.until_shown(before)
    assert me.pieces_on("d5") == ["b"]
    before = me.look()["shown"]
    me.page.click("#step-back")
    me.until_shown(before)
    assert me.look()["targets"] == ["cell:d4"]
    for step in ("cell:d4", "cell:d5", "edge:d5-d6"):
        me.click(step)
    me.until_turns(1)
    assert me.turns() == ["d4xd5n"]
    assert me.page.locator('#table-board .tv-barrier[data-edge="edge:d5-d6"]').count() == 1


def test_where_a_barrier_is_due_a_wrong_side_is_no_other_move(visits):
    me = visits.person()
    me.table("pit", BOTH, start="7b1/B8/2o3o2/8W/4o4/9/2o3o2/9/w8 w w4,b4 b1e")
    me.click("cell:a1")
    me.click("cell:b1")
    me.try_to("edge:b1-c1")
    assert "There is a barrier on the east side of b1 already" in me.says("#message")
    me.try_to("edge:a3-b3")
    assert "A barrier must be placed beside b1" in me.says("#message")
    assert me.pieces_on("b1") == ["w"]


def test_an_illegal_attempt_says_why_and_opens_the_rule(visits):
    me = visits.person()
    me.table("tablut", BOTH, start=KING)
    me.click("cell:c5")
    me.try_to("cell:c2")
    assert "in the way" in me.says("#message")
    me.page.click("#message button")
    me.page.wait_for_selector("dialog .asked")
    assert "No piece moves over or onto another piece" in me.says("dialog .asked")
    assert me.page.locator("dialog .asked [id='tablut.blocked'], dialog .asked[id='tablut.blocked']").count() == 1
    me.page.keyboard.press("Escape")
    assert me.page.locator("dialog").count() == 0
    me.page.fill("#typed-turn", "c5-e5")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#typed-turn[aria-invalid=true]")
    assert "castle" in me.says("#message")


def test_another_piece_can_be_taken_up_instead(visits):
    me = visits.person()
    me.table("tablut", BOTH, start=KING)
    me.click("cell:c5")
    me.click("cell:c3")
    assert "cell:a3" in me.look()["targets"]
    me.click("cell:c3")
    assert set(me.look()["targets"]) == {"cell:c3", "cell:c5"}


def test_turns_by_dragging(visits):
    me = visits.person()
    me.table("tablut", BOTH)
    start, end = (me.page.evaluate(POINT, step) for step in ("cell:e4", "cell:f4"))
    me.page.mouse.move(*start)
    me.page.mouse.down()
    me.page.mouse.move(*end, steps=6)
    assert me.page.locator("svg.ghost").count() == 1
    me.page.mouse.up()
    me.until_turns(1)
    assert me.turns() == ["e4-f4"]
    assert me.page.locator("svg.ghost").count() == 0
    assert me.pieces_on("f4") == ["w"]


def test_escape_ends_a_drag(visits):
    me = visits.person()
    me.table("tablut", BOTH)
    before = me.look()
    start, end = (me.page.evaluate(POINT, step) for step in ("cell:e4", "cell:f4"))
    for let_go in (end, start):
        me.page.mouse.move(*start)
        me.page.mouse.down()
        me.page.mouse.move(*end, steps=6)
        me.page.wait_for_selector("#table-board .tv-selected", state="attached")
        me.page.keyboard.press("Escape")
        me.page.wait_for_selector("#table-board .tv-selected", state="detached")
        assert me.page.locator("svg.ghost").count() == 0
        me.page.mouse.move(*let_go, steps=3)
        assert me.page.locator("svg.ghost").count() == 0
        me.page.mouse.up()
        me.page.wait_for_timeout(200)
        assert me.says("#message") == ""
        assert me.look()["targets"] == before["targets"]
        assert me.look()["turns"] == 0
    me.page.mouse.move(*start)
    me.page.mouse.down()
    me.page.mouse.move(*end, steps=6)
    me.page.mouse.up()
    me.until_turns(1)


def test_a_half_made_turn_stays_when_the_board_is_turned(visits):
    me = visits.person()
    me.table("tablut", BOTH)
    me.click("cell:e4")
    begun = me.look()["targets"]
    for _ in range(2):
        me.turn_the_board()
        assert me.page.locator("#table-board .tv-selected").count() == 1
        assert sorted(me.look()["targets"]) == sorted(begun)
        assert "Choose where it goes on" in me.says("#message")
    me.click("cell:f4")
    me.until_turns(1)
    me.table("pit", BOTH, start=HALF)
    me.click("cell:d4")
    me.click("cell:d5")
    me.turn_the_board()
    assert me.pieces_on("d5") == ["w"]
    assert "d4xd5" in me.says("#message")
    before = me.look()["shown"]
    me.page.click("#step-back")
    me.until_shown(before)
    assert me.look()["targets"] == ["cell:d5"]
    me.click("cell:d5")
    me.click("edge:d5-d6")
    me.until_turns(1)
    assert me.turns() == ["d4xd5n"]


def test_a_hint_leaves_a_half_made_turn_as_it_is(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": me.known()["opponents"][0]["spec"]})
    me.click("cell:e4")
    begun = me.look()
    me.page.click("#act-hint")
    me.page.wait_for_selector("#message >> text=Hint:", timeout=60_000)
    assert me.look() == begun
    assert me.page.locator("#table-board .tv-selected").count() == 1
    me.page.click("#step-back")
    me.page.wait_for_selector("#table-board .tv-selected", state="detached")
    me.click("cell:e4")
    me.click("cell:f4")
    me.until_turns(1)


def test_turns_by_typing_and_stepping_through(visits):
    me = visits.person()
    me.table("tablut", BOTH)
    for number, turn in enumerate(("e4-f4", "d1-c1", "e6-f6"), start=1):
        me.page.fill("#typed-turn", turn)
        me.page.keyboard.press("Enter")
        me.until_turns(number)
    assert me.turns() == ["e4-f4", "d1-c1", "e6-f6"]
    me.page.locator("#typed-turn").blur()
    for key, ply in (("ArrowLeft", 2), ("ArrowLeft", 1), ("Home", 0), ("ArrowRight", 1)):
        before = me.look()["shown"]
        me.page.keyboard.press(key)
        me.until_shown(before)
        where = f"After turn {ply} of 3." if ply else "The start. 3 turns were made since."
        assert where in me.says("#message")
    assert me.pieces_on("f4") == ["w"]
    assert me.pieces_on("d1") == ["b"], "after the first turn the second is not made yet"
    assert me.look()["targets"] == []
    me.page.click("#to-game")
    me.page.wait_for_selector("#table-board .tv-target")
    assert me.pieces_on("c1") == ["b"]


def test_no_press_of_a_key_is_lost(visits):
    me = visits.person()
    me.table("tablut", BOTH, moves=random_turns("tablut", 3, 60))
    me.press_at_once(*["ArrowLeft"] * 6)
    me.page.wait_for_selector("#message >> text=After turn 54 of 60")
    assert me.page.locator(".moves li:has([aria-current])").get_attribute("data-ply") == "54"
    me.press_at_once("ArrowRight", "ArrowRight", "ArrowLeft")
    me.page.wait_for_selector("#message >> text=After turn 55 of 60")
    me.press_at_once("Home", "End")
    me.page.wait_for_timeout(500)
    assert "After turn" not in me.says("#message")
    assert me.look()["targets"] != []
    me.press_at_once("End", "Home")
    me.page.wait_for_selector("#message >> text=The start. 60 turns were made since.")
    assert me.pieces_on("e5") == ["w"]
    before = me.look()["shown"]
    me.page.click("#act-flip")
    me.until_shown(before)
    assert "The start. 60 turns were made since." in me.says("#message"), "turning the board is no step"
    me.press_at_once(*["ArrowRight"] * 200)
    me.page.wait_for_selector("#table-board .tv-target")
    assert me.page.locator(".moves li:has([aria-current])").get_attribute("data-ply") == "60"


def test_undo_hint_flip_and_resigning(visits):
    me = visits.person()
    opponent = me.known()["opponents"][0]["spec"]
    me.table("never-alone", {"r": "me", "b": opponent})
    me.click("cell:b2")
    me.until_turns(2)
    me.page.click("#act-undo")
    me.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 0")
    me.page.wait_for_selector("#table-board .tv-target")
    me.page.click("#act-hint")
    me.page.wait_for_selector("#message[data-kind=half]", timeout=60_000)
    hinted = re.search(r"Hint: (\w+)", me.says("#message"))
    assert hinted is not None
    assert f"cell:{hinted[1]}" in me.look()["targets"]
    where = '() => document.querySelector(`[data-step="cell:a1"]`).getBoundingClientRect().y'
    low = me.page.evaluate(where)
    before = me.look()["shown"]
    me.page.click("#act-flip")
    me.until_shown(before)
    assert me.page.evaluate(where) < low
    me.page.click("#act-resign")
    me.page.keyboard.press("Escape")
    assert not me.is_over(), "Escape leaves the question unanswered"
    me.page.click("#act-resign")
    me.page.click("#dialog-yes")
    me.page.wait_for_selector("#status[data-state=over]")
    assert "You lost" in me.says("#status") and "Black wins" in me.says("#asked")


def test_a_draw_by_agreement_and_a_rematch_with_seats_swapped(visits):
    me, friend = visits.person(), visits.person()
    url = me.table("tablut", {"w": "me", "b": "open"})
    friend.visit(url)
    friend.at_table()
    friend.page.click("[data-sit=b]")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_selector("[data-seat=b] >> text=you")
    me.page.click("#act-draw")
    friend.page.click(".offer .plain")
    me.page.wait_for_selector("#message >> text=declines")
    me.page.click("#act-draw")
    friend.page.click(".offer .primary")
    for person in (me, friend):
        person.page.wait_for_selector("#status[data-state=over]")
        assert "Draw" in person.says("#status")
    me.page.click("#act-rematch")
    friend.page.click(".offer .primary")
    for person, letter in ((me, "b"), (friend, "w")):
        person.page.wait_for_url(lambda address: url not in address)
        person.at_table()
        assert "you" in person.says(f"[data-seat={letter}]")
    assert friend.look()["state"] == "yours"


def test_a_shared_screen_asks_the_other_side_for_a_draw(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"})
    me.page.click("#act-draw")
    me.page.wait_for_selector(".offer >> text=Black, do you agree to a draw? White offers it.")
    assert not me.is_over()
    me.page.click(".offer .plain")
    me.page.wait_for_selector("#message >> text=declines")
    me.page.click("#act-draw")
    me.page.click(".offer .primary")
    me.page.wait_for_selector("#status[data-state=over]")
    assert "Draw" in me.says("#status")


def test_a_game_without_draws_has_no_button_for_one(visits):
    me = visits.person()
    me.table("pit", {"w": "me", "b": "me"})
    assert me.page.is_visible("#act-resign") and me.page.is_hidden("#act-draw")


def test_those_who_watch_see_everything_and_can_do_nothing(visits):
    me, guest = visits.person(), visits.person()
    url = me.table("tablut", BOTH)
    guest.visit(url)
    guest.at_table()
    me.page.wait_for_selector("#watching >> text=1 person watches")
    me.page.fill("#typed-turn", "e4-f4")
    me.page.keyboard.press("Enter")
    guest.until_turns(1)
    assert guest.pieces_on("f4") == ["w"]
    assert guest.look()["targets"] == []
    assert not guest.page.locator("#act-resign").is_visible()
    assert not guest.page.locator("#typed").is_visible()
    tokens = me.page.evaluate("() => JSON.parse(localStorage['tavoliere.seats.' + location.pathname.split('/')[2]])")
    for token in tokens:
        assert token not in guest.page.content()


def test_clocks_run(visits):
    me = visits.person()
    me.table("tablut", BOTH, clock={"kind": "increment", "base": 300, "increment": 5})
    for number, turn in enumerate(("e4-f4", "d1-c1"), start=1):
        me.page.fill("#typed-turn", turn)
        me.page.keyboard.press("Enter")
        me.until_turns(number)
    first = me.says("[data-seat=w] .clock")
    me.page.wait_for_function(
        "(text) => document.querySelector('[data-seat=w] .clock').textContent !== text", arg=first
    )
    assert re.fullmatch(r"\d:\d\d", me.says("[data-seat=w] .clock"))


def test_days_for_each_turn(visits):
    me = visits.person()
    me.visit("/")
    me.page.click("article[aria-labelledby=title-tablut] summary")
    me.page.select_option("select[name=seat-b]", "me")
    me.page.select_option("select[name=clock]", "days")
    assert not me.page.locator("input[name=minutes]").is_visible()
    me.page.fill("input[name=days]", "2")
    me.page.click(".create button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    assert me.says("[data-seat=w] .clock") == me.says("[data-seat=b] .clock") == "2 d 0 h"
    for number, turn in enumerate(("e4-f4", "d1-c1"), start=1):
        me.page.fill("#typed-turn", turn)
        me.page.keyboard.press("Enter")
        me.until_turns(number)
    me.page.wait_for_function("() => document.querySelector('[data-seat=w] .clock').textContent === '1 d 23 h'")
    assert me.says("[data-seat=b] .clock") == "2 d 0 h"


def test_a_turn_is_taken_back_only_if_the_other_agrees(visits):
    me, friend = visits.person(), visits.person()
    url = me.table("tablut", {"w": "me", "b": "open"})
    friend.visit(url)
    friend.at_table()
    friend.page.click("[data-sit=b]")
    friend.page.fill("#dialog-name", "Bo")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_selector("[data-seat=b] >> text=you")
    for person, turn, number in ((me, "e4-f4", 1), (friend, "d1-c1", 2), (me, "e6-f6", 3)):
        person.until_my_turn()
        person.page.fill("#typed-turn", turn)
        person.page.keyboard.press("Enter")
        for each in (me, friend):
            each.until_turns(number)
    me.page.click("#act-undo")
    me.page.wait_for_selector("#following >> text=You asked")
    friend.page.click(".offer .plain")
    me.page.wait_for_selector("#message >> text=does not agree")
    assert me.look()["turns"] == friend.look()["turns"] == 3
    me.page.click("#act-undo")
    assert "White would like to take the last turn back" in friend.says(".offer")
    friend.page.click(".offer .primary")
    for person in (me, friend):
        person.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 2")
        assert person.pieces_on("e6") == ["w"]
        assert person.page.locator(".offer").count() == 0
    assert me.look()["state"] == "yours"


def test_names_can_be_changed_and_are_remembered(visits):
    me, friend = visits.person(), visits.person()
    me.table("tablut", {"w": "me", "b": "open"})
    me.page.click("#act-rename")
    me.page.fill("#dialog-name", "  Anna <i>Maria</i> ")
    me.page.click("#dialog-yes")
    me.page.wait_for_selector("[data-seat=w] >> text=Anna <i>Maria</i>")
    friend.visit(me.page.url)
    friend.at_table()
    assert "Anna <i>Maria</i>" in friend.says("#seats")
    assert not friend.page.locator("#act-rename").is_visible(), "who only watches has no name"
    friend.page.click("[data-sit=b]")
    friend.page.fill("#dialog-name", "Bo")
    friend.page.click("#dialog-yes")
    me.page.wait_for_selector("[data-seat=b] >> text=Bo")
    me.table("tablut", {"w": "me", "b": "friend"})
    me.page.wait_for_selector("[data-seat=w] >> text=Anna")
    assert me.page.locator("#act-rename").is_visible()


def test_whoever_comes_by_link_brings_a_name(visits):
    me, friend = visits.person(), visits.person()
    friend.visit("/")
    friend.page.evaluate("() => localStorage.setItem('tavoliere.habit.name', JSON.stringify('Bo'))")
    me.visit("/")
    me.page.click("article[aria-labelledby=title-never-alone] summary")
    me.page.select_option("select[name=seat-b]", "friend")
    me.page.click(".create button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    friend.visit(me.page.locator("#share-links input").first.input_value())
    me.page.wait_for_selector("[data-seat=b] >> text=Bo")


def test_people_at_one_screen_have_a_name_each(visits):
    me = visits.person()
    me.table("tablut", BOTH)
    me.page.click("#act-rename")
    me.page.fill("#dialog-name", "Ada")
    me.page.fill("#dialog-name-1", "Bertrand")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("[data-seat=w] >> text=Ada")
    me.page.wait_for_selector("[data-seat=b] >> text=Bertrand")
    assert "White (Ada) to move" in me.says("#status")


def test_the_page_answers_while_a_level_thinks(visits):
    """A level that thinks for long shows so; meanwhile the board turns, the rules open, the game is stepped through."""
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "mcts:seconds=60"})
    me.page.fill("#typed-turn", "e4-f4")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#thinking >> text=mcts:seconds=60 thinks")
    assert me.page.locator("#thinking progress[value]").is_visible()
    before = me.look()["shown"]
    me.page.click("#act-flip")
    me.until_shown(before)
    me.page.click("#act-rules")
    me.page.wait_for_selector("dialog .rules-text")
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("ArrowLeft")
    me.page.wait_for_selector("#message >> text=The start. 1 turn was made since.")
    me.page.wait_for_function("() => document.querySelector('#thinking progress').value > 0.02")
    frames = """() => new Promise((found) => {
        let longest = 0, last = performance.now(), left = 30;
        const frame = (now) => {
            longest = Math.max(longest, now - last);
            last = now;
            if (left--) requestAnimationFrame(frame); else found(longest);
        };
        requestAnimationFrame(frame);
    })"""
    assert me.page.evaluate(frames) < 2000, "the page is never stuck"
    assert me.page.locator("#thinking").is_visible()
    me.page.click("#act-undo")
    me.page.wait_for_function("() => document.querySelectorAll('.moves li').length === 0")
    me.page.wait_for_selector("#thinking", state="hidden")


def test_a_record_goes_out_and_comes_back(visits, tmp_path):
    me = visits.person()
    me.table("tablut", BOTH, start=KING)
    play_out([me], random.Random(1))
    with me.page.expect_download() as download:
        me.page.click("#download")
    saved = tmp_path / "game.tav"
    download.value.save_as(saved)
    turns = me.turns()
    me.visit("/")
    me.page.set_input_files("#upload-file", saved)
    me.page.wait_for_url("**/game/*")
    me.at_table()
    assert me.turns() == turns
    assert me.look()["targets"] == []
    saved.write_text('[Game "tablut"]\n\n1. e4-e5 *\n')
    me.visit("/")
    visits.tolerated = ("400",)
    me.page.set_input_files("#upload-file", saved)
    me.page.wait_for_function("() => document.getElementById('upload-problem').textContent.includes('line 3')")


def test_a_link_to_a_position(visits):
    me, guest = visits.person(permissions=["clipboard-read", "clipboard-write"]), visits.person()
    me.table("tablut", BOTH)
    me.page.fill("#typed-turn", "e4-f4")
    me.page.keyboard.press("Enter")
    me.until_turns(1)
    me.page.click("#copy-position")
    me.page.wait_for_selector("#message >> text=Copied")
    guest.visit(me.page.evaluate("() => navigator.clipboard.readText()"))
    guest.page.wait_for_selector("#table-board svg")
    assert guest.pieces_on("f4") == ["w"]
    assert "Black to move" in guest.says("#status")


def test_a_position_is_refused_with_every_reason(visits):
    me = visits.person()
    visits.tolerated = ("400",)
    me.visit("/position/tablut")
    me.page.wait_for_selector("#table-board svg")
    me.page.fill("#position-text", "9/9/9/9/9/9/9/9/8x q")
    me.page.click("#setup button[type=submit]")
    me.page.wait_for_selector("#reasons li")
    assert me.page.locator("#reasons li").count() >= 2
    me.page.click("#start-text")
    me.page.wait_for_function("() => !document.querySelector('#reasons li')")
    me.click("cell:e4")
    me.click("cell:f4")
    me.until_turns(1)
    me.click("cell:d1")
    me.try_to("cell:d7")
    assert "in the way" in me.says("#message") or "line" in me.says("#message")


def test_theme_and_sound_are_remembered(visits):
    me = visits.person(color_scheme="light")
    me.visit("/")
    me.page.wait_for_selector(".card")
    colour = "() => getComputedStyle(document.body).backgroundColor"
    light = me.page.evaluate(colour)
    me.page.click("#theme")
    dark = me.page.evaluate(colour)
    assert dark != light
    assert me.page.get_attribute("#sound", "aria-pressed") == "true"
    me.page.click("#sound")
    me.visit("/rules/tablut")
    me.page.wait_for_selector("#sound[aria-pressed=false]")
    assert me.page.evaluate(colour) == dark


SLOW = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 200); };
"""
CHOSEN = """() => [...document.querySelectorAll("#table-board .tv-selected")].map((one) => one.dataset.step)"""


def frames_of(person):
    """What goes over the sockets of a person's page, both ways, without what only keeps the line alive."""
    frames = []
    quiet = ('"ping"', '"pong"')

    def note(frame):
        frames.extend([] if any(word in frame for word in quiet) else [frame])

    def opened(socket):
        socket.on("framesent", note)
        socket.on("framereceived", note)

    person.page.on("websocket", opened)
    return frames


def test_choosing_a_piece_needs_no_server(visits):
    me = visits.person()
    me.page.add_init_script(SLOW)
    frames = frames_of(me)
    me.table("pit", BOTH, start=HALF)
    me.page.wait_for_timeout(300)
    frames.clear()
    for _ in range(2):
        me.page.mouse.click(*me.page.evaluate(POINT, "cell:d4"))
        assert (me.page.evaluate(CHOSEN), me.look()["targets"]) == (["cell:d4"], ["cell:d5"])
        me.page.mouse.click(*me.page.evaluate(POINT, "cell:d4"))
        assert (me.page.evaluate(CHOSEN), me.look()["targets"]) == ([], ["cell:d4"])
    assert frames == [], "no byte"
    me.page.mouse.click(*me.page.evaluate(POINT, "cell:d4"))
    me.click("cell:d5")
    assert me.pieces_on("d5") == ["w"]
    assert len(frames) == 2 and sum(map(len, frames)) < 6000, "the action, and what it changes in the picture"
    frames.clear()
    me.page.keyboard.press("Escape")
    me.page.wait_for_function("() => document.querySelector('#table-board .tv-selected')")
    assert me.pieces_on("d5") == ["b"]
    assert frames == [], "the way back is known, too"
    for step in ("cell:d5", "edge:d5-d6"):
        me.click(step)
    me.until_turns(1)
    assert me.turns() == ["d4xd5n"]


OUT = "B7R/9/2o3o2/7G1/4o2r1/9/2o3o2/9/W8 w w6,r5,b6,g6 -"
"""After White's turn Red must replace Green's pawn, and Green goes out; then it is Black's turn."""
MACHINES = {"w": "me", "r": "level:1", "b": "level:1", "g": "level:1"}


def told_by(texts):
    """Whose turns they tell."""
    return [text.partition(":")[0] for text in texts]


def replied(visits):
    """Somebody whose turn two machines have answered, on a page whose time stands still."""
    me = visits.person()
    me.page.clock.install()
    frames = frames_of(me)
    me.table("pit", MACHINES, options={"players": 4}, start=OUT)
    me.page.clock.pause_at(me.page.evaluate("() => Date.now() + 60000"))
    for step in ("cell:a1", "cell:a2", "edge:a2-a3"):
        me.click(step)
    for _ in range(500):
        if any('"type":"table"' in frame and '"ply":3' in frame for frame in frames):
            return me
        me.page.wait_for_timeout(20)
    raise AssertionError("the machines did not answer")


def test_every_reply_of_several_machines_is_shown_and_told(visits):
    """Green goes out by the first reply, and the second one does not hide it."""
    me = replied(visits)
    me.until_turns(2)
    assert me.look()["turns"] == 2, "Black's turn is known, and waits"
    assert "Red:" in me.says("#message") and "Green" in me.says("#message") and "out" in me.says("#message")
    assert me.look()["state"] == "theirs"
    assert told_by(me.page.locator("#news p").all_inner_texts()[-2:]) == ["White", "Red"]
    me.page.clock.fast_forward(10_000)
    me.until_turns(3)
    assert "Black:" in me.says("#message")
    assert told_by(me.page.locator("#news p").all_inner_texts()[-3:]) == ["White", "Red", "Black"]
    assert me.look()["state"] == "yours"


def test_a_key_or_a_click_shows_at_once_what_waits_and_does_nothing_else(visits):
    for act in ("key", "click"):
        me = replied(visits)
        me.until_turns(2)
        if act == "key":
            me.page.keyboard.press("ArrowLeft")
        else:
            me.page.mouse.click(*me.page.evaluate(POINT, "cell:a2"))
        me.until_turns(3)
        assert told_by(me.page.locator("#news p").all_inner_texts()[-3:]) == ["White", "Red", "Black"]
        assert me.look()["state"] == "yours"
        assert me.page.evaluate(CHOSEN) == []
        assert "Black:" in me.says("#message")
        me.click("cell:a2")
        assert me.page.evaluate(CHOSEN) == ["cell:a2"]
