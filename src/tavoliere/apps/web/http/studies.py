"""Studies over HTTP: shared by link, written as files, read from files, taken from tables. All is replayed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from tavoliere.apps.web.http import messages
from tavoliere.apps.web.http.answers.errors import ERRORS, ERRORS_IN_JSON
from tavoliere.apps.web.http.answers.studies import KeptStudyAnswer, StudiesAnswer, StudyAnswer
from tavoliere.apps.web.http.languages import Spoken
from tavoliere.apps.web.http.limits import Buckets, address_of
from tavoliere.apps.web.http.routes import TableId, made, service_of, while_there
from tavoliere.apps.web.live import chores
from tavoliere.apps.web.live.chores import LITTLE
from tavoliere.apps.web.show.studies import study_view
from tavoliere.apps.web.table import studies
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.studies import Ended, Node, Study

ROUTER = APIRouter(prefix="/api", responses=ERRORS)
FILES = APIRouter(prefix="/api")
FEW = 12
"""Turns of a study that is replayed at once."""

StudyId = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$", description="the id of a study")]
Kind = Annotated[str, Query(alias="format", pattern="^(tav|jsonl)$")]


def _brought(wanted: messages.NewStudy) -> Study:
    """What somebody brings, as it is."""
    ended = wanted.ended
    return Study(
        wanted.game,
        dict(wanted.options),
        wanted.start,
        wanted.comment,
        dict(wanted.names),
        wanted.date,
        dict(wanted.tags),
        None if ended is None else Ended(ended.node, ended.result, ended.reason),
        tuple(Node(node.parent, node.move, node.mark, node.comment) for node in wanted.nodes),
    )


@ROUTER.post("/studies", status_code=201, response_model=KeptStudyAnswer)
async def keep(request: Request, wanted: messages.NewStudy) -> Any:
    """Keep a study, so that a link leads to it. The same study has the same link."""
    service = service_of(request)
    brought, limits = _brought(wanted), service.settings.limits
    found = await made(request, len(brought.nodes) < FEW, chores.checked_study, brought, limits)
    content = studies.to_json(found)
    name = studies.id_of(content)
    if await service.database.study(name) is None:
        _count(request)
    await service.keep_study(name, content)
    return {"study": name, "url": f"/analyse/{found.game}?study={name}"}


def _count(request: Request) -> None:
    """One more study from this address, if it may have one more; to share one that is there already is free."""
    buckets: Buckets = request.app.state.new_studies
    wait = buckets.take(address_of(request.client.host if request.client else None))
    if wait:
        raise Refusal("limit.studies", wait=wait, seconds=wait)


@ROUTER.get("/studies/{study}", response_model=StudyAnswer)
async def show(request: Request, study: StudyId, voice: Spoken) -> Any:
    """A study that somebody has shared."""
    content = await service_of(request).database.study(study)
    if content is None:
        raise Refusal("study.missing")
    return study_view(voice, studies.from_json(content))


@ROUTER.get("/tables/{table}/study", response_model=StudyAnswer)
async def of_table(request: Request, table: TableId, voice: Spoken) -> Any:
    """The game at a table as a study; of a file that somebody brought, with its variations."""
    service = service_of(request)
    sheet = (await service.tables.find(table)).sheet
    return study_view(voice, await while_there(request, service.audience.study(sheet)))


@ROUTER.post("/studies/file", response_model=StudiesAnswer)
async def read(request: Request, wanted: messages.Upload, voice: Spoken) -> Any:
    """The games of a file as studies; nothing of it is kept."""
    service = service_of(request)
    asked = (wanted.format, wanted.text, service.settings.limits)
    found = await made(request, len(wanted.text) < LITTLE, chores.opened_studies, *asked)
    return {"studies": [study_view(voice, one) for one in found]}


@FILES.post("/studies/record", response_class=PlainTextResponse, responses=ERRORS_IN_JSON)
async def record(request: Request, wanted: messages.NewStudy, kind: Kind = "tav") -> Response:
    """A study as a file, with all its variations."""
    service = service_of(request)
    asked = (_brought(wanted), service.settings.limits, kind)
    return PlainTextResponse(await made(request, len(wanted.nodes) < FEW, chores.study_file, *asked))
