"""The ladder of a game: its champion and ten levels, with what was measured. The data stand beside the game."""

from __future__ import annotations

import dataclasses
import functools
import importlib.resources
import json
from typing import Any

from tavoliere.core.position import Game

LEVELS = 10
FILE = "ladder.json"
DEFAULT_CHAMPION = "mcts"
DEFAULT_NODES = (8, 20, 50, 120, 300, 800, 2_000, 6_000, 20_000)


@dataclasses.dataclass(frozen=True)
class Rung:
    """A level: the player behind it, and its rating with the error (95 %), None until it has been measured."""

    level: int
    player: str
    elo: float | None = None
    error: float | None = None


@dataclasses.dataclass(frozen=True)
class Ladder:
    """The levels of a game for a number of players. `matches` are the results that the ratings rest on."""

    champion: str
    levels: tuple[Rung, ...]
    matches: tuple[dict[str, Any], ...] = ()


def ladder_of(game: Game) -> Ladder:
    """The ladder that stands with a game, or for a game without one a tree search that thinks longer and longer."""
    return _ladder(game.ruleset.where, len(game.players))


@functools.lru_cache(maxsize=64)
def _ladder(where: str, players: int) -> Ladder:
    data = ladder_data(where).get(str(players))
    if data is None:
        texts = [f"mcts:nodes={nodes}" for nodes in DEFAULT_NODES] + ["champion:seconds=3"]
        return Ladder(DEFAULT_CHAMPION, tuple(Rung(place + 1, text) for place, text in enumerate(texts)))
    rungs = tuple(
        Rung(place + 1, entry["player"], entry.get("elo"), entry.get("error"))
        for place, entry in enumerate(data["levels"])
    )
    return Ladder(data["champion"], rungs, tuple(data.get("matches", ())))


def ladder_data(where: str) -> dict[str, Any]:
    """The file beside a ruleset, by number of players; empty where there is none."""
    package = where.partition(":")[0]
    try:
        text = (importlib.resources.files(package) / FILE).read_text(encoding="utf-8")
    except (FileNotFoundError, TypeError, ModuleNotFoundError):
        return {}
    data: dict[str, Any] = json.loads(text)
    return data
