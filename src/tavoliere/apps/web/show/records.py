"""The game at a table as a file."""

from __future__ import annotations

import io

from tavoliere.apps.web.show.voices import english_voice
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.sheet import OPPONENT, Sheet
from tavoliere.records import Record, format_record, read, write_jsonl


def table_record(sheet: Sheet) -> Record:
    """The game as a record, as somebody brought it or as it was played here. Records are English, whoever asks."""
    voice = english_voice()
    names = {seat.letter: opponent_name(voice, seat.spec) for seat in sheet.seats if seat.kind == OPPONENT}
    return next(read(sheet.source)) if sheet.source else conduct.record_of(sheet, names)


def record_text(sheet: Sheet, kind: str) -> str:
    """A record in one of the two formats, `tav` or `jsonl`."""
    found = table_record(sheet)
    if kind == "tav":
        return format_record(found)
    lines = io.StringIO()
    write_jsonl([found], lines)
    return lines.getvalue()
