"""Live analysis over HTTP: a stream of what is found about a position, for as long as somebody listens."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

import tavoliere as tv
from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers import Answer
from tavoliere.apps.web.http.answers.errors import ERRORS_IN_JSON, ErrorAnswer, Problem
from tavoliere.apps.web.http.answers.thinking import GlimpseAnswer
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.limits import Open, address_of
from tavoliere.apps.web.http.routes import made, service_of
from tavoliere.apps.web.live import chores
from tavoliere.apps.web.live.analyst import Analyst, Glimpse
from tavoliere.apps.web.live.chores import SHORT
from tavoliere.apps.web.show import wording
from tavoliere.apps.web.show.analysis import Lines
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import Refusal

FILES = APIRouter(prefix="/api")
STREAM = "text/event-stream"
Leave = Callable[[], None]
KNOWN = {**ERRORS_IN_JSON, 200: {"content": {STREAM: {}}, "model": GlimpseAnswer}}


class Stream(StreamingResponse):
    """Events, one after another as they come: nothing on the way may collect them.

    It counts for the address that asked, until its end, however that comes: whoever goes before it has begun leaves
    too.
    """

    media_type = STREAM

    def __init__(self, content: AsyncIterator[str], leave: Leave) -> None:
        """`leave` is called at the end, also where somebody has gone before the first event was asked for."""
        super().__init__(content, headers={"x-accel-buffering": "no"})
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


def event(answer: Answer) -> str:
    return f"data: {answer.model_dump_json()}\n\n"


def problem_event(voice: Voice, refusal: Refusal) -> str:
    """A refusal in the middle of a stream, whose status is sent already."""
    problem = Problem.model_validate(wording.body_of(voice, refusal))
    return f"event: refused\n{event(ErrorAnswer(error=problem))}"


def entered(request: Request) -> Leave:
    """One more stream of an address, if it may have one more; what is returned ends it."""
    streams: Open = request.app.state.streams
    address = address_of(request.client.host if request.client else None)
    if not streams.enter(address):
        raise Refusal("limit.streams", most=streams.most)
    return functools.partial(streams.leave, address)


@FILES.post("/analysis", status_code=200, response_class=Stream, responses=KNOWN)
async def analyse(request: Request, wanted: messages.AskedAnalysis, voice: Spoken) -> Any:
    """The best lines of a position, better and better until the connection is closed; each event is a whole answer."""
    service = service_of(request)
    asked = (wanted.game, dict(wanted.options), wanted.text), wanted.moves
    position = await made(request, len(wanted.moves) < SHORT, chores.reached, *asked)
    if position.outcome is not None:
        raise Refusal("game.over")
    leave = entered(request)
    return Stream(_glimpses(request, voice, service.analyst, position, wanted.lines), leave)


async def _glimpses(
    request: Request, voice: Voice, analyst: Analyst, position: tv.Position, lines: int
) -> AsyncIterator[str]:
    shown = Lines(position)
    try:
        async for glimpse in analyst.follow(position, lines):
            if await request.is_disconnected():
                return
            yield event(_answer(shown, glimpse, lines))
    except Refusal as refusal:
        yield problem_event(voice, refusal)


def _answer(shown: Lines, glimpse: Glimpse, lines: int) -> GlimpseAnswer:
    found = None if glimpse.choice is None else shown.view(glimpse.choice, lines)
    return GlimpseAnswer.model_validate(
        {
            "waiting": glimpse.place,
            "compiling": glimpse.is_compiling,
            "done": glimpse.is_done,
            "seconds": glimpse.seconds,
            "found": found,
        }
    )
