"""A table at twelve sizes of screens, upright and turned: what is needed to play is in view, and nothing moves."""

from __future__ import annotations

import random

import pytest

import tavoliere as tv
from tavoliere.apps.web.show.wording import told
from tavoliere.apps.web.table import halves
from tavoliere.core.languages import language
from tavoliere.games import own_games, ruleset
from tavoliere.scene import guide
from tests.browser.people import random_turns
from tests.web.tables import EN

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (768, 1024),
    (568, 320),
    (740, 360),
    (844, 390),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
)
SQUARES = ((480, 480), (608, 608), (720, 720), (1024, 1024), (1440, 1440))
"""Windows as wide as they are high: upright and turned at once."""
TABLES = {
    "never-alone": {},
    "pathwayz": {},
    "pit": {},
    "pit of four": {"players": 4},
    "pit-of-pillars": {},
    "tablut": {},
}
OUT_OF_VIEW = """() => {
  const needed = [".brand img", "#game-title", "#status", ".seat", ".tv-frame", ".tv-seat", ".tv-button",
    "#message", "#message *"];
  const isIn = (box) => box.width > 0 && box.left >= 0 && box.top >= 0
    && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
  scrollTo(0, 0);
  const found = (name) => [...document.querySelectorAll(name)].map((one) => [name, one.getBoundingClientRect()]);
  return needed.flatMap(found)
    .filter(([, box]) => !isIn(box))
    .map(([name, box]) => `${name} from ${box.left},${box.top} to ${box.right},${box.bottom}`);
}"""
PLACES = """() => [...document.querySelectorAll("button, input, a, summary, .seat, .tv-frame, .tv-seat, .tv-button")]
  .filter((one) => one.checkVisibility() && !one.closest("#message, #asked, .moves"))
  .map((one) => [one, one.getBoundingClientRect()])
  .map(([one, box]) => `${one.id || one.dataset.go || one.dataset.seat || one.localName}: `
    + [box.left, box.top + scrollY, box.width, box.height].map(Math.round))"""
TYPE = """(turn) => {
  document.getElementById("typed-turn").value = turn;
  document.getElementById("typed").requestSubmit();
}"""
BOARD = "() => document.querySelector('.tv-frame').getBoundingClientRect().width"


COVERED = """() => {
  const words = document.querySelector("#message").getBoundingClientRect();
  const isUnder = (box) => words.left < box.right && words.right > box.left
    && words.top < box.bottom && words.bottom > box.top;
  return [...document.querySelectorAll(".tv-frame, .tv-seat, .seat, #status")]
    .some((one) => isUnder(one.getBoundingClientRect()));
}"""


CUT = """() => [...document.querySelectorAll("#message > p")].filter((one) => one.checkVisibility())
  .some((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)"""
"""Whether words that are told end before their end."""
CUT_TASKS = """(texts) => texts.filter((text) => {
  const asked = document.getElementById("asked");
  asked.textContent = text;
  return asked.scrollHeight > asked.clientHeight + 1;
})"""
"""Which of these sentences would end so above the board."""


def sized(person, size):
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("name", TABLES)
def test_everything_is_in_view_and_stays_where_it_is(visits, name):
    """The whole board, whose turn it is, the players, the trays and the words; at each size a turn is made."""
    me, game, options = visits.person(), name.partition(" ")[0], TABLES[name]
    turns = random_turns(game, 7, len(SIZES) + len(SQUARES) + 1, **options)
    me.table(game, dict.fromkeys(tv.game(game, **options).players, "me"), options=options)
    me.page.evaluate(TYPE, turns[0])
    me.until_turns(1)
    hidden, moved = {}, {}
    for number, (size, turn) in enumerate(zip((*SIZES, *SQUARES), turns[1:], strict=True), start=2):
        told = sized(me, size)
        before = me.page.evaluate(PLACES)
        me.page.evaluate(TYPE, turn)
        me.until_turns(number)
        hidden[told] = me.page.evaluate(OUT_OF_VIEW)
        moved[told] = sorted(set(before) ^ set(me.page.evaluate(PLACES)))
        assert me.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), told
    assert {told: found for told, found in hidden.items() if found} == {}
    assert {told: found for told, found in moved.items() if found} == {}


