"""Which server looks after a table, lets its opponents think and its flags fall: a row in the database.

A lease lasts as long as its server gives signs of life. A server that was taken for dead, and was only frozen, can
store nothing by a lease that another one has now. With SQLite there is one server, and it has them all.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.store import standing
from tavoliere.apps.web.store.servers import Servers

LATELY_MS = 20_000
"""A turn so long before a server fell silent may have come through it, and may still be unanswered."""


class Leases:
    """Those that this server holds."""

    def __init__(self, servers: Servers, notice: Callable[[BaseException], None]) -> None:
        """`notice` is told what goes wrong with the database."""
        self._notice = notice
        self._servers, self._database = servers, servers.database
        self._is_shared = servers.database.is_shared
        self._held: set[str] = set()

    @property
    def held(self) -> tuple[str, ...]:
        return tuple(self._held)

    @property
    def name(self) -> str:
        """What a change is stored with that needs a lease; empty where nobody else could have it."""
        return self._servers.id if self._is_shared else ""

    def holds(self, table: str) -> bool:
        """Whether this server looks after a table, as far as it knows; after a freeze it knows nothing."""
        return not self._is_shared or (table in self._held and self._servers.is_fresh)

    async def take(self, table: str) -> bool:
        """Look after a table; False if another server does, or if the database is away."""
        if self.holds(table):
            return True
        server, since = self._servers.id, self._servers.since
        try:
            has = await self._database.write(lambda connection: standing.take_lease(connection, table, server, since))
        except Exception as error:
            self._failed(error)
            return False
        (self._held.add if has else self._held.discard)(table)
        return has

    def lost(self, table: str) -> None:
        """Ask anew the next time."""
        self._held.discard(table)

    async def give_back(self, table: str) -> None:
        if self._is_shared and table in self._held:
            self._held.discard(table)
            server = self._servers.id
            try:
                await self._database.write(lambda connection: standing.give_back_lease(connection, table, server))
            except Exception as error:
                self._failed(error)

    def _failed(self, error: BaseException) -> None:
        log("lease failed", logging.WARNING, error)
        self._notice(error)

    async def left_by(self, servers: frozenset[str]) -> list[str]:
        """The tables that servers looked after which have gone, or at which they had just accepted a turn."""
        since = self._servers.since
        looked_after = await self._database.read(lambda connection: standing.looked_after(connection, servers))
        waiting = await self._database.read(
            lambda connection: standing.unattended(connection, since - LATELY_MS, since)
        )
        return [*looked_after, *waiting]
