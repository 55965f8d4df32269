"""Search against trying everything, on late positions of every game: values, proofs and the chosen turns.

The positions stand in `tests/data/late_positions.json`; `python -m tests.data.make_late_positions` finds them anew.
"""

import json
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer, Style
from tests.search.brute import Brute, TooManyNodes, after_turn, certain

LATE = json.loads((Path(__file__).parents[1] / "data" / "late_positions.json").read_text(encoding="utf-8"))
every_late_position = pytest.mark.parametrize(
    "entry",
    LATE,
    ids=[f"{entry['game']} {len(entry['position'])} {entry['value']} {n}" for n, entry in enumerate(LATE)],
)
VERDICTS = {1: "win", 0: "draw", -1: "loss"}


def position_of(entry):
    return tv.game(entry["game"], **entry["options"]).position(entry["position"])


def sign(value):
    return (value > 0) - (value < 0)


def wins(position, move, depth):
    """Whether a turn wins by force, perhaps later than the shortest way does; too long a way counts if it may."""
    high = 1
    for deeper in range(depth, depth + 8):
        try:
            low, high = after_turn(position, move, deeper, nodes=3000)
        except TooManyNodes:
            return high > 0
        if low > 0 or high <= 0:
            return low > 0
    return high > 0


def test_there_are_enough_positions_of_every_game_and_number_of_players():
    kinds = {(entry["game"], entry["options"].get("players")) for entry in LATE}
    assert kinds == {(name, None) for name in tv.games() if name != "pit"} | {("pit", number) for number in (2, 3, 4)}
    for kind in kinds:
        values = [entry["value"] for entry in LATE if (entry["game"], entry["options"].get("players")) == kind]
        assert len(values) >= 5, kind
        assert any(value > 0 for value in values), kind
        assert any(value <= 0 for value in values), kind


@every_late_position
def test_the_file_holds_what_trying_everything_says(entry):
    position = position_of(entry)
    assert Brute(position.turn, entry["depth"]).bounds(position) == (entry["value"], entry["value"])


@every_late_position
@pytest.mark.parametrize("reduce", [False, True], ids=["full", "reduced"])
def test_alphabeta_finds_the_value_the_shortest_win_and_the_longest_resistance(entry, reduce):
    position = position_of(entry)
    choice = AlphaBetaPlayer(table_entries=1 << 14, reduce=reduce).choose(position, Budget(depth=entry["depth"] + 3))
    value = entry["value"]
    expected = VERDICTS[sign(value)]
    is_certain = expected == "win" or (expected == "loss" and len(position.game.players) == 2)
    assert choice.proven == (expected if is_certain else "")
    assert choice.values[position.turn] == {1: 1.0, 0: 0.5, -1: 0.0}[sign(value)]
    assert after_turn(position, choice.move, entry["depth"]) == (value, value)


@every_late_position
def test_alphabeta_without_an_iteration_to_spare_and_with_the_smallest_table_claims_nothing_false(entry):
    position = position_of(entry)
    for depth in range(1, entry["depth"] + 1):
        choice = AlphaBetaPlayer(table_entries=2).choose(position, Budget(depth=depth))
        assert choice.proven in ("", VERDICTS[sign(entry["value"])])
        if choice.proven == "win":
            assert wins(position, choice.move, entry["depth"])


@every_late_position
@pytest.mark.parametrize(
    "style", [Style(), Style(cut=0), Style(cut=2, priors=1.0)], ids=["playouts", "judged", "priors"]
)
def test_tree_search_proves_what_trying_everything_says(entry, style):
    position = position_of(entry)
    choice = MctsPlayer(seed=2, style=style, tree_nodes=60_000).choose(position, Budget(nodes=20_000))
    if len(position.game.players) > 2:
        result, is_complete = certain(position, entry["depth"])
        if result == position.turn:
            assert choice.proven == "win"
        if result is None and is_complete:
            # Nobody knows whom a losing player will favour, but the mover may have lost anyway.
            assert choice.proven in ("", "loss")
        if choice.proven == "loss":
            assert entry["value"] < 0
    else:
        assert choice.proven == VERDICTS[sign(entry["value"])]
        assert choice.values[position.turn] == {1: 1.0, 0: 0.5, -1: 0.0}[sign(entry["value"])]
    if choice.proven == "win":
        assert wins(position, choice.move, entry["depth"])
    if choice.proven == "draw":
        assert after_turn(position, choice.move, entry["depth"]) == (0, 0)


@every_late_position
def test_small_trees_claim_nothing_false(entry):
    position = position_of(entry)
    for nodes in (1, 3, 10, 30, 100, 300):
        choice = MctsPlayer(seed=nodes, style=Style(cut=0, priors=2.0), tree_nodes=1).choose(
            position, Budget(nodes=nodes)
        )
        assert choice.proven in ("", VERDICTS[sign(entry["value"])]) or len(position.game.players) > 2
        if choice.proven == "win":
            assert wins(position, choice.move, entry["depth"])
