"""Positions that are put together by hand, over HTTP. Nothing is stored: the page says what stands where."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers.errors import ERRORS
from tavoliere.apps.web.http.answers.positions import SetupAnswer
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.show import setups
from tavoliere.apps.web.table.setup import chosen_game
from tavoliere.scene.palette import Setup

ROUTER = APIRouter(prefix="/api", responses=ERRORS)


@ROUTER.post("/setups", response_model=SetupAnswer)
def setup(wanted: messages.AskedSetup, voice: Spoken) -> Any:
    """A board that somebody sets up: its picture, its text, and every reason why it is no position yet.

    Whoever begins with a text is told what there is to put down as well.
    """
    game = chosen_game(wanted.game, dict(wanted.options))
    setups.palette_of(game)
    begins = wanted.made is None
    found = setups.begun(game, wanted.text) if wanted.made is None else setups.checked(game, _made(wanted.made))
    return setups.setup_view(voice, game, found, bool(wanted.look.flipped), begins)


def _made(made: messages.HandSetup) -> Setup:
    sides = (name.partition("-") for name in made.barriers)
    barriers = frozenset((first, second) for first, _, second in sides)
    return Setup(dict(made.squares), {name: tuple(values) for name, values in made.fields.items()}, barriers)
