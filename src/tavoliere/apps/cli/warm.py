"""`tavoliere warm`: compile everything now."""

from __future__ import annotations

import argparse

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, all_games, progress
from tavoliere.core import compiled
from tavoliere.core.warm import kernels_of
from tavoliere.search.warm import search_kernels_of


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "warm",
        help="compile everything now",
        description="Compile what the other commands need into the cache, so that they start at once.",
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="only these games (default: all)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if not compiled.available():
        raise ValueError("there is nothing to compile without Numba; pip install 'tavoliere[fast]' brings it")
    chosen = [tv.game(name) for name in arguments.games or all_games()]
    work = [(game, name, call) for game in chosen for name, call in (*kernels_of(game), *search_kernels_of(game))]
    fresh: list[str] = []
    with compiled.telling(fresh.append), progress("warming", len(work)) as bar:
        for game, name, call in work:
            bar.update(bar.task_ids[0], description=f"{game.facts.title}: {name}")
            call()
            bar.advance(bar.task_ids[0])
    cache = compiled.kernel_cache()
    if cache.problem:
        raise ValueError(cache.problem)
    print(f"{len(work)} kernels ready ({len(fresh)} functions compiled just now) in {cache.directory}")
    return 0
