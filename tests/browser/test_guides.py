"""A board that speaks: marks that can be switched, names for what is pointed at, what is asked, and how it ended."""

import json

from playwright.sync_api import expect

from tavoliere.teach import lessons
from tests.browser.test_manners import findings_in_both_themes

NEAR_A_HOLE = "4b3B/9/2o3o2/9/4o4/6W2/2o3o2/9/4w4 w w5,b5 -"
ABOUT_TO_ESCAPE = "9/9/9/9/2k6/9/9/9/8b w"
TIP = "#tip:not([hidden])"


def test_marks_are_on_for_beginners_and_stay_as_somebody_leaves_them(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, start=ABOUT_TO_ESCAPE)
    mark = me.page.locator(".tv-mark-of-goal").first
    expect(mark).to_be_visible()
    expect(me.page.locator("#act-marks")).to_have_attribute("aria-pressed", "true")
    me.page.click("#act-marks")
    expect(mark).to_be_hidden()
    me.page.reload()
    me.at_table()
    expect(me.page.locator("#act-marks")).to_have_attribute("aria-pressed", "false")
    expect(me.page.locator(".tv-mark-of-goal").first).to_be_hidden()


def test_a_strong_opponent_leaves_the_marks_off_until_somebody_wants_them(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "level:8"}, start=ABOUT_TO_ESCAPE)
    expect(me.page.locator(".tv-mark-of-goal").first).to_be_hidden()
    me.page.click("#act-marks")
    expect(me.page.locator(".tv-mark-of-goal").first).to_be_visible()


def test_what_is_pointed_at_has_a_name_for_mouse_keyboard_and_finger(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, start=ABOUT_TO_ESCAPE)
    me.page.hover("[data-step='cell:c9']")
    me.page.wait_for_selector(TIP)
    assert "escape" in me.says("#tip") and "White wins as soon as the king stands here" in me.says("#tip")
    assert "in one move" in me.says("#tip")
    me.page.hover("#game-title")
    expect(me.page.locator(TIP)).to_have_count(0)
    me.page.keyboard.press("Tab")
    me.page.focus("[data-step='cell:c5']")
    me.page.keyboard.press("ArrowRight")
    me.page.keyboard.press("ArrowRight")
    me.page.wait_for_selector(TIP)
    assert "Castle" in me.says("#tip") or "castle" in me.says("#tip")
    assert me.page.evaluate("() => document.activeElement.getAttribute('aria-describedby')") == "tip"


def test_what_was_clicked_says_nothing_more_over_the_board(visits):
    """After a click the board is drawn anew below the mouse, and a tip covered the squares where the piece could go."""
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, start=ABOUT_TO_ESCAPE)
    me.page.hover("[data-step='cell:c5']")
    me.page.wait_for_selector(TIP)
    me.page.mouse.down()
    me.page.mouse.up()
    me.page.wait_for_selector(".tv-selected")
    me.page.wait_for_timeout(900)
    expect(me.page.locator(TIP)).to_have_count(0)
    me.page.hover("#game-title")
    me.page.hover("[data-step='cell:c5']")
    me.page.wait_for_selector(TIP)


def test_a_long_press_names_and_chooses_nothing(visits):
    me = visits.person(viewport={"width": 390, "height": 844}, has_touch=True)
    me.table("tablut", {"w": "me", "b": "me"}, start=ABOUT_TO_ESCAPE)
    me.page.evaluate(
        """() => {
          const one = document.querySelector("[data-step='cell:c5']");
          const at = { bubbles: true, pointerType: "touch", isPrimary: true, clientX: 100, clientY: 300 };
          one.dispatchEvent(new PointerEvent("pointerdown", at));
          setTimeout(() => {
            one.dispatchEvent(new PointerEvent("pointerup", at));
            one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
          }, 700);
        }"""
    )
    me.page.wait_for_selector(TIP)
    assert "White king" in me.says("#tip") or "white king" in me.says("#tip")
    me.page.wait_for_timeout(500)
    assert me.page.locator(".tv-selected").count() == 0


def test_a_forced_turn_says_by_which_rule(visits):
    me = visits.person()
    me.table("pit", {"w": "me", "b": "me"}, start=NEAR_A_HOLE)
    assert "it must go in" in me.says("#asked")
    me.page.click("#asked a")
    me.page.wait_for_selector("dialog [id='pit.priority-hole']")
    assert me.page.locator("dialog details.reference").evaluate("(one) => one.open")


def test_each_part_of_a_turn_asks_for_something_else(visits):
    me = visits.person()
    me.table("pit", {"w": "me", "b": "me"})
    assert "Place your pawn" in me.says("#asked")
    for turn in ("d2", "d8"):
        me.page.fill("#typed-turn", turn)
        me.page.press("#typed-turn", "Enter")
        me.page.wait_for_selector(f".moves >> text={turn}")
    assert "Move a tower or your pawn" in me.says("#asked")
    me.click("cell:e1")
    me.click("cell:e3")
    me.page.wait_for_selector("#asked >> text=Now set a barrier beside the tower that moved to e3.")


