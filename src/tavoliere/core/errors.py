"""What can be wrong with what a person hands in. All are `ValueError`s with a message for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class OptionError(ValueError):
    """A game was asked for with a name or an option that it does not have."""


class PositionError(ValueError):
    """A position text was refused; `reasons` lists everything that is wrong with it, each naming its field."""

    def __init__(self, text: str, reasons: Sequence[str]) -> None:
        self.text = text
        self.reasons = tuple(reasons)
        shown = text if len(text) <= 200 else text[:200] + "..."
        super().__init__(f"not a position: {shown!r}: " + "; ".join(reasons))

    def __reduce__(self) -> tuple[type[PositionError], tuple[str, tuple[str, ...]]]:
        return PositionError, (self.text, self.reasons)


class Reason(NamedTuple):
    """Why something is not allowed: the id of a clause of the rules, and a sentence about the case at hand."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


# Clauses that every game has. A game's own are in its `why.py`.
COMMON_CLAUSES = {
    "common.over": "Nobody may move once the game is over.",
    "common.notation": "A turn is written in the game's notation, with nothing redundant in it.",
    "common.action": "An action is one of the legal numbers.",
}


class IllegalMove(ValueError):  # noqa: N818 - the public name
    """A turn or an action was refused. `move` is what was tried; `reason` and `clause` say why it is not allowed."""

    def __init__(self, move: str, why: Reason) -> None:
        self.move = move
        self.why = why
        shown = move if len(move) <= 80 else move[:80] + "..."
        super().__init__(f"{shown!r} is not allowed: {why}")

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
