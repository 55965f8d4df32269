"""Search processes: killed, frozen, interrupted and refused ones."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.search import worker as module
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchFailed, SearchWorker
from tests.play.processes import is_running

SPEC = parse_spec("mcts:nodes=300")
START = tv.game("never-alone").start()


def test_a_frozen_process_is_replaced(monkeypatch):
    with SearchWorker() as worker:
        first = worker.choose(SPEC, START, 1)
        frozen = worker._process
        os.kill(frozen.pid, signal.SIGSTOP)
        monkeypatch.setattr(module, "COMPILE_SECONDS", 60.0)
        patiences = iter([0.3, 60.0])
        answer = worker._answer
        monkeypatch.setattr(worker, "_answer", lambda _, watch, note: answer(next(patiences), watch, note))
        assert worker.choose(SPEC, START, 1).move == first.move
        assert worker._process.pid != frozen.pid
        assert not frozen.is_alive()


def test_a_process_that_freezes_over_a_question_without_a_limit_of_time_is_replaced(monkeypatch):
    with SearchWorker() as worker:
        worker.choose(SPEC, START, 1)
        frozen = worker._process
        os.kill(frozen.pid, signal.SIGSTOP)
        silences = iter([1.0])
        message = worker._message
        monkeypatch.setattr(worker, "_message", lambda patience: message(next(silences, patience)))
        nodes = parse_spec("alphabeta:nodes=2000")
        assert nodes.budget().seconds is None  # so nothing but the silence tells
        assert worker.choose(nodes, START, 1).move in START.legal_moves()
        assert worker._process.pid != frozen.pid


def test_a_process_that_thinks_for_long_says_that_it_lives(monkeypatch):
    heard = []
    with SearchWorker() as worker:
        message = worker._message

        def listening(patience):
            found = message(patience)
            heard.append(found[0])
            if heard.count("alive") == 2:
                worker.stop()
            return found

        monkeypatch.setattr(worker, "_message", listening)
        worker.choose(parse_spec("alphabeta:nodes=100000000000"), START, 1)
    assert heard.count("alive") >= 2
    assert heard[-1] == "chosen"


def test_processes_that_stay_silent_end_in_a_clear_error(monkeypatch):
    monkeypatch.setattr(module, "COMPILE_SECONDS", 0.0)
    monkeypatch.setattr(module, "GRACE_SECONDS", 0.0)
    with SearchWorker() as worker:
        # No process can even start within a millisecond.
        with pytest.raises(SearchFailed, match="did not answer, and so did its replacement"):
            worker.choose(parse_spec("mcts:seconds=0.001"), START, 1)
        assert worker._process is None
        monkeypatch.undo()
        assert worker.choose(SPEC, START, 1).move in START.legal_moves()


def test_a_process_killed_while_it_thinks_is_replaced_once():
    with SearchWorker() as worker:
        worker.choose(SPEC, START, 1)
        first = worker._process
        alarm = threading.Timer(0.1, lambda: os.kill(first.pid, signal.SIGKILL))
        alarm.start()
        choice = worker.choose(parse_spec("mcts:seconds=1"), START, 1)
        alarm.join()
        assert choice.move in START.legal_moves()
        assert worker._process.pid != first.pid


def test_processes_that_die_again_and_again_end_in_a_clear_error(monkeypatch):
    with SearchWorker() as worker:
        connected = worker._connected

        def doomed():
            pipe = connected()
            os.kill(worker._process.pid, signal.SIGKILL)
            worker._process.join()
            return pipe

        monkeypatch.setattr(worker, "_connected", doomed)
        with pytest.raises(SearchFailed, match="died, and so did its replacement"):
            worker.choose(SPEC, START, 1)


def test_refusals_come_back_as_errors_of_value_and_the_process_lives_on():
    over = tv.game("tablut").position("k8/9/9/9/9/9/9/9/8b b")
    with SearchWorker() as worker:
        worker.choose(SPEC, START, 1)
        process = worker._process.pid
        for _ in range(2):
            with pytest.raises(ValueError, match="the game is over"):
                worker.choose(SPEC, over, 1)
        assert worker.choose(SPEC, START, 1).move in START.legal_moves()
        assert worker._process.pid == process


def test_whoever_gives_up_does_not_get_the_old_answer_to_the_next_question():
    """An interrupted question used to leave its answer in the pipe, for whoever asked next."""
    pathwayz = tv.game("pathwayz").start()

    def interrupt(_):
        raise KeyboardInterrupt

    with SearchWorker() as worker:
        worker.choose(SPEC, START, 1)
        with pytest.raises(KeyboardInterrupt):
            worker.choose(parse_spec("mcts:seconds=600"), START, 1, watch=interrupt)
        assert worker.choose(SPEC, pathwayz, 1).move in pathwayz.legal_moves()


def test_an_error_of_a_watcher_is_not_taken_for_a_dead_process():
    def broken(_):
        raise BrokenPipeError("nobody reads what the watcher writes")

    with SearchWorker() as worker, pytest.raises(BrokenPipeError, match="nobody reads"):
        worker.choose(parse_spec("mcts:seconds=600"), START, 1, watch=broken)


def test_notes_tell_what_is_compiled_and_the_next_process_loads_it(monkeypatch, tmp_path):
    """The greedy player of games with turns in parts used to crash when its machine code came from the cache."""
    monkeypatch.setenv("TAVOLIERE_CACHE_DIR", str(tmp_path))
    notes, later = [], []
    start = tv.game("pit").start()
    with SearchWorker() as worker:
        first = worker.choose(parse_spec("greedy"), start, 1, note=notes.append)
        process = worker._process.pid
        assert "survey for Pit and PitJudge" in notes
        os.kill(process, signal.SIGKILL)
        assert worker.choose(parse_spec("greedy"), start, 1, note=later.append).move == first.move
        assert worker._process.pid != process
    assert later == []


def test_progress_arrives():
    choices = []
    with SearchWorker() as worker:
        worker.choose(parse_spec("alphabeta:depth=4"), START, 1, watch=choices.append)
    assert [choice.depth for choice in choices] == [2, 3, 4]
    assert all(choice.move in START.legal_moves() for choice in choices)


def test_a_kept_player_answers_in_its_process():
    spec = parse_spec("mcts:nodes=200,keep=1")
    position = tv.game("pathwayz").start()
    with SearchWorker() as worker:
        for _ in range(4):
            position = position.play(worker.choose(spec, position, 1).move)
    assert position.outcome is None


def test_a_kept_player_is_given_every_seed_anew():
    spec = parse_spec("mcts:nodes=300,keep=1")
    position = tv.game("never-alone").start()
    with SearchWorker() as worker:
        after_another = [worker.choose(spec, position, seed) for seed in (1, 2, 3)]
    for seed, choice in zip((1, 2, 3), after_another, strict=True):
        with SearchWorker() as worker:
            fresh = worker.choose(spec, position, seed)
        assert (fresh.move, fresh.values) == (choice.move, choice.values)


def test_two_seats_that_keep_their_trees_do_not_take_them_from_each_other():
    """A turn later a kept tree has more visits than its own simulations."""
    spec, other = parse_spec("mcts:nodes=2000,keep=1,multi=50"), parse_spec("mcts:nodes=2000,c=0.5,keep=1,multi=50")
    position = tv.game("never-alone").start()
    reused = []
    with SearchWorker() as worker:
        for turn in range(6):
            choice = worker.choose((spec, other)[turn % 2], position, turn)
            reused.append(sum(found.visits for found in choice.alternatives) > choice.nodes)
            position = position.play(choice.move)
    assert reused[:2] == [False, False]
    assert any(reused[2::2]) and any(reused[3::2])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_a_process_whose_parent_was_killed_ends_by_itself(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(
        "import tavoliere as tv\n"
        "from tavoliere.search.specs import parse_spec\n"
        "from tavoliere.search.worker import SearchWorker\n"
        "if __name__ == '__main__':\n"
        "    worker, start = SearchWorker(), tv.game('never-alone').start()\n"
        "    worker.choose(parse_spec('alphabeta:nodes=10'), start, 1)\n"
        "    print(worker._process.pid, flush=True)\n"
        "    worker.choose(parse_spec('alphabeta:nodes=1000000000000'), start, 1)\n"
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + 60
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_running(child)


def test_closing_from_another_thread_ends_the_question():
    for _ in range(3):
        with SearchWorker() as worker:
            worker.choose(SPEC, START, 1)
            threading.Timer(0.2, worker.close).start()
            with pytest.raises(SearchFailed, match="was closed"):
                worker.choose(parse_spec("mcts:seconds=60"), START, 1)
            assert worker._process is None
            assert worker.choose(SPEC, START, 1).move in START.legal_moves()


def test_a_limit_of_seconds_begins_after_compiling(monkeypatch, tmp_path):
    monkeypatch.setenv("TAVOLIERE_CACHE_DIR", str(tmp_path))
    notes = []
    with SearchWorker() as worker:
        choice = worker.choose(parse_spec("alphabeta:seconds=0.5"), START, 1, note=notes.append)
    assert any("descend" in note for note in notes)
    assert choice.nodes > 1000 and choice.depth > 3
