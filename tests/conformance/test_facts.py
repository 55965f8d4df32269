"""What a game says about itself is true of the games that are played."""

import dataclasses
import pickle

import pytest

import tavoliere as tv
from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.compiled import generator, row
from tavoliere.core.game import GAMES, MOST_PLAYERS
from tavoliere.core.ruleset import ruleset_at
from tests.conformance.variants import OPTIONS, VARIANTS, every_variant, game_of, walk
from tests.rules import engine

every_game = pytest.mark.parametrize("name", tv.games())


def test_every_registered_game_is_tested():
    assert {name for name, _ in VARIANTS} == set(tv.games()) >= set(OPTIONS)
    assert tv.games() == sorted(tv.games())


@every_game
def test_the_facts_name_the_game(name):
    facts = tv.game(name).facts
    assert facts.name == name
    assert facts.title and facts.author
    assert facts.rules_version >= 1


@every_variant
def test_players_have_letters_and_names_of_their_own(variant):
    game = game_of(variant)
    names = [game.player_name(letter) for letter in game.players]
    assert 2 <= len(game.players) <= MOST_PLAYERS
    assert len(set(game.players)) == len(game.players) == len(set(names))
    assert all(len(letter) == 1 and letter.islower() for letter in game.players)
    assert all(name[0].isupper() for name in names)


@every_game
def test_the_players_of_the_facts_are_those_of_the_default_options(name):
    game = tv.game(name)
    assert tuple(player.letter for player in game.facts.players) == game.players


@every_game
def test_reasons_are_sentences_of_their_own(name):
    reasons = tv.game(name).facts.reasons
    assert len(set(reasons)) == len(reasons) >= 1
    assert all(reason.strip() == reason != "" for reason in reasons)


@every_variant
def test_random_games_end_for_one_of_the_reasons(variant):
    game = game_of(variant)
    allowed = {*game.facts.reasons, *(["repetition"] if game.facts.repetition else [])}
    ends = [walk(variant, seed)[-1].outcome for seed in range(12)]
    assert {end.reason for end in ends if end is not None} <= allowed
    assert any(end is not None for end in ends)


@every_variant
def test_no_game_exceeds_the_limits_of_the_facts(variant):
    game = game_of(variant)
    facts = game.facts
    most = row(3)
    start = game.start().state
    longest = facts.longest_game or 2000
    out = row(facts.most_actions + 1000)
    engine.kernels.extremes(start, 1000, longest + 1, generator(5), out, most)
    legal, in_a_turn, in_a_game = (int(number) for number in most)
    assert 0 < legal <= facts.most_actions
    assert in_a_turn == facts.most_actions_a_turn
    assert facts.longest_game is None or in_a_game <= facts.longest_game


@every_variant
def test_actions_are_numbers_below_the_action_count(variant):
    game = game_of(variant)
    assert game.action_count == game.facts.action_count
    seen = {action for seed in range(4) for position in walk(variant, seed) for action in position.actions()}
    assert min(seen) >= 0 and max(seen) < game.action_count


@every_game
def test_squares_are_sets_of_64_exactly_where_the_board_has_no_more(name):
    """The numbering may be wider than the default board: the largest square of any size counts."""
    game = tv.game(name)
    fields = GAMES[game.ruleset.state].fields
    widths = {kind for kind in fields.values() if kind is not int}
    assert widths == ({Bits64} if game.facts.squares <= 64 else {Bits128})


@every_game
def test_every_option_has_a_type_and_a_help_text(name):
    game = tv.game(name)
    assert list(game.options) == [option.name for option in game.facts.options]
    for option in game.facts.options:
        assert option.help and option.type in (int, str)
        assert isinstance(game.options[option.name], option.type)


@every_game
def test_facts_cannot_be_changed(name):
    with pytest.raises(dataclasses.FrozenInstanceError):
        tv.game(name).facts.name = "another"
    with pytest.raises(TypeError):
        tv.game(name).options["players"] = 7


@every_variant
def test_a_game_is_equal_to_another_with_the_same_name_and_options(variant):
    name, options = variant
    game, again = game_of(variant), tv.game(name, **dict(options))
    assert game == again and hash(game) == hash(again)
    assert game == tv.game(name, **game.options)
    assert [other for other in VARIANTS if game_of(other) == game] == [variant]
    assert game != name


@every_variant
def test_a_game_survives_pickling_and_its_repr(variant):
    game = game_of(variant)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(game, protocol)) == game
    assert eval(repr(game), {"tavoliere": tv}) == game  # noqa: S307
    assert ruleset_at(game.ruleset.where) is game.ruleset


@every_variant
def test_the_start_is_a_position_in_which_the_first_player_moves(variant):
    game = game_of(variant)
    start = game.start()
    assert start.turn == game.players[0]
    assert start.outcome is None and start.pending == () and start.occurrences == 1
    assert game.position(str(start)) == start


@every_game
def test_a_square_board_turns_in_eight_ways_and_another_in_four(name):
    ruleset = tv.game(name).ruleset
    assert ruleset.symmetries == (8 if ruleset.facts.columns == ruleset.facts.rows else 4)
