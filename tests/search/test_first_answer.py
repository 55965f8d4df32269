"""On a fresh machine the lower levels answer before anything is compiled, and answer the same."""

import dataclasses

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import PLAIN_LEVELS, SearchWorker, is_quick_in_python

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
