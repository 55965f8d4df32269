"""The ladder of a game: its champion and its levels, with what was measured. The data stand beside the game."""

from __future__ import annotations

import dataclasses
import functools
import json
from typing import Any

from tavoliere.core.beside import LADDER, text_beside
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.core.seam import MOST_LEVELS as MOST_LEVELS

JUDGED_CHAMPION, UNJUDGED_CHAMPION = "alphabeta", "mcts"
JUDGED_LEVELS = (
    "novice:depth=1,taste=3000,share=75",
    "novice:depth=1,taste=1500,share=40",
    "novice:depth=2,taste=3000,noise=1000,share=50",
    "novice:depth=2,taste=3000,noise=100,share=50",
    "alphabeta:nodes=1500,noise=50,judge=terms",
    "alphabeta:nodes=6000,noise=50,judge=terms",
    "alphabeta:nodes=30000,noise=30,judge=terms",
    "alphabeta:nodes=150000,noise=20,judge=terms",
    "alphabeta:nodes=450000,noise=20,judge=terms",
    "champion:seconds=3",
)
"""For a game with an evaluation: the shape that the ladders of our own games have found."""
UNJUDGED_LEVELS = (
    *(f"mcts:nodes={nodes}" for nodes in (8, 20, 50, 120, 300, 800, 2_000, 6_000, 20_000)),
    "champion:seconds=3",
)


@dataclasses.dataclass(frozen=True)
class Rung:
    """A level: the player behind it, and its rating with the error (95 %), None until it has been measured."""

    level: int
    player: str
    elo: float | None = None
    error: float | None = None


@dataclasses.dataclass(frozen=True)
class Sides:
    """What each seat got when equals played from the usual start: its share of the points, and between what (95 %).

    It holds from a level on: that of the players, or for a search the level that looks at about as many positions.
    """

    level: int
    player: str
    games: int
    scores: dict[str, tuple[float, float, float]]


@dataclasses.dataclass(frozen=True)
class Ladder:
    """The levels of a game for a number of players. `matches` are the results that the ratings rest on."""

    champion: str
    levels: tuple[Rung, ...]
    matches: tuple[dict[str, Any], ...] = ()
    sides: tuple[Sides, ...] = ()
    """The weakest players first; empty where nothing was measured."""

    @property
    def names(self) -> tuple[str, ...]:
        """The levels as they are written for a seat."""
        return tuple(f"level:{rung.level}" for rung in self.levels)


def ladder_of(game: Game) -> Ladder:
    """The ladder that stands with a game; a game without one gets searches that think longer and longer.

    With an evaluation that is alpha-beta, which is the stronger by far wherever positions can be judged; without one it
    is a tree search, which plays games to their ends.
    """
    return _ladder(game.ruleset.where, len(game.players), game.ruleset.evaluation is not None)


@functools.lru_cache(maxsize=64)
def _ladder(where: str, players: int, is_judged: bool) -> Ladder:
    data = ladder_data(where).get(str(players))
    if data is not None:
        return _read(where, data)
    champion = JUDGED_CHAMPION if is_judged else UNJUDGED_CHAMPION
    texts = JUDGED_LEVELS if is_judged else UNJUDGED_LEVELS
    return Ladder(champion, tuple(Rung(place, text) for place, text in enumerate(texts, start=1)))


def _read(where: str, data: dict[str, Any]) -> Ladder:
    levels = data["levels"]
    if not 1 <= len(levels) <= MOST_LEVELS:
        raise ValueError(
            Said(
                "the ladder beside {where} has {levels} levels; a ladder has 1 to {most}",
                where=where,
                levels=len(levels),
                most=MOST_LEVELS,
            )
        )
    rungs = tuple(
        Rung(place, entry["player"], entry.get("elo"), entry.get("error"))
        for place, entry in enumerate(levels, start=1)
    )
    return Ladder(data["champion"], rungs, tuple(data.get("matches", ())), tuple(map(_sides, data.get("sides", ()))))


def _sides(entry: dict[str, Any]) -> Sides:
    scores = {letter: (share[0], share[1], share[2]) for letter, share in entry["scores"].items()}
    return Sides(entry["level"], entry["player"], entry["games"], scores)


def ladder_data(where: str) -> dict[str, Any]:
    """The file beside a ruleset, by number of players; empty where there is none."""
    data: dict[str, Any] = json.loads(text_beside(where, LADDER) or "{}")
    return data
