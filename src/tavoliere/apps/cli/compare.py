"""`tavoliere compare`: two settings of a game side by side, differences with their errors."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import laboratory
from tavoliere.apps.cli.common import Commands, check_can_be_written, write_file
from tavoliere.apps.cli.report import points
from tavoliere.apps.cli.speech import speaker, tell
from tavoliere.core.said import Said
from tavoliere.games import game_from_text
from tavoliere.lab.compare import compared
from tavoliere.lab.measure import Measures
from tavoliere.lab.pages import compare_page, percent, span
from tavoliere.lab.study import LIGHT, OFF, WAYS, Cell, called, fill, usual_players

DIFFERENCE = 0.05
SETTING = re.compile(r"(?:^|\s)([a-z_]+)=")


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "compare",
        help=Said("two settings of a game side by side"),
        description=Said(
            "Let two settings of a game play against themselves and tell what differs: seats, draws, "
            "length, choice, drama, each with its error and with how many games would tell such a "
            "difference. A setting is written as options, or as another game with its options."
        ),
        epilog=Said(
            "example: tavoliere compare pit --a 'holes=c3 c7 g3 g7 e5' --b 'holes=e3 c5 e7 g5'\nexample: "
            "tavoliere compare tablut --a '' --b 'my-tablut' --games 400 --html compared"
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument(
        "--a", required=True, metavar="SETTING", help=Said("the first setting; '' for the game as it is")
    )
    parser.add_argument("--b", required=True, metavar="SETTING", help=Said("the second setting"))
    laboratory.add_options(parser, 200)
    laboratory.add_player(parser, several=False)
    parser.add_argument(
        "--openings", choices=(OFF, LIGHT), default=LIGHT, help=Said("how games begin (default: light)")
    )
    parser.add_argument(
        "--difference", type=points, default=DIFFERENCE, metavar="POINTS",
        help=Said("tell how many games a difference of so many points in the first seat's score needs (default: 5)"),
    )  # fmt: skip
    parser.add_argument("--html", type=Path, metavar="DIR", help=Said("write a page to a folder"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=Said("write all figures as data"))
    parser.set_defaults(run=run)


def setting_of(game: str, text: str) -> tv.Game:
    """The game of a setting: `holes=e3 c5 size=9`, or with another game's name in front."""
    starts = list(SETTING.finditer(text))
    name = (text[: starts[0].start()] if starts else text).strip() or game
    options: dict[str, str] = {}
    for place, start in enumerate(starts):
        end = starts[place + 1].start() if place + 1 < len(starts) else len(text)
        if start[1] in options:
            raise ValueError(Said("option {option} is given twice in {text}", option=start[1], text=repr(text)))
        options[start[1]] = text[start.end() : end].strip().strip("'\"")
    return game_from_text(name, options)


def _clear(row: Mapping[str, Any]) -> Said:
    """Whether a difference is one."""
    if row["is_clear"]:
        return Said("clear")
    return Said("{games} games a side would tell", games=row["needed"]) if row["needed"] else Said("no difference seen")


def run(arguments: argparse.Namespace) -> int:
    games = setting_of(arguments.game, arguments.a), setting_of(arguments.game, arguments.b)
    if games[0] == games[1]:
        raise ValueError(Said("both settings are the same"))
    if len(games[0].players) != len(games[1].players):
        raise ValueError(
            Said(
                "{first} and {second} players cannot be compared",
                first=len(games[0].players),
                second=len(games[1].players),
            )
        )
    player = laboratory.players_of([arguments.player] if arguments.player else None, games[0])[-1]
    if arguments.player is None:
        player = usual_players(games[0])[-1]
    laboratory.players_of([player.text], games[1])
    check_can_be_written(arguments.json)
    laboratory.check_folder(arguments.html)
    cells = tuple(Cell(game, player, arguments.openings, arguments.seed) for game in games)
    found: list[Measures] = []
    with laboratory.at_work(arguments, *games) as spread:
        for cell in cells:
            with laboratory.telling(Said("setting {letter}", letter="AB"[len(found)]), arguments.games) as advance:
                laboratory.tell(fill(arguments.store, cell.conditions, arguments.games, spread, advance))
            found.append(cell.measures(arguments.store, arguments.games))
    data = compared((cells[0], cells[1]), (found[0], found[1]), arguments.difference, _command(arguments))
    _tell(data, cells[0])
    if arguments.json is not None:
        write_file(arguments.json, (json.dumps(data, indent=1) + "\n").encode())
    if arguments.html is not None:
        files = {"index.html": compare_page(data, speaker()), "comparison.json": json.dumps(data, indent=1) + "\n"}
        laboratory.write_files(arguments.html, files)
        tell(Said("page: {html}", html=arguments.html / "index.html"))
    return 0


def _tell(data: Mapping[str, Any], cell: Cell) -> None:
    """A comparison for a terminal, one figure a line."""
    print(f"A: {data['a']['name']}\nB: {data['b']['name']}")
    tell(Said("{player}, {way}", player=called(cell.player), way=WAYS[cell.openings]))
    for row in data["rows"]:
        written = percent if row["is_part"] else span
        tell(
            Said(
                "  {name}: {a} and {b}, B less A {difference}; {clear}",
                name=row["name"],
                a=written(row["a"]),
                b=written(row["b"]),
                difference=written(row["difference"]),
                clear=_clear(row),
            )
        )
    for doubt in data["doubts"]:
        tell(Said("note: {problem}", problem=doubt["text"]))
    tell(
        Said(
            "a difference of {points} points needs about {games} games a side",
            points=f"{100 * data['given']:g}",
            games=data["given_games"],
        ),
        flush=True,
    )


def _command(arguments: argparse.Namespace) -> str:
    words = [arguments.game, "--a", arguments.a, "--b", arguments.b, "--games", str(arguments.games)]
    if arguments.player:
        words += ["--player", arguments.player]
    if arguments.openings != LIGHT:
        words += ["--openings", arguments.openings]
    if arguments.seed != 1:
        words += ["--seed", str(arguments.seed)]
    if arguments.difference != DIFFERENCE:
        words += ["--difference", f"{100 * arguments.difference:g}"]
    return laboratory.command_of("compare", words)
