"""Tables: tuples in plain Python, constant arrays in machine code, the same entries in both."""

from __future__ import annotations

from typing import Any

import pytest

from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.table import Table, table
from tests.core import kernels, toys
from tests.core.kernels import agree
from tests.core.processes import run_program

STORED = {
    8: ["FITS_8"],
    16: ["OVER_8", "UNDER_8", "FITS_16"],
    32: ["OVER_16", "UNDER_16", "FITS_32"],
    64: ["OVER_32", "UNDER_32", "FITS_64"],
}


def test_a_table_is_a_tuple_in_plain_python() -> None:
    made = table(number * number for number in range(4))
    assert made == (0, 1, 4, 9)
    assert isinstance(made, Table) and isinstance(made, tuple)
    assert made[2] == 4 and len(made) == 4


@pytest.mark.parametrize(
    "entries",
    [(), (1, Bits64()), (Bits64(), Bits128()), (Bits128(), 0), (1, 2.0), (1, "1")],
    ids=["empty", "number and set", "two widths", "set and number", "number and float", "number and text"],
)
def test_a_table_of_nothing_or_of_two_kinds_is_refused(entries: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match="entries of one type, and at least one of them"):
        table(entries)


@pytest.mark.parametrize("index", range(3))
def test_compiled_code_reads_the_same_entries(index: int) -> None:
    numbers = agree(kernels.numbers_at, index)
    assert numbers == tuple(getattr(toys, name)[index] for names in STORED.values() for name in names)
    sets = agree(kernels.sets_at, index)
    assert sets == (toys.SMALL_SETS[index], toys.LARGE_SETS[index])


def test_negative_entries_stay_negative_at_the_edge_of_every_width() -> None:
    fits = [name for names in STORED.values() for name in names if name.startswith("FITS")]
    read = dict(zip((name for names in STORED.values() for name in names), kernels.numbers_at(0), strict=True))
    assert [read[name] for name in fits] == [-(2**7), -(2**15), -(2**31), -(2**63)]


@pytest.mark.parametrize(("width", "name"), [(width, name) for width, names in STORED.items() for name in names])
def test_entries_are_stored_as_narrowly_as_they_fit(width: int, name: str) -> None:
    from tavoliere.core.native import tables

    assert tables.typeof_table(getattr(toys, name), None).stored == width  # type: ignore[no-untyped-call]


def test_what_is_read_from_a_narrow_table_is_a_64_bit_number() -> None:
    assert agree(kernels.number_of_number, 0) == 127 * 2**40


READ_OUT_OF_RANGE = """
import json
from tests.core.kernels import number_at, sets_at

def told(kernel, index):
    try:
        kernel(index)
    except IndexError as error:
        return str(error)
    return "read"

indices = (0, 2, 3, -1, 2**40, -2**40)
print(json.dumps([[told(kernel, index) for index in indices] for kernel in (number_at, sets_at)]))
"""


def test_with_bounds_checks_an_index_out_of_range_is_an_error() -> None:
    told = run_program(READ_OUT_OF_RANGE, NUMBA_BOUNDSCHECK="1")
    assert told == [["read", "read", *["table index out of range"] * 4]] * 2
