"""Tables in memory and on the disk: finding them, changing them, telling whoever is there.

Every change of a table goes through `change`: one at a time for each table, stored before anybody hears of it. A change
that has begun is finished even if whoever asked for it has gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator
from typing import Protocol, TypeVar

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.live.chores import SHORT, replayed
from tavoliere.apps.web.live.labour import Labour
from tavoliere.apps.web.live.outages import Outages
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tasks import Tasks
from tavoliere.apps.web.store.conflicts import Conflict
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table.moments import Moment, moment_of
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import TABLE_ID, Outline, Sheet, outline_of

UNREAD = "storage.unread"
"""The refusal of a table that cannot be read while the database is away."""
UNKNOWN = 2**31
"""A revision later than all."""
MOST_IDLE = 500
"""So many tables stay in memory although nobody is there."""

Change = Callable[[Moment], Moment]
Succession = Callable[[Moment], tuple[Moment, Sheet | None]]
Accepted = Callable[[Sheet], None]
T = TypeVar("T")
Announce = Callable[[str, str, str], None]


class Attendant(Protocol):
    """Whoever has something to do when a table has come or changed."""

    def attend(self, live: LiveTable, *, elsewhere: bool) -> None:
        """`elsewhere` says that another server changed it."""


class Tables:
    """All tables of a server."""

    def __init__(self, database: Database, metrics: Metrics, tasks: Tasks, labour: Labour, outages: Outages) -> None:
        self.database, self.metrics, self.tasks = database, metrics, tasks
        self.labour, self.outages = labour, outages
        outages.catch_up = self._catch_up_all
        self.attendants: list[Attendant] = []
        self.announce: Announce | None = None
        """Tells those at other servers what is said at a table."""
        self.lease = ""
        """What a change is stored with that only the server makes that looks after the table."""
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        metrics.gauge("tables_live", lambda: len(self._live))

    def __iter__(self) -> Iterator[LiveTable]:
        """Those in memory."""
        return iter(list(self._live.values()))

    def attend(self, live: LiveTable, *, elsewhere: bool = False) -> None:
        """Let everybody do what follows from a table's having come or changed."""
        for attendant in self.attendants:
            attendant.attend(live, elsewhere=elsewhere)

    # Finding

    async def find(self, table: str) -> LiveTable:
        """A table by its id, from memory or from the database."""
        live = self._live.get(table)
        if live is not None:
            self._live.move_to_end(table)
            return live
        if not TABLE_ID.fullmatch(table):
            raise Refusal("table.missing")
        if table not in self._loading:
            self._loading[table] = self.tasks.spawn(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _read(self, reading: Awaitable[T]) -> T:
        """What is stored; a refusal if the database is away."""
        try:
            return await reading
        except Exception as error:
            if not self.database.is_away(error):
                raise
            self.outages.notice(error)
            raise Refusal(UNREAD, wait=1) from error

    async def _load(self, table: str) -> LiveTable:
        sheet = await self._read(self.database.load(table))
        if sheet is None:
            raise Refusal("table.missing")
        live = LiveTable(await self._replayed(sheet), self.announce)
        self.keep(live)
        return live

    async def outlines(self, tables: Collection[str]) -> dict[str, Outline]:
        """What lists show of those of the tables that there are. Nothing is replayed and nobody comes to them."""
        here = {table: outline_of(self._live[table].sheet) for table in tables if table in self._live}
        elsewhere = [table for table in tables if table not in here and TABLE_ID.fullmatch(table)]
        return here | await self._read(self.database.outlines(elsewhere))

    def keep(self, live: LiveTable) -> None:
        """Have a table in memory; of those at which nobody is, only so many stay there."""
        self._live[live.sheet.table] = live
        idle = [table for table, found in self._live.items() if not found.watchers and found.opponent is None]
        for table in idle[: max(0, len(idle) - MOST_IDLE)]:
            if not self._live[table].lock.locked() and table != live.sheet.table:
                del self._live[table]

    def forget(self, table: str) -> None:
        self._live.pop(table, None)

    async def erase(self, sheet: Sheet) -> bool:
        """Delete a table with all that belongs to it; False if somebody has changed it meanwhile, or sat down."""
        erased = await self.database.erase(sheet.table, sheet.revision)
        if erased:
            self.erased(sheet.table)
        return erased

    def erased(self, table: str) -> None:
        """A table is no longer stored: whoever is there is told so."""
        live = self._live.pop(table, None)
        if live is not None:
            live.end()

    def seen(self, table: str) -> LiveTable | None:
        """A table that is in memory."""
        return self._live.get(table)

    def is_visited(self, table: str) -> bool:
        live = self._live.get(table)
        return live is not None and (bool(live.watchers) or live.lock.locked())

    def presence(self, table: str) -> tuple[bool, int]:
        """Whether somebody of those who play at a table is here, and how many watch it."""
        live = self._live.get(table)
        if live is None:
            return False, 0
        here, watching = live.presence()
        return any(letter in live.sheet.seated() for letter in here), watching

    # Changing

    async def add(self, sheet: Sheet) -> LiveTable:
        """Store a new table."""
        try:
            stored = await self.database.save(None, sheet)
        except Exception as error:
            self.outages.notice(error)
            log("storing failed", logging.ERROR, error, table=sheet.table)
            raise Refusal("storage.failed") from error
        return await self._begin(stored)

    async def _begin(self, stored: Sheet) -> LiveTable:
        live = LiveTable(await self._replayed(stored), self.announce)
        self.keep(live)
        self.metrics.count("tables_total")
        self.attend(live)
        return live

    async def change(
        self, live: LiveTable, make: Change, accepted: Accepted | None = None, *, leased: bool = False
    ) -> Sheet:
        """Change a table: make the next moment, store it, then let everybody see it.

        `accepted` is called once it is stored, before anybody is shown it. What is `leased` is stored only if no other
        server looks after the table meanwhile.
        """
        lease = self.lease if leased else ""
        return await self.succeed(live, lambda moment: (make(moment), None), accepted, lease)

    async def succeed(
        self, live: LiveTable, make: Succession, accepted: Accepted | None = None, lease: str = ""
    ) -> Sheet:
        """The same; a new table may come with it, and is stored in the same breath."""
        return await asyncio.shield(self.tasks.spawn(self._change(live, make, accepted, lease)))

    async def _change(self, live: LiveTable, make: Succession, accepted: Accepted | None, lease: str) -> Sheet:
        await self._await_database()
        async with live.lock:
            if live.is_gone:
                raise Refusal("table.missing")
            before = live.moment
            after, following = make(before)
            if after is before:
                return before.sheet
            stored, begun = await self._store(live, after.sheet, following, lease)
            if begun is not None:
                await self._begin(begun)
            live.adopt(after._replace(sheet=stored))
            if accepted is not None:
                accepted(stored)
            self._changed(live)
            return stored

    async def _await_database(self) -> None:
        """After the database was away, clocks are put right before anything happens."""
        if self.outages.is_on:
            try:
                await self.outages.end()
            except Exception as error:
                raise Refusal("storage.failed") from error

    async def _store(
        self, live: LiveTable, after: Sheet, following: Sheet | None, lease: str
    ) -> tuple[Sheet, Sheet | None]:
        before = live.sheet
        try:
            if following is None:
                return await self.database.save(before, after, lease), None
            begun, stored = await self.database.save_all([(None, following), (before, after)])
        except Conflict as conflict:
            await self._reload(live)
            raise Refusal("turn.stale") from conflict
        except Exception as error:
            # The commit may have happened all the same: only the database knows.
            self.outages.notice(error)
            log("storing failed", logging.ERROR, error, table=before.table)
            with contextlib.suppress(Exception):
                await self._reload(live)
            raise Refusal("storage.failed") from error
        return stored, begun

    async def _reload(self, live: LiveTable) -> None:
        sheet = await self.database.load(live.sheet.table)
        if sheet is None:
            self.erased(live.sheet.table)
        else:
            live.adopt(await self._replayed(sheet))
            self._changed(live)

    def _changed(self, live: LiveTable) -> None:
        self.attend(live)
        live.refresh()

    # What other servers do

    def heard(self, table: str, revision: int) -> None:
        """A table has been changed, perhaps by another server."""
        live = self._live.get(table)
        if table in self._loading or (live is not None and live.sheet.revision < revision):
            self.tasks.spawn(self._catch_up(table, revision))

    def missed(self) -> None:
        """Changes of other servers may not have been heard."""
        for table in list(self._live):
            self.tasks.spawn(self._catch_up(table, UNKNOWN))

    async def catch_up(self, table: str) -> None:
        """Be at what is stored, whoever has stored it."""
        await self._catch_up(table, UNKNOWN)

    async def _catch_up(self, table: str, revision: int) -> None:
        """Show what another server has stored."""
        live = await self.find(table)
        async with live.lock:
            if live.sheet.revision >= revision:
                return
            sheet = await self.database.load(table)
            if sheet is None:
                self.erased(table)
            elif sheet.revision != live.sheet.revision:
                live.adopt(await self._replayed(sheet))
                self.attend(live, elsewhere=True)
                live.refresh()

    async def _catch_up_all(self) -> None:
        """Make every table in memory what is stored; one that cannot be loaded keeps no other from it."""
        for table in list(self._live):
            try:
                await self._catch_up(table, UNKNOWN)
            except Exception as error:
                log("catching up failed", logging.ERROR, error, table=table)

    async def _replayed(self, sheet: Sheet) -> Moment:
        return moment_of(sheet) if sheet.ply < SHORT else await self.labour.do(replayed, sheet)
