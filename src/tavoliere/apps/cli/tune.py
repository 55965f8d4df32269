"""`tavoliere tune`: fit the weights of a game's evaluation to games that it plays against itself."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from multiprocessing.pool import Pool as Workers
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import Commands, progress
from tavoliere.arena.tune import Climb, Sample, duel_game, fitted, self_play, terms_of
from tavoliere.core.compiled import available
from tavoliere.search.budget import Budget


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "tune",
        help="fit a game's evaluation to self-play",
        description="Let a game's evaluation play against itself, fit its weights to the results, play the new weights "
        "against the old ones, and print them as they stand in the game's evaluate.py. The fit makes the results most "
        "likely; with --climb, weights nudged at random play each other, and the weights follow the score.",
        epilog="examples: tavoliere tune --game pit --games 300 --nodes 1500; "
        "tavoliere tune --game never-alone --climb 120 --games 4800",
    )
    parser.add_argument("words", metavar="OPTION", nargs="*", help="options of the game, like players=3")
    parser.add_argument("--game", required=True, metavar="GAME", help="a name from `tavoliere games`")
    parser.add_argument("--games", type=contest.count, default=300, help="self-play games (default: 300)")
    parser.add_argument("--nodes", type=contest.count, default=1500, help="nodes a turn (default: 1500)")
    parser.add_argument(
        "--climb",
        type=contest.count,
        default=0,
        metavar="STEPS",
        help="in so many steps, move the weights towards what wins; --games is for all steps together",
    )
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
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        if arguments.climb:
            new = _climbed(pool, game, judge, budget, arguments)
        else:
            new = _fitted(pool, game, judge, budget, arguments)
        print(f"JUDGE = {type(judge).__name__}(")
        for name, weight in zip(judge._fields, new, strict=True):
            print(f"    {name}={weight},")
        print(")", flush=True)
        rounds = range(arguments.duel)
        duels = _duels(game, new, judge, rounds, budget, arguments.seed + 1)
        scores = list(_spread(pool, _duel, duels, "new against old"))
    if scores:
        print(f"new against old: {sum(scores) / len(scores):.3f} of {len(scores)} games")
    return 0


def _fitted(pool: Workers, game: tv.Game, judge: Any, budget: Budget, arguments: argparse.Namespace) -> Any:
    games = [(game, judge, number, budget, arguments.seed) for number in range(arguments.games)]
    samples: list[Sample] = []
    for found in _spread(pool, _self_play, games, "playing"):
        samples += found
    if not samples:
        raise ValueError("no game gave a position to learn from; play more games")
    with progress("looking", len(samples)) as bar:
        states = [sample.state for sample in samples]
        terms = terms_of(judge, states, len(game.players), lambda: bar.advance(bar.task_ids[0]))
    fit = fitted(judge, terms, samples)
    print(f"{fit.samples} positions, mean log loss {fit.loss_before:.4f} before, {fit.loss_after:.4f} after")
    return fit.judge


def _climbed(pool: Workers, game: tv.Game, judge: Any, budget: Budget, arguments: argparse.Namespace) -> Any:
    climb = Climb(judge, arguments.climb, len(game.players), arguments.seed)
    rounds = max(1, arguments.games // (arguments.climb * len(game.players)))
    with progress("climbing", arguments.climb) as bar:
        for step in range(arguments.climb):
            up, down = climb.ask()
            numbers = range(step * rounds, (step + 1) * rounds)
            scores = pool.map(_duel, _duels(game, up, down, numbers, budget, arguments.seed), chunksize=1)
            climb.tell(sum(scores) / len(scores))
            bar.advance(bar.task_ids[0])
    print(f"{arguments.climb} steps of {rounds * len(game.players)} games")
    return climb.judge


def _duels(game: tv.Game, new: Any, old: Any, numbers: range, budget: Budget, seed: int) -> list[Any]:
    seats = range(len(game.players))
    return [(game, new, old, number, seat, budget, seed) for number in numbers for seat in seats]


def _spread(pool: Workers, function: Any, questions: list[Any], title: str) -> Iterator[Any]:
    """The answers to all questions, in their order, worked out by several processes."""
    with progress(title, len(questions)) as bar:
        for answer in pool.imap(function, questions):
            bar.advance(bar.task_ids[0])
            yield answer


def _self_play(question: tuple[tv.Game, Any, int, Budget, int]) -> list[Sample]:
    return self_play(*question)


def _duel(question: tuple[tv.Game, Any, Any, int, int, Budget, int]) -> float:
    return duel_game(*question)
