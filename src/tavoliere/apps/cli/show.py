"""`tavoliere show`: a position as a plain text picture, or as an SVG or PNG file."""

from __future__ import annotations

import argparse
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, picture, position_of, split_words, write_file
from tavoliere.apps.cli.speech import tell
from tavoliere.core.said import Said, figure
from tavoliere.games import game_from_text
from tavoliere.render.png import LARGEST, SMALLEST, png_picture
from tavoliere.render.svg import svg_picture
from tavoliere.render.themes import THEMES
from tavoliere.scene import guide

DEFAULT_SIZE = 800


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "show",
        help=Said("draw a position"),
        description=Said(
            "Draw a position: the start, or the position of a text. As plain text, or with --svg and --png "
            "as a picture in a file."
        ),
        epilog=Said(
            "example: tavoliere show pit players=3\nexample: tavoliere show tablut "
            "'3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w' --svg tablut.svg"
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument(
        "words", metavar="POSITION", nargs="*", help=Said("a position text, and options like players=3")
    )
    parser.add_argument("--svg", metavar="FILE", type=Path, help=Said("write the picture as SVG"))
    parser.add_argument("--png", metavar="FILE", type=Path, help=Said("write the picture as PNG (extra `pictures`)"))
    parser.add_argument(
        "--size",
        metavar="N",
        type=int,
        help=Said("the width in pixels (default: {default_size})", default_size=DEFAULT_SIZE),
    )
    parser.add_argument("--theme", choices=sorted(THEMES), help=Said("the colours (default: light)"))
    parser.add_argument("--flip", action="store_true", help=Said("show the board from the other side"))
    parser.add_argument("--marks", action="store_true", help=Said("with what a player must see at a glance"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, text = split_words(arguments.words)
    position = position_of(game_from_text(arguments.game, options), text)
    if arguments.svg or arguments.png:
        return _write_pictures(position, arguments)
    if arguments.size is not None or arguments.theme or arguments.flip:
        raise ValueError(Said("--size, --theme and --flip are for pictures: say --svg FILE or --png FILE as well"))
    print(picture(position, with_aids=arguments.marks))
    print(f"\n{position}")
    if position.outcome is not None:
        tell(Said("the game is over: {outcome}", outcome=str(position.outcome)))
    return 0


def _write_pictures(position: tv.Position, arguments: argparse.Namespace) -> int:
    size = DEFAULT_SIZE if arguments.size is None else arguments.size
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(
            Said(
                "a picture is {smallest} to {largest} pixels wide, not {size}",
                smallest=SMALLEST,
                largest=LARGEST,
                size=size,
            )
        )
    scene = guide.marked_scene(position) if arguments.marks else guide.plain_scene(position)
    svg = svg_picture(scene, arguments.theme or "light", flipped=arguments.flip, size=size)
    # Both are drawn before either is written: a command that fails leaves no file behind.
    files = [(arguments.svg, svg.encode())] if arguments.svg else []
    if arguments.png:
        files.append((arguments.png, png_picture(svg, size)))
    for path, content in files:
        write_file(path, content)
        tell(Said("{path}: {content} bytes", path=path, content=figure(len(content))))
    return 0
