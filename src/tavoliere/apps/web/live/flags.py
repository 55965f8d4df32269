"""Flags: who runs out of time is noticed at that moment, whether anybody is there or not.

Every server knows the moments of the tables in its memory; the one that looks after a table lets its flag fall.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Callable

import tavoliere as tv
from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.live.outages import Outages
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.store.leases import Leases
from tavoliere.apps.web.table import clocks, conduct, moments
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.refusals import Refusal

LONGEST_WAIT = 10.0
AGAIN_SECONDS = 1.0
"""After a flag could not fall because something went wrong, it is tried again."""
GONE = ("table.missing", "game.broken")
"""Tables whose flags nobody waits for."""
SLACK = 64


class Flags:
    """When the next flag falls, at any table."""

    def __init__(
        self,
        tables: Tables,
        outages: Outages,
        leases: Leases,
        stand_in: Callable[[tv.Game], str],
        now: Callable[[], int],
    ) -> None:
        """`stand_in` takes over the seat of somebody who runs out of time in a game of more than two."""
        self.tables, self.outages, self.leases, self.stand_in, self.now = tables, outages, leases, stand_in, now
        self._next: dict[str, int] = {}
        """The moment for each table; of those in the heap only these count."""
        self._moments: list[tuple[int, str]] = []
        self._set = asyncio.Event()

    def attend(self, live: LiveTable, *, elsewhere: bool) -> None:  # noqa: ARG002 - every server watches all clocks
        """See to it that the flag falls if the player to move runs out of time."""
        moment = clocks.falls_at(live.sheet)
        if moment is None or live.sheet.is_over:
            self._next.pop(live.sheet.table, None)
        elif self._next.get(live.sheet.table) != moment:
            self._await(live.sheet.table, moment)

    def _await(self, table: str, moment: int) -> None:
        self._next[table] = moment
        heapq.heappush(self._moments, (moment, table))
        if len(self._moments) > 2 * len(self._next) + SLACK:
            self._moments = [(when, which) for which, when in self._next.items()]
            heapq.heapify(self._moments)
        self.look_again()

    def look_again(self) -> None:
        """Another flag may be the next one now."""
        self._set.set()

    @property
    def waiting(self) -> int:
        """How much is remembered."""
        return len(self._moments)

    async def round(self) -> None:
        """Let every flag fall whose moment has come, then wait for the next one, or a while."""
        while self._moments and self._moments[0][0] <= self.now():
            moment, table = heapq.heappop(self._moments)
            if self._next.get(table) == moment:
                del self._next[table]
                await self._try(table)
        wait = (self._moments[0][0] - self.now()) / 1000 if self._moments else LONGEST_WAIT
        self._set.clear()
        # Not `wait_for`: before Python 3.12 it forgets a cancellation that comes together with the event.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(max(wait, 0.001), LONGEST_WAIT)):
                await self._set.wait()

    async def _try(self, table: str) -> None:
        """Let a flag fall. What goes wrong at one table is tried again there and keeps no other waiting."""
        try:
            live = await self.tables.find(table)
            if await self.leases.take(table):
                await self._fall(live)
            elif table not in self._next:
                self._await(table, self.now() + int(AGAIN_SECONDS * 1000))
        except Exception as error:
            if isinstance(error, Refusal) and error.key in GONE:
                return
            self.leases.lost(table)
            self.outages.notice(error)
            if not isinstance(error, Refusal):
                log("flag failed", logging.ERROR, error, table=table)
            if table not in self._next:
                self._await(table, self.now() + int(AGAIN_SECONDS * 1000))

    def fallen(self, moment: Moment) -> Moment | None:
        """The moment after the flag of the player to move has fallen; None if it has not."""
        sheet, now = moment.sheet, self.now()
        if sheet.is_over or not clocks.has_fallen(sheet, now):
            return None
        stand_in = self.stand_in(moment.position.game)
        return moments.with_sheet(moment, conduct.given_up(sheet, sheet.turn, conduct.TIME, stand_in, now))

    async def _fall(self, live: LiveTable) -> None:
        """End the turn of a player who has run out of time."""
        fallen: list[str] = []

        def make(moment: Moment) -> Moment:
            after = self.fallen(moment)
            if after is None:
                return moment
            fallen.append(moment.sheet.turn)
            return after

        await self.tables.change(live, make, leased=True)
        for letter in fallen:
            self.say_fallen(live, letter)
        if not fallen:
            self.attend(live, elsewhere=False)

    def say_fallen(self, live: LiveTable, letter: str) -> None:
        live.say("clock.fell" if live.sheet.is_over else "clock.stands-in", letter)
