"""A check is a function over a position, a walk or a sample of games that raises a `Failure`; here they are listed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import TypeVar

from tavoliere.core.position import Position
from tavoliere.testing.failure import Failure, error_shown, looking_at
from tavoliere.testing.sample import Sample

Function = TypeVar("Function", bound=Callable[..., None])


@dataclasses.dataclass(frozen=True)
class Check:
    """One promise that every game keeps: its name, its sentence, and how a sample of games is held to it."""

    name: str
    sentence: str
    part: str
    """The module that the check stands in."""
    run: Callable[[Sample], None]


ENTERED: list[Check] = []


def on_samples(function: Function) -> Function:
    """Enter a check of a whole sample."""

    def run(sample: Sample) -> None:
        try:
            function(sample)
        except Failure:
            raise
        except Exception as error:
            raise Failure("no error", found=error_shown(error)) from error

    return _entered(function, run)


def on_positions(function: Function) -> Function:
    """Enter a check of any position: at the start of a turn, in its middle, or at the end of a game."""
    return _entered(function, lambda sample: _each(function, sample.met()))


def on_beginnings(function: Function) -> Function:
    """Enter a check of positions in which a turn begins."""
    return _entered(function, lambda sample: _each(function, sample.between_turns()))


def on_half_made(function: Function) -> Function:
    """Enter a check of half-made turns, and of any position, for which no action of a turn is made yet."""

    def run(sample: Sample) -> None:
        _each(function, sample.half_made())
        _each(function, sample.met())

    return _entered(function, run)


def on_ends(function: Function) -> Function:
    """Enter a check of the last positions of games."""
    return _entered(function, lambda sample: _each(function, iter(sample.ends())))


def on_walks(function: Function) -> Function:
    """Enter a check of the positions of whole random games, one after another."""

    def run(sample: Sample) -> None:
        for walk in sample.walks:
            with looking_at(walk[0]):
                function(walk)

    return _entered(function, run)


def _each(function: Callable[..., None], positions: Iterator[Position]) -> None:
    for position in positions:
        with looking_at(position):
            function(position)


def _entered(function: Function, run: Callable[[Sample], None]) -> Function:
    sentence = (function.__doc__ or "").partition("\n")[0]
    ENTERED.append(Check(function.__name__.replace("_", "-"), sentence, function.__module__, run))
    return function
