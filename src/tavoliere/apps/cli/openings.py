"""`tavoliere openings`: what each first turn is worth, turns that symmetry makes the same counted together."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tavoliere.apps.cli import laboratory
from tavoliere.apps.cli.common import Commands, check_can_be_written, check_picture_file, write_file, write_picture
from tavoliere.apps.cli.speech import tell
from tavoliere.arena.selfplay import file_name, open_games
from tavoliere.core.said import Said
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
        help=Said("what each first turn is worth"),
        description=Said(
            "Play every first turn equally often, turns that symmetry makes the same as one, and tell what "
            "the player who makes it gets, with its error, and what a swap rule would leave."
        ),
        epilog=Said("example: tavoliere openings never-alone --games 40 --svg openings.svg"),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    laboratory.add_options(parser, 40)
    laboratory.add_player(parser, several=False)
    parser.add_argument("--svg", type=Path, metavar="FILE", help=Said("draw the scores on the board, as .svg or .png"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=Said("write all figures as data"))
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
        raise ValueError(
            Said(
                "{name} has {begins} first turns, which are too many; {most_kinds} is the most",
                name=game.name,
                begins=len(begins),
                most_kinds=MOST_KINDS,
            )
        )
    total = arguments.games * len(begins)
    conditions = Conditions(game, (player,) * len(game.players), seed=arguments.seed, begins=begins)
    with laboratory.at_work(arguments, game) as spread, laboratory.telling(Said("openings"), total) as advance:
        laboratory.tell(fill(arguments.store, conditions, total, spread, advance))
    games = open_games(arguments.store / file_name(conditions)).games()
    data = firsts_data(game, firsts_of(game, (played for played in games if played.number < total)))
    data = {"game": game.name, "options": dict(game.options), "player": player.text, **data}
    for turn in data["turns"][:SHOWN]:
        tell(
            Said(
                "{turn} {score} of {games} games",
                turn=f"{turn['turn']:10}",
                score=percent(turn["score"]),
                games=turn["score"]["games"],
            )
        )
    if len(data["turns"]) > SHOWN:
        worst = data["turns"][-1]
        tell(
            Said(
                "... and {turns} more, down to {turn} {score}",
                turns=len(data["turns"]) - SHOWN,
                turn=worst["turn"],
                score=percent(worst["score"]),
            )
        )
    if "swap" in data:
        tell(
            Said(
                "with a swap rule the first player would leave {turn}: {score}",
                turn=data["swap"]["turn"],
                score=percent(data["swap"]["score"]),
            )
        )
    if arguments.json is not None:
        write_file(arguments.json, (json.dumps(data, indent=1) + "\n").encode())
    if arguments.svg is not None:
        write_picture(arguments.svg, heat_map(game, data["turns"], "light"))
    return 0
