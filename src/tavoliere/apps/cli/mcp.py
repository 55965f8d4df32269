"""`tavoliere mcp`: the games as tools for agents, over the Model Context Protocol."""

from __future__ import annotations

import argparse

from tavoliere.apps.cli.common import Commands
from tavoliere.core.said import Pattern, Said


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "mcp",
        help=Said("let an agent play: a server of the Model Context Protocol"),
        description=Said(
            "Serve the games to an agent over standard input and output, as tools of the Model Context "
            "Protocol: list games, read rules, start, list legal turns, play, ask why not, explain, analyse, show as "
            "text and picture. Positions are ids; nothing is read from or written to files."
        ),
        epilog=Said('example: an agent is told to run "tavoliere mcp"'),
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    try:
        from tavoliere.apps.agents.server import server
    except ModuleNotFoundError as missing:
        needed = Pattern("agents need {package}; pip install 'tavoliere[mcp]' brings it")
        raise ValueError(needed.said(package=missing.name)) from missing
    server().run()
    return 0
