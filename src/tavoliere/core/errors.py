"""What can be wrong with what a person hands in. All are `ValueError`s with a message for people."""

from __future__ import annotations

from collections.abc import Sequence


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


class IllegalMove(ValueError):  # noqa: N818 - the public name
    """A turn or an action was refused; `move` is what was tried and `reason` says why it is not allowed."""

    def __init__(self, move: str, reason: str) -> None:
        self.move = move
        self.reason = reason
        shown = move if len(move) <= 80 else move[:80] + "..."
        super().__init__(f"{shown!r} is not a legal turn: {reason}")

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str]]:
        return IllegalMove, (self.move, self.reason)