def test_the_end_is_told_to_each_in_their_own_words_and_shown(visits):
    me, friend = visits.person(), visits.person()
    me.table("tablut", {"w": "me", "b": "open"}, start=ABOUT_TO_ESCAPE)
    friend.visit(me.page.url)
    friend.at_table()
    friend.page.click("[data-sit=b]")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_selector("[data-seat=b] >> text=you")
    me.page.fill("#typed-turn", "c5-c9")
    me.page.press("#typed-turn", "Enter")
    for person, told in ((me, "You won"), (friend, "You lost")):
        person.page.wait_for_selector("#status[data-state=over]")
        assert told in person.says("#status") and person.says("#asked") == "The king escaped on c9"
        expect(person.page.locator(".tv-mark-of-way")).to_have_count(1)
        expect(person.page.locator("#after-rematch")).to_be_visible()


def test_a_legend_says_what_the_marks_mean_by_mouse_and_keyboard(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, start=ABOUT_TO_ESCAPE)
    me.page.click("#act-marks")
    me.page.click("#act-legend")
    me.page.wait_for_selector("dialog .legend li")
    assert "An escape that the king can reach in one move" in me.says("dialog .legend")
    star = me.page.locator("[data-sign=escape] .tv-mark-of-goal")
    assert star.evaluate("(one) => one.getBoundingClientRect().width > 10"), "drawn though marks are switched off"
    assert findings_in_both_themes(me.page, "dialog") == []
    me.page.keyboard.press("Escape")
    me.page.focus("[data-step='cell:c5']")
    me.page.keyboard.press("?")
    me.page.wait_for_selector("dialog .legend li")
    assert me.page.evaluate("() => document.querySelector('dialog').contains(document.activeElement)")
    me.page.keyboard.press("Escape")
    expect(me.page.locator("dialog")).to_have_count(0)
    me.page.focus("#typed-turn")
    me.page.keyboard.press("?")
    expect(me.page.locator("dialog")).to_have_count(0)


WITH_BARRIERS = "4b4/1B7/2o3o2/9/4o4/9/2o3o2/9/W3w4 w w5,b5 a1n"


def test_barriers_and_what_lies_beside_the_board_have_names_too(visits):
    me = visits.person()
    me.table("pit", {"w": "me", "b": "me"}, start=WITH_BARRIERS)
    me.page.hover(".tv-barrier", force=True)
    me.page.wait_for_selector(TIP)
    assert "Barrier between a1 and a2" in me.says("#tip") and "Nothing passes it" in me.says("#tip")
    me.page.hover(".tv-tray[data-owner=b]")
    me.page.wait_for_selector("#tip:has-text('5 towers in reserve')")
    assert "It moves any distance in a line" in me.says("#tip")
    assert "barrier towards a2" in me.page.locator("[data-step='cell:a1']").get_attribute("aria-label")


def test_a_click_on_a_barrier_means_the_square_below_it(visits):
    me = visits.person()
    me.table("pit", {"w": "me", "b": "me"}, start=WITH_BARRIERS)
    box = me.page.locator(".tv-barrier").bounding_box()
    before = me.look()["shown"]
    me.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 3)
    me.until_shown(before)
    assert me.page.locator(".tv-selected").get_attribute("data-step") == "cell:a1"


def test_a_side_that_would_put_you_out_says_so(visits):
    me = visits.person()
    me.table("pit", {"w": "me", "b": "me"}, start=WITH_BARRIERS)
    me.click("cell:e1")
    me.click("cell:b1")
    me.page.wait_for_selector(".tv-mark-of-cut")
    me.page.hover("[data-step='edge:a1-b1']")
    me.page.wait_for_selector("#tip:has-text('cuts the pawns off from each other: you would be out')")


def test_points_stand_with_the_players(visits):
    me = visits.person()
    me.table("never-alone", {"r": "me", "b": "me"}, start="8/8/8/5bb1/8/2rr4/2r5/8 r 0")
    labels = me.page.locator("#table-board .tv-points")
    assert {one.get_attribute("aria-label") for one in labels.all()} == {"Red: 3 points", "Black: 2 points"}
    assert me.says("#notes") == ""


def test_after_a_game_the_next_lesson_is_the_one_that_is_not_done(visits):
    me = visits.person()
    first, second = [f"{lesson.id}/{task.id}" for lesson in lessons("tablut").lessons[:2] for task in lesson.tasks][1:3]
    me.visit("/")
    done = {"version": 1, "done": ["slide/first-slide"], "at": None}
    me.page.evaluate("(text) => localStorage.setItem('tavoliere.lessons.tablut', text)", json.dumps(done))
    me.table("tablut", {"w": "me", "b": "me"}, start=ABOUT_TO_ESCAPE)
    me.page.fill("#typed-turn", "c5-c9")
    me.page.press("#typed-turn", "Enter")
    me.page.wait_for_selector("#after-lesson:has-text('Next lesson: Pieces slide')")
    assert me.page.get_attribute("#after-lesson", "href") == f"/learn/tablut#{first}"
    done["done"].append(first)
    me.page.evaluate("(text) => localStorage.setItem('tavoliere.lessons.tablut', text)", json.dumps(done))
    me.visit("/learn/tablut#:next")
    me.page.wait_for_function("(task) => document.getElementById('lesson').dataset.task === task", arg=second)
