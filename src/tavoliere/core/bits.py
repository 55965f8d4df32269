"""Sets of squares. In plain Python a set is an `int`; in compiled code it is one machine integer.

Both widths know the same operators and methods, so a rules file reads the same in both worlds. This
module knows nothing of Numba: the compiled twin of everything here is in `native/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Self, SupportsInt, TypeVar

# Plain Python spends most of its time here: names of the module are found sooner than attributes of a class.
_new, _and, _or, _xor, _lshift, _rshift = (
    int.__new__,
    int.__and__,
    int.__or__,
    int.__xor__,
    int.__lshift__,
    int.__rshift__,
)


class Bits(int):
    """A set of small numbers, usually squares; use `Bits64` or `Bits128`, whichever holds the board.

    `|` joins, `&` intersects, `^` toggles, `-` removes, `~` complements within the width, and shifts
    move every member at once, dropping what leaves the width. All operands have the same width.

    >>> corner = Bits64.of({0, 1, 8})
    >>> corner.count(), corner.first(), corner.nth(2), corner.has(5)
    (3, 0, 8, False)
    >>> list(corner << 1), corner - bit64(0)
    ([1, 2, 9], Bits64.of({1, 8}))
    """

    __slots__ = ()
    width: ClassVar[int] = 0
    _mask: ClassVar[int] = 0

    def __new__(cls, value: SupportsInt = 0) -> Self:
        return int.__new__(cls, int(value) & cls._mask)

    @classmethod
    def of(cls, members: Iterable[int]) -> Self:
        """The set of the given members (plain Python only: for tables and constants)."""
        total = 0
        for member in members:
            if not 0 <= member < cls.width:
                raise ValueError(f"{member} does not fit into {cls.width} bits")
            total |= 1 << member
        return int.__new__(cls, total)

    def __and__(self, other: int) -> Self:
        return _new(type(self), _and(self, other))

    def __or__(self, other: int) -> Self:
        return _new(type(self), _or(self, other))

    def __xor__(self, other: int) -> Self:
        return _new(type(self), _xor(self, other))

    def __sub__(self, other: int) -> Self:
        """The members of this set that are not in the other one."""
        return _new(type(self), _and(self, _xor(other, self._mask)))

    def __invert__(self) -> Self:
        return _new(type(self), _xor(self, self._mask))

    def __lshift__(self, places: int) -> Self:
        return _new(type(self), _and(_lshift(self, places), self._mask))

    def __rshift__(self, places: int) -> Self:
        return _new(type(self), _rshift(self, places))

    def __iter__(self) -> Iterator[int]:
        """The members, lowest first."""
        rest = int(self)
        while rest:
            lowest = rest & -rest
            yield lowest.bit_length() - 1
            rest ^= lowest

    def has(self, member: int) -> bool:
        """Whether `member` is in the set."""
        return int.__rshift__(self, member) & 1 == 1

    def count(self) -> int:
        """How many members the set has."""
        return int.bit_count(self)

    def first(self) -> int:
        """The lowest member. The set must not be empty."""
        value = int(self)
        return (value & -value).bit_length() - 1

    def nth(self, index: int) -> int:
        """The member with `index` lower members; 0 gives the first. There must be more than `index` members."""
        rest = int(self)
        for _ in range(index):
            rest &= rest - 1
        return (rest & -rest).bit_length() - 1

    def field(self, shift: int, mask: int) -> int:
        """The number written in the bits from `shift` on, as far as `mask` reaches (at most 63 bits)."""
        return int.__rshift__(self, shift) & mask

    def __repr__(self) -> str:
        return f"{type(self).__name__}.of({{{', '.join(map(str, self))}}})"


class Bits64(Bits):
    """A set of numbers below 64: for boards of up to 64 squares."""

    __slots__ = ()
    width = 64
    _mask = (1 << 64) - 1


class Bits128(Bits):
    """A set of numbers below 128: for boards of up to 128 squares."""

    __slots__ = ()
    width = 128
    _mask = (1 << 128) - 1


SomeBits = TypeVar("SomeBits", bound=Bits)


def bit64(member: int) -> Bits64:
    """The set with one member, 64 bits wide."""
    return int.__new__(Bits64, 1 << member)


def bit128(member: int) -> Bits128:
    """The set with one member, 128 bits wide."""
    return int.__new__(Bits128, 1 << member)


def bare(squares: SomeBits) -> SomeBits:
    """A set for loops that plain Python goes through thousands of times: there it is a number and nothing more, which
    is several times as fast; in compiled code it is the set itself.

    `&`, `|`, `^`, shifts, comparisons and `ones` mean the same in both, if what a shift carries beyond the width is
    masked. What a set has besides, it has lost: `a & ~b` stands for `a - b`.
    """
    return int(squares)  # type: ignore[return-value]


def lowest(number: int) -> int:
    """The position of the lowest one in a positive number."""
    return (number & -number).bit_length() - 1


def ones(number: int) -> int:
    """How many ones a non-negative number has, or members a set."""
    return number.bit_count()
