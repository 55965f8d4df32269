"""The random generator: the same numbers in plain Python and in machine code, in range, evenly spread."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavoliere.core.compiled import generator, plain_python, row
from tavoliere.core.rng import below, draw, scramble, seeded
from tests.core import kernels
from tests.core.strategies import unhurried

SEEDS = (0, 1, -1, 2026, 2**63, 2**70, -(2**70))
LENGTH = 1000


@pytest.mark.parametrize("seed", SEEDS)
def test_compiled_code_draws_the_same_numbers(seed: int) -> None:
    plain = seeded(seed)
    expected = [draw(plain) for _ in range(LENGTH)]
    out = row(LENGTH)
    compiled = generator(seed)
    kernels.draws(compiled, out)
    assert list(out) == expected
    assert int(compiled[0]) == plain[0]
    assert kernels.draws.compilations == 1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("limit", [1, 2, 6, 1000, 2**31 - 1])
def test_compiled_code_draws_the_same_numbers_below_a_limit(seed: int, limit: int) -> None:
    plain = seeded(seed)
    expected = [below(plain, limit) for _ in range(LENGTH)]
    out = row(LENGTH)
    kernels.draws_below(generator(seed), limit, out)
    assert list(out) == expected


def test_a_generator_of_compiled_code_and_one_of_plain_python_begin_alike() -> None:
    for seed in SEEDS:
        with plain_python():
            assert generator(seed) == seeded(seed)
        assert int(generator(seed)[0]) == seeded(seed)[0]


@given(seed=st.integers(), limit=st.integers(1, 2**31 - 1))
@unhurried
def test_numbers_are_in_range(seed: int, limit: int) -> None:
    rng = seeded(seed)
    for _ in range(20):
        assert 0 <= draw(rng) < 2**62
        assert 0 <= below(rng, limit) < limit


@pytest.mark.parametrize("limit", [2, 3, 7, 64, 1000])
@pytest.mark.parametrize("seed", [0, 1, 2**70])
def test_numbers_below_a_limit_are_evenly_spread(limit: int, seed: int) -> None:
    rng = seeded(seed)
    each = 100
    seen = Counter(below(rng, limit) for _ in range(each * limit))
    chi_square = sum((seen[number] - each) ** 2 / each for number in range(limit))
    freedom = limit - 1
    assert chi_square < freedom + 5 * math.sqrt(2 * freedom)


def test_successive_numbers_are_evenly_spread_as_pairs() -> None:
    rng = seeded(5)
    seen = Counter((below(rng, 8), below(rng, 8)) for _ in range(6400))
    chi_square = sum((seen[one, other] - 100) ** 2 / 100 for one in range(8) for other in range(8))
    assert chi_square < 63 + 5 * math.sqrt(2 * 63)


def test_neighbouring_seeds_give_unrelated_generators() -> None:
    assert len({scramble(seed) for seed in range(-5000, 5000)}) == 10000
    assert len({draw(seeded(seed)) for seed in range(1000)}) == 1000
    low_bits = Counter(draw(seeded(seed)) & 1 for seed in range(1000))
    assert 400 < low_bits[0] < 600


@given(seed=st.integers())
@unhurried
def test_a_scrambled_seed_is_a_64_bit_number_other_than_zero(seed: int) -> None:
    assert 0 < scramble(seed) < 2**64


def test_even_the_seed_that_mixes_to_zero_gives_a_generator() -> None:
    assert scramble(-1) == 1
    rng = seeded(-1)
    assert len({draw(rng) for _ in range(LENGTH)}) == LENGTH
