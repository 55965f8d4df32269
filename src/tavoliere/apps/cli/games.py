"""`tavoliere games`: what there is to play."""

from __future__ import annotations

import argparse

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, all_games
from tavoliere.games import ruleset


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("games", help="list the games", description="The games, their boards and options.")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    for name in all_games():
        facts = ruleset(name).facts
        counts = sorted({len(tv.game(name, **variant).players) for variant in facts.variants})
        print(f"{name:15} {facts.title}, {facts.author}")
        print(f"{'':15} {_listed(counts)} players, {facts.columns}x{facts.rows} board")
        for option in facts.options:
            default = f" (default: {option.default})" if option.default is not None else ""
            print(f"{'':15}   {option.name}=...  {option.help}{default}")
    return 0


def _listed(counts: list[int]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
