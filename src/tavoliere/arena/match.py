"""A match: one player against another, every opening played from all seats, every game kept as a record.

Games are numbered. The opening of a round and the seeds of the players follow from the numbers, so a match that was
killed goes on where it stopped: the records that exist are the games that were played.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Protocol

from tavoliere.core.position import Game, Position
from tavoliere.play.players import Line, PlayerSpec
from tavoliere.records import Record, recorded
from tavoliere.search.players import Choice

ROUND_TAG, SEAT_TAG, FAULT_TAG = "Round", "Seat", "Fault"
LONGEST = 2000


class Chooser(Protocol):
    """Whoever lets players think: in this process or in another one."""

    def choose(self, spec: PlayerSpec, position: Position, seed: int, line: Line | None = None) -> Choice:
        """A turn by the player that the spec names; the line tells how the game got there."""


@dataclasses.dataclass(frozen=True)
class Pairing:
    """One game to be played: its round, and the seat that the first player takes."""

    round: int
    seat: int


def pairings(game: Game, rounds: int) -> Iterator[Pairing]:
    """All games of a match: each round once from every seat."""
    for number in range(rounds):
        for seat in range(len(game.players)):
            yield Pairing(number, seat)


def opening(game: Game, number: int, turns: int, seed: int) -> list[str]:
    """The random turns that a round begins with; the same for all its games, and never the end of the game."""
    chance = random.Random(f"{seed} {number}")
    while True:
        position = game.start()
        moves: list[str] = []
        while len(moves) < turns and position.outcome is None:
            actions: list[int] = []
            after = position
            while not actions or after.pending:
                actions.append(chance.choice(after.actions()))
                after = after.act(actions[-1])
            moves.append(position.actions_to_turn(actions))
            position = after
        if position.outcome is None:
            return moves


def play_game(
    game: Game, first: PlayerSpec, second: PlayerSpec, pairing: Pairing, chooser: Chooser, opening_turns: int, seed: int
) -> Record:
    """Play one game. A player who fails or plays what is not legal loses it, and the record says why."""
    moves = opening(game, pairing.round, opening_turns, seed)
    position = game.start()
    for move in moves:
        position = position.play(move)
    seats = {letter: first if place == pairing.seat else second for place, letter in enumerate(game.players)}
    fault = ""
    chance = random.Random(f"{seed} {pairing.round} {pairing.seat}")
    while position.outcome is None and len(moves) < LONGEST:
        try:
            line = Line("", tuple(moves))
            move = chooser.choose(seats[position.turn], position, chance.randrange(1 << 32), line).move
            position = position.play(move)
        except (ValueError, RuntimeError) as error:
            fault = f"{position.turn}: {error}"
            break
        moves.append(move)
    names = {letter: spec.text for letter, spec in seats.items()}
    record = recorded(game, moves, players=names)
    tags = {ROUND_TAG: str(pairing.round), SEAT_TAG: str(pairing.seat)}
    if fault:
        tags[FAULT_TAG] = fault
    return dataclasses.replace(record, other_tags=tags)


def score_of_first(record: Record) -> float:
    """What the first player got in a game; a fault loses it for whoever made it."""
    letter = record.game.players[int(record.other_tags[SEAT_TAG])]
    fault = record.other_tags.get(FAULT_TAG, "")
    if fault:
        guilty = fault.partition(":")[0]
        if guilty == letter:
            return 0.0
        return 1.0 / (len(record.game.players) - 1)
    outcome = record.last_position().outcome
    return 0.5 if outcome is None else float(outcome.scores[letter])


def scores_by_round(records: Sequence[Record]) -> list[list[float]]:
    """The first player's scores, the games of a round together."""
    rounds: dict[int, list[float]] = {}
    for record in records:
        rounds.setdefault(int(record.other_tags[ROUND_TAG]), []).append(score_of_first(record))
    return [rounds[number] for number in sorted(rounds)]


def played_already(records: Sequence[Record]) -> set[Pairing]:
    """The games that need not be played again."""
    return {Pairing(int(record.other_tags[ROUND_TAG]), int(record.other_tags[SEAT_TAG])) for record in records}
