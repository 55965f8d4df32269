"""A game that was played: what it is, who played, the turns with comments and variations, the result.

A record is made by `recorded` from positions, or by the readers. Either way every turn in it is legal, because making
one replays it.
"""

from __future__ import annotations

import dataclasses
import datetime
import re
from collections.abc import Iterator, Sequence

from tavoliere.core.errors import IllegalMove, OptionError, PositionError
from tavoliere.core.outcome import Outcome
from tavoliere.core.position import Game, Position
from tavoliere.core.said import EITHER, Said, Series
from tavoliere.games import game_from_text

UNFINISHED = "*"
# A game may also end by what no rule of the board says. Then the position goes on, and the result stands all the same.
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|")
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*+")
BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What cannot stand in one line of a file."""
OWN_TAGS = ("Game", "Rules", "Options", "Date", "Position", "Result", "Reason")
LONGEST_LINE = 100_000
MOST_NESTED = 20
HIGHEST_VERSION = 999_999
MARKS = ("!!", "!", "!?", "?!", "?", "??")
"""What stands after a turn that somebody praises or doubts, as in the files of chess."""
RESIGNATION = Said("resignation")
AGREED_REASONS = (
    RESIGNATION,
    Said("agreement"),
    Said("time"),
    Said("adjudication"),
    Said("abandoned"),
)


class RecordError(ValueError):
    """A file or a record that is not right; `line` and `column` say where, counted from 1, and 0 where unknown."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        self.message = message
        self.line = line
        self.column = column
        placed = Said("line {line}, column {column}: {message}", line=line, column=column, message=message)
        super().__init__(placed if line else message)

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int, int]]:
        return RecordError, (self.message, self.line, self.column)


@dataclasses.dataclass(frozen=True)
class Turn:
    """A turn as it was played, what was said about it, and other lines from the position before it."""

    move: str
    comments: tuple[str, ...] = ()
    variations: tuple[tuple[Turn, ...], ...] = ()
    mark: str = ""
    """How good somebody finds it, one of `MARKS`; usually nothing."""


