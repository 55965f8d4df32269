"""A match: one player against another, every opening played from all seats, every game kept as a record.

Games are numbered. The opening of a round and the seeds of the players follow from the numbers, so a match that was
killed goes on where it stopped: the records that exist are the games that were played.
"""

from __future__ import annotations

import dataclasses
import hashlib
import random
from collections.abc import Callable, Iterator, Sequence

from tavoliere.arena.thinking import Thinking
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.play.game import Chooser, play_out
from tavoliere.play.players import PlayerSpec, parse_player
from tavoliere.records import Record
from tavoliere.search.specs import Spec, weights_behind

ROUND_TAG, SEAT_TAG, FAULT_TAG, EVENT_TAG = "Round", "Seat", "Fault", "Event"
FIRST, SECOND = "first", "second"
WEIGHTS = ", weights "
OPENING_TRIES, BALANCED_TRIES = 1000, 50
REFEREE = parse_player("alphabeta:nodes=5000")


ChooserFactory = Callable[[Game], Chooser]
"""Makes a chooser for the players of a game, one for each job."""


@dataclasses.dataclass(frozen=True)
class Fixture:
    """One game to be played: who takes which seat, and the tags that tell it from all others."""

    seats: tuple[PlayerSpec, ...]
    """The players in the order of the game's seats."""
    round: int
    """Games of a round begin with the same turns."""
    tags: tuple[tuple[str, str], ...]
    seed: str


@dataclasses.dataclass(frozen=True)
class Pairing:
    """One game of a match: its round, and the seat that the first player takes."""

    round: int
    seat: int


def pairings(game: Game, rounds: int) -> Iterator[Pairing]:
    """All games of a match: each round once from every seat."""
    for number in range(rounds):
        for seat in range(len(game.players)):
            yield Pairing(number, seat)


def fixture_of(game: Game, first: PlayerSpec, second: PlayerSpec, pairing: Pairing, seed: int) -> Fixture:
    """A game of a match: the first player takes one seat, the second all others."""
    seats = tuple(first if place == pairing.seat else second for place in range(len(game.players)))
    tags = ((ROUND_TAG, str(pairing.round)), (SEAT_TAG, str(pairing.seat)))
    return Fixture(seats, pairing.round, tags, f"{seed} {pairing.round} {pairing.seat}")


Decided = Callable[[Position], bool]
"""Says of a position whether it is won for somebody, however well the others play."""


def decided_by(chooser: Chooser) -> Decided:
    """Asks a short search for a proof.

    A round that begins with a certain win says nothing about the players, and half of the random openings of Pit, for
    instance, lose a pawn by force.
    """

    def decided(position: Position) -> bool:
        try:
            choice = chooser.choose(REFEREE, position, seed=1)
        except RuntimeError:  # a search process that died or hung is replaced
            choice = chooser.choose(REFEREE, position, seed=1)
        return bool(choice.proven)

    return decided


def opening(game: Game, number: int, turns: int, seed: int, decided: Decided | None = None) -> list[str]:
    """The random turns that a round begins with: the same for all its games, and never the end of the game.

    Openings that are decided are passed over; where all are, the last one has to do.
    """
    chance = random.Random(f"{seed} {number}")
    found: list[str] = []
    for tried in range(OPENING_TRIES):
        if found and tried >= BALANCED_TRIES:
            break
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
            found = moves
            if decided is None or not moves or not decided(position):
                break
    if found or turns == 0:
        return found
    raise ValueError(
        Said("{name} is over before {turns} random turns; take a shorter opening", name=game.name, turns=turns)
    )


def play_game(
    game: Game, first: PlayerSpec, second: PlayerSpec, pairing: Pairing, chooser: Chooser, opening_turns: int, seed: int
) -> Record:
    """Play one game of a match."""
    moves = opening(game, pairing.round, opening_turns, seed, decided_by(chooser))
    return play_fixture(game, fixture_of(game, first, second, pairing, seed), moves, chooser)


def play_fixture(game: Game, fixture: Fixture, moves: Sequence[str], chooser: Chooser) -> Record:
    """Play one game from the turns of its opening; the tags of its record tell which it is and how it went."""
    played = play_out(game, fixture.seats, chooser, seed=fixture.seed, opening=moves)
    tags = dict(fixture.tags)
    if played.fault is not None:
        tags[FAULT_TAG] = str(played.fault)
    for letter, choices in played.choices.items():
        tags |= Thinking.of(choices).tags(letter)
    record = played.record({letter: spec.text for letter, spec in zip(game.players, fixture.seats, strict=True)})
    return dataclasses.replace(record, other_tags=tags)


