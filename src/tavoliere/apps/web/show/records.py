"""The game at a table as a file."""

from __future__ import annotations

import io

from tavoliere.apps.web.show.voices import english_voice
from tavoliere.apps.web.show.wording import opponent_name
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.sheet import OPPONENT, Sheet
from tavoliere.records import format_record, read, write_jsonl


def record_text(sheet: Sheet, kind: str) -> str:
    """A record in one of the two formats, `tav` or `jsonl`. Records are English, whoever asks for them."""
    voice = english_voice()
    names = {seat.letter: opponent_name(voice, seat.spec) for seat in sheet.seats if seat.kind == OPPONENT}
    found = next(read(sheet.source)) if sheet.source else conduct.record_of(sheet, names)
    if kind == "tav":
        return format_record(found)
    lines = io.StringIO()
    write_jsonl([found], lines)
    return lines.getvalue()
