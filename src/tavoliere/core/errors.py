"""What can be wrong with what a person hands in. All are `ValueError`s with a message for people.

Messages are made of their reasons (`core/said.py`), and `str` of an error still knows of what, so that a language can
say the whole.
"""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tavoliere.core.said import SEMICOLONS, Noun, Said, Series

SYSTEM = {
    errno.ENOENT: Said("No such file or directory"),
    errno.EACCES: Said("Permission denied"),
    errno.EPERM: Said("Operation not permitted"),
    errno.EISDIR: Said("Is a directory"),
    errno.ENOTDIR: Said("Not a directory"),
    errno.EEXIST: Said("File exists"),
    errno.ENOSPC: Said("No space left on device"),
    errno.EROFS: Said("Read-only file system"),
    errno.ENAMETOOLONG: Said("File name too long"),
    errno.ENOEXEC: Said("Exec format error"),
    errno.EIO: Said("Input/output error"),
    errno.EMFILE: Said("Too many open files"),
    errno.ECONNREFUSED: Said("Connection refused"),
    errno.ECONNRESET: Said("Connection reset by peer"),
    errno.ENETUNREACH: Said("Network is unreachable"),
    errno.EADDRINUSE: Said("Address already in use"),
}
"""What systems say most often, in the words of those that speak English, so that other languages can say it too."""


def system_reason(error: OSError) -> str:
    """Why a system did not do what it was asked for."""
    return SYSTEM.get(error.errno or 0) or error.strerror or str(error)


class OptionError(ValueError):
    """A game was asked for with a name or an option that it does not have."""


class PositionError(ValueError):
    """A position text was refused; `reasons` lists everything that is wrong with it, each naming its field."""

    def __init__(self, text: str, reasons: Sequence[str]) -> None:
        self.text = text
        self.reasons = tuple(reasons)
        shown = text if len(text) <= 200 else text[:200] + "..."
        listed = Series(self.reasons, SEMICOLONS)
        super().__init__(Said("not a position: {text}: {reasons}", text=repr(shown), reasons=listed))

    def __reduce__(self) -> tuple[type[PositionError], tuple[str, tuple[str, ...]]]:
        return PositionError, (self.text, self.reasons)


class Reason(NamedTuple):
    """Why something is not allowed: the id of a clause of the rules, and a sentence about the case at hand."""

    clause: str
    text: str

    def __str__(self) -> str:
        return Said("{reason} [{clause}]", reason=self.text, clause=self.clause)


SQUARES = "squares"


def immobility(piece: Noun, square: str, obstacles: Sequence[Reason]) -> Reason:
    """Why a piece cannot move, from what is in its way on each side; the clause is the one met most often.

    What is said twice is said once; sentences that differ in their series of `squares` only become one about them all.
    """
    clause = Counter(obstacle.clause for obstacle in obstacles).most_common(1)[0][0]
    listed = Series(_together([obstacle.text for obstacle in obstacles]), SEMICOLONS)
    told = Said("{piece:the} on {square} cannot move: {obstacles}", piece=piece, square=square, obstacles=listed)
    return Reason(clause, told)


def _together(sentences: Sequence[str]) -> list[str]:
    merged: dict[object, str] = {}
    for sentence in sentences:
        squares = sentence.values.get(SQUARES) if isinstance(sentence, Said) else None
        if not isinstance(sentence, Said) or not isinstance(squares, Series):
            merged[sentence] = sentence
            continue
        others = tuple((name, str(value)) for name, value in sentence.values.items() if name != SQUARES)
        known = merged.setdefault((sentence.pattern, others), sentence)
        if isinstance(known, Said) and known is not sentence:
            all_squares = Series([*known.values[SQUARES].items, *squares.items], squares.joint)  # type: ignore[attr-defined]
            merged[sentence.pattern, others] = known.again(squares=all_squares)
    return list(merged.values())


MISSPELT = "common.notation"

# Clauses that every game has. A game's own are in its `why.py`.
COMMON_CLAUSES = {
    "common.over": Said("Nobody may move once the game is over."),
    MISSPELT: Said("A turn is written in the game's notation, with nothing redundant in it."),
    "common.action": Said("An action is one of the legal numbers."),
}


class IllegalMove(ValueError):  # noqa: N818 - the public name
    """A turn or an action was refused. `move` is what was tried; `reason` and `clause` say why it is not allowed."""

    def __init__(self, move: str, why: Reason) -> None:
        self.move = move
        self.why = why
        shown = move if len(move) <= 80 else move[:80] + "..."
        super().__init__(Said("{move} is not allowed: {why}", move=repr(shown), why=str(why)))

    @property
    def reason(self) -> str:
        """A sentence about the case at hand."""
        return self.why.text

    @property
    def clause(self) -> str:
        """The id of the clause of the rules."""
        return self.why.clause

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Reason]]:
        return IllegalMove, (self.move, self.why)
