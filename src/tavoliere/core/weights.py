"""Rows of weights for judges that learn: whole numbers of 16 bits, sixteen to a row.

A judge may hold `Rows` in its fields. Compiled code sees their bare address, so new weights compile nothing anew; plain
Python sees the same numbers. What is read from them is `Lanes`: sixteen numbers that are added and multiplied side by
side, one register where the processor has it. Sums of lanes keep their lowest 16 bits, in both worlds; that no sum of a
judge ever needs more is proven from its `Sum`s when weights are loaded, and never looked at again.
"""

from __future__ import annotations

import array
import hashlib
import sys
import weakref
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tavoliere.core.bits import Bits

LANES = 16
LEAST, MOST = -(1 << 15), (1 << 15) - 1
ONE = 256
"""What stands for 1 in the lanes that `clipped_square` looks at."""

_WORDS_BEFORE = 4  # shorts in front of the first row: they hold the number of rows, for the checked build
_ALIGNED = 32


class Lanes:
    """Sixteen whole numbers of 16 bits, side by side."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = tuple(numbers)
        if len(self.numbers) != LANES:
            raise ValueError(f"there are {LANES} lanes, not {len(self.numbers)}")
        if min(self.numbers) < LEAST or max(self.numbers) > MOST:
            raise OverflowError(f"a lane holds numbers from {LEAST} to {MOST}")

    def __add__(self, other: Lanes) -> Lanes:
        return Lanes(_wrapped(mine + its) for mine, its in zip(self.numbers, other.numbers, strict=True))

    def __mul__(self, times: int) -> Lanes:
        return Lanes(_wrapped(mine * times) for mine in self.numbers)

    def clipped_square(self) -> Lanes:
        """The square of each number, taken as a part of `ONE`: 0 for what is negative, `ONE` for what is larger."""
        return Lanes(min(max(number, 0), ONE) ** 2 // ONE for number in self.numbers)

    def dot(self, other: Lanes) -> int:
        """The sum of the products of both."""
        return sum(mine * its for mine, its in zip(self.numbers, other.numbers, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lanes) and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash(self.numbers)

    def __repr__(self) -> str:
        return f"Lanes({self.numbers})"


def lanes(*numbers: int) -> Lanes:
    """Lanes of up to sixteen numbers, the rest 0. A number that needs more than 16 bits is an `OverflowError`; compiled
    code looks for one in the checked build only.
    """
    return Lanes((*numbers, *(0,) * (LANES - len(numbers))))


class Rows:
    """Rows of weights: made once, never changed, compared by what they hold."""

    def __init__(self, rows: Iterable[Sequence[int]]) -> None:
        self._rows = tuple(tuple(row) for row in rows)
        if not self._rows or any(len(row) != LANES for row in self._rows):
            raise ValueError(f"rows of weights hold {LANES} numbers each, and there is at least one row")
        try:
            numbers = array.array("h", [number for row in self._rows for number in row])
        except OverflowError:
            raise OverflowError(f"a weight is a number from {LEAST} to {MOST}") from None
        self._keep(numbers)

    def _keep(self, numbers: array.array[int]) -> None:
        """Lay the numbers out as compiled code wants them: aligned, with their number of rows in front."""
        count = array.array("h", len(self._rows).to_bytes(2 * _WORDS_BEFORE, sys.byteorder))
        self._laid_out = array.array("h", bytes(2 * (len(numbers) + _WORDS_BEFORE) + _ALIGNED))
        begin = self._laid_out.buffer_info()[0] + 2 * _WORDS_BEFORE
        first = _WORDS_BEFORE + (-begin % _ALIGNED) // 2
        self._laid_out[first - _WORDS_BEFORE : first] = count
        self._laid_out[first : first + len(numbers)] = numbers
        self._address = self._laid_out.buffer_info()[0] + 2 * first
        self.digest = hashlib.sha256(packed(numbers)).hexdigest()
        _ALIVE[self._address] = self

    def row(self, number: int) -> Lanes:
        """The lanes of a row."""
        return Lanes(self._rows[_checked(number, len(self._rows))])

    def sum(self, members: Bits, numbers: Sequence[int], offset: int) -> Lanes:
        """The sum of the rows that a table gives for the members of a set: those at `numbers[offset + member]`."""
        chosen = [self._rows[_checked(numbers[offset + member], len(self._rows))] for member in members]
        return Lanes(map(_wrapped, map(sum, zip(*chosen, strict=True)))) if chosen else Lanes((0,) * LANES)

    def address(self) -> int:
        """Where compiled code finds the first row."""
        return self._address

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> tuple[int, ...]:
        return self._rows[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        """Short, and different for different weights: caches of results tell judges apart by it."""
        return f"Rows({len(self)}, {self.digest[:16]})"

    def __reduce__(self) -> tuple[type[Rows], tuple[tuple[tuple[int, ...], ...]]]:
        return Rows, (self._rows,)


_ALIVE: weakref.WeakValueDictionary[int, Rows] = weakref.WeakValueDictionary()


def rows_at(address: int) -> Rows:
    """The rows at an address that compiled code was given: whoever gave it still holds them."""
    return _ALIVE[address]


def packed(numbers: array.array[int]) -> bytes:
    """Numbers of 16 bits as bytes, the low one first on every machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def unpacked(data: bytes) -> array.array[int]:
    """The numbers that `packed` made the bytes of."""
    numbers = array.array("h", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


# The proof that no sum of rows needs more than 16 bits


class Part(NamedTuple):
    """A part of a sum: at most so many rows of a range in all, the same one up to so many times."""

    rows: range
    most: int
    times: int = 1


Sum = tuple[Part, ...]
"""What a judge adds up in one position at most: some rows out of each part."""


def bounds(rows: Rows, parts: Sum) -> tuple[int, int]:
    """The least and the most that any lane can reach on the way through a sum, in whatever order it is made."""
    least = most = 0
    for lane in range(LANES):
        low = high = 0
        for part in parts:
            column = sorted(number for row in part.rows for number in part.times * (rows[row][lane],))
            low += sum(number for number in column[: part.most] if number < 0)
            high += sum(number for number in column[-part.most :] if number > 0)
        least, most = min(least, low), max(most, high)
    return least, most


def _wrapped(number: int) -> int:
    return (number - LEAST & 0xFFFF) + LEAST


def _checked(number: int, count: int) -> int:
    if not 0 <= number < count:
        raise IndexError("row out of range")
    return number
