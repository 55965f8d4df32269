"""Rows of weights and lanes: the same whole numbers in plain Python and in machine code, whatever the weights are."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavoliere.core.bits import Bits128
from tavoliere.core.game import ONGOING, game
from tavoliere.core.weights import LANES, LEAST, MOST, ONE, Lanes, Part, Rows, bounds, lanes
from tests.core import kernels
from tests.core.kernels import agree
from tests.core.processes import run_program
from tests.core.strategies import large_sets, unhurried
from tests.core.toys import EVERY_THIRD, Heap, Weigher

weights = st.integers(LEAST, MOST)
rows = st.lists(st.lists(weights, min_size=LANES, max_size=LANES), min_size=7, max_size=9).map(Rows)
judges = st.builds(Weigher, rows, rows, st.integers(-300, 300))
places = st.integers(0, 6)
COUNTING = Rows([[16 * row + lane for lane in range(LANES)] for row in range(7)])
JUDGE = Weigher(COUNTING, COUNTING, 3)


# Plain Python


def test_rows_are_compared_by_what_they_hold_and_survive_pickling() -> None:
    again = pickle.loads(pickle.dumps(COUNTING))
    other = Rows([[0] * LANES] * 7)
    assert again == COUNTING and hash(again) == hash(COUNTING) and repr(again) == repr(COUNTING)
    assert other != COUNTING and repr(other) != repr(COUNTING)
    assert again[3] == tuple(range(48, 64)) and len(again) == 7
    assert pickle.loads(pickle.dumps(JUDGE)) == JUDGE


@pytest.mark.parametrize("given_rows", [[], [[1] * 15], [[1] * 16, [1] * 17]], ids=["none", "short", "long"])
def test_rows_of_another_shape_are_refused(given_rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="rows of weights hold 16 numbers each"):
        Rows(given_rows)


@pytest.mark.parametrize("number", [LEAST - 1, MOST + 1])
def test_what_needs_more_than_16_bits_is_refused(number: int) -> None:
    with pytest.raises(OverflowError, match="from -32768 to 32767"):
        Rows([[number] * LANES])
    with pytest.raises(OverflowError, match="from -32768 to 32767"):
        lanes(1, number)


def test_lanes_that_are_left_out_are_0() -> None:
    assert lanes(4, 5) == Lanes((4, 5, *(0,) * 14))
    with pytest.raises(ValueError, match="there are 16 lanes, not 17"):
        lanes(*range(17))


def test_a_sum_takes_the_rows_that_a_table_gives() -> None:
    members = Bits128.of({0, 5, 90})
    taken = [COUNTING.row(EVERY_THIRD[1 + member]) for member in members]
    assert COUNTING.sum(members, EVERY_THIRD, 1) == taken[0] + taken[1] + taken[2]
    assert COUNTING.sum(Bits128(), EVERY_THIRD, 1) == lanes()


def test_a_clipped_square_is_0_below_0_and_1_above_1() -> None:
    squared = lanes(LEAST, -1, 0, 1, ONE // 2, ONE - 1, ONE, MOST).clipped_square().numbers[:8]
    assert squared == (0, 0, 0, 0, ONE // 4, 254, ONE, ONE)


def test_only_evaluations_hold_rows() -> None:
    with pytest.raises(TypeError, match=r"Weigher\.first must be an int, a Bits64 or a Bits128, not "):
        game(Weigher)


# Both worlds


@unhurried
@given(judges, places)
def test_a_row_is_the_same_compiled(judge: Weigher, number: int) -> None:
    assert agree(kernels.row_of, judge, number) == Lanes(judge.first[number])


@unhurried
@given(judges, large_sets, places)
def test_sums_are_the_same_compiled_even_where_they_overflow(judge: Weigher, members: Bits128, number: int) -> None:
    agree(kernels.rows_added, judge, members, number)


@unhurried
@given(judges, places, places, st.integers(-(2**40), 2**40))
def test_lanes_do_the_same_compiled(judge: Weigher, left: int, right: int, times: int) -> None:
    agree(kernels.lanes_combined, judge, left, right, times)


@unhurried
@given(weights, weights, weights)
def test_lanes_are_made_of_numbers_alike(first: int, second: int, third: int) -> None:
    agree(kernels.lanes_of_three, first, second, third)


@unhurried
@given(judges, places, st.integers(0, 1))
def test_a_judge_with_rows_says_the_same_compiled(judge: Weigher, left: int, turn: int) -> None:
    agree(kernels.balance_of, judge, Heap(left, turn, ONGOING, 0))


def test_other_weights_compile_nothing() -> None:
    kernels.row_of(JUDGE, 1)
    before = kernels.row_of.compilations
    assert kernels.row_of(Weigher(Rows([[9] * LANES] * 7), COUNTING, 1), 1) == Lanes((9,) * LANES)
    assert kernels.row_of.compilations == before


def test_a_judge_comes_back_from_compiled_code_with_its_rows() -> None:
    assert kernels.same_judge(JUDGE).first is COUNTING


# The checked build

READ_OUT_OF_RANGE = """
import json
from tavoliere.core.bits import Bits128
from tests.core.kernels import lanes_of_three, row_of, rows_added
from tests.core.test_weights import COUNTING, JUDGE
from tests.core.toys import Weigher
from tavoliere.core.weights import Rows

def told(kernel, *given):
    try:
        kernel(*given)
    except (IndexError, OverflowError) as error:
        return str(error)
    return "done"

short = Weigher(Rows([COUNTING[0]]), COUNTING, 1)
rows = [told(row_of, JUDGE, number) for number in (0, 6, 7, -1, 2**40)]
sums = [told(rows_added, judge, Bits128.of({1, 3}), 0) for judge in (JUDGE, short)]
made = [told(lanes_of_three, 0, number, 0) for number in (-2**15, 2**15 - 1, -2**15 - 1, 2**15, 2**40)]
print(json.dumps([rows, sums, made]))
"""


@pytest.mark.parametrize("settings", [{"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_DISABLE_JIT": "1"}], ids=["checked", "plain"])
def test_what_is_out_of_range_is_an_error_in_the_checked_build_and_in_plain_python(settings: dict[str, str]) -> None:
    rows_told, sums, made = run_program(READ_OUT_OF_RANGE, **settings)
    assert rows_told == ["done", "done", *["row out of range"] * 3]
    assert sums == ["done", "row out of range"]
    assert made == ["done", "done", *["a lane holds numbers from -32768 to 32767"] * 3]


# The proof


def reached(found: Rows, parts: tuple[Part, ...], draw: Any) -> list[int]:
    """The lanes of one sum that the parts allow."""
    total = [0] * LANES
    for part in parts:
        allowed = [number for number in part.rows for _ in range(part.times)]
        for number in draw(st.permutations(allowed))[: draw(st.integers(0, part.most))]:
            total = [have + more for have, more in zip(total, found[number], strict=True)]
    return total


@unhurried
@given(st.data(), rows)
def test_no_sum_leaves_the_bounds_of_its_parts(data: Any, found: Rows) -> None:
    parts = (Part(range(3), 2), Part(range(3, 6), 4, 3), Part(range(6, 7), 1))
    least, most = bounds(found, parts)
    total = reached(found, parts, data.draw)
    assert least <= min(total) and max(total) <= most


def test_bounds_are_sharp() -> None:
    found = Rows([[number, -number, *(0,) * 14] for number in (5, 9, 7, -4)])
    assert bounds(found, (Part(range(4), 2),)) == (-16, 16)
    assert bounds(found, (Part(range(4), 3, 2),)) == (-25, 25)
