"""Which weights a judge looks at in a position, found out by letting it judge with rows that only take notes.

So a judge is written once, as it plays; nothing about it is said again for training. It must be of one form: rows of
`first` added up, squared within bounds and weighed by a row of `head`, divided by `HEAD_UNIT`, and as it likes counts
weighed by a row of `terms`, both added. It may turn the sign of the whole: then the second player is looked at. What it
adds besides is lost on training.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tavoliere.core.bits import Bits
from tavoliere.core.learnt import HEAD_UNIT, Learnt
from tavoliere.core.said import Said
from tavoliere.core.weights import LANES

DIGIT = 24
"""Bits for each count in the number that stands for all of them: plain Python has numbers of any length."""
HALF = 1 << DIGIT - 1


class Trace(NamedTuple):
    """What a judge looks at."""

    rows: list[int]
    head: int
    term_row: int
    """-1 where it asks for no terms."""
    counts: list[int]
    sign: int
    """1, or -1 where the judge has turned the sign of what it has added up."""


class Added:
    """Rows of the first layer, added up."""

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows

    def __add__(self, other: Added) -> Added:
        return Added(self.rows + other.rows)

    def __mul__(self, times: int) -> Added:
        if times < 0:
            raise ValueError(Said("a judge that takes a row less than 0 times cannot be trained"))
        return Added(self.rows * times)

    def clipped_square(self) -> Added:
        return self

    def dot(self, head: Weighing) -> int:
        head.weighed = self.rows
        return HEAD_UNIT << DIGIT * LANES


class Weighing:
    """A row that weighs something: hidden units, or counts."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.weighed: list[int] | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Weights that tell the counts apart in the sum: each has digits of its own."""
        return tuple(1 << DIGIT * lane for lane in range(LANES))


class Notes:
    """Stands where a judge expects rows."""

    def __init__(self, is_first: bool) -> None:
        self.is_first = is_first
        self.asked: list[Weighing] = []

    def row(self, number: int) -> Any:
        if self.is_first:
            return Added([number])
        self.asked.append(Weighing(number))
        return self.asked[-1]

    def sum(self, members: Bits, numbers: Sequence[int], offset: int) -> Added:
        return Added([numbers[offset + member] for member in members])


def trace(learnt: Learnt, state: Any) -> Trace:
    """What the learnt judge of a game looks at in a state."""
    notes = {field: Notes(field == "first") for field in learnt.rows}
    value = learnt.judge(**notes).balance(state)
    heads, terms = notes["head"].asked, notes["terms"].asked if "terms" in notes else []
    if len(heads) != 1 or heads[0].weighed is None or len(terms) > 1:
        raise ValueError(Said("{judge} is not of the form that can be trained", judge=learnt.judge.__name__))
    *counts, sign = _digits(value)
    if sign not in (1, -1):
        raise ValueError(Said("{judge} is not of the form that can be trained", judge=learnt.judge.__name__))
    return Trace(heads[0].weighed, heads[0].row, terms[0].row if terms else -1, [sign * n for n in counts], sign)


def _digits(value: int) -> list[int]:
    """The counts in a sum, and behind them the digit of the hidden units; those below 0 borrow from the next digit."""
    counts = []
    for _ in range(LANES + 1):
        digit = (value + HALF & (1 << DIGIT) - 1) - HALF
        counts.append(digit)
        value = value - digit >> DIGIT
    return counts
