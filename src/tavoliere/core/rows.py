"""States in arrays: a row of 64-bit words holds the state of any game, in plain Python as in compiled code.

A number and a set of 64 squares take one word, a set of 128 two words, the low one first. Kernels that are handed a
game class instead of a state work on rows alone, so that no state has to be turned into Python objects on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, TypeVar

from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.game import GAMES

WORD = (1 << 64) - 1
SIGN = 1 << 63

Words = MutableSequence[MutableSequence[int]]
Value = TypeVar("Value")


def words_of(cls: type[Any]) -> int:
    """How many words a state of the class takes."""
    return sum(2 if kind is Bits128 else 1 for kind in GAMES[cls].fields.values())


def load(cls: type[Value], words: Words, place: int) -> Value:
    """The state of a class that stands in a row of words."""
    return from_words(cls, words[place])


def store(state: Any, words: Words, place: int) -> None:
    """Write a state into a row of words, which has room for it and for nothing else."""
    written = to_words(state)
    if len(words[place]) != len(written):
        raise ValueError(f"a state of {len(written)} words does not fit into a row of {len(words[place])}")
    words[place][:] = written


def from_words(cls: type[Value], row: Sequence[int]) -> Value:
    """The state that words stand for."""
    values: list[int] = []
    rest = iter(row)
    for kind in GAMES[cls].fields.values():
        word = int(next(rest))
        if kind is Bits128:
            values.append(Bits128((word & WORD) | (int(next(rest)) & WORD) << 64))
        else:
            values.append(Bits64(word & WORD) if kind is Bits64 else word)
    return cls(*values)


def to_words(state: Any) -> list[int]:
    """The words of a state, as numbers with a sign."""
    return [_signed(word) for value in state for word in _words(value)]


def _words(value: int) -> Iterable[int]:
    return (int(value) & WORD, int(value) >> 64) if isinstance(value, Bits128) else (int(value),)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >= SIGN else word
