"""The lobby: tables that wait for somebody, and games whose people let strangers watch.

Nobody is in it unasked: a table is here only if its maker has opened it. The list is read once for all who look within
a moment.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.live.audience import Audience
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import clocks
from tavoliere.apps.web.table.sheet import Sheet

MOST_SHOWN = 30
FRESH_SECONDS = 2.0
LIVELY, SLOWLY_LIVELY = clocks.DAY, 7 * clocks.DAY
"""After so long without a turn nobody is sent to a table; the second is for games of some days a turn."""


class Lobby:
    """What strangers find on a server."""

    def __init__(self, settings: Settings, tables: Tables, audience: Audience, now: Callable[[], int]) -> None:
        self.settings, self.tables, self.audience, self.now = settings, tables, audience, now
        self._found: tuple[list[str], list[str]] = ([], [])
        self._views: dict[Voice, Message] = {}
        """The list as it was read, in the languages that somebody has asked for since."""
        self._read_at: float | None = None
        self._reading = asyncio.Lock()

    async def view(self, voice: Voice) -> Message:
        """The list as somebody without a seat sees it."""
        if not self.settings.lobby:
            return {"on": False, "waiting": [], "running": []}
        async with self._reading:
            await self._read()
            if voice not in self._views:
                self._views[voice] = await self._view(voice)
            return self._views[voice]

    async def _view(self, voice: Voice) -> Message:
        waiting, running = self._found
        return {
            "on": True,
            "waiting": [one for one in await self._shown(voice, waiting) if _is_waiting(one)],
            "running": [one for one in await self._shown(voice, running) if not _is_waiting(one)],
        }

    async def _read(self) -> None:
        if self._read_at is None or time.monotonic() - self._read_at > FRESH_SECONDS:
            now = self.now()
            self._found = await self.tables.database.lobby(now - LIVELY, now - SLOWLY_LIVELY, MOST_SHOWN)
            self._views = {}
            self._read_at = time.monotonic()

    async def _shown(self, voice: Voice, tables: list[str]) -> list[Message]:
        """Tables in few words; those that have ended or were closed since the list was read are left out."""
        seen: list[Message] = []
        known = await self.tables.outlines(tables)
        for table, outline in sorted(known.items(), key=lambda one: tables.index(one[0])):
            glance = self.audience.glance(voice, outline, ())
            if glance is not None and _is_open(outline.sheet):
                seen.append({**glance, **self._presence(table)})
        return sorted(seen, key=lambda one: not one["here"])

    def _presence(self, table: str) -> Message:
        here, watching = self.tables.presence(table)
        return {"here": here, "watching": watching}


def _is_open(sheet: Sheet) -> bool:
    return not sheet.is_over and (sheet.listed if sheet.empty() else sheet.watchable)


def _is_waiting(glance: Message) -> bool:
    return any(seat["kind"] == "open" for seat in glance["seats"])
