"""The HTTP interface: tables, positions, records, rules, texts, health."""

from __future__ import annotations

import functools
import io
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

import tavoliere as tv
from tavoliere.apps.web.host.settings import Settings, opponent_name
from tavoliere.apps.web.http import answers, messages
from tavoliere.apps.web.http.answers import ERRORS, ERRORS_IN_JSON
from tavoliere.apps.web.http.limits import Buckets, address_of
from tavoliere.apps.web.live.service import Service
from tavoliere.apps.web.show import pictures, rulebooks, views
from tavoliere.apps.web.show.phrases import names_of, phrase, title_of
from tavoliere.apps.web.table import conduct, halves, uploads
from tavoliere.apps.web.table.conduct import Occupant
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import OPPONENT, Clock, Sheet, Turn
from tavoliere.apps.web.texts import catalogue
from tavoliere.games import ruleset, usable_games
from tavoliere.records import format_record, read, write_jsonl
from tavoliere.scene.steps import Steps

ROUTER = APIRouter(prefix="/api", responses=ERRORS)
FILES = APIRouter(prefix="/api")
ABOUT = APIRouter()
CLOCKS = {"none": {}, "increment": {"base": (1, 86_400), "increment": (0, 3_600)}, "days": {"days": (1, 30)}}
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


def chosen_game(name: str, options: dict[str, Any]) -> tv.Game:
    try:
        return tv.Game(ruleset(name), options)
    except tv.OptionError as refusal:
        raise Refusal("options.refused", problem=phrase(str(refusal))) from refusal


def chosen_position(game: tv.Game, text: str) -> tv.Position:
    """A position by its text; every reason of a refusal is told."""
    try:
        return game.position(text) if text else game.start()
    except tv.PositionError as refusal:
        raise Refusal("position.refused", reasons=[phrase(reason) for reason in refusal.reasons]) from refusal


# What there is


@ROUTER.get("/texts")
def texts() -> dict[str, str]:
    """Everything that the page says, by key; what games say comes with the answers."""
    return {key: text for key, text in catalogue().items() if not key.startswith("said.")}


@ROUTER.get("/games", response_model=answers.GamesAnswer)
def games(request: Request) -> Any:
    """The games, the opponents and the clocks that can be chosen."""
    settings = service_of(request).settings
    return {
        "games": [_game_answer(name) for name in usable_games()[0]],
        "opponents": [{"spec": spec, "name": opponent_name(spec)} for spec in settings.offered()],
        "clocks": CLOCKS,
    }


@functools.cache
def _game_answer(name: str) -> dict[str, Any]:
    facts = ruleset(name).facts
    return {
        "name": name,
        "title": title_of(name),
        "author": facts.author,
        "sentence": rulebooks.sentence_of(name),
        "rules": f"/rules/{name}" if rulebooks.text_of(name) is not None else None,
        "svg": pictures.board(pictures.taster(tv.game(name)), id_prefix=f"start-{name}", with_seats=False),
        "players": _players(tv.game(name)),
        "options": [
            {"name": option.name, "type": option.type.__name__, "default": option.default, "help": option.help}
            for option in facts.options
        ],
        "variants": [
            {"options": dict(variant), "players": _players(tv.game(name, **variant))} for variant in facts.variants
        ],
    }


def _players(game: tv.Game) -> list[dict[str, str]]:
    return [{"letter": letter, "name": name} for letter, name in names_of(game).items()]


@ROUTER.get("/rules/{game}", response_model=answers.RulesAnswer)
def rules(game: GamePath) -> Any:
    """The rules of a game, with drawn positions."""
    html = rulebooks.html_of(game)
    if html is None:
        raise Refusal("rules.missing")
    return {"game": game, "title": title_of(game), "html": html}


# Tables


@ROUTER.post("/tables", status_code=201, response_model=answers.NewTableAnswer)
async def create(request: Request, wanted: messages.NewTable) -> Any:
    """Make a table. The tokens of the people's seats are in the answer and nowhere else."""
    service = service_of(request)
    game = chosen_game(wanted.game, dict(wanted.options))
    first = chosen_position(game, wanted.start)
    seats = {letter: _occupant(seat, service.settings) for letter, seat in wanted.seats.items()}
    build = functools.partial(conduct.new_sheet, first, wanted.moves, seats, _clock(wanted.clock), service.now())
    sheet, tokens = await service.apart(build)
    _count_table(request)
    await service.add(sheet)
    return {"table": sheet.table, "url": f"/game/{sheet.table}", "tokens": tokens}


def _occupant(seat: messages.AnySeat, settings: Settings) -> Occupant:
    if isinstance(seat, messages.OpponentSeat):
        if seat.spec not in settings.offered():
            raise Refusal("opponent.unknown", spec=seat.spec, known=", ".join(settings.offered()))
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
async def show(request: Request, table: TableId, flipped: Flipped = False, authorization: Authorization = None) -> Any:
    """A table as spectators see it, or with a token as that seat does."""
    service = service_of(request)
    tokens = token_in(authorization)
    live = await service.table(table)
    if tokens and not live.sheet.letters_of(tokens):
        raise Refusal("token.unknown")
    return service.view(live, tokens, flipped)


