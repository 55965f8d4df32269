"""Symmetries and keys: turning the board commutes with play, and what is different has a different key."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tavoliere.core.game import ONGOING, State
from tavoliere.core.position import Game, Position
from tavoliere.testing.checks import on_beginnings, on_positions, on_samples
from tavoliere.testing.failure import expect
from tavoliere.testing.sample import Sample

STATES = 6000
KEY_BITS = 62


@on_positions
def turning_the_board_commutes_with_play(position: Position) -> None:
    """Playing on a turned board gives the turned board of what is played."""
    ruleset, options, state = position.game.ruleset, dict(position.game.options), position.state
    for number in range(ruleset.symmetries):
        turned, turn = ruleset.symmetric(state, options, number)
        images, legal = sorted(map(turn, _legal(position.game, state))), sorted(_legal(position.game, turned))
        expect(images == legal, f"the legal actions turned by symmetry {number}", position, found=legal[:10])
        for action in position.actions()[::7]:
            after, _ = ruleset.symmetric(state.play(action), options, number)
            is_same = turned.play(turn(action)) == after
            expect(is_same, f"symmetry {number} and play in either order", position, action=action)


def _legal(game: Game, state: State) -> list[int]:
    out = [0] * game.facts.most_actions
    return out[: state.actions(out)]


@on_positions
def the_first_symmetry_changes_nothing_and_together_they_are_closed(position: Position) -> None:
    """Symmetry 0 changes nothing, and one symmetry after another is one of them again."""
    ruleset, options, actions = position.game.ruleset, dict(position.game.options), position.actions()
    turned, turn = ruleset.symmetric(position.state, options, 0)
    expect(turned == position.state, "the same state by symmetry 0", position, found=turned)
    expect([turn(action) for action in actions] == list(actions), "the same actions by symmetry 0", position)
    numbers = range(ruleset.symmetries)
    for action in actions[:1]:
        after = position.state.play(action)
        images = {ruleset.symmetric(after, options, number)[0] for number in numbers}
        again = {ruleset.symmetric(image, options, number)[0] for image in images for number in numbers}
        expect(again == images, "two symmetries in a row are one of them", position, action=action)


# Keys


@on_beginnings
def equal_states_have_equal_keys(position: Position) -> None:
    """A state read from its text has the same key, and so has a state made again from its fields."""
    again = position.game.position(str(position)).state
    expect(again is not position.state and again == position.state, "an equal state from the text", position)
    expect(again.key() == position.state.key(), "an equal key from the text", position)
    rebuilt = type(again)(*again)  # type: ignore[misc]
    expect(rebuilt.key() == again.key(), "an equal key of the state made again", position)


@on_positions
def a_key_ignores_what_the_repetition_rule_ignores(position: Position) -> None:
    """A state and what the repetition rule compares of it have the same key."""
    state = position.state
    expect(state.key() == state.uncounted().key(), "the key of the state without its counters", position)
    expect(state.uncounted() == state.uncounted().uncounted(), "no counters left to take away", position)


@on_samples
def no_two_states_of_random_games_share_a_key(sample: Sample) -> None:
    """No two different states of random games share a key, and keys are positive numbers of 62 bits."""
    distinct_keys(sample.game, sample.games * 10, sample.seed)


def distinct_keys(game: Game, games: int, seed: int = 0, states: int = STATES) -> int:
    """The number of different states of random games, all of which must have different keys."""
    keys: dict[int, State] = {}
    for number in range(games):
        if len(keys) >= states:
            break
        for state in random_states(game, seed + number):
            identity = state.uncounted()
            key = identity.key()
            expect(0 <= key < 1 << KEY_BITS, f"a key of {KEY_BITS} bits for {identity!r}", found=key)
            known = keys.setdefault(key, identity)
            expect(known == identity, f"a key of its own for {identity!r}", found=known)
    expect(len(set(keys.values())) == len(keys), "as many keys as states")
    return len(keys)


def random_states(game: Game, seed: int) -> Iterator[State]:
    """The states of a random game before its end; the repetition rule is not applied."""
    chance, state = random.Random(seed), game.start().state
    out = [0] * game.facts.most_actions
    longest = min(game.facts.longest_game or 1000, game.facts.random_game_cut)
    for _ in range(longest + 1):
        if state.winner != ONGOING:
            return
        yield state
        state = state.play(out[chance.randrange(state.actions(out))])


@on_positions
def every_action_changes_the_key(position: Position) -> None:
    """No action leads to a state with the same key."""
    key = position.state.key()
    for action in position.actions():
        expect(position.state.play(action).key() != key, "another key after an action", position, action=action)
