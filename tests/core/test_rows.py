"""States in rows of words: what is stored is what is loaded, plain and compiled, and a class is enough for a kernel."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavoliere as tv
from tavoliere.core import quick
from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.compiled import plain_python
from tavoliere.core.rows import from_words, load, store, to_words, words_of
from tests.conformance.variants import every_variant, game_of, walk
from tests.core.kernels import moved_row, worth_in_row
from tests.core.strategies import large_sets, numbers, small_sets, unhurried
from tests.core.toys import Everything, Heap
from tests.core.workshop import RULES, Workshop

states = st.builds(Everything, small_sets, large_sets, numbers)
EXTREME = Everything(Bits64.of({0, 63}), Bits128.of({0, 63, 64, 127}), -(1 << 63))


@unhurried
@given(state=states)
def test_what_is_stored_is_what_is_loaded(state: Everything) -> None:
    assert from_words(Everything, to_words(state)) == state
    words = np.zeros((3, words_of(Everything)), np.int64)
    store(state, words, 1)
    assert load(Everything, words, 1) == state
    moved_row(Everything, words, 1, 2)
    assert load(Everything, words, 2) == state and words[2].tolist() == to_words(state)
    assert not words[0].any()


def test_a_row_holds_sets_as_sets_and_numbers_with_their_sign() -> None:
    found = from_words(Everything, to_words(EXTREME))
    assert [type(value) for value in found] == [Bits64, Bits128, int]
    assert found == EXTREME and words_of(Everything) == 4 and len(to_words(EXTREME)) == 4


def test_a_row_of_another_length_is_refused() -> None:
    for width in (1, words_of(Heap) + 1):
        with pytest.raises(ValueError, match=f"a state of {words_of(Heap)} words does not fit into a row of {width}"):
            store(Heap(12, 0, -1, 0), [[0] * width], 0)


@every_variant
def test_states_of_every_game_survive_in_rows(variant: tuple[str, tuple[tuple[str, int], ...]]) -> None:
    positions = walk(variant, 5)
    cls = type(positions[0].state)
    words = np.zeros((2, words_of(cls)), np.int64)
    for position in positions:
        store(position.state, words, 0)
        moved_row(cls, words, 0, 1)
        assert load(cls, words, 1) == position.state


# The machine code of a kernel that is handed a class


KERNEL = """
from tavoliere.core.compiled import compiled
from tavoliere.core.rows import load


@compiled
def worth(cls, words):
    return load(cls, words, 0).worth(0)
"""
PROGRAM = """
import json
import numpy as np
from kernel import worth
from tavoliere.core.compiled import telling
from toy.rules import Other, Toy

compiled, words = [], np.array([[5]])
with telling(compiled.append):
    found = [worth(cls, words) for cls in (Toy, Other)]
print(json.dumps({"found": found, "compiled": compiled}))
"""
BOTH = ["worth for Toy", "worth for Other"]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows") / "first"
    made = Workshop(folder, folder / "cache")
    made.furnish()
    made.write("kernel.py", KERNEL)
    return folder


def test_a_kernel_that_is_handed_a_class_never_plays_old_rules(workshop: Path, tmp_path: Path) -> None:
    shutil.copytree(workshop, tmp_path / "used")
    used = Workshop(tmp_path / "used", tmp_path / "used" / "cache")
    assert used.run(PROGRAM) == {"found": [15, 50], "compiled": BOTH}
    assert used.run(PROGRAM) == {"found": [15, 50], "compiled": []}
    used.edit("toy/rules.py", "self.points + BONUS", "self.points - BONUS")
    assert used.run(PROGRAM) == {"found": [-5, 50], "compiled": BOTH}, "the old rule is still played"
    used.write("toy/rules.py", RULES)
    assert used.run(PROGRAM) == {"found": [15, 50], "compiled": []}


def test_with_bounds_checks_a_row_that_is_not_there_is_an_error(workshop: Path) -> None:
    beyond = PROGRAM.replace("np.array([[5]])", "np.zeros((0, 1), np.int64)")
    refused = "try:\n" + "".join(f"    {line}\n" for line in beyond.strip().splitlines())
    refused += "except IndexError as error:\n    print(json.dumps(str(error)))\n"
    said = Workshop(workshop, workshop / "cache").run(refused, NUMBA_BOUNDSCHECK="1")
    assert said == "there is no such row of words"


# Calls


def test_an_entry_does_what_the_function_does() -> None:
    words = np.array([[7, 1, -1, 0]])
    entry = worth_in_row.entry(Heap, words, 0)
    assert entry(Heap, words, 0) == worth_in_row(Heap, words, 0) == worth_in_row.plain(Heap, words, 0) == 8
    with plain_python():
        assert worth_in_row.entry(Heap, words, 0) is worth_in_row.plain


def test_a_game_that_comes_after_the_first_call_is_known_to_the_next() -> None:
    from tests.core import late

    words = np.array([[7, 1]])
    assert worth_in_row(late.Late, words, 0) == 8


# Positions by machine code


@every_variant
def test_positions_are_the_same_with_machine_code(variant: tuple[str, tuple[tuple[str, int], ...]]) -> None:
    game = game_of(variant)
    plain = walk(variant, 3)
    cls = type(plain[0].state)
    try:
        assert quick.speed_up(plain[0].state, game.facts.most_actions)
        position = game.start()
        for before, after in itertools.pairwise(plain):
            assert position.actions() == before.actions() and position == before
            action = next(action for action in before.actions() if before.act(action) == after)
            position = position.act(action)
            assert type(position.state) is cls and position.outcome == after.outcome
            assert [type(value) for value in position.state] == [type(value) for value in after.state]
        with plain_python():
            assert quick.quick_actions(plain[0].state, game.facts.most_actions) is None
    finally:
        quick.QUICK.pop(cls)
    assert isinstance(position, tv.Position)
