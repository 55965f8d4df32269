"""`tavoliere perft`: count sequences of turns."""

from __future__ import annotations

import argparse

import tavoliere as tv
from tavoliere.apps.cli.common import (
    Commands,
    note_if_plain,
    position_of,
    progress,
    split_words,
    told_of_compiling,
)
from tavoliere.core.perft import perft_steps
from tavoliere.core.said import Said
from tavoliere.games import game_from_text


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "perft",
        help=Said("count sequences of turns"),
        description=Said("Count the sequences of DEPTH whole turns; a game that ends earlier counts once."),
        epilog=Said("example: tavoliere perft tablut 4\nexample: tavoliere perft pit 2 players=4 --divide"),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("depth", metavar="DEPTH", type=depth, help=Said("how many turns"))
    parser.add_argument(
        "words", metavar="POSITION", nargs="*", help=Said("a position text, and options like players=3")
    )
    parser.add_argument("--divide", action="store_true", help=Said("count by the first turn"))
    parser.set_defaults(run=run)


def depth(text: str) -> int:
    """A depth from the command line."""
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise argparse.ArgumentTypeError(Said("a depth is a whole number like 3, not {text}", text=repr(text)))
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    position = position_of(game_from_text(arguments.game, options), text)
    note_if_plain()
    with told_of_compiling():
        if not arguments.divide:
            print(_counted(position, arguments.depth, Said("counting")))
            return 0
        if arguments.depth < 1:
            raise ValueError(Said("--divide needs a depth of at least 1"))
        total = 0
        for move in position.legal_moves():
            count = _counted(position.play(move), arguments.depth - 1, move)
            print(f"{move}: {count}")
            total += count
        print(f"\n{total}")
    return 0


def _counted(position: tv.Position, depth: int, title: str) -> int:
    total = 0
    with progress(title, None) as bar:
        for count, place, slices in perft_steps(position, depth):
            total += count
            bar.update(bar.task_ids[0], total=slices, completed=place + 1)
    return total
