"""Positions and lines to talk about: games of what looks promising, more or less, and two lines from a position on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import tavoliere as tv

LONGEST_LINE = 6
WILD, SENSIBLE = 5_000, 300
CONSIDERED = 30


class Fork(NamedTuple):
    """A position and two lines from it that begin with different turns."""

    root: tv.Position
    first: list[str]
    second: list[str]


def turn_made(position: tv.Position, chance: random.Random, noise: int) -> tuple[str, tv.Position]:
    """A whole turn of what looks best among some actions, with so much noise on it, and the position after it."""
    judge, root, actions = position.game.ruleset.evaluation, position, list[int]()
    while not actions or position.pending:
        state, legal = position.state, position.actions()
        few = chance.sample(legal, min(CONSIDERED, len(legal)))
        actions.append(max(few, key=lambda action: judge.promise(state, action) + noise * chance.random()))
        position = position.act(actions[-1])
    return root.actions_to_turn(actions), position


def line_from(position: tv.Position, chance: random.Random, noise: int) -> list[str]:
    moves: list[str] = []
    while position.outcome is None and len(moves) < LONGEST_LINE:
        move, position = turn_made(position, chance, WILD if not moves else noise)
        moves.append(move)
    return moves


def forks(game: tv.Game, seed: int) -> Iterator[Fork]:
    """Without end, one from each position of random games."""
    chance = random.Random(seed)
    while True:
        position, noise = game.start(), chance.choice((WILD, SENSIBLE))
        while position.outcome is None:
            root = game.position(str(position))
            lines = [line_from(root, chance, SENSIBLE) for _ in range(2)]
            if lines[0][0] != lines[1][0]:
                yield Fork(root, lines[0], lines[1])
            for _ in range(chance.randrange(1, 4)):
                if position.outcome is None:
                    position = turn_made(position, chance, noise)[1]
