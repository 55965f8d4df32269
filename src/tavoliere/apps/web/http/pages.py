"""Where the pages are, and the files these need."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from tavoliere.apps.web.http.refused import status_of
from tavoliere.apps.web.show import pictures, shells
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.games import games

STATIC = Path(__file__).parents[1] / "static"
ROUTER = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
"""HEAD is what previews of links and watchdogs ask."""


def error_page(refusal: Refusal) -> HTMLResponse:
    return HTMLResponse(shells.error_page(refusal), status_of(refusal))


@ROUTER.api_route("/", methods=READING)
def start() -> HTMLResponse:
    return HTMLResponse(shells.start_page())


@ROUTER.api_route("/game/{table}", methods=READING)
def table(table: str) -> HTMLResponse:  # noqa: ARG001 - the page asks for it by itself
    return HTMLResponse(shells.table_page())


@ROUTER.api_route("/position/{game}", methods=READING)
def position(game: str) -> HTMLResponse:
    if game not in games():
        raise Refusal("request.missing")
    return HTMLResponse(shells.position_page(game))


@ROUTER.api_route("/rules/{game}", methods=READING)
def rules(game: str) -> HTMLResponse:
    page = shells.rules_page(game)
    if page is None:
        raise Refusal("rules.missing")
    return HTMLResponse(page)


@ROUTER.api_route("/static/board.css", methods=READING)
def board_css() -> Response:
    return Response(pictures.board_style(), media_type="text/css", headers={"cache-control": "no-cache"})
