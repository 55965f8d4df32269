"""Flags: who runs out of time is noticed at that moment, whether anybody is there or not."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from collections.abc import Callable

import tavoliere as tv
from tavoliere.apps.web.live.table import LiveTable
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.table import clocks, conduct, moments
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.refusals import Refusal

LONGEST_WAIT = 3600.0


class Flags:
    """When the next flag falls, at any table."""

    def __init__(self, tables: Tables, stand_in: Callable[[tv.Game], str], now: Callable[[], int]) -> None:
        """`stand_in` takes over the seat of somebody who runs out of time in a game of more than two."""
        self.tables, self.stand_in, self.now = tables, stand_in, now
        self._moments: list[tuple[int, str]] = []
        self._set = asyncio.Event()

    def attend(self, live: LiveTable, *, elsewhere: bool) -> None:  # noqa: ARG002 - every server watches all clocks
        """See to it that the flag falls if the player to move runs out of time."""
        moment = clocks.falls_at(live.sheet)
        if moment is not None and not live.sheet.is_over:
            heapq.heappush(self._moments, (moment, live.sheet.table))
            self.look_again()

    def look_again(self) -> None:
        """Another flag may be the next one now."""
        self._set.set()

    async def watch(self) -> None:
        """Let flags fall, as long as the server runs."""
        while True:
            if self._moments and self._moments[0][0] <= self.now():
                _, table = heapq.heappop(self._moments)
                with contextlib.suppress(Refusal):
                    await self._fall(await self.tables.find(table))
                continue
            wait = (self._moments[0][0] - self.now()) / 1000 if self._moments else LONGEST_WAIT
            self._set.clear()
            # Not `wait_for`: before Python 3.12 it forgets a cancellation that comes together with the event.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(max(wait, 0.001), LONGEST_WAIT)):
                    await self._set.wait()

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

        await self.tables.change(live, make)
        for letter in fallen:
            self.say_fallen(live, letter)

    def say_fallen(self, live: LiveTable, letter: str) -> None:
        live.say("clock.fell" if live.sheet.is_over else "clock.stands-in", letter)
