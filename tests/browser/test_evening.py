"""A whole evening for each game: a game, its review, another try, the what-if board, a puzzle; mouse, finger, keys."""

from __future__ import annotations

import re
import time
from urllib.parse import parse_qs, urlsplit

import pytest

import tavoliere as tv
from tavoliere.apps.web.table.halves import steps_of
from tavoliere.teach import puzzles
from tavoliere.teach.proving import made_turns

BLUNDERS = {
    "tablut": ("3bb4/4bb1b1/9/b1w1b4/b2k1ww1b/2w4w1/2w5b/4b4/3bbb3 w", "d5-c5"),
    "never-alone": ("8/8/5r2/1b2bb2/rrbrrbbr/1r1b2b1/3rb3/3r4 r 0", "a1"),
    "pathwayz": ("b1wBWW4Bb/wbbwbB2wBbW/BwWWB1wb1wwB/5wBbwwW1/7Bwb1W/7W3w/1BWb8/1ww4b4 b", "d4"),
    "pit": (
        "b3b4/4bb1w1/2o3o2/5w3/4o2B1/1W1b5/2o3o2/3b1w3/4w3w b w0,b0 a2n,a4e,a4n,a9e,d2e,d3n,e1n,e4e,e8n,f1n,f2n,f6e,"
        "f8n,h1e,h4e,h4n,h5e,h6e,h8e,i3n,i4n,i5n,i8n",
        "e8-b8n",
    ),
    "pit-of-pillars": ("#6#/1(rwr)Rw2r1/8/r3(rw)3/w5W1/1(wr)3w1(wr)/6(rwr)1/#2(wr)3# w m 1-0 - 3", "@a5,g4-c4"),
}
"""A position of each game and a turn in it that gives much away."""
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
BETTER = re.compile(r"(?:Better was|Meglio era) (\S+)\.$")
SAID = {
    "en": {"accuracy": "Accuracy", "right": "That is it"},
    "it": {"accuracy": "Precisione", "right": "È questa"},
}
"""What is read of the page, in its languages."""


class Hands:
    """How somebody acts: with a mouse, with a finger or with keys alone."""

    def __init__(self, person, kind):
        self.person, self.kind = person, kind

    def press(self, selector):
        found = self.person.page.locator(selector).first
        found.wait_for()
        if self.kind == "mouse":
            found.click()
        elif self.kind == "finger":
            found.tap()
        else:
            found.focus()
            self.person.page.keyboard.press("Enter")

    def step(self, step):
        if self.kind == "mouse":
            self.person.click(step)
        elif self.kind == "finger":
            self.person.tap(step)
        else:
            before = self.person.look()["shown"]
            self.person.page.locator(f'#table-board [data-step="{step}"]').first.focus()
            self.person.page.keyboard.press("Enter")
            self.person.until_shown(before)

    def turn(self, position, move):
        for step in steps_of(position, move):
            self.step(step)


def until_at(person, text):
    """Until the board shows a position in which nobody has begun a turn."""
    deadline = time.monotonic() + 15
    while parse_qs(urlsplit(person.look()["position"]).query).get("text") != [text]:
        assert time.monotonic() < deadline, "the board shows another position"
        person.page.wait_for_timeout(20)


def evening(me, hands, name):
    """Lose a game, have it reviewed, find what was better, look at other lines, and see a puzzle."""
    start, wrong = BLUNDERS[name]
    position = tv.game(name).position(start)
    me.table(name, dict.fromkeys(position.game.players, "me"), start=start)
    hands.turn(position, wrong)
    me.until_turns(1)
    hands.press("#act-resign")
    hands.press("#dialog-yes")
    me.page.wait_for_selector("#status[data-state=over]")
    hands.press("#act-review")
    me.page.wait_for_selector("#review-told > *, #review-record", timeout=60_000)
    look_away(me, True)
    until_nobody_thinks(me)
    look_away(me, False)
    me.page.wait_for_selector("#review-record", timeout=120_000)
    said = SAID[me.page.get_attribute("html", "lang")]
    assert me.page.locator(".chart").count() == 1 and said["accuracy"] in me.says(".grades")
    hands.press(".points .point")
    me.page.wait_for_selector("#table-board .tv-lines .tv-line")
    better = BETTER.search(me.page.locator("#review-told > p").first.inner_text())[1]
    me.page.wait_for_selector(f".branch .branch .turn:text-is('{better}')")
    hands.press("#try-again")
    until_at(me, start)
    hands.turn(position, better)
    me.page.wait_for_selector(f"#try-told:text('{said['right']}')", timeout=60_000)
    think_along(me, hands)
    assert me.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing is too wide"
    solve(me, hands, name)


