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


def test_beside_a_refused_text_the_usual_start_is_played(visits):
    me = visits.person()
    visits.tolerated = ("400",)
    at_position(me, "/position/tablut?text=zzz")
    me.page.wait_for_selector("#reasons li")
    me.page.wait_for_selector("#message >> text=this is the usual start")
    assert me.page.input_value("#position-text") == "zzz"
    assert me.page.get_attribute("#position-text", "aria-invalid") == "true"
    assert "White to move" in me.says("#status")
    me.click("cell:e4")
    assert "cell:f4" in me.look()["targets"]
    assert me.page.locator("#reasons li").count() > 0, "the text is still there to be mended"
    type_line(me, ("e4-f4", "d1-c1"))
    assert me.pieces_on("f4") == ["w"]
    assert me.turns() == ["e4-f4", "d1-c1"]
    assert me.page.locator("#reasons li").count() == 0
    assert me.page.input_value("#position-text").endswith(" w")


def test_a_link_with_a_wrong_option_says_so(visits):
    me = visits.person()
    visits.tolerated = ("400",)
    at_position(me, "/position/pit?players=9")
    me.page.wait_for_selector("#message >> text=this is the usual start")
    assert "players: 2, 3 or 4 expected, not 9" in me.says("#reasons")
    at_position(me, "/position/pit?players=four")
    me.page.wait_for_selector("#message >> text=this is the usual start")
    assert "must be a whole number, not 'four'" in me.says("#reasons")
    me.page.select_option("select[name=option-players]", "4")
    me.page.fill("#position-text", "")
    me.page.click("#setup button[type=submit]")
    me.page.wait_for_function("() => location.search.includes('players=4')")
    assert me.says("#reasons") == ""


def test_a_link_that_says_more_than_the_page_knows_is_shown_and_told(visits):
    me = visits.person()
    at_position(me, "/position/pit?players=3&colour=red&players=4")
    me.page.wait_for_selector("#reasons p")
    assert "“colour”" in me.says("#reasons")
    assert "“players” more than once" in me.says("#reasons")
    assert "players=3" in me.page.url
    assert "colour" not in me.page.url
    assert me.page.locator("#table-board .tv-target").count() > 0


def test_options_count_only_when_they_are_shown(visits):
    me = visits.person()
    visits.tolerated = ("400",)
    at_position(me, "/position/pit")
    me.page.click("#position-options summary")
    me.page.select_option("select[name=option-players]", "4")
    before = me.look()
    me.click(before["targets"][0])
    assert me.page.get_attribute("#message", "data-kind") != "problem"
    me.page.click("#setup button[type=submit]")
    me.page.wait_for_selector("#reasons p")


def test_a_half_made_turn_stays_when_the_board_is_turned(visits):
    me = visits.person()
    at_position(me, "/position/tablut")
    type_line(me, LINE[:2])
    me.page.fill("#position-text", "not shown yet")
    me.click("cell:e6")
    begun = me.look()["targets"]
    me.turn_the_board()
    assert me.page.locator("#table-board .tv-selected").count() == 1
    assert sorted(me.look()["targets"]) == sorted(begun)
    assert "Choose where it goes on" in me.says("#message")
    assert me.page.input_value("#position-text") == "not shown yet"
    me.click("cell:f6")
    me.until_turns(3)
    assert me.turns() == list(LINE[:3])
    turned = me.first_rank()
    me.page.evaluate(
        """() => {
          document.getElementById("act-flip").click();
          document.querySelector("[data-go=first]").click();
          document.getElementById("act-flip").click();
          document.getElementById("act-flip").click();
        }"""
    )
    me.page.wait_for_selector("#status >> text=White to move")
    me.page.wait_for_function("() => document.querySelector('.tv-stack[data-square=\"e4\"]')")
    me.page.wait_for_timeout(300)
    assert abs(me.first_rank() - turned) > 100, "an odd number of turns"


def linked(person):
    """The link that `Copy position link` would copy."""
    return person.page.get_attribute("#copy-position", "data-url")


