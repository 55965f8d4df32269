"""The HTTP interface: tables, positions, records, rules, texts, health."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

import tavoliere as tv
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers.errors import ERRORS, ERRORS_IN_JSON
from tavoliere.apps.web.http.answers.games import CautionsAnswer, GamesAnswer, LegendAnswer, RulesAnswer
from tavoliere.apps.web.http.answers.hosting import HealthAnswer, LanguageAnswer, ReadyAnswer
from tavoliere.apps.web.http.answers.positions import PositionAnswer
from tavoliere.apps.web.http.answers.tables import (
    CodeAnswer,
    ErasedAnswer,
    GlancesAnswer,
    LobbyAnswer,
    NewTableAnswer,
    PictureAnswer,
    SeatedAnswer,
    TableAnswer,
    TurnAnswer,
    UploadAnswer,
)
from tavoliere.apps.web.http.languages import Spoken, remember
from tavoliere.apps.web.http.limits import Buckets, address_of
from tavoliere.apps.web.http.squeezed import same_for_all
from tavoliere.apps.web.live import chores
from tavoliere.apps.web.live.chores import LITTLE, SHORT, opened
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.show import choices, codes
from tavoliere.apps.web.show.once import made_once
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.conduct import Occupant
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.setup import chosen_game, chosen_position
from tavoliere.apps.web.table.sheet import OPPONENT, TABLE_ID, Clock
from tavoliere.games import usable_games

ROUTER = APIRouter(prefix="/api", responses=ERRORS)
FILES = APIRouter(prefix="/api")
JSON = "application/json"
ABOUT = APIRouter()
BEARER = "bearer "
LOOK_SECONDS = 0.25
"""So often it is looked whether somebody still waits for an answer."""
T = TypeVar("T")
P = ParamSpec("P")

TableId = Annotated[str, Path(pattern=f"^{TABLE_ID.pattern}$", description="the id of a table")]
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


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Wait for something as long as whoever asked does; then it is not needed any more."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=LOOK_SECONDS))[0]:
            if await request.is_disconnected():
                raise Refusal("request.gone")
        return task.result()
    finally:
        task.cancel()


async def made(request: Request, is_little: bool, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Something that takes time: here if it is little and whoever asks has not had too much of that, else elsewhere."""
    service = service_of(request)
    if is_little:
        async with service.errands.turn_if_any() as wait:
            if not wait:
                return work(*arguments, **named)
    return await while_there(request, service.labour.do(work, *arguments, **named))


# What there is


@ROUTER.get("/texts")
def texts(response: Response, voice: Spoken) -> dict[str, str]:
    """Everything that the page says, by key, in the language that is asked for; what games say comes with answers."""
    response.headers["content-language"] = voice.code
    return voice.texts


@ROUTER.post("/language", response_model=LanguageAnswer)
def choose_language(request: Request, response: Response, wanted: messages.ChosenLanguage) -> Any:
    """Speak a language to this browser from now on, whatever it asks for otherwise. The choice is kept as a cookie."""
    voices = service_of(request).voices
    voice = voices.named(wanted.language)
    if voice is None:
        raise Refusal("language.unknown", language=wanted.language, known=", ".join(voices.codes))
    remember(response, voice, is_secure=request.url.scheme == "https")
    return {"language": voice.code}


@ROUTER.get("/games", response_model=GamesAnswer)
def games(request: Request, voice: Spoken) -> Any:
    """The games, the opponents and the clocks that can be chosen."""
    settings = service_of(request).settings
    return same_for_all(request, _games_body(voice, settings.offered(), settings.lobby), JSON)


@made_once
def _games_body(voice: Voice, offered: tuple[str, ...], lobby: bool) -> bytes:
    """The same for everybody of a language, and large: checked and written once."""
    view = GamesAnswer.model_validate(choices.choices_view(voice, offered, lobby))
    return view.model_dump_json(by_alias=True).encode()


@ROUTER.get("/rules/{game}", response_model=RulesAnswer)
def rules(request: Request, game: GamePath, voice: Spoken) -> Any:
    """The rules of a game, with drawn positions."""
    body = _rules_body(voice, game) if game in usable_games()[0] else None
    if body is None:
        raise Refusal("rules.missing")
    return same_for_all(request, body, JSON)


