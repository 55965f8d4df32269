"""Which language an answer is in: the one that somebody has chosen here, else the one that the browser asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Response
from starlette.requests import HTTPConnection, cookie_parser

from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.show.voices import Voice, Voices

ACCEPTED = "accept-language"
VARIES = f"{ACCEPTED}, cookie"
CHOSEN = "tavoliere-language"
"""The only cookie: it holds the code of a language, and is there once somebody has used the switch."""
REMEMBERED = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""


def voice_in(voices: Voices, headers: Mapping[str, str]) -> Voice:
    """The voice that the headers of a request or of a handshake ask for."""
    chosen = cookie_parser(headers.get("cookie", "")).get(CHOSEN, "")
    return voices.named(chosen) or voices.wanted(headers.get(ACCEPTED, ""))


def voice_of(connection: HTTPConnection) -> Voice:
    """The voice of a request or of a handshake."""
    service: Service = connection.app.state.service
    return voice_in(service.voices, connection.headers)


def remember(response: Response, voice: Voice, *, is_secure: bool) -> None:
    """Let the browser name this language from now on."""
    response.set_cookie(CHOSEN, voice.code, REMEMBERED, secure=is_secure, httponly=True, samesite="lax")


Spoken = Annotated[Voice, Depends(voice_of)]
