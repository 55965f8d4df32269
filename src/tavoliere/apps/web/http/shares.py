"""What goes elsewhere: pictures and films of games, and boards for other people's pages."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from tavoliere.apps.web.http.answers.errors import ERRORS_IN_JSON
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.messages import LONGEST_ID, LONGEST_MOVE
from tavoliere.apps.web.http.routes import GamePath, TableId, service_of, while_there
from tavoliere.apps.web.show import shares, shells
from tavoliere.apps.web.show.shares import Look
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.games import games
from tavoliere.render.themes import THEMES

FILES = APIRouter(prefix="/api", responses=ERRORS_IN_JSON)
PAGES = APIRouter(include_in_schema=False)
TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
OWN = ("text", "move", "result", "reason", "theme", "flipped")
"""What an address of a position says besides the options of its game."""
MOST_OPTIONS = 20

Kind = Annotated[Literal["svg", "png"], Path(description="the kind of picture")]
Theme = Annotated[str, Query(pattern=f"^({'|'.join(THEMES)})$", description="the colours")]
Flipped = Annotated[bool, Query(description="seen from the other side")]
Ply = Annotated[int | None, Query(ge=0, le=LONGEST_ID, description="after so many turns; without it, as it is now")]
Text = Annotated[str, Query(max_length=2000)]
Move = Annotated[str, Query(max_length=LONGEST_MOVE)]
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {kind: {} for kind in TYPES.values()}}}


@FILES.get("/tables/{table}/picture/{kind}", response_class=Response, responses=PICTURE)
async def table_picture(
    request: Request,
    table: TableId,
    kind: Kind,
    voice: Spoken,
    ply: Ply = None,
    theme: Theme = "light",
    flipped: Flipped = False,
) -> Response:
    """The board of a table as a picture."""
    shares.check_kind(kind)
    service = service_of(request)
    sheet = (await service.tables.find(table)).sheet
    at = sheet.ply if ply is None else ply
    if at > sheet.ply:
        raise Refusal("request.missing")
    look = Look(theme, flipped)
    key = ("shared", table, sheet.undos, at, kind, look, voice.code, sheet.is_over)
    work = service.labour.once(key, len, shares.table_picture, voice, sheet, at, kind, look)
    return _picture(await while_there(request, work), kind, f"{sheet.game}-{table}-{at}")


@FILES.get("/tables/{table}/film", response_class=Response, responses=PICTURE)
async def film(
    request: Request, table: TableId, voice: Spoken, theme: Theme = "light", flipped: Flipped = False
) -> Response:
    """The whole game of a table as an animated picture."""
    shares.check_kind("gif")
    service = service_of(request)
    sheet = (await service.tables.find(table)).sheet
    look = Look(theme, flipped)
    key = ("film", table, sheet.undos, sheet.ply, look, voice.code)
    work = service.labour.once(key, len, shares.film, voice, sheet, look)
    return _picture(await while_there(request, work), "gif", f"{sheet.game}-{table}")


@FILES.get("/positions/{game}/picture/{kind}", response_class=Response, responses=PICTURE)
async def position_picture(
    request: Request,
    game: GamePath,
    kind: Kind,
    voice: Spoken,
    text: Text = "",
    move: Move = "",
    theme: Theme = "light",
    flipped: Flipped = False,
) -> Response:
    """Any position as a picture, by the same address as its page: options of the game stand beside its text."""
    shares.check_kind(kind)
    place = (game, _options(request), text)
    look = Look(theme, flipped)
    moves = [move] if move else []
    key = ("position", str(place), move, kind, look, voice.code)
    work = service_of(request).labour.once(key, len, shares.position_picture, voice, place, moves, kind, look)
    return _picture(await while_there(request, work), kind, game)


def _options(request: Request) -> dict[str, int | str]:
    found = [(name, value) for name, value in request.query_params.items() if name not in OWN]
    if len(found) > MOST_OPTIONS or any(len(name) > 40 or len(value) > 100 for name, value in found):
        raise Refusal("request.shape")
    return {name: int(value) if re.fullmatch("[0-9]{1,8}", value) else value for name, value in found}


def _picture(made: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'inline; filename="{name}.{kind}"'}
    return Response(made, media_type=TYPES[kind], headers=headers)


# Boards for other pages


@PAGES.api_route("/embed/game/{table}", methods=["GET", "HEAD"])
async def embedded_table(request: Request, table: TableId, voice: Spoken) -> HTMLResponse:
    """A table to be shown in somebody else's page; nobody can play in it."""
    known = (await service_of(request).tables.outlines([table])).get(table)
    if known is None:
        raise Refusal("table.missing")
    return _page(voice, shells.embedded_page(voice, known.sheet.game, f"/game/{table}"))


@PAGES.api_route("/embed/position/{game}", methods=["GET", "HEAD"])
async def embedded_position(
    request: Request, game: str, voice: Spoken, text: Text = "", move: Move = "", flipped: Flipped = False
) -> HTMLResponse:
    """A position to be shown in somebody else's page."""
    if game not in games():
        raise Refusal("request.missing")
    place = (game, _options(request), text)
    work = service_of(request).labour.do(shares.embedded_board, voice, place, [move] if move else [], flipped)
    board = await while_there(request, work)
    query = f"?{request.url.query}" if request.url.query else ""
    return _page(voice, shells.embedded_page(voice, game, f"/position/{game}{query}", board))


def _page(voice: Spoken, markup: str) -> HTMLResponse:
    return HTMLResponse(markup, 200, {"content-language": voice.code})
