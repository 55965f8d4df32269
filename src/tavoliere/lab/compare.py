"""Two settings of a game side by side: what differs, how certain that is, and how many games would tell."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

from tavoliere.core.said import Said
from tavoliere.lab.kept import kept
from tavoliere.lab.measure import Measures, told
from tavoliere.lab.stats import (
    Interval,
    Moments,
    corrected,
    difference_of_means,
    difference_of_shares,
    equal_means,
    equal_shares,
    games_to_tell,
)
from tavoliere.lab.study import Cell
from tavoliere.lab.verdict import SIGNIFICANT, own_doubts

LEAST = 1e-9


@dataclasses.dataclass(frozen=True)
class Figure:
    """Something that has a value for each game; a share is a value between 0 and 1."""

    name: Said
    found: Moments
    is_share: bool = False
    most: float = math.inf

    @property
    def interval(self) -> Interval:
        return self.found.share() if self.is_share else self.found.interval(0, self.most)

    def less(self, other: Figure) -> Interval:
        """The difference to another setting's."""
        if self.is_share:
            return difference_of_shares(other.interval, self.interval)
        return difference_of_means(other.found, self.found)

    def chance_of(self, other: Figure) -> float:
        """How likely two settings that are equal differ as much."""
        return (equal_shares if self.is_share else equal_means)(other.found, self.found)


def figures(found: Measures) -> Iterator[Figure]:
    """Every figure that has a value for each game."""
    drama, branching = found.drama, found.branching
    lengths = Moments()
    for length, count in found.lengths.items():
        lengths.count += count
        lengths.total += count * length
        lengths.squares += count * length * length
    yield Figure(Said("score of the first seat"), found.scores[0], is_share=True, most=1)
    yield Figure(Said("draws"), _counted(found.draws, found.games), is_share=True, most=1)
    yield Figure(Said("turns"), lengths)
    yield Figure(Said("whole turns to choose from"), branching.mean_whole)
    yield Figure(Said("share of forced turns"), branching.forced, most=1)
    yield Figure(Said("changes of the lead"), drama.lead_changes)
    yield Figure(Said("games won from behind"), _counted(drama.comebacks, drama.won), is_share=True, most=1)
    yield Figure(Said("part of the game when it is decided"), drama.decided, most=1)
    yield Figure(Said("largest swing of a turn"), drama.swing, most=1)


def _counted(count: int, games: int) -> Moments:
    return Moments(games, float(count), float(count))


def compared(cells: tuple[Cell, Cell], found: tuple[Measures, Measures], given: float, command: str) -> dict[str, Any]:
    """A comparison as data; `given` is the difference of scores that games are counted for."""
    first, second = found
    pairs = [
        (one, other)
        for one, other in zip(figures(first), figures(second), strict=True)
        if min(one.found.count, other.found.count) > 1
    ]
    chances = corrected([other.chance_of(one) for one, other in pairs])
    spread = max(first.scores[0].variance, second.scores[0].variance)
    names = [setting(cell) for cell in cells]
    doubts = [doubt for letter, own in zip("AB", found, strict=True) for doubt in own_doubts(letter, own)]
    return {
        "format": "tavoliere comparison",
        "version": 1,
        "command": command,
        "player": cells[0].player.text,
        "openings": cells[0].openings,
        "a": {"name": names[0], "games": first.games, "file": cells[0].file_name},
        "b": {"name": names[1], "games": second.games, "file": cells[1].file_name},
        "given": given,
        "given_games": games_to_tell(given, spread),
        "doubts": [{**kept("text", doubt.sentence), "is_grave": doubt.is_grave} for doubt in doubts],
        "rows": [_row(one, other, chance) for (one, other), chance in zip(pairs, chances, strict=True)],
    }


def setting(cell: Cell) -> str:
    """A game with its options in one line."""
    options = ", ".join(f"{name}={value}" for name, value in cell.game.options.items())
    return f"{cell.game.name} ({options})" if options else cell.game.name


def _row(first: Figure, second: Figure, chance: float) -> dict[str, Any]:
    apart = second.less(first)
    scale = math.sqrt((first.found.variance + second.found.variance) / 2)
    return {
        "name": str(first.name),
        "is_part": first.most == 1,
        "a": told(first.interval),
        "b": told(second.interval),
        "difference": told(apart),
        "relative": told(_scaled(apart, scale)) if scale > LEAST else None,
        "p_corrected": round(chance, 6),
        "is_clear": chance < SIGNIFICANT,
        "needed": games_to_tell(apart.value, scale**2) if abs(apart.value) > LEAST and scale > LEAST else None,
    }


def _scaled(apart: Interval, scale: float) -> Interval:
    """A difference as a part of how much single games differ."""
    return Interval(apart.value / scale, apart.low / scale, apart.high / scale, apart.games)
