"""The score sheet of a table: everything that is stored about it, as one immutable value.

Whatever happens at a table makes a new sheet out of the old one; `storage` writes the difference.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import re
from collections.abc import Iterable
from typing import NamedTuple

PERSON, OPEN, OPPONENT, NOBODY = "person", "open", "opponent", "nobody"
GIVEN = 0
"""The time of a turn that was there when the table was made."""


@dataclasses.dataclass(frozen=True)
class Clock:
    """How time is measured: `none`, `increment` (base and increment in milliseconds) or `days` per turn."""

    kind: str = "none"
    base: int = 0
    increment: int = 0
    days: int = 0


@dataclasses.dataclass(frozen=True)
class Seat:
    """Who sits where. The token itself is stored nowhere."""

    letter: str
    kind: str
    name: str = ""
    spec: str = ""
    token_hash: str = ""
    left: int | None = None
    """Milliseconds left at the beginning of the turn; None without a clock."""


TABLE_ID = re.compile(r"[A-Za-z0-9_-]{4,32}")
"""What the id of a table looks like; nothing else is looked for."""


@dataclasses.dataclass(frozen=True)
class Turn:
    """A turn that was accepted: whose, what, and when in milliseconds since 1970."""

    letter: str
    move: str
    made: int
    comments: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Sheet:
    """One table."""

    table: str
    created: int
    game: str
    options: dict[str, int | str]
    rules_version: int
    start: str
    """The position text that the game began from; empty for the usual start."""
    seats: tuple[Seat, ...]
    clock: Clock = Clock()
    turns: tuple[Turn, ...] = ()
    turn: str = ""
    """The letter of the player to move; empty when the game is over."""
    since: int | None = None
    """When the clock of the player to move began to run; None if it stands."""
    undos: int = 0
    result: str = ""
    """Like `1-0`; empty while the game goes on."""
    reason: str = ""
    ended_by: str = ""
    """`board`, `resignation`, `time`, `agreement` or `record`."""
    draw_agreed: str = ""
    """The letters of those who want a draw."""
    undo_by: str = ""
    undo_agreed: str = ""
    rematch_agreed: str = ""
    rematch: str | None = None
    previous: str | None = None
    review: bool = False
    listed: bool = False
    """Whether strangers are shown the table while a seat of it is free; only whoever makes it can say so."""
    watchable: bool = False
    """Whether strangers are shown the game while it goes on."""
    source: str = ""
    """The record that the table was made from, word for word."""
    revision: int = 0
    """Counts the changes, so that of two writers one notices."""

    @property
    def ply(self) -> int:
        return len(self.turns)

    @property
    def at(self) -> str:
        """The tag of the position: no turn that was meant for another one is ever made in it."""
        return f"{self.ply}.{self.undos}"

    @property
    def is_over(self) -> bool:
        return bool(self.result)

    def seat(self, letter: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.letter == letter), None)

    def with_seat(self, changed: Seat) -> Sheet:
        """The sheet with one seat changed."""
        seats = tuple(changed if seat.letter == changed.letter else seat for seat in self.seats)
        return dataclasses.replace(self, seats=seats)

    def people(self) -> str:
        """The letters of the seats that people have or can take."""
        return "".join(seat.letter for seat in self.seats if seat.kind in (PERSON, OPEN))

    def seated(self) -> str:
        """The letters of the seats that people have."""
        return "".join(seat.letter for seat in self.seats if seat.kind == PERSON)

    def empty(self) -> str:
        """The letters of the seats that nobody has taken yet."""
        return "".join(seat.letter for seat in self.seats if seat.kind == OPEN)

    def letters_of(self, tokens: Iterable[str]) -> str:
        """The letters of the seats that tokens give, in the order of turns."""
        hashes = [hashed(token) for token in tokens]
        return "".join(
            seat.letter
            for seat in self.seats
            if seat.token_hash and any(hmac.compare_digest(seat.token_hash, known) for known in hashes)
        )


class Outline(NamedTuple):
    """What a list shows of a table; for that, its turns need not be known one by one."""

    sheet: Sheet
    turns: int
    played: int
    """When something happened there for the last time."""


def outline_of(sheet: Sheet) -> Outline:
    return Outline(sheet, sheet.ply, max([sheet.created, *(turn.made for turn in sheet.turns[-1:])]))


def hashed(token: str) -> str:
    """What is stored of a token. Tokens are long and random, so a plain digest cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
