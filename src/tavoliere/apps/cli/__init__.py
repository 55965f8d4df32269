"""The command `tavoliere`. Every command says what is wrong with its input in one line and exits with 1 or 2."""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib import metadata
from typing import Any

import tavoliere
from tavoliere.apps.cli import (
    analyse,
    bench,
    calibrate,
    challenge,
    check,
    compare,
    conform,
    gallery,
    games,
    learn,
    levels,
    match,
    mcp,
    mine,
    new,
    openings,
    perft,
    play,
    puzzles,
    report,
    serve,
    show,
    solve,
    stats,
    texts,
    tournament,
    train,
    tune,
    ugi,
    warm,
)
from tavoliere.apps.cli.common import OPTION
from tavoliere.apps.cli.speech import OPTION as OPTION_OF_LANGUAGE
from tavoliere.apps.cli.speech import SPOKEN, let_the_parser_speak, say, speak, speak_of
from tavoliere.arena.jobs import WorkFailed
from tavoliere.core.errors import system_reason
from tavoliere.core.languages import languages
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.play.engine import EngineFailed
from tavoliere.play.game import TooSlow
from tavoliere.search.worker import SearchFailed

COMMANDS = (
    games, show, play, learn, puzzles, serve, analyse, solve, levels, check, match, tournament, calibrate, tune, train,
    mine, report, compare, openings, gallery, stats, perft, bench, new, conform, ugi, challenge, mcp, texts, warm,
)  # fmt: skip
INTERRUPTED, TERMINATED = 130, 143
FAILURES = (SearchFailed, TooSlow, EngineFailed, WorkFailed)
"""What other processes do to us: nobody's input is wrong, and nobody wants to see where in the program it was."""


class Terminated(KeyboardInterrupt):
    """Somebody has ended this process in good order; commands leave as after Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the result is the exit code."""
    before = SPOKEN.get()
    try:
        return _run(arguments)
    finally:
        SPOKEN.set(before)


def _run(arguments: Sequence[str] | None) -> int:
    _open_closed_streams()
    try:
        chosen = _understood(sys.argv[1:] if arguments is None else arguments)
        with _leaving_when_terminated():
            code: int = chosen.run(chosen)
        sys.stdout.flush()
    except (ValueError, *FAILURES) as refusal:
        print(f"tavoliere: {say(str(refusal))}", file=sys.stderr)
        return 1
    except Terminated:
        print("\ntavoliere:", say(Said("terminated")), file=sys.stderr)
        return TERMINATED
    except KeyboardInterrupt:
        print("\ntavoliere:", say(Said("interrupted")), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has closed it, as `head` does: there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as trouble:
        # Files that a command reads or writes have better messages of their own; a full disk behind the output has not.
        print(f"tavoliere: {say(system_reason(trouble))}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _understood(arguments: Sequence[str]) -> argparse.Namespace:
    """The command and its arguments, after the language in which they are answered; a game's words are spoken of it."""
    rest = speak(arguments, os.environ)
    let_the_parser_speak()
    chosen = _parsed(_parser(), rest)
    game = getattr(chosen, "game", None)
    speak_of(game if isinstance(game, str) else "")
    return chosen


def _open_closed_streams() -> None:
    """Where a service manager has closed a standard stream there is nothing to read and nobody to tell."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - open as long as we are
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


@contextlib.contextmanager
def _leaving_when_terminated() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C inside this block, so that files and processes are left in good order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(number: int, frame: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _CommandParser(argparse.ArgumentParser):
    """A parser that says its help and its refusals in words, and whose help keeps the lines of an epilog."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **settings})

    def _get_value(self, action: argparse.Action, text: str) -> Any:
        try:
            return super()._get_value(action, text)
        except argparse.ArgumentError as error:
            error.message = say(error.message)
            raise


class _Help(argparse.HelpFormatter):
    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = say(text).split("\n")
        return "\n".join(super(_Help, self)._fill_text(line, width, indent) for line in lines)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return None if action.help is None else say(action.help)

    def start_section(self, heading: str | None) -> None:
        super().start_section(None if heading is None else say(heading))


def _parsed(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command and its arguments; options of a game may stand anywhere, also behind `--game pit`."""
    chosen, rest = parser.parse_known_args(arguments)
    options = [word for word in rest if hasattr(chosen, "words") and OPTION.fullmatch(word)]
    unknown = [word for word in rest if word not in options]
    if unknown:
        parser.error(say(Said("unrecognized arguments: {words}", words=" ".join(unknown))))
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
            parts.append(say(Said("{package} not installed", package=package)))
    return ", ".join([*parts, platform.platform()])


def _parser() -> argparse.ArgumentParser:
    codes = Series(languages(), COMMAS)
    parser = _CommandParser(
        prog="tavoliere",
        description=Said("Five abstract board games with an exact referee."),
        epilog=Said("Options of a game are written after its name: tavoliere show pit players=3"),
    )
    parser.add_argument(
        "--version", action="version", version=_versions(), help=Said("show program's version number and exit")
    )
    parser.add_argument(
        OPTION_OF_LANGUAGE,
        metavar="CODE",
        help=Said("the language to speak: {codes} (default: that of the environment, as in LANG)", codes=codes),
    )
    commands = parser.add_subparsers(title=Said("commands"), metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser
