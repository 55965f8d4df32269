"""The two databases, SQLite and PostgreSQL: how they are opened, looked through for damage and brought up to date."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError

from tavoliere.core.said import Said

MIGRATION_LOCK = 7_415_316
"""Any number will do, as long as all servers take the same."""
CHECK_SECONDS = 5.0
"""So long a file is looked through for damage when a server starts; a larger one is taken as it is after that."""
CHECK_STEPS = 100_000
FROZEN_MS = 3000
"""A change that says nothing for so long is given up by PostgreSQL."""
SOON_NOTICED = {
    "connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}  # fmt: skip
"""A database whose machine has vanished without a word is given up after some seconds, not a quarter of an hour."""


class StorageError(ValueError):
    """The database cannot be used; the message says why."""


def unusable(database: str, cause: str) -> Said:
    return Said("the database {database} cannot be used: {why}", database=database, why=cause)


def engine_for(url: str) -> sa.Engine:
    chosen = make_url(url)
    if chosen.get_backend_name() == "postgresql":
        if chosen.drivername == "postgresql":
            chosen = chosen.set(drivername="postgresql+psycopg")
        engine = sa.create_engine(chosen, pool_pre_ping=True, hide_parameters=True, connect_args=SOON_NOTICED)
        sa.event.listen(engine, "connect", _prepare_postgresql)
        return engine
    if chosen.get_backend_name() != "sqlite":
        raise ArgumentError(Said("only SQLite and PostgreSQL are supported"))
    if chosen.database in (None, "", ":memory:"):
        raise ArgumentError(Said("SQLite needs a file"))
    assert chosen.database is not None
    Path(chosen.database).parent.mkdir(parents=True, exist_ok=True)
    settings = {"timeout": 30, "check_same_thread": False}
    engine = sa.create_engine(chosen, connect_args=settings, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_postgresql(connection: Any, _: object) -> None:
    """A server that freezes in the middle of a change must not keep others from the tables that it has touched."""
    connection.autocommit = True
    connection.execute(f"SET idle_in_transaction_session_timeout = {FROZEN_MS}")
    connection.autocommit = False


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


def file_of(engine: sa.Engine) -> Path | None:
    """The file of SQLite; None for a server."""
    return Path(engine.url.database or "") if engine.dialect.name == "sqlite" else None


def identity_of(file: Path | None) -> tuple[int, int] | None:
    """Which file it is: a deleted one is written to as if nothing had happened."""
    try:
        found = file.stat() if file is not None else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found is not None else None


def check_pages(engine: sa.Engine) -> None:
    """Look through a file of SQLite for damage, for a few seconds at the most."""
    if engine.dialect.name != "sqlite":
        return
    deadline = time.monotonic() + CHECK_SECONDS
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(lambda: time.monotonic() > deadline, CHECK_STEPS)
        try:
            found = driver.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise StorageError(unusable(str(engine.url.database), str(error))) from error
            found = "ok"
        except sqlite3.DatabaseError as error:
            found = str(error)
        finally:
            driver.set_progress_handler(None, 0)
    if found != "ok":
        raise StorageError(
            Said(
                "the database {database} is damaged ({problem}); bring back a copy of it, or save what can be read "
                "with `sqlite3 FILE .recover`",
                database=str(engine.url.database),
                problem=found.partition(chr(10))[0],
            )
        )


def without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "this"


def migrate(engine: sa.Engine) -> None:
    """Bring a database to the newest schema. Servers that start at once do it one after another."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            # Between its steps a busy computer may stand still for longer than at a turn; nobody waits for a table yet.
            connection.execute(sa.text(f"SET LOCAL idle_in_transaction_session_timeout = {20 * FROZEN_MS}"))
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        _check_version(connection, ScriptDirectory.from_config(config))
        command.upgrade(config, "head")


def _check_version(connection: Connection, steps: Any) -> None:
    """Refuse a schema that this version of Tavoliere does not know yet."""
    from alembic.migration import MigrationContext

    known = {step.revision for step in steps.walk_revisions()}
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise StorageError(
            Said(
                "the database was written by a newer version of Tavoliere (its schema is {found}, the newest known "
                "here is {newest}); install that version, or use another database",
                found=found,
                newest=max(known),
            )
        )
