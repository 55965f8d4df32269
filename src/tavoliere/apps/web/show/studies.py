"""Studies as pages and files get them."""

from __future__ import annotations

import io

import tavoliere as tv
from tavoliere.apps.web.show.records import table_record
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import studies
from tavoliere.apps.web.table.sheet import Sheet
from tavoliere.apps.web.table.studies import Study
from tavoliere.records import format_record, write_jsonl


def study_view(voice: Voice, study: Study) -> Message:
    """A study for a page: its tree, and who plays."""
    game = tv.game(study.game, **study.options)
    return {
        "game": study.game,
        "title": voice.title(study.game),
        "options": dict(game.options),
        "start": study.start,
        "comment": study.comment,
        "names": dict(study.names),
        "date": study.date,
        "tags": dict(study.tags),
        "ended": None if study.ended is None else study.ended._asdict(),
        "nodes": [node._asdict() for node in study.nodes],
    }


def table_study(sheet: Sheet) -> Study:
    """The game at a table as a study; of a file that somebody brought, with all its variations."""
    return studies.study_of(table_record(sheet))


def study_text(study: Study, kind: str) -> str:
    """A study as a file, in one of the two formats, `tav` or `jsonl`."""
    record = studies.record_of(study)
    if kind == "tav":
        return format_record(record)
    lines = io.StringIO()
    write_jsonl([record], lines)
    return lines.getvalue()
