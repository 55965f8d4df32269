"""`tavoliere openings`: what each first turn is worth, turns that symmetry makes the same counted together."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tavoliere.apps.cli import laboratory
from tavoliere.apps.cli.common import Commands, check_can_be_written, check_picture_file, write_file, write_picture
from tavoliere.arena.selfplay import file_name, open_games
from tavoliere.lab.firsts import classes, firsts_data, firsts_of
from tavoliere.lab.pages import percent
from tavoliere.lab.pictures import heat_map
from tavoliere.lab.study import fill, usual_players
from tavoliere.search.selfplay import Conditions

MOST_KINDS = 500
SHOWN = 12


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "openings",
        help="what each first turn is worth",
        description="Play every first turn equally often, turns that symmetry makes the same as one, and tell what the "
        "player who makes it gets, with its error, and what a swap rule would leave.",
        epilog="example: tavoliere openings never-alone --games 40 --svg openings.svg",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("words", metavar="OPTION", nargs="*", help="options of the game, like players=3")
    laboratory.add_options(parser, 40)
    laboratory.add_player(parser, several=False)
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the scores on the board, as .svg or .png")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as data")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = laboratory.game_of(arguments.game, arguments.words)
    player = laboratory.players_of([arguments.player] if arguments.player else None, game)[-1]
    if arguments.player is None:
        player = usual_players(game)[-1]
    check_can_be_written(arguments.json)
    check_picture_file(arguments.svg)
    begins = tuple((turn,) for turn in classes(game.start()))
    if len(begins) > MOST_KINDS:
        raise ValueError(f"{game.name} has {len(begins)} first turns, which are too many; {MOST_KINDS} is the most")
    total = arguments.games * len(begins)
    conditions = Conditions(game, (player,) * len(game.players), seed=arguments.seed, begins=begins)
    with laboratory.at_work(arguments, game) as spread, laboratory.telling("openings", total) as tell:
        laboratory.tell(fill(arguments.store, conditions, total, spread, tell))
    games = open_games(arguments.store / file_name(conditions)).games()
    data = firsts_data(game, firsts_of(game, (played for played in games if played.number < total)))
    data = {"game": game.name, "options": dict(game.options), "player": player.text, **data}
    for turn in data["turns"][:SHOWN]:
        print(f"{turn['turn']:10} {percent(turn['score'])} of {turn['score']['games']} games")
    if len(data["turns"]) > SHOWN:
        worst = data["turns"][-1]
        print(f"... and {len(data['turns']) - SHOWN} more, down to {worst['turn']} {percent(worst['score'])}")
    if "swap" in data:
        print(f"with a swap rule the first player would leave {data['swap']['turn']}: {percent(data['swap']['score'])}")
    if arguments.json is not None:
        write_file(arguments.json, (json.dumps(data, indent=1) + "\n").encode())
    if arguments.svg is not None:
        write_picture(arguments.svg, heat_map(game, data["turns"], "light"))
    return 0