@ROUTER.post("/tables/{table}/seats/{letter}", status_code=201, response_model=answers.SeatedAnswer)
async def sit_down(request: Request, table: TableId, letter: SeatLetter, wanted: messages.SitDown) -> Any:
    """Take an open seat."""
    service = service_of(request)
    live = await service.table(table)
    return {"token": await service.sit_down(live, letter, wanted.name)}


@ROUTER.post("/tables/{table}/turns", status_code=201, response_model=answers.TurnAnswer)
async def turn(request: Request, table: TableId, wanted: messages.NewTurn, authorization: Authorization = None) -> Any:
    """Make a turn, for programs; the page uses the socket."""
    service = service_of(request)
    tokens = token_in(authorization)
    live = await service.table(table)
    stored = await service.turn(live, tokens, wanted.at, wanted.move)
    return {"at": stored.at, "ply": stored.ply}


@ROUTER.get("/tables/{table}/positions/{ply}", response_model=answers.PictureAnswer)
async def earlier(
    request: Request,
    table: TableId,
    ply: Annotated[int, Path(ge=0, le=messages.LONGEST_ID)],
    flipped: Flipped = False,
) -> Any:
    """The position after so many turns."""
    service = service_of(request)
    return await service.picture(await service.table(table), ply, flipped)


@FILES.get("/tables/{table}/record", response_class=PlainTextResponse, responses=ERRORS_IN_JSON)
async def record(
    request: Request,
    table: TableId,
    kind: Annotated[str, Query(alias="format", pattern="^(tav|jsonl)$")] = "tav",
) -> Response:
    """The game as a file."""
    sheet = (await service_of(request).table(table)).sheet
    text = await service_of(request).apart(_record_text, sheet, kind)
    name = f'attachment; filename="{sheet.game}-{sheet.table}.{kind}"'
    return PlainTextResponse(text, headers={"content-disposition": name})


def _record_text(sheet: Sheet, kind: str) -> str:
    names = {seat.letter: opponent_name(seat.spec) for seat in sheet.seats if seat.kind == OPPONENT}
    found = next(read(sheet.source)) if sheet.source else conduct.record_of(sheet, names)
    if kind == "tav":
        return format_record(found)
    lines = io.StringIO()
    write_jsonl([found], lines)
    return lines.getvalue()


@ROUTER.post("/records", status_code=201, response_model=answers.UploadAnswer)
async def upload(request: Request, wanted: messages.Upload) -> Any:
    """Bring a file of games; each becomes a table to look at."""
    service = service_of(request)
    found = await service.apart(uploads.read_upload, wanted.format, wanted.text, service.settings.limits)
    told = []
    for one in found:
        _count_table(request)
        sheet = await service.apart(conduct.review_sheet, one, service.now())
        await service.add(sheet)
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
async def position(request: Request, wanted: messages.AskedPosition) -> Any:
    """Any position, turns from it, and the turn being made; nothing is stored."""
    return await service_of(request).apart(_position_answer, wanted)


def _position_answer(wanted: messages.AskedPosition) -> dict[str, Any]:
    game = chosen_game(wanted.game, dict(wanted.options))
    position = chosen_position(game, wanted.text)
    before, last = position, None
    for ply, move in enumerate(wanted.moves, start=1):
        before = position
        position = conduct.played(position, move)
        last = ply
    events = halves.turn_events(before, wanted.moves[-1]) if last else ()
    half = _half_made(position, tuple(wanted.taken))
    over = half.position.outcome
    return {
        "type": "picture",
        "game": game.name,
        "title": title_of(game.name),
        "options": dict(game.options),
        "text": str(position),
        "ply": len(wanted.moves),
        "moves": [move.strip() for move in wanted.moves],
        "turn": "" if position.outcome is not None else position.turn,
        "svg": pictures.board(
            half.position,
            marks=halves.marks_of(half.events or events),
            targets=half.next,
            selected=half.begun,
            flipped=wanted.look.flipped,
        ),
        "next": half.next if half.move is None and over is None else [],
        "taken": list(half.taken),
        "half": half.text,
        "notes": pictures.notes_of(half.position),
        "complete": half.move is not None,
        "move": half.move,
        "result": views.outcome_view(game, position.outcome),
        "last": views.last_view(position, Turn(before.turn, wanted.moves[-1].strip(), 0), last, events)
        if last
        else None,
        "url": views.position_url(game, str(position)),
    }


def _half_made(position: tv.Position, taken: Steps) -> halves.Half:
    """A half-made turn. If only its last step is wrong, the rules say why where they can."""
    try:
        return halves.half_made(position, taken)
    except Refusal:
        refusal = halves.attempted(position, taken[:-1], taken[-1])
        if refusal is None:
            raise
        raise refusal from None


# Health


@ABOUT.get("/health", response_model=answers.HealthAnswer, responses={503: {"model": answers.HealthAnswer}})
async def health(request: Request, response: Response) -> Any:
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
        "compiling": service.compiling,
    }


@ABOUT.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return PlainTextResponse(service_of(request).metrics.text(), media_type="text/plain; version=0.0.4")
