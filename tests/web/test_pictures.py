"""Boards and half-made turns for the page, in every game."""

import random
from urllib.parse import parse_qsl

import pytest

import tavoliere as tv
from tavoliere.apps.web import halves, pictures, views
from tavoliere.core.squares import name_of
from tavoliere.scene.steps import next_steps

VARIANTS = [(name, variant) for name in tv.games() for variant in tv.game(name).facts.variants]


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
        assert pictures.with_targets(pictures.board(position), targets) == pictures.board(position, targets=targets)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_steps_lead_to_the_turn_that_they_are_the_steps_of(name, options):
    chance = random.Random(2)
    for position in walk(name, options, 8):
        move = chance.choice(position.legal_moves())
        steps = halves.steps_of(position, move)
        half = halves.half_made(position, tuple(steps))
        assert half.move == move and half.next == [] and half.events == halves.turn_events(position, move)
        begun = halves.half_made(position, tuple(steps[:-1]))
        assert begun.move is None and steps[-1] in begun.next


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_step_that_cannot_follow_is_refused_and_one_that_can_is_not(name, options):
    clauses = set()
    for position in walk(name, options, 10):
        scene = pictures.scene_of(position)
        squares = [name_of(column, row) for column in range(scene.columns) for row in range(scene.rows)]
        trays = [step for step in next_steps(position) if step.startswith("tray:")]
        for taken in ((), *((tray,) for tray in trays)):
            allowed = halves.half_made(position, taken).next
            for square in squares:
                refusal = halves.attempted(position, taken, f"cell:{square}")
                assert (refusal is None) == (f"cell:{square}" in allowed)
                if refusal is not None:
                    clauses.add(refusal.clause)
    assert any(clause and clause.startswith(f"{name}.") for clause in clauses), clauses


def test_where_a_piece_has_to_be_chosen_first_that_is_said():
    assert halves.attempted(tv.game("pathwayz").start(), (), "cell:a1").key == "step.tray-first"


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_the_link_to_a_position_says_which_game_it_is_and_no_more(name, options):
    game = tv.game(name, **options)
    url = views.position_url(game, str(game.start()))
    written = {name: int(value) for name, value in parse_qsl(url.partition("?")[2])[1:]}
    assert tv.game(name, **written) == game
    assert url.startswith(f"/position/{name}?text=") and url.count("&") <= len(options)


def test_a_board_for_the_page_has_no_style_of_its_own():
    svg = pictures.board(tv.game("pit").start())
    assert "<style" not in svg and "style=" not in svg and "<script" not in svg
    assert "data-theme" in pictures.board_style()


def patched(old, patch):
    """As the page does it."""
    return tuple(part for one in patch for part in ([one] if isinstance(one, str) else old[one[0] : one[1]]))


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_picture_follows_from_the_one_before_by_what_has_changed(name, options):
    old = pictures.parts(tv.game(name, **options).start(), flipped=True)
    for position in walk(name, options, 20):
        new = pictures.parts(position)
        assert "\n".join(new) == pictures.board(position)
        assert patched(old, pictures.patch(old, new)) == new
        assert patched((), pictures.patch((), new)) == new
        old = new
    assert len(str(pictures.patch(old, old))) < 20


def test_patches_are_small_from_one_turn_to_the_next():
    position = tv.game("tablut").start()
    after = position.play("e4-f4")
    old, new = pictures.parts(position), pictures.parts(after, marks={"e4", "f4"})
    assert len(str(pictures.patch(old, new))) < len("".join(new)) / 10


def test_parts_that_come_twice_or_elsewhere_are_found():
    old, new = ("a", "b", "c", "a"), ("c", "a", "a", "x", "b", "c", "y")
    patch = pictures.patch(old, new)
    assert patched(old, patch) == new and [one for one in patch if isinstance(one, str)] == ["x", "y"]
