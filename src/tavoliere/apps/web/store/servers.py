"""This server among all that share its database: its sign of life, who else gives one, and the time that all go by."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from sqlalchemy.engine import Connection

from tavoliere.apps.web.store import standing
from tavoliere.apps.web.store.standing import Beat, Reading
from tavoliere.apps.web.store.storage import Database

LAPSE_BEATS, LEAST_LAPSE = 3.5, 3.5
"""A server that has been silent for so many beats, and for so many seconds, counts as dead."""
MOST_TRIP = 0.5
"""Seconds; a reading of the database's clock that took longer is worth less than the one before."""


def elapsed() -> float:
    """Seconds that pass whatever is done to clocks; also while the machine sleeps, where the system can tell."""
    sleeping = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(sleeping) if sleeping is not None else time.monotonic()


class DatabaseTime:
    """Milliseconds since 1970 by the clock of the database once it was read, by our own before and without one."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    def __call__(self) -> int:
        if self._ahead is None:
            return time.time_ns() // 1_000_000
        return round((elapsed() + self._ahead) * 1000)

    def set(self, reading: Reading | None) -> None:
        if reading is not None and (self._ahead is None or reading.after - reading.before < MOST_TRIP):
            self._ahead = reading.then / 1000 - (reading.before + reading.after) / 2


class Servers:
    """The company that this server is in."""

    def __init__(self, database: Database, now: Callable[[], int], heartbeat: float) -> None:
        self.database, self.now = database, now
        self.id = secrets.token_urlsafe(9)
        self.lapse = max(LEAST_LAPSE, LAPSE_BEATS * heartbeat)
        self._pause = int(1500 * heartbeat)
        self.others: frozenset[str] = frozenset()
        self._beaten = elapsed()

    @property
    def since(self) -> int:
        """Whoever gave a sign of life after this moment is alive."""
        return self.now() - int(1000 * self.lapse)

    @property
    def is_fresh(self) -> bool:
        """Whether others still take this server for alive; one that was frozen finds that they do not."""
        return elapsed() - self._beaten < self.lapse

    async def sign_on(self) -> int:
        """Begin; how many milliseconds without any server were given to running clocks."""
        await self._set_clock()
        lapse = int(1000 * self.lapse) if self.database.is_shared else 0
        return await self._beat(lambda connection: standing.sign_on(connection, self.id, self.now(), lapse))

    async def beat(self, *, after_outage: bool = False) -> int:
        """Give a sign of life; the milliseconds that were given to clocks because no server has been alive.

        After an outage that is all the time since the last sign; only where there are other servers, whose signs may
        just be on their way, it has to be more than a pause between two of them, unless the database began anew.
        """
        await self._set_clock()
        lapse = int(1000 * self.lapse)
        patience = (self._pause if self.others else 0) if after_outage else lapse
        return await self._beat(
            lambda connection: standing.beat(
                connection, self.id, self.now(), lapse, patience, after_outage=after_outage
            )
        )

    async def sign_off(self) -> None:
        await self.database.write(lambda connection: standing.sign_off(connection, self.id, self.now()))

    async def _beat(self, work: Callable[[Connection], Beat]) -> int:
        began = elapsed()
        found = await self.database.write(work)
        self._beaten = began
        self.others = found.others
        return found.credited

    async def _set_clock(self) -> None:
        if isinstance(self.now, DatabaseTime):
            self.now.set(await self.database.read(lambda connection: standing.read_clock(connection, elapsed)))
