"""`tavoliere conform`: hold a game, of whatever package, to what every game must do."""

from __future__ import annotations

import argparse

from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import (
    Commands,
    note_if_plain,
    options_text,
    progress,
    split_words,
    told_of_compiling,
)
from tavoliere.apps.cli.speech import say, speaker, tell
from tavoliere.core.said import Pattern, Said
from tavoliere.games import game_from_text
from tavoliere.testing import CHECKS, Check, Result, Sample, results, samples


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "conform",
        help=Said("test whether a game does what every game must"),
        description=Said(
            "Play random games and hold the game to every promise: texts that lead back to positions, turns "
            "with one text each, steps and events, refusals, keys, symmetries, pictures, records, machine "
            "code. Each of the game's variants is tested, unless options are given."
        ),
        epilog=Said("example: tavoliere conform pit players=3 --games 50\nThe exit code is 1 if a promise is broken."),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    parser.add_argument(
        "--games", type=contest.positive, default=20, help=Said("random games to look at (default: 20)")
    )
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed gives other games (default: 1)"))
    parser.add_argument("--only", metavar="CHECK", help=Said("one check by its name"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("options are written like players=3, not {rest}", rest=repr(rest)))
    chosen = dict(game_from_text(arguments.game, options).options) if options else None
    checks = _checks(arguments.only)
    note_if_plain()
    broken = 0
    with told_of_compiling():
        for sample in samples(arguments.game, arguments.games, arguments.seed, chosen):
            print(f"{sample.game.facts.title} {options_text(sample.game)}".rstrip(), flush=True)
            broken += _examined(sample, checks)
    broken_ones = Said("{count} {count:one=promise|many=promises} broken", count=broken)
    tell(broken_ones if broken else Said("every promise is kept"))
    return 1 if broken else 0


def _checks(only: str | None) -> list[Check]:
    chosen = [check for check in CHECKS if only in (None, check.name)]
    if not chosen:
        raise ValueError(
            Said(
                "there is no check {only}; the checks: {name}",
                only=repr(only),
                name=", ".join(check.name for check in CHECKS),
            )
        )
    return chosen


def _examined(sample: Sample, checks: list[Check]) -> int:
    """Run the checks on one sample and print a line for each; returns how many promises are broken."""
    broken = 0
    with progress(Said("checking"), len(checks)) as bar:
        for result in results(sample, checks):
            bar.advance(bar.task_ids[0])
            print(_line(result), flush=True)
            broken += result.failure is not None
    return broken


def _line(result: Result) -> str:
    if result.failure is None:
        return say(Said("  ok      {promise}", promise=speaker().known(result.check.sentence)))
    again, failure = result.again, str(result.failure)
    pattern = Pattern("  BROKEN  {promise}\n          {failure}\n          again: {command}")
    return say(pattern.said(promise=speaker().known(result.check.sentence), failure=str(failure), command=again))