def longest_refusal(game):
    """A position, a square to click and what is said about it: of some games of random turns the most words."""
    chance, found = random.Random(3), []
    for _ in range(3):
        position = game.start()
        while position.outcome is None and len(found) < 400:
            texts = {square: halves.attempted(position, (), f"cell:{square}") for square in squares_of(position)}
            found += [(len(told(EN, why)), str(position), square) for square, why in texts.items() if why is not None]
            position = position.play(chance.choice(position.legal_moves()))
    return max(found)[1:]


def squares_of(position):
    scene = position.game.ruleset.face.scene(position.state, position.game.options)
    return sorted({stack.square for stack in scene.stacks})


@pytest.mark.parametrize("name", TABLES)
def test_a_long_refusal_is_in_view_beside_the_whole_board(visits, name):
    """Why the king cannot move was cut off on small phones. Here is the longest refusal of some games, and its rule."""
    me, game = visits.person(), tv.game(name.partition(" ")[0], **TABLES[name])
    start, square = longest_refusal(game)
    me.table(game.name, dict.fromkeys(game.players, "me"), options=TABLES[name], start=start)
    hidden, covered, moved = {}, [], []
    for size in (*SIZES, *SQUARES):
        shown = sized(me, size)
        before = me.page.evaluate(PLACES)
        me.try_to(f"cell:{square}")
        hidden[shown] = me.page.evaluate(OUT_OF_VIEW)
        covered += [shown] if me.page.evaluate(COVERED) else []
        moved += [shown] if me.page.evaluate(PLACES) != before else []
    assert {shown: found for shown, found in hidden.items() if found} == {}
    assert (covered, moved) == ([], [])


@pytest.mark.parametrize("name", TABLES)
def test_after_a_game_the_whole_board_is_in_view_with_the_ways_on(visits, name):
    """The ways on lay over half of the board on phones, over the players on laptops, and words were cut off."""
    me, game = visits.person(), tv.game(name.partition(" ")[0], **TABLES[name])
    start, last = before_the_end(game)
    me.table(game.name, dict.fromkeys(game.players, "me"), options=TABLES[name], start=start)
    me.page.evaluate(TYPE, last)
    me.page.wait_for_selector("#message .ways-on")
    hidden, covered, cut = {}, [], {}
    for size in (*SIZES, *SQUARES):
        shown = sized(me, size)
        hidden[shown] = me.page.evaluate(OUT_OF_VIEW.replace("#message *", "#message > .ways-on"))
        cut[shown] = me.page.evaluate(CUT)
        covered += [shown] if me.page.evaluate(COVERED) else []
        assert me.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), shown
    assert {shown: found for shown, found in hidden.items() if found} == {}
    assert (covered, [shown for shown, found in cut.items() if found]) == ([], [])


def before_the_end(game):
    """A position in which a turn ends the game, whatever was before it, and that turn."""
    for seed in range(20):
        chance, position = random.Random(seed), game.start()
        while position.outcome is None:
            before, last = position, chance.choice(position.legal_moves())
            position = position.play(last)
        if game.position(str(before)).play(last).outcome is not None:
            return str(before), last
    raise AssertionError("every random game ended by what was before")


def sentences(tongue):
    """What is asked in some games of random turns and how they end, as somebody reads it, with the rule to look up."""
    found = set()
    for name, variant in [(one, variant) for one in own_games() for variant in ruleset(one).facts.variants]:
        chance, position, words = random.Random(4), tv.game(name, **variant).start(), language(tongue, ruleset(name))
        for _ in range(1500):
            before, action = position, chance.choice(position.actions())
            position, end = position.act(action), guide.ending(before, action)
            found |= {words.say(guide.asked(before)) + " The rule" * (guide.forced(before) is not None)}
            found |= {words.say(end.told)} if end else set()
            position = position.game.start() if position.outcome is not None else position
    return sorted(found)


