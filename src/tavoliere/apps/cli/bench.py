"""`tavoliere bench`: random games a second, in CPU seconds of one core."""

from __future__ import annotations

import argparse
import json
import time
from typing import TypedDict

import tavoliere as tv
from tavoliere.apps.cli.common import (
    Commands,
    all_games,
    note_if_plain,
    options_text,
    progress,
    split_words,
    told_of_compiling,
)
from tavoliere.apps.cli.speech import say
from tavoliere.core.compiled import generator, row
from tavoliere.core.playouts import TALLY_LENGTH, playouts
from tavoliere.core.said import Said
from tavoliere.games import game_from_text, ruleset

SLICE_SECONDS = 0.05


class Speed(TypedDict):
    """One line of the result."""

    game: str
    options: dict[str, int | str]
    playouts_per_second: float
    actions_per_second: float
    actions_per_playout: float


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "bench",
        help=Said("measure random games a second"),
        description=Said(
            "Play random games and count them, in CPU seconds of one core. All rules but repetition apply."
        ),
        epilog=Said("example: tavoliere bench tablut --seconds 3\nexample: tavoliere bench pit players=4 --json"),
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help=Said("a name from `tavoliere games` (default: all)"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    parser.add_argument("--seconds", type=seconds, default=1.0, help=Said("CPU seconds for each game (default: 1)"))
    parser.add_argument("--json", action="store_true", help=Said("print a list of objects instead of a table"))
    parser.set_defaults(run=run)


def seconds(text: str) -> float:
    """A duration from the command line."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 < value <= 86400:
        raise argparse.ArgumentTypeError(Said("seconds are a positive number up to a day, not {text}", text=repr(text)))
    return value


def run(arguments: argparse.Namespace) -> int:
    games = _chosen(arguments)
    note_if_plain()
    speeds = []
    with told_of_compiling(), progress(Said("measuring"), len(games) * arguments.seconds) as bar:
        for game in games:
            bar.update(bar.task_ids[0], description=game.facts.title)
            meter = Meter(game)
            while meter.seconds < arguments.seconds:
                bar.advance(bar.task_ids[0], meter.measure(min(SLICE_SECONDS, arguments.seconds)))
            speeds.append(meter.speed())
            if not arguments.json:
                bar.console.file.flush()
    print(json.dumps(speeds, indent=2) if arguments.json else table(games, speeds))
    return 0


def _chosen(arguments: argparse.Namespace) -> list[tv.Game]:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("options are written like players=3, not {rest}", rest=repr(rest)))
    if arguments.game is None:
        return [tv.game(name, **variant) for name in all_games() for variant in ruleset(name).facts.variants]
    if options or len(ruleset(arguments.game).facts.variants) == 1:
        return [game_from_text(arguments.game, options)]
    return [tv.game(arguments.game, **variant) for variant in ruleset(arguments.game).facts.variants]


class Meter:
    """Plays random games of one kind in slices and adds up games, actions and CPU seconds."""

    def __init__(self, game: tv.Game, seed: int = 1) -> None:
        self.game = game
        self.games = self.actions = 0
        self.seconds = 0.0
        self._root = game.start().state
        self._out, self._tally, self._rng = row(game.facts.most_actions), row(TALLY_LENGTH), generator(seed)
        self._slice = 1
        playouts(self._root, 0, 1, self._rng, self._out, self._tally)

    def measure(self, slice_seconds: float) -> float:
        """Play for about so long; returns how long it was."""
        begun = time.process_time()
        self.actions += playouts(
            self._root, self._slice, self.game.facts.random_game_cut, self._rng, self._out, self._tally
        )
        spent = max(time.process_time() - begun, 1e-9)
        self.games += self._slice
        self.seconds += spent
        self._slice = max(1, min(2 * self._slice, int(self._slice * slice_seconds / spent)))
        return spent

    def speed(self) -> Speed:
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "playouts_per_second": self.games / self.seconds,
            "actions_per_second": self.actions / self.seconds,
            "actions_per_playout": self.actions / self.games,
        }


def table(games: list[tv.Game], speeds: list[Speed]) -> str:
    """The speeds for people."""
    names = [
        say(name) for name in (Said("game"), Said("games/s"), Said("actions/s"), Said("actions/game"), Said("options"))
    ]
    lines = ["{:16}{:>12}{:>14}{:>14}  {}".format(*names)]
    for game, speed in zip(games, speeds, strict=True):
        lines.append(
            f"{speed['game']:16}{speed['playouts_per_second']:12,.0f}{speed['actions_per_second']:14,.0f}"
            f"{speed['actions_per_playout']:14.1f}  {options_text(game)}".rstrip()
        )
    return "\n".join(lines)
