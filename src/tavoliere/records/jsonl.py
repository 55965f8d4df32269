"""JSON lines: one record a line, for programs. It holds what the text format holds."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from tavoliere.core.position import Position
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.records.record import (
    HIGHEST_VERSION,
    LONGEST_LINE,
    MARKS,
    MOST_NESTED,
    Record,
    RecordError,
    Turn,
    check_result,
    check_tags,
    checked_game,
    checked_start,
    empty_variation,
    nested_variation,
    played,
    wrong_mark,
)

STRINGS = ("game", "result", "reason", "date", "start")
NOT_JSON, NESTED = Said("not JSON"), Said("nested too deeply")


def write_jsonl(records: Iterable[Record], file: TextIO) -> int:
    """Write records one a line; returns how many."""
    count = 0
    for record in records:
        file.write(json.dumps(as_data(record), ensure_ascii=False) + "\n")
        count += 1
    return count


def read_jsonl(file: TextIO | Iterable[str]) -> Iterator[Record]:
    """The records of a file of JSON lines, each replayed and verified; errors name the line."""
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            yield from_data(json.loads(line))
        except json.JSONDecodeError as error:
            raise RecordError(Said("not JSON: {problem}", problem=error.msg), number, error.colno) from error
        except RecursionError as error:
            raise RecordError(NESTED, number, 1) from error
        except RecordError as error:
            raise RecordError(error.message, number, 1) from error
        except ValueError as error:  # a number of thousands of digits
            raise RecordError(NOT_JSON, number, 1) from error


def as_data(record: Record) -> dict[str, Any]:
    """A record as plain data."""
    return {
        "game": record.game.name,
        "options": dict(record.game.options),
        "rules_version": record.rules_version,
        "players": record.players,
        "date": record.date,
        "start": record.start,
        "result": record.result,
        "reason": record.reason,
        "comments": list(record.comments),
        "turns": [_turn_data(turn) for turn in record.turns],
        "other_tags": record.other_tags,
    }


def _turn_data(turn: Turn) -> Any:
    """A bare move as a string, a turn with more to it as an object."""
    if not turn.comments and not turn.variations and not turn.mark:
        return turn.move
    mark = {"mark": turn.mark} if turn.mark else {}
    return {
        "move": turn.move,
        **mark,
        "comments": list(turn.comments),
        "variations": [[_turn_data(other) for other in line] for line in turn.variations],
    }


def from_data(data: Any) -> Record:
    """A record out of plain data, every turn replayed; a `RecordError` says what is wrong.

    What is taken can be written again in either format.
    """
    if not isinstance(data, dict):
        raise RecordError(Said("a record is an object"))
    _check_encodable(data)
    unknown = set(data) - {*STRINGS, "options", "rules_version", "players", "comments", "turns", "other_tags"}
    if unknown:
        raise RecordError(Said("unknown fields: {fields}", fields=Series(sorted(unknown), COMMAS)))
    texts = {name: _text(data.get(name, ""), name) for name in STRINGS}
    options = _texts(data.get("options", {}), "options")
    game = checked_game(texts["game"], options)
    version = data.get("rules_version", game.facts.rules_version)
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= HIGHEST_VERSION:
        raise RecordError(Said("rules_version is a number from 1 to {most}", most=HIGHEST_VERSION))
    is_current = version == game.facts.rules_version
    record = Record(
        game,
        (),
        result=texts["result"] or "*",
        reason=texts["reason"],
        players=_texts(data.get("players", {}), "players"),
        date=texts["date"],
        start=texts["start"],
        rules_version=version,
        comments=_comments(data.get("comments", [])),
        other_tags=_texts(data.get("other_tags", {}), "other_tags"),
        notes=() if is_current else (_other_version(version, game.name),),
    )
    check_tags(record)
    turns, last = _line(_list(data.get("turns", []), "turns"), checked_start(record), 0)
    record = dataclasses.replace(record, turns=turns)
    check_result(record, last)
    return record


def _check_encodable(data: Any) -> None:
    """Half of a surrogate pair can be written in JSON, and is no text."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(Said("a text holds half of a sign, which cannot be written")) from error


def _other_version(version: int, game: str) -> Said:
    return Said("written for version {version} of the rules of {game}", version=version, game=game)


def _line(entries: list[Any], position: Position, depth: int) -> tuple[tuple[Turn, ...], Position]:
    if depth > MOST_NESTED:
        raise RecordError(nested_variation())
    if depth and not entries:
        raise RecordError(empty_variation())
    turns = []
    for entry in entries:
        data = {"move": entry} if isinstance(entry, str) else entry
        if not isinstance(data, dict) or set(data) - {"move", "mark", "comments", "variations"}:
            raise RecordError(Said("a turn is a string or an object with move, mark, comments and variations"))
        move = _text(data.get("move"), "move").strip()
        after = played(position, move)
        lines = _list(data.get("variations", []), "variations")
        variations = tuple(_line(_list(line, "variations"), position, depth + 1)[0] for line in lines)
        turns.append(Turn(move, _comments(data.get("comments", [])), variations, _mark(data.get("mark", ""))))
        position = after
    return tuple(turns), position


def _mark(value: Any) -> str:
    mark = _text(value, "mark")
    if mark and mark not in MARKS:
        raise RecordError(wrong_mark(mark))
    return mark


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise RecordError(Said("{field} is a text", field=name))
    return value


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(Said("{field} is a list", field=name))
    return value


def _comments(value: Any) -> tuple[str, ...]:
    found = tuple(_text(comment, Said("a comment")) for comment in _list(value, "comments"))
    if any(2 * len(comment) >= LONGEST_LINE for comment in found):
        raise RecordError(Said("a comment has at most {most} characters", most=LONGEST_LINE // 2))
    return found


def _texts(value: Any, name: str) -> dict[str, str]:
    """An object of texts; numbers are allowed among options."""
    if not isinstance(value, dict):
        raise RecordError(Said("{field} is an object", field=name))
    return {key: str(entry) if isinstance(entry, int) else _text(entry, name) for key, entry in value.items()}
