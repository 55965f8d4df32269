"""For everybody: by keyboard alone, with a thumb on a phone, with a reader of screens, on a slow line."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path

import axe_playwright_python
import pytest

import tavoliere as tv
from tavoliere.apps.web.show import shells
from tavoliere.apps.web.show.voices import english_voice
from tavoliere.games import own_games
from tests.browser.conftest import Visits
from tests.browser.people import POINT, play_out
from tests.browser.server import Server

STATIC = Path(tv.__file__).parent / "apps" / "web" / "static"
MOST_BYTES = 300_000
PAGES = ("/", "/position/pit", "/position/tablut?text=wrong", "/rules/never-alone", "/nowhere")
NO_FIGURES = "() => document.querySelectorAll('figure').forEach((one) => one.remove())"
RECENT = [{"table": "abc", "title": "Tablut", "told": "1-0", "when": 1.7e12}]
SIZES = ((320, 640), (390, 844), (820, 1180), (1280, 720), (1920, 1080))
HALF = "7B1/9/2o3o2/9/3bo4/3w5/2o3o2/1W7/9 w w3,b5 -"
"""White must replace the tower on d5 and then place a barrier beside it."""
PILLAR = "#ww2rr#/1rr2r2/1r4(ww)1/wr2w3/1r4(wrw)1/1www2r1/wrw2r1r/#2r2w# w m 0-0 - 19"
"""The men on g4 make a pillar on g1, which may move at once or stay."""
FOCUSED = "() => document.activeElement.dataset.step"
HEAR = """() => {
  window.heard = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status]"))
    new MutationObserver((changes) => {
      if (region.getAttribute("aria-live") === "off") return;
      window.heard.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((one) => one.textContent)));
    }).observe(region, { childList: true });
}"""
"""What a reader of screens speaks from now on."""
TOWARDS = """(step) => {
  const [from, to] = [document.activeElement, document.querySelector(`#table-board [data-step="${step}"]`)]
    .map((one) => one.getBoundingClientRect());
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp";
}"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def findings(page, where="html", **options):
    """What axe finds wrong, if it is serious."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate((Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    results = page.evaluate(
        "([where, options]) => axe.run(where, {resultTypes: ['violations'], ...options})", [where, options]
    )
    return [
        f"{page.url}: {one['id']}: {node['target']} {node['failureSummary']}"
        for one in results["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


def findings_in_both_themes(page, where="html"):
    """Everything in the light, and what the dark can change."""
    found = []
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast", "link-in-text-block"]})):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {one}" for one in findings(page, where, **rules)]
    return found


def overflow(page):
    return page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")


def small_targets(page):
    """Buttons and selects that a thumb would miss."""
    return page.evaluate(
        """() => [...document.querySelectorAll("button, select, input:not([type=file]), summary, .act")]
        .filter((one) => one.checkVisibility())
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""
    )


def opened(person, path):
    person.visit(path)
    person.page.wait_for_selector("#looks svg")
    if path == "/":
        person.page.wait_for_selector(".card .play")
    if path.startswith(("/position", "/game")):
        person.page.wait_for_selector("#table-board svg")


@pytest.mark.parametrize("path", ["/", "/position/pit", "/position/tablut?text=wrong", "/nowhere"])
def test_no_serious_finding_on_a_page(visits, path):
    me = visits.person()
    visits.tolerated = ("400", "404")
    me.visit("/")
    me.page.evaluate("(games) => localStorage.setItem('tavoliere.recent', JSON.stringify(games))", RECENT)
    opened(me, path)
    for summary in me.page.locator("summary:visible").all():
        summary.click()
    assert findings_in_both_themes(me.page) == []


@pytest.mark.parametrize("name", own_games())
def test_no_serious_finding_in_the_rules(visits, name):
    """The figures are boards, which have their own test, and nobody can act on them."""
    me = visits.person()
    opened(me, f"/rules/{name}")
    me.page.evaluate(NO_FIGURES)
    assert findings_in_both_themes(me.page) == []


@pytest.mark.parametrize("name", own_games())
def test_no_serious_finding_at_a_table(visits, name):
    """In the opening, with half a turn made, after a refusal, and when the game is over."""
    me = visits.person()
    game = tv.game(name)
    me.table(name, dict.fromkeys(game.players, "me"), clock={"kind": "increment", "base": 60, "increment": 5})
    me.page.click("#share summary")
    found = findings_in_both_themes(me.page)
    chance = random.Random(name)
    for _ in range(3):
        me.click(chance.choice(me.look()["targets"]))
    found += findings_in_both_themes(me.page, ".board-part")
    me.page.fill("#typed-turn", "nonsense")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector("#message[data-kind=problem]")
    found += findings_in_both_themes(me.page, ".under, .side-part")
    me.page.click("#act-resign")
    me.page.click("#dialog-yes")
    me.page.wait_for_selector("#status[data-state=over]")
    found += findings_in_both_themes(me.page, ".headline, .seats-part, .under, .side-part")
    assert found == []


