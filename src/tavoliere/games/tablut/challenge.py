"""The challenge server of Bologna: what it sends and what it expects, translated. Nothing here opens a connection.

The server counts positions in its own way: the start position is not counted, so coming back to it once is no draw.
And it does not notice that a side has no legal move.
"""

from __future__ import annotations

import dataclasses
import json
import re

from tavoliere.core.outcome import REPETITION
from tavoliere.core.position import Game, Position
from tavoliere.core.text import board_text
from tavoliere.games.tablut.rules import SIZE

SIDES = {"white": "w", "black": "b"}
PORTS = {"white": 5800, "black": 5801}
SECONDS_A_MOVE = 60.0
LONGEST_NAME = 10
CELLS = {"EMPTY": "", "THRONE": "", "WHITE": "w", "BLACK": "b", "KING": "k"}
TURNS = {"WHITE": "w", "BLACK": "b"}
RESULTS: dict[str, str | None] = {"WHITEWIN": "w", "BLACKWIN": "b", "DRAW": None}


@dataclasses.dataclass(frozen=True)
class Sighting:
    """A state as the server sends it: a board, and the player to move or the result."""

    board: str
    turn: str
    """The letter of the player to move; empty after the end."""
    winner: str | None = None

    @property
    def is_over(self) -> bool:
        return not self.turn


def greeting(name: str) -> str:
    """The message with our name, of which the server keeps ten letters and digits."""
    kept = "".join(letter for letter in name if letter.isascii() and letter.isalnum())[:LONGEST_NAME]
    if not kept:
        raise ValueError(f"a name needs at least one letter or digit, not {name!r}")
    return json.dumps(kept)


def move_message(position: Position, move: str) -> str:
    """The message for a legal move.

    >>> import tavoliere as tv
    >>> move_message(tv.game("tablut").start(), "e4-f4")
    '{"from": "e4", "to": "f4", "turn": "WHITE"}'
    """
    origin, _, target = move.partition("-")
    side = next(name for name, letter in TURNS.items() if letter == position.turn)
    return json.dumps({"from": origin, "to": target, "turn": side})


def parse_state(text: str) -> Sighting:
    """What a message of the server says; a `ValueError` says what is wrong with it."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the server sent what is not JSON: {text[:80]!r}") from error
    board = message.get("board") if isinstance(message, dict) else None
    if not isinstance(board, list) or len(board) != SIZE:
        raise ValueError(f"the server sent no board of {SIZE} rows: {text[:80]!r}")
    for row in board:
        if not isinstance(row, list) or len(row) != SIZE or not all(isinstance(cell, str) for cell in row):
            raise ValueError(f"the server sent a row that is not {SIZE} words: {str(row)[:80]}")
        strange = [cell for cell in row if cell not in CELLS]
        if strange:
            raise ValueError(f"the server sent a square that holds {strange[0][:80]!r}")
    turn = message.get("turn")
    if not isinstance(turn, str) or turn not in {**TURNS, **RESULTS}:
        raise ValueError(f"the server sent {str(turn)[:80]!r} as the player to move")
    # Row 0 is rank 1 and column 0 is file a, as in our squares.
    written = board_text(SIZE, SIZE, lambda column, row: CELLS[board[row][column]])
    return Sighting(written, TURNS.get(turn, ""), RESULTS.get(turn))


def _without_king(board: str) -> str:
    """A board in which the king's square is empty, one sign for each square."""
    return re.sub("[1-9]", lambda run: "." * int(run[0]), board).replace("k", ".")


class Follower:
    """The game as the server sees it, from the states that it sends.

    `position` has the history that the server counts. `start` and `moves` are how a program is told about it.
    """

    def __init__(self, game: Game) -> None:
        self.position: Position = game.start()
        self.start = ""
        self.moves: list[str] = []
        self.last_move = ""
        self._is_first = True  # the position in which a game begins is not counted

    def see(self, sighting: Sighting) -> str:
        """Follow the server to a state of a game that goes on; what is odd about it is returned as a note."""
        text = f"{sighting.board} {sighting.turn}"
        self.last_move = ""
        if text == str(self.position):
            return ""
        if self._is_first and self.position.turn == sighting.turn:
            self._begin_at(text)
            self._is_first = True
            return "the server begins with another position; going on from it"
        for move in self.position.legal_moves():
            after = self.position.play(move)
            if str(after) == text:
                self._go_on(move, after)
                return ""
        self._begin_at(text)
        return "the server's board cannot be reached by one legal move; going on from it"

    def final_move(self, sighting: Sighting) -> str:
        """The move that led to a final board; empty if no move from here did.

        The server leaves a captured king on his square. So if no board is the same, the king is not looked at.
        """
        boards = {move: str(self.position.play(move)).partition(" ")[0] for move in self.position.legal_moves()}
        for look in (str, _without_king):
            for move, board in boards.items():
                if look(board) == look(sighting.board):
                    return move
        return ""

    def _go_on(self, move: str, after: Position) -> None:
        self.last_move = move
        is_drawn_for_us = after.outcome is not None and after.outcome.reason == REPETITION
        if self._is_first or is_drawn_for_us:
            self._begin_at(str(after))
        else:
            self.position = after
            self.moves.append(move)

    def _begin_at(self, text: str) -> None:
        self.position = self.position.game.position(text)
        self.start, self.moves = text, []
        self._is_first = False
