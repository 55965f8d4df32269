"""Training sees exactly what a judge sees: the traced rows and counts give the judge's own value."""

import random

import pytest

import tavoliere as tv
from tavoliere.core.learnt import HEAD_UNIT
from tavoliere.core.weights import Lanes, lanes
from tavoliere.games import own_games, ruleset
from tavoliere.learn.trace import _digits, trace
from tavoliere.search.judges import LEARNT, judge_of, learnt_of

LEARNED = [name for name in own_games() if ruleset(name).learnt]


def states(game, seed, count):
    chance, state, found = random.Random(seed), game.start().state, []
    out = [0] * game.facts.most_actions
    while len(found) < count:
        state = state.play(out[chance.randrange(state.actions(out))])
        if state.winner != -1:
            state = game.start().state
        found.append(state)
    return found


def value_of(judge, traced):
    hidden = lanes()
    for row in traced.rows:
        hidden += judge.first.row(row)
    value = hidden.clipped_square().dot(judge.head.row(traced.head)) // HEAD_UNIT
    if traced.term_row >= 0:
        value += Lanes(traced.counts).dot(judge.terms.row(traced.term_row))
    return traced.sign * value


@pytest.mark.parametrize("name", LEARNED)
def test_what_is_traced_gives_the_value_of_the_judge(name):
    game = tv.game(name)
    judge = judge_of(game, LEARNT)
    for state in states(game, 5, 100):
        assert value_of(judge, trace(learnt_of(game), state)) == judge.balance(state)


@pytest.mark.parametrize("name", LEARNED)
def test_no_position_adds_up_more_than_the_judge_declares(name):
    """The proof against overflow stands on this."""
    game = tv.game(name)
    learnt = learnt_of(game)
    for state in states(game, 6, 200):
        rows = trace(learnt, state).rows
        assert any(fits(rows, parts) for parts in learnt.sums["first"]), rows


def fits(rows, parts):
    """Whether some rows are what the parts of a sum allow."""
    left = list(rows)
    for part in parts:
        taken = [row for row in left if row in part.rows]
        if len(taken) > part.most or any(taken.count(row) > part.times for row in taken):
            return False
        left = [row for row in left if row not in part.rows]
    return not left


@pytest.mark.parametrize("name", LEARNED)
def test_every_position_has_one_row_of_the_base(name):
    game = tv.game(name)
    learnt = learnt_of(game)
    for state in states(game, 7, 50):
        assert sum(row in learnt.base for row in trace(learnt, state).rows) == 1


@pytest.mark.parametrize("counts", [[0] * 16, [1, -1] * 8, list(range(-8, 8)), [2**15 - 1, -(2**15)] * 8])
def test_counts_are_read_out_of_one_number(counts):
    assert _digits(sum(count << 24 * lane for lane, count in enumerate([*counts, 1]))) == [*counts, 1]
    assert _digits(-sum(count << 24 * lane for lane, count in enumerate([*counts, 1]))) == [-n for n in (*counts, 1)]
