"""The examples in docstrings are executed."""

import doctest
import importlib

import pytest

MODULES = {
    "tavoliere": 13,
    "tavoliere.arena.lines": 5,
    "tavoliere.core.bits": 1,
    "tavoliere.core.perft": 1,
    "tavoliere.core.position": 7,
    "tavoliere.games": 1,
    "tavoliere.gym": 4,
    "tavoliere.gym.batch": 4,
    "tavoliere.gym.solo": 4,
    "tavoliere.gym.spiel": 4,
    "tavoliere.gym.view": 5,
    "tavoliere.gym.zoo": 4,
    "tavoliere.play.opponent": 5,
    "tavoliere.search.settings": 1,
    "tavoliere.search.specs": 2,
    "tavoliere.author": 3,
}


@pytest.mark.usefixtures("only_our_games")
@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    results = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    )
    assert results.failed == 0
    assert results.attempted >= MODULES[name]