def test_no_serious_finding_in_a_dialog(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"})
    found = []
    for act in ("rules", "keys", "rename", "resign"):
        me.page.click(f"#act-{act}")
        me.page.wait_for_selector("dialog[open]")
        me.page.evaluate(NO_FIGURES)
        found += findings_in_both_themes(me.page, "dialog")
        me.page.keyboard.press("Escape")
    assert found == []


def tab_to(person, condition):
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate(f"() => {{ const one = document.activeElement; return Boolean({condition}); }}"):
            return
    raise AssertionError(f"Tab never came to {condition}")


def choose(person, step, keys):
    """Go to a step by the arrows or by N, and press Enter."""
    for _ in range(100):
        if person.page.evaluate(FOCUSED) == step:
            break
        person.page.keyboard.press("n" if keys == "n" else person.page.evaluate(TOWARDS, step))
    assert person.page.evaluate(FOCUSED) == step
    assert person.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    before = person.look()["shown"]
    person.page.keyboard.press("Enter")
    person.until_shown(before)


@pytest.mark.parametrize("keys", ["arrows", "n"])
@pytest.mark.parametrize(
    ("name", "start", "steps", "turn"),
    [
        ("pit", HALF, ("cell:d4", "cell:d5", "edge:d5-d6"), "d4xd5n"),
        ("pathwayz", "", ("tray:w/permanent", "cell:f3"), "f3*"),
        ("pit-of-pillars", PILLAR, ("cell:g4", "cell:g1", "button:done"), "g4-g1"),
    ],
)
def test_a_turn_of_every_kind_by_keyboard_alone(visits, name, start, steps, turn, keys):
    """Squares, the sides between them, the pieces beside the board and the buttons: keys come to all of them."""
    me = visits.person()
    me.table(name, dict.fromkeys(tv.game(name).players, "me"), start=start)
    tab_to(me, "one.closest('#table-board')")
    for step in steps:
        assert me.turns() == []
        choose(me, step, keys)
    me.until_turns(1)
    assert me.turns() == [turn]


def test_a_game_by_keyboard_alone(visits):
    me = visits.person()
    me.visit("/")
    me.page.wait_for_selector(".card .play")
    press = me.page.keyboard.press
    tab_to(me, "one.dataset.play === 'never-alone'")
    press("Enter")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    tab_to(me, "one.closest('#table-board')")
    here = me.page.evaluate(FOCUSED)
    press("ArrowRight")
    press("ArrowUp")
    moved = me.page.evaluate(FOCUSED)
    assert ord(moved[5]) == ord(here[5]) + 1
    assert int(moved[6]) == int(here[6]) + 1
    assert me.page.evaluate("() => document.activeElement.getAttribute('aria-label')").startswith(moved[5:])
    chance = random.Random(5)
    while not me.is_over():
        me.until_my_turn()
        if me.is_over():
            break
        for _ in range(chance.randint(1, 5)):
            press("n")
        assert me.page.evaluate(FOCUSED) in me.look()["targets"]
        before = me.look()["shown"]
        press(chance.choice(["Enter", " "]))
        me.until_shown(before)
    assert any(word in me.says("#status") for word in ("You won", "You lost", "Draw"))
    assert me.page.locator("#news p").count() > 0, "turns are spoken"
    assert me.page.evaluate("() => Boolean(document.activeElement.closest('#table-board'))"), (
        "the focus stays on the board"
    )


def test_what_is_told_is_spoken_once(visits):
    """The words under the board and the hidden news said each turn both."""
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "level:1"})
    me.page.evaluate(HEAR)
    me.click("cell:e4")
    me.click("cell:f4")
    me.until_turns(2)
    me.until_my_turn()
    me.try_to("cell:a1")
    heard = me.page.evaluate("() => window.heard")
    for told in (*me.page.locator("#news p").all_text_contents(), me.says("#message > p")):
        assert heard.count(told) == 1, (told, heard)


