"""Evaluations: linear in their weights, blind to how the board is turned, the same compiled or not."""

import random

import pytest

import tavoliere as tv
from tavoliere.core.compiled import compiled, plain_python, row
from tavoliere.games import own_games, ruleset
from tavoliere.search.values import chance_of
from tests.conformance.variants import every_variant, game_of, walk

WALKS = 2
FURTHEST = 1_000_000


def sampled(variant, seed=0, every=11):
    """Positions of random games, half-made turns included, before the end."""
    return [
        position
        for number in range(WALKS)
        for position in walk(variant, seed + number)[number::every]
        if position.outcome is None
    ]


def judge_of(variant):
    return game_of(variant).ruleset.evaluation


def weights_like(judge, chance):
    return type(judge)(*(chance.randrange(-900, 900) for _ in judge))


def players_of(position):
    """The players by number who are still in: what an evaluation says of others does not matter."""
    everybody = range(len(position.game.players))
    playing = getattr(position.state, "playing", (1 << len(everybody)) - 1)
    return [player for player in everybody if playing >> player & 1]


@pytest.mark.parametrize("name", ["never-alone", "pathwayz", "pit", "pit-of-pillars", "tablut"])
def test_nobody_has_lost_before_the_first_turn(name):
    """A weight that is the same everywhere changes hardly any turn, but every chance that people are told."""
    game = tv.game(name)
    assert 0.05 < chance_of(game.ruleset.evaluation.balance(game.start().state)) < 0.95


def test_every_game_has_an_evaluation_whose_weights_are_named():
    for name in own_games():
        judge = ruleset(name).evaluation
        assert len(set(judge._fields)) == len(judge) >= 5
        assert all(isinstance(weight, int) for weight in judge)


@every_variant
def test_values_are_linear_in_the_weights(variant):
    chance = random.Random(1)
    own = judge_of(variant)
    for position in sampled(variant):
        one, other = weights_like(own, chance), weights_like(own, chance)
        both = type(own)(*(a + b for a, b in zip(one, other, strict=True)))
        double = type(own)(*(2 * weight for weight in one))
        state = position.state
        playing = players_of(position)
        if 0 in playing and 1 in playing:
            assert both.balance(state) == one.balance(state) + other.balance(state)
            assert double.balance(state) == 2 * one.balance(state)
        for player in playing:
            assert both.strength(state, player) == one.strength(state, player) + other.strength(state, player)
            assert double.strength(state, player) == 2 * one.strength(state, player)


@every_variant
def test_the_balance_is_the_difference_of_strengths(variant):
    judge = judge_of(variant)
    for position in sampled(variant):
        state = position.state
        assert judge.balance(state) == judge.strength(state, 0) - judge.strength(state, 1)
        assert abs(judge.balance(state)) < FURTHEST


@every_variant
def test_turning_the_board_changes_no_value_and_no_promise(variant):
    chance = random.Random(2)
    game = game_of(variant)
    symmetric, count = game.ruleset.symmetric, game.ruleset.symmetries
    assert count >= 4
    for position in sampled(variant):
        judge = chance.choice([judge_of(variant), weights_like(judge_of(variant), chance)])
        for number in range(1, count):
            turned, turned_action = symmetric(position.state, dict(game.options), number)
            assert judge.balance(turned) == judge.balance(position.state)
            for player in range(len(game.players)):
                assert judge.strength(turned, player) == judge.strength(position.state, player)
            action = chance.choice(position.actions())
            assert judge.promise(turned, turned_action(action)) == judge.promise(position.state, action)


def never_alone_swapped(state):
    return state._replace(red=state.black, black=state.red, turn=1 - state.turn)


def pathwayz_swapped(state):
    return state._replace(white=state.black, black=state.white, turn=1 - state.turn)


def pit_swapped(state):
    """With two players only the low digit of an owner is used."""
    reserves = (state.reserves & 15) << 4 | state.reserves >> 4 & 15
    hands = (state.in_hand & 1) << 1 | state.in_hand >> 1 & 1
    return state._replace(owner1=state.pieces() - state.owner1, reserves=reserves, in_hand=hands, turn=1 - state.turn)


def pit_of_pillars_swapped(state):
    def shown(plane, lowest):
        """The level of every stack that has it, in the other colour."""
        tall = state.height4 | state.height8 | state.height16
        has = (state.men(), state.height2 | tall, state.height1 & state.height2 | tall, tall)[lowest]
        return has - plane

    return state._replace(
        red1=shown(state.red1, 0), red2=shown(state.red2, 1), red3=shown(state.red3, 2), red4=shown(state.red4, 3),
        white_pillars=state.red_pillars, red_pillars=state.white_pillars,
        white_reserve=state.red_reserve, red_reserve=state.white_reserve, turn=1 - state.turn,
    )  # fmt: skip


SWAPS = {
    "never-alone": never_alone_swapped,
    "pathwayz": pathwayz_swapped,
    "pit": pit_swapped,
    "pit-of-pillars": pit_of_pillars_swapped,
}


@pytest.mark.parametrize("name", sorted(SWAPS))
def test_colours_that_change_places_change_the_sign(name):
    """Tablut is left out by its nature: its two sides are different."""
    chance = random.Random(3)
    swapped = SWAPS[name]
    for position in sampled((name, ())):
        for judge in (judge_of((name, ())), weights_like(judge_of((name, ())), chance)):
            state = position.state
            assert swapped(swapped(state)) == state
            assert judge.balance(swapped(state)) == -judge.balance(state)
            assert judge.strength(swapped(state), 0) == judge.strength(state, 1)
            action = chance.choice(position.actions())
            assert judge.promise(swapped(state), action) == judge.promise(state, action)


@compiled
def judgements(state, judge, players, out, values):
    """The balance, the strength of every player and the promise of every action; how many numbers that is."""
    values[0] = judge.balance(state)
    for player in range(players):
        values[1 + player] = judge.strength(state, player)
    count = state.actions(out)
    for place in range(count):
        values[1 + players + place] = judge.promise(state, out[place])
    return 1 + players + count


@every_variant
def test_compiled_and_plain_values_are_the_same_and_promises_are_finite(variant):
    game, judge = game_of(variant), judge_of(variant)
    most = game.facts.most_actions
    players = len(game.players)
    for position in sampled(variant):
        written = []
        for mode in (True, False):
            if mode:
                out, values = row(most), row(most + players + 1)
                count = judgements(position.state, judge, players, out, values)
            else:
                with plain_python():
                    out, values = row(most), row(most + players + 1)
                    count = judgements(position.state, judge, players, out, values)
            written.append([int(value) for value in values[:count]])
        assert written[0] == written[1]
        assert len(written[0]) == 1 + players + len(position.actions())
        assert all(abs(value) < FURTHEST for value in written[0])


@pytest.mark.parametrize("name", own_games())
def test_walks_meet_half_made_turns_where_a_game_has_them(name):
    is_met = any(position.pending for position in sampled((name, ())))
    assert is_met == (ruleset(name).facts.most_actions_a_turn > 1)
