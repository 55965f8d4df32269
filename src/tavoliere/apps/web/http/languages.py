"""Which language an answer is in: the one that the browser asks for, among those that there are."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.show.voices import Voice

ACCEPTED = "accept-language"


def voice_of(connection: HTTPConnection) -> Voice:
    """The voice of a request or of a handshake."""
    service: Service = connection.app.state.service
    return service.voices.wanted(connection.headers.get(ACCEPTED, ""))


Spoken = Annotated[Voice, Depends(voice_of)]
