"""`tavoliere train`: let a game's learnt judge learn from games, and try it against the hand-made one."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from rich.progress import Progress

from tavoliere.apps.cli import contest, hands
from tavoliere.apps.cli.common import Commands, progress, split_words
from tavoliere.apps.cli.speech import say, tell
from tavoliere.core.compiled import available
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Figure, Said, figure
from tavoliere.games import game_from_text
from tavoliere.learn.recipe import Recipe
from tavoliere.learn.work import Course

TELLING_SECONDS = 30.0
WORTH = 0.5
"""A new judge is better if its score is above this by two standard errors."""


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "train",
        help=Said("train a game's learnt judge on games that it plays against itself"),
        description=Said(
            "Let the hand-made judge of a game play itself, train the learnt judge on the positions, and "
            "let it play the hand-made one at equal time, from openings that no training has seen. "
            "Everything is kept in a folder under names that tell what it was made from: work that was "
            "stopped, or killed, goes on where it was."
        ),
        epilog=Said(
            "example: tavoliere train tablut --games 12000\nexample: tavoliere train tablut --games 200 "
            "--trial 20 --trial-nodes 2000   (to see how it goes)"
        ),
    )
    parser.add_argument("name", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=2"))
    parser.add_argument(
        "--games", type=contest.positive, default=Recipe.games, help=Said("games (default: %(default)s)")
    )
    parser.add_argument("--nodes", type=contest.positive, default=Recipe.nodes, help=Said("nodes a turn of theirs"))
    parser.add_argument(
        "--epochs", type=contest.positive, default=Recipe.epochs, help=Said("how often to go through them")
    )
    parser.add_argument(
        "--slips", type=_share, default=Recipe.slips, help=Said("the share of random turns in the games")
    )
    parser.add_argument(
        "--trial", type=contest.count, default=200, metavar="GAMES", help=Said("games against the hand-made judge")
    )
    parser.add_argument(
        "--trial-nodes", type=contest.positive, default=20_000, metavar="N",
        help=Said("nodes an action of the hand-made judge in the trial; the new one has the same time (default: "
"20000)"),
    )  # fmt: skip
    parser.add_argument(
        "--opening", type=contest.count, default=4, metavar="TURNS", help=Said("random turns of the trial")
    )
    parser.add_argument("--folder", type=Path, help=Said("where everything is kept (default: training-GAME)"))
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed gives other games (default: 1)"))
    hands.add_options(parser)
    parser.add_argument("--json", action="store_true", help=Said("print the report as JSON"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("{rest} is no option; options are written name=value", rest=repr(rest)))
    game = game_from_text(arguments.name, options)
    if not available():
        raise ValueError(Said("training needs the machine-code extra: pip install 'tavoliere[fast]'"))
    recipe = Recipe(
        game, games=arguments.games, nodes=arguments.nodes, epochs=arguments.epochs, slips=arguments.slips,
        seed=arguments.seed,
    )  # fmt: skip
    folder = arguments.folder or Path(f"training-{game.name}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            Said("{folder} cannot be made: {strerror}", folder=folder, strerror=system_reason(error))
        ) from error
    begun = time.monotonic()
    with hands.crew(arguments, game) as workers, progress(Said("training"), None) as bar:
        course = Course(recipe, folder, workers.answers, Teller(bar))
        course.weights()
        report = {**course.report(), "file": str(course.weights())}
        if arguments.trial:
            match, found = course.tried(arguments.trial, arguments.trial_nodes, arguments.opening)
            report["trial"] = {
                "games": found.games, "score": found.score, "error": found.error, "new_nodes": match.new_nodes,
                "old_nodes": match.old_nodes, "better": found.score - 2 * found.error > WORTH,
            }  # fmt: skip
    report["wall_seconds"] = round(time.monotonic() - begun, 1)
    print(json.dumps(report, indent=1) if arguments.json else _told(report))
    return 0


def _told(report: dict[str, object]) -> str:
    """A report for people."""
    losses = report["losses"]
    assert isinstance(losses, list)
    lines = [
        say(
            Said(
                "{samples} positions to learn from, {held} held back; "
                "a logit of the search is worth {scale} of the game's",
                samples=report["samples"], held=report["held"], scale=Figure(f"{report['scale']:.2f}"),
            )
        ),
        *(say(_epoch(number, of, held)) for number, (of, held) in enumerate(losses, start=1)),
    ]  # fmt: skip
    trial = report.get("trial")
    if isinstance(trial, dict):
        verdict = Said("better") if trial["better"] else Said("not better for certain")
        told = Said(
            "new against hand-made at equal time ({new} and {old} nodes an action): "
            "{score} of {games} games, {verdict}",
            new=trial["new_nodes"], old=trial["old_nodes"], score=f"{trial['score']:.3f} +- {trial['error']:.3f}",
            games=trial["games"], verdict=verdict,
        )  # fmt: skip
        lines.append(say(told))
    return "\n".join([*lines, say(Said("the weights are in {file}", file=report["file"]))])


def _epoch(number: int, loss: float, held: float) -> Said:
    return Said(
        "epoch {number}: loss {loss}, held back {held}",
        number=number,
        loss=figure(loss, ".4f"),
        held=figure(held, ".4f"),
    )


class Teller:
    """Shows how the work goes: a bar where there is a screen, else a line every now and then."""

    def __init__(self, bar: Progress) -> None:
        self._bar, self._title, self._told = bar, "", time.monotonic()

    def __call__(self, title: str, done: int, total: int, known: str) -> None:
        text = f"{say(title)} {say(known)}".strip()
        self._bar.update(self._bar.task_ids[0], description=text, completed=done, total=total)
        if self._bar.disable and (title != self._title or time.monotonic() - self._told > TELLING_SECONDS):
            self._title, self._told = title, time.monotonic()
            tell(Said("{text}: {done} of {total}", text=text, done=done, total=total), file=sys.stderr, flush=True)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(Said("a share from 0 to 1 expected, not {text}", text=repr(text)))
    return share
