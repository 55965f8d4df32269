"""Every player on any position with next to no time: always a legal whole turn, and values between 0 and 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavoliere.games import own_games, ruleset
from tavoliere.search.budget import Budget
from tavoliere.search.specs import parse_spec
from tests.conformance.variants import going_on, places, properties, seeds

GAMES = [(name, tuple(options.items())) for name in own_games() for options in ruleset(name).facts.variants]
SPECS = ["random", "greedy", "novice:view=120,taste=900", "mcts", "mcts:cut=0,priors=1", "mcts:cut=2,threads=2",
         "alphabeta", "alphabeta:multi=3", "level:1", "level:10", "champion"]  # fmt: skip
budgets = st.sampled_from([Budget(nodes=1), Budget(depth=1), Budget(seconds=0.001)])


@pytest.mark.parametrize("variant", GAMES, ids=str)
@given(seed=seeds, place=places, budget=budgets, text=st.sampled_from(SPECS))
@properties
def test_every_player_makes_a_whole_turn_on_the_smallest_budget(variant, seed, place, budget, text):
    position = going_on(variant, seed, place)
    spec = parse_spec(text).resolved(position.game)
    choice = spec.player(seed).choose(position, budget)
    assert not position.play(choice.move).pending
    assert set(choice.values) == set(position.game.players)
    assert all(0 <= value <= 1 for value in choice.values.values())
    assert sum(choice.values.values()) == pytest.approx(1)
    assert choice.line[0] == choice.move
    assert all(0 <= other.value <= 1 for other in choice.alternatives)
    if choice.alternatives:
        assert choice.alternatives[0].text == choice.move


@pytest.mark.parametrize("variant", [("pit", ()), ("pit-of-pillars", ())], ids=str)
def test_a_question_in_the_middle_of_a_turn_means_the_whole_turn(variant):
    position = going_on(variant, 1, 40)
    begun = next(after for after in map(position.act, position.actions()) if after.pending)
    for text in ("random", "greedy", "mcts", "alphabeta"):
        choice = parse_spec(text).player(1).choose(begun, Budget(nodes=20))
        assert not position.play(choice.move).pending
