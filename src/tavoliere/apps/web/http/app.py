"""The application: its parts put together."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Callable

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import tavoliere as tv
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.http import lessons, pages, puzzles, reviews, routes, setups, shares, studies, thinking
from tavoliere.apps.web.http.guard import Guard
from tavoliere.apps.web.http.languages import voice_of
from tavoliere.apps.web.http.limits import Buckets, Open
from tavoliere.apps.web.http.refused import headers_of, status_of
from tavoliere.apps.web.http.shapes import misshapen
from tavoliere.apps.web.http.sockets import Connection
from tavoliere.apps.web.live.opponents import Pool, Worker
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.show import wording
from tavoliere.apps.web.show.voices import voices
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.search.worker import SearchWorker

HOUR = 3600.0
ADDRESS_TIMES = 4
"""All connections of an address together may send so many times as many messages as one of them."""
LARGE = 2000
"""Answers of so many bytes are compressed; boards become twenty times smaller. Tokens are in small ones."""

ROUTERS = (
    routes.ROUTER, lessons.ROUTER, puzzles.ROUTER, studies.ROUTER, setups.ROUTER,
    routes.FILES, shares.FILES, studies.FILES, thinking.FILES, reviews.ROUTER, reviews.FILES,
    routes.ABOUT, pages.ROUTER, shares.PAGES,
)  # fmt: skip
"""In this order, which is also that of the description of the interface."""


def create_app(
    settings: Settings,
    make_worker: Callable[[], Worker] = SearchWorker,
    now: Callable[[], int] | None = None,
) -> FastAPI:
    """A server's application. Its database, `app.state.database`, is opened when it starts, or before by the host.

    A `LanguageError` says which file of a language is wrong.
    """
    metrics, spoken = Metrics(), voices(settings.texts)

    def observe(changes: int, seconds: float) -> None:
        metrics.count("commits_total")
        metrics.count("commit_changes_total", changes)
        metrics.count("commit_seconds_total", seconds)

    database = Database(settings.database_url(), observe)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database.claim()
        if not database.is_open:
            database.open()
        service = Service(settings, database, Pool(settings.workers, metrics, make_worker), metrics, now)
        app.state.service = service
        service.shares.spent |= app.state.spent
        service.shares.held |= app.state.held
        await service.start()
        try:
            yield
        finally:
            await service.stop()
            database.close()

    app = FastAPI(
        title="Tavoliere",
        version=tv.__version__,
        description="Tables for abstract board games: games by link, opponents, clocks, records.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.database = database
    app.state.metrics = metrics
    requests, connections = _limited(app, settings)
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    _answer_errors(app, metrics)

    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        await Connection(websocket, app.state.service, app.state.messages).run(table)

    app.add_middleware(GZipMiddleware, minimum_size=LARGE, compresslevel=4)
    app.add_middleware(
        Guard, settings=settings, metrics=metrics, voices=spoken, requests=requests, connections=connections
    )
    return app


def _limited(app: FastAPI, settings: Settings) -> tuple[Buckets, Open]:
    """What an address may take, counted: requests and connections for the guard, the rest for the routes."""
    limits, times, state = settings.limits, settings.networks.times, app.state

    def filled(most: float, a_second: float) -> Buckets:
        return Buckets(most, a_second, time.monotonic, times)

    requests = filled(limits.requests, limits.requests_a_second)
    connections = Open(limits.connections, times)
    state.messages = filled(ADDRESS_TIMES * limits.messages, ADDRESS_TIMES * limits.messages_a_second)
    state.new_tables = filled(limits.tables, limits.tables / HOUR)
    state.new_studies = filled(limits.studies, limits.studies / HOUR)
    state.streams = Open(limits.streams, times)
    state.spent = {
        "messages": state.messages, "tables": state.new_tables, "requests": requests, "studies": state.new_studies,
    }  # fmt: skip
    state.held = {"connections": connections, "streams": state.streams}
    return requests, connections


def _answer_errors(app: FastAPI, metrics: Metrics) -> None:
    """One form for everything that is refused: JSON for programs, a page for people."""

    def answer(request: Request, refusal: Refusal) -> Response:
        metrics.count("refusals_total", key=refusal.key)
        voice = voice_of(request)
        if not request.url.path.startswith(("/api/", "/static/", "/health", "/ready", "/metrics")):
            return pages.error_page(voice, refusal)
        return JSONResponse({"error": wording.body_of(voice, refusal)}, status_of(refusal), headers_of(refusal))

    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return answer(request, refusal)

    @app.exception_handler(RequestValidationError)
    async def not_understood(request: Request, error: RequestValidationError) -> Response:
        return answer(request, misshapen(error.errors()))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        key = {404: "request.missing", 405: "request.method"}.get(error.status_code, "request.shape")
        response = answer(request, Refusal(key))
        response.headers.update(error.headers or {})
        return response