@made_once
def _rules_body(voice: Voice, game: str) -> bytes | None:
    """Half a megabyte of boards, checked and written once."""
    shown = choices.rules_view(voice, game)
    return None if shown is None else RulesAnswer.model_validate(shown).model_dump_json(by_alias=True).encode()


@ROUTER.get("/legends/{game}", response_model=LegendAnswer)
def legend(game: GamePath, voice: Spoken) -> Any:
    """What the marks on the boards of a game mean."""
    shown = choices.legend_view(voice, game)
    if shown is None:
        raise Refusal("legend.missing")
    return shown


# Tables


@ROUTER.post("/cautions", response_model=CautionsAnswer)
def cautions(wanted: messages.AskedCautions, voice: Spoken) -> Any:
    """What figures or proofs say against a game with these options, before a table is made; bad options are refused."""
    return {"cautions": choices.cautions_of(voice, chosen_game(wanted.game, dict(wanted.options)))}


@ROUTER.post("/tables", status_code=201, response_model=NewTableAnswer)
async def create(request: Request, wanted: messages.NewTable, voice: Spoken) -> Any:
    """Make a table. The tokens of the people's seats are in the answer and nowhere else."""
    service = service_of(request)
    if (wanted.listed or wanted.watchable) and not service.settings.lobby:
        raise Refusal("lobby.off")
    game = chosen_game(wanted.game, dict(wanted.options))
    first = chosen_position(game, wanted.start)
    seats = {letter: _occupant(seat, service.settings, game) for letter, seat in wanted.seats.items()}
    build = (first, wanted.moves, seats, _clock(wanted.clock), service.now())
    sheet, tokens = await made(request, len(wanted.moves) < SHORT, conduct.new_sheet, *build)
    _count_table(request)
    sheet = dataclasses.replace(sheet, listed=wanted.listed, watchable=wanted.watchable)
    await service.tables.add(sheet)
    told = choices.cautions_of(voice, game)
    return {"table": sheet.table, "url": f"/game/{sheet.table}", "tokens": tokens, "cautions": told}


def _occupant(seat: messages.AnySeat, settings: Settings, game: tv.Game) -> Occupant:
    if isinstance(seat, messages.OpponentSeat):
        offered = settings.offered_in(game)
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


@ROUTER.get("/tables/{table}", response_model=TableAnswer)
async def show(
    request: Request, table: TableId, voice: Spoken, flipped: Flipped = False, authorization: Authorization = None
) -> Any:
    """A table as spectators see it, or with a token as that seat does."""
    service = service_of(request)
    tokens = token_in(authorization)
    live = await service.tables.find(table)
    if tokens and not live.sheet.letters_of(tokens):
        raise Refusal("token.unknown")
    return service.audience.view(voice, live, tokens, 2 * flipped)


@ROUTER.delete("/tables/{table}", response_model=ErasedAnswer)
async def erase(request: Request, table: TableId, authorization: Authorization = None) -> Any:
    """Erase your game. Your seat and your name go at once; the turns go when nobody is left who has a seat."""
    service = service_of(request)
    live = await service.tables.find(table)
    return {"erased": await service.agreements.erase(live, token_in(authorization))}


@ROUTER.post("/glances", response_model=GlancesAnswer)
async def glances(request: Request, wanted: messages.Glances, voice: Spoken) -> Any:
    """Several tables in few words, for a list of games; those that are not there are named."""
    return await service_of(request).audience.glances(voice, {one.table: one.tokens for one in wanted.tables})


@ROUTER.get("/lobby", response_model=LobbyAnswer)
async def lobby(request: Request, voice: Spoken) -> Any:
    """Tables that wait for somebody and games that can be watched, as far as their people let strangers see them."""
    return await service_of(request).lobby.view(voice)


@ROUTER.post("/codes", response_model=CodeAnswer)
async def code(request: Request, wanted: messages.AskedCode) -> Any:
    """A link to this server as a square code that a camera reads. The link is in the body: a seat's token is in it."""
    if codes.host_of(wanted.link) != request.headers.get("host", "").lower():
        raise Refusal("code.foreign")
    work = service_of(request).labour.do(codes.square_code, wanted.link)
    return {"svg": await while_there(request, work)}


