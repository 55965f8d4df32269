"""Two settings of a game side by side: what differs, how certain that is, and how many games would tell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from tavoliere.core.said import Said
from tavoliere.lab.measure import Measures, told
from tavoliere.lab.stats import Interval, Moments, difference_of_means, games_to_tell
from tavoliere.lab.study import Cell

LEAST = 1e-9


def figures(found: Measures) -> Iterator[tuple[str, Moments]]:
    """Every figure that has a value for each game."""
    yield Said("score of the first seat"), found.scores[0]
    yield Said("draws"), _counted(found.draws, found.games)
    lengths = Moments()
    for length, count in found.lengths.items():
        lengths.count += count
        lengths.total += count * length
        lengths.squares += count * length * length
    yield Said("turns"), lengths
    yield Said("whole turns to choose from"), found.branching.mean_whole
    yield Said("share of forced turns"), found.branching.forced
    yield Said("changes of the lead"), found.drama.lead_changes
    yield Said("games won from behind"), _counted(found.drama.comebacks, found.drama.won)
    yield Said("part of the game when it is decided"), found.drama.decided
    yield Said("largest swing of a turn"), found.drama.swing


def _counted(count: int, games: int) -> Moments:
    return Moments(games, float(count), float(count))


def compared(cells: tuple[Cell, Cell], found: tuple[Measures, Measures], given: float, command: str) -> dict[str, Any]:
    """A comparison as data; `given` is the difference of scores that games are counted for."""
    first, second = found
    rows = [
        _row(name, one, other)
        for (name, one), (_, other) in zip(figures(first), figures(second), strict=True)
        if one.count and other.count
    ]
    spread = max(first.scores[0].variance, second.scores[0].variance)
    return {
        "format": "tavoliere comparison",
        "version": 1,
        "command": command,
        "player": cells[0].player.text,
        "openings": cells[0].openings,
        "a": {"name": setting(cells[0]), "games": first.games},
        "b": {"name": setting(cells[1]), "games": second.games},
        "given": given,
        "given_games": games_to_tell(given, spread),
        "rows": rows,
    }


def setting(cell: Cell) -> str:
    """A game with its options in one line."""
    options = ", ".join(f"{name}={value}" for name, value in cell.game.options.items())
    return f"{cell.game.name} ({options})" if options else cell.game.name


def _row(name: str, first: Moments, second: Moments) -> dict[str, Any]:
    apart = difference_of_means(first, second)
    scale = math.sqrt((first.variance + second.variance) / 2)
    share = 1 / scale if scale > LEAST else 0.0
    relative = Interval(share * apart.value, share * apart.low, share * apart.high, apart.games)
    return {
        "name": str(name),
        "a": told(first.interval()),
        "b": told(second.interval()),
        "difference": told(apart),
        "relative": told(relative),
        "is_clear": apart.low > 0 or apart.high < 0,
        "needed": games_to_tell(apart.value, scale**2) if abs(apart.value) > LEAST and scale > LEAST else None,
    }
