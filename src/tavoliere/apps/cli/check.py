"""`tavoliere check`: replay and verify game files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tavoliere.apps.cli.common import Commands, games_number, progress, told_of_compiling, turns_number
from tavoliere.apps.cli.speech import say, tell
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said
from tavoliere.records import RecordError, read_jsonl
from tavoliere.records.check import Checker, Verdict

MOST_ERRORS = 20


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "check",
        help=Said("verify game files"),
        description=Said(
            "Replay every game of the files and verify turns, variations, results and reasons. Files ending "
            "in .jsonl are read as JSON lines, - is the standard input."
        ),
        epilog=Said("example: tavoliere check games.tav\nThe exit code is 1 if anything is wrong."),
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help=Said("game files"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    wrong = 0
    checker = Checker()
    for name in arguments.files:
        wrong += _check_file(name, checker)
    return 1 if wrong else 0


def _check_file(name: str, checker: Checker) -> int:
    """Verify one file and say what was found; returns the number of errors."""
    games = turns = errors = 0
    notes: set[str] = set()
    for verdict in _verdicts(name, checker):
        games += 1
        turns += verdict.turns
        for note in verdict.notes:
            if note not in notes:
                tell(Said("{file}: note: {note}", file=name, note=note))
            notes.add(note)
        if verdict.error is not None:
            errors += 1
            if errors <= MOST_ERRORS:
                print(f"{name}: {say(str(verdict.error))}")
    if errors > MOST_ERRORS:
        tell(Said("{file}: ... and {count} more", file=name, count=errors - MOST_ERRORS))
    state = Said("{count} of them wrong", count=errors) if errors else Said("all right")
    if games:
        told = Said("{games}, {turns}, {state}", games=games_number(games), turns=turns_number(turns), state=state)
    else:
        told = Said("no game in it")
    print(f"{name}: {say(told)}")
    return errors or (0 if games else 1)


def _verdicts(name: str, checker: Checker) -> Iterator[Verdict]:
    if name == "-":
        with told_of_compiling():
            yield from checker.check(sys.stdin)
        return
    path = Path(name)
    try:
        size = path.stat().st_size
        with path.open(encoding="utf-8", newline="") as file, told_of_compiling(), progress(path.name, size) as bar:
            found = _json_verdicts(file) if path.suffix == ".jsonl" else checker.check(file)
            for number, verdict in enumerate(found):
                if number % 50 == 0:
                    bar.update(bar.task_ids[0], completed=os.lseek(file.fileno(), 0, os.SEEK_CUR))
                yield verdict
    except OSError as error:
        raise ValueError(Said("{path}: {why}", path=name, why=system_reason(error))) from error
    except RecordError as error:
        yield Verdict(error.line, error)


def _json_verdicts(file: Iterator[str]) -> Iterator[Verdict]:
    for number, line in enumerate(file, start=1):
        if line.strip():
            try:
                record = next(iter(read_jsonl([line])))
                yield Verdict(number, None, len(record.turns), record.notes)
            except RecordError as error:
                yield Verdict(number, RecordError(error.message, number, error.column))
