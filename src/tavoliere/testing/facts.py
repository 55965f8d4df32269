"""What a game says about itself is true of the games that are played."""

from __future__ import annotations

import dataclasses
import operator
import pickle

import tavoliere
from tavoliere.core.census import EXTREMES, IN_A_GAME, IN_A_TURN, LEGAL, extremes
from tavoliere.core.compiled import generator, row, runs_plain
from tavoliere.core.game import MOST_PLAYERS
from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Game
from tavoliere.core.ruleset import ruleset_at
from tavoliere.search.ladder import ladder_of
from tavoliere.search.specs import parse_spec
from tavoliere.testing.checks import on_samples
from tavoliere.testing.failure import Failure, expect, looking_at, raised
from tavoliere.testing.sample import Sample

LONGEST_GAME = 2000
SPARE = 1000
"""Room for more legal actions than the facts allow, so that too many are counted and not written past the end."""


@on_samples
def the_facts_name_the_game(sample: Sample) -> None:
    """The facts name the game, its title and its author, and count the versions of its rules from 1."""
    facts = sample.game.facts
    expect(facts.name == sample.game.name, "facts.name is the game's name", found=facts.name)
    expect(
        bool(facts.title and facts.author), "the facts give a title and an author", found=(facts.title, facts.author)
    )
    expect(facts.rules_version >= 1, "facts.rules_version counts from 1", found=facts.rules_version)


@on_samples
def players_have_letters_and_names_of_their_own(sample: Sample) -> None:
    """Two to four players have a lower-case letter each and a name that begins with a capital."""
    game = sample.game
    names = [game.player_name(letter) for letter in game.players]
    expect(2 <= len(game.players) <= MOST_PLAYERS, f"2 to {MOST_PLAYERS} players", found=len(game.players))
    is_own = len(set(game.players)) == len(game.players) == len(set(names))
    expect(is_own, "letters and names that no two players share", found=(game.players, names))
    is_lower = all(len(letter) == 1 and letter.islower() for letter in game.players)
    expect(is_lower, "every player's letter is one lower-case letter", found=game.players)
    expect(all(name[0].isupper() for name in names), "every player's name begins with a capital", found=names)


@on_samples
def the_players_of_the_facts_are_those_of_the_default_options(sample: Sample) -> None:
    """The players of the facts are those of a game with the default options."""
    usual = Game(sample.game.ruleset, {})
    told = tuple(player.letter for player in usual.facts.players)
    expect(told == usual.players, f"facts.players are {', '.join(usual.players)}", found=told)


@on_samples
def reasons_are_texts_of_their_own(sample: Sample) -> None:
    """There is a reason for a game to end, and no two reasons are the same text."""
    reasons = sample.game.facts.reasons
    expect(len(set(reasons)) == len(reasons) >= 1, "different reasons, at least one", found=reasons)
    expect(all(reason.strip() == reason != "" for reason in reasons), "reasons without spaces around", found=reasons)


@on_samples
def the_ladder_and_the_usual_opponent_are_players(sample: Sample) -> None:
    """The champion, the levels of the ladder and the usual opponent are players that this package can make."""
    game = sample.game
    ladder = ladder_of(game)
    for text in (ladder.champion, *(rung.player for rung in ladder.levels), game.ruleset.opponent):
        try:
            parse_spec(text).on_the_ladder(game).resolved(game)
        except ValueError as problem:
            raise Failure(f"{text!r} is a player", found=str(problem)) from None


@on_samples
def cautions_are_sentences(sample: Sample) -> None:
    """What speaks against the options, if anything does, is told in sentences."""
    told = sample.game.cautions
    expect(all(isinstance(one, str) and one.strip() == one != "" for one in told), "cautions are sentences", found=told)


@on_samples
def random_games_end_for_one_of_the_reasons(sample: Sample) -> None:
    """A random game that ends does so for one of the reasons of the facts, or by repetition."""
    facts = sample.game.facts
    allowed = {*facts.reasons, *([REPETITION] if facts.repetition else [])}
    for end in sample.ends():
        reason = end.outcome.reason if end.outcome is not None else ""
        expect(reason in allowed, f"a reason out of {', '.join(sorted(allowed))}", end, found=reason)


@on_samples
def no_game_exceeds_the_limits_of_the_facts(sample: Sample) -> None:
    """No random game has more legal actions, longer turns or more actions than the facts allow."""
    facts = sample.game.facts
    legal, in_a_turn, in_a_game = most_met(sample.game, 10 if runs_plain() else 1000)
    expect(
        0 < legal <= facts.most_actions, f"at most {facts.most_actions} legal actions (facts.most_actions)", found=legal
    )
    expect(
        in_a_turn <= facts.most_actions_a_turn,
        f"turns of at most {facts.most_actions_a_turn} actions (facts.most_actions_a_turn)",
        found=in_a_turn,
    )
    expect(
        facts.longest_game is None or in_a_game <= facts.longest_game,
        f"games of at most {facts.longest_game} actions (facts.longest_game)",
        found=in_a_game,
    )


def most_met(game: Game, games: int, seed: int = 5) -> tuple[int, int, int]:
    """The most legal actions of a state, actions of a turn and actions of a game that random games meet."""
    facts, most = game.facts, row(EXTREMES)
    longest = (facts.longest_game or LONGEST_GAME) + 1
    extremes(game.start().state, games, longest, generator(seed), row(facts.most_actions + SPARE), most)
    return int(most[LEGAL]), int(most[IN_A_TURN]), int(most[IN_A_GAME])


@on_samples
def actions_are_numbers_below_the_action_count(sample: Sample) -> None:
    """Every legal action is a number from 0 to facts.action_count, exclusive."""
    game = sample.game
    expect(game.action_count == game.facts.action_count, "the game's action count is that of the facts")
    for position in sample.everything():
        with looking_at(position):
            for action in position.actions():
                expect(0 <= action < game.action_count, f"actions below {game.action_count}", position, found=action)


@on_samples
def every_option_has_a_type_and_a_help_text(sample: Sample) -> None:
    """The options of a game are those of the facts, each of its type and with a text about it."""
    game = sample.game
    names = [option.name for option in game.facts.options]
    expect(list(game.options) == names, f"the options {', '.join(names)}", found=list(game.options))
    for option in game.facts.options:
        value = game.options[option.name]
        expect(bool(option.help) and option.type in (int, str), f"option {option.name} has a type and a help text")
        expect(isinstance(value, option.type), f"option {option.name} is of type {option.type.__name__}", found=value)


@on_samples
def facts_and_options_cannot_be_changed(sample: Sample) -> None:
    """Facts and options cannot be changed from outside."""
    facts, options = sample.game.facts, sample.game.options
    fixed = raised(dataclasses.FrozenInstanceError, lambda: setattr(facts, "name", "another"))
    expect(fixed, "an error when facts.name is set")
    expect(raised(TypeError, lambda: operator.setitem(options, "players", 7)), "an error when an option is set")  # type: ignore[call-overload]


@on_samples
def a_game_is_equal_to_another_with_the_same_name_and_options(sample: Sample) -> None:
    """Two games with the same name and options are equal, and no game is equal to its name."""
    game = sample.game
    again = Game(game.ruleset, dict(game.options))
    expect(game == again and hash(game) == hash(again), f"{game!r} equals itself made again", found=again)
    named = tavoliere.game(game.name, **game.options)
    expect(game == named, f"{game!r} equals the game of its name and options", found=named)
    expect(game != game.name, "a game is not equal to its name")


@on_samples
def a_game_survives_pickling_and_its_repr(sample: Sample) -> None:
    """A game comes back the same from a pickle of every protocol, from its repr and from its place."""
    game = sample.game
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        expect(
            pickle.loads(pickle.dumps(game, protocol)) == game, f"the same game from a pickle of protocol {protocol}"
        )
    made = eval(repr(game), {"tavoliere": tavoliere})  # noqa: S307 - a repr is Python
    expect(made == game, f"{game!r} makes the same game", found=made)
    expect(ruleset_at(game.ruleset.where) is game.ruleset, f"the ruleset stands at {game.ruleset.where}")


@on_samples
def the_first_player_moves_at_the_start(sample: Sample) -> None:
    """In the start position the first player is to move, and its text leads back to it."""
    game = sample.game
    start = game.start()
    expect(start.turn == game.players[0], f"player {game.players[0]} begins", start, found=start.turn)
    expect(start.outcome is None and start.pending == () and start.occurrences == 1, "a fresh position", start)
    expect(game.position(str(start)) == start, "the same position from its text", start)
