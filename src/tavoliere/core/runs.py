"""Numbers that follow each other, written at once."""

from __future__ import annotations

from collections.abc import MutableSequence

ROOM = 8
"""The longest run."""


def write_run(out: MutableSequence[int], place: int, first: int, count: int) -> None:
    """Write `count` numbers from `first` on, at most eight, from a place on.

    Compiled code writes eight in one go, however many are asked for: a loop would cost a wrong guess of the processor
    each time. So there must be room for eight, and what comes after them must be written later.

    >>> row = [0] * 12
    >>> write_run(row, 2, 40, 3)
    >>> row[:5]
    [0, 0, 40, 41, 42]
    """
    for step in range(count):
        out[place + step] = first + step
