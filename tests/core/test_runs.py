"""Runs of numbers: compiled code writes eight, plain Python what is asked for, and the first ones are the same."""

from __future__ import annotations

import numpy as np
import pytest

from tavoliere.core.runs import ROOM, write_run
from tests.core import kernels
from tests.core.processes import run_program


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64])
@pytest.mark.parametrize("count", range(ROOM + 1))
@pytest.mark.parametrize("place", [0, 3, 12])
def test_compiled_runs_are_the_plain_ones(kind: type, count: int, place: int) -> None:
    out, plain = np.full(20 + ROOM, -1, kind), [-1] * 20
    kernels.in_a_run(out[:20], place, 30_000, count)
    write_run(plain, place, 30_000, count)
    assert out[: place + count].tolist() == plain[: place + count]
    assert (out[:place] == -1).all() and (out[place + ROOM :] == -1).all()


def test_plain_python_writes_no_more_than_it_is_asked_for() -> None:
    out = [0] * 3
    write_run(out, 1, 7, 2)
    assert out == [0, 7, 8]


RUN_OUT_OF_RANGE = """
import json, numpy
from tests.core import kernels
from tests.core.processes import run_program
told = []
for place in (2, 3, -1, 100):
    try:
        kernels.in_a_run(numpy.zeros(10, numpy.int16), place, 5, 3)
        told.append("")
    except IndexError as error:
        told.append(str(error))
print(json.dumps(told))
"""


def test_with_bounds_checks_a_run_without_room_is_an_error() -> None:
    told = run_program(RUN_OUT_OF_RANGE, NUMBA_BOUNDSCHECK="1")
    assert told == ["", *3 * ["there is no room for a run"]]
