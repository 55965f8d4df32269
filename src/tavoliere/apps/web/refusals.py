"""What the server says when it does not do something: a key of the catalogue, a sentence, and every reason."""

from __future__ import annotations

from collections.abc import Sequence

from tavoliere.apps.web.texts import text
from tavoliere.core.errors import IllegalMove

STATUS = {
    "token.unknown": 401,
    "seat.none": 401,
    "seat.not-yours": 403,
    "turn.not-yours": 403,
    "origin.refused": 403,
    "host.refused": 421,
    "hint.people": 403,
    "table.missing": 404,
    "rules.missing": 404,
    "request.missing": 404,
    "request.method": 405,
    "seat.unknown": 404,
    "seat.taken": 409,
    "turn.stale": 409,
    "game.over": 409,
    "game.going": 409,
    "game.broken": 409,
    "clock.fell": 409,
    "table.review": 409,
    "limit.body": 413,
    "request.shape": 422,
    "limit.requests": 429,
    "limit.tables": 429,
    "limit.messages": 429,
    "limit.connections": 429,
    "server.error": 500,
    "storage.failed": 503,
}


class Refusal(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """Something was asked for and is not done. `key` names the text, `clause` the rule if a rule is meant."""

    def __init__(
        self, key: str, *, clause: str | None = None, reasons: Sequence[str] = (), wait: int = 0, **values: object
    ) -> None:
        self.key = key
        self.text = text(key, **values)
        self.clause = clause
        self.reasons = list(reasons)
        self.wait = wait
        """Seconds after which it may be tried again; 0 if waiting does not help."""
        super().__init__(self.text)

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS.get(self.key, 400)

    def body(self) -> dict[str, object]:
        """What clients get."""
        return {"key": self.key, "text": self.text, "clause": self.clause, "reasons": self.reasons}


def illegal(refusal: IllegalMove) -> Refusal:
    """A turn that the rules forbid, in their words."""
    return Refusal("turn.illegal", clause=refusal.clause, reason=refusal.reason)
