"""Random games of a game with its options, to look at: the same ones for the same seed."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator

from tavoliere.core.position import Game, Position

LONGEST_WALK = 350
PLACES = 3
"""Positions of each random game that the slower checks look at."""

Walk = tuple[Position, ...]


class Sample:
    """So many random games of one game with its options."""

    def __init__(self, game: Game, games: int = 20, seed: int = 1) -> None:
        self.game, self.games, self.seed = game, games, seed

    @functools.cached_property
    def walks(self) -> tuple[Walk, ...]:
        """The positions of each random game."""
        return tuple(random_walk(self.game, f"{self.game!r} {self.seed} {number}") for number in range(self.games))

    def everything(self) -> Iterator[Position]:
        """All positions of all random games, half-made turns and ends included."""
        for walk in self.walks:
            yield from walk

    def met(self) -> Iterator[Position]:
        """A few positions of each random game, wherever they fall in it, and every end."""
        for number, walk in enumerate(self.walks):
            chance = random.Random(f"{self.seed} {number}")
            yield from (chance.choice(walk) for _ in range(PLACES))
            yield walk[-1]

    def between_turns(self) -> Iterator[Position]:
        """A few positions of each random game in which a turn begins."""
        for number, walk in enumerate(self.walks):
            chance = random.Random(f"{self.seed} {number}")
            begins = [position for position in walk if position.outcome is None and not position.pending]
            yield from (chance.choice(begins) for _ in range(PLACES))

    def half_made(self) -> Iterator[Position]:
        """A few half-made turns of each random game; none where turns are single actions."""
        for number, walk in enumerate(self.walks):
            chance = random.Random(f"{self.seed} {number}")
            begun = [position for position in walk if position.pending]
            yield from (chance.choice(begun) for _ in range(PLACES if begun else 0))

    def ends(self) -> list[Position]:
        """The last positions of the games that ended."""
        return [walk[-1] for walk in self.walks if walk[-1].outcome is not None]


def random_walk(game: Game, seed: str, longest: int = LONGEST_WALK) -> Walk:
    """The positions of a random game, half-made turns included, up to its end or to a good length."""
    chance = random.Random(seed)
    positions = [game.start()]
    while positions[-1].outcome is None and len(positions) < longest:
        positions.append(positions[-1].act(chance.choice(positions[-1].actions())))
    return tuple(positions)


def action_between(before: Position, after: Position) -> int:
    """An action that leads from one position of a walk to the next."""
    if len(after.pending) > len(before.pending):
        return after.pending[-1]
    return next(action for action in before.actions() if before.act(action).state == after.state)


def sampled(moves: list[str], chance: random.Random, most: int = 12) -> list[str]:
    """Some of the moves of a list that may hold thousands."""
    return chance.sample(moves, min(most, len(moves)))
