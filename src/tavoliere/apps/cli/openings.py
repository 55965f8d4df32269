"""`tavoliere openings`: what each first turn is worth, turns that symmetry makes the same counted together."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import laboratory
from tavoliere.apps.cli.common import Commands, check_can_be_written, check_picture_file, write_file, write_picture
from tavoliere.apps.cli.speech import tell
from tavoliere.arena.selfplay import file_name, open_games
from tavoliere.core.said import Said
from tavoliere.lab.firsts import Turn, classes, firsts_data, firsts_of
from tavoliere.lab.kept import kept
from tavoliere.lab.measure import measured
from tavoliere.lab.pages import percent
from tavoliere.lab.pictures import heat_map
from tavoliere.lab.study import fill
from tavoliere.lab.verdict import own_doubts
from tavoliere.search.selfplay import Conditions, SelfPlayed

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
        epilog=Said(
            "example: tavoliere openings never-alone --games 40 --svg openings.svg\nexample: tavoliere openings "
            "pathwayz --turn a1 --turn d4 --games 400"
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    laboratory.add_options(parser, 40)
    laboratory.add_player(parser, several=False)
    parser.add_argument(
        "--turn", action="append", metavar="TURN",
        help=Said("play this first turn and those that symmetry makes the same; may be given again (default: all)"),
    )  # fmt: skip
    parser.add_argument("--svg", type=Path, metavar="FILE", help=Said("draw the scores on the board, as .svg or .png"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=Said("write all figures as data"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = laboratory.game_of(arguments.game, arguments.words)
    player = laboratory.players_of([arguments.player] if arguments.player else None, game)[-1]
    check_can_be_written(arguments.json)
    check_picture_file(arguments.svg)
    begins = tuple((turn,) for turn in _kinds(game, arguments.turn))
    total = arguments.games * len(begins)
    conditions = Conditions(game, (player,) * len(game.players), seed=arguments.seed, begins=begins)
    with laboratory.at_work(arguments, game) as spread, laboratory.telling(Said("openings"), total) as advance:
        laboratory.tell(fill(arguments.store, conditions, total, spread, advance))
    data = _data(game, conditions, total, arguments)
    _tell(data)
    if arguments.json is not None:
        write_file(arguments.json, (json.dumps(data, indent=1) + "\n").encode())
    if arguments.svg is not None:
        write_picture(arguments.svg, heat_map(game, data["turns"], "light"))
    return 0


def _kinds(game: tv.Game, wanted: Sequence[str] | None) -> list[Turn]:
    """The kinds of first turns to be played: those that were asked for, or all."""
    start = game.start()
    kinds = classes(start)
    if wanted:
        known = {turn: least for least, same in kinds.items() for turn in same}
        return list(dict.fromkeys(known[tuple(start.turn_to_actions(text))] for text in wanted))
    if len(kinds) > MOST_KINDS:
        raise ValueError(
            Said(
                "{name} has {begins} first turns, which are too many; {most_kinds} is the most; "
                "name some of them with --turn",
                name=game.name,
                begins=len(kinds),
                most_kinds=MOST_KINDS,
            )
        )
    return list(kinds)


def _data(game: tv.Game, conditions: Conditions, total: int, arguments: argparse.Namespace) -> dict[str, Any]:
    file = open_games(arguments.store / file_name(conditions))

    def games() -> Iterator[SelfPlayed]:
        return (played for played in file.games() if played.number < total)

    doubts = own_doubts(Said("first turns"), measured(game, games()))
    return {
        "command": _command(arguments),
        "game": game.name,
        "options": dict(game.options),
        "player": conditions.players[0].text,
        "file": file.path.name,
        "doubts": [{**kept("text", doubt.sentence), "is_grave": doubt.is_grave} for doubt in doubts],
        **firsts_data(game, firsts_of(game, games())),
    }


def _tell(data: Mapping[str, Any]) -> None:
    """The best first turns for a terminal, the worst, and what a swap rule would leave."""
    for turn in data["turns"][:SHOWN]:
        text, games = f"{turn['turn']:10}", turn["score"]["games"]
        tell(Said("{turn} {score} of {games} games", turn=text, score=percent(turn["score"]), games=games))
    if len(data["turns"]) > SHOWN:
        worst, more = data["turns"][-1], len(data["turns"]) - SHOWN
        score = percent(worst["score"])
        tell(Said("... and {turns} more, down to {turn} {score}", turns=more, turn=worst["turn"], score=score))
    if "swap" in data:
        turn, score = data["swap"]["turn"], percent(data["swap"]["score"])
        tell(Said("with a swap rule the first player would leave {turn}: {score}", turn=turn, score=score))
    for doubt in data["doubts"]:
        tell(Said("note: {problem}", problem=doubt["text"]))


def _command(arguments: argparse.Namespace) -> str:
    words = [arguments.game, *arguments.words, "--games", str(arguments.games)]
    for turn in arguments.turn or ():
        words += ["--turn", turn]
    if arguments.player:
        words += ["--player", arguments.player]
    if arguments.seed != 1:
        words += ["--seed", str(arguments.seed)]
    return laboratory.command_of("openings", words)
