"""Reviews over HTTP: a stream that follows one while it is made, the game with its comments, and another try."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers.errors import ERRORS, ERRORS_IN_JSON
from tavoliere.apps.web.http.answers.thinking import ReviewAnswer, TryAnswer
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.routes import TableId, service_of, while_there
from tavoliere.apps.web.http.thinking import STREAM, Stream, entered, event, problem_event
from tavoliere.apps.web.live.reviews import checked
from tavoliere.apps.web.show.reviews import ReviewShown
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import Refusal

ROUTER = APIRouter(prefix="/api", responses=ERRORS)
FILES = APIRouter(prefix="/api")
KNOWN: dict[int | str, dict[str, Any]] = {
    **ERRORS_IN_JSON,
    200: {"content": {STREAM: {}}, "model": ReviewAnswer},
}


@FILES.post("/tables/{table}/review", status_code=200, response_class=Stream, responses=KNOWN)
async def review(request: Request, table: TableId, wanted: messages.AskedReview, voice: Spoken) -> Any:  # noqa: ARG001
    """The review of a finished game, turn after turn as they are graded. It pauses when nobody follows it."""
    checked((await service_of(request).tables.find(table)).sheet)
    return Stream(_progress(request, voice, table), entered(request))


async def _progress(request: Request, voice: Voice, table: str) -> AsyncIterator[str]:
    reviews = service_of(request).reviews
    shown = ReviewShown()
    try:
        async for found in reviews.follow(table):
            if await request.is_disconnected():
                return
            turns = await reviews.turns(found.review, voice, shown.told)
            news = shown.news(found.review, turns, found.place, found.is_compiling)
            yield event(ReviewAnswer.model_validate(news))
    except Refusal as refusal:
        yield problem_event(voice, refusal)


@FILES.get("/tables/{table}/review/record", response_class=PlainTextResponse, responses=ERRORS_IN_JSON)
async def record(request: Request, table: TableId) -> Response:
    """The reviewed game as a file, with comments and better lines."""
    service = service_of(request)
    game = (await service.tables.find(table)).sheet.game
    text = await while_there(request, service.reviews.written(table))
    name = f'attachment; filename="{game}-{table}-review.tav"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@ROUTER.post("/tables/{table}/review/tries", response_model=TryAnswer)
async def another_try(request: Request, table: TableId, wanted: messages.Try) -> Any:
    """What another turn would have been worth in the place of one that was made."""
    reviews = service_of(request).reviews
    turn = await while_there(request, reviews.tried(table, wanted.number, wanted.move))
    return {
        "move": turn.move,
        "grade": turn.grade,
        "before": round(turn.before, 4),
        "after": round(turn.after, 4),
        "proven_after": turn.proven_after,
    }
