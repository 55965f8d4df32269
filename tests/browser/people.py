"""People in front of a page: they look at the board, click what can be clicked, and read what is said."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import tavoliere as tv
from tavoliere.apps.web.table.halves import steps_of
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker

STATE = """() => {
  const board = document.getElementById("table-board");
  return {
    state: document.getElementById("status")?.dataset.state ?? "",
    shown: Number(board?.dataset.shown ?? 0),
    turns: document.querySelectorAll(".moves li").length,
    position: document.getElementById("copy-position")?.dataset.url ?? "",
    targets: [...(board?.querySelectorAll(".tv-target[data-step]") ?? [])].map((one) => one.dataset.step),
  };
}"""
POINT = """(step) => {
  const one = document.querySelector(`#table-board [data-step="${step}"]`);
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
STILL = """async () => {
  const place = () => document.getElementById("table-board").getBoundingClientRect().y;
  for (let before = NaN; before !== place(); ) {
    before = place();
    await new Promise((done) => setTimeout(done, 200));
  }
}"""
"""Words that come make a phone's page move for a moment, which a finger waits for."""
SHOWN = """(n) => {
  const board = document.getElementById("table-board");
  const isNew = () => Number(board.dataset.shown) > n;
  if (isNew()) return true;
  return new Promise((found) => {
    const watching = new MutationObserver(() => isNew() && (watching.disconnect(), found(true)));
    watching.observe(board, { attributes: true, attributeFilter: ["data-shown"] });
    setTimeout(() => (watching.disconnect(), found(isNew())), 15000);
  });
}"""
PRESS = """(keys) => {
  const on = document.activeElement ?? document.body;
  for (const key of keys) on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""


class Person:
    """Somebody at a page."""

    def __init__(self, page: Any, url: str) -> None:
        self.page, self.url = page, url

    # Ways to a table

    def visit(self, path: str) -> None:
        self.page.goto(self.url + path if path.startswith("/") else path)

    def known(self) -> Any:
        return self.page.request.get(f"{self.url}/api/games").json()

    def table(self, game: str, seats: dict[str, str], **more: Any) -> str:
        """Make a table by the programs' door and sit down: "me", "open" or an opponent by letter."""
        kinds = {"me": {"kind": "person"}, "open": {"kind": "open"}, "friend": {"kind": "person"}}
        wanted = {letter: kinds.get(seat, {"kind": "opponent", "spec": seat}) for letter, seat in seats.items()}
        answer = self.page.request.post(f"{self.url}/api/tables", data={"game": game, "seats": wanted, **more})
        assert answer.status == 201, answer.text()
        made = answer.json()
        mine = ",".join(token for letter, token in made["tokens"].items() if seats[letter] == "me")
        self.visit(f"{made['url']}#seat={mine}" if mine else made["url"])
        self.at_table()
        return str(made["url"])

    def at_table(self) -> None:
        self.page.wait_for_selector("#table-board svg")
        self.page.wait_for_function("() => document.getElementById('status').dataset.state")

    def play_button(self, game: str) -> None:
        self.visit("/")
        self.page.click(f"[data-play={game}]")
        self.page.wait_for_url("**/game/*")
        self.at_table()

    # Looking

    def look(self) -> Any:
        return self.page.evaluate(STATE)

    def says(self, selector: str) -> str:
        return str(self.page.locator(selector).inner_text())

    def turns(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".moves .turn").all_inner_texts()]

    def is_over(self) -> bool:
        return bool(self.look()["state"] == "over")

    def pieces_on(self, square: str) -> list[str]:
        """Who owns what stands on a square, from the lowest."""
        found = self.page.locator(f'#table-board .tv-stack[data-square="{square}"] .tv-piece')
        return [str(one.get_attribute("data-owner")) for one in found.all()]

    def first_rank(self) -> float:
        """How far down the page the square a1 is."""
        return float(self.page.locator('#table-board [data-step="cell:a1"]').bounding_box()["y"])

    # Acting

    def turn_the_board(self) -> None:
        before = self.first_rank()
        self.page.click("#act-flip")
        self.page.wait_for_function(
            "(y) => Math.abs(document.querySelector('[data-step=\"cell:a1\"]').getBoundingClientRect().y - y) > 100",
            arg=before,
        )

    def click(self, step: str) -> None:
        """Click a step and wait until the board has answered."""
        before = self.look()["shown"]
        self.page.mouse.click(*self.page.evaluate(POINT, step))
        self.until_shown(before)

    def tap(self, step: str) -> None:
        before = self.look()["shown"]
        self.page.evaluate(STILL)
        self.page.touchscreen.tap(*self.page.evaluate(POINT, step))
        self.until_shown(before)

    def try_to(self, step: str) -> None:
        """Click where nothing may happen, and wait for words instead: others than those that stand there."""
        self.page.evaluate("() => document.querySelector('#message > p')?.setAttribute('data-old', '')")
        self.page.mouse.click(*self.page.evaluate(POINT, step))
        self.page.wait_for_selector("#message[data-kind=problem] > p:not([data-old])")

    def press_at_once(self, *keys: str) -> None:
        """Press keys faster than any server answers."""
        self.page.evaluate(PRESS, keys)

    def until_shown(self, before: int) -> None:
        assert self.page.evaluate(SHOWN, before), "no other board was shown"

    def until_turns(self, number: int) -> None:
        self.page.wait_for_function("(n) => document.querySelectorAll('.moves li').length >= n", arg=number)

    def until_my_turn(self) -> None:
        self.page.wait_for_function("() => ['yours', 'over'].includes(document.getElementById('status').dataset.state)")


