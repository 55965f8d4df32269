"""A board that speaks: marks that can be switched, names for what is pointed at, what is asked, and how it ended."""

from playwright.sync_api import expect

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