# What was scored


def shares(record: Record) -> dict[str, float]:
    """What each seat got of the one point of a game: all for a win, an even part of it for a draw.

    A fault loses it for whoever made it, and the others share it.
    """
    letters = record.game.players
    fault = record.other_tags.get(FAULT_TAG, "")
    if fault:
        guilty = fault.partition(":")[0]
        return {letter: 0.0 if letter == guilty else 1 / (len(letters) - 1) for letter in letters}
    parts = record.result.split("-")
    if "1" not in parts:
        return dict.fromkeys(letters, 1 / len(letters))
    return {letter: float(part == "1") for letter, part in zip(letters, parts, strict=True)}


def finishing_order(record: Record) -> list[list[str]]:
    """The seats from first to last place: by score, and of those who lost whoever stayed in longer before the others.

    Seats that went out in the same turn, or that the end of the game found still in, share a place.
    """
    got = shares(record)
    stayed = _turns_in(record) if len(got) > 2 and FAULT_TAG not in record.other_tags else dict.fromkeys(got, 0)
    places: dict[tuple[float, int], list[str]] = {}
    for letter, share in got.items():
        places.setdefault((share, stayed[letter]), []).append(letter)
    return [places[rank] for rank in sorted(places, reverse=True)]


def _turns_in(record: Record) -> dict[str, int]:
    """After how many turns each seat was still in."""
    turns = dict.fromkeys(record.game.players, 0)
    for number, position in enumerate(record.positions()):
        for seat in record.game.ruleset.face.scene(position.state, dict(record.game.options)).seats:
            if seat.is_in:
                turns[seat.letter] = number
    return turns


def order_in_match(record: Record) -> list[list[str]]:
    """The finishing order of a game of a match, each seat by the player in it: `FIRST` or `SECOND`."""
    first = record.game.players[int(record.other_tags[SEAT_TAG])]
    return [[FIRST if letter == first else SECOND for letter in group] for group in finishing_order(record)]


def score_of_first(record: Record) -> float:
    """What the first player of a match got in a game."""
    return shares(record)[record.game.players[int(record.other_tags[SEAT_TAG])]]


def scores_by_round(records: Sequence[Record]) -> list[list[float]]:
    """The first player's scores, the games of a round together, rounds and seats in their order."""
    rounds: dict[int, list[float]] = {}
    for record in sorted(records, key=lambda record: int(record.other_tags[SEAT_TAG])):
        rounds.setdefault(int(record.other_tags[ROUND_TAG]), []).append(score_of_first(record))
    return [rounds[number] for number in sorted(rounds)]


def complete_rounds(records: Sequence[Record]) -> list[Record]:
    """The games of the first rounds up to the first one that is not yet complete, in their order."""
    rounds: dict[int, list[Record]] = {}
    for record in sorted(records, key=lambda record: int(record.other_tags[SEAT_TAG])):
        rounds.setdefault(int(record.other_tags[ROUND_TAG]), []).append(record)
    complete: list[Record] = []
    for number in range(len(rounds)):
        games = rounds.get(number, [])
        if not games or len(games) < len(games[0].game.players):
            break
        complete += games
    return complete


def played_already(records: Sequence[Record]) -> set[Pairing]:
    """The games that need not be played again."""
    return {Pairing(int(record.other_tags[ROUND_TAG]), int(record.other_tags[SEAT_TAG])) for record in records}


def match_event(first: PlayerSpec, second: PlayerSpec, opening_turns: int, seed: int) -> str:
    """What the games of a match say they belong to. Game, options and the number of rounds are not part of it."""
    return f"match {first.text} against {second.text}, undecided opening {opening_turns}, seed {seed}"


def marked(event: str, game: Game, players: Sequence[PlayerSpec]) -> str:
    """The event with a mark of what is behind the players: levels and the evaluation's weights change, and games from
    before then are no part of the same event.
    """
    ours = [spec for spec in players if isinstance(spec, Spec)]
    own = [str(spec.resolved(game)) for spec in ours]
    mark = hashlib.sha256(f"({weights_behind(game, ours)}, {own!r})".encode()).hexdigest()[:6]
    return f"{event}{WEIGHTS}{mark}"
