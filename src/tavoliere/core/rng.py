"""An explicit random generator (xorshift64*), the same numbers in plain Python and in compiled code.

A generator is a mutable row with one 64-bit number in it, so that whoever owns it decides what is
shared. `draw` and `below` have compiled twins in `native/`; a test compares them number by number.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Rng = MutableSequence[int]

MULTIPLIER = 0x2545F4914F6CDD1D
WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def seeded(seed: int) -> Rng:
    """A generator for a seed of any size; neighbouring seeds give unrelated numbers."""
    return [scramble(seed)]


def scramble(seed: int) -> int:
    """A well-mixed non-zero 64-bit number for any integer (splitmix64)."""
    value = (seed + 1) * GOLDEN & WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD
    return (value ^ value >> 31) or 1


def draw(rng: Rng) -> int:
    """The next 62 random bits."""
    word = int(rng[0])
    word ^= word >> 12
    word ^= word << 25 & WORD
    word ^= word >> 27
    rng[0] = word
    return (word * MULTIPLIER & WORD) >> 2


def below(rng: Rng, limit: int) -> int:
    """A random integer from 0 to limit - 1, for limits below 2**31."""
    return (draw(rng) >> 31) * limit >> 31
