"""Files of games that people bring: counted before they are replayed, so that an enormous one costs nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import NamedTuple

from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.games import usable_games
from tavoliere.records import Record, RecordError, read, read_jsonl
from tavoliere.records.jsonl import NESTED, NOT_JSON
from tavoliere.records.text import RawRecord, cut


class Outline(NamedTuple):
    """What a game of a file looks like before it is replayed."""

    line: int
    """Where it begins."""
    game: str
    turns: int
    """Those of variations included."""


def read_upload(kind: str, text: str, limits: Limits) -> list[Record]:
    """The games of a file, each replayed; a refusal says where what is wrong."""
    if len(text.encode("utf-8")) > limits.record:
        raise Refusal("limit.body", most=limits.record)
    outlines: list[Outline] = []
    try:
        outlines += _in_lines(text) if kind == "jsonl" else _in_text(text)
        _check_size(outlines, limits)
        return list(read_jsonl(io.StringIO(text)) if kind == "jsonl" else read(text))
    except RecordError as error:
        raise Refusal("record.refused", game=_game_at(outlines, error.line), problem=str(error)) from error
    except RecursionError as error:
        raise Refusal("record.refused", problem=NESTED) from error


def _check_size(outlines: Sequence[Outline], limits: Limits) -> None:
    if not outlines:
        raise Refusal("record.empty")
    if len(outlines) > limits.record_games:
        raise Refusal("record.many", most=limits.record_games)
    if max(outline.turns for outline in outlines) > limits.turns:
        raise Refusal("limit.turns", most=limits.turns)


def _game_at(outlines: Sequence[Outline], line: int) -> str:
    """The game that stands at a line, whose words say what is wrong there; empty if nobody knows it."""
    named = [outline.game for outline in outlines if outline.line <= line]
    return named[-1] if named and named[-1] in usable_games()[0] else ""


def _in_text(text: str) -> list[Outline]:
    outlines = []
    for raw in cut(text):
        if isinstance(raw, RecordError):
            raise raw
        assert isinstance(raw, RawRecord)
        game = raw.tags["Game"].value if "Game" in raw.tags else ""
        outlines.append(Outline(raw.line, game, sum(token.kind == "move" for token in raw.tokens)))
    return outlines


def _in_lines(text: str) -> list[Outline]:
    outlines = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                data = json.loads(line)
            except ValueError as error:
                raise RecordError(NOT_JSON, number, getattr(error, "colno", 1)) from error
            game = str(data.get("game", "")) if isinstance(data, dict) else ""
            outlines.append(Outline(number, game, _moves_in(data)))
    return outlines


def _moves_in(value: object) -> int:
    """Turns anywhere inside a record: texts of lists, and objects with a move."""
    if isinstance(value, dict):
        return ("move" in value) + sum(_moves_in(part) for name, part in value.items() if name != "comments")
    if isinstance(value, list):
        return sum(1 if isinstance(part, str) else _moves_in(part) for part in value)
    return 0
