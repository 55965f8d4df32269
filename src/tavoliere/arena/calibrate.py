"""Calibrating the levels of a game: which matches to play, and what their games say about the ladder.

Each level plays the one below it, and the lowest the greedy player. Players are known by the text behind a level, so
games stay good as long as that does, and a level that changes is measured anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from tavoliere.arena.match import scores_by_round
from tavoliere.arena.ratings import ratings
from tavoliere.arena.stats import estimate
from tavoliere.arena.tournament import finishing_names
from tavoliere.core.position import Game
from tavoliere.records import Record
from tavoliere.search.ladder import Ladder, ladder_of
from tavoliere.search.specs import Spec, parse_spec

GREEDY = "greedy"
LAST_SHARE = 0.4
"""The last step of the ladder thinks long, so it is measured with fewer games."""


@dataclasses.dataclass(frozen=True)
class Step:
    """A match of the ladder: a level against the one below, level 0 being the greedy player."""

    level: int
    first: Spec
    second: Spec
    rounds: int


def steps(game: Game, games: int) -> list[Step]:
    """All matches of a game's ladder, with about so many games each."""
    ladder = ladder_of(game)
    texts = [GREEDY, *(rung.player for rung in ladder.levels)]
    seats = len(game.players)
    found = []
    for level in range(1, len(texts)):
        share = LAST_SHARE if level == len(texts) - 1 else 1.0
        rounds = max(1, round(games * share / seats))
        found.append(Step(level, parse_spec(texts[level]), parse_spec(texts[level - 1]), rounds))
    return found


def calibrated(ladder: Ladder, played: Mapping[int, Sequence[Record]], seats: int) -> dict[str, Any]:
    """The ladder as data, with ratings above level 1 and the results of its matches."""
    matches = []
    orders = [finishing_names(record) for records in played.values() for record in records]
    seated = {name for order in orders for group in order for name in group}
    names = [name for name in (GREEDY, *(rung.player for rung in ladder.levels)) if name in seated]
    rated = {rating.name: rating for rating in ratings(names, orders).players} if names else {}
    base = rated[ladder.levels[0].player].elo if ladder.levels[0].player in rated else 0.0
    for level, records in played.items():
        found = estimate(scores_by_round(records), seats)
        below = "greedy" if level == 1 else f"level {level - 1}"
        matches.append(
            {"level": level, "against": below, "games": found.games, "score": round(found.score, 3),
             "low": _rounded(found.low), "elo": _rounded(found.elo), "high": _rounded(found.high)}
        )  # fmt: skip
    levels = []
    for rung in ladder.levels:
        entry: dict[str, Any] = {"player": rung.player}
        if rung.player in rated and (played.get(rung.level) or played.get(rung.level + 1)):
            entry["elo"] = round(rated[rung.player].elo - base)
            entry["error"] = _rounded(rated[rung.player].error)
        levels.append(entry)
    return {"champion": ladder.champion, "levels": levels, "matches": matches}


def _rounded(number: float | None) -> int | None:
    return None if number is None else round(number)
