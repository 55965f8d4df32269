"""The server's work on its tables from its start to its end, put together from its parts.

Knows no HTTP; the sockets are watchers to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.live.agreements import Agreements
from tavoliere.apps.web.live.analyst import Analyst
from tavoliere.apps.web.live.audience import Audience
from tavoliere.apps.web.live.fairness import Allowance
from tavoliere.apps.web.live.flags import Flags
from tavoliere.apps.web.live.labour import Labour
from tavoliere.apps.web.live.lobby import Lobby
from tavoliere.apps.web.live.machines import Machines
from tavoliere.apps.web.live.opponents import Pool
from tavoliere.apps.web.live.outages import Outages
from tavoliere.apps.web.live.reviews import Reviews
from tavoliere.apps.web.live.shares import Shares
from tavoliere.apps.web.live.speech import Speech
from tavoliere.apps.web.live.tables import UNREAD, Tables
from tavoliere.apps.web.live.tasks import Tasks
from tavoliere.apps.web.live.turns import Turns
from tavoliere.apps.web.live.warming import Warming
from tavoliere.apps.web.live.watches import Watches
from tavoliere.apps.web.show import courses
from tavoliere.apps.web.show.voices import voices
from tavoliere.apps.web.store.hearing import Hearing
from tavoliere.apps.web.store.leases import Leases
from tavoliere.apps.web.store.notices import Notice
from tavoliere.apps.web.store.servers import DatabaseTime, Servers
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import clocks
from tavoliere.apps.web.table.refusals import Refusal

OVERDUE_SECONDS = 2.0
"""A flag that is so late is let fall by any server that notices, and so often they look."""
TIDY_SECONDS = 2.0
"""So often a server looks whether it has tables at which nobody is any more."""
SHARES_SECONDS = 1.0
"""So often servers tell each other what addresses use."""
TAKE_UP_AGAIN = 1.0
"""So soon a server looks again for tables that it could not read."""
SIGN_OFF_SECONDS = 1.0
STOP_SECONDS = 3.0
"""So long the end of the server waits for changes under way; each of them is stored whole or not at all."""
CHATTER_SECONDS, CHATTER_A_SECOND = 3.0, 0.1
SWEPT_AT_ONCE = 100
"""Tables deleted in one go, so that no turn has to wait long for its place on the disk."""


class Service:
    """All tables of a server, and whoever looks after them."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        pool: Pool,
        metrics: Metrics,
        now: Callable[[], int] | None = None,
    ) -> None:
        """`now` gives milliseconds since 1970; without it that is the time of the database."""
        now = now or DatabaseTime()
        self.settings, self.database, self.pool, self.metrics, self.now = settings, database, pool, metrics, now
        self.voices = voices(settings.texts)
        stand_in = settings.stand_in_spec
        self.tasks = Tasks()
        self.watches = Watches(self.tasks)
        self.servers = Servers(database, now, settings.heartbeat)
        self.outages = Outages(self.servers)
        limits = settings.limits
        times = settings.networks.times
        self.labour = Labour(Allowance(limits.work, limits.work_a_second, time.monotonic, times), metrics)
        self.speech = Speech(Allowance(CHATTER_SECONDS, CHATTER_A_SECOND, time.monotonic, times))
        self.errands = Speech(Allowance(CHATTER_SECONDS, CHATTER_A_SECOND, time.monotonic, times))
        """Little requests beside tables, which must not take from what is said at tables."""
        self.tables = Tables(database, metrics, self.tasks, self.labour, self.outages)
        self.leases = Leases(self.servers, self.outages.notice)
        self.tables.lease = self.leases.name
        self.flags = Flags(self.tables, self.outages, self.leases, stand_in, now)
        self.turns = Turns(self.tables, self.flags, metrics, settings.limits.turns, now)
        self.machines = Machines(
            self.tables, self.turns, pool, self.leases, metrics, settings.hint_spec(), now, settings.player
        )
        self.agreements = Agreements(self.tables, stand_in, self.machines.outlooks, now)
        self.audience = Audience(self.tables, self.servers, now)
        self.lobby = Lobby(settings, self.tables, self.audience, now)
        self.analyst = Analyst(pool, self.tasks)
        self.reviews = Reviews(self.tables, database, pool, self.leases, self.tasks)
        if database.is_shared:
            self.tables.announce = self.audience.abroad.said
        self.shares = Shares(self.servers)
        self.shares.spent |= {
            "work": self.labour.allowance,
            "chatter": self.speech.allowance,
            "errands": self.errands.allowance,
        }
        metrics.gauge("servers", lambda: 1 + len(self.servers.others))
        self.tables.attendants += [self.flags, self.machines]
        self.hearing: Hearing
        self._warming: Warming | None = None
        self.is_ready = False
        self._has_beaten = True

    async def start(self) -> None:
        """Go on with every game from its last accepted turn; opponents that were thinking think again."""
        down = await self.servers.sign_on()
        self.labour.start(at_once=self.settings.warm)
        self.pool.start()
        loop = asyncio.get_running_loop()
        if self.settings.warm:
            self._warming = Warming(lambda progress: _in_loop(loop, lambda: self.audience.warmed(progress)))
            self._warming.start()
            self.tasks.spawn(asyncio.to_thread(courses.read_all))
        self.hearing = Hearing(
            self.database.engine,
            lambda table, revision: _in_loop(loop, lambda: self.tables.heard(table, revision)),
            lambda notice: _in_loop(loop, lambda: self._told(notice)),
            lambda: _in_loop(loop, self._missed),
        )
        self.hearing.start()
        self.watches.begin("heartbeat", self.settings.heartbeat, self._beat)
        self.watches.begin("clocks", 0.0, self.flags.round)
        if self.database.is_shared:
            self.watches.begin("overdue clocks", OVERDUE_SECONDS, self._let_overdue_fall)
            self.watches.begin("leases", TIDY_SECONDS, self.machines.tidy)
            self.watches.begin("shares", SHARES_SECONDS, self.shares.round)
        if self.settings.keep_days:
            self.watches.begin("sweeping", clocks.DAY / clocks.SECOND, self._sweep)
        waiting = await self.database.waiting_tables()
        log("started", tables_waiting=len(waiting), down_ms=down, workers=self.pool.size)
        self.tasks.spawn(self._take_up(waiting))
        self.is_ready = True

    async def stop(self) -> None:
        """Finish the changes that have begun, say goodbye, end the searches."""
        self.is_ready = False
        self.end_streams()
        await self.audience.dismiss()
        self.labour.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                for live in self.tables:
                    async with live.lock:
                        pass
        await self.tasks.cancel()
        if self._warming is not None:
            self._warming.close()
        await asyncio.to_thread(self.hearing.close)
        await self._sign_off()
        self.pool.close()
        log("stopped")

    def end_streams(self) -> None:
        """Let those go who follow an analysis or a review."""
        self.analyst.close()
        self.reviews.close()

    async def _take_up(self, waiting: Iterable[str]) -> None:
        """Look after tables; those that cannot be read while the database is away come again."""
        left = list(waiting)
        while left := [table for table in left if not await self._is_taken_up(table)]:
            await asyncio.sleep(TAKE_UP_AGAIN)

    async def _is_taken_up(self, table: str) -> bool:
        """Whether nothing is left to do for a table: it is looked after, it is gone, or it cannot be loaded at all."""
        try:
            self.tables.attend(await self.tables.find(table))
        except Refusal as refusal:
            return refusal.key != UNREAD
        except Exception as error:
            log("taking up failed", logging.ERROR, error, table=table)
        return True

    async def _beat(self) -> None:
        """Note that the server is alive; after an outage put the clocks right first."""
        before = self.servers.others
        try:
            if self.outages.is_on:
                await self.outages.end()
            await self.servers.beat()
        except Exception as error:
            self._has_beaten = False
            self.outages.notice(error)
            raise
        self._has_beaten = True
        gone = before - self.servers.others
        if gone:
            log("servers gone", servers=len(gone), left=len(self.servers.others))
            self.audience.abroad.gone(gone)
            self.shares.gone(gone)
            self.tasks.spawn(self._take_over(gone))

    async def _take_over(self, gone: frozenset[str]) -> None:
        """See to the tables of servers that have died: at each, one of those who are left will get its lease."""
        await self._take_up(await self.leases.left_by(gone))

    def _told(self, notice: Notice) -> None:
        """Another server has said something."""
        if isinstance(notice.get("erased"), str):
            self.tables.erased(notice["erased"])
        self.audience.abroad.heard(notice)
        self.shares.heard(notice)

    def _missed(self) -> None:
        """Other servers may have said something that was not heard."""
        self.tables.missed()
        self.audience.abroad.missed()

    async def _sign_off(self) -> None:
        try:
            async with asyncio.timeout(SIGN_OFF_SECONDS):
                await self.servers.sign_off()
        except Exception as error:
            log("signing off failed", logging.WARNING, error)

    async def _let_overdue_fall(self) -> None:
        """See to flags that another server should have let fall; it may have died."""
        before = self.now() - int(OVERDUE_SECONDS * 1000)
        await self._take_up(await self.database.overdue(before))

    def problems(self) -> list[str]:
        """What keeps the server from doing its work, as far as it knows; the database is asked elsewhere."""
        found = [f"watch {name}" for name in self.watches.missing()]
        if self.outages.is_on or not self._has_beaten:
            found.append("writing")
        return [*found, "searches"] if self.pool.is_stuck else found

    async def keep_study(self, study: str, content: str) -> None:
        """Store a study that somebody shares."""
        try:
            await self.database.keep_study(study, content, self.now())
        except Exception as error:
            self.outages.notice(error)
            log("storing failed", logging.ERROR, error, study=study)
            raise Refusal("storage.failed") from error

    async def _sweep(self) -> None:
        await self.sweep()

    async def sweep(self) -> int:
        """Delete tables at which nothing has happened for long and nobody is; how many."""
        before = self.now() - self.settings.keep_days * clocks.DAY
        found = [table for table in await self.database.forgotten(before) if not self.tables.is_visited(table)]
        deleted = 0
        for place in range(0, len(found), SWEPT_AT_ONCE):
            swept = found[place : place + SWEPT_AT_ONCE]
            deleted += await self.database.delete(swept, before)
            for table in swept:
                self.tables.forget(table)
        studies = await self.database.sweep_studies(before)
        log("swept", tables=deleted, studies=studies, days=self.settings.keep_days)
        return deleted


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
