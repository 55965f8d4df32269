"""Boards and half-made turns for the page, in every game."""

import random
import re
from urllib.parse import parse_qsl

import pytest

import tavoliere as tv
from tavoliere.apps.web.show import links, pictures
from tavoliere.apps.web.table import halves
from tavoliere.games import own_games
from tavoliere.render.canvas import Sketch
from tavoliere.scene.steps import next_steps
from tests.web.tables import EN

STEP = re.compile(r'data-step="([^"]+)"')
SAID = {"step.tray-first", "step.square-first", "step.other-tray"}
VARIANTS = [(name, variant) for name in own_games() for variant in tv.game(name).facts.variants]


def walk(name, options, turns, seed=1):
    """Positions between turns of a random game."""
    position, chance = tv.game(name, **options).start(), random.Random(seed)
    for _ in range(turns):
        if position.outcome is not None:
            return
        yield position
        while True:
            position = position.act(chance.choice(position.actions()))
            if not position.pending:
                break


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_targets_put_into_a_drawn_board_are_as_if_they_were_drawn(name, options):
    for position in walk(name, options, 12):
        targets = next_steps(position)
        assert pictures.with_targets(pictures.board(EN, position), targets) == pictures.board(
            EN, position, targets=targets
        )


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_steps_lead_to_the_turn_that_they_are_the_steps_of(name, options):
    chance = random.Random(2)
    for position in walk(name, options, 8):
        move = chance.choice(position.legal_moves())
        steps = halves.steps_of(position, move)
        half = halves.half_made(position, tuple(steps))
        assert half.move == move and half.next == {} and half.events == halves.turn_events(position, move)
        begun = halves.half_made(position, tuple(steps[:-1]))
        assert begun.move is None and steps[-1] in begun.next


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_step_that_cannot_follow_is_refused_and_one_that_can_is_not(name, options):
    """Whatever can be clicked in a picture, before and within a turn: the answer is a rule, or what to do instead."""
    chance = random.Random(3)
    for position in walk(name, options, 10):
        drawn = set(STEP.findall(pictures.board(EN, position)))
        whole = tuple(halves.steps_of(position, chance.choice(position.legal_moves())))
        for taken in (whole[:length] for length in range(len(whole))):
            allowed = set(halves.half_made(position, taken).next)
            for step in chance.sample(sorted(drawn | allowed), min(60, len(drawn | allowed))):
                refusal = halves.attempted(position, taken, step)
                assert (refusal is None) == (step in allowed)
                if refusal is not None:
                    assert refusal.key in SAID or (refusal.clause or "").startswith(f"{name}."), (taken, step)


TOWER = "7b1/B8/2o3o2/8W/4o4/9/2o3o2/9/w8 w w4,b4 b1e"
PILLARS = "#6#/8/2W5/3w4/1(ww)4r1/3R4/2w5/#6# w m 1-0 - 3"
FORCED = "9/9/2o3o2/9/4o4/9/2o3o2/wb7/W7B w w4,b4 -"


