"""Files of games that people bring: counted before they are replayed, so that an enormous one costs nothing."""

from __future__ import annotations

import io
import json

from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.table.refusals import Refusal, Sentence
from tavoliere.records import Record, RecordError, read, read_jsonl
from tavoliere.records.text import RawRecord, cut


def read_upload(kind: str, text: str, limits: Limits) -> list[Record]:
    """The games of a file, each replayed; a refusal says where what is wrong."""
    if len(text.encode("utf-8")) > limits.record:
        raise Refusal("limit.body", most=limits.record)
    try:
        turns = _turns_in_lines(text) if kind == "jsonl" else _turns_in_text(text)
        if not turns:
            raise Refusal("record.empty")
        if len(turns) > limits.record_games:
            raise Refusal("record.many", most=limits.record_games)
        if max(turns) > limits.turns:
            raise Refusal("limit.turns", most=limits.turns)
        return list(read_jsonl(io.StringIO(text)) if kind == "jsonl" else read(text))
    except RecordError as error:
        raise Refusal("record.refused", problem=Sentence(str(error))) from error
    except RecursionError as error:
        raise Refusal("record.refused", problem=Sentence("nested too deeply")) from error


def _turns_in_text(text: str) -> list[int]:
    """How many turns each game has, variations included."""
    counts = []
    for raw in cut(text):
        if isinstance(raw, RecordError):
            raise raw
        assert isinstance(raw, RawRecord)
        counts.append(sum(token.kind == "move" for token in raw.tokens))
    return counts


def _turns_in_lines(text: str) -> list[int]:
    counts = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                counts.append(_moves_in(json.loads(line)))
            except ValueError as error:
                raise RecordError("not JSON", number, getattr(error, "colno", 1)) from error
    return counts


def _moves_in(value: object) -> int:
    """Turns anywhere inside a record: texts of lists, and objects with a move."""
    if isinstance(value, dict):
        return ("move" in value) + sum(_moves_in(part) for name, part in value.items() if name != "comments")
    if isinstance(value, list):
        return sum(1 if isinstance(part, str) else _moves_in(part) for part in value)
    return 0
