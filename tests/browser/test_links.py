"""Links to a table and what follows from them: invitations, one's own link, the side of the board, who watches."""

from __future__ import annotations

import pytest

IN_VIEW = """(name) => [...document.querySelectorAll(name)].every((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
})"""


REMEMBER = """(one) => {
  const known = JSON.parse(localStorage.getItem("tavoliere.recent"));
  localStorage.setItem("tavoliere.recent", JSON.stringify([one, ...known]));
}"""


def invited(me, game, letter, kind, **options):
    """A table made on the start page, with one seat for somebody else."""
    me.visit("/")
    me.page.click(f"article[aria-labelledby=title-{game}] summary")
    me.page.wait_for_selector(".create select[name=seat-b]")
    for name, value in options.items():
        me.page.select_option(f"select[name=option-{name}]", value)
    for one in me.page.locator(".create select[name^=seat-]").all():
        is_theirs = letter in (one.get_attribute("name")[-1], "all but mine")
        one.select_option(kind if is_theirs and not one.get_attribute("name").endswith("-w") else "me")
    me.page.click(".create button[type=submit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()


@pytest.mark.parametrize("size", [(320, 568), (568, 320), (1280, 720)])
@pytest.mark.parametrize("kind", ["friend", "open"])
def test_the_link_of_somebody_awaited_is_in_view_until_they_come(visits, size, kind):
    me, friend = visits.person(viewport={"width": size[0], "height": size[1]}), visits.person()
    invited(me, "tablut", "b", kind)
    me.page.evaluate("() => scrollTo(0, 0)")
    assert me.page.evaluate(IN_VIEW, "#invite input, #invite button, .tv-frame, #status")
    assert "Link for Black" in me.says("#invite")
    link = me.page.locator("#invite input").input_value()
    assert ("#seat=" in link) == (kind == "friend")
    friend.visit(link)
    friend.at_table()
    if kind == "open":
        friend.page.click("[data-sit=b]")
        friend.page.click("#dialog-yes")
    me.page.wait_for_selector("#invite", state="hidden")
    assert not friend.page.locator("#invite").is_visible()


def test_several_who_are_awaited_have_a_button_each(visits):
    me = visits.person(viewport={"width": 360, "height": 640}, permissions=["clipboard-read", "clipboard-write"])
    invited(me, "pit", "all but mine", "friend", players="4")
    me.page.evaluate("() => scrollTo(0, 0)")
    buttons = me.page.locator("#invite button:not(.code-button)")
    assert buttons.count() == 3 and me.page.evaluate(IN_VIEW, "#invite button")
    links = set()
    for one in buttons.all():
        one.click()
        me.page.wait_for_selector("#message >> text=Copied")
        links.add(me.page.evaluate("() => navigator.clipboard.readText()"))
    assert len(links) == 3 and all("#seat=" in link for link in links)


def test_your_own_link_is_shown_to_whoever_asks_for_it_and_plays_elsewhere(visits):
    me, elsewhere, guest = visits.person(), visits.person(), visits.person()
    url = me.table("tablut", {"w": "me", "b": "open"})
    me.page.click("#share summary")
    token = me.page.evaluate("() => JSON.parse(localStorage['tavoliere.seats.' + location.pathname.split('/')[2]])[0]")
    values = "() => [...document.querySelectorAll('input')].map((one) => one.value).join(' ')"
    assert token not in me.page.evaluate(values) + me.page.content(), "it is a secret"
    me.page.click("#show-own-link")
    link = me.page.locator("#own-link input").input_value()
    assert link.endswith(f"#seat={token}")
    elsewhere.visit(link)
    elsewhere.at_table()
    assert elsewhere.look()["state"] == "yours"
    elsewhere.click("cell:e4")
    elsewhere.click("cell:f4")
    me.until_turns(1)
    guest.visit(url)
    guest.at_table()
    assert guest.page.locator("#show-own-link").count() == 0


def rank_is_below(person):
    """Whether the first rank is nearer than the last."""
    below = "(step) => document.querySelector(`[data-step='${step}']`).getBoundingClientRect().y"
    return person.page.evaluate(below, "cell:a1") > person.page.evaluate(below, "cell:a9")


def test_black_sees_the_board_from_blacks_side_and_an_own_choice_is_remembered(visits):
    me, watcher = visits.person(), visits.person()
    url = me.table("tablut", {"w": "open", "b": "me"})
    assert not rank_is_below(me)
    watcher.visit(url)
    watcher.at_table()
    assert rank_is_below(watcher)
    me.turn_the_board()
    assert rank_is_below(me)
    me.page.reload()
    me.at_table()
    assert rank_is_below(me)
    me.table("tablut", {"w": "open", "b": "me"})
    assert not rank_is_below(me), "the choice was for the other table"
    me.table("tablut", {"w": "me", "b": "me"})
    assert rank_is_below(me), "at one screen nobody turns it"


def test_whoever_sits_down_as_black_sees_it_from_there(visits):
    me, friend = visits.person(), visits.person()
    friend.visit(me.table("tablut", {"w": "me", "b": "open"}))
    friend.at_table()
    assert rank_is_below(friend)
    friend.page.click("[data-sit=b]")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_selector("[data-seat=b] >> text=you")
    friend.page.wait_for_function(
        "() => document.querySelector('[data-step=\"cell:a1\"]').getBoundingClientRect().y < innerHeight / 2"
    )
    assert rank_is_below(me)


def test_whoever_watches_alone_is_not_told_that_somebody_watches(visits):
    me, guest, other = visits.person(), visits.person(), visits.person()
    url = me.table("tablut", {"w": "me", "b": "me"})
    guest.visit(url)
    guest.at_table()
    me.page.wait_for_selector("#watching >> text=1 person watches")
    assert guest.says("#watching") == ""
    other.visit(url)
    me.page.wait_for_selector("#watching >> text=2 people watch")
    guest.page.wait_for_selector("#watching >> text=1 person watches")


def test_where_somebody_is_in_the_game_stays_true_while_it_goes_on(visits):
    me, friend = visits.person(), visits.person()
    url = me.table("tablut", {"w": "me", "b": "open"})
    friend.visit(url)
    friend.at_table()
    friend.page.click("[data-sit=b]")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_selector("[data-seat=b] >> text=you")
    me.click("cell:e4")
    me.click("cell:f4")
    me.until_turns(1)
    me.page.click("[data-go=first]")
    me.page.wait_for_selector("#message >> text=The start. 1 turn was made since.")
    friend.until_my_turn()
    friend.click("cell:d1")
    friend.click("cell:c1")
    me.page.wait_for_selector("#message >> text=The start. 2 turns were made since.")


RECORD = '[Game "tablut"]\n[White "?"]\n[Black "Bo"]\n[Result "*"]\n\n1. e4-f4 *\n'


def test_nobody_becomes_a_friend_by_being_unknown(visits):
    me = visits.person()
    answer = me.page.request.post(f"{me.url}/api/records", data={"format": "tav", "text": RECORD})
    assert answer.status == 201, answer.text()
    me.visit(answer.json()["tables"][0]["url"])
    me.at_table()
    assert "not named" in me.says("[data-seat=w]") and "friend" not in me.says("#seats")
    assert "Bo" in me.says("[data-seat=b]")


def test_your_games_come_first_with_opponent_turn_and_result(visits):
    me = visits.person()
    going = me.table("tablut", {"w": "me", "b": "level:3"}).rpartition("/")[2]
    over = me.table("pit", {"w": "me", "b": "open"}).rpartition("/")[2]
    me.page.click("#act-resign")
    me.page.click("#dialog-yes")
    me.page.wait_for_selector("#status[data-state=over]")
    gone = {"table": "goneforever", "title": "Pathwayz", "told": "", "when": 1.7e12}
    me.page.evaluate(REMEMBER, gone)
    asked = []
    me.page.on("request", lambda request: asked.append(request.url))
    me.visit("/")
    me.page.wait_for_selector(f"[data-table='{going}'][data-state=yours] >> text=Your turn")
    assert "Level 3" in me.says(f"[data-table='{going}']")
    assert "Black wins" in me.says(f"[data-table='{over}']") and "nobody yet" in me.says(f"[data-table='{over}']")
    assert "no longer here" in me.says("[data-table=goneforever]")
    assert me.page.locator("[data-table=goneforever] a").count() == 0
    me.page.wait_for_selector(".card .play")
    tops = [me.page.locator(name).bounding_box()["y"] for name in ("#recent", ".card >> nth=0")]
    assert tops == sorted(tops), "they come before the games that there are"
    assert sum("/api/glances" in url for url in asked) == 1 and not any("seat" in url for url in asked)
    me.page.click("[data-table=goneforever] button")
    assert me.page.locator("#recent li").count() == 2
    me.page.click(f"[data-table='{going}'] a")
    me.at_table()
    assert me.look()["state"] == "yours"
