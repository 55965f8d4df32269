"""Where the pages are, and the files these need."""

from __future__ import annotations

import contextlib
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.refused import status_of
from tavoliere.apps.web.http.squeezed import same_for_all
from tavoliere.apps.web.show import pictures, shares, shells
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.games import games

STATIC = Path(__file__).parents[1] / "static"
ROUTER = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
"""HEAD is what previews of links and watchdogs ask."""


def _page(voice: Voice, markup: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(markup, status, {"content-language": voice.code})


def origin_of(request: Request) -> str:
    """The address under which whoever asks has reached the server."""
    return f"{request.url.scheme}://{request.url.netloc}"


def error_page(voice: Voice, refusal: Refusal) -> HTMLResponse:
    return _page(voice, shells.error_page(voice, refusal), status_of(refusal))


@ROUTER.api_route("/", methods=READING)
def start(voice: Spoken) -> HTMLResponse:
    return _page(voice, shells.start_page(voice))


@ROUTER.api_route("/game/{table}", methods=READING)
async def table(request: Request, table: str, voice: Spoken) -> HTMLResponse:
    """The page asks for the table by itself; what its link says of itself must be there before."""
    tags = ""
    with contextlib.suppress(Refusal, ValueError, KeyError):
        known = await request.app.state.service.tables.outlines([table])
        tags = shares.preview_tags(shares.table_preview(voice, known[table].sheet, origin_of(request)))
    return _page(voice, shells.table_page(voice, tags))


@ROUTER.api_route("/position/{game}", methods=READING)
def position(request: Request, game: str, voice: Spoken) -> HTMLResponse:
    if game not in games():
        raise Refusal("request.missing")
    preview = shares.position_preview(voice, game, request.url.query, origin_of(request))
    return _page(voice, shells.position_page(voice, game, shares.preview_tags(preview)))


@ROUTER.api_route("/analyse/{game}", methods=READING)
def analyse(game: str, voice: Spoken) -> HTMLResponse:
    if game not in games():
        raise Refusal("request.missing")
    return _page(voice, shells.analysis_page(voice, game))


@ROUTER.api_route("/rules/{game}", methods=READING)
def rules(request: Request, game: str, voice: Spoken) -> Response:
    page = shells.rules_page(voice, game)
    if page is None:
        raise Refusal("rules.missing")
    return same_for_all(request, page.encode(), "text/html", {"content-language": voice.code})


@ROUTER.api_route("/learn/{game}", methods=READING)
def learn(game: str, voice: Spoken) -> HTMLResponse:
    return _page(voice, shells.lesson_page(voice, game))


@ROUTER.api_route("/puzzles/{game}", methods=READING)
def puzzles(game: str, voice: Spoken) -> HTMLResponse:
    return _page(voice, shells.puzzles_page(voice, game))


@ROUTER.api_route("/away", methods=READING)
def away(voice: Spoken) -> HTMLResponse:
    return _page(voice, shells.away_page(voice))


@ROUTER.api_route("/app.webmanifest", methods=READING)
def manifest(voice: Spoken) -> Response:
    return JSONResponse(shells.manifest(voice), media_type="application/manifest+json")


@ROUTER.api_route("/worker.js", methods=READING)
def worker() -> Response:
    """It stands at the root, since a worker sees only what is below it."""
    return FileResponse(STATIC / "worker.js", media_type="text/javascript")


@ROUTER.api_route("/static/board.css", methods=READING)
def board_css() -> Response:
    return Response(pictures.board_style(), media_type="text/css", headers={"cache-control": "no-cache"})
