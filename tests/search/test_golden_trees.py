"""Golden trees: short searches of small positions, to the last visit and node, compiled and plain.

A change of search changes them: `python -m tests.data.make_golden_trees` writes them anew, and the commit says why.
"""

import json

import pytest

from tavoliere.core.compiled import plain_python
from tests.data.make_golden_trees import FILE, POSITIONS, golden

GOLDEN = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_file_holds_these_positions():
    assert set(GOLDEN) == set(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_compiled_searches_find_the_golden_trees(name):
    assert json.loads(json.dumps(golden(name))) == GOLDEN[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_plain_searches_find_the_golden_trees(name):
    with plain_python():
        assert json.loads(json.dumps(golden(name))) == GOLDEN[name]
