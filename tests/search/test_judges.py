"""Judges by name: hand-made terms, what was learnt, and what happens where learnt weights cannot be used."""

import dataclasses
import warnings

import pytest

import tavoliere as tv
from tavoliere.core.beside import bytes_beside
from tavoliere.core.compiled import generator, plain_python, row
from tavoliere.core.game import ONGOING
from tavoliere.core.learnt import Learnt, WeightsWarning, weights_file
from tavoliere.core.weights import LANES, Rows
from tavoliere.games import own_games, ruleset
from tavoliere.search import judges
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.judges import LEARNT, NO_JUDGE, TERMS, judge_of, learnt_of
from tavoliere.search.kernels.alphabeta import judged
from tavoliere.search.specs import parse_spec, spec_of, weights_behind

LEARNED = [name for name in own_games() if ruleset(name).learnt]

POSITIONS = 10_000


@pytest.fixture
def forgetful():
    """Weights are read anew in a test, and again after it."""
    judges.learnt_judge.cache_clear()
    yield
    judges.learnt_judge.cache_clear()


def walk(game, seed, count):
    """States of random games."""
    with plain_python():
        rng, out = generator(seed), row(game.facts.most_actions)
    state, found = game.start().state, []
    while len(found) < count:
        found.append(state)
        state = state.play(state.random_action(rng, out))
        if state.winner != ONGOING:
            state = game.start().state
    return found


def test_terms_are_what_nobody_has_to_name():
    game = tv.game("tablut")
    assert judge_of(game) is judge_of(game, TERMS) is game.ruleset.evaluation
    assert parse_spec("alphabeta").player(1).judged_by == parse_spec("alphabeta:judge=terms").player(1).judged_by


@pytest.mark.parametrize("name", LEARNED)
def test_a_learnt_judge_is_read_without_complaint_and_once(name):
    game = tv.game(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        judge = judge_of(game, LEARNT)
    assert isinstance(judge, learnt_of(game).judge) and judge_of(game, LEARNT) is judge
    assert len(bytes_beside(game.ruleset.where, learnt_of(game).file)) < 150_000


@pytest.mark.parametrize("name", LEARNED)
def test_a_learnt_judge_says_the_same_compiled(name):
    game = tv.game(name)
    judge = judge_of(game, LEARNT)
    for state in walk(game, 3, POSITIONS):
        assert judged(state, judge, 0, 2) == judged.plain(state, judge, 0, 2)


@pytest.mark.parametrize("name", LEARNED)
def test_a_search_by_what_was_learnt_is_the_same_compiled(name):
    game = tv.game(name)
    choices = []
    for is_plain in (False, True):
        player = AlphaBetaPlayer(3, table_entries=1 << 10, judged_by=LEARNT)
        if is_plain:
            with plain_python():
                choices.append(player.choose(game.start(), Budget(nodes=150)))
        else:
            choices.append(player.choose(game.start(), Budget(nodes=150)))
    first, second = (dataclasses.replace(choice, seconds=0) for choice in choices)
    assert first == second


def test_judges_are_words_of_a_player():
    spec = parse_spec("alphabeta:nodes=50,judge=learnt")
    assert spec.budget() == Budget(nodes=50)
    assert spec.player(1).judged_by == LEARNT
    assert spec_of("alphabeta", dict(spec.settings)).text == spec.text
    assert spec.resolved(tv.game("tablut")) == spec


@pytest.mark.parametrize("text", ["alphabeta:judge=best", "alphabeta:judge=1", "alphabeta:judge=", "mcts:judge=terms"])
def test_other_words_are_refused(text):
    with pytest.raises(ValueError, match="is not a setting of"):
        parse_spec(text)


def test_a_game_without_a_learnt_judge_says_so():
    with pytest.raises(ValueError, match="pit has no learnt judge for 3 players, but judge=terms"):
        parse_spec("alphabeta:judge=learnt").resolved(tv.game("pit", players=3))


def weights_beside(name):
    return bytes_beside(ruleset(name).where, "learnt.weights")


def cut_off():
    return weights_beside("tablut")[:-7]


def foreign():
    return weights_beside("pathwayz")


def overflowing():
    """A whole file, with a digest that is right, of weights that nobody would write."""
    game = tv.game("tablut")
    learnt, judge = learnt_of(game), judge_of(game, LEARNT)
    heavy = judge._replace(first=Rows([[3000] * LANES] * len(judge.first)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Learnt, "checked", lambda self, judge, name: judge)
        return weights_file(learnt, game.facts, heavy, {})


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: None, "tablut/learnt.weights is missing"),
        (lambda: b"", "tablut/learnt.weights is not a file of weights"),
        (cut_off, "tablut/learnt.weights is broken or cut off"),
        (foreign, 'tablut/learnt.weights is made for something else: game is "pathwayz" there and "tablut" here'),
        (overflowing, "tablut/learnt.weights could overflow: a sum of first reaches from 0 to 75000"),
    ],
)
def test_where_weights_are_refused_the_hand_made_judge_plays_on(made, told, monkeypatch, forgetful):
    game, content = tv.game("tablut"), made()
    judges.learnt_judge.cache_clear()
    monkeypatch.setattr(judges, "bytes_beside", lambda where, file: content)
    with pytest.warns(WeightsWarning, match=f"{told}.*; the hand-made judge plays"):
        assert judge_of(game, LEARNT) is game.ruleset.evaluation
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it is told once
        choice = AlphaBetaPlayer(1, judged_by=LEARNT).choose(game.start(), Budget(nodes=300))
    assert choice.move == AlphaBetaPlayer(1).choose(game.start(), Budget(nodes=300)).move


def test_a_game_without_an_evaluation_has_no_judge_at_all():
    bare = tv.Game(dataclasses.replace(ruleset("pathwayz"), evaluation=None, learnt=()), {})
    assert judge_of(bare) is NO_JUDGE and judge_of(bare, LEARNT) is NO_JUDGE


def test_results_are_kept_apart_by_the_weights_behind_them():
    game = tv.game("tablut")
    by_terms, learnt = parse_spec("alphabeta:nodes=5"), parse_spec("alphabeta:nodes=5,judge=learnt")
    assert weights_behind(game, [by_terms]) == repr(game.ruleset.evaluation)
    assert judge_of(game, LEARNT).first.digest[:16] in weights_behind(game, [by_terms, learnt])
