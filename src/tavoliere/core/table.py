"""Constant tables: tuples in plain Python, constant arrays in compiled code.

A table holds integers or sets of one width. Compiled code stores integers as narrowly as they fit and
always reads them as 64-bit numbers, so a table can never change the type of what it is assigned to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from tavoliere.core.bits import Bits

Entry = TypeVar("Entry", bound=int)


class Table(tuple[Entry, ...]):
    """An immutable row of numbers or of sets that compiled code may index with a non-negative number."""

    __slots__ = ()


def table(entries: Iterable[Entry]) -> Table[Entry]:
    """A constant table of the entries, which are all integers or all sets of the same width."""
    made = Table(entries)
    if len({type(entry) for entry in made}) != 1:
        raise TypeError("a table holds entries of one type, and at least one of them")
    if not all(isinstance(entry, Bits) or (isinstance(entry, int) and -(1 << 63) <= entry < 1 << 63) for entry in made):
        raise TypeError("the entries of a table are sets, or integers of 64 bits")
    return made
