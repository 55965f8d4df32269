"""`tavoliere show`: a position as a plain text picture."""

from __future__ import annotations

import argparse

from tavoliere.apps.cli.common import Commands, picture, position_of, split_words
from tavoliere.games import game_from_text


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "show",
        help="draw a position",
        description="Draw a position as plain text: the start, or the position of a text.",
        epilog="example: tavoliere show pit players=3    "
        "example: tavoliere show tablut '3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w'",
    )
    parser.add_argument("game", metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("words", metavar="POSITION", nargs="*", help="a position text, and options like players=3")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    position = position_of(game_from_text(arguments.game, options), text)
    print(picture(position))
    print(f"\n{position}")
    if position.outcome is not None:
        print(f"the game is over: {position.outcome}")
    return 0
