"""`tavoliere tune`: fit the weights of a game's evaluation to games that it plays against itself."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli import contest, hands
from tavoliere.apps.cli.common import Commands, progress
from tavoliere.apps.cli.speech import tell
from tavoliere.arena.jobs import Crew
from tavoliere.arena.tune import Climb, Sample, duel_game, fitted, self_play, steady_terms, terms_of
from tavoliere.core.compiled import available
from tavoliere.core.said import Said, figure
from tavoliere.search.budget import Budget


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "tune",
        help=Said("fit a game's evaluation to self-play"),
        description=Said(
            "Let a game's evaluation play against itself, fit its weights to the results, play the new "
            "weights against the old ones, and print them as they stand in the game's evaluate.py. The fit "
            "makes the results most likely; with --climb, weights nudged at random play each other, and the "
            "weights follow the score. This is for hand-made terms only; a learnt judge is trained with "
            "`tavoliere train`."
        ),
        epilog=Said(
            "example: tavoliere tune --game pit --games 300 --nodes 1500\nexample: tavoliere tune --game "
            "never-alone --climb 120 --games 4800"
        ),
    )
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    parser.add_argument("--game", required=True, metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("--games", type=contest.positive, default=300, help=Said("self-play games (default: 300)"))
    parser.add_argument("--nodes", type=contest.positive, default=1500, help=Said("nodes an action (default: 1500)"))
    parser.add_argument(
        "--climb",
        type=contest.count,
        default=0,
        metavar="STEPS",
        help=Said("in so many steps, move the weights towards what wins; --games is for all steps together"),
    )
    parser.add_argument(
        "--duel", type=contest.count, default=40, metavar="ROUNDS", help=Said("rounds of new against old")
    )
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed gives other games (default: 1)"))
    hands.add_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = contest.chosen_game(arguments)
    judge = game.ruleset.evaluation
    if judge is None:
        raise ValueError(Said("{name} has no evaluation to tune", name=game.name))
    if not available():
        raise ValueError(Said("tuning needs the machine-code extra: pip install 'tavoliere[fast]'"))
    budget = Budget(nodes=arguments.nodes)
    with hands.crew(arguments, game) as workers:
        if arguments.climb:
            new = _climbed(workers, game, judge, budget, arguments)
        else:
            new = _fitted(workers, game, judge, budget, arguments)
        print(f"JUDGE = {type(judge).__name__}(")
        for name, weight in zip(judge._fields, new, strict=True):
            print(f"    {name}={weight},")
        print(")", flush=True)
        tell(Said("these weights go into {judge}", judge=_home_of(judge)), file=sys.stderr)
        rounds = range(arguments.duel)
        duels = _duels(game, new, judge, rounds, budget, arguments.seed + 1)
        scores = _spread(workers, _duel, duels, Said("new against old"))
    if scores:
        tell(
            Said(
                "new against old: {score} of {games} games",
                score=figure(sum(scores) / len(scores), ".3f"),
                games=len(scores),
            )
        )
    return 0


def _home_of(judge: Any) -> str:
    """The file that a game's weights stand in, of whatever package."""
    module = sys.modules.get(type(judge).__module__)
    return getattr(module, "__file__", None) or Said("the module {module}", module=type(judge).__module__)


def _fitted(workers: Crew, game: tv.Game, judge: Any, budget: Budget, arguments: argparse.Namespace) -> Any:
    games = [(game, judge, number, budget, arguments.seed) for number in range(arguments.games)]
    played = [found for found in _spread(workers, _self_play, games, Said("playing")) if found[0]]
    if not played:
        raise ValueError(Said("no game gave a position to learn from; play more games"))
    import numpy as np

    samples = [sample for found, _ in played for sample in found]
    fit = fitted(judge, np.concatenate([terms for _, terms in played]), samples)
    tell(
        Said(
            "{samples} positions, mean log loss {loss_before} before, {loss_after} after",
            samples=fit.samples,
            loss_before=figure(fit.loss_before, ".4f"),
            loss_after=figure(fit.loss_after, ".4f"),
        )
    )
    return fit.judge


def _climbed(workers: Crew, game: tv.Game, judge: Any, budget: Budget, arguments: argparse.Namespace) -> Any:
    steady = steady_terms(game, judge, arguments.seed)
    if steady:
        tell(
            Said(
                "left as they are, since they count the same in every position: {steady}",
                steady=", ".join(sorted(steady)),
            )
        )
    climb = Climb(judge, arguments.climb, len(game.players), arguments.seed, steady)
    rounds = max(1, arguments.games // (arguments.climb * len(game.players)))
    with progress(Said("climbing"), arguments.climb) as bar:
        for step in range(arguments.climb):
            up, down = climb.ask()
            numbers = range(step * rounds, (step + 1) * rounds)
            duels = _duels(game, up, down, numbers, budget, arguments.seed)
            scores = dict(workers.answers(_duel, duels))
            climb.tell(sum(scores[number] for number in range(len(duels))) / len(duels))
            bar.advance(bar.task_ids[0])
    tell(Said("{climb} steps of {rounds} games", climb=arguments.climb, rounds=rounds * len(game.players)))
    return climb.judge


def _duels(game: tv.Game, new: Any, old: Any, numbers: range, budget: Budget, seed: int) -> list[Any]:
    seats = range(len(game.players))
    return [(game, new, old, number, seat, budget, seed) for number in numbers for seat in seats]


def _spread(workers: Crew, function: Callable[[Any], Any], questions: list[Any], title: str) -> list[Any]:
    """The answers to all questions, in their order, worked out by several processes."""
    found = {}
    with progress(title, len(questions)) as bar:
        for number, answer in workers.answers(function, questions):
            found[number] = answer
            bar.advance(bar.task_ids[0])
    return [found[number] for number in range(len(questions))]


def _self_play(question: tuple[tv.Game, Any, int, Budget, int]) -> tuple[list[Sample], Any]:
    """The positions of a game, and what each term counts in them: looking needs machine code, so it is done here."""
    game, judge, *_ = question
    samples = self_play(*question)
    return samples, terms_of(judge, [sample.state for sample in samples], len(game.players))


def _duel(question: tuple[tv.Game, Any, Any, int, int, Budget, int]) -> float:
    return duel_game(*question)
