"""The pages: shells of HTML that modules fill, and the files these need."""

from __future__ import annotations

import functools
import re
from html import escape
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from tavoliere.apps.web.show import pictures, rulebooks
from tavoliere.apps.web.show.phrases import title_of
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.texts import text
from tavoliere.games import games

FOLDER = Path(__file__).parents[1]
PAGES = FOLDER / "pages"
STATIC = FOLDER / "static"
ROUTER = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
"""HEAD is what previews of links and watchdogs ask."""
TEXT = re.compile(r"\{\{text ([a-z.-]+)\}\}")


@functools.cache
def shell(name: str) -> str:
    """A page without its content. Its words stand in the catalogue: `{{text KEY}}` is the place of one."""
    markup = (PAGES / name).read_text(encoding="utf-8")
    return TEXT.sub(lambda match: escape(text(match[1])), markup)


def filled(name: str, title: str, content: str = "") -> str:
    """A shell with its title, which is escaped, and its content, which is ours."""
    return shell(name).replace("{{title}}", escape(title)).replace("{{content}}", content)


def error_page(refusal: Refusal) -> HTMLResponse:
    back = f'<p><a href="/">{escape(text("page.error.back"))}</a></p>'
    return HTMLResponse(filled("error.html", refusal.text, back), refusal.status)


@ROUTER.api_route("/", methods=READING)
def start() -> HTMLResponse:
    return HTMLResponse(filled("start.html", "Tavoliere"))


@ROUTER.api_route("/game/{table}", methods=READING)
def table(table: str) -> HTMLResponse:  # noqa: ARG001 - the page asks for it by itself
    return HTMLResponse(filled("table.html", "Tavoliere"))


@ROUTER.api_route("/position/{game}", methods=READING)
def position(game: str) -> HTMLResponse:
    if game not in games():
        raise Refusal("request.missing")
    return HTMLResponse(filled("position.html", title_of(game)))


@ROUTER.api_route("/rules/{game}", methods=READING)
def rules(game: str) -> HTMLResponse:
    html = rulebooks.html_of(game)
    if html is None:
        raise Refusal("rules.missing")
    return HTMLResponse(filled("rules.html", title_of(game), html))


@ROUTER.api_route("/static/board.css", methods=READING)
def board_css() -> Response:
    return Response(pictures.board_style(), media_type="text/css", headers={"cache-control": "no-cache"})
