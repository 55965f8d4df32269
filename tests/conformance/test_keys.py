"""Keys: the same for what is the same, different for what is different."""

import pytest
from hypothesis import given

from tavoliere.testing import board
from tests.conformance.variants import every_variant, game_of, going_on, met, places, properties, seeds
from tests.rules import engine

GAMES = 1000


@every_variant
@properties
@given(seed=seeds, place=places)
def test_equal_states_have_equal_keys(variant, seed, place):
    board.equal_states_have_equal_keys(going_on(variant, seed, place))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_key_ignores_what_the_repetition_rule_ignores(variant, seed, place):
    board.a_key_ignores_what_the_repetition_rule_ignores(met(variant, seed, place))


def test_the_quiet_counter_of_pit_of_pillars_changes_neither_key_nor_repetition():
    game = engine.game("pit-of-pillars")
    quiet = [game.position(f"#6#/8/5r2/8/8/2w5/8/#6# w m 0-0 - {turns}").state for turns in (0, 1, 50, 99)]
    assert len(set(quiet)) == 4
    assert len({state.key() for state in quiet}) == 1 == len({state.uncounted() for state in quiet})


@pytest.mark.parametrize("change", [{"white_reserve": 1}, {"red_reserve": 1}, {"turn": 1}, {"part": 3}, {"last": 9}])
def test_everything_else_that_pit_of_pillars_counts_changes_the_key(change):
    state = engine.game("pit-of-pillars").position("#6#/8/5r2/8/8/2w5/8/#6# w m 0-0 - 0").state
    assert state._replace(**change).key() != state.key()


@every_variant
def test_no_two_states_of_random_games_share_a_key(variant):
    assert board.distinct_keys(game_of(variant), GAMES) > 500


@every_variant
@properties
@given(seed=seeds, place=places)
def test_every_action_changes_the_key(variant, seed, place):
    board.every_action_changes_the_key(met(variant, seed, place))
