"""The long comparison with fresh seeds, and one case alone: `python -m tests.differential --help`."""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import tests.conftest  # noqa: F401 - one cache of machine code for all tests
from tavoliere.games import ruleset
from tests.differential import driver, mutations, report, starts
from tests.differential.driver import Case, Disagreement, Tally

REPORT = Path(__file__).resolve().parent.parent.parent / "docs" / "differential.md"
EXAMPLES = """examples:
  python -m tests.differential --hours 8
  python -m tests.differential --hours 0.5 --game pit
  python -m tests.differential --game pit --option players=3 --style tight --seed 123
  python -m tests.differential --game tablut --position '9/9/6k2/9/9/9/9/2b6/9 w' --style every
  python -m tests.differential --game pathwayz --turns 'a1 c4*'
  python -m tests.differential --game never-alone --text '8/8/8/4b3/3r4/8/8/8 r 2'
"""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.hours is not None:
        return long_run(given.hours, given.game, given.report)
    if given.game is None:
        parser.error("say --hours for a long comparison, or --game for one case")
    return one_case(_case(given, parser))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential",
        description="Compare the engine with the independent referees: for hours with fresh seeds, or one case again.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--hours", type=float, help="compare for so many hours and write the report; Ctrl-C ends it early"
    )
    parser.add_argument("--report", type=Path, default=REPORT, help="where the report goes (docs/differential.md)")
    parser.add_argument("--game", choices=list(starts.KINDS), help="the game of the case; with --hours, only this game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--position", metavar="TEXT", help="where the case begins (the start if left out)")
    parser.add_argument("--style", choices=driver.STYLES, default="uniform", help="how the kernel plays (uniform)")
    parser.add_argument("--seed", type=int, default=0, help="the kernel's seed (0)")
    parser.add_argument("--steps", type=int, default=driver.LONGEST, help=f"most actions of a game ({driver.LONGEST})")
    parser.add_argument(
        "--turns", metavar="TURNS", help="play these turns, separated by spaces, instead of a seeded game"
    )
    parser.add_argument("--text", help="only read this position text on both sides")
    return parser


def _case(given: argparse.Namespace, parser: argparse.ArgumentParser) -> Case:
    kinds = {option.name: option.type for option in ruleset(given.game).facts.options}
    options: list[tuple[str, int | str]] = []
    for word in given.option:
        name, _, value = word.partition("=")
        try:
            options.append((name, kinds.get(name, str)(value)))
        except ValueError:
            parser.error(f"option {name} must be a whole number, not {value!r}")
    turns = None if given.turns is None else tuple(given.turns.split())
    return Case(given.game, tuple(options), given.position, given.style, given.seed, given.steps, turns, given.text)


def one_case(case: Case) -> int:
    """Run one case and say what was compared."""
    tally = Tally()
    try:
        driver.run(case, tally)
    except Disagreement as disagreement:
        print(disagreement)
        return 1
    seen = ", ".join(f"{event} {count}" for (_, event), count in sorted(tally.seen.items())) or "nothing special"
    print(f"{case}: both sides agree on {tally.positions.total()} positions and {tally.turns.total()} turns")
    print(f"seen: {seen}")
    return 0


def long_run(hours: float, game: str | None, path: Path) -> int:
    """Compare until the time is over, somebody interrupts or the two sides disagree; then write the report."""
    tally, console = Tally(), Console()
    begun = time.monotonic()
    result = "no disagreement"
    code = 0
    try:
        _compare_for(hours * 3600, game, tally, console)
    except KeyboardInterrupt:
        result = "no disagreement; ended early by hand"
    except Disagreement as disagreement:
        console.print(str(disagreement), markup=False, highlight=False, soft_wrap=True)
        result = f"disagreement:\n\n```text\n{disagreement}\n```"
        code = 1
    report.write(path, tally, time.monotonic() - begun, result)
    console.print(
        f"{tally.games.total()} games, {tally.turns.total()} turns: {result.partition(':')[0]}. Report: {path}"
    )
    return code


def _compare_for(seconds: float, game: str | None, tally: Tally, console: Console) -> None:
    columns = (BarColumn(bar_width=12), TimeElapsedColumn(), TextColumn("{task.description}"))
    begun = time.monotonic()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("starting", total=seconds)
        for case in fresh_cases([game] if game else list(starts.KINDS), tally, random.SystemRandom()):
            done = f"{tally.games.total()} games, {tally.turns.total()} turns, {tally.texts.total()} texts"
            passed = time.monotonic() - begun
            progress.update(task, completed=min(passed, seconds), description=f"{done}; {case.game} {case.row}")
            if passed >= seconds:
                return
            driver.run(case, tally)


def fresh_cases(games: list[str], tally: Tally, chance: random.Random) -> Iterator[Case]:
    """Cases without end, always for the game with the fewest turns so far: all kinds of beginnings, styles, texts."""
    kinds = {game: itertools.cycle(itertools.product(starts.kinds(game), driver.STYLES)) for game in games}
    while True:
        game = min(games, key=lambda name: sum(tally.turns[name, style] for style in driver.STYLES))
        kind, style = next(kinds[game])
        options, position = starts.beginning(game, kind, chance)
        steps = chance.choice([20, 60, 200, driver.LONGEST])
        yield Case(game, options, position, style, chance.randrange(2**32), steps)
        yield from mutations.text_cases(game, 10, chance)


if __name__ == "__main__":
    sys.exit(main())
