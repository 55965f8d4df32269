"""Sheets in a database: SQLite or PostgreSQL. Nothing is told to anybody before it is stored.

One thread writes. It takes everything that waits and commits it once, so that many tables at a time cost one trip to
the disk. If one of the changes fails, whatever the reason, all are written again, each under a savepoint of its own, so
that only that change fails. Whoever asked hears about it after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from filelock import BaseFileLock, FileLock, Timeout
from sqlalchemy.engine import Connection
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.store import notices, rows, shelf
from tavoliere.apps.web.store.conflicts import Conflict
from tavoliere.apps.web.store.notices import Notice
from tavoliere.apps.web.store.opening import (
    StorageError,
    check_pages,
    engine_for,
    file_of,
    identity_of,
    migrate,
    unusable,
    without_password,
)
from tavoliere.apps.web.store.schema import NOTES
from tavoliere.apps.web.store.shelf import StoredReview
from tavoliere.apps.web.table.sheet import Outline, Sheet
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said

T = TypeVar("T")
Work = Callable[[Connection], Any]
MOST_AT_ONCE = 200
MOST_READERS = 4
PACE_SECONDS = 0.012
"""Commits begin so far apart: the first one at once, and what comes while it is young goes into the next together."""
ANSWER_SECONDS = 3.0
"""A database that takes longer for nothing at all does not answer."""


class Database:
    """The games of one server, or of several that share a database. It can be opened again after it was closed."""

    def __init__(self, url: str, observe: Callable[[int, float], None] | None = None) -> None:
        """`observe` is told about each commit: how many changes, and the seconds it took."""
        self._observe = observe
        try:
            self.engine = engine_for(url)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise StorageError(
                Said(
                    "{url} is not a database: {problem}; written like sqlite:///games.sqlite3 or "
                    "postgresql://user@host/name",
                    url=without_password(url),
                    problem=str(error),
                )
            ) from error
        self._readers: ThreadPoolExecutor | None = None
        self._waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._claim: BaseFileLock | None = None
        self._asked: asyncio.Future[bool] | None = None
        self._file = file_of(self.engine)
        self._identity: tuple[int, int] | None = None

    def claim(self) -> None:
        """Have a file of SQLite alone, as a server must: two of them would not hear of each other's changes."""
        if self._file is None or self._claim is not None:
            return
        claim = FileLock(f"{self._file}.lock")
        try:
            claim.acquire(timeout=0)
        except Timeout as taken:
            raise StorageError(
                Said(
                    "another server has the database {file}; several servers can share PostgreSQL, "
                    "--database postgresql://user@host/name",
                    file=str(self._file),
                )
            ) from taken
        except OSError as error:
            raise StorageError(unusable(str(self._file), system_reason(error))) from error
        self._claim = claim

    def open(self) -> None:
        """Bring the schema up to date and begin to write. A `StorageError` says what is in the way, a full disk say."""
        try:
            self._prepare()
        except StorageError:
            self.engine.dispose()
            raise
        self._identity = identity_of(self._file)
        self._readers = ThreadPoolExecutor(MOST_READERS, "reading")
        self._writer = threading.Thread(target=self._write_all, name="storage", daemon=True)
        self._writer.start()

    def _prepare(self) -> None:
        try:
            check_pages(self.engine)
            migrate(self.engine)
            with self._writing() as connection:
                rows.note(connection, rows.OPENED, str(time.time_ns() // 1_000_000))
        except SQLAlchemyError as error:
            cause = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            raise StorageError(unusable(without_password(str(self.engine.url)), cause)) from error
        except (OSError, sqlite3.Error) as error:
            cause = system_reason(error) if isinstance(error, OSError) else str(error)
            raise StorageError(unusable(without_password(str(self.engine.url)), cause)) from error

    def problem(self) -> str:
        """What is wrong with the database as far as it can be seen without asking it; empty if nothing is."""
        if self._writer is None or not self._writer.is_alive():
            return "writer"
        return "" if identity_of(self._file) == self._identity else "file"

    @property
    def is_open(self) -> bool:
        return self._writer is not None

    def close(self) -> None:
        """Write what waits, let readers finish, then stop."""
        if self._writer is not None:
            self._waiting.put(None)
            self._writer.join()
            self._writer = None
        if self._readers is not None:
            # A reader whose task was cancelled still holds a connection, and dispose() closes only those at rest.
            self._readers.shutdown()
            self._readers = None
        self.engine.dispose()
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    # Writing

    def submit(self, work: Work) -> Future[Any]:
        """Have something written; the future is done after the commit."""
        future: Future[Any] = Future()
        self._waiting.put((work, future))
        return future

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The same for coroutines. Even if the waiting task is cancelled, the work is done whole or not at all."""
        result: T = await asyncio.shield(asyncio.wrap_future(self.submit(work)))
        return result

    async def save(self, before: Sheet | None, after: Sheet, lease: str = "") -> Sheet:
        """Store a new sheet, or the change of one; `Conflict` if somebody else has changed it meanwhile.

        `lease` names a server that may write only while it looks after the table.
        """
        stored = dataclasses.replace(after, revision=0 if before is None else before.revision + 1)
        await self.write(lambda connection: rows.save(connection, before, stored, lease))
        return stored

    def tell(self, notice: Notice) -> None:
        """Tell other servers something, soon; nobody waits for it, and it may be lost."""
        text = notices.written(notice)
        if text and self.is_shared and self.is_open:
            self.submit(lambda connection: notices.tell(connection, text))

    async def save_all(self, changes: Sequence[tuple[Sheet | None, Sheet]]) -> list[Sheet]:
        """Store several changes, all or none."""
        pairs = [
            (before, dataclasses.replace(after, revision=0 if before is None else before.revision + 1))
            for before, after in changes
        ]

        def work(connection: Connection) -> None:
            for before, stored in pairs:
                rows.save(connection, before, stored)

        await self.write(work)
        return [stored for _, stored in pairs]

    def _write_all(self) -> None:
        begun = 0.0
        while True:
            first = self._waiting.get()
            if first is None:
                return
            time.sleep(max(0.0, begun + PACE_SECONDS - time.monotonic()))
            begun = time.monotonic()
            jobs, goes_on = [first], True
            while len(jobs) < MOST_AT_ONCE and not self._waiting.empty():
                job = self._waiting.get()
                if job is None:
                    goes_on = False
                    break
                jobs.append(job)
            try:
                self._commit(jobs)
            except Exception as error:  # nobody else could write if this thread ended
                log("writing failed", logging.ERROR, error)
            if not goes_on:
                return

    def _commit(self, jobs: list[tuple[Work, Future[Any]]]) -> None:
        begun = time.perf_counter()
        answers: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            answers = self._committed(jobs)
        except Exception as error:
            answers = [(future, None, error) for _, future in jobs]
        for future, answer, problem in answers:
            # Whoever asked may have been ended meanwhile; the others wait for their answers.
            with contextlib.suppress(InvalidStateError):
                if problem is None:
                    future.set_result(answer)
                else:
                    future.set_exception(problem)
        if self._observe is not None:
            self._observe(len(jobs), time.perf_counter() - begun)

    def _committed(self, jobs: list[tuple[Work, Future[Any]]]) -> list[tuple[Future[Any], Any, BaseException | None]]:
        """All changes in one go. Should one of them fail, all again, and only that one fails: rare, and dearer."""
        try:
            with self._writing() as connection:
                return [(future, work(connection), None) for work, future in jobs]
        except Exception as error:
            if len(jobs) == 1 and not isinstance(error, Conflict | IntegrityError):
                raise
        with self._writing() as connection:
            return [(future, *_attempt(connection, work)) for work, future in jobs]

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    # Reading

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        """The answer, asked for once more where the connection was lost: a restart costs no reader."""
        try:
            return self._read_once(work)
        except DBAPIError as lost:
            if not lost.connection_invalidated:
                raise
        return self._read_once(work)

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        """All questions of a piece of work are answered as of one moment; SQLite does so anyway."""
        options = {"isolation_level": "REPEATABLE READ"} if self.is_shared else {}
        with self.engine.connect().execution_options(**options) as connection, connection.begin():
            return work(connection)

    async def load(self, table: str) -> Sheet | None:
        """The sheet of a table, None if there is no such table."""
        return await self.read(lambda connection: rows.load(connection, table))

    async def outlines(self, tables: Sequence[str]) -> dict[str, Outline]:
        """What lists show of those of the tables that there are."""
        return await self.read(lambda connection: rows.outlines(connection, tables)) if tables else {}

    async def waiting_tables(self) -> list[str]:
        """The tables that the server has to look after: a clock runs, or an opponent is to move."""
        return await self.read(rows.waiting_tables)

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the database too."""
        return self._file is None

    async def overdue(self, before: int) -> list[str]:
        """Some of the tables at which a flag should have fallen before a moment."""
        return await self.read(lambda connection: rows.overdue(connection, before))

    async def lobby(self, since: int, slow_since: int, most: int) -> tuple[list[str], list[str]]:
        """Tables that wait for somebody, and games to watch, at which something has happened since these moments."""
        return await self.read(lambda connection: rows.lobby(connection, since, slow_since, most))

    async def forgotten(self, before: int) -> list[str]:
        """The tables at which nothing has happened since a moment."""
        return await self.read(lambda connection: rows.forgotten(connection, before))

    async def delete(self, tables: Sequence[str], before: int) -> int:
        """Delete those of the tables at which nothing has happened since a moment; how many they were."""
        return await self.write(lambda connection: rows.delete(connection, tables, before))

    async def keep_study(self, study: str, content: str, now: int) -> None:
        """Store a study under its name."""
        await self.write(lambda connection: shelf.keep_study(connection, study, content, now))

    async def study(self, study: str) -> str | None:
        """The study of a name, None if there is none."""
        return await self.read(lambda connection: shelf.load_study(connection, study))

    async def sweep_studies(self, before: int) -> int:
        """Delete the studies that nobody has shared since a moment; how many they were."""
        return await self.write(lambda connection: shelf.sweep_studies(connection, before))

    async def save_review(self, table: str, review: StoredReview) -> None:
        """Store how far the review of a table has come."""
        await self.write(lambda connection: shelf.save_review(connection, table, review))

    async def review(self, table: str) -> StoredReview | None:
        """How far the review of a table has come, None if it has not begun."""
        return await self.read(lambda connection: shelf.load_review(connection, table))

    async def erase(self, table: str, revision: int) -> bool:
        """Delete a table with all that belongs to it, and let other servers forget it; False if somebody has changed it
        since that revision.
        """
        erased = await self.write(lambda connection: rows.erase(connection, table, revision))
        if erased:
            self.tell({"erased": table})
        return erased

    async def is_alive(self) -> bool:
        """Whether the database answers. Whoever asks while somebody else does gets the same answer."""
        if self._asked is None or self._asked.done():
            self._asked = asyncio.ensure_future(self._ask())
        done, _ = await asyncio.wait({self._asked}, timeout=ANSWER_SECONDS)
        return bool(done) and self._asked.result() and not self.problem()

    async def _ask(self) -> bool:
        try:
            await self.read(lambda connection: connection.execute(sa.select(NOTES.c.key).limit(1)).scalar())
        except Exception:
            return False
        return True

    def is_away(self, error: BaseException | None) -> bool:
        """Whether an error, or what led to it, says that the database cannot be reached or written to at all."""
        while error is not None:
            if isinstance(error, OperationalError | InterfaceError | PoolTimeout | ConnectionError):
                return True
            error = error.__cause__
        return False


def _attempt(connection: Connection, work: Work) -> tuple[Any, BaseException | None]:
    """One change under its own savepoint, so that one that fails leaves the others alone.

    If the database itself is lost, so is the savepoint, and rolling back to it fails too.
    """
    savepoint = connection.begin_nested()
    try:
        answer = work(connection)
    except Exception as error:
        savepoint.rollback()
        return None, Conflict(str(error.orig)) if isinstance(error, IntegrityError) else error
    savepoint.commit()
    return answer, None
