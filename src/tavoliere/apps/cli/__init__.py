"""The command `tavoliere`. Every command says what is wrong with its input in one line and exits with 1 or 2."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from importlib import metadata

import tavoliere
from tavoliere.apps.cli import (
    analyse,
    bench,
    calibrate,
    challenge,
    check,
    games,
    levels,
    match,
    perft,
    play,
    serve,
    show,
    solve,
    tournament,
    tune,
    ugi,
    warm,
)
from tavoliere.apps.cli.common import OPTION
from tavoliere.apps.cli.spread import WorkFailed
from tavoliere.play.engine import EngineFailed
from tavoliere.play.game import TooSlow
from tavoliere.search.worker import SearchFailed

COMMANDS = (
    games, show, play, serve, analyse, solve, levels, check, match, tournament, calibrate, tune, perft, bench, ugi,
    challenge, warm,
)  # fmt: skip
INTERRUPTED = 130
FAILURES = (SearchFailed, TooSlow, EngineFailed, WorkFailed)
"""What other processes do to us: nobody's input is wrong, and nobody wants to see where in the program it was."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    chosen = _parsed(_parser(), arguments)
    try:
        code: int = chosen.run(chosen)
        sys.stdout.flush()
    except (ValueError, *FAILURES) as refusal:
        print(f"tavoliere: {refusal}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ntavoliere: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has closed it, as `head` does: there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as trouble:
        # Files that a command reads or writes have better messages of their own; a full disk behind the output has not.
        print(f"tavoliere: {trouble.strerror or trouble}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _parsed(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command and its arguments; options of a game may stand anywhere, also behind `--game pit`."""
    chosen, rest = parser.parse_known_args(arguments)
    options = [word for word in rest if hasattr(chosen, "words") and OPTION.fullmatch(word)]
    unknown = [word for word in rest if word not in options]
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if options:
        chosen.words = [*chosen.words, *options]
    return chosen


def _versions() -> str:
    """The versions that matter for a bug report."""
    parts = [f"tavoliere {tavoliere.__version__}", f"Python {platform.python_version()}"]
    for package in ("numba", "llvmlite", "numpy"):
        try:
            parts.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            parts.append(f"{package} not installed")
    return ", ".join([*parts, platform.platform()])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tavoliere",
        description="Five abstract board games with an exact referee.",
        epilog="Options of a game are written after its name: tavoliere show pit players=3",
    )
    parser.add_argument("--version", action="version", version=_versions())
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser
