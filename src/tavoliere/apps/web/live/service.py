"""The server's work on its tables from its start to its end: turns of people, clocks, and all that the parts do.

Knows no HTTP; the sockets are watchers to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import time
from collections.abc import Callable, Iterable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.live.agreements import Agreements
from tavoliere.apps.web.live.machines import Machines
from tavoliere.apps.web.live.opponents import Pool
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Accepted
from tavoliere.apps.web.live.warming import Progress, Warming
from tavoliere.apps.web.show.phrases import names_of
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.store.hearing import Hearing
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import clocks, conduct
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Sheet
from tavoliere.apps.web.texts import text

GOODBYE_SECONDS = 0.2
SWEPT_AT_ONCE = 100
"""Tables deleted in one go, so that no turn has to wait long for its place on the disk."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service(Machines, Agreements):
    """All tables of a server, and everything that happens at them."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        pool: Pool,
        metrics: Metrics,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        super().__init__(settings, database, pool, metrics, now)
        self._flags: list[tuple[int, str]] = []
        self._flag_set = asyncio.Event()
        self._warming: Warming | None = None
        self._hearing: Hearing

    # Beginning and end

    async def start(self) -> None:
        """Go on with every game from its last accepted turn; opponents that were thinking think again."""
        down = await self.database.credit_downtime(self.now())
        self.pool.start()
        loop = asyncio.get_running_loop()
        if self.settings.warm:
            self._warming = Warming(lambda progress: _in_loop(loop, lambda: self._warmed(progress)))
            self._warming.start()
        self._hearing = Hearing(
            self.database.engine,
            lambda table, revision: _in_loop(loop, lambda: self.heard(table, revision)),
            lambda: _in_loop(loop, self.missed),
        )
        self._hearing.start()
        self._spawn(self._beat())
        self._spawn(self._watch_flags())
        self._spawn(self._sweep_daily())
        waiting = await self.database.waiting_tables()
        log("started", tables_waiting=len(waiting), down_ms=down, workers=self.pool.size)
        self._spawn(self._take_up(waiting))

    async def stop(self) -> None:
        """Finish the changes that have begun, say goodbye, end the searches."""
        await self.say_goodbye()
        for live in self._tables.values():
            async with live.lock:
                pass
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._warming is not None:
            self._warming.close()
        await asyncio.to_thread(self._hearing.close)
        self.pool.close()
        log("stopped")

    async def say_goodbye(self) -> None:
        """Tell everybody that the server stops, and give them a moment to hear it."""
        goodbye = {"type": "bye", "text": text("server.stops")}
        watchers = [watcher for live in self._tables.values() for watcher in live.watchers]
        for watcher in watchers:
            watcher.dismiss(goodbye)
        if watchers:
            await asyncio.sleep(GOODBYE_SECONDS)

    async def _take_up(self, waiting: Iterable[str]) -> None:
        for table in waiting:
            with contextlib.suppress(Refusal):
                live = await self.table(table)
                self._look_after(live)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.heartbeat)
            with contextlib.suppress(Exception):
                await self.database.beat(self.now())

    async def _sweep_daily(self) -> None:
        while self.settings.keep_days:
            with contextlib.suppress(Exception):
                await self.sweep()
            await asyncio.sleep(clocks.DAY / clocks.SECOND)

    async def sweep(self) -> int:
        """Delete tables at which nothing has happened for long and nobody is; how many."""
        before = self.now() - self.settings.keep_days * clocks.DAY
        found = [table for table in await self.database.forgotten(before) if not self._is_visited(table)]
        deleted = 0
        for place in range(0, len(found), SWEPT_AT_ONCE):
            swept = found[place : place + SWEPT_AT_ONCE]
            deleted += await self.database.delete(swept, before)
            for table in swept:
                self._tables.pop(table, None)
        log("swept", tables=deleted, days=self.settings.keep_days)
        return deleted

    def _is_visited(self, table: str) -> bool:
        live = self._tables.get(table)
        return live is not None and (bool(live.watchers) or live.lock.locked())

    def _warmed(self, progress: Progress | None) -> None:
        shown: Message | None = None
        if progress is not None and progress.is_compiling:
            told = text("compiling", done=progress.done, of=progress.of)
            shown = {"done": progress.done, "of": progress.of, "text": told}
        if shown != self.compiling:
            self.compiling = shown
            for live in self._tables.values():
                live.tell({"type": "status", "compiling": shown})

    def _look_after(self, live: LiveTable) -> None:
        """Set the flag, and wake the opponent whose turn it is."""
        self._set_flag(live)
        self._wake_opponent(live)

    def _set_flag(self, live: LiveTable) -> None:
        moment = clocks.falls_at(live.sheet)
        if moment is not None and not live.sheet.is_over:
            heapq.heappush(self._flags, (moment, live.sheet.table))
            self._flag_set.set()

    # Turns

    async def turn(
        self, live: LiveTable, tokens: Iterable[str], at: str, move: str, accepted: Accepted | None = None
    ) -> Sheet:
        """A turn of somebody with tokens, meant for the position that `at` names.

        `accepted` is called once the turn is stored, before anybody is shown it.
        """
        letters = live.sheet.letters_of(tokens)
        conduct.check_turn(live.sheet, letters, at)
        await self._check_flag(live)

        def make(sheet: Sheet) -> Sheet:
            conduct.check_turn(sheet, letters, at)
            return self._with_turn(live, move)

        stored = await self.change(live, make, accepted)
        self.metrics.count("turns_total", by="people")
        return stored

    async def _check_flag(self, live: LiveTable) -> None:
        """A turn that comes after the flag has fallen comes too late, even if nobody had noticed yet."""
        if clocks.has_fallen(live.sheet, self.now()):
            letter = live.sheet.turn
            await self._fall(live)
            raise Refusal("clock.fell", player=names_of(live.position.game)[letter])

    async def _watch_flags(self) -> None:
        while True:
            if self._flags and self._flags[0][0] <= self.now():
                _, table = heapq.heappop(self._flags)
                with contextlib.suppress(Refusal):
                    await self._fall(await self.table(table))
                continue
            wait = (self._flags[0][0] - self.now()) / 1000 if self._flags else 3600
            self._flag_set.clear()
            # Not `wait_for`: before Python 3.12 it forgets a cancellation that comes together with the event.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(max(wait, 0.001), 3600)):
                    await self._flag_set.wait()

    async def _fall(self, live: LiveTable) -> None:
        """End the turn of a player who has run out of time."""
        fallen: list[str] = []

        def make(sheet: Sheet) -> Sheet:
            if sheet.is_over or not clocks.has_fallen(sheet, self.now()):
                return sheet
            fallen.append(sheet.turn)
            return conduct.given_up(sheet, sheet.turn, conduct.TIME, self.settings.stand_in_spec(), self.now())

        await self.change(live, make)
        for letter in fallen:
            live.say("clock.fell" if live.sheet.is_over else "clock.stands-in", letter)


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
