"""Lessons over HTTP. Nothing is stored: whoever learns says how far they are, and gets the board and the answer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tavoliere.apps.web.http import answers, messages
from tavoliere.apps.web.http.answers import ERRORS
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.routes import GamePath, service_of
from tavoliere.apps.web.live import teacher
from tavoliere.apps.web.show import teaching
from tavoliere.apps.web.show.voices import Voice
from tavoliere.teach import GuidedGame

ROUTER = APIRouter(prefix="/api/lessons", responses=ERRORS)


@ROUTER.get("/{game}", response_model=answers.CourseAnswer)
def course(game: GamePath, voice: Spoken) -> Any:
    """The lessons of a game."""
    return teaching.course_view(voice, game)


@ROUTER.post("/{game}", response_model=answers.LessonAnswer)
async def lesson(request: Request, game: GamePath, wanted: messages.AskedLesson, voice: Spoken) -> Any:
    """Where somebody is in a lesson, and what the turn being made comes to."""
    found = teaching.lesson_of(game, wanted.lesson)
    if found.guided is not None:
        return await _guided(request, voice, found.guided, wanted)
    task = teaching.task_of(found, wanted.task)
    apart = service_of(request).tasks.apart
    return await apart(
        teaching.task_view,
        voice,
        task,
        wanted.accepted,
        tuple(wanted.taken),
        wanted.move,
        bool(wanted.look.flipped),
    )


async def _guided(request: Request, voice: Voice, guided: GuidedGame, wanted: messages.AskedLesson) -> Any:
    """A guided game: the turn that was made, and the opponent's."""
    service = service_of(request)
    made = await service.tasks.apart(teaching.followed, guided, wanted.accepted)
    half = teaching.whole_turn(guided, made, tuple(wanted.taken), wanted.move)
    reply = await teacher.reply_to(service.pool, guided, half.position) if not half.position.pending else None
    flipped = bool(wanted.look.flipped)
    return await service.tasks.apart(teaching.guided_view, voice, guided, made, half, reply, flipped)
