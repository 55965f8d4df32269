"""Search: the same answer for the same seed, proofs that are true, turns that are legal, processes that come back."""

import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.games import own_games, ruleset
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.players import RandomPlayer
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker

GAMES = [(name, variant) for name in own_games() for variant in ruleset(name).facts.variants]


def answer(choice):
    return choice.move, choice.values, choice.line, choice.alternatives, choice.proven


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_the_same_seed_and_nodes_give_the_same_answer_compiled_or_not(name, options):
    position = tv.game(name, **options).start()
    for _ in range(3):
        position = position.play(MctsPlayer(seed=7, style=Style(longest=80)).choose(position, Budget(nodes=300)).move)
    with plain_python():
        plain = MctsPlayer(seed=3, style=Style(longest=60)).choose(position, Budget(nodes=40))
    first, second = (MctsPlayer(seed=3, style=Style(longest=60)).choose(position, Budget(nodes=40)) for _ in range(2))
    assert answer(plain) == answer(first) == answer(second)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_choice_is_a_legal_turn_with_a_value_for_each_player(name, options):
    chance, position = random.Random(5), tv.game(name, **options).start()
    for turn in range(12):
        if position.outcome is not None:
            break
        choice = MctsPlayer(seed=turn).choose(position, Budget(nodes=200))
        assert set(choice.values) == set(position.game.players)
        assert all(0 <= value <= 1 for value in choice.values.values())
        assert choice.nodes <= 210
        position = position.play(choice.move)
        while position.outcome is None and position.turn != position.game.players[0]:
            moves = [chance.choice(position.actions())]
            while position.act(moves[0]).pending and len(moves) == 1:
                moves.append(chance.choice(position.act(moves[0]).actions()))
            position = position.play(position.actions_to_turn(moves))


def minimax(position, nodes):
    """The certain result for the player to move (1, 0.5 or 0), by trying everything; None if that takes too long."""
    if position.outcome is not None:
        return position.outcome.scores[position.turn]
    nodes[0] -= 1
    if nodes[0] < 0:
        return None
    best = 0.0
    for move in position.legal_moves():
        after = position.play(move)
        value = minimax(after, nodes)
        if value is None:
            return None
        best = max(best, value if after.turn == position.turn else 1 - value)
        if best == 1:
            break
    return best


STRIPES = "/".join(["wbwbwbwbwbwb"] * 5)
LATE = [
    ("pathwayz", f"wbwb1bwbwbwb/{STRIPES}/wbwbwbwb1bwb/wbw1wbwbwbwb w"),
    ("never-alone", "rrrrrrrr/rrrrbbbb/bbbbbbbb/bbbbrrrr/rrrr1bbb/bbbb1rrr/rrrrrrbb/bbbbbbb1 b 0"),
    ("tablut", "9/9/9/9/2k6/9/9/9/8b w"),
    ("pit", "b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n"),
]


@pytest.mark.parametrize(("name", "text"), LATE, ids=lambda value: str(value)[:20])
def test_proofs_agree_with_trying_everything(name, text):
    position = tv.game(name).position(text)
    exact = minimax(position, [20000])
    choice = MctsPlayer(seed=1, tree_nodes=300_000).choose(position, Budget(nodes=60_000))
    assert exact is not None
    assert choice.proven == {1.0: "win", 0.5: "draw", 0.0: "loss"}[exact]
    assert choice.values[position.turn] == exact


