"""What values of a search mean for people: chances as games have shown them, a map for each game and judge.

A judge is good at telling which of two positions is better. That 0 stands for even chances and a logit for a logit,
only games can show, so between what is found and what is told stands a map in which larger values stay larger.
Searches know nothing of it: order is all that they need.
"""

from __future__ import annotations

import bisect
import functools
import hashlib
import json
from typing import Any, NamedTuple

from tavoliere.core.beside import CALIBRATION, text_beside
from tavoliere.core.position import Game

MARK = 16
"""So many digits of a digest tell weights apart."""


class Calibration(NamedTuple):
    """A line through points, for the first player: what was found, and what is shown. Both in thousandths of a logit,
    both growing.
    """

    found: tuple[int, ...]
    shown: tuple[int, ...]

    def of(self, value: int) -> int:
        """What is shown for a value; beyond the last points the line goes on as it came."""
        place = min(max(bisect.bisect_right(self.found, value), 1), len(self.found) - 1)
        left, right = self.found[place - 1], self.found[place]
        low, high = self.shown[place - 1], self.shown[place]
        return low + round((high - low) * (value - left) / (right - left))


AS_FOUND = Calibration((0, 1000), (0, 1000))
"""Where no games have shown anything, values are shown as they are."""


def calibration_of(game: Game, judge: Any) -> Calibration:
    """The map for a game and a judge with its very weights; others show what they find."""
    return _calibration(game.ruleset.where, len(game.players), judge)


@functools.lru_cache(maxsize=64)
def _calibration(where: str, players: int, judge: Any) -> Calibration:
    for entry in calibrations(where):
        if entry["players"] == players and entry["weights"] == mark_of(judge):
            return Calibration(tuple(entry["found"]), tuple(entry["shown"]))
    return AS_FOUND


def calibrations(where: str) -> list[dict[str, Any]]:
    """The file beside a ruleset: for numbers of players and weights the points, and the games behind them."""
    data: list[dict[str, Any]] = json.loads(text_beside(where, CALIBRATION) or "[]")
    return data


def mark_of(judge: Any) -> str:
    """What tells the weights of a judge from all others."""
    return hashlib.sha256(repr(judge).encode()).hexdigest()[:MARK]
