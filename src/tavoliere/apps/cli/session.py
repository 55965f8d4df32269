"""A game at the terminal as a value that can be saved after every turn: where it began, its turns, what was undone."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

import tavoliere as tv
from tavoliere.apps.cli.common import replace_file
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said
from tavoliere.play.players import parse_player
from tavoliere.records import Record, RecordError, format_record, read, recorded
from tavoliere.scene import Ending, guide
from tavoliere.scene.events import Event, marked_squares
from tavoliere.search.specs import parse_spec

PERSON = "person"
DATA_VARIABLE = "TAVOLIERE_DATA_DIR"


def resume_file() -> Path:
    """Where the game that is being played is kept after every turn."""
    chosen = os.environ.get(DATA_VARIABLE)
    folder = Path(chosen) if chosen else user_data_path("tavoliere", appauthor=False)
    return folder / "unfinished.tav"


class Session:
    """The turns of a game so far. Undone turns can be made again until another one is made instead."""

    def __init__(self, first: tv.Position, seats: dict[str, str]) -> None:
        self.first = first
        self.seats = seats
        self.positions = [first]
        self.moves: list[str] = []
        self.undone: list[str] = []
        self.resigned: str | None = None

    @property
    def game(self) -> tv.Game:
        return self.first.game

    @property
    def position(self) -> tv.Position:
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        return self.position.outcome is not None or self.resigned is not None

    def is_person(self) -> bool:
        """Whether a person is to move."""
        return self.seats.get(self.position.turn, PERSON) == PERSON

    def play(self, move: str) -> None:
        """Make a turn; `IllegalMove` leaves everything as it was."""
        if self.resigned is not None:
            raise ValueError(Said("the game is over: {result} (undo takes the resignation back)", result=self.result()))
        written = self.position.read_move(move)
        self.positions.append(self.position.play(written))
        self.moves.append(written)
        self.undone.clear()

    def undo(self) -> bool:
        """Take back a resignation, or turns until a person is to move; False if there is nothing to take back."""
        if self.resigned is not None:
            self.resigned = None
            return True
        if not self.moves:
            return False
        while self.moves:
            self.undone.append(self.moves.pop())
            self.positions.pop()
            if self.is_person():
                break
        return True

    def redo(self) -> bool:
        """Make turns again that were taken back, until a person is to move."""
        if not self.undone:
            return False
        while self.undone:
            move = self.undone.pop()
            self.positions.append(self.position.play(move))
            self.moves.append(move)
            if self.is_person():
                break
        return True

    def resign(self) -> None:
        if len(self.game.players) != 2:
            raise ValueError(Said("only games of two players can be resigned"))
        if self.is_over:
            raise ValueError(Said("the game is over already"))
        self.resigned = self.position.turn

    def result(self) -> str:
        """How it ended, for people."""
        outcome = self.position.outcome
        if self.resigned is not None:
            winner = next(letter for letter in self.game.players if letter != self.resigned)
            resigned = self.game.player_name(self.resigned)
            return Said("{winner} wins, {loser} resigned", winner=self.game.player_name(winner), loser=resigned)
        if outcome is None:
            return Said("unfinished")
        if outcome.winner is None:
            return Said("a draw, {reason}", reason=outcome.reason)
        winner = self.game.player_name(outcome.winner)
        return Said("{winner} wins, {reason}", winner=winner, reason=outcome.reason)

    def marks(self) -> set[str]:
        """The squares of the last turn."""
        return marked_squares(self.events())

    def events(self) -> tuple[Event, ...]:
        """What the last turn did."""
        face, options = self.game.ruleset.face, dict(self.game.options)
        found: list[Event] = []
        for position, action in self._last_actions():
            found += face.events_of(position.state, action, options)
        return tuple(found)

    def ending(self) -> Ending | None:
        """How the last turn ended the game, as the game itself tells it."""
        actions = self._last_actions()
        return guide.ending(*actions[-1]) if actions and self.position.outcome is not None else None

    def _last_actions(self) -> list[tuple[tv.Position, int]]:
        """The actions of the last turn, each with the position it was made in."""
        if not self.moves:
            return []
        position, found = self.positions[-2], []
        for action in position.turn_to_actions(self.moves[-1]):
            found.append((position, action))
            position = position.act(action)
        return found

    def record(self) -> Record:
        """The game so far as a record."""
        names = {letter: kind for letter, kind in self.seats.items() if kind != PERSON}
        return recorded(self.game, self.moves, start=self.start_text(), players=names, resigned=self.resigned)

    def start_text(self) -> str:
        """The text of the first position, empty for the usual start."""
        return "" if self.first == self.game.start() else str(self.first)

    def save(self, path: Path) -> None:
        """Write the record so that the file is never half written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, format_record(self.record()).encode())


def _is_player(name: str, is_own: bool) -> bool:
    """Whether the name in a record is that of a player who can take the seat again.

    A name can be the command of an engine. It is run again only from the file that we have written ourselves.
    """
    try:
        (parse_player if is_own else parse_spec)(name)
    except ValueError:
        return False
    return True


def loaded(path: Path, is_own: bool = False) -> Session:
    """The session of the first game in a file; `is_own` if nobody else can have written it."""
    try:
        with path.open(encoding="utf-8") as file:
            record = next(read(file), None)
    except OSError as error:
        raise ValueError(Said("{path}: {why}", path=path, why=system_reason(error))) from error
    except RecordError as error:
        raise ValueError(Said("{path}: {why}", path=path, why=str(error))) from error
    if record is None:
        raise ValueError(Said("{path}: no game in it", path=path))
    seats = {letter: kind for letter, kind in record.players.items() if _is_player(kind, is_own)}
    session = Session(record.first_position(), seats)
    for move in record.moves:
        session.play(move)
    if record.reason == "resignation":
        session.resigned = next(
            letter for letter, score in zip(record.game.players, record.result.split("-"), strict=True) if score == "0"
        )
    return session
