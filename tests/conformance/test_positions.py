"""Properties of positions, along random games of every game."""

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavoliere as tv
from tavoliere.core.game import ONGOING
from tavoliere.core.lenient import bare
from tests.conformance.variants import (
    VARIANTS,
    every_variant,
    game_of,
    going_on,
    met,
    places,
    properties,
    seeds,
    walk,
)

MANY = 120
SIGNS = "abcdefghijkl0123456789-x@*,nesw pasdo+#"


def sampled(moves, chance, most=12):
    """Some of the moves of a list that may hold thousands."""
    return chance.sample(moves, min(most, len(moves)))


# Texts of positions


@every_variant
@properties
@given(seed=seeds, place=places)
def test_reading_what_was_written_gives_the_same_position(variant, seed, place):
    position = going_on(variant, seed, place)
    reread = position.game.position(str(position))
    assert reread == position and hash(reread) == hash(position)
    assert reread.state == position.state
    assert str(reread) == str(position) and reread.turn == position.turn
    assert reread.legal_moves() == position.legal_moves()


@every_variant
def test_different_positions_of_a_game_have_different_texts(variant):
    texts = {}
    for seed in range(6):
        for position in walk(variant, seed):
            if position.outcome is None and not position.pending:
                assert texts.setdefault(str(position), position.state) == position.state


@every_variant
@properties
@given(seed=seeds, place=places)
def test_equality_and_hash_ignore_history(variant, seed, place):
    position = going_on(variant, seed, place)
    fresh = position.game.position(str(position))
    assert fresh == position and hash(fresh) == hash(position)
    assert len({fresh, position}) == 1
    assert fresh.occurrences == 1


def test_positions_of_different_games_are_different():
    starts = [game_of(variant).start() for variant in VARIANTS]
    assert all(
        (one == other) == (first == second) for first, one in enumerate(starts) for second, other in enumerate(starts)
    )
    assert starts[0] != str(starts[0])


# Turns


@every_variant
@properties
@given(seed=seeds, place=places, chosen=st.integers(0, 10**6))
def test_every_listed_turn_can_be_played(variant, seed, place, chosen):
    position = going_on(variant, seed, place)
    listed = position.legal_moves()
    assert listed == sorted(listed) and listed
    for move in sampled(listed, random.Random(chosen)):
        after = position.play(move)
        assert after.pending == ()
        assert after == position.play(f" \t{move}\n")
        assert position.why_not(move) is None


@every_variant
@properties
@given(seed=seeds, place=places, chosen=st.integers(0, 10**6), strange=st.text(max_size=12))
def test_nothing_else_can_be_played(variant, seed, place, chosen, strange):
    position = going_on(variant, seed, place)
    chance = random.Random(chosen)
    listed = {bare(turn): turn for turn in position.legal_moves()}
    tries = [strange, *(mutated(move, chance) for move in sampled(sorted(listed.values()), chance, 25))]
    tries += walk(variant, (seed + 1) % 12)[place % len(walk(variant, (seed + 1) % 12))].legal_moves()[:20]
    for text in tries:
        if bare(text) in listed:
            assert position.read_move(text) == listed[bare(text)]
            continue
        with pytest.raises(tv.IllegalMove) as refusal:
            position.play(text)
        assert refusal.value.reason and refusal.value.clause
        assert position.why_not(text) == refusal.value.why


def mutated(move, chance):
    """A move with one sign changed, added or left out."""
    place = chance.randrange(len(move) + 1)
    sign = chance.choice(SIGNS)
    return chance.choice(
        [
            move[:place] + sign + move[place:],
            move[:place] + sign + move[place + 1 :],
            move[: max(place - 1, 0)] + move[place:],
        ]
    )


@every_variant
@properties
@given(seed=seeds, place=places)
def test_no_two_turns_share_a_string_and_no_turn_has_two(variant, seed, place):
    position = going_on(variant, seed, place)
    listed = position.legal_moves()
    assert len(set(listed)) == len(listed)
    turns = {}
    for move in listed[:MANY]:
        actions = tuple(position.turn_to_actions(move))
        assert turns.setdefault(actions, move) == move
        assert position.actions_to_turn(actions) == move


@every_variant
@properties
@given(seed=seeds, place=places)
def test_the_listed_turns_are_the_ways_to_act_until_the_turn_is_over(variant, seed, place):
    position = going_on(variant, seed, place)
    whole, begun = [], [position]
    while begun:
        step = begun.pop()
        for action in step.actions():
            after = step.act(action)
            if after.pending:
                begun.append(after)
            else:
                whole.append(position.actions_to_turn((*step.pending, action)))
        if len(whole) > 1000:
            return  # a turn of thousands: the shorter ones say enough
    assert sorted(whole) == position.legal_moves()


# Half-made turns


def half_made(variant, seed, place):
    """A half-made turn of a random game, or None where turns are single actions."""
    positions = [position for position in walk(variant, seed) if position.pending]
    return positions[place % len(positions)] if positions else None


