"""Refusals as HTTP answers them: which status each has, and the headers that go with it."""

from __future__ import annotations

from tavoliere.apps.web.table.refusals import Refusal

STATUS = {
    "token.unknown": 401,
    "seat.none": 401,
    "seat.not-yours": 403,
    "turn.not-yours": 403,
    "origin.refused": 403,
    "host.refused": 421,
    "hint.people": 403,
    "lobby.off": 403,
    "pictures.missing": 501,
    "code.foreign": 403,
    "table.missing": 404,
    "rules.missing": 404,
    "legend.missing": 404,
    "lessons.missing": 404,
    "lesson.unknown": 404,
    "lesson.astray": 409,
    "puzzles.missing": 404,
    "puzzle.unknown": 404,
    "puzzle.astray": 409,
    "review.going": 409,
    "study.missing": 404,
    "setup.missing": 404,
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
    "limit.studies": 429,
    "limit.messages": 429,
    "limit.connections": 429,
    "limit.streams": 429,
    "limit.work": 429,
    "request.gone": 408,
    "work.costly": 429,
    "server.error": 500,
    "storage.failed": 503,
    "storage.unread": 503,
}
OTHERS = 400


def status_of(refusal: Refusal) -> int:
    return STATUS.get(refusal.key, OTHERS)


def headers_of(refusal: Refusal) -> dict[str, str]:
    """When it may be tried again, if waiting helps."""
    return {"retry-after": str(refusal.wait)} if refusal.wait else {}
