"""`tavoliere tune`: fit the weights of a game's evaluation to games that it plays against itself."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import Commands, progress
from tavoliere.arena.tune import Sample, duel_game, fitted, self_play, terms_of
from tavoliere.core.compiled import available
from tavoliere.search.budget import Budget


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "tune",
        help="fit a game's evaluation to self-play",
        description="Let a game's evaluation play against itself, fit its weights to the results, play the new weights "
        "against the old ones, and print them as they stand in the game's evaluate.py.",
        epilog="example: tavoliere tune --game pit --games 300 --nodes 1500",
    )
    parser.add_argument("words", metavar="OPTION", nargs="*", help="options of the game, like players=3")
    parser.add_argument("--game", required=True, metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("--games", type=contest.count, default=300, help="self-play games (default: 300)")
    parser.add_argument("--nodes", type=contest.count, default=1500, help="nodes a turn (default: 1500)")
    parser.add_argument("--duel", type=contest.count, default=40, metavar="ROUNDS", help="rounds of new against old")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other games (default: 1)")
    parser.add_argument("--jobs", type=contest.jobs, default=contest.cores(), metavar="N", help="games played at once")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = contest.chosen_game(arguments)
    judge = game.ruleset.evaluation
    if judge is None:
        raise ValueError(f"{game.name} has no evaluation to tune")
    if not available():
        raise ValueError("tuning needs the machine-code extra: pip install 'tavoliere[fast]'")
    budget = Budget(nodes=max(1, arguments.nodes))
    games = [(game, judge, number, budget, arguments.seed) for number in range(arguments.games)]
    samples: list[Sample] = []
    for found in _spread(_self_play, games, arguments.jobs, "playing"):
        samples += found
    if not samples:
        raise ValueError("no game gave a position to learn from; play more games")
    with progress("looking", len(samples)) as bar:
        states = [sample.state for sample in samples]
        terms = terms_of(judge, states, len(game.players), lambda: bar.advance(bar.task_ids[0]))
    fit = fitted(judge, terms, samples)
    print(f"{fit.samples} positions, mean log loss {fit.loss_before:.4f} before, {fit.loss_after:.4f} after")
    print(f"JUDGE = {type(judge).__name__}(")
    for name, weight in zip(judge._fields, fit.judge, strict=True):
        print(f"    {name}={weight},")
    print(")")
    duels = [
        (game, fit.judge, judge, number, seat, budget, arguments.seed + 1)
        for number in range(arguments.duel)
        for seat in range(len(game.players))
    ]
    scores = list(_spread(_duel, duels, arguments.jobs, "new against old"))
    if scores:
        print(f"new against old: {sum(scores) / len(scores):.3f} of {len(scores)} games")
    return 0


def _spread(function: Any, questions: list[Any], jobs: int, title: str) -> Iterator[Any]:
    """The answers to all questions, in their order, worked out by several processes."""
    with multiprocessing.get_context("spawn").Pool(jobs) as pool, progress(title, len(questions)) as bar:
        for answer in pool.imap(function, questions):
            bar.advance(bar.task_ids[0])
            yield answer


def _self_play(question: tuple[tv.Game, Any, int, Budget, int]) -> list[Sample]:
    return self_play(*question)


def _duel(question: tuple[tv.Game, Any, Any, int, int, Budget, int]) -> float:
    return duel_game(*question)
