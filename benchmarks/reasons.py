"""How many faults get a reason: games between levels are reviewed at fixed nodes, and their faults counted.

Reviewed games are kept in a file, one a line, so that the work can be stopped and goes on; `--again` looks for the
reasons of the faults in the file anew, which takes no search.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli.common import progress
from tavoliere.arena.analysis import GradedTurn
from tavoliere.arena.reasons import fault_claims, sentences
from tavoliere.arena.review import Review, reviewed
from tavoliere.games import game_from_text
from tavoliere.records import Record, recorded

LEVELS = range(2, 8)
MOST_TURNS = 200


def game_played(game: tv.Game, number: int) -> Record:
    """A game between two levels, always the same for a number."""
    chance = random.Random(number)
    players = {letter: tv.player(f"level:{chance.choice(LEVELS)}", seed=number) for letter in game.players}
    position, moves = game.start(), list[str]()
    while position.outcome is None and len(moves) < MOST_TURNS:
        moves.append(players[position.turn].choose(position).move)
        position = position.play(moves[-1])
    return recorded(game, moves, date="2026-11-18")


def reviews_in(file: Path) -> Iterator[Review]:
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                yield Review.restored(json.loads(line))


def explained_again(review: Review) -> None:
    """The faults with the reasons that are found today."""
    for place, (position, turn) in enumerate(zip(review.record.positions(), review.turns, strict=False)):
        if turn.is_fault:
            claims = fault_claims(position, turn.line, turn.played)
            told = sentences(position.game, turn.move, turn.better, claims)
            review.turns[place] = dataclasses.replace(turn, claims=claims, reasons=told)


def work_on(game: tv.Game, file: Path, games: int, player: str) -> None:
    """Play and review what the file does not have yet."""
    done = sum(1 for _ in reviews_in(file))
    with progress("reviewing", games) as bar, file.open("a", encoding="utf-8") as out:
        for number in range(games):
            if number >= done:
                review = reviewed(game_played(game, number), player)
                print(json.dumps(review.data()), file=out, flush=True)
            bar.update(bar.task_ids[0], advance=1)


def told(faults: list[GradedTurn]) -> list[str]:
    """What there is to say about the faults."""
    known = [turn for turn in faults if turn.reasons]
    kinds = collections.Counter(claim.kind for turn in faults for claim in turn.claims[:1])
    lines = [f"{len(known)} of {len(faults)} faults have a reason ({len(known) / max(1, len(faults)):.0%})"]
    for grade in ("inaccuracy", "mistake", "blunder"):
        mine = [turn for turn in faults if turn.grade == grade]
        lines.append(f"  {grade}: {sum(bool(turn.reasons) for turn in mine)} of {len(mine)}")
    return [*lines, "  first causes: " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="a game, with options like players=3 behind it")
    parser.add_argument("options", nargs="*")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--player", default="champion:nodes=20000", help="who reviews (default: %(default)s)")
    parser.add_argument("--file", type=Path, required=True, help="where reviewed games are kept, as JSON lines")
    parser.add_argument("--again", action="store_true", help="review no more games, and look for reasons anew")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print N faults with what is said")
    arguments = parser.parse_args()
    game = game_from_text(arguments.game, dict(option.split("=", 1) for option in arguments.options))
    if not arguments.again:
        work_on(game, arguments.file, arguments.games, arguments.player)
    games, turns, faults = 0, 0, list[GradedTurn]()
    for review in reviews_in(arguments.file):
        if arguments.again:
            explained_again(review)
        games, turns = games + 1, turns + len(review.turns)
        faults += [turn for turn in review.turns if turn.is_fault]
    print(f"{arguments.game}: {games} games, {turns} turns")
    print("\n".join(told(faults)))
    for turn in faults[: arguments.show]:
        print(f"{turn.move} ({turn.grade}, better {turn.better}): {'; '.join(turn.reasons) or '-'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
