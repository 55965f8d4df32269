"""A tournament: everybody against everybody, every opening from all seats, a cross table and ratings.

With two seats each two players meet. With more seats each choice of so many players sits down together; if there are
fewer players than seats, some take several.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from tavoliere.arena.match import FAULT_TAG, ROUND_TAG, SEAT_TAG, Fixture, finishing_order, shares
from tavoliere.arena.ratings import Order
from tavoliere.core.position import Game
from tavoliere.play.players import PlayerSpec
from tavoliere.records import Record

TABLE_TAG = "Table"


def tables(players: int, seats: int) -> list[tuple[int, ...]]:
    """Who meets whom, as numbers of players in the order of seats.

    >>> tables(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> tables(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    """
    if players >= seats:
        return list(itertools.combinations(range(players), seats))
    chosen = itertools.combinations_with_replacement(range(players), seats)
    return [table for table in chosen if len(set(table)) == players]


def fixtures(game: Game, players: Sequence[PlayerSpec], rounds: int, seed: int) -> Iterator[Fixture]:
    """All games: each round at each table in all rotations of the seats."""
    seats = len(game.players)
    for number in range(rounds):
        for table in tables(len(players), seats):
            for turn in range(seats):
                seated = table[-turn:] + table[:-turn] if turn else table
                name = "-".join(str(player + 1) for player in table)
                tags = ((ROUND_TAG, str(number)), (TABLE_TAG, name), (SEAT_TAG, str(turn)))
                chosen = tuple(players[player] for player in seated)
                yield Fixture(chosen, number, tags, f"{seed} {number} {name} {turn}")


def tournament_event(players: Sequence[PlayerSpec], opening_turns: int, seed: int) -> str:
    """What the games of a tournament say they belong to."""
    names = ", ".join(spec.text for spec in players)
    return f"tournament of {names}; undecided opening {opening_turns}, seed {seed}"


def finishing_names(record: Record) -> Order:
    """The players of a game from first to last place, those with equal results together."""
    return [[record.players[letter] for letter in group] for group in finishing_order(record)]


@dataclasses.dataclass
class Standing:
    """What a player got: a share of a point from each game, against each other player too."""

    name: str
    games: int = 0
    points: float = 0.0
    faults: int = 0
    against: dict[str, tuple[float, int]] = dataclasses.field(default_factory=dict)
    """Points and games against each other player; of two at a table the better gets a point, or both get a half."""


def standings(names: Sequence[str], records: Sequence[Record]) -> list[Standing]:
    """The cross table in the order of the names. A player in several seats of a game counts once for each."""
    found = {name: Standing(name) for name in names}
    for record in records:
        points = shares(record)
        guilty = record.other_tags.get(FAULT_TAG, "").partition(":")[0]
        for letter, name in record.players.items():
            standing = found[name]
            standing.games += 1
            standing.points += points[letter]
            standing.faults += letter == guilty
        for one, other in itertools.permutations(record.players, 2):
            name, rival = record.players[one], record.players[other]
            if name != rival:
                got, games = found[name].against.get(rival, (0.0, 0))
                better = 0.5 if points[one] == points[other] else float(points[one] > points[other])
                found[name].against[rival] = (got + better, games + 1)
    return list(found.values())
