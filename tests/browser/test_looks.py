"""How things look: four themes, how fast pieces move, and the page as an app that says so when the server is away."""

from __future__ import annotations

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tests.browser.test_manners import PHONE, findings, opened, overflow

THEMES = ("light", "dark", "contrast", "print")
BACK = "() => getComputedStyle(document.body).backgroundColor"
ANIMATED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    window.moved.push(timing.duration);
    return animate.call(this, frames, timing);
  };
}"""


def chosen(person, what, value):
    person.page.click("#looks")
    person.page.select_option(f"#looks-{what}", value)
    person.page.keyboard.press("Escape")


def test_every_theme_is_chosen_heard_at_once_remembered_and_printed_in_ink(visits):
    me = visits.person(color_scheme="light", locale="it-IT")
    me.visit("/")
    me.page.wait_for_selector(".card .play")
    grounds = []
    for name in THEMES:
        chosen(me, "theme", name)
        assert me.page.get_attribute("html", "data-theme") == name
        grounds.append(me.page.evaluate(BACK))
    assert len(set(grounds)) == 4
    me.visit("/rules/tablut")
    me.page.wait_for_selector("#looks svg")
    assert me.page.evaluate(BACK) == "rgb(255, 255, 255)"
    chosen(me, "theme", "dark")
    me.page.emulate_media(media="print")
    assert me.page.evaluate(BACK) == "rgb(255, 255, 255)"
    me.page.emulate_media(media="screen")
    chosen(me, "theme", "")
    me.page.emulate_media(color_scheme="dark")
    assert me.page.evaluate(BACK) == grounds[1]
    me.page.emulate_media(contrast="more")
    me.page.wait_for_selector("html[data-theme=contrast]")
    assert me.page.evaluate(BACK) == grounds[2]


PAGES = (
    "/",
    "/position/never-alone",
    "/learn/pit",
    "/learn/pit#reserve/far-corner",
    "/puzzles/tablut",
    "/analyse/pathwayz",
    "/rules/pathwayz",
    "/rules/nothing",
    "/away",
)
CONTRAST = "localStorage.setItem('tavoliere.theme', localStorage.getItem('tavoliere.theme') ?? 'contrast')"


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_in_contrast_and_in_print(visits, path):
    me = visits.person(**PHONE, locale="it-IT")
    visits.tolerated = ("404",)
    me.page.add_init_script(CONTRAST)
    found = []
    for name in ("contrast", "print"):
        if path == "/away":
            me.visit(path)
        else:
            opened(me, path)
        assert me.page.get_attribute("html", "data-theme") == name
        found += [f"{name}: {one}" for one in findings(me.page)]
        assert overflow(me.page) <= 0
        me.page.evaluate("() => localStorage.setItem('tavoliere.theme', 'print')")
        me.visit("/away")
    assert found == []


def test_axe_finds_nothing_serious_at_any_table_in_contrast_and_in_print(visits):
    """With a refusal in view; what the colours change is looked at."""
    me = visits.person(locale="it-IT")
    me.page.add_init_script(CONTRAST)
    found = []
    for game in own_games():
        me.table(
            game, dict.fromkeys(tv.game(game).players, "me"), clock={"kind": "increment", "base": 60, "increment": 5}
        )
        me.page.fill("#typed-turn", "z99")
        me.page.keyboard.press("Enter")
        me.page.wait_for_selector("#message[data-kind=problem]")
        for name in ("contrast", "print"):
            chosen(me, "theme", name)
            found += [f"{game}, {name}: {one}" for one in findings(me.page)]
    assert found == []


def test_pieces_move_as_fast_as_somebody_likes_and_not_at_all_where_the_system_says_so(visits):
    me = visits.person(reduced_motion="no-preference")
    me.table("tablut", {"w": "me", "b": "me"})
    me.page.evaluate(ANIMATED)
    lasted = {}
    for speed, turn in (("slow", "e4-f4"), ("quick", "d1-c1"), ("off", "f4-e4")):
        chosen(me, "motion", speed)
        me.page.evaluate("() => { window.moved = []; }")
        made = me.look()["turns"]
        me.page.fill("#typed-turn", turn)
        me.page.keyboard.press("Enter")
        me.until_turns(made + 1)
        lasted[speed] = max(me.page.evaluate("() => window.moved"), default=0)
    assert lasted["slow"] == 4 * lasted["quick"] > 0 and lasted["off"] == 0
    chosen(me, "motion", "slow")
    me.page.emulate_media(reduced_motion="reduce")
    me.page.evaluate("() => { window.moved = []; }")
    me.page.fill("#typed-turn", "d9-c9")
    me.page.keyboard.press("Enter")
    me.until_turns(4)
    assert me.page.evaluate("() => window.moved") == []


def test_the_app_says_clearly_that_the_server_is_away_and_comes_back(visits_own, own_server):
    me = visits_own.person(locale="it-IT")
    visits_own.tolerated = ("ERR_CONNECTION_REFUSED", "Failed to load resource", "WebSocket")
    me.visit("/")
    me.page.wait_for_selector(".card .play")
    me.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    me.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    own_server.stop()
    me.page.goto(f"{own_server.url}/rules/tablut")
    assert me.says("h1") == "Il server non risponde"
    assert "al sicuro" in me.says("main") and me.page.evaluate(BACK) != "rgba(0, 0, 0, 0)"
    own_server.start()
    me.page.wait_for_selector("text=Come si gioca", timeout=30_000)


def test_a_browser_finds_what_it_needs_to_install_the_page(visits):
    me = visits.person(locale="it-IT")
    me.visit("/")
    address = me.page.get_attribute("link[rel=manifest]", "href")
    told = me.page.evaluate("(address) => fetch(address).then((answer) => answer.json())", address)
    assert told["lang"] == "it" and told["display"] == "standalone" and told["start_url"] == "/"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    for icon in told["icons"]:
        answer = me.page.request.get(me.url + icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"]
    session = me.page.context.new_cdp_session(me.page)
    assert session.send("Page.getAppManifest")["errors"] == []
