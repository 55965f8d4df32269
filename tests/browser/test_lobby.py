"""The start page for a visitor: games to go on with, ways in, an invitation by link and code, tables of others."""

from __future__ import annotations

from tests.browser.test_manners import PHONE, findings_in_both_themes

EVIL = "<b>Mallory</b>"
ORDER = "() => [...document.querySelectorAll('main > section, main > div')].map((one) => one.id || one.className)"


def test_an_invitation_shows_link_and_code_and_a_friend_sits_down(visits):
    host, friend = visits.person(), visits.person()
    host.visit("/")
    host.page.select_option("[name=friend-game]", "never-alone")
    host.page.check("[name=friend-listed]")
    host.page.click("#way-friend")
    host.page.wait_for_selector("dialog .code svg")
    link = host.page.locator("dialog .link-row input").input_value()
    assert "/game/" in link and findings_in_both_themes(host.page, "dialog") == []
    host.page.click("#go-to-table")
    host.page.wait_for_url("**/game/*")
    host.at_table()
    assert host.page.url == link and host.page.locator("#invite .code-button").count() == 1
    friend.visit("/")
    table = link.rpartition("/")[2]
    friend.page.wait_for_selector(f"#lobby-waiting [data-table='{table}']")
    friend.page.click(f"#lobby-waiting [data-table='{table}'] a")
    friend.at_table()
    friend.page.click(".seat button")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_function("() => !document.querySelector('.seat button')")
    friend.visit("/")
    friend.page.wait_for_selector(f"#recent-list [data-table='{table}']")
    assert "against" in friend.says(f"#recent-list [data-table='{table}']")
    # All who look within two seconds are told the same list.
    friend.page.wait_for_timeout(2_200)
    friend.page.reload()
    friend.page.wait_for_selector(f"#recent-list [data-table='{table}']")
    friend.page.wait_for_selector("#lobby:not([hidden])")
    assert friend.page.locator(f"#lobby-waiting [data-table='{table}']").count() == 0


def test_strangers_names_are_text_and_can_be_hidden_and_a_table_made_private(visits):
    host, stranger = visits.person(), visits.person()
    seats = {"w": {"kind": "person", "name": EVIL}, "b": {"kind": "opponent", "spec": "level:1"}}
    asked = {"game": "tablut", "seats": seats, "watchable": True}
    made = host.page.request.post(f"{host.url}/api/tables", data=asked).json()
    host.visit(f"{made['url']}#seat={made['tokens']['w']}")
    host.at_table()
    stranger.visit("/")
    table = made["table"]
    place = f"#lobby-running [data-table='{table}']"
    stranger.page.wait_for_selector(place)
    assert EVIL in stranger.says(place) and stranger.page.locator(f"{place} b").count() == 0
    stranger.page.check("#lobby-names")
    assert EVIL not in stranger.says(place) and "somebody" in stranger.says(place)
    stranger.page.reload()
    stranger.page.wait_for_selector(place)
    assert EVIL not in stranger.says(place)
    assert findings_in_both_themes(stranger.page) == []
    stranger.page.click(f"{place} a")
    stranger.at_table()
    assert EVIL not in stranger.says("body") and "somebody" in stranger.says("[data-seat=w]")
    stranger.visit("/")
    stranger.page.wait_for_selector(f"#recent-list [data-table='{table}'] .players")
    assert EVIL not in stranger.says("#recent-list")
    stranger.page.uncheck("#lobby-names")
    stranger.page.wait_for_selector(f"#recent-list >> text={EVIL}")
    host.page.click("#act-private")
    host.page.wait_for_function("() => document.getElementById('act-private').hidden")
    stranger.page.wait_for_timeout(2_200)
    stranger.page.reload()
    stranger.page.wait_for_selector("#lobby:not([hidden])")
    assert stranger.page.locator(place).count() == 0


def test_what_can_be_done_stands_in_the_order_of_need_on_a_phone_too(visits):
    person = visits.person(**PHONE)
    person.table("tablut", {"w": "me", "b": "level:1"}, clock={"kind": "increment", "base": 600, "increment": 5})
    person.visit("/")
    person.page.wait_for_selector("#recent-list .state:has-text('Your turn · 10:00 left')")
    order = person.page.evaluate(ORDER)
    assert order[:3] == ["recent", "ways", "lobby"]
    titles = [text.strip() for text in person.page.locator(".way h2").all_inner_texts()]
    assert titles == ["Learn a game", "Play the machine", "Invite a friend"]
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    person.page.focus("#way-machine")
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/game/*")
    person.at_table()


def test_your_turn_is_told_to_whoever_looks_elsewhere(visits):
    person = visits.person(permissions=["notifications"])
    person.page.add_init_script("""
        window.told = [];
        window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted";
          constructor(title, more) { window.told.push([title, more.tag]); } };
        ServiceWorkerRegistration.prototype.showNotification = async (...notice) => { new Notification(...notice); };
        Object.defineProperty(document, "hidden", { get: () => Boolean(window.elsewhere) });
    """)
    other = visits.person()
    seats = {"w": {"kind": "person"}, "b": {"kind": "person"}}
    made = other.page.request.post(f"{other.url}/api/tables", data={"game": "tablut", "seats": seats}).json()
    person.visit(f"{made['url']}#seat={made['tokens']['b']}")
    person.at_table()
    person.page.click("#act-notify")
    person.page.wait_for_function("() => document.getElementById('act-notify').getAttribute('aria-pressed') === 'true'")
    person.page.evaluate("() => { window.elsewhere = true; }")
    other.page.request.post(
        f"{other.url}/api/tables/{made['table']}/turns",
        data={"at": "0.0", "move": "e4-f4"},
        headers={"authorization": f"Bearer {made['tokens']['w']}"},
    )
    person.page.wait_for_function("() => window.told.length === 1")
    assert person.page.evaluate("() => window.told") == [["Your turn: Tablut", f"tavoliere-{made['table']}"]]