def test_some_games_have_turns_of_several_actions():
    assert {variant[0] for variant in VARIANTS if half_made(variant, 0, 0)} == {"pit", "pit-of-pillars"}


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_half_made_turn_lists_exactly_the_turns_that_begin_with_it(variant, seed, place):
    half = half_made(variant, seed, place) or met(variant, seed, place)
    before = half.before_turn()
    completing, of_the_turn = set(half.legal_moves()), before.legal_moves()
    assert completing <= set(of_the_turn) and len(completing) == len(half.legal_moves())
    for move in sorted(completing)[:MANY] + sampled(of_the_turn, random.Random(seed), MANY):
        begins = tuple(before.turn_to_actions(move)[: len(half.pending)]) == half.pending
        assert begins == (move in completing)


@every_variant
@properties
@given(seed=seeds, place=places, chosen=st.integers(0, 10**6))
def test_playing_from_a_half_made_turn_starts_before_the_turn(variant, seed, place, chosen):
    half = half_made(variant, seed, place) or met(variant, seed, place)
    before = half.before_turn()
    assert str(half) == str(before) and half.turn == before.turn
    assert before.pending == () and before.before_turn() == before
    assert (half == before) == (half.pending == ())
    for move in sampled(before.legal_moves(), random.Random(chosen)):
        assert half.play(move) == before.play(move)
        assert half.play(move).state == before.play(move).state


@every_variant
@properties
@given(seed=seeds, place=places)
def test_a_turn_belongs_to_one_player(variant, seed, place):
    half = half_made(variant, seed, place) or met(variant, seed, place)
    step = half.before_turn()
    for action in half.pending:
        assert step.turn == half.turn and step.outcome is None
        step = step.act(action)
    assert step == half and step.state == half.state


# Actions


@every_variant
@properties
@given(seed=seeds, place=places)
def test_every_action_has_a_text_of_its_own_that_leads_back_to_it(variant, seed, place):
    position = met(variant, seed, place)
    texts = [position.action_to_text(action) for action in position.actions()]
    assert len(set(texts)) == len(texts)
    assert tuple(position.action_from_text(text) for text in texts) == position.actions()
    assert position.actions() == tuple(sorted(set(position.actions())))


@every_variant
def test_an_actions_number_and_what_is_told_make_up_its_text(variant):
    """Records are checked without texts: the number, and what the text says beyond it, must stand for the text."""
    notation = game_of(variant).ruleset.notation
    texts = {}
    for seed in range(4):
        for position in walk(variant, seed):
            for action in position.actions():
                text, told = position.action_to_text(action), position.state.told(action)
                place = len(position.pending)
                assert texts.setdefault((place, action, told), text) == text
                assert notation.told(text) == told and notation.parse_part(text, place) == action
    assert len(set(texts)) > 1


@every_variant
@properties
@given(seed=seeds, place=places, chosen=st.integers(0, 10**6))
def test_an_action_that_is_not_listed_is_refused(variant, seed, place, chosen):
    position = met(variant, seed, place)
    chance = random.Random(chosen)
    numbers = [
        *range(-2, 3),
        position.game.action_count,
        10**30,
        *chance.choices(range(position.game.action_count), k=40),
    ]
    for number in set(numbers) - set(position.actions()):
        with pytest.raises(tv.IllegalMove):
            position.act(number)
        with pytest.raises(tv.IllegalMove):
            position.action_to_text(number)


@every_variant
@properties
@given(seed=seeds)
def test_no_position_has_neither_an_outcome_nor_an_action(variant, seed):
    for position in walk(variant, seed):
        assert (position.outcome is None) == (len(position.actions()) > 0)
        assert position.outcome is None or position.pending == ()


# Symmetry


@every_variant
@properties
@given(seed=seeds, place=places)
def test_turning_the_board_commutes_with_play(variant, seed, place):
    position = met(variant, seed, place)
    ruleset, options = position.game.ruleset, dict(position.game.options)
    state = position.state
    for number in range(ruleset.symmetries):
        turned, turn = ruleset.symmetric(state, options, number)
        assert sorted(map(turn, legal(position.game, state))) == sorted(legal(position.game, turned))
        for action in position.actions()[::7]:
            after, _ = ruleset.symmetric(state.play(action), options, number)
            assert turned.play(turn(action)) == after


def legal(game, state):
    out = [0] * game.facts.most_actions
    return out[: state.actions(out)]


@every_variant
@properties
@given(seed=seeds, place=places)
def test_the_first_way_of_turning_changes_nothing_and_the_others_are_all_different(variant, seed, place):
    position = met(variant, seed, place)
    ruleset, options = position.game.ruleset, dict(position.game.options)
    turned, turn = ruleset.symmetric(position.state, options, 0)
    assert turned == position.state
    assert [turn(action) for action in position.actions()] == list(position.actions())
    for action in position.actions()[:1]:
        images = [
            ruleset.symmetric(position.state.play(action), options, number)[0] for number in range(ruleset.symmetries)
        ]
        again = [
            ruleset.symmetric(image, options, number)[0] for image in images for number in range(ruleset.symmetries)
        ]
        assert set(again) == set(images)


