"""Sheets in a database: SQLite or PostgreSQL. Nothing is told to anybody before it is stored.

One thread writes. It takes everything that waits and commits it once, so that many tables at a time cost one trip to
the disk. If one of the changes is refused, all are written again, each under a savepoint of its own. Whoever asked
hears about it after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

from tavoliere.apps.web.store import rows
from tavoliere.apps.web.store.rows import Conflict
from tavoliere.apps.web.table.sheet import Sheet

T = TypeVar("T")
Work = Callable[[Connection], Any]
MOST_AT_ONCE = 200
MOST_READERS = 4
PACE_SECONDS = 0.012
"""Commits begin so far apart: the first one at once, and what comes while it is young goes into the next together."""
MIGRATION_LOCK = 7_415_316
"""Any number will do, as long as all servers take the same."""


class StorageError(ValueError):
    """The database cannot be used; the message says why."""


class Database:
    """The games of one server, or of several that share a database. It can be opened again after it was closed."""

    def __init__(self, url: str, observe: Callable[[int, float], None] | None = None) -> None:
        """`observe` is told about each commit: how many changes, and the seconds it took."""
        self._observe = observe
        try:
            self.engine = _engine(url)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise StorageError(
                f"{_without_password(url)} is not a database: {error}; written like sqlite:///games.sqlite3 "
                "or postgresql://user@host/name"
            ) from error
        self._readers: ThreadPoolExecutor | None = None
        self._waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None

    def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        try:
            migrate(self.engine)
        except SQLAlchemyError as error:
            cause = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            raise StorageError(
                f"the database {_without_password(str(self.engine.url))} cannot be used: {cause}"
            ) from error
        self._readers = ThreadPoolExecutor(MOST_READERS, "reading")
        self._writer = threading.Thread(target=self._write_all, name="storage", daemon=True)
        self._writer.start()

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

    async def save(self, before: Sheet | None, after: Sheet) -> Sheet:
        """Store a new sheet, or the change of one; `Conflict` if somebody else has changed it meanwhile."""
        stored = dataclasses.replace(after, revision=0 if before is None else before.revision + 1)
        await self.write(lambda connection: rows.save(connection, before, stored))
        return stored

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
            self._commit(jobs)
            if not goes_on:
                return

    def _commit(self, jobs: list[tuple[Work, Future[Any]]]) -> None:
        begun = time.perf_counter()
        answers: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            try:
                with self._writing() as connection:
                    answers = [(future, work(connection), None) for work, future in jobs]
            except (Conflict, IntegrityError):
                # Rare, and dearer: one of them is refused and must leave the others alone.
                with self._writing() as connection:
                    answers = [(future, *_attempt(connection, work)) for work, future in jobs]
        except Exception as error:
            answers = [(future, None, error) for _, future in jobs]
        for future, answer, problem in answers:
            if problem is None:
                future.set_result(answer)
            else:
                future.set_exception(problem)
        if self._observe is not None:
            self._observe(len(jobs), time.perf_counter() - begun)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    # Reading

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection, connection.begin():
            return work(connection)

    async def load(self, table: str) -> Sheet | None:
        """The sheet of a table, None if there is no such table."""
        return await self.read(lambda connection: rows.load(connection, table))

    async def waiting_tables(self) -> list[str]:
        """The tables that the server has to look after: a clock runs, or an opponent is to move."""
        return await self.read(rows.waiting_tables)

    async def forgotten(self, before: int) -> list[str]:
        """The tables at which nothing has happened since a moment."""
        return await self.read(lambda connection: rows.forgotten(connection, before))

    async def delete(self, tables: Sequence[str], before: int) -> int:
        """Delete those of the tables at which nothing has happened since a moment; how many they were."""
        return await self.write(lambda connection: rows.delete(connection, tables, before))

    async def is_alive(self) -> bool:
        """Whether the database answers."""
        try:
            await self.read(lambda connection: connection.execute(sa.select(1)).scalar())
        except SQLAlchemyError:
            return False
        return True

    async def beat(self, now: int) -> None:
        """Note that the server is alive."""
        await self.write(lambda connection: rows.note(connection, rows.ALIVE, str(now)))

    async def credit_downtime(self, now: int) -> int:
        """Give running clocks the time since anybody was last alive; how many milliseconds that were."""
        return await self.write(lambda connection: rows.credit_downtime(connection, now))


def _attempt(connection: Connection, work: Work) -> tuple[Any, BaseException | None]:
    """One change under its own savepoint, so that a refused one leaves the others alone."""
    savepoint = connection.begin_nested()
    try:
        answer = work(connection)
    except (Conflict, IntegrityError) as error:
        savepoint.rollback()
        return None, error if isinstance(error, Conflict) else Conflict(str(error.orig))
    savepoint.commit()
    return answer, None


# The two databases


def _engine(url: str) -> sa.Engine:
    chosen = make_url(url)
    if chosen.get_backend_name() == "postgresql":
        if chosen.drivername == "postgresql":
            chosen = chosen.set(drivername="postgresql+psycopg")
        return sa.create_engine(chosen, pool_pre_ping=True)
    if chosen.get_backend_name() != "sqlite":
        raise ArgumentError("only SQLite and PostgreSQL are supported")
    if chosen.database in (None, "", ":memory:"):
        raise ArgumentError("SQLite needs a file")
    assert chosen.database is not None
    Path(chosen.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(chosen, connect_args={"timeout": 30, "check_same_thread": False})
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    """A write-ahead log for readers beside a writer, and every commit on the disk before it counts."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its place in the queue at once; a later upgrade could fail."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "this"


def migrate(engine: sa.Engine) -> None:
    """Bring a database to the newest schema. Servers that start at once do it one after another."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
