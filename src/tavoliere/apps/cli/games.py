"""`tavoliere games`: what there is to play."""

from __future__ import annotations

import argparse

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, all_games
from tavoliere.apps.cli.speech import say, speak_of
from tavoliere.core.said import Said
from tavoliere.games import ruleset


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "games", help=Said("list the games"), description=Said("The games, their boards and options.")
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    for name in all_games():
        speak_of(name)
        facts = ruleset(name).facts
        counts = sorted({len(tv.game(name, **variant).players) for variant in facts.variants})
        board = Said("{players} players, {columns}x{rows} board", players=_listed(counts), columns=facts.columns,
                     rows=facts.rows)  # fmt: skip
        print(f"{name:15} {say(facts.title)}, {say(facts.author)}")
        print(f"{'':15} {say(board)}")
        for option in facts.options:
            default = say(Said(" (default: {value})", value=str(option.default))) if option.default is not None else ""
            print(f"{'':15}   {option.name}=...  {say(option.help)}{default}")
    return 0


def _listed(counts: list[int]) -> str:
    if len(counts) == 1:
        return str(counts[0])
    return Said("{least} to {most}", least=counts[0], most=counts[-1])