# As values


@every_variant
@properties
@given(seed=seeds, place=places, protocol=st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_positions_survive_pickling_in_any_state(variant, seed, place, protocol):
    position = met(variant, seed, place)
    restored = pickle.loads(pickle.dumps(position, protocol))
    assert_the_same(restored, position)


@every_variant
@properties
@given(seed=seeds, place=places)
def test_positions_can_be_copied_in_any_state(variant, seed, place):
    position = met(variant, seed, place)
    assert_the_same(copy.copy(position), position)
    assert_the_same(copy.deepcopy(position), position)
    assert copy.deepcopy([position, position])[0] == position


def assert_the_same(one, other):
    assert one == other and hash(one) == hash(other) and repr(one) == repr(other)
    assert one.state == other.state and type(one.state) is type(other.state)
    assert one.pending == other.pending and one.turn == other.turn
    assert one.outcome == other.outcome and one.occurrences == other.occurrences
    assert one.actions() == other.actions()


@every_variant
def test_an_unpickled_position_goes_on_like_the_one_it_was_made_from(variant):
    """The rest of a random game, repetition included, comes out the same."""
    positions = walk(variant, 1)
    middle = len(positions) // 2
    restored = pickle.loads(pickle.dumps(positions[middle]))
    for before, after in zip(positions[middle:], positions[middle + 1 :], strict=False):
        action = next(action for action in before.actions() if before.act(action).state == after.state)
        restored = restored.act(action)
        assert_the_same(restored, after)


def test_an_unpickled_position_remembers_its_repetitions():
    position = tv.game("tablut").position("9/6w2/9/9/9/9/2k6/6b2/9 w")
    for move in ("g8-h8", "g2-h2", "h8-g8"):
        position = position.play(move)
    restored = pickle.loads(pickle.dumps(position))
    assert restored.play("h2-g2").outcome == position.play("h2-g2").outcome
    assert restored.play("h2-g2").outcome.reason == "repetition"


@every_variant
@properties
@given(seed=seeds, place=places, chosen=st.integers(0, 10**6))
def test_playing_changes_nothing_in_the_position_played_from(variant, seed, place, chosen):
    position = met(variant, seed, place)
    before = (str(position), position.state, position.pending, position.turn, position.outcome, position.occurrences)
    actions = position.actions()
    for action in sampled(list(actions), random.Random(chosen)):
        after = position.act(action)
        after.actions()
        after.legal_moves()
    position.before_turn().legal_moves()
    now = (str(position), position.state, position.pending, position.turn, position.outcome, position.occurrences)
    assert now == before and position.actions() == actions


@every_variant
def test_positions_cannot_be_changed_from_outside(variant):
    position = game_of(variant).start()
    with pytest.raises(TypeError):
        tv.Position()
    for name in ("turn", "outcome", "state", "occurrences"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)
    with pytest.raises(AttributeError):
        position.note = "a new attribute"
    listed = position.legal_moves()
    listed.clear()
    assert position.legal_moves()


# The end


def finished(variant):
    ends = [positions[-1] for seed in range(12) if (positions := walk(variant, seed))[-1].outcome is not None]
    assert ends
    return ends


@every_variant
def test_scores_give_every_player_a_number_and_sum_to_one(variant):
    for position in finished(variant):
        scores = position.outcome.scores
        assert tuple(scores) == position.game.players
        assert sum(scores.values()) == 1
        assert set(scores.values()) in ({0.0, 1.0}, {0.5})
        winners = [letter for letter, score in scores.items() if score == 1]
        assert position.outcome.winner == (winners[0] if winners else None)
        assert position.outcome.reason in str(position.outcome)


@every_variant
def test_nobody_may_move_once_the_game_is_over(variant):
    for position in finished(variant):
        assert position.legal_moves() == [] and position.actions() == ()
        moves = walk(variant, 0)[0].legal_moves()
        for move in (*moves[:20], "", "pass", "resign"):
            with pytest.raises(tv.IllegalMove, match="over"):
                position.play(move)
        for action in range(0, position.game.action_count, 37):
            with pytest.raises(tv.IllegalMove, match="over"):
                position.act(action)


@every_variant
def test_an_outcome_survives_pickling_and_cannot_be_changed(variant):
    for position in finished(variant):
        outcome = position.outcome
        assert pickle.loads(pickle.dumps(outcome)) == outcome
        assert hash(pickle.loads(pickle.dumps(outcome))) == hash(outcome)
        with pytest.raises(TypeError):
            outcome.scores[position.game.players[0]] = 1.0


@every_variant
def test_a_state_without_a_winner_is_not_over_unless_by_repetition(variant):
    for seed in range(12):
        for position in walk(variant, seed):
            if position.state.winner != ONGOING:
                assert position.outcome is not None
            elif position.outcome is not None:
                assert position.outcome.reason == "repetition"
                assert position.occurrences == position.game.facts.repetition
