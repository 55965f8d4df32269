"""The suite is what its mode says: plain Python, machine code, or machine code with bounds checks."""

import os

import pytest

from tavoliere.games import own_games
from tests.rules import engine

CHECKS = ("list_actions", "play_one", "key_of", "is_mid_turn", "uncounted", "told_by", "random_one")


def test_each_kernel_is_compiled_once_for_every_game_unless_the_mode_is_plain():
    for name in own_games():
        engine._agreed.discard(engine.game(name).start().state)
        engine.start(name)
    expected = 0 if engine.MODE == engine.PLAIN else len(own_games())
    compiled = {name: getattr(engine.kernels, name).compilations for name in CHECKS}
    assert compiled == dict.fromkeys(CHECKS, expected)


def test_bounds_checks_are_on_exactly_in_the_mode_bounds():
    if engine.MODE == engine.PLAIN:
        assert engine.compilations() == 0
        return
    from numba.core import config

    assert bool(config.BOUNDSCHECK) == (engine.MODE == engine.BOUNDS)
    assert (os.environ.get("NUMBA_BOUNDSCHECK") == "1") == (engine.MODE == engine.BOUNDS)


def test_an_index_out_of_range_raises_where_bounds_are_checked():
    """Without checks such an index is undefined, so the compiled mode stays within the table."""
    with engine.way():
        assert [engine.kernels.entry_of_row(place) for place in range(3)] == [2, 3, 5]
        if engine.MODE == engine.COMPILED:
            return
        with pytest.raises(IndexError):
            engine.kernels.entry_of_row(3)


def test_bounds_checks_reach_into_the_rules():
    """An action past the last one is looked up past the end of a table of Tablut."""
    start = engine.game("tablut").start().state
    with engine.way():
        if engine.MODE != engine.COMPILED:
            with pytest.raises(IndexError):
                engine.kernels.play_one(start, engine.game("tablut").action_count)
        assert engine.kernels.play_one(start, 16 * 22) == start.play(16 * 22)


def test_a_row_that_is_too_short_raises_where_bounds_are_checked():
    start = engine.game("tablut").start().state
    with engine.way():
        if engine.MODE != engine.COMPILED:
            with pytest.raises(IndexError):
                engine.kernels.list_actions(start, engine.row(3))
        assert engine.kernels.list_actions(start, engine.row(56)) == 56
