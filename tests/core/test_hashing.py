"""Keys: the same fingerprint in plain Python and in machine code, below 2**62, dependent on the order of mixing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tests.core import kernels
from tests.core.kernels import agree
from tests.core.strategies import large_sets, numbers, small_sets, unhurried

keys = st.just(EMPTY_KEY) | st.integers(0, 2**62 - 1)


@given(key=keys, value=numbers | small_sets | large_sets)
@unhurried
def test_compiled_code_makes_the_same_keys(key: int, value: int) -> None:
    assert 0 <= agree(kernels.mixed_in, key, value) < 2**62


@pytest.mark.parametrize("value", [0, -1, 1, -(2**63), 2**63 - 1, Bits64(), ~Bits64(), Bits128(), ~Bits128()], ids=repr)
def test_the_extremes_have_the_same_keys_too(value: int) -> None:
    agree(kernels.mixed_in, EMPTY_KEY, value)
    agree(kernels.mixed_in, 0, value)
    agree(kernels.mixed_in, 2**62 - 1, value)


@given(value=numbers | small_sets | large_sets)
@unhurried
def test_a_key_is_a_number_of_62_bits(value: int) -> None:
    assert 0 <= mixed(EMPTY_KEY, value) < 2**62


@given(pair=st.lists(numbers | small_sets, min_size=2, max_size=2, unique=True))
@unhurried
def test_the_order_of_mixing_matters(pair: list[int]) -> None:
    one, other = pair
    assert mixed(mixed(EMPTY_KEY, one), other) != mixed(mixed(EMPTY_KEY, other), one)


def test_the_upper_half_of_a_large_set_counts() -> None:
    low, high = Bits128.of({3}), Bits128.of({67})
    assert mixed(EMPTY_KEY, low) != mixed(EMPTY_KEY, high)
    assert mixed(EMPTY_KEY, low | high) not in (mixed(EMPTY_KEY, low), mixed(EMPTY_KEY, high))


def test_small_differences_give_different_keys() -> None:
    around_zero = {mixed(EMPTY_KEY, number) for number in range(-10000, 10000)}
    assert len(around_zero) == 20000
    pairs = [Bits128.of({one, other}) for one in range(128) for other in range(one)]
    assert len({mixed(EMPTY_KEY, pair) for pair in pairs}) == len(pairs)


def test_every_bit_of_a_key_is_used() -> None:
    used = 0
    for number in range(1000):
        used |= mixed(EMPTY_KEY, number)
    assert used == 2**62 - 1