class Mind:
    """Chooses turns by a search of so few nodes that nobody waits for it."""

    def __init__(self, spec: str = "alphabeta:nodes=3000") -> None:
        self.spec, self.worker = parse_spec(spec), SearchWorker()

    def steps(self, seen: Any, seed: int) -> list[str]:
        """The steps of a good turn in the position that a page shows."""
        address = urlsplit(seen["position"])
        options = dict(parse_qsl(address.query))
        text = options.pop("text")
        chosen = {name: int(value) if value.isdigit() else value for name, value in options.items()}
        position = tv.game(address.path.rpartition("/")[2], **chosen).position(text)
        return steps_of(position, self.worker.choose(self.spec, position, seed).move)

    def close(self) -> None:
        self.worker.close()


def play_out(
    people: Sequence[Person],
    chance: random.Random,
    most: int = 300,
    act: Callable[..., None] = Person.click,
    minds: Mapping[Person, Mind] | None = None,
) -> None:
    """Until the game is over for everybody, whoever has a mind makes good turns, and the others choose anything."""
    clicks, waiting_since = 0, time.monotonic()
    while not all(person.is_over() for person in people):
        before = clicks
        for person in people:
            seen = person.look()
            if seen["state"] != "yours" or not seen["targets"]:
                continue
            steps = [chance.choice(sorted(seen["targets"]))]
            if minds and person in minds:
                steps = minds[person].steps(seen, clicks)
            for step in steps:
                act(person, step)
                clicks += 1
            waiting_since = time.monotonic()
        if clicks == before:
            people[0].page.wait_for_timeout(10)
        assert clicks < most * 4, "the game does not end"
        assert time.monotonic() - waiting_since < 60, "nobody can go on"


def random_turns(name: str, seed: int, number: int, **options: int) -> list[str]:
    """The first turns of some game of random turns that is not over after them."""
    chance = random.Random(seed)
    while True:
        position, turns = tv.game(name, **options).start(), list[str]()
        while len(turns) < number and position.outcome is None:
            turns.append(chance.choice(list(position.legal_moves())))
            position = position.play(turns[-1])
        if position.outcome is None:
            return turns
