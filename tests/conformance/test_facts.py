"""What a game says about itself is true of the games that are played."""

import pytest

import tavoliere as tv
from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.game import GAMES
from tavoliere.games import own_games
from tavoliere.testing import facts as checks
from tests.conformance.variants import OPTIONS, VARIANTS, every_variant, game_of, sample_of

every_game = pytest.mark.parametrize("name", own_games())


def plain(name):
    """The sample of a game with its default options."""
    return sample_of((name, ()))


def test_every_game_of_ours_is_tested():
    assert {name for name, _ in VARIANTS} == set(own_games()) >= set(OPTIONS)
    assert own_games() == sorted(own_games())
    assert tv.games() == sorted(tv.games()) and set(tv.games()) >= set(own_games())


@every_game
def test_the_facts_name_the_game(name):
    checks.the_facts_name_the_game(plain(name))


@every_variant
def test_players_have_letters_and_names_of_their_own(variant):
    checks.players_have_letters_and_names_of_their_own(sample_of(variant))


@every_game
def test_the_players_of_the_facts_are_those_of_the_default_options(name):
    checks.the_players_of_the_facts_are_those_of_the_default_options(plain(name))


@every_game
def test_reasons_are_sentences_of_their_own(name):
    checks.reasons_are_texts_of_their_own(plain(name))


@every_variant
def test_random_games_end_for_one_of_the_reasons(variant):
    checks.random_games_end_for_one_of_the_reasons(sample_of(variant))
    assert sample_of(variant).ends()


@every_variant
def test_a_game_that_knows_no_draws_never_ends_in_one(variant):
    facts = game_of(variant).facts
    winners = [end.outcome.winner for end in sample_of(variant).ends()]
    assert facts.draws or (facts.repetition is None and all(winners))


def test_of_our_games_pit_alone_knows_no_draws():
    assert [name for name in own_games() if not tv.game(name).facts.draws] == ["pit"]


@every_variant
def test_no_game_exceeds_the_limits_of_the_facts(variant):
    checks.no_game_exceeds_the_limits_of_the_facts(sample_of(variant))
    _, in_a_turn, _ = checks.most_met(game_of(variant), 1000)
    assert in_a_turn == game_of(variant).facts.most_actions_a_turn


@every_variant
def test_actions_are_numbers_below_the_action_count(variant):
    checks.actions_are_numbers_below_the_action_count(sample_of(variant))


@every_game
def test_squares_are_sets_of_64_exactly_where_the_board_has_no_more(name):
    """The numbering may be wider than the default board: the largest square of any size counts."""
    game = tv.game(name)
    fields = GAMES[game.ruleset.state].fields
    widths = {kind for kind in fields.values() if kind is not int}
    assert widths == ({Bits64} if game.facts.squares <= 64 else {Bits128})


@every_game
def test_every_option_has_a_type_and_a_help_text(name):
    checks.every_option_has_a_type_and_a_help_text(plain(name))


@every_game
def test_facts_cannot_be_changed(name):
    checks.facts_and_options_cannot_be_changed(plain(name))


@every_variant
def test_a_game_is_equal_to_another_with_the_same_name_and_options(variant):
    name, options = variant
    checks.a_game_is_equal_to_another_with_the_same_name_and_options(sample_of(variant))
    game, again = game_of(variant), tv.game(name, **dict(options))
    assert game == again and hash(game) == hash(again)
    assert [other for other in VARIANTS if game_of(other) == game] == [variant]


@every_variant
def test_a_game_survives_pickling_and_its_repr(variant):
    checks.a_game_survives_pickling_and_its_repr(sample_of(variant))


@every_variant
def test_the_start_is_a_position_in_which_the_first_player_moves(variant):
    checks.the_first_player_moves_at_the_start(sample_of(variant))


@every_game
def test_a_square_board_turns_in_eight_ways_and_another_in_four(name):
    ruleset = tv.game(name).ruleset
    assert ruleset.symmetries == (8 if ruleset.facts.columns == ruleset.facts.rows else 4)
