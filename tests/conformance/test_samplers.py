"""Random actions are uniform over the legal ones, exactly where that can be counted and by chi-square elsewhere."""

import pytest

from tavoliere.core.rng import below, seeded
from tavoliere.testing import kernels
from tavoliere.testing.kernels import DRAWS_AN_ACTION, LEAST_PROBABILITY, POSITIONS, chance_of_more, chi_square
from tests.conformance.variants import VARIANTS, every_variant, sample_of
from tests.rules import engine


def some_positions(variant, wanted, count):
    """Positions spread over random games, those that fit and where there is a choice."""
    return kernels.positions_with_a_choice(sample_of(variant), wanted, count)


# The test of the tests


@pytest.mark.parametrize(
    ("statistic", "freedom", "probability"), [(18.307, 10, 0.05), (124.342, 100, 0.05), (37.566, 20, 0.01)]
)
def test_the_approximation_agrees_with_the_tables(statistic, freedom, probability):
    assert abs(chance_of_more(statistic, freedom) - probability) < 0.002


def test_a_slight_bias_is_noticed():
    """One of fifty numbers comes twice as often, as with a sampler that folds the last number onto the first."""
    rng = seeded(3)
    counts = [0] * 50
    for _ in range(50 * DRAWS_AN_ACTION):
        counts[below(rng, 51) % 50] += 1
    assert chance_of_more(chi_square(counts), 49) < LEAST_PROBABILITY


# Samplers that draw numbers until one stands for an action


def assert_each_once(proposed, position):
    """Every legal action is proposed exactly once, and nothing else but -1."""
    legal = [action for action in proposed if action != -1]
    assert sorted(legal) == list(position.actions())


def test_tablut_proposes_every_legal_action_once():
    positions = some_positions(("tablut", ()), lambda state: True, 200)
    assert len(positions) == 200
    for position in positions:
        numbers = 16 * position.state.movers().count()
        assert_each_once([position.state.propose(number) for number in range(numbers)], position)


def test_pit_of_pillars_proposes_every_compulsory_part_once():
    positions = some_positions(("pit-of-pillars", ()), lambda state: state.part == 2, 200)
    assert len(positions) == 200
    assert {position.state.reserve() > 0 for position in positions} == {True, False}
    assert {position.state.reach() for position in positions} == {0, 2, 3}
    for position in positions:
        state = position.state
        assert_each_once([state.propose(number) for number in range(state.proposals())], position)


@pytest.mark.parametrize("height", range(2, 29))
def test_pit_of_pillars_proposes_every_move_of_a_high_stack_once(height):
    position = engine.game("pit-of-pillars").position(f"#6#/7r/8/8/8/8/8/#({'w' * height})5# w m 0-0 - 0")
    state = position.state
    assert_each_once([state.propose(number) for number in range(state.proposals())], position)


def test_pit_of_pillars_proposes_every_pillar_move_once():
    positions = some_positions(("pit-of-pillars", ()), lambda state: state.part == 3, 200)
    assert len(positions) == 200
    for position in positions:
        state = position.state
        numbers = 1 + 56 * state.own_pillars().count()
        assert_each_once([state.propose_pillar(number) for number in range(numbers)], position)


def test_every_game_that_proposes_is_tested_here():
    """A new game with a sampler by rejection needs a count of its own above."""
    proposing = {name for name, _ in VARIANTS if any(
        method.startswith("propose") for method in dir(engine.game(name).ruleset.state)
    )}  # fmt: skip
    assert proposing == {"tablut", "pit-of-pillars"}


# Compiled samplers, drawn from


@every_variant
def test_compiled_random_actions_are_uniform(variant):
    positions = some_positions(variant, lambda state: True, POSITIONS)
    assert len(positions) >= POSITIONS // 2
    for place, position in enumerate(positions):
        kernels.expect_uniform(position, place)


@every_variant
def test_a_forced_action_is_always_drawn(variant):
    """Where there is one action only, a sampler must find it too."""
    kernels.a_forced_action_is_always_drawn(sample_of(variant))


@every_variant
def test_every_way_to_ask_for_legal_actions_gives_the_same(variant):
    kernels.compared(sample_of(variant), 150)
    kernels.every_way_to_ask_for_legal_actions_gives_the_same(sample_of(variant, 2))


@every_variant
def test_machine_code_plays_the_same_games_as_python(variant):
    kernels.machine_code_plays_the_same_games_as_python(sample_of(variant, 2))
    kernels.machine_code_counts_the_same_random_games_as_python(sample_of(variant, 2))
