"""What other servers at the same database write and tell, heard from PostgreSQL's notifications. SQLite has none.

Every change of a table notifies with its id and revision as part of its own transaction, so it is heard after the
commit and never without one.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.store import notices
from tavoliere.apps.web.store.notices import CHANNEL, EVERYTHING, Notice

TICK_SECONDS = 0.2
"""So long the end of the server may have to wait for the thread."""
AGAIN_SECONDS = 1.0
CLOSE_SECONDS = 5.0

Hear = Callable[[str, int], None]
Told = Callable[[Notice], None]


class Hearing:
    """A connection of its own that only listens, and a thread that waits for it."""

    def __init__(self, engine: sa.Engine, hear: Hear, told: Told, missed: Callable[[], None]) -> None:
        """`hear` gets the id of a table and its revision, `told` what else a server says; `missed` is called if
        something of that may not have been heard.

        All are called in another thread.
        """
        self._engine, self._hear, self._told, self._missed = engine, hear, told, missed
        self._is_closed = threading.Event()
        self._thread: threading.Thread | None = None
        self.is_listening = threading.Event()

    def start(self) -> None:
        if self._engine.dialect.name == "postgresql":
            self._thread = threading.Thread(target=self._listen, name="hearing", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._is_closed.set()
        if self._thread is not None:
            self._thread.join(CLOSE_SECONDS)

    def _listen(self) -> None:
        engine = sa.create_engine(
            self._engine.url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
        )
        was_broken = False
        while not self._is_closed.is_set():
            try:
                self._listen_once(engine, was_broken)
            except Exception as error:
                log("hearing failed", logging.WARNING, error)
                was_broken = True
                self._is_closed.wait(AGAIN_SECONDS)

    def _listen_once(self, engine: sa.Engine, was_broken: bool) -> None:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            self.is_listening.set()
            if was_broken:
                self._missed()
            driver: Any = connection.connection.driver_connection
            while not self._is_closed.is_set():
                for note in driver.notifies(timeout=TICK_SECONDS):
                    self._heard(note.payload)

    def _heard(self, change: str) -> None:
        if change == EVERYTHING:
            self._missed()
            return
        notice = notices.read(change)
        if notice is not None:
            self._told(notice)
            return
        table, _, revision = change.partition(" ")
        with contextlib.suppress(ValueError):
            self._hear(table, int(revision))
