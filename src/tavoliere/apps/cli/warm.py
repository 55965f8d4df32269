"""`tavoliere warm`: compile everything now."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

import tavoliere as tv
from tavoliere.apps.cli import hands
from tavoliere.apps.cli.common import Commands, all_games, progress
from tavoliere.apps.cli.speech import tell
from tavoliere.arena.jobs import Workers
from tavoliere.core import compiled
from tavoliere.core.said import Said
from tavoliere.core.warm import kernels_of
from tavoliere.search.warm import search_kernels_of


class Kernel(NamedTuple):
    """One kernel by the names of its game and its own."""

    game: str
    name: str


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "warm",
        help=Said("compile everything now"),
        description=Said("Compile what the other commands need into the cache, so that they start at once."),
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help=Said("only these games (default: all)"))
    parser.add_argument(
        "--jobs",
        type=hands.jobs,
        default=hands.cores(),
        metavar="N",
        help=Said("kernels compiled at once (default: the number of cores)"),
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if not compiled.available():
        raise ValueError(Said("there is nothing to compile without Numba; pip install 'tavoliere[fast]' brings it"))
    chosen = [tv.game(name) for name in arguments.games or all_games()]
    work = [Kernel(game.name, name) for game in chosen for name in _calls(game)]
    titles = {game.name: game.facts.title for game in chosen}
    fresh = 0
    with progress(Said("warming"), len(work)) as bar:
        for kernel, functions, problem in _made_by(work, arguments.jobs):
            if problem:
                raise ValueError(problem)
            bar.update(bar.task_ids[0], description=f"{titles[kernel.game]}: {kernel.name}")
            bar.advance(bar.task_ids[0])
            fresh += functions
    directory = compiled.kernel_cache().directory
    tell(
        Said(
            "{work} kernels ready ({fresh} functions compiled just now) in {directory}",
            work=len(work),
            fresh=fresh,
            directory=directory,
        )
    )
    return 0


def _calls(game: tv.Game) -> dict[str, Callable[[], object]]:
    return {**dict(kernels_of(game)), **dict(search_kernels_of(game))}


def _made_by(work: list[Kernel], jobs: int) -> Iterator[tuple[Kernel, int, str | None]]:
    """The kernels as they are ready, with how many functions were compiled and what is wrong with the cache."""
    if jobs == 1:
        yield from map(_made, work)
        return
    with Workers(jobs) as workers:
        for _, made in workers.answers(_made, work):
            yield made


def _made(kernel: Kernel) -> tuple[Kernel, int, str | None]:
    fresh: list[str] = []
    with compiled.telling(fresh.append):
        _calls(tv.game(kernel.game))[kernel.name]()
    return kernel, len(fresh), compiled.kernel_cache().problem
