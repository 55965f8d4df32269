"""One stable import for authors of games: `from tavoliere.author import Bits64, Facts, game, helper, table, ...`.

What a rules file, a notation, a face and a why need stands here under one roof, and stays here when the rooms behind it
change. `Board` and the functions for turns of one action are the lines that most games would otherwise copy.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tavoliere.core.bits import Bits64, Bits128, SomeBits, bare, bit64, bit128, ones
from tavoliere.core.cautions import forced_win, uneven
from tavoliere.core.errors import IllegalMove, OptionError, PositionError, Reason, immobility
from tavoliere.core.facts import Facts, Level, Option, Options, Player
from tavoliere.core.game import DRAW, ONGOING, Actions, change, evaluation, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, below
from tavoliere.core.ruleset import NO_ACTION, Ruleset
from tavoliere.core.said import ALL, COMMAS, EITHER, SEMICOLONS, Adjective, Noun, Pattern, Qualified, Said, Series
from tavoliere.core.squares import (
    Coordinates,
    board_turns,
    coordinates_of,
    moved_squares,
    name_of,
    square_map,
)
from tavoliere.core.table import table
from tavoliere.core.text import (
    BOARD_FIELD,
    TURN_FIELD,
    Reasons,
    board_text,
    fields_of,
    names_of,
    read_board,
    read_number,
    read_player,
)
from tavoliere.scene import (
    Barrier,
    Button,
    Cell,
    Ending,
    Entry,
    Mark,
    Piece,
    Scene,
    Seat,
    Sign,
    Stack,
    Supply,
    Tray,
    events,
)
from tavoliere.scene.claims import Claim, Fact, Term, listed
from tavoliere.scene.events import Event
from tavoliere.scene.steps import Steps, button, cell, edge, tray

__all__ = [
    "ALL",
    "BOARD_FIELD",
    "COMMAS",
    "DRAW",
    "EITHER",
    "EMPTY_KEY",
    "NO_ACTION",
    "ONGOING",
    "SEMICOLONS",
    "TURN_FIELD",
    "Actions",
    "Adjective",
    "Barrier",
    "Bits64",
    "Bits128",
    "Board",
    "Button",
    "Cell",
    "Claim",
    "Coordinates",
    "Ending",
    "Entry",
    "Event",
    "Fact",
    "Facts",
    "IllegalMove",
    "Level",
    "Mark",
    "Noun",
    "Option",
    "OptionError",
    "Options",
    "Pattern",
    "Piece",
    "Player",
    "PositionError",
    "Qualified",
    "Reason",
    "Reasons",
    "Rng",
    "Ruleset",
    "Said",
    "Scene",
    "Seat",
    "Series",
    "Sign",
    "Stack",
    "Steps",
    "Supply",
    "Term",
    "Tray",
    "bare",
    "below",
    "bit64",
    "bit128",
    "board_text",
    "button",
    "cell",
    "change",
    "edge",
    "evaluation",
    "events",
    "fields_of",
    "forced_win",
    "game",
    "helper",
    "immobility",
    "letter_to_move",
    "letters_of",
    "listed",
    "mixed",
    "moved_squares",
    "names_of",
    "ones",
    "read_board",
    "read_number",
    "read_player",
    "seats_of",
    "table",
    "told",
    "tray",
    "turn_parts",
    "turn_text",
    "uneven",
]


class Board:
    """A board, and how a game counts its squares: row by row from a1, unless told otherwise.

    `across` is what a step to the right adds to a square's number, `up` what a step upwards adds: `Board(12, 8, 8, 1)`
    counts column by column, `Board(9, 9, up=11)` is a smaller board in the corner of one with eleven columns.

    >>> board = Board(9, 9)
    >>> board.name(38), board.square("c5"), board.square("j1")
    ('c5', 38, None)
    >>> len(board.turns)
    8
    """

    def __init__(self, columns: int, rows: int, across: int = 1, up: int = 0) -> None:
        self.columns, self.rows = columns, rows
        self.across, self.up = across, up or columns
        self._rows = [[self.number(column, row) for column in range(columns)] for row in reversed(range(rows))]
        self._names = {square: name_of(*self.place(square)) for row in self._rows for square in row}

    def name(self, square: int) -> str:
        """The name of a square, for instance `c5`."""
        return self._names.get(square) or name_of(*self.place(square))

    def square(self, name: str) -> int | None:
        """The number of a square's name; None if the board has no such square."""
        found = coordinates_of(name, self.columns, self.rows)
        return None if found is None else self.number(*found)

    def number(self, column: int, row: int) -> int:
        """The number of a square by its column and row, both counted from 0."""
        return column * self.across + row * self.up

    def place(self, square: int) -> Coordinates:
        """The column and row of a square, both counted from 0."""
        if self.up > self.across:
            return square % self.up, square // self.up
        return square // self.across, square % self.across

    def text(self, standing: Callable[[int], str]) -> str:
        """The board of a position text; `standing` gives what is on a square, and nothing for an empty one."""
        return "/".join(_row_text(map(standing, row)) for row in self._rows)

    def squares(self, kind: type[SomeBits], standing: dict[Coordinates, str], pieces: str) -> SomeBits:
        """The squares on which one of the pieces stands, out of what `read_board` has read."""
        return kind.of(self.number(*place) for place, piece in standing.items() if piece in pieces)

    @functools.cached_property
    def turns(self) -> tuple[dict[int, int], ...]:
        """The ways to turn and mirror the board, the identity first, as maps between squares."""
        return tuple(
            square_map(turn, self.columns, self.rows, self.number) for turn in board_turns(self.columns, self.rows)
        )

    def turned(self, squares: SomeBits, number: int) -> SomeBits:
        """A set of squares on the board turned in one of the ways."""
        return moved_squares(squares, self.turns[number])

    def turned_action(self, number: int) -> Callable[[int], int]:
        """How an action that is a square turns along; an action beyond the board, such as a pass, stays itself."""
        squares = self.turns[number]
        return lambda action: squares.get(action, action)


def _row_text(standing: Iterable[str]) -> str:
    """What stands on the squares of a row, with runs of empty ones as numbers, as `core.text.board_text` writes it."""
    text, run = "", 0
    for what in standing:
        if not what:
            run += 1
            continue
        text += (str(run) if run else "") + what
        run = 0
    return text + (str(run) if run else "")


# For games whose players do not depend on options


def letters_of(facts: Facts) -> tuple[str, ...]:
    """The players' letters, as positions are written with them."""
    return tuple(player.letter for player in facts.players)


def seats_of(facts: Facts) -> tuple[Seat, ...]:
    """The seats of a scene."""
    return tuple(Seat(player.letter, player.name) for player in facts.players)


def letter_to_move(state: Any, seats: Sequence[Seat]) -> str:
    """Whose turn a scene shows: nobody's when the game is over."""
    return seats[state.turn].letter if state.winner == ONGOING else ""


# For the notation of games whose turns are one action each, and whose texts say no more than the action's number


def told(text: str) -> int:  # noqa: ARG001 - one signature for all games
    """Nothing beyond the number."""
    return 0


def turn_text(parts: Sequence[str]) -> str:
    """The turn is its only action."""
    return parts[0]


def turn_parts(text: str) -> Sequence[str]:
    """The only action is the turn."""
    return [text]
