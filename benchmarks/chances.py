"""How honest the chances are that are shown to people: games at a fixed number of nodes, a map from values to chances
fitted to half of them, and the gap between chances and results in ten bins of the other half.

Games are kept in a folder, so the work can be stopped and goes on. `--write` puts the map beside the game.

    python benchmarks/chances.py never-alone --games 4000 --folder chances --write

Games that are there already, such as those of a report, serve as well: `--fit` names the files to learn from and
`--held` those that are held back. The players of both must have searched as many nodes as is asked for, by the same
judge.

    python benchmarks/chances.py tablut --fit some/*.games --held others/*.games --write
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tavoliere.apps.cli import hands
from tavoliere.apps.cli.common import progress
from tavoliere.arena.selfplay import Log, file_name, open_games
from tavoliere.core.beside import CALIBRATION, folder_beside
from tavoliere.core.position import Game
from tavoliere.games import game_from_text
from tavoliere.search.calibration import AS_FOUND, Calibration, calibrations, mark_of
from tavoliere.search.judges import JUDGE_NAMES, TERMS, judge_of
from tavoliere.search.kernels.alphabeta import FAR
from tavoliere.search.selfplay import Conditions, SelfPlayed
from tavoliere.search.specs import parse_spec
from tavoliere.search.values import calibrated_chance

OPENINGS = 6
"""Games begin with up to so many random turns, less one."""
NOISE = 30
"""What the players misjudge, in thousandths of a logit, so that no two games are alike."""
BINS = 10
PLACES = (0.02, 0.2, 0.4, 0.6, 0.8, 0.98)
"""Parts of all values below which the points of the map lie."""
STRAIGHT = 0.2
"""How much it costs the map to be bent: in games, for a slope that grows by 1 from one piece to the next."""
ROUNDS = 50
LEAST_RISE = 1


class Seen(NamedTuple):
    """A position of a game: what the search found for the first player, and what that player got in the end."""

    value: int
    result: float


def conditions_of(game: Game, judge: str, nodes: int, seed: int) -> list[Conditions]:
    """How the games are played: to the end, or until they are certain."""
    player = parse_spec(f"alphabeta:nodes={nodes},noise={NOISE},judge={judge}")
    return [Conditions(game, (player, player), opening=turns, ends_early=True, seed=seed) for turns in range(OPENINGS)]


def games_of(arguments: argparse.Namespace, game: Game) -> list[list[Seen]]:
    """What was seen in each game; what is not in the folder is played."""
    found = list[list[Seen]]()
    share = math.ceil(arguments.games / OPENINGS)
    with hands.crew(arguments, game) as workers, progress("playing", arguments.games) as bar:
        for conditions in conditions_of(game, arguments.judge, arguments.nodes, arguments.seed):
            path = arguments.folder / file_name(conditions)
            with Log(path, conditions) as log:
                for _ in log.fill(share, workers.answers):
                    bar.update(bar.task_ids[0], advance=1)
            played = sorted(open_games(path).games(), key=lambda one: one.number)
            found += [seen_in(one) for one in played if one.number < share]
    return [seen for seen in found if seen]


def games_in(arguments: argparse.Namespace, game: Game, paths: list[Path]) -> list[list[Seen]]:
    """What was seen in the games of some files, which must be of this game and of players that fit."""
    found = list[list[Seen]]()
    for path in paths:
        file = open_games(path)
        header = file.header
        wanted = {"game": game.name, "options": dict(game.options), "rules_version": game.facts.rules_version}
        if any(header[name] != value for name, value in wanted.items()) or not all(
            fits(text, arguments, game) for text in header["players"]
        ):
            raise SystemExit(f"{path} holds other games: {header['game']}, {header['players']}")
        played = sorted(file.games(), key=lambda one: one.number)
        found += [seen_in(one) for one in played]
    return [seen for seen in found if seen]


def fits(player: str, arguments: argparse.Namespace, game: Game) -> bool:
    """Whether a player searches as is asked for."""
    spec = parse_spec(player).resolved(game)
    settings = dict(spec.settings)
    judge = JUDGE_NAMES[int(settings.get("judge", 0))]
    return spec.kind == "alphabeta" and settings.get("nodes") == arguments.nodes and judge == arguments.judge


def seen_in(played: SelfPlayed) -> list[Seen]:
    """The positions of a game that somebody has thought about and that were not certain."""
    result = played.scores(2)[0]
    pairs = zip(played.movers, played.values, strict=True)
    values = [(-value if mover else value) for mover, value in pairs if value is not None and abs(value) <= FAR]
    return [Seen(value, result) for value in values]


def fitted(games: list[list[Seen]]) -> Calibration:
    """The map that makes the results of some games most likely, each of which counts as much, and is not bent without
    need: Newton's method for its points.
    """
    values = np.array([seen.value for game in games for seen in game], float)
    results = np.array([seen.result for game in games for seen in game])
    counts = np.array([1 / len(game) for game in games for _ in game])
    points = np.unique(np.rint(np.quantile(values, PLACES)))
    hats = np.stack([_interpolated(values, points, one) for one in np.eye(len(points))], axis=1)
    slopes = np.diff(np.eye(len(points)), axis=0) / np.diff(points / 1000)[:, None]
    bends = np.diff(slopes, axis=0)
    heights = points / 1000
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(hats @ heights, -20, 20)))
        rise = hats.T @ (counts * (results - chances)) - STRAIGHT * bends.T @ (bends @ heights)
        bend = (hats * (counts * np.maximum(chances * (1 - chances), 1e-4))[:, None]).T @ hats
        step = np.linalg.solve(bend + STRAIGHT * bends.T @ bends, rise)
        heights = heights + np.clip(step, -1, 1)
    shown = list[int]()
    for height in heights:
        shown.append(max(round(1000 * height), shown[-1] + LEAST_RISE if shown else round(1000 * height)))
    return Calibration(tuple(int(point) for point in points), tuple(shown))


def _interpolated(values: Any, points: Any, heights: Any) -> Any:
    """A line through points at some values, going on beyond the last ones as it came."""
    place = np.clip(np.searchsorted(points, values, side="right"), 1, len(points) - 1)
    part = (values - points[place - 1]) / (points[place] - points[place - 1])
    return heights[place - 1] + part * (heights[place] - heights[place - 1])


def gaps(games: list[list[Seen]], shown: Calibration, seed: int) -> list[tuple[float, float, int]]:
    """One random position of each game in ten bins of equal size: what was shown, what the first player got, games."""
    chance = random.Random(seed)
    chosen = [chance.choice(game) for game in games]
    pairs = sorted((calibrated_chance(one.value, 0, shown), one.result) for one in chosen)
    bins = [pairs[len(pairs) * place // BINS : len(pairs) * (place + 1) // BINS] for place in range(BINS)]
    return [
        (sum(shown for shown, _ in some) / len(some), sum(got for _, got in some) / len(some), len(some))
        for some in bins
        if some
    ]


def mean_gap(found: list[tuple[float, float, int]]) -> float:
    return sum(abs(shown - got) for shown, got, _ in found) / len(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a game for two, with options like size=7 behind it")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--judge", choices=JUDGE_NAMES, default=TERMS, help="whose values are shown")
    parser.add_argument("--games", type=int, default=4000, help="half of them to learn from (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=20_000, help="nodes a turn (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the games are kept")
    parser.add_argument("--fit", type=Path, nargs="+", default=[], help="files of games to learn from")
    parser.add_argument("--held", type=Path, nargs="+", default=[], help="files of games that are held back")
    parser.add_argument("--write", action="store_true", help=f"put the map into {CALIBRATION} beside the game")
    hands.add_options(parser)
    arguments = parser.parse_args()
    game = game_from_text(arguments.game, dict(option.split("=", 1) for option in arguments.options))
    if bool(arguments.fit) != bool(arguments.held) or bool(arguments.fit) == bool(arguments.folder):
        parser.error("either a folder, or files to learn from and files that are held back")
    if arguments.folder:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        games = games_of(arguments, game)
        learnt, held = games[::2], games[1::2]
    else:
        learnt, held = (games_in(arguments, game, paths) for paths in (arguments.fit, arguments.held))
    shown = fitted(learnt)
    for name, one in (("as found", AS_FOUND), ("calibrated", shown)):
        found = gaps(held, one, arguments.seed)
        print(f"{game.name}, {name}: mean gap {100 * mean_gap(found):.1f} points in {len(held)} games held back")
        print("  " + "  ".join(f"{100 * told:.0f}/{100 * got:.0f}" for told, got, _ in found))
    print(f"points: {list(zip(shown.found, shown.shown, strict=True))}")
    if arguments.write:
        write(arguments, game, shown, len(learnt) + len(held), mean_gap(gaps(held, shown, arguments.seed)))
    return 0


def write(arguments: argparse.Namespace, game: Game, shown: Calibration, games: int, gap: float) -> None:
    """Put the map beside the game, in the place of the last one for this judge."""
    judge, players = judge_of(game, arguments.judge), len(game.players)
    entry = {
        "players": players, "judge": arguments.judge, "weights": mark_of(judge), "found": shown.found,
        "shown": shown.shown, "nodes": arguments.nodes, "games": games, "seed": arguments.seed,
        "gap": round(gap, 4),
    }  # fmt: skip
    others = [
        other
        for other in calibrations(game.ruleset.where)
        if (other["players"], other["judge"]) != (players, arguments.judge)
    ]
    folder = folder_beside(game.ruleset.where)
    if folder is None:
        raise SystemExit(f"{game.name} is in no folder that can be written to")
    lines = ",\n ".join(json.dumps(one) for one in [*others, entry])
    (folder / CALIBRATION).write_text(f"[{lines}]\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
