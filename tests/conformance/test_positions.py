"""Properties of positions, along random games of every game of ours. What they are stands in `tavoliere.testing`."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

import tavoliere as tv
from tavoliere.testing import board, positions, turns
from tests.conformance.variants import (
    VARIANTS,
    every_variant,
    game_of,
    going_on,
    met,
    places,
    properties,
    sample_of,
    seeds,
    walk,
)

choices = st.integers(0, 10**6)

# Texts of positions


@every_variant
@properties
@given(seed=seeds, place=places)
def test_reading_what_was_written_gives_the_same_position(variant, seed, place):
    positions.reading_what_was_written_gives_the_same_position(going_on(variant, seed, place))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_position_taken_apart_by_hand_is_written_as_before(variant, seed, place):
    positions.a_position_taken_apart_by_hand_is_written_as_before(going_on(variant, seed, place))


@every_variant
def test_different_positions_of_a_game_have_different_texts(variant):
    positions.different_positions_have_different_texts(sample_of(variant, 6))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_equality_and_hash_ignore_history(variant, seed, place):
    positions.equality_and_hash_ignore_history(going_on(variant, seed, place))


def test_positions_of_different_games_are_different():
    starts = [game_of(variant).start() for variant in VARIANTS]
    assert all(
        (one == other) == (first == second) for first, one in enumerate(starts) for second, other in enumerate(starts)
    )
    assert starts[0] != str(starts[0])


# Turns


@every_variant
@properties
@given(seed=seeds, place=places, chosen=choices)
def test_every_listed_turn_can_be_played(variant, seed, place, chosen):
    turns.every_listed_turn_can_be_played(going_on(variant, seed, place), chosen)


@every_variant
@properties
@given(seed=seeds, place=places, chosen=choices, strange=st.text(max_size=12))
def test_nothing_else_can_be_played(variant, seed, place, chosen, strange):
    elsewhere = met(variant, (seed + 1) % 12, place).legal_moves()[:20]
    turns.nothing_else_can_be_played(going_on(variant, seed, place), chosen, (strange, *elsewhere))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_no_two_turns_share_a_string_and_no_turn_has_two(variant, seed, place):
    turns.no_two_turns_share_a_string_and_no_turn_has_two(going_on(variant, seed, place))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_the_listed_turns_are_the_ways_to_act_until_the_turn_is_over(variant, seed, place):
    turns.the_listed_turns_are_the_ways_to_act_until_the_turn_is_over(going_on(variant, seed, place))


# Half-made turns


def half_made(variant, seed, place):
    """A half-made turn of a random game, or None where turns are single actions."""
    begun = [position for position in walk(variant, seed) if position.pending]
    return begun[place % len(begun)] if begun else None


def test_some_games_have_turns_of_several_actions():
    assert {variant[0] for variant in VARIANTS if half_made(variant, 0, 0)} == {"pit", "pit-of-pillars"}


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_half_made_turn_lists_exactly_the_turns_that_begin_with_it(variant, seed, place):
    half = half_made(variant, seed, place) or met(variant, seed, place)
    turns.a_half_made_turn_lists_exactly_the_turns_that_begin_with_it(half, seed)


@every_variant
@properties
@given(seed=seeds, place=places, chosen=choices)
def test_playing_from_a_half_made_turn_starts_before_the_turn(variant, seed, place, chosen):
    half = half_made(variant, seed, place) or met(variant, seed, place)
    turns.playing_from_a_half_made_turn_starts_before_the_turn(half, chosen)


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_turn_belongs_to_one_player(variant, seed, place):
    turns.a_turn_belongs_to_one_player(half_made(variant, seed, place) or met(variant, seed, place))


# Actions


@every_variant
@properties
@given(seed=seeds, place=places)
def test_every_action_has_a_text_of_its_own_that_leads_back_to_it(variant, seed, place):
    turns.every_action_has_a_text_of_its_own_that_leads_back_to_it(met(variant, seed, place))


@every_variant
def test_an_actions_number_and_what_is_told_make_up_its_text(variant):
    turns.an_actions_number_and_what_is_told_make_up_its_text(sample_of(variant, 4))


@every_variant
@properties
@given(seed=seeds, place=places, chosen=choices)
def test_an_action_that_is_not_listed_is_refused(variant, seed, place, chosen):
    turns.an_action_that_is_not_listed_is_refused(met(variant, seed, place), chosen)


@every_variant
@properties
@given(seed=seeds)
def test_no_position_has_neither_an_outcome_nor_an_action(variant, seed):
    positions.no_position_has_neither_an_outcome_nor_an_action(walk(variant, seed))


# Symmetry


@every_variant
@properties
@given(seed=seeds, place=places)
def test_turning_the_board_commutes_with_play(variant, seed, place):
    board.turning_the_board_commutes_with_play(met(variant, seed, place))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_the_first_way_of_turning_changes_nothing_and_the_others_are_all_different(variant, seed, place):
    board.the_first_symmetry_changes_nothing_and_together_they_are_closed(met(variant, seed, place))


@every_variant
def test_turning_the_board_moves_every_action_to_one_of_its_own(variant):
    """Also those of squares that this board lacks: whoever turns a table of all actions meets them."""
    game = game_of(variant)
    everything = list(range(game.action_count))
    for number in range(game.ruleset.symmetries):
        _, turn = game.ruleset.symmetric(game.start().state, dict(game.options), number)
        assert sorted(map(turn, everything)) == everything


# As values


@every_variant
@properties
@given(seed=seeds, place=places)
def test_positions_survive_pickling_in_any_state(variant, seed, place):
    positions.positions_survive_pickling_in_any_state(met(variant, seed, place))


@every_variant
@properties
@given(seed=seeds, place=places)
def test_positions_can_be_copied_in_any_state(variant, seed, place):
    positions.positions_can_be_copied_in_any_state(met(variant, seed, place))


@every_variant
def test_an_unpickled_position_goes_on_like_the_one_it_was_made_from(variant):
    positions.an_unpickled_position_goes_on_like_the_one_it_was_made_from(walk(variant, 1))


def test_an_unpickled_position_remembers_its_repetitions():
    position = tv.game("tablut").position("9/6w2/9/9/9/9/2k6/6b2/9 w")
    for move in ("g8-h8", "g2-h2", "h8-g8"):
        position = position.play(move)
    restored = pickle.loads(pickle.dumps(position))
    assert restored.play("h2-g2").outcome == position.play("h2-g2").outcome
    assert restored.play("h2-g2").outcome.reason == "repetition"


@every_variant
@properties
@given(seed=seeds, place=places, chosen=choices)
def test_playing_changes_nothing_in_the_position_played_from(variant, seed, place, chosen):
    positions.playing_changes_nothing_in_the_position_played_from(met(variant, seed, place), chosen)


@every_variant
def test_positions_cannot_be_changed_from_outside(variant):
    positions.positions_cannot_be_changed_from_outside(sample_of(variant))


# The end


def finished(variant):
    ends = sample_of(variant).ends()
    assert ends
    return ends


@every_variant
def test_scores_give_every_player_a_number_and_sum_to_one(variant):
    for position in finished(variant):
        positions.scores_give_every_player_a_number(position)
        assert sum(position.outcome.scores.values()) == 1


@every_variant
def test_nobody_may_move_once_the_game_is_over(variant):
    for position in finished(variant):
        positions.nobody_may_move_once_the_game_is_over(position)


@every_variant
def test_an_outcome_survives_pickling_and_cannot_be_changed(variant):
    for position in finished(variant):
        positions.an_outcome_survives_pickling_and_cannot_be_changed(position)


@every_variant
def test_a_state_without_a_winner_is_not_over_unless_by_repetition(variant):
    for seed in range(12):
        positions.a_state_without_a_winner_is_not_over_unless_by_repetition(walk(variant, seed))
