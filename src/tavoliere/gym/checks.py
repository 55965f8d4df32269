"""What everything in the gym asks of numbers that it is given, and how long a game may last."""

from __future__ import annotations

import operator
from typing import Any

from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.games import game as game_by_name

LONGEST = 1000
MOST_LONGEST = 1 << 20


def whole(value: object, least: int, most: int, told: str) -> int:
    """A whole number within limits; a `ValueError` begins with what is told about it."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise ValueError(Said("{told} {least} to {most}, not {value}", told=told, least=least, most=most, value=value))
    return number


def seed_of(value: object) -> int:
    """Any whole number is a seed."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(Said("a seed is a whole number, not {seed}", seed=repr(value))) from None


def game_of(game: Game | str, options: dict[str, Any]) -> Game:
    """A game, or the game of a name with its options."""
    if isinstance(game, str):
        return game_by_name(game, **options)
    if not isinstance(game, Game):
        raise ValueError(
            Said("a game is a name like 'tablut', or what tavoliere.game gives, not {game}", game=repr(game))
        )
    if options:
        raise ValueError(Said("{game} has its options already", game=repr(game)))
    return game


def longest_of(game: Game, longest: object = None) -> int:
    """After how many actions a game is cut: as many as somebody says, or more than nearly any game takes."""
    if longest is not None:
        return whole(longest, 1, MOST_LONGEST, Said("the longest game has"))
    return game.facts.longest_game or min(game.facts.random_game_cut, LONGEST)
