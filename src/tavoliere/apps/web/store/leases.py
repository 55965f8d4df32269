"""Which server lets the opponents of a table think: a lock in PostgreSQL, which ends with the server that holds it.

With SQLite there is one server, and it has them all.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from tavoliere.apps.web.host.logs import log

CLOSE_SECONDS = 2.0
TAKE = sa.text("SELECT pg_try_advisory_lock(:key)")
GIVE_BACK = sa.text("SELECT pg_advisory_unlock(:key)")


class Leases:
    """Those that this server holds, over a connection of their own: where it ends, so do they."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._is_shared = engine.dialect.name == "postgresql"
        self._hand: ThreadPoolExecutor | None = None
        self._connection: Connection | None = None
        self._held: set[str] = set()

    def start(self) -> None:
        self._hand = ThreadPoolExecutor(1, "leases")

    def close(self) -> None:
        hand, self._hand = self._hand, None
        if hand is not None:
            with contextlib.suppress(TimeoutError):
                hand.submit(self._drop).result(CLOSE_SECONDS)
            hand.shutdown(wait=False)

    def holds(self, table: str) -> bool:
        return not self._is_shared or table in self._held

    async def take(self, table: str) -> bool:
        """Have a table; False if another server has it, or the database is away."""
        if self.holds(table):
            return True
        return self._hand is not None and await asyncio.get_running_loop().run_in_executor(
            self._hand, self._take, table
        )

    async def give_back(self, table: str) -> None:
        if self._is_shared and table in self._held and self._hand is not None:
            await asyncio.get_running_loop().run_in_executor(self._hand, self._give_back, table)

    # In the thread

    def _take(self, table: str) -> bool:
        try:
            if not self._connected().execute(TAKE, {"key": _key(table)}).scalar():
                return False
        except SQLAlchemyError as error:
            log("lease failed", logging.WARNING, error)
            self._drop()
            return False
        self._held.add(table)
        return True

    def _give_back(self, table: str) -> None:
        self._held.discard(table)
        try:
            self._connected().execute(GIVE_BACK, {"key": _key(table)})
        except SQLAlchemyError:
            self._drop()

    def _connected(self) -> Connection:
        if self._connection is None:
            engine = sa.create_engine(
                self._engine.url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
            )
            self._connection = engine.connect()
        return self._connection

    def _drop(self) -> None:
        """With the connection go all locks; whoever still thinks is stopped by the revision of the table."""
        self._held.clear()
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()


def _key(table: str) -> int:
    """A number for a table, as PostgreSQL wants it for a lock."""
    return int.from_bytes(hashlib.sha256(f"tavoliere {table}".encode()).digest()[:8], "big", signed=True)
