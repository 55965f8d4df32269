"""Times in which our database is away, or in which this server was frozen: no clock is charged and no flag falls before
it is known what others have done meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.store.servers import Servers


class Outages:
    """Whether the database is away or others may take this server for dead, and what has to be done after that."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self._is_away = False
        self.catch_up: Callable[[], Awaitable[None]] | None = None
        """Makes the tables in memory those of the database, after running clocks were credited."""
        self._one = asyncio.Lock()

    @property
    def is_on(self) -> bool:
        return self._is_away or not self.servers.is_fresh

    def notice(self, error: BaseException) -> None:
        """A change was not stored. If that is because the database is away, time stands from the last heartbeat."""
        if not self._is_away and self.servers.database.is_away(error):
            self._is_away = True
            log("the database is away", logging.ERROR, error)

    async def end(self) -> None:
        """Credit running clocks with the time without a server or a database; raises what is wrong if it is away."""
        async with self._one:
            if not self.is_on:
                return
            credited = await self.servers.beat(after_outage=True)
            if self.catch_up is not None:
                await self.catch_up()
            self._is_away = False
            log("the database is back", logging.WARNING, credited_ms=credited)
