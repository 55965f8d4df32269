"""Puzzles over HTTP. Nothing is stored: whoever solves says how far they are, and gets the board and the answer."""

from __future__ import annotations

import datetime
from typing import Any

from fastapi import APIRouter, Request

from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers.errors import ERRORS
from tavoliere.apps.web.http.answers.teaching import LessonAnswer, PuzzlesAnswer
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.routes import GamePath, service_of, while_there
from tavoliere.apps.web.live import chores
from tavoliere.apps.web.show import puzzling

ROUTER = APIRouter(prefix="/api/puzzles", responses=ERRORS)


@ROUTER.get("/{game}", response_model=PuzzlesAnswer)
def listed(game: GamePath, voice: Spoken) -> Any:
    """The puzzles of a game with their ratings and themes, and the one of the day."""
    return puzzling.list_view(voice, game, datetime.datetime.now(datetime.UTC).date())


@ROUTER.post("/{game}", response_model=LessonAnswer)
async def puzzle(request: Request, game: GamePath, wanted: messages.AskedPuzzle, voice: Spoken) -> Any:
    """Where somebody is in a puzzle, and what the turn being made comes to."""
    puzzling.puzzle_of(game, wanted.puzzle)
    asked = (wanted.accepted, tuple(wanted.taken), wanted.move, bool(wanted.look.flipped))
    work = service_of(request).labour.do(chores.puzzle, voice, (game, wanted.puzzle), *asked, wanted.solution)
    return await while_there(request, work)
