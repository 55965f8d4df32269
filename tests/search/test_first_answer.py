"""On a fresh machine the lower levels answer before anything is compiled, and answer the same."""

import cProfile
import dataclasses
import os
import pstats
import subprocess
import sys
import time

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.games import own_games
from tavoliere.search.budget import Budget
from tavoliere.search.meanwhile import PLAIN_LEVELS, Meanwhile, is_quick_in_python
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchWorker
from tests.play.processes import is_running

GAMES = [(name, variant) for name in own_games() for variant in tv.game(name).facts.variants]


def timeless(choice):
    return dataclasses.replace(choice, seconds=0.0)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_the_first_answer_needs_no_machine_code_and_is_the_same(name, options, tmp_path, monkeypatch):
    """With an empty cache every kernel has to be compiled, and whoever compiles says so before the answer."""
    start, spec = tv.game(name, **options).start(), parse_spec("level:3")
    resolved = spec.resolved(start.game)
    expected = timeless(resolved.player(7).choose(start, resolved.budget()))
    monkeypatch.setenv("TAVOLIERE_CACHE_DIR", str(tmp_path))
    told = []
    with SearchWorker() as worker:
        assert timeless(worker.choose(spec, start, 7, note=told.append)) == expected
    assert told == []


MOST_CALLS = 3_000_000
"""Calls of functions, of which a processor makes some millions a second; the whole answer must come within two."""


@pytest.mark.parametrize("level", [4, 5])
@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_no_first_answer_asks_too_much_of_plain_python(name, options, level):
    """Pathwayz took 3.5 seconds, Pit with three 3: nearly all of it went into making sets of sets."""
    game = tv.game(name, **options)
    spec = parse_spec(f"level:{level}").resolved(game)
    for position in (game.start(), game.start().play(game.start().legal_moves()[7])):
        watched = cProfile.Profile()
        with plain_python(), watched:
            spec.player(1).choose(position, spec.budget())
        assert pstats.Stats(watched).total_calls < MOST_CALLS


def test_the_next_answers_are_those_of_machine_code():
    start, spec = tv.game("tablut").start(), parse_spec("level:2")
    with SearchWorker() as worker:
        first = worker.choose(spec, start, 3)
        worker.choose(parse_spec("alphabeta:depth=1"), start, 3)  # waits for what is being compiled
        assert timeless(worker.choose(spec, start, 3)) == timeless(first)


def test_only_what_searches_little_runs_without_machine_code():
    assert all(is_quick_in_python(parse_spec(f"level:{level}")) for level in range(1, PLAIN_LEVELS + 1))
    others = ("level:6", "level:10", "champion:seconds=1", "alphabeta:depth=1", "mcts:nodes=5", "random")
    assert not any(is_quick_in_python(parse_spec(text)) for text in others)


PROGRAM = """
import sys
import tavoliere as tv
from tavoliere.play.opponent import meanwhile
choice = tv.player("level:4", seed=7).choose(tv.game(sys.argv[1], **eval(sys.argv[2])).start())
(program,) = meanwhile()._programs.values()
print("numba" in sys.modules, program.poll() is None, program.pid, choice.move)
"""


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_program_that_asks_for_a_player_does_not_wait_either(name, options, tmp_path):
    """It thinks in its own process, which must not compile anything; and leaves nothing behind when it ends."""
    start, spec = tv.game(name, **options).start(), parse_spec("level:4")
    resolved = spec.resolved(start.game)
    expected = resolved.player(7).choose(start, resolved.budget()).move
    fresh = {**os.environ, "TAVOLIERE_CACHE_DIR": str(tmp_path)}
    asked = [sys.executable, "-c", PROGRAM, name, repr(options)]
    said = subprocess.run(asked, env=fresh, capture_output=True, text=True, check=True).stdout.split()
    assert (said[0], said[1], said[3]) == ("False", "True", expected)
    assert not is_running(int(said[2]))


def test_a_player_goes_on_with_machine_code_as_soon_as_it_is_there(monkeypatch):
    """Whatever is being compiled, each answer is the same."""
    compiling = Meanwhile()
    monkeypatch.setattr("tavoliere.play.opponent.meanwhile", lambda: compiling)
    start, player = tv.game("tablut").start(), tv.player("level:2", seed=3)
    spec = player.spec.resolved(start.game)
    assert player._answers_plainly(spec, start)
    answers = [timeless(player.choose(start))]
    while not compiling.is_ready(spec, start):
        answers.append(timeless(player.choose(start)))
        time.sleep(0.1)
    assert not player._answers_plainly(spec, start)
    assert {timeless(player.choose(start)) == answer for answer in answers} == {True}
    assert not player._answers_plainly(spec.within(Budget(nodes=100_000)), start), "that would take long"


def test_where_no_program_can_be_started_whoever_asks_compiles(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    compiling, start = Meanwhile(), tv.game("tablut").start()
    spec = parse_spec("level:2").resolved(start.game)
    assert not compiling.is_ready(spec, start)
    compiling.begin(spec, start)
    assert compiling.is_ready(spec, start)
