"""Write the golden reviews: a game of each kind, played by novices, reviewed at fixed nodes.

Run `python -m tests.data.make_reviews` after a change that is meant to change grades or sentences, and read the diff.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tavoliere as tv
from tavoliere.arena.review import Review, reviewed
from tavoliere.records import Record, recorded
from tavoliere.records.jsonl import as_data

FILE = Path(__file__).parent / "reviews.json"
PLAYER = "alphabeta:nodes=2000,judge=terms"
MOST_TURNS = 40
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tablut", {}),
    ("never-alone", {}),
    ("pathwayz", {}),
    ("pit", {}),
    ("pit", {"players": 3}),
    ("pit-of-pillars", {}),
)


def played(game: tv.Game) -> Record:
    """A game of novices who know little: they make faults worth talking about."""
    players = {letter: tv.player(f"level:{3 + place % 2}", seed=5) for place, letter in enumerate(game.players)}
    position, moves = game.start(), list[str]()
    while position.outcome is None and len(moves) < MOST_TURNS:
        moves.append(players[position.turn].choose(position).move)
        position = position.play(moves[-1])
    return recorded(game, moves, date="2026-11-18")


def told(review: Review) -> list[str]:
    """A line for each turn: what was played, its grade, and for faults what is said."""
    return [
        f"{turn.number}. {turn.move} {turn.grade}"
        + (f", better {turn.better}: {'; '.join(turn.reasons)}" if turn.is_fault else "")
        for turn in review.turns
    ]


def main() -> None:
    records = [played(tv.game(name, **options)) for name, options in GAMES]
    data = [{"record": as_data(record), "turns": told(reviewed(record, PLAYER))} for record in records]
    FILE.write_text(json.dumps({"player": PLAYER, "reviews": data}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
