"""Lessons over HTTP. Nothing is stored: whoever learns says how far they are, and gets the board and the answer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers.errors import ERRORS
from tavoliere.apps.web.http.answers.teaching import CourseAnswer, LessonAnswer
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.routes import GamePath, service_of, while_there
from tavoliere.apps.web.live import chores, teacher
from tavoliere.apps.web.show import teaching
from tavoliere.apps.web.show.voices import Voice
from tavoliere.teach import GuidedGame

ROUTER = APIRouter(prefix="/api/lessons", responses=ERRORS)


@ROUTER.get("/{game}", response_model=CourseAnswer)
def course(game: GamePath, voice: Spoken) -> Any:
    """The lessons of a game."""
    return teaching.course_view(voice, game)


@ROUTER.post("/{game}", response_model=LessonAnswer)
async def lesson(request: Request, game: GamePath, wanted: messages.AskedLesson, voice: Spoken) -> Any:
    """Where somebody is in a lesson, and what the turn being made comes to."""
    found = teaching.lesson_of(game, wanted.lesson)
    if found.guided is not None:
        return await _guided(request, voice, game, found.guided, wanted)
    asked = (wanted.accepted, tuple(wanted.taken), wanted.move, bool(wanted.look.flipped))
    place = (game, wanted.lesson, wanted.task)
    return await while_there(request, service_of(request).labour.do(chores.task, voice, place, *asked))


async def _guided(request: Request, voice: Voice, game: str, guided: GuidedGame, wanted: messages.AskedLesson) -> Any:
    """A guided game: the turn that was made, and the opponent's."""
    service = service_of(request)
    place, asked = (game, wanted.lesson), (wanted.accepted, tuple(wanted.taken), wanted.move)
    made, half = await while_there(request, service.labour.do(chores.guided_turn, place, *asked))
    is_due = wanted.answer and not half.position.pending
    reply = await teacher.reply_to(service.pool, guided, half.position) if is_due else None
    flipped = bool(wanted.look.flipped)
    return await while_there(request, service.labour.do(chores.guided_view, voice, place, made, half, reply, flipped))
