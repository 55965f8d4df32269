"""What the review of a game of 60 turns costs: searches, their budgets together, and the time on one core.

`python benchmarks/reviews.py` lets novices play a game of every kind, reviews it at usual settings in this process and
prints a line for each: the searches (one that looks longer counts as several), the seconds that they may take together,
the seconds that the review took, and the processor time of everything that is no search, such as grades and reasons.
"""

from __future__ import annotations

import argparse
import time

import tavoliere as tv
from tavoliere.arena.review import Review, answered, usual_for
from tavoliere.games import own_games, ruleset
from tavoliere.records import Record, recorded
from tavoliere.search.specs import judging_spec

SEEDS = range(20)


def novice_game(game: tv.Game, turns: int) -> Record:
    """A game of novices that is as long as that, or the longest that was found."""
    found: list[str] = []
    for seed in SEEDS:
        players = {letter: tv.player(f"level:{3 + place % 2}", seed=seed) for place, letter in enumerate(game.players)}
        position, moves = game.start(), list[str]()
        while position.outcome is None and len(moves) < turns:
            moves.append(players[position.turn].choose(position).move)
            position = position.play(moves[-1])
        found = max(found, moves, key=len)
        if len(found) == turns:
            break
    return recorded(game, found)


def measured(game: tv.Game, turns: int) -> str:
    record = novice_game(game, turns)
    player = usual_for(game)
    answered(Review(record, player).question(), player)
    review, searches, grading, began = Review(record, player), 0, 0.0, time.perf_counter()
    while (question := review.question()) is not None:
        searches += question.effort
        choice = answered(question, player)
        graded = time.process_time()
        review.answer(choice)
        grading += time.process_time() - graded
    took = time.perf_counter() - began
    budget = searches * (judging_spec(player).resolved(game).budget().seconds or 0)
    return (
        f"{game.name} of {len(game.players)}: {len(record.turns)} turns, {searches} searches, {budget:.1f} s allowed, "
        f"{took:.1f} s taken, {grading:.2f} s of it not searching"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=60)
    chosen = parser.parse_args()
    for name in own_games():
        for variant in ruleset(name).facts.variants:
            print(measured(tv.game(name, **variant), chosen.turns), flush=True)


if __name__ == "__main__":
    main()