@pytest.mark.parametrize(
    ("name", "position", "taken", "step", "said"),
    [
        ("pathwayz", "", "", "cell:a1", "step.tray-first"),
        ("pathwayz", "", "", "tray:b/normal", "step.other-tray"),
        ("never-alone", "", "", "button:pass", "never-alone.pass"),
        ("tablut", "", "cell:e4", "cell:d3", "tablut.line"),
        ("pit-of-pillars", "", "", "tray:w/man", "step.square-first"),
        ("pit-of-pillars", "", "", "button:done", "pit-of-pillars.stage"),
        ("pit-of-pillars", PILLARS, "", "button:done", "pit-of-pillars.stage"),
        ("pit-of-pillars", PILLARS, "", "tray:r/man", "step.other-tray"),
        ("pit", "", "", "tray:w/tower", "pit.first-turn"),
        ("pit", TOWER, "cell:a1 cell:b1", "edge:b1-c1", "pit.barrier-there"),
        ("pit", TOWER, "cell:a1 cell:b1", "edge:c1-d1", "pit.barrier-due"),
        ("pit", TOWER, "cell:a1 cell:b1", "cell:i9", "pit.barrier-due"),
        ("pit", TOWER, "cell:a1 cell:a7", "edge:a7-a8", None),
        ("pit", TOWER, "cell:a1 cell:b1", "tray:w/tower", "pit.barrier-due"),
        ("pit", TOWER, "", "tray:b/tower", "step.other-tray"),
        ("pit", TOWER, "tray:w/tower", "cell:c3", "pit.entry-square"),
        ("pit", FORCED, "", "tray:w/tower", "pit.priority-replacement"),
        ("pit", FORCED.replace("w4,b4", "w0,b4"), "", "tray:w/tower", "pit.reserve"),
    ],
)
def test_why_a_step_is_refused(name, position, taken, step, said):
    game = tv.game(name)
    refusal = halves.attempted(game.position(position) if position else game.start(), tuple(taken.split()), step)
    assert (refusal and (refusal.clause or refusal.key)) == said


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_the_link_to_a_position_says_which_game_it_is_and_no_more(name, options):
    game = tv.game(name, **options)
    url = links.position_url(game, str(game.start()))
    written = {name: int(value) for name, value in parse_qsl(url.partition("?")[2])[1:]}
    assert tv.game(name, **written) == game
    assert url.startswith(f"/position/{name}?text=") and url.count("&") <= len(options)


def test_a_board_for_the_page_has_no_style_of_its_own():
    svg = pictures.board(EN, tv.game("pit").start())
    assert "<style" not in svg and "style=" not in svg and "<script" not in svg
    assert "data-theme" in pictures.board_style()


def flat(blocks):
    return tuple(part for block in blocks for part in block)


def patched(blocks, patch):
    """As the page does it."""
    old = flat(blocks)
    return tuple(part for one in patch for part in ([one] if isinstance(one, str) else old[one[0] : one[1]]))


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_picture_follows_from_the_one_before_by_what_has_changed(name, options):
    old = pictures.parts(EN, tv.game(name, **options).start(), side=2)
    for position in walk(name, options, 20):
        new = pictures.parts(EN, position)
        assert pictures.whole(new) == pictures.board(EN, position)
        assert patched(old, pictures.patch(old, new)) == flat(new)
        assert patched((), pictures.patch((), new)) == flat(new)
        old = new
    assert len(str(pictures.patch(old, old))) < 20


def test_patches_are_small_from_one_turn_to_the_next():
    position = tv.game("tablut").start()
    after = position.play("e4-f4")
    old, new = pictures.parts(EN, position), pictures.parts(EN, after, marks={"e4", "f4"})
    assert len(str(pictures.patch(old, new))) < len(pictures.whole(new)) / 10


def test_a_table_that_is_drawn_again_and_again_looks_as_if_it_were_drawn_once():
    for name, options in VARIANTS:
        sketch = Sketch()
        for number, position in enumerate(walk(name, options, 30)):
            marks = {"b2", "c3"} if number % 3 else ()
            drawn = pictures.parts_of(
                EN, position.game, pictures.planned(position), sketch, marks=marks, side=2 * (number > 20)
            )
            if number == 20:
                sketch = Sketch()
            assert pictures.whole(drawn) == pictures.board(EN, position, marks=marks, turned=2 * (number > 20))


def test_parts_that_come_twice_or_elsewhere_are_found():
    old, new = (("a", "b", "c", "a"), ("h",)), (("c", "a", "a", "x", "b", "c", "y"), ("h",), ("z",))
    patch = pictures.patch(old, new)
    assert patched(old, patch) == flat(new) and [one for one in patch if isinstance(one, str)] == ["x", "y", "z"]
    assert patched(old, pictures.patch(old, old[:1])) == old[0] and pictures.patch(old, old) == [[0, 5]]
