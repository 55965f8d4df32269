"""The HTTP interface: tables, positions, records, rules, texts, health."""

from __future__ import annotations

import functools
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

import tavoliere as tv
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.http import answers, messages
from tavoliere.apps.web.http.answers import ERRORS, ERRORS_IN_JSON
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.limits import Buckets, address_of
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.show import choices
from tavoliere.apps.web.show.positions import position_view
from tavoliere.apps.web.show.records import record_text
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import conduct, endings, uploads
from tavoliere.apps.web.table.conduct import Occupant
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.setup import chosen_game, chosen_position
from tavoliere.apps.web.table.sheet import OPPONENT, Clock
from tavoliere.search.specs import parse_spec

ROUTER = APIRouter(prefix="/api", responses=ERRORS)
FILES = APIRouter(prefix="/api")
ABOUT = APIRouter()
BEARER = "bearer "

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{4,32}$", description="the id of a table")]
SeatLetter = Annotated[str, Path(pattern=r"^[a-z]$", description="the letter of a player")]
GamePath = Annotated[str, Path(max_length=100, description="the name of a game")]
Flipped = Annotated[bool, Query(description="seen from the other side")]
Authorization = Annotated[str | None, Header(max_length=200, description="`Bearer TOKEN` of a seat")]


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def token_in(authorization: str | None) -> list[str]:
    """The token of an `Authorization` header."""
    if authorization is None:
        return []
    if not authorization.lower().startswith(BEARER):
        raise Refusal("token.unknown")
    return [authorization[len(BEARER) :].strip()]


# What there is


@ROUTER.get("/texts")
def texts(response: Response, voice: Spoken) -> dict[str, str]:
    """Everything that the page says, by key, in the language that is asked for; what games say comes with answers."""
    response.headers["content-language"] = voice.code
    return voice.texts


@ROUTER.get("/games", response_model=answers.GamesAnswer)
def games(request: Request, voice: Spoken) -> Any:
    """The games, the opponents and the clocks that can be chosen."""
    return choices.choices_view(voice, service_of(request).settings.offered())


@ROUTER.get("/rules/{game}", response_model=answers.RulesAnswer)
def rules(game: GamePath, voice: Spoken) -> Any:
    """The rules of a game, with drawn positions."""
    shown = choices.rules_view(voice, game)
    if shown is None:
        raise Refusal("rules.missing")
    return shown


# Tables


@ROUTER.post("/tables", status_code=201, response_model=answers.NewTableAnswer)
async def create(request: Request, wanted: messages.NewTable) -> Any:
    """Make a table. The tokens of the people's seats are in the answer and nowhere else."""
    service = service_of(request)
    game = chosen_game(wanted.game, dict(wanted.options))
    first = chosen_position(game, wanted.start)
    seats = {letter: _occupant(seat, service.settings, game) for letter, seat in wanted.seats.items()}
    build = functools.partial(conduct.new_sheet, first, wanted.moves, seats, _clock(wanted.clock), service.now())
    sheet, tokens = await service.tasks.apart(build)
    _count_table(request)
    await service.tables.add(sheet)
    return {"table": sheet.table, "url": f"/game/{sheet.table}", "tokens": tokens}


def _occupant(seat: messages.AnySeat, settings: Settings, game: tv.Game) -> Occupant:
    if isinstance(seat, messages.OpponentSeat):
        offered = [spec for spec in settings.offered() if parse_spec(spec) == parse_spec(spec).on_the_ladder(game)]
        if seat.spec not in offered:
            raise Refusal("opponent.unknown", spec=seat.spec, known=", ".join(offered))
        return Occupant(OPPONENT, "", seat.spec)
    return Occupant(seat.kind, seat.name if isinstance(seat, messages.PersonSeat) else "")


def _clock(wanted: messages.AnyClock) -> Clock:
    if isinstance(wanted, messages.IncrementClock):
        return Clock("increment", base=wanted.base * 1000, increment=wanted.increment * 1000)
    if isinstance(wanted, messages.DaysClock):
        return Clock("days", days=wanted.days)
    return Clock()


def _count_table(request: Request) -> None:
    """One more table from this address, if it may have one more."""
    buckets: Buckets = request.app.state.new_tables
    wait = buckets.take(address_of(request.client.host if request.client else None))
    if wait:
        raise Refusal("limit.tables", wait=wait, seconds=wait)


@ROUTER.get("/tables/{table}", response_model=answers.TableAnswer)
async def show(
    request: Request, table: TableId, voice: Spoken, flipped: Flipped = False, authorization: Authorization = None
) -> Any:
    """A table as spectators see it, or with a token as that seat does."""
    service = service_of(request)
    tokens = token_in(authorization)
    live = await service.tables.find(table)
    if tokens and not live.sheet.letters_of(tokens):
        raise Refusal("token.unknown")
    return service.audience.view(voice, live, tokens, flipped)