@pytest.mark.parametrize("tongue", ["en", "it"])
def test_what_is_asked_and_how_a_game_ended_is_never_cut_off(visits, tongue):
    """On phones a sentence that said what to do ended before its end."""
    me = visits.person(locale=tongue)
    me.table("pit", {"w": "me", "b": "me"})
    told, cut = sentences(tongue), {}
    for size in (*SIZES, *SQUARES):
        shown = sized(me, size)
        cut[shown] = me.page.evaluate(CUT_TASKS, told)
    assert len(told) > 60
    assert {shown: found for shown, found in cut.items() if found} == {}


def test_how_turns_are_written_is_in_view_too(visits):
    """The longest sentence of all: what Pit says of a turn that nobody can read."""
    me = visits.person()
    me.table("pit", dict.fromkeys("wrbg", "me"), options={"players": 4})
    hidden = {}
    for size in SIZES:
        shown = sized(me, size)
        me.page.evaluate("() => document.querySelector('#message > p')?.setAttribute('data-old', '')")
        me.page.evaluate(TYPE, "?!")
        me.page.wait_for_selector("#message[data-kind=problem] > p:not([data-old])")
        hidden[shown] = me.page.evaluate(OUT_OF_VIEW)
    assert {shown: found for shown, found in hidden.items() if found} == {}


def test_nothing_moves_while_an_opponent_thinks(visits):
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "mcts:seconds=60"})
    for size in SIZES:
        sized(me, size)
        before = me.page.evaluate(PLACES)
        me.page.evaluate(TYPE, "e4-f4")
        me.page.wait_for_selector("#thinking >> text=thinks")
        assert me.page.evaluate(OUT_OF_VIEW) == []
        assert me.page.evaluate(PLACES) == before
        me.page.evaluate("() => document.getElementById('act-undo').click()")
        me.page.wait_for_function("() => !document.querySelector('.moves li')")


@pytest.mark.parametrize(("game", "least"), [("tablut", 680), ("pit", 570)])
def test_the_board_is_as_large_as_a_laptop_allows(visits, game, least):
    me = visits.person()
    me.table(game, {"w": "me", "b": "me"})
    sized(me, (1280, 720))
    assert me.page.evaluate(BOARD) > least


def test_what_comes_unexpected_moves_nothing(visits):
    me, friend = visits.person(), visits.person()
    me.table("tablut", {"w": "me", "b": "open"})
    friend.visit(me.page.url)
    friend.at_table()
    friend.page.click("[data-sit=b]")
    friend.page.click("#dialog-yes")
    friend.page.wait_for_selector("#act-draw:enabled")
    for size in SIZES:
        sized(friend, size)
        before = friend.page.evaluate(PLACES)
        me.page.click("#act-draw")
        friend.page.wait_for_selector(".offer .primary")
        box = friend.page.locator(".offer").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], "a question is in view"
        assert set(before) <= set(friend.page.evaluate(PLACES))
        friend.page.click(".offer .plain")
        friend.page.wait_for_selector(".offer", state="detached")
        me.page.wait_for_selector("#act-draw:enabled")


UNDER_A_NOTICE = """(words) => {
  const note = document.getElementById("compiling");
  note.hidden = false;
  note.replaceChildren(words);
  scrollTo(0, 0);
  const notice = note.getBoundingClientRect();
  const isUnder = (box) => notice.left < box.right && notice.right > box.left
    && notice.top < box.bottom && notice.bottom > box.top;
  return [...document.querySelectorAll(".tv-frame, .tv-seat, #status, .seat, #message, #language, button")]
    .filter((place) => place.checkVisibility() && isUnder(place.getBoundingClientRect()))
    .map((place) => place.id || place.className.baseVal || place.className);
}"""


def test_what_goes_on_for_minutes_covers_nothing_that_is_played_with(visits):
    """While opponents were compiled a note lay over squares: two rows on phones held across, one on laptops."""
    me = visits.person()
    me.table("tablut", {"w": "me", "b": "me"})
    words = EN.text("compiling", done=19, of=32)
    covered = {sized(me, size): me.page.evaluate(UNDER_A_NOTICE, words) for size in (*SIZES, *SQUARES)}
    assert {shown: found for shown, found in covered.items() if found} == {}
    assert me.page.locator("#compiling").is_visible()