def test_the_link_of_a_game_that_the_board_ended_opens_with_its_ending(visits):
    me, friend = visits.person(), visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, start="9/9/9/9/2k6/9/9/9/8b w")
    me.page.fill("#typed-turn", "c5-c9")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#status[data-state=over]")
    at_position(friend, linked(me))
    friend.page.wait_for_selector("#status >> text=White wins")
    assert friend.pieces_on("c9") == me.pieces_on("c9") != []
    assert friend.turns() == ["c5-c9"]
    assert friend.page.locator("#reasons *").count() == 0 and friend.page.is_hidden("#typed")
    friend.press_at_once("ArrowLeft")
    friend.page.wait_for_selector("#status >> text=White to move")
    assert friend.pieces_on("c5") != [], "what came before can be looked at, and played otherwise"


def test_the_link_of_a_resigned_game_opens_with_its_ending(visits):
    me, friend = visits.person(), visits.person()
    me.table("tablut", {"w": "me", "b": "me"})
    me.page.click("#act-resign")
    me.page.click("#dialog-yes")
    me.page.wait_for_selector("#status[data-state=over]")
    at_position(friend, linked(me))
    friend.page.wait_for_selector("#status >> text=Black wins")
    friend.page.locator("[data-step='cell:e4']").first.click(force=True)
    friend.page.wait_for_selector("#message >> text=Black wins")
    assert friend.look()["targets"] == []
    friend.page.click("#act-flip")
    friend.page.wait_for_timeout(300)
    assert "Black wins" in friend.says("#status")


def test_turns_are_understood_as_people_type_them(visits):
    me = visits.person()
    at_position(me, "/position/tablut")
    type_line(me, ("E4-F4", "d1c1", "e6 f6"))
    assert me.turns() == ["e4-f4", "d1-c1", "e6-f6"]
    me.table("tablut", {"w": "me", "b": "me"})
    type_line(me, ("E4 - F4", "D1 c1", "e6f6"))
    assert me.turns() == ["e4-f4", "d1-c1", "e6-f6"]


def until_written(person, text):
    person.page.wait_for_function("(text) => document.getElementById('position-text').value === text", arg=text)


def test_a_position_is_set_up_by_hand_and_played(visits):
    me = visits.person()
    at_position(me, "/position/tablut")
    me.page.click("#hand-begin")
    me.page.click("#act-hand-empty")
    until_written(me, "9/9/9/9/9/9/9/9/9 w")
    assert "one king expected" in me.says("#hand-told") and me.page.is_disabled("#hand-done")
    me.page.click("[data-tool=k]")
    me.click("cell:c5")
    me.page.click("[data-tool=b]")
    me.click("cell:a9")
    me.click("cell:c5")
    until_written(me, "b8/9/9/9/2b6/9/9/9/9 w")
    me.page.click("#act-hand-undo")
    until_written(me, "b8/9/9/9/2k6/9/9/9/9 w")
    me.page.select_option("[data-field=turn]", "b")
    until_written(me, "b8/9/9/9/2k6/9/9/9/9 b")
    me.page.wait_for_selector("#hand-done:enabled")
    me.page.click("#hand-done")
    me.page.wait_for_selector("#status >> text=Black to move")
    assert me.page.is_hidden("#by-hand") and "text=b8" in me.page.url
    type_line(me, ("a9-b9",))
    assert me.pieces_on("b9") == ["b"]


def test_every_game_has_its_pieces_to_set_up_with_keys_too(visits):
    me = visits.person(viewport={"width": 360, "height": 640}, has_touch=True)
    for game in me.known()["games"]:
        at_position(me, f"/position/{game['name']}#by-hand")
        me.page.wait_for_selector(".tools .tool")
        before = me.page.input_value("#position-text")
        me.page.locator(".tools .tool").first.focus()
        me.page.keyboard.press("Enter")
        me.page.locator('#table-board [data-step="cell:b2"]').first.focus()
        me.page.keyboard.press("Enter")
        me.page.wait_for_function("(text) => document.getElementById('position-text').value !== text", arg=before)
        assert me.pieces_on("b2") != [], game["name"]
        assert me.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        me.page.keyboard.press("Backspace")
        until_written(me, before)
        me.page.click("#hand-cancel")
        me.page.wait_for_selector("#by-hand", state="hidden")
        me.page.wait_for_function("() => document.querySelector('#status').textContent.length > 0")