def think_along(me, hands):
    """Somebody strong has lines; one is kept, and taken back."""
    hands.press("#act-undo")
    hands.press("#think-on")
    me.page.wait_for_selector(".think-line", timeout=60_000)
    assert me.page.locator("#chances .share").count() == 2
    me.page.wait_for_selector("#table-board .tv-lines")
    look_away(me, True)
    until_nobody_thinks(me)
    look_away(me, False)
    me.page.wait_for_selector("#think-state:not([hidden])")
    hands.press("#think-on")
    me.page.wait_for_selector("#table-board .tv-lines", state="detached")


def look_away(me, is_hidden):
    """What a browser tells a page whose tab is left, or looked at again."""
    me.page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def until_nobody_thinks(me):
    """The server rests as soon as nobody looks."""
    deadline = time.monotonic() + 90
    while True:
        told = me.page.request.get(f"{me.url}/health").json()
        if told["thinking"] == told["waiting"] == 0:
            return
        assert time.monotonic() < deadline, "somebody still thinks"
        me.page.wait_for_timeout(50)


def solve(me, hands, name):
    """A puzzle: a wrong try is refuted on the board, and the line that the answer tells solves it."""
    me.visit(next(game["puzzles"] for game in me.known()["games"] if game["name"] == name))
    hands.press("#begin")
    me.page.wait_for_selector("#table-board svg", timeout=60_000)
    puzzle = puzzles(name).by_id[urlsplit(me.page.url).fragment]
    start = puzzle.start()
    key = start.exact_actions(puzzle.turns[0])[0]
    wrong = next(action for action in start.actions() if action != key)
    hands.turn(start, next(turn for turn, _ in made_turns(start, wrong)))
    hands.press("#retry")
    me.page.wait_for_selector("#retry", state="detached")
    hands.press("#solution")
    me.page.wait_for_selector(f"#message:has-text('{' '.join(puzzle.line)}')", timeout=60_000)
    own = list(own_turns(puzzle))
    for place, (position, turn) in enumerate(own, start=1):
        hands.turn(position, turn)
        end = "done" if place == len(own) else "half"
        me.page.wait_for_selector(f"#message[data-kind={end}]", timeout=60_000)


def own_turns(puzzle):
    """What the solver plays in the line, and where."""
    position = start = puzzle.start()
    for turn in puzzle.line:
        if position.turn == start.turn:
            yield position, turn
        position = position.play(turn)


@pytest.mark.parametrize(
    ("name", "kind", "locale", "scheme"),
    [
        ("tablut", "keys", "en-GB", "light"),
        ("tablut", "finger", "it-IT", "dark"),
        ("never-alone", "mouse", "it-IT", "dark"),
        ("never-alone", "finger", "en-GB", "light"),
        ("never-alone", "keys", "en-GB", "light"),
        ("pathwayz", "finger", "it-IT", "light"),
        ("pathwayz", "keys", "en-GB", "dark"),
        ("pit", "keys", "it-IT", "dark"),
        ("pit", "finger", "en-GB", "light"),
        ("pit-of-pillars", "finger", "en-GB", "dark"),
        ("pit-of-pillars", "keys", "it-IT", "light"),
    ],
)
def test_a_whole_evening(visits, name, kind, locale, scheme):
    size = PHONE if kind == "finger" else {"viewport": {"width": 1280, "height": 720}}
    me = visits.person(**size, locale=locale, color_scheme=scheme)
    evening(me, Hands(me, kind), name)


SLOW = """() => {
  const asked = fetch;
  window.fetch = async (...request) => {
    await new Promise((done) => setTimeout(done, 800));
    return asked(...request);
  };
}"""
"""A server far away."""
WALK = 3_000
"""By then a line that goes on has gone further."""


def test_a_line_that_is_shown_ends_with_whatever_somebody_does(visits):
    start, wrong = BLUNDERS["tablut"]
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"}, start=start, moves=[wrong])
    me.page.click("#act-resign")
    me.page.click("#dialog-yes")
    me.page.click("#act-review")
    me.page.wait_for_selector(".points .point", timeout=120_000)
    me.page.evaluate(SLOW)
    for moment in ("#try-again", ".branch .branch .move[aria-current]"):
        me.page.click(".points .point")
        me.page.wait_for_selector(moment)
        me.page.click("#try-again")
        until_at(me, start)
        me.page.wait_for_timeout(WALK)
        until_at(me, start)
        assert me.page.locator("#try-told").count() == 1
