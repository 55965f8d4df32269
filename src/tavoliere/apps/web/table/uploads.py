"""Files of games that people bring: counted before they are replayed, so that an enormous one costs nothing.

Everything that people may have written in them is looked at here, so that whatever is taken can be stored, shown and
written again.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.core.said import Said
from tavoliere.games import usable_games
from tavoliere.records import Record, RecordError, Turn, read, read_jsonl
from tavoliere.records.jsonl import NESTED, NOT_JSON
from tavoliere.records.text import RawRecord, cut

LONGEST_NAME = 200
"""Characters of a name in a file; so many the database takes."""
LONGEST_TAG = 60
LONGEST_VALUE = 1000
LONGEST_COMMENT = 10_000
MOST_TAGS = 60
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters, halves of signs, and signs that turn the direction of what follows them."""


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
        found = list(read_jsonl(io.StringIO(text)) if kind == "jsonl" else read(text))
        for record, outline in zip(found, outlines, strict=True):
            _check_texts(record, outline.line)
        return found
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


def _check_texts(record: Record, line: int) -> None:
    """Refuse what nobody sees, and what is longer than anything that it could be."""
    if len(record.other_tags) > MOST_TAGS:
        raise RecordError(Said("a game has at most {most} tags of its own", most=MOST_TAGS), line, 1)
    for most, written in _texts_of(record):
        if len(written) > most:
            told = Said("{text} has more than {most} characters", text=repr(written[:40]), most=most)
            raise RecordError(told, line, 1)
        unseen = UNSEEN.search(written)
        if unseen is not None:
            told = Said("the sign {sign} cannot be taken", sign=f"U+{ord(unseen[0]):04X}")
            raise RecordError(told, line, 1)


def _texts_of(record: Record) -> Iterator[tuple[int, str]]:
    """Whatever people may have written into a game, and how long it may be."""
    yield from ((LONGEST_NAME, name) for name in record.players.values())
    yield LONGEST_NAME, record.reason
    yield from ((LONGEST_TAG, name) for name in record.other_tags)
    yield from ((LONGEST_VALUE, value) for value in record.other_tags.values())
    yield from ((LONGEST_COMMENT, comment) for comment in record.comments)
    yield from _comments_in(record.turns)


def _comments_in(turns: Sequence[Turn]) -> Iterator[tuple[int, str]]:
    for turn in turns:
        yield from ((LONGEST_COMMENT, comment) for comment in turn.comments)
        for line in turn.variations:
            yield from _comments_in(line)


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
    for number, line in enumerate(io.StringIO(text), start=1):
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
