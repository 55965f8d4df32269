"""Position keys: 62-bit fingerprints, the same number in plain Python and in compiled code.

A key is made by mixing the fields of a state one after another. Measured against a key kept up to date
move by move, mixing on demand was the cheaper choice (docs/decisions/0004-keys.md).
"""

from __future__ import annotations

from collections.abc import MutableSequence

from tavoliere.core.bits import Bits, Bits128

WORD = (1 << 64) - 1
FACTOR = 0x9FB21C651E98DF25
EMPTY_KEY = 0x1F83D9ABFB41BD6B


def mixed(key: int, value: int) -> int:
    """The key with one more number or set mixed in; the order of mixing matters."""
    if isinstance(value, Bits):
        low = _mixed_word(key, int(value) & WORD)
        return _mixed_word(low, int(value) >> 64) if isinstance(value, Bits128) else low
    return _mixed_word(key, value & WORD)


def _mixed_word(key: int, word: int) -> int:
    word ^= key
    word = (word ^ word >> 32) * FACTOR & WORD
    word = (word ^ word >> 29) * FACTOR & WORD
    return (word ^ word >> 32) >> 2


def fetch_ahead(numbers: MutableSequence[int], place: int) -> None:
    """Tell the processor that a place in a large table will be read soon; in plain Python there is nothing to do."""