@ROUTER.post("/glances", response_model=answers.GlancesAnswer)
async def glances(request: Request, wanted: messages.Glances, voice: Spoken) -> Any:
    """Several tables in few words, for a list of games; those that are not there are named."""
    return await service_of(request).audience.glances(voice, {one.table: one.tokens for one in wanted.tables})


@ROUTER.post("/tables/{table}/seats/{letter}", status_code=201, response_model=answers.SeatedAnswer)
async def sit_down(request: Request, table: TableId, letter: SeatLetter, wanted: messages.SitDown) -> Any:
    """Take an open seat."""
    service = service_of(request)
    live = await service.tables.find(table)
    return {"token": await service.agreements.sit_down(live, letter, wanted.name)}


@ROUTER.post("/tables/{table}/turns", status_code=201, response_model=answers.TurnAnswer)
async def turn(request: Request, table: TableId, wanted: messages.NewTurn, authorization: Authorization = None) -> Any:
    """Make a turn, for programs; the page uses the socket."""
    service = service_of(request)
    tokens = token_in(authorization)
    live = await service.tables.find(table)
    stored = await service.turns.typed(live, tokens, wanted.at, wanted.move)
    return {"at": stored.at, "ply": stored.ply}


@ROUTER.get("/tables/{table}/positions/{ply}", response_model=answers.PictureAnswer)
async def earlier(
    request: Request,
    table: TableId,
    ply: Annotated[int, Path(ge=0, le=messages.LONGEST_ID)],
    voice: Spoken,
    flipped: Flipped = False,
) -> Any:
    """The position after so many turns."""
    service = service_of(request)
    return await service.audience.picture(voice, await service.tables.find(table), ply, flipped)


@FILES.get("/tables/{table}/record", response_class=PlainTextResponse, responses=ERRORS_IN_JSON)
async def record(
    request: Request,
    table: TableId,
    kind: Annotated[str, Query(alias="format", pattern="^(tav|jsonl)$")] = "tav",
) -> Response:
    """The game as a file."""
    sheet = (await service_of(request).tables.find(table)).sheet
    text = await service_of(request).tasks.apart(record_text, sheet, kind)
    name = f'attachment; filename="{sheet.game}-{sheet.table}.{kind}"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@ROUTER.post("/records", status_code=201, response_model=answers.UploadAnswer)
async def upload(request: Request, wanted: messages.Upload) -> Any:
    """Bring a file of games; each becomes a table to look at."""
    service = service_of(request)
    found = await service.tasks.apart(uploads.read_upload, wanted.format, wanted.text, service.settings.limits)
    told = []
    for one in found:
        _count_table(request)
        sheet = await service.tasks.apart(conduct.review_sheet, one, service.now())
        await service.tables.add(sheet)
        told.append(
            {
                "table": sheet.table,
                "url": f"/game/{sheet.table}",
                "game": sheet.game,
                "players": one.players,
                "result": one.result,
                "turns": sheet.ply,
            }
        )
    return {"tables": told}


# Positions


@ROUTER.post("/positions", response_model=answers.PositionAnswer)
async def position(request: Request, wanted: messages.AskedPosition, voice: Spoken) -> Any:
    """Any position, turns from it, and the turn being made; nothing is stored."""
    return await service_of(request).tasks.apart(_position_answer, voice, wanted)


def _position_answer(voice: Voice, wanted: messages.AskedPosition) -> Any:
    first = chosen_position(chosen_game(wanted.game, dict(wanted.options)), wanted.text)
    ended = endings.Ending(wanted.ended.result, wanted.ended.reason) if wanted.ended else None
    ending = endings.checked(first.game, ended)
    return position_view(voice, first, wanted.moves, tuple(wanted.taken), bool(wanted.look.flipped), ending)


# Health


@ABOUT.get("/health", response_model=answers.HealthAnswer, responses={503: {"model": answers.HealthAnswer}})
async def health(request: Request, response: Response, voice: Spoken) -> Any:
    """Whether the server can do its work."""
    service = service_of(request)
    is_alive = await service.database.is_alive()
    if not is_alive:
        response.status_code = 503
    word = "ok" if is_alive else "failing"
    return {
        "status": word,
        "version": tv.__version__,
        "database": word,
        "workers": service.pool.size,
        "thinking": service.pool.running,
        "waiting": service.pool.waiting,
        "compiling": service.audience.compiling(voice),
    }


@ABOUT.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return PlainTextResponse(service_of(request).metrics.text(), media_type="text/plain; version=0.0.4")
