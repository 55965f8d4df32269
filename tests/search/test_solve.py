"""Proofs against brute force: what the solver says is true, it says all that is true, and lengths are exact."""

import random
import threading

import pytest

import tavoliere as tv
from tavoliere.search.budget import Budget
from tavoliere.search.solve import Solver, is_complete, is_of_exact_length
from tavoliere.search.specs import parse_spec
from tests.search.test_mcts import LATE

ENOUGH, MORE = Budget(nodes=400_000), Budget(nodes=2_000_000)
SMALL = 1 << 14


def solved(position, budget=ENOUGH, table_entries=SMALL, tree_nodes=100_000):
    return Solver(table_entries=table_entries, tree_nodes=tree_nodes).choose(position, budget)


class TooMuchError(Exception):
    """The tree is too large to try everything."""


def forces(position, letter, left, depth=1000):
    """Whether a player can force a win against all others within so many actions, by trying everything."""
    if position.outcome is not None:
        return position.outcome.winner == letter
    if depth == 0:
        return False
    left[0] -= 1
    if left[0] < 0:
        raise TooMuchError
    results = (forces(position.act(action), letter, left, depth - 1) for action in position.actions())
    return any(results) if position.turn == letter else all(results)


def late_positions(name, options, seeds, most):
    """Positions near the ends of random games, with the player who can force a win, or None."""
    game = tv.game(name, **options)
    for seed in seeds:
        chance, position = random.Random(seed), game.start()
        whole = [position]
        while position.outcome is None:
            position = position.act(chance.choice(position.actions()))
            if not position.pending:
                whole.append(position)
        for back in (2, 3, 4):
            left = [most]
            try:
                winners = [letter for letter in game.players if forces(whole[-back], letter, left)]
            except TooMuchError:
                break
            yield whole[-back], winners[0] if winners else None


def actions_of(position, line):
    count = 0
    for turn in line:
        count += len(position.turn_to_actions(turn))
        position = position.play(turn)
    return count, position


@pytest.mark.parametrize(
    ("name", "options", "seeds"),
    [
        ("pit", {}, range(12)),
        ("pit", {"players": 3}, range(12)),
        ("pit", {"players": 4}, range(12)),
    ],
    ids=str,
)
def test_verdicts_agree_with_trying_everything(name, options, seeds):
    found = {"win": 0, "loss": 0, "": 0}
    for position, winner in late_positions(name, options, seeds, 1200):
        choice = solved(position)
        if not choice.proven and winner is not None:
            # A long win that trying everything happens upon first.
            choice = solved(position, MORE, table_entries=1 << 20, tree_nodes=2_000_000)
        if winner is None:
            # Of several others who may win, none need do so, but the mover may have lost anyway.
            assert len(position.game.players) > 2 and choice.proven in ("", "loss"), str(position)
        else:
            assert choice.proven == ("win" if winner == position.turn else "loss"), str(position)
        found[choice.proven] += 1
        end = actions_of(position, choice.line)[1]
        if winner is not None and is_complete(position, choice):
            assert end.outcome.winner == winner
        if len(position.game.players) == 2:
            assert is_complete(position, choice)
    assert min(found["win"], found["loss"]) > 0 and found[""] <= 2


@pytest.mark.parametrize(
    ("name", "text"), [late for late in LATE if late[0] != "tablut"], ids=lambda value: str(value)[:20]
)
def test_late_positions_are_solved(name, text):
    position = tv.game(name).position(text)
    choice = solved(position)
    others = [letter for letter in position.game.players if letter != position.turn]
    if forces(position, position.turn, [20_000]):
        assert choice.proven == "win"
    else:
        assert choice.proven == ("loss" if forces(position, others[0], [20_000]) else "draw")
    assert is_complete(position, choice)


def test_the_last_turn_before_the_rule_of_captures():
    """Whoever does not win with the hundredth turn without a capture has a draw."""
    position = tv.game("pit-of-pillars").position("#6#/8/2(wrr)5/8/3W4/8/1w6/#6# w m 2-0 - 99")
    choice = solved(position)
    assert choice.proven == ("win" if forces(position, "w", [5000], 6) else "draw")
    assert actions_of(position, choice.line)[1].outcome is not None


@pytest.mark.parametrize(
    ("text", "verdict", "length"),
    [
        ("9/9/9/9/2k6/9/9/9/8b w", "win", 1),
        ("9/9/9/9/2k6/9/9/9/8b b", "loss", 2),
        ("9/9/9/3b5/4k4/3b5/9/9/8b w", "win", 3),
        ("9/9/9/9/9/2b1k1b2/9/4b4/8b w", "loss", 2),
    ],
)
def test_wins_are_the_shortest_and_losses_the_longest(text, verdict, length):
    position = tv.game("tablut").position(text)
    choice = solved(position)
    actions, end = actions_of(position, choice.line)
    assert (choice.proven, actions) == (verdict, length)
    assert is_of_exact_length(position, choice)
    winner = end.outcome.winner
    assert forces(position, winner, [50_000], length)
    assert not forces(position, winner, [50_000], length - 1)


def test_a_way_back_saves_with_the_history_and_not_without():
    """The rule of repetition looks at the path: the same squares are a draw after one game and a loss after another."""
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/8b/9 w")
    for move in ("c5-d5", "i2-i1", "d5-c5"):
        position = position.play(move)
    assert position.play("i1-i2").outcome.reason == "repetition"
    assert (solved(position).proven, solved(position).move) == ("draw", "i1-i2")
    assert solved(tv.game("tablut").position(str(position))).proven == "loss"


def test_what_is_not_proven_is_not_claimed():
    position = tv.game("tablut").start()
    choice = solved(position, Budget(nodes=20_000))
    assert choice.proven == ""
    assert 2 <= choice.depth < 10
    assert choice.nodes <= 21_000
    assert choice.move in position.legal_moves()
    assert not is_of_exact_length(position, choice)
    assert not any(forces(position, letter, [10_000], 1) for letter in "wb")


def test_even_a_single_node_gives_a_legal_turn():
    for name, options in (("tablut", {}), ("pit", {"players": 3}), ("pit-of-pillars", {})):
        position = tv.game(name, **options).start()
        assert solved(position, Budget(nodes=1)).move in position.legal_moves()


def test_the_same_budget_of_nodes_gives_the_same_proof():
    position = tv.game("tablut").position("9/9/9/3b5/4k4/3b5/9/9/8b w")
    first, second = (solved(position, Budget(nodes=5000)) for _ in range(2))
    assert (first.line, first.nodes, first.proven) == (second.line, second.nodes, second.proven)


def test_a_solver_can_be_stopped_from_another_thread():
    for options in ({}, {"players": 3}):
        position = tv.game("pit", **options).start()
        solver, found = Solver(table_entries=SMALL), []
        solver.choose(position, Budget(nodes=10))
        begun = threading.Event()

        def think(solver=solver, position=position, found=found, begun=begun):
            found.append(solver.choose(position, Budget(seconds=600), lambda choice: begun.set()))

        thinking = threading.Thread(target=think)
        thinking.start()
        assert begun.wait(60)
        solver.stop()
        thinking.join(timeout=60)
        assert found and found[0].move in position.legal_moves()


def test_the_solver_has_a_spec_and_refuses_a_finished_game():
    player = parse_spec("solver:nodes=50").player(1)
    assert isinstance(player, Solver)
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(tv.game("tablut").position("k8/9/9/9/9/9/9/9/8b b"), Budget(nodes=10))
