"""Scenes, steps and events: what is shown is what is there, and what happens accounts for every change."""

import random
import re

import pytest

import tavoliere as tv
from tavoliere.games import own_games, ruleset
from tavoliere.render.text import ansi, text_picture
from tavoliere.scene.events import marked_squares
from tavoliere.scene.steps import next_steps, stepped
from tavoliere.testing import scenes
from tavoliere.testing.scenes import scene_of

GAMES = [(name, variant) for name in own_games() for variant in ruleset(name).facts.variants]
SMALL_PIT = {"size": 5, "holes": "c3", "towers": "a1 e5"}


def walk(game, seed, steps):
    """Positions of a random game, half-made turns included, with the action that leads on from each."""
    chance, position = random.Random(seed), game.start()
    for _ in range(steps):
        if position.outcome is not None:
            position = game.start()
        action = chance.choice(position.actions())
        yield position, action
        position = position.act(action)


@pytest.mark.parametrize(("name", "options"), [*GAMES, ("pit", SMALL_PIT)], ids=str)
def test_events_account_for_every_change_between_two_positions(name, options):
    game = tv.game(name, **options)
    kinds = set()
    for seed in range(5):
        for position, action in walk(game, seed, 300):
            kinds |= scenes.replay_events(position, action)
    expected = {
        "tablut": {"moved", "captured", "noted"},
        "pathwayz": {"placed", "turned"},
        "never-alone": {"placed", "captured"},
        "pit-of-pillars": {"placed", "moved", "captured"},
        "pit": {"placed", "moved", "walled", "fell", "out"},
    }
    assert expected[name] <= kinds


def test_isolated_towers_are_told():
    game = tv.game("pit", size=5, holes="c3", towers="a1 e5")
    position = game.position("4B/5/2o2/4W/b1w2 w w5,b5 a1n,b1n")
    assert position.explain("c1-b1e") == [
        "the white tower moves from c1 to b1",
        "a barrier is placed between b1 and c1",
        "the black tower on a1 leaves the game (no path leads from it to a hole)",
        "the white tower on b1 leaves the game (no path leads from it to a hole)",
    ]


@pytest.mark.parametrize(("name", "options"), [*GAMES, ("pit", SMALL_PIT)], ids=str)
def test_every_leaf_of_the_step_tree_is_exactly_one_legal_turn(name, options):
    game = tv.game(name, **options)
    seen = 0
    for position, _ in walk(game, 3, 90 if name == "pit-of-pillars" else 60):
        if position.pending or (name == "pit-of-pillars" and seen > 25):
            continue
        seen += 1
        scenes.every_leaf_of_the_step_tree_is_exactly_one_legal_turn(position)
    assert seen > 20


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_no_steps_of_an_action_begin_those_of_another(name, options):
    for position, _ in walk(tv.game(name, **options), 4, 120):
        scenes.no_steps_of_an_action_begin_those_of_another(position)


def test_steps_lead_to_the_position_that_the_turn_leads_to():
    position = tv.game("pit").start().play("d2").play("d8")
    assert "cell:e1" in next_steps(position)
    walked = stepped(position, ("cell:e1", "cell:e3"))
    assert walked.position.pending and walked.begun == ()
    assert "edge:e3-e4" in next_steps(walked.position)
    assert stepped(position, ("cell:e1", "cell:e3", "edge:e3-e4")).position == position.play("e1-e3n")
    assert stepped(position, ("tray:w/tower",)).begun == ("tray:w/tower",)
    with pytest.raises(ValueError, match="no legal turn goes on"):
        stepped(position, ("cell:a1",))


def test_a_picture_marks_the_last_move_in_brackets():
    position = tv.game("tablut").start()
    action = position.turn_to_actions("e4-f4")[0]
    events = position.game.ruleset.face.events_of(position.state, action, {})
    after = scene_of(position.play("e4-f4"))
    assert marked_squares(events) == {"e4", "f4"}
    assert "4  b . . .[.|w]. . b" in text_picture(after, marks=marked_squares(events))
    assert "[" not in text_picture(after)


def test_colour_changes_nothing_but_the_colour():
    for name, options in GAMES:
        for position, _ in walk(tv.game(name, **options), 5, 40):
            scene = scene_of(position)
            coloured = text_picture(scene, ansi, {"a1", "b2"})
            plain = text_picture(scene, marks={"a1", "b2"})
            assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
            assert plain.isascii()
