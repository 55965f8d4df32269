"""Times in which our database is away: nobody's clock is charged for them, and no flag falls in them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.store.storage import Database


class Outages:
    """Whether the database is away, and what has to be done once it is back."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database, self.now = database, now
        self.is_on = False
        self.catch_up: Callable[[], Awaitable[None]] | None = None
        """Makes the tables in memory those of the database, after running clocks were credited."""
        self._one = asyncio.Lock()

    def notice(self, error: BaseException) -> None:
        """A change was not stored. If that is because the database is away, time stands from the last heartbeat."""
        if not self.is_on and self.database.is_away(error):
            self.is_on = True
            log("the database is away", logging.ERROR, error)

    async def end(self) -> None:
        """Credit running clocks with the time without a database; raises what is wrong if it is still away."""
        async with self._one:
            if not self.is_on:
                return
            credited = await self.database.credit_downtime(self.now())
            if self.catch_up is not None:
                await self.catch_up()
            self.is_on = False
            log("the database is back", logging.WARNING, credited_ms=credited)
