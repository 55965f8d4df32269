"""The rules in machine code are the rules in Python, and random actions are uniform over the legal ones.

Without Numba the same functions run in plain Python, and what is compared is the rules with themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tavoliere.core.census import draw_many, list_and_ask
from tavoliere.core.compiled import generator, plain_python, row, runs_plain
from tavoliere.core.game import State
from tavoliere.core.playouts import TALLY_LENGTH, playouts
from tavoliere.core.position import Game, Position
from tavoliere.core.rng import seeded
from tavoliere.core.trace import STYLES, trace
from tavoliere.testing.checks import on_samples
from tavoliere.testing.failure import expect
from tavoliere.testing.sample import Sample

POSITIONS = 50
DRAWS_AN_ACTION = 200
LEAST_PROBABILITY = 1e-6
STEPS = 300


@on_samples
def machine_code_plays_the_same_games_as_python(sample: Sample) -> None:
    """Games that machine code writes down are the same games in plain Python: actions, choices and keys."""
    for number in range(min(sample.games, 8)):
        for style in STYLES:
            fast = traced(sample.game, style, sample.seed + number)
            with plain_python():
                slow = traced(sample.game, style, sample.seed + number)
            expect(fast == slow, f"one game of style {style} for seed {sample.seed + number}", found=_apart(fast, slow))


def traced(game: Game, style: int, seed: int) -> tuple[list[int], list[int], list[int]]:
    """The actions, the numbers of legal actions and the keys of a seeded game."""
    room = game.facts.most_actions
    actions, counts, keys = row(STEPS), row(STEPS), row(STEPS + 1)
    made = trace(game.start().state, style, generator(seed), row(room), row(room), actions, counts, keys)
    return _numbers(actions[:made]), _numbers(counts[:made]), _numbers(keys[: made + 1])


def _numbers(values: Sequence[int]) -> list[int]:
    return [int(value) for value in values]


def _apart(fast: tuple[list[int], ...], slow: tuple[list[int], ...]) -> str:
    """Where two games part."""
    for step in range(max(len(fast[2]), len(slow[2]))):
        one, other = ([values[step : step + 1] for values in game] for game in (fast, slow))
        if one != other:
            names = ("action", "legal actions", "key")
            parts = (f"{name} {a} compiled and {b} plain" for name, a, b in zip(names, one, other, strict=True))
            return f"at step {step}: {', '.join(parts)}, after the actions {slow[0][:step]}"
    return "nothing"


@on_samples
def machine_code_counts_the_same_random_games_as_python(sample: Sample) -> None:
    """Random games have the same winners in machine code and in plain Python."""
    fast = tally_of(sample.game, 20, sample.seed)
    with plain_python():
        slow = tally_of(sample.game, 20, sample.seed)
    expect(fast == slow, f"the tally {slow} of plain Python", found=fast)


def tally_of(game: Game, games: int, seed: int) -> list[int]:
    """How random games end: by winner, draws, cut games, and all actions played."""
    counts = row(TALLY_LENGTH)
    playouts(game.start().state, games, 500, generator(seed), row(game.facts.most_actions), counts)
    return _numbers(counts)


@on_samples
def every_way_to_ask_for_legal_actions_gives_the_same(sample: Sample) -> None:
    """What `listed` lists and what `allows` allows are the actions, in machine code and in plain Python."""
    compared(sample, 12)
    with plain_python():
        compared(sample, 4)


def compared(sample: Sample, count: int) -> None:
    """Compare the ways at positions spread over a sample, the last ones of games included."""
    out, allowed = row(sample.game.facts.most_actions), row(sample.game.action_count)
    everything = list(sample.everything())
    for position in (*everything[:: max(1, len(everything) // count)], *sample.ends()[:3]):
        legal = sorted(_numbers(out[: position.state.actions(out)]))
        listed = sorted(_numbers(out[: list_and_ask(position.state, sample.game.action_count, out, allowed)]))
        expect(listed == legal, f"listed gives {legal}", position, found=listed)
        told = [action for action, is_allowed in enumerate(allowed) if is_allowed]
        expect(told == legal, f"allows says yes to {legal}", position, found=told)


# Random actions


@on_samples
def random_actions_are_uniform(sample: Sample) -> None:
    """Random actions are legal and all equally likely, by chi-square."""
    plain = runs_plain()
    for place, position in enumerate(positions_with_a_choice(sample, lambda _: True, 5 if plain else POSITIONS)):
        expect_uniform(position, place)


def expect_uniform(position: Position, seed: int) -> None:
    """Every legal action is drawn about as often as any other."""
    game, legal = position.game, list(position.actions())
    out, tally = row(game.facts.most_actions), row(game.action_count)
    draws = DRAWS_AN_ACTION * len(legal)
    draw_many(position.state, draws, generator(seed), out, tally)
    counts = [int(tally[action]) for action in legal]
    expect(sum(counts) == draws, "legal actions only from random_action", position, found=f"{sum(counts)} of {draws}")
    chance = chance_of_more(chi_square(counts), len(legal) - 1)
    expect(
        chance > LEAST_PROBABILITY, "uniform random actions", position, found=f"a chance of {chance:.1e} for {counts}"
    )


def positions_with_a_choice(sample: Sample, wanted: Callable[[State], bool], count: int) -> list[Position]:
    """Positions spread over random games, those that fit and where there is a choice."""
    found = [position for position in sample.everything() if len(position.actions()) > 1 and wanted(position.state)]
    return found[:: max(1, len(found) // count)][:count]


@on_samples
def a_forced_action_is_always_drawn(sample: Sample) -> None:
    """Where there is one action only, random_action finds it too."""
    out = [0] * sample.game.facts.most_actions
    forced = [position for position in sample.everything() if len(position.actions()) == 1]
    for position in forced[:100]:
        drawn = position.state.random_action(seeded(1), out)
        expect(drawn == position.actions()[0], "the only legal action", position, found=drawn)
        expect(position.state.actions(out) == 1, "one legal action", position)


def chance_of_more(statistic: float, freedom: int) -> float:
    """The probability of a larger chi-square, by the approximation of Wilson and Hilferty."""
    deviation: float = (statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))
    return math.erfc(deviation / math.sqrt(2 / (9 * freedom)) / math.sqrt(2)) / 2


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)