def test_escape_takes_a_step_back_by_keyboard(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"})
    me.page.evaluate("() => document.querySelector('#table-board [tabindex=\"0\"]').focus()")
    me.page.keyboard.press("n")
    step = me.page.evaluate("() => document.activeElement.dataset.step")
    for key, selected in (("Enter", 1), ("Escape", 0)):
        before = me.look()["shown"]
        me.page.keyboard.press(key)
        me.until_shown(before)
        assert me.page.locator("#table-board .tv-selected").count() == selected
        assert me.page.evaluate("() => document.activeElement.dataset.step") == step
    me.table("pit", {"w": "me", "b": "me"}, start=HALF)
    tab_to(me, "one.closest('#table-board')")
    choose(me, "cell:d4", "n")
    choose(me, "cell:d5", "n")
    assert me.pieces_on("d5") == ["w"]
    for targets in (["cell:d5"], ["cell:d4"]):
        before = me.look()["shown"]
        me.page.keyboard.press("Escape")
        me.until_shown(before)
        assert me.look()["targets"] == targets
        assert me.pieces_on("d5") == ["b"]
        assert me.page.evaluate(FOCUSED) == "cell:d5"
    before = me.look()
    me.page.keyboard.press("Escape")
    me.page.wait_for_timeout(200)
    assert me.look() == before, "there is nothing more to take back"
    assert me.turns() == []


def test_a_game_with_a_thumb(visits):
    """In Italian, whose words are longer."""
    me = visits.person(**PHONE, locale="it-IT")
    me.visit("/")
    me.page.wait_for_selector(".card .play")
    assert small_targets(me.page) == []
    me.page.tap("[data-play=pit]")
    me.page.wait_for_url("**/game/*")
    me.at_table()
    play_out([me], random.Random(7), act=type(me).tap)
    assert any(word in me.says("#status") for word in ("Hai vinto", "Hai perso"))
    assert small_targets(me.page) == []
    assert overflow(me.page) == 0


def swiped(person, start, end, parts=8):
    """Put a finger on one point and move it to another; it is still down."""
    finger = person.page.context.new_cdp_session(person.page)
    for part in range(parts + 1):
        x, y = (a + (b - a) * part / parts for a, b in zip(start, end, strict=True))
        kind = "touchMove" if part else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    return lambda: finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_piece_follows_the_thumb(visits):
    me = visits.person(**PHONE)
    me.table("tablut", {"w": "me", "b": "me"})
    lift = swiped(me, *(me.page.evaluate(POINT, step) for step in ("cell:d5", "cell:d2")))
    me.page.wait_for_selector("svg.ghost")
    lift()
    me.until_turns(1)
    assert me.turns() == ["d5-d2"]
    assert me.page.evaluate("() => scrollY") == 0, "the page does not move while a piece is dragged"


@pytest.mark.parametrize(("name", "step"), [("tablut", "cell:b2"), ("never-alone", "cell:b2"), ("pit", "cell:e5")])
def test_a_thumb_beside_the_pieces_moves_the_page(visits, name, step):
    me = visits.person(**{**PHONE, "viewport": {"width": 320, "height": 640}})
    me.table(name, dict.fromkeys(tv.game(name).players, "me"))
    x, y = me.page.evaluate(POINT, step)
    before = me.look()
    lift = swiped(me, (x, y), (x, y - 200))
    me.page.wait_for_function("() => scrollY > 80")
    lift()
    assert me.look() == before, "a swipe chooses nothing"


def test_a_table_that_is_not_there(visits):
    me = visits.person()
    me.visit("/game/nothingishere")
    me.page.wait_for_selector("#connection a")
    assert "no such table" in me.says("#connection")
    assert not me.page.locator("#acts").is_visible()


def test_nothing_is_wider_than_the_screen(visits):
    me = visits.person()
    visits.tolerated = ("400", "404")
    table = me.table("pathwayz", {"w": "me", "b": "me"})
    for path in (*PAGES, "/rules/pit", table):
        opened(me, path)
        for width, height in SIZES:
            me.page.set_viewport_size({"width": width, "height": height})
            assert overflow(me.page) <= 0, f"{path} at {width}"
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        board = me.page.locator("#table-board").bounding_box()
        assert board["x"] >= 0
        assert board["x"] + board["width"] <= width
        assert board["width"] > 0.55 * min(width, height)


def cut_selects(page):
    """Selects that are narrower than the longest of their words."""
    return page.evaluate(
        """() => [...document.querySelectorAll("form.create select")].filter((one) => {
          const free = one.cloneNode(true);
          free.style.cssText = "width: auto; position: absolute; visibility: hidden";
          one.parentNode.append(free);
          const needs = free.offsetWidth;
          free.remove();
          return one.checkVisibility() && one.offsetWidth < needs;
        }).map((one) => one.name)"""
    )


@pytest.mark.parametrize(
    ("path", "choices"),
    [("/", "article[aria-labelledby=title-pit] summary"), ("/position/pit", "#play-on summary")],
)
def test_no_choice_is_cut_off(visits, path, choices):
    me = visits.person()
    opened(me, path)
    me.page.click(choices)
    for clock in ("none", "increment", "days"):
        me.page.select_option("select[name=clock]", clock)
        for width, height in (*SIZES, (1000, 700)):
            me.page.set_viewport_size({"width": width, "height": height})
            assert cut_selects(me.page) == [], f"{clock} at {width}"
            assert overflow(me.page) <= 0


def test_the_page_is_light(visits):
    me = visits.person()
    weight = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, one) => sum + one.transferSize, 0)"""
    opened(me, "/")
    assert 10_000 < me.page.evaluate(weight) < MOST_BYTES
    me.play_button("pit")
    assert 10_000 < me.page.evaluate(weight) < MOST_BYTES
    me.visit("/learn/pit#:next")
    me.page.wait_for_selector("#table-board svg")
    assert 10_000 < me.page.evaluate(weight) < MOST_BYTES
    for page in shells.PAGES.glob("*.html"):
        named = set(re.findall(r"/static/([\w.-]+)", shells.shell(english_voice(), page.name))) - {"board.css"}
        assert sum((STATIC / name).stat().st_size for name in named) < MOST_BYTES, f"{page.name}, before compression"


def test_a_server_that_stops_in_good_order_says_so(visits_own, own_server):
    """The socket is closed with 1012, the page says what happened, and connects again when the server is back."""
    me = visits_own.person()
    me.page.add_init_script(
        """window.ends = [];
        window.WebSocket = class extends WebSocket {
          constructor(...all) {
            super(...all);
            this.addEventListener("close", (event) => window.ends.push(event.code));
          }
        };"""
    )
    me.table("tablut", {"w": "me", "b": "me"})
    me.page.fill("#typed-turn", "e4-f4")
    me.page.keyboard.press("Enter")
    me.until_turns(1)
    visits_own.tolerated = ("WebSocket connection to", "ERR_CONNECTION_REFUSED")
    own_server.process.send_signal(signal.SIGTERM)
    me.page.wait_for_selector("#connection >> text=The server stops")
    assert me.page.evaluate("() => window.ends[0]") == 1012
    assert "The server stops" in " ".join(me.page.locator("#news p").all_text_contents())
    own_server.stop()
    own_server.start()
    me.page.wait_for_selector("#connection[hidden]", state="attached", timeout=30_000)
    visits_own.tolerated = ()
    assert me.turns() == ["e4-f4"]
    me.page.fill("#typed-turn", "d1-c1")
    me.page.keyboard.press("Enter")
    me.until_turns(2)


def test_a_fresh_machine_says_that_it_compiles(browser, tmp_path):
    """With an empty cache the opponents are compiled in the background, with a note; people play meanwhile."""
    server = Server(tmp_path, cache=tmp_path / "kernels")
    server.start()
    visits = Visits(browser, server.url)
    try:
        me = visits.person()
        me.table("never-alone", {"r": "me", "b": "me"})
        me.page.wait_for_selector("#compiling progress", timeout=180_000)
        assert "Compiling opponents: " in me.says("#compiling")
        assert "compiled for this machine" in me.page.get_attribute("#compiling", "title")
        me.click("cell:b2")
        me.until_turns(1)
        assert me.page.locator("#compiling").is_visible()
    finally:
        visits.over()
        server.stop()


def test_a_killed_server_loses_nothing(visits_own, own_server):
    """Kill the server in the middle of play; the page says so, connects again, and the game goes on."""
    me = visits_own.person()
    opponent = me.known()["opponents"][0]["spec"]
    me.table("pathwayz", {"w": "me", "b": opponent})
    chance = random.Random(2)
    while me.look()["turns"] < 4:
        me.until_my_turn()
        me.click(chance.choice(me.look()["targets"]))
    me.until_my_turn()
    turns = me.turns()
    visits_own.tolerated = ("WebSocket connection to", "ERR_CONNECTION_REFUSED")
    own_server.kill()
    me.page.wait_for_selector("#connection:not([hidden])")
    assert "lost" in me.says("#connection") or "Connecting" in me.says("#connection")
    own_server.start()
    me.page.wait_for_selector("#connection[hidden]", state="attached", timeout=30_000)
    visits_own.tolerated = ()
    assert me.turns()[: len(turns)] == turns
    me.until_my_turn()
    before = me.look()["turns"]
    while me.look()["turns"] < before + 2:
        me.until_my_turn()
        me.click(chance.choice(me.look()["targets"]))
        me.page.wait_for_timeout(50)
    assert me.turns()[: len(turns)] == turns
