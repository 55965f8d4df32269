"""Stopping: from another thread, before the search has begun, in the middle of a turn, and through a process."""

import threading
import time

import pytest

import tavoliere as tv
from tavoliere.arena.match import opening
from tavoliere.core.compiled import plain_python
from tavoliere.search import alphabeta_player
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.novice import NovicePlayer
from tavoliere.search.solve import Solver
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker

PROMISE = 0.05
"""So many seconds after a stop at the most a search answers."""
STOPS = 5
PATIENCE = 120
"""Far more than any search needs to stop, and far less than its budget."""
PLAYERS = {
    "tree search": MctsPlayer,
    "two threads": lambda: MctsPlayer(threads=2, tree_nodes=200_000),
    "judged tree search": lambda: MctsPlayer(style=Style(cut=0, priors=1.0)),
    "alpha-beta": AlphaBetaPlayer,
    "several lines": lambda: AlphaBetaPlayer(alternatives=8),
    "kept trees": lambda: MctsPlayer(keep=True),
    "novice": lambda: NovicePlayer(view=200, taste=500),
}


def ended(work):
    """What a piece of work gives in a thread of its own; it must end."""
    found = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert found, "it did not end"
    return found[0]


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("name", ["pit", "tablut"])
def test_a_big_budget_ends_when_another_thread_says_so(kind, name):
    player, position = PLAYERS[kind](), tv.game(name).start()
    player.choose(position, Budget(nodes=10))
    is_over = threading.Event()

    def insist():
        """A search that has not begun yet hears nothing."""
        while not is_over.wait(0.1):
            player.stop()

    threading.Thread(target=insist, daemon=True).start()
    choice = ended(lambda: player.choose(position, Budget(nodes=10**12)))
    is_over.set()
    assert position.play(choice.move)
    assert choice.nodes < 10**9


@pytest.mark.parametrize("alternatives", [1, 3])
def test_a_stop_before_alpha_beta_has_its_table_is_heard(alternatives, monkeypatch):
    player, position = AlphaBetaPlayer(alternatives=alternatives), tv.game("tablut").start()
    player.choose(position, Budget(nodes=10))
    borrowed_desk = alphabeta_player.borrowed_desk

    def stopped_meanwhile(*arguments):
        player.stop()
        return borrowed_desk(*arguments)

    monkeypatch.setattr(alphabeta_player, "borrowed_desk", stopped_meanwhile)
    choice = ended(lambda: player.choose(position, Budget(nodes=10**12)))
    assert position.play(choice.move)
    assert choice.nodes < 10


def plain_choice(player, position, budget):
    with plain_python():
        return player.choose(position, budget)


def test_a_tree_search_stopped_before_its_first_simulation_still_answers():
    """It used to wait for its root to grow, which the stop mark forbade."""
    player = MctsPlayer()
    calls = []

    def clock():
        calls.append(None)
        if len(calls) == 2:
            player.stop()
        return 0.0

    player.clock = clock
    position = tv.game("never-alone").start()
    choice = ended(lambda: plain_choice(player, position, Budget(seconds=600)))
    assert choice.move in position.legal_moves()
    assert choice.nodes <= 4


def test_few_nodes_follow_a_stop():
    """The clock of a watcher stops the search at a known node; what is done after it is bounded."""
    position = tv.game("tablut").start()
    seen = []
    player = AlphaBetaPlayer()

    def watch(choice):
        seen.append(choice.nodes)
        player.stop()

    choice = ended(lambda: player.choose(position, Budget(depth=12), watch))
    assert len(seen) <= 2
    assert choice.nodes <= seen[0] + 300


@pytest.mark.parametrize("players", [2, 3])
def test_a_tree_of_limited_depth_ends_where_it_cannot_get_deeper(players):
    """Without proofs, a tree that is complete never reached the depth that it was to search."""
    game = tv.game("pit", players=players, size=5, holes="b2 b3 b4 c2 c3 c4 d2 d3 d4", towers="a1 a5 e5"[: 3 * players])
    position = game.start()
    player = MctsPlayer(style=Style(solver=False, longest=5), tree_nodes=2000)
    choice = ended(lambda: player.choose(position, Budget(depth=100)))
    assert position.play(choice.move)


@pytest.mark.parametrize("spec", ["mcts:seconds=600", "alphabeta:seconds=600", "champion:seconds=600", "level:10"])
def test_a_search_process_can_be_stopped(spec):
    position = tv.game("never-alone").start()
    with SearchWorker() as worker:
        worker.choose(parse_spec(spec.split(":")[0] + ":nodes=5" if "level" not in spec else "level:1"), position, 1)
        alarm = threading.Timer(0.2, worker.stop)
        alarm.start()
        choice = ended(lambda: worker.choose(parse_spec(spec), position, 1))
        alarm.join()
        assert choice.move in position.legal_moves()


def test_a_stop_that_comes_before_the_process_has_started_is_not_lost():
    position = tv.game("never-alone").start()
    with SearchWorker() as worker:
        started = threading.Event()
        connected = worker._connected

        def announced():
            started.set()
            return connected()

        worker._connected = announced
        threading.Thread(target=lambda: (started.wait(), worker.stop()), daemon=True).start()
        choice = ended(lambda: worker.choose(parse_spec("alphabeta:nodes=1000000000000"), position, 1))
        assert choice.move in position.legal_moves()


def test_a_stop_without_a_question_does_not_spoil_the_next_one():
    position = tv.game("never-alone").start()
    spec = parse_spec("mcts:nodes=4000")
    with SearchWorker() as worker:
        worker.stop()
        first = worker.choose(spec, position, 1)
        worker.stop()
        time.sleep(0.05)
        second = worker.choose(spec, position, 1)
    assert first.nodes == second.nodes == 4000
    assert first.move == second.move


def delay(choose, stop):
    """How many seconds after a stop a search answers that would go on for very long."""
    ends = []
    thread = threading.Thread(target=lambda: (choose(), ends.append(time.perf_counter())), daemon=True)
    thread.start()
    time.sleep(0.1)
    begun = time.perf_counter()
    stop()
    thread.join(PATIENCE)
    assert ends, "it did not end"
    return ends[0] - begun


def is_prompt(choose, stop):
    """Whether the quickest of several stops is as quick as promised: a busy machine may be late, but not always."""
    return any(delay(choose, stop) < PROMISE for _ in range(STOPS))


@pytest.mark.parametrize("name", ["pit", "pit-of-pillars", "tablut"])
@pytest.mark.parametrize("kind", [*PLAYERS, "solver"])
def test_a_stopped_search_answers_as_soon_as_promised(kind, name):
    """In the middle of a game, also of the one whose turns take longest to write."""
    player, position = {**PLAYERS, "solver": Solver}[kind](), tv.game(name).start()
    for move in opening(position.game, 1, 8, 5):
        position = position.play(move)
    player.choose(position, Budget(nodes=50))
    assert is_prompt(lambda: player.choose(position, Budget(nodes=10**12)), player.stop)


@pytest.mark.parametrize("kind", ["alphabeta", "mcts", "novice", "solver"])
def test_a_stopped_search_process_answers_as_soon_as_promised(kind):
    position, endless = tv.game("tablut").start(), parse_spec(f"{kind}:nodes=1000000000000")
    with SearchWorker() as worker:
        worker.choose(parse_spec(f"{kind}:nodes=50"), position, 1)
        assert is_prompt(lambda: worker.choose(endless, position, 1), worker.stop)