def test_a_certain_win_is_played_at_once():
    choice = MctsPlayer().choose(tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w"), Budget(nodes=100_000))
    assert choice.proven == "win"
    assert choice.nodes < 5000
    assert tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w").play(choice.move).outcome.winner == "w"


def test_repetition_is_seen_inside_the_tree():
    """Every way back to a position that has occurred is a certain draw."""
    position = tv.game("tablut").start()
    for move in ("e3-f3", "d1-c1", "f3-e3", "c1-b1", "e3-f3"):
        position = position.play(move)
    assert position.play("b1-c1").outcome.reason == "repetition"
    choice = MctsPlayer(seed=2, alternatives=500).choose(position, Budget(nodes=5000))
    assert [other.value for other in choice.alternatives if other.text == "b1-c1"] == [0.5]
    assert [other.visits for other in choice.alternatives if other.text == "b1-c1"] != [0]


def test_mcts_beats_random_players():
    for name, options in GAMES:
        if name == "pit-of-pillars":
            continue
        game, won = tv.game(name, **options), 0
        for number in range(4):
            seat = game.players[number % len(game.players)]
            position, chance = game.start(), RandomPlayer(number)
            searcher = MctsPlayer(seed=number)
            while position.outcome is None:
                player = searcher if position.turn == seat else chance
                position = position.play(player.choose(position, Budget(nodes=400)).move)
            won += position.outcome.scores[seat] == 1
        assert won >= 3, (name, options, won)


def test_a_finished_game_has_no_turn_to_choose():
    over = tv.game("tablut").position("k8/9/9/9/9/9/9/9/8b b")
    for player in (MctsPlayer(), RandomPlayer()):
        with pytest.raises(ValueError, match="the game is over"):
            player.choose(over, Budget(nodes=10))


def test_a_search_can_be_stopped_from_another_thread():
    player = MctsPlayer()
    position = tv.game("tablut").start()
    player.choose(position, Budget(nodes=10))
    found = []
    thinking = threading.Thread(target=lambda: found.append(player.choose(position, Budget(seconds=600))))
    thinking.start()
    time.sleep(0.3)
    player.stop()
    thinking.join(timeout=30)
    assert found and found[0].move in position.legal_moves()


def test_bad_budgets_and_specs_are_refused():
    for bad in ({}, {"seconds": 0}, {"seconds": -1}, {"nodes": 0}, {"seconds": float("nan")}):
        with pytest.raises(ValueError):
            Budget(**bad)
    for text in (
        "",
        "level",
        "mcts:",
        "mcts:depth=0",
        "level:0",
        "level:100",
        "alphabeta:nodes=1.5",
        "mcts:nodes=5,nodes=6",
        "mcts:nodes=many",
        "mcts:nodes=0",
        "random:seconds=1",
        "mcts:c=-1",
    ):
        if text == "mcts:":
            assert parse_spec(text).budget() == Budget(seconds=1.0)
            continue
        with pytest.raises(ValueError):
            parse_spec(text)


def test_a_killed_search_process_is_replaced():
    position = tv.game("never-alone").start()
    with SearchWorker() as worker:
        first = worker.choose(parse_spec("mcts:nodes=500"), position, 1)
        os.kill(worker._process.pid, signal.SIGKILL)
        assert worker.choose(parse_spec("mcts:nodes=500"), position, 1).move == first.move
        over = tv.game("tablut").position("k8/9/9/9/9/9/9/9/8b b")
        with pytest.raises(ValueError, match="the game is over"):
            worker.choose(parse_spec("mcts:nodes=5"), over, 1)


def test_whoever_asks_a_search_process_does_not_import_numba(tmp_path):
    program = """
import sys
import tavoliere as tv
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker
if __name__ == "__main__":
    with SearchWorker() as worker:
        choice = worker.choose(parse_spec("mcts:nodes=50"), tv.game("never-alone").start(), 1)
        print(choice.move, "numba" in sys.modules)
"""
    (tmp_path / "ask.py").write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "ask.py")], capture_output=True, text=True, check=True, timeout=200
    )
    assert done.stdout.split()[1] == "False"


@pytest.mark.parametrize("name", ["pit", "pit-of-pillars", "pathwayz"])
def test_a_turn_of_one_action_gets_the_whole_budget(name):
    """Games whose turns may have several actions save some of it for the later ones."""
    position = tv.game(name).start()
    choice = MctsPlayer(tree_nodes=50_000).choose(position, Budget(nodes=300))
    assert choice.nodes == 300


def test_alternatives_of_a_tree_search_are_whole_turns():
    chance = random.Random(2)
    game = tv.game("pit-of-pillars")
    seen = 0
    for _ in range(4):
        position = game.start()
        for _ in range(chance.randrange(2, 8)):
            position = position.play(chance.choice(position.legal_moves()))
        choice = MctsPlayer(tree_nodes=100_000).choose(position, Budget(nodes=3000))
        texts = [other.text for other in choice.alternatives]
        assert texts[0] == choice.move
        assert len(set(texts)) == len(texts) > 1
        assert set(texts) <= set(position.legal_moves())
        beginnings = [position.turn_to_actions(text)[0] for text in texts]
        seen += len(set(beginnings)) < len(beginnings)
    assert seen > 0
