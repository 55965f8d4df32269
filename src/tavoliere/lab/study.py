"""Which games a report rests on, and where they are kept: one file for each player and way to begin.

The same study finds the same files again, so a report that was killed goes on, and a larger one adds to a smaller one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from tavoliere.arena.selfplay import Log, Spread, file_name, open_games, resolved_text
from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game
from tavoliere.core.said import Said, figure
from tavoliere.lab.measure import Measures, measured
from tavoliere.lab.stats import games_for
from tavoliere.search.selfplay import Conditions
from tavoliere.search.specs import Spec, parse_spec

OFF, LIGHT = "off", "light"
REFEREE = parse_spec("champion:nodes=2000")
WATCHED = 4
MOST_GAMES = 100_000
BEGINNER = "level:3"
JUDGED, UNJUDGED = "alphabeta:nodes=2000,noise=50", "mcts:nodes=300"

WAYS = {OFF: Said("from the start"), LIGHT: Said("after one random turn each")}

Tell = Callable[[int], None]
"""Hears how many games are done."""


def usual_players(game: Game) -> tuple[Spec, ...]:
    """Beginners, and somebody who thinks: alpha-beta with a little noise, or a tree search where nothing judges."""
    return parse_spec(BEGINNER), parse_spec(UNJUDGED if game.ruleset.evaluation is None else JUDGED)


@dataclasses.dataclass(frozen=True)
class Cell:
    """Games of one player against itself, begun in one way."""

    game: Game
    player: Spec
    openings: str
    seed: int = 1

    @property
    def conditions(self) -> Conditions:
        """`light` openings are one random turn of each player."""
        seats = len(self.game.players)
        return Conditions(
            self.game,
            (self.player,) * seats,
            opening=seats if self.openings == LIGHT else 0,
            referee=REFEREE,
            watched=WATCHED,
            seed=self.seed,
        )

    @property
    def resolved(self) -> str:
        return resolved_text(self.player, self.game)

    @property
    def file_name(self) -> str:
        return file_name(self.conditions)

    def path(self, store: Path) -> Path:
        return store / self.file_name

    def measures(self, store: Path, most: int) -> Measures:
        """What the first so many games say."""
        games = open_games(self.path(store)).games()
        return measured(self.game, (played for played in games if played.number < most))


def called(spec: Spec) -> str:
    """A player in words; what would take too many of them is called as it is written.

    >>> called(parse_spec("alphabeta:nodes=20000,noise=30")), called(parse_spec("level:3"))
    ('search of 20,000 nodes', 'level 3')
    """
    settings = dict(spec.settings)
    nodes = figure(settings.get("nodes", 0), ",.0f")
    if spec.kind == "level":
        return Said("level {level}", level=spec.text.removeprefix("level:"))
    if spec.kind == "alphabeta" and settings.keys() <= {"nodes", "noise"} and "nodes" in settings:
        return Said("search of {nodes} nodes", nodes=nodes)
    if spec.kind == "mcts" and settings.keys() == {"nodes"}:
        return Said("tree search of {nodes} simulations", nodes=nodes)
    return spec.text


def labels_of(cells: Sequence[Cell]) -> list[str]:
    """The cells in words, each another one."""
    names = [called(spec) for spec in dict.fromkeys(cell.player for cell in cells)]
    is_told_apart = len(set(names)) == len(names)
    return [
        Said(
            "{player}, {way}",
            player=called(cell.player) if is_told_apart else cell.player.text,
            way=WAYS[cell.openings],
        )
        for cell in cells
    ]


def cells_of(game: Game, players: Sequence[Spec], openings: Sequence[str], seed: int) -> list[Cell]:
    """Every player with every way to begin, in their order."""
    return [Cell(game, player, way, seed) for player in players for way in openings]


def made_store(path: Path) -> Path:
    """The folder of games, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = system_reason(error)
        raise ValueError(Said("no games can be kept in {path}: {why}", path=str(path), why=why)) from error
    return path


def fill(store: Path, conditions: Conditions, games: int, spread: Spread, tell: Tell) -> str:
    """Play what is missing of so many games; returns what is worth telling about the file that was there."""
    with Log(store / file_name(conditions), conditions) as log:
        tell(games - len(log.missing(games)))
        for _ in log.fill(games, spread):
            tell(1)
        return log.message


def games_wanted(cell: Cell, store: Path, games: int, precision: float) -> int:
    """How many games make the seats' scores so precise, from what the first ones say."""
    found = cell.measures(store, games)
    seats = len(cell.game.players)
    at_once = seats if seats > 2 else 1
    wanted = max(games_for(score.variance, precision, at_once) for score in found.scores)
    return min(MOST_GAMES, max(games, wanted))
