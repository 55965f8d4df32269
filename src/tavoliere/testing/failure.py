"""A broken promise: what was expected of a game, where it was not so, and how to see it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tavoliere.core.errors import COMMON_CLAUSES, IllegalMove
from tavoliere.core.position import Position

LONGEST_SHOWN = 300
LONGEST_MESSAGE = 3000
"""A refusal is read by people, whatever was handed in."""
NOTHING = object()


class Failure(AssertionError):  # noqa: N818 - what it is
    """A game does not do what every game must. `expected` is the sentence that does not hold."""

    def __init__(
        self, expected: str, position: Position | None = None, action: int | None = None, found: object = NOTHING
    ) -> None:
        self.expected, self.position, self.action, self.found = expected, position, action, found
        super().__init__("; ".join(self._parts()))

    def _parts(self) -> Iterator[str]:
        yield f"expected: {self.expected}"
        if self.found is not NOTHING:
            yield f"found: {shown(self.found)}"
        if self.position is not None:
            yield f"position: {position_shown(self.position)}"
        if self.action is not None:
            yield f"action: {self._action_shown()}"

    def _action_shown(self) -> str:
        if self.position is None or self.action is None:
            return str(self.action)
        try:
            return f"{self.action} ({self.position.action_to_text(self.action)})"
        except Exception:  # the notation may be what is wrong
            return str(self.action)


def expect(
    holds: bool,
    expected: str,
    position: Position | None = None,
    *,
    action: int | None = None,
    found: object = NOTHING,
) -> None:
    """Raise a `Failure` unless something holds."""
    if not holds:
        raise Failure(expected, position, action, found)


@contextmanager
def looking_at(position: Position) -> Iterator[None]:
    """Whatever a game raises inside this block becomes a failure at the position."""
    try:
        yield
    except Failure as failure:
        if failure.position is None:
            raise Failure(failure.expected, position, failure.action, failure.found) from failure
        raise
    except Exception as error:
        raise Failure("no error", position, found=error_shown(error)) from error


def refused(call: Callable[[], object], tried: object, position: Position) -> IllegalMove:
    """The refusal that a call must end with: an `IllegalMove` with a reason and a clause, short enough to read."""
    try:
        call()
    except IllegalMove as refusal:
        expect(bool(refusal.reason), f"a reason for refusing {shown(tried)}", position, found=refusal)
        known = {*COMMON_CLAUSES, *position.game.ruleset.why.CLAUSES}
        expect(refusal.clause in known, f"a clause of the game against {shown(tried)}", position, found=refusal.clause)
        length = len(str(refusal))
        expect(length < LONGEST_MESSAGE, f"a refusal of {shown(tried)} that people can read", position, found=length)
        return refusal
    except Exception as error:
        raise Failure(f"an IllegalMove that refuses {shown(tried)}", position, found=error_shown(error)) from error
    raise Failure(f"an IllegalMove that refuses {shown(tried)}", position, found="it was accepted")


def raised(kind: type[BaseException] | tuple[type[BaseException], ...], call: Callable[[], object]) -> bool:
    """Whether a call raises an error of a kind."""
    try:
        call()
    except kind:
        return True
    return False


def shown(value: object) -> str:
    """A value in a sentence, cut where it would fill the screen."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "..."


def error_shown(error: BaseException) -> str:
    """An error with the line of the game that raised it."""
    trace: Any = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return shown(f"{type(error).__name__}: {error}") + place


def position_shown(position: Position) -> str:
    """A position's text, and the actions of a half-made turn."""
    begun = f" with the actions {', '.join(map(str, position.pending))} made" if position.pending else ""
    try:
        return f"{str(position)!r}{begun}"
    except Exception:  # the notation may be what is wrong
        return f"{position.state!r}{begun}"