@ROUTER.post("/tables/{table}/seats/{letter}", status_code=201, response_model=SeatedAnswer)
async def sit_down(request: Request, table: TableId, letter: SeatLetter, wanted: messages.SitDown) -> Any:
    """Take an open seat."""
    service = service_of(request)
    live = await service.tables.find(table)
    return {"token": await service.agreements.sit_down(live, letter, wanted.name)}


@ROUTER.post("/tables/{table}/turns", status_code=201, response_model=TurnAnswer)
async def turn(request: Request, table: TableId, wanted: messages.NewTurn, authorization: Authorization = None) -> Any:
    """Make a turn, for programs; the page uses the socket."""
    service = service_of(request)
    tokens = token_in(authorization)
    live = await service.tables.find(table)
    stored = await service.turns.typed(live, tokens, wanted.at, wanted.move)
    return {"at": stored.at, "ply": stored.ply}


@ROUTER.get("/tables/{table}/positions/{ply}", response_model=PictureAnswer)
async def earlier(
    request: Request,
    table: TableId,
    ply: Annotated[int, Path(ge=0, le=messages.LONGEST_ID)],
    voice: Spoken,
    flipped: Flipped = False,
) -> Any:
    """The position after so many turns."""
    service = service_of(request)
    live = await service.tables.find(table)
    return await while_there(request, service.audience.picture(voice, live, ply, 2 * flipped))


@FILES.get("/tables/{table}/record", response_class=PlainTextResponse, responses=ERRORS_IN_JSON)
async def record(
    request: Request,
    table: TableId,
    kind: Annotated[str, Query(alias="format", pattern="^(tav|jsonl)$")] = "tav",
) -> Response:
    """The game as a file."""
    sheet = (await service_of(request).tables.find(table)).sheet
    text = await while_there(request, service_of(request).audience.record(sheet, kind))
    name = f'attachment; filename="{sheet.game}-{sheet.table}.{kind}"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@ROUTER.post("/records", status_code=201, response_model=UploadAnswer)
async def upload(request: Request, wanted: messages.Upload) -> Any:
    """Bring a file of games; each becomes a table to look at."""
    service = service_of(request)
    asked = (wanted.format, wanted.text, service.settings.limits, service.now())
    found = await made(request, len(wanted.text) < LITTLE, opened, *asked)
    told = []
    for sheet, one in found:
        _count_table(request)
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


@ROUTER.post("/positions", response_model=PositionAnswer)
async def position(request: Request, wanted: messages.AskedPosition, voice: Spoken) -> Any:
    """Any position, turns from it, and the turn being made; nothing is stored."""
    place = (wanted.game, dict(wanted.options), wanted.text)
    ended = (wanted.ended.result, wanted.ended.reason) if wanted.ended else None
    asked = (voice, place, wanted.moves, tuple(wanted.taken), bool(wanted.look.flipped), ended)
    return await made(request, len(wanted.moves) < SHORT, chores.position, *asked)


# Health


@ABOUT.get("/health", response_model=HealthAnswer, responses={503: {"model": HealthAnswer}})
async def health(request: Request, response: Response, voice: Spoken) -> Any:
    """Whether the server does its work, and what is wrong if it does not."""
    service = service_of(request)
    is_alive = await service.database.is_alive()
    problems = [*([] if is_alive else [service.database.problem() or "database"]), *service.problems()]
    if problems:
        response.status_code = 503
    return {
        "status": "failing" if problems else "ok",
        "version": tv.__version__,
        "database": "ok" if is_alive and "writing" not in problems else "failing",
        "problems": problems,
        "workers": service.pool.size,
        "thinking": service.pool.running,
        "waiting": service.pool.waiting,
        "compiling": service.audience.compiling(voice),
    }


@ABOUT.get("/ready", response_model=ReadyAnswer, responses={503: {"model": ReadyAnswer}})
async def ready(request: Request, response: Response) -> Any:
    """Whether new visitors should be sent here: not before it has started, while it stops, or without its database."""
    service = service_of(request)
    is_ready = service.is_ready and not service.outages.is_on and await service.database.is_alive()
    if not is_ready:
        response.status_code = 503
    return {"ready": is_ready}


@ABOUT.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return PlainTextResponse(service_of(request).metrics.text(), media_type="text/plain; version=0.0.4")
