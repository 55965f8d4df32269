"""The file of a match or tournament: an ordinary file of game records that only ever grows.

Every game carries the tag `Event`, which says what it belongs to, so that games of another match are never counted. A
game is written and flushed to the disk in one piece when it is over. If the process dies in the middle of that, the
file ends in a torn game: it is found, cut off and played again. Nothing else is ever changed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

from tavoliere.arena.match import EVENT_TAG, WEIGHTS
from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.records import Record, RecordError, format_record, read

FIRST_TAG = b'[Game "'
GAMES_BETWEEN = re.compile(rb"\n\n(?=\[)")
RESULT_TAG = re.compile(rb'^\[Result "([^"]+)"\]$', re.MULTILINE)


class Ledger:
    """Reads the games that are there and appends new ones; nobody else may do so at the same time."""

    def __init__(self, path: Path, game: Game, event: str, key_tags: Sequence[str]) -> None:
        self.path, self.game, self.event, self.key_tags = path, game, event, tuple(key_tags)
        self.records: list[Record] = []
        self.message = ""
        """What is worth telling about the file that was found."""
        self._lock = FileLock(path.with_name(path.name + ".lock"), timeout=0)
        self._descriptor = -1

    def __enter__(self) -> Ledger:
        if self.path.suffix == ".jsonl":
            raise ValueError(
                Said("{path}: games of a contest are kept as text; choose a file that ends in .tav", path=self.path)
            )
        if not self.path.parent.is_dir():
            raise ValueError(
                Said("{path} cannot be written: there is no folder {parent}", path=self.path, parent=self.path.parent)
            )
        if self.path.exists() and not self.path.is_file():
            raise ValueError(Said("{path} cannot be written: it is not a file", path=self.path))
        try:
            self._lock.acquire()
        except Timeout:
            raise ValueError(Said("{path} is being written by another process", path=self.path)) from None
        except OSError as error:
            raise ValueError(
                Said("{path} cannot be written: {strerror}", path=self.path, strerror=system_reason(error))
            ) from error
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            self.records = self._found()
        except OSError as error:
            self._leave()
            raise ValueError(
                Said("{path} cannot be written: {strerror}", path=self.path, strerror=system_reason(error))
            ) from error
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def append(self, record: Record) -> None:
        """Write a finished game behind the others, in one piece."""
        record = dataclasses.replace(record, other_tags={EVENT_TAG: self.event, **record.other_tags})
        end = os.lseek(self._descriptor, 0, os.SEEK_END)
        left = memoryview((("\n" if end else "") + format_record(record)).encode("utf-8"))
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
            os.fsync(self._descriptor)
        except OSError as error:
            os.ftruncate(self._descriptor, end)
            raise ValueError(
                Said("{path} cannot be written: {strerror}", path=self.path, strerror=system_reason(error))
            ) from error
        self.records.append(record)

    def _leave(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            with contextlib.suppress(FileNotFoundError):
                if self.path.stat().st_size == 0:
                    self.path.unlink()
        Path(self._lock.lock_file).unlink(missing_ok=True)
        self._lock.release()

    def _found(self) -> list[Record]:
        """The games of the file. A torn one at its end is cut off; anything else that is wrong is refused."""
        data = self.path.read_bytes()
        if data[: len(FIRST_TAG)] != FIRST_TAG[: len(data)]:
            raise ValueError(Said("{path} is not a file of games; choose another file", path=self.path))
        last = max((match.end() for match in GAMES_BETWEEN.finditer(data)), default=0)
        records = self._parsed(data[:last])
        kept = len(data.rstrip(b"\n")) + 1
        message = ""
        try:
            if not data.endswith(b"\n"):
                raise RecordError(Said("its last line has no end"))
            records += self._parsed(data[last:])
        except ValueError as error:
            if _is_complete(data[last:]):
                raise
            kept = len(data[:last].rstrip(b"\n")) + 1 if last else 0
            if data:
                message = f"{self.path}: the last game was torn ({_cause(error)}); it is cut off and played again"
        self._check(records)
        self.message = message
        if len(data) > kept:
            os.ftruncate(self._descriptor, kept)
        return records

    def _parsed(self, data: bytes) -> list[Record]:
        try:
            return list(read(data.decode("utf-8")))
        except (RecordError, UnicodeDecodeError) as error:
            raise ValueError(Said("{path}: {why}", path=self.path, why=str(error))) from error

    def _check(self, records: list[Record]) -> None:
        """Only games of this match, and each of them once."""
        seen = set()
        for record in records:
            event = record.other_tags.get(EVENT_TAG, "another event")
            if record.game != self.game or event != self.event:
                theirs = f"{record.game.name}, {event}" if record.game.name != self.game.name else event
                if event == self.event:
                    theirs = f"{record.game.name} with other options"
                if record.game == self.game and event.partition(WEIGHTS)[0] == self.event.partition(WEIGHTS)[0]:
                    raise ValueError(
                        Said(
                            "{path} holds games from before the levels or weights of {name} changed; "
                            "choose another file",
                            path=self.path,
                            name=self.game.name,
                        )
                    )
                raise ValueError(
                    Said(
                        "{path} holds games of another match ({theirs}), not of {event}; choose another file",
                        path=self.path,
                        theirs=theirs,
                        event=self.event,
                    )
                )
            key = tuple(record.other_tags.get(tag) for tag in self.key_tags)
            if key in seen or None in key:
                named = ", ".join(f"{tag} {value}" for tag, value in zip(self.key_tags, key, strict=True))
                raise ValueError(
                    Said(
                        "{path} holds the game {named} twice; remove one of them or choose another file",
                        path=self.path,
                        named=named,
                    )
                )
            seen.add(key)


def _is_complete(data: bytes) -> bool:
    """Whether a game was written to its end, its result: what is wrong with it then is not that it is torn."""
    named = RESULT_TAG.search(data)
    return named is not None and data.endswith(b"\n") and data.split()[-1] == named[1]


def _cause(error: ValueError) -> str:
    cause = error.__cause__ or error
    return cause.message if isinstance(cause, RecordError) else str(cause)
