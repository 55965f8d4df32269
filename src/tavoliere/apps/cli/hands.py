"""Who does the work of commands that play many games: the cores of this machine, or a Ray cluster."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator

import tavoliere as tv
from tavoliere.arena.cluster import Cluster
from tavoliere.arena.jobs import Crew, Workers
from tavoliere.core import compiled
from tavoliere.core.said import Said
from tavoliere.core.warm import kernels_of
from tavoliere.search.warm import search_kernels_of

NO_STATISTICS = "RAY_USAGE_STATS_ENABLED"
"""Ray tells its makers how it is used unless this says 0."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=jobs, metavar="N", help=Said("games played at once (default: the number of cores)")
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS",
        help=Said("let a Ray cluster play: HOST:PORT of its head, or auto for the one that this machine belongs to; "
        "the games are the same as without"),
    )  # fmt: skip


def jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= 1024:
        raise argparse.ArgumentTypeError(Said("a number of jobs from 1 to 1024 expected, not {text}", text=repr(text)))
    return int(text)


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_here(arguments: argparse.Namespace) -> int:
    """How many games this machine plays at once."""
    number: int | None = arguments.jobs
    return number or cores()


@contextlib.contextmanager
def crew(arguments: argparse.Namespace, *games: tv.Game) -> Iterator[Crew]:
    """The processes that play, of this machine or of the cluster; whatever happens, they end with this block."""
    if arguments.cluster is None:
        with Workers(jobs_here(arguments)) as workers:
            yield workers
        return
    with cluster(arguments, *games) as processes:
        yield processes


@contextlib.contextmanager
def cluster(arguments: argparse.Namespace, *games: tv.Game) -> Iterator[Cluster]:
    """The processes of the cluster that was asked for, machine code made once on each of its nodes."""
    os.environ.setdefault(NO_STATISTICS, "0")
    with Cluster(arguments.cluster, arguments.jobs) as processes:
        for game in games:
            processes.prepare(warmed, game)
        yield processes


def warmed(game: tv.Game) -> None:
    """Make the machine code of a game, unless this machine has it."""
    if compiled.available():
        for _, call in (*kernels_of(game), *search_kernels_of(game)):
            call()
