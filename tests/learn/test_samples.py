"""What is taken from games: positions as searches meet them, half-made turns included, each with what it is worth."""

import random

import pytest

import tavoliere as tv
from tavoliere.core.game import ONGOING
from tavoliere.learn.recipe import Recipe
from tavoliere.learn.samples import samples_of
from tavoliere.search.selfplay import played_game


def games_of(name, count):
    recipe = Recipe(tv.game(name), games=10, nodes=60, children=0.0)
    conditions = recipe.conditions()[2][0]
    return recipe, [played_game((conditions, number)) for number in range(count)]


def thought_about(game, played):
    """Each stage of the turns that were thought about, with what the first player can expect, by its key."""
    state, found = game.start().state, {}
    for value, turn in zip(played.values, played.turns, strict=True):
        for action in turn:
            if value is not None:
                found[state.full_key()] = value if state.turn == 0 else -value
            state = state.play(action)
    return found


def test_half_made_turns_are_learnt_from_too():
    recipe, games = games_of("pit-of-pillars", 6)
    whole = half = 0
    for played in games:
        known = thought_about(recipe.game, played)
        for sample in samples_of(recipe, played, random.Random(played.number)):
            assert sample.state.winner == ONGOING
            assert known[sample.state.full_key()] == sample.value
            half += sample.state.mid_turn()
            whole += not sample.state.mid_turn()
    assert half > 20 and whole > 20


def test_of_a_turn_with_one_action_its_beginning_is_taken():
    recipe, games = games_of("tablut", 2)
    for played in games:
        found = [sample.state for sample in samples_of(recipe, played, random.Random(1))]
        assert found and not any(state.mid_turn() for state in found)
        assert len(found) <= sum(value is not None for value in played.values)


@pytest.mark.parametrize("name", ["tablut", "pit-of-pillars"])
def test_what_captures_is_not_learnt_from(name):
    recipe, games = games_of(name, 3)
    quiet = recipe.learnt.quiet
    for played in games:
        state, loud = recipe.game.start().state, set()
        for turn in played.turns:
            stages = [state]
            for action in turn:
                stages.append(stages[-1].play(action))
            loud |= {stage.full_key() for stage in stages[:-1] if not quiet(stage, stages[-1])}
            state = stages[-1]
        taken = {sample.state.full_key() for sample in samples_of(recipe, played, random.Random(3))}
        assert loud and not loud & taken