@dataclasses.dataclass(frozen=True)
class Record:
    """A game with everything that its file says about it."""

    game: Game
    turns: tuple[Turn, ...]
    result: str = UNFINISHED
    reason: str = ""
    players: dict[str, str] = dataclasses.field(default_factory=dict)
    """Names of the people or programs by the letter of their seat."""
    date: str = ""
    start: str = ""
    """The position text that the game began from; empty for the usual start."""
    rules_version: int = 0
    comments: tuple[str, ...] = ()
    """What was said before the first turn."""
    other_tags: dict[str, str] = dataclasses.field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What a reader found worth telling, such as another version of the rules."""

    @property
    def moves(self) -> list[str]:
        """The turns that were played, without comments and variations."""
        return [turn.move for turn in self.turns]

    def first_position(self) -> Position:
        return self.game.position(self.start) if self.start else self.game.start()

    def positions(self) -> Iterator[Position]:
        """The first position and the one after each turn."""
        position = self.first_position()
        yield position
        for turn in self.turns:
            position = position.play(turn.move)
            yield position

    def last_position(self) -> Position:
        """The position that the record ends with."""
        *_, last = self.positions()
        return last


def result_text(scores: Sequence[float]) -> str:
    """Scores in turn order as a result: `1-0`, `1/2-1/2`, `0-0-1`."""
    return "-".join({1.0: "1", 0.5: "1/2", 0.0: "0"}[float(score)] for score in scores)


def result_of(outcome: Outcome | None, game: Game) -> str:
    return UNFINISHED if outcome is None else result_text([outcome.scores[letter] for letter in game.players])


def possible_results(game: Game) -> set[str]:
    """All results that a game of so many players can have."""
    seats = len(game.players)
    wins = {result_text([float(seat == winner) for seat in range(seats)]) for winner in range(seats)}
    return wins | {result_text([0.5] * seats), UNFINISHED}


def recorded(
    game: Game,
    moves: Sequence[str | Turn],
    *,
    start: str = "",
    players: dict[str, str] | None = None,
    date: str | None = None,
    resigned: str | None = None,
    result: str | None = None,
    reason: str = "",
) -> Record:
    """The record of a game given by its turns; the result follows from them unless it was agreed otherwise.

    `resigned` is the letter of a player of a two-player game who gave up. `date` defaults to today.
    """
    turns = tuple(move if isinstance(move, Turn) else Turn(move) for move in moves)
    record = Record(
        game,
        turns,
        players=dict(players or {}),
        date=datetime.datetime.now(datetime.UTC).date().isoformat() if date is None else date,
        start=start,
        rules_version=game.facts.rules_version,
    )
    check_tags(record)
    last = checked_line(checked_start(record), turns)
    if last.outcome is not None:
        return dataclasses.replace(record, result=result_of(last.outcome, game), reason=last.outcome.reason)
    if resigned is not None:
        if resigned not in game.players or len(game.players) != 2:
            told = Said("only a player of a two-player game can resign, not {letter}", letter=repr(resigned))
            raise RecordError(told)
        scores = [float(letter != resigned) for letter in game.players]
        return dataclasses.replace(record, result=result_text(scores), reason=RESIGNATION)
    record = dataclasses.replace(record, result=result or UNFINISHED, reason=reason)
    check_result(record, last)
    return record


def check_tags(record: Record) -> None:
    """Tags are single lines under names of their own, and a date is a date."""
    if DATE.fullmatch(record.date) is None:
        raise RecordError(wrong_date(record.date))
    for letter, name in record.players.items():
        if letter not in record.game.players or BREAKS.search(name) is not None:
            raise RecordError(
                Said(
                    "{letter}: {name} is not a player's letter and a name in one line",
                    letter=repr(letter[:20]),
                    name=repr(name[:80]),
                )
            )
    taken = {*OWN_TAGS, *map(record.game.player_name, record.game.players)}
    for name, value in (("Reason", record.reason), *record.other_tags.items()):
        if TAG_NAME.fullmatch(name) is None or (name in taken and name != "Reason"):
            raise RecordError(Said("{name} is not a name for a tag of one's own", name=repr(name[:80])))
        if BREAKS.search(value) is not None or 2 * len(value) + len(name) >= LONGEST_LINE - len('[ ""]\n'):
            raise RecordError(Said("the value of the tag {name} does not stand in one line", name=name[:80]))


def wrong_date(date: str) -> Said:
    return Said("a date is written like 2026-11-15, not {date}", date=repr(date))


def empty_variation() -> Said:
    return Said("a variation without a turn")


def nested_variation() -> Said:
    return Said("variations go {most} deep at the most", most=MOST_NESTED)


def wrong_mark(mark: str) -> Said:
    return Said("a turn is marked with {marks}, not {mark}", marks=Series(MARKS, EITHER), mark=repr(mark))


def checked_line(position: Position, turns: Sequence[Turn]) -> Position:
    """The position after a line of turns, all its variations replayed as well."""
    for turn in turns:
        if turn.mark and turn.mark not in MARKS:
            raise RecordError(wrong_mark(turn.mark))
        for variation in turn.variations:
            if not variation:
                raise RecordError(empty_variation())
            checked_line(position, variation)
        position = played(position, turn.move)
    return position


def checked_game(name: str, options: dict[str, str]) -> Game:
    """The game that a record names, or a `RecordError`."""
    try:
        return game_from_text(name, options)
    except OptionError as refusal:
        raise RecordError(str(refusal)) from refusal


def checked_start(record: Record) -> Position:
    try:
        return record.first_position()
    except PositionError as refusal:
        raise RecordError(str(refusal)) from refusal


def check_result(record: Record, last: Position) -> None:
    """The result and its reason must be what the board says, or an agreed one while the game goes on."""
    if record.result not in possible_results(record.game):
        raise RecordError(wrong_result(record.result, record.game))
    if last.outcome is not None:
        _check_outcome(record, last.outcome)
    elif record.result != UNFINISHED and record.reason not in AGREED_REASONS:
        raise RecordError(
            Said(
                "the result is {result}, but on the board the game goes on; the reason would have to be {reasons}",
                result=record.result,
                reasons=Series(AGREED_REASONS, EITHER),
            )
        )


def wrong_result(result: str, game: Game) -> Said:
    count = len(game.players)
    return Said("{result} is not a result of a game of {count} players", result=repr(result), count=count)


def _check_outcome(record: Record, outcome: Outcome) -> None:
    """A game that has ended on the board has ended like that in the record."""
    if record.result != result_of(outcome, record.game):
        told = Said("the result is {result}, but on the board {outcome}", result=record.result, outcome=str(outcome))
        raise RecordError(told)
    if record.reason and record.reason != outcome.reason:
        stated = repr(record.reason)
        told = Said("the reason is {stated}, but on the board '{reason}'", stated=stated, reason=outcome.reason)
        raise RecordError(told)


def played(position: Position, move: str) -> Position:
    """One turn of a replay. In a record nothing is guessed: turns stand there as the notation writes them."""
    try:
        for action in position.exact_actions(move):
            position = position.act(action)
        return position
    except IllegalMove as refusal:
        raise RecordError(str(refusal)) from refusal
