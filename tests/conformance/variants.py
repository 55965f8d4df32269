"""The games that conformance is tested on, and random games of them to draw positions from."""

from __future__ import annotations

import functools

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.testing.sample import LONGEST_WALK, Sample, random_walk

Variant = tuple[str, tuple[tuple[str, int | str], ...]]

# A lane around the board and holes everywhere else: few squares, few ways, much that is forced.
LANES = "b2 b3 b4 c2 c3 c4 d2 d3 d4"
# Options that change the shape of a game; every game of ours is tested with its defaults as well.
OPTIONS: dict[str, list[dict[str, int | str]]] = {
    "never-alone": [
        {"red": "a1", "black": "h8"},
        {"red": "c3 d4 e5", "black": "f6 g7"},
    ],
    "pit": [
        {"players": 3},
        {"players": 4},
        {"size": 5, "holes": "c3", "towers": "c1 c5"},
        {"players": 3, "size": 5, "holes": "b2 d4", "towers": "a1 a5 e5"},
        {"players": 4, "size": 11, "holes": "c3 i9 f6", "towers": "a1 k11 a11 k1"},
        {"players": 3, "size": 5, "holes": LANES, "towers": "a1 a5 e5"},
        {"players": 3, "size": 6},
        {"size": 7, "holes": "d4", "towers": "d1 d7"},
        {"players": 4, "size": 8},
        {"size": 10, "holes": "f1 e10", "towers": "e1 f10"},
    ],
}

VARIANTS: list[Variant] = [
    (name, tuple(options.items())) for name in own_games() for options in ({}, *OPTIONS.get(name, ()))
]

every_variant = pytest.mark.parametrize(
    "variant",
    VARIANTS,
    ids=[" ".join([name, *(f"{key}={value}" for key, value in chosen)]) for name, chosen in VARIANTS],
)
properties = settings(max_examples=20, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 11)
places = st.integers(0, LONGEST_WALK)


@functools.cache
def game_of(variant: Variant) -> tv.Game:
    name, options = variant
    return tv.game(name, **dict(options))


@functools.cache
def walk(variant: Variant, seed: int) -> tuple[tv.Position, ...]:
    """The positions of a random game, half-made turns included, up to its end or to a good length."""
    return random_walk(game_of(variant), f"{variant} {seed}")


@functools.cache
def sample_of(variant: Variant, games: int = 12) -> Sample:
    """The random games of a variant as the checks of the package look at them."""
    sample = Sample(game_of(variant), games)
    sample.walks = tuple(walk(variant, seed) for seed in range(games))
    return sample


def met(variant: Variant, seed: int, place: int) -> tv.Position:
    """One of the positions of a random game, wherever the place falls in it."""
    positions = walk(variant, seed)
    return positions[place % len(positions)]


def going_on(variant: Variant, seed: int, place: int) -> tv.Position:
    """A position of a random game between turns and before its end."""
    positions = [position for position in walk(variant, seed) if position.outcome is None and not position.pending]
    return positions[place % len(positions)]
