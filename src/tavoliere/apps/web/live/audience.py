"""Who is at the tables, and what they see of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping

from tavoliere.apps.web.live.table import LiveTable, Watcher
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.live.warming import Progress
from tavoliere.apps.web.show import news, views
from tavoliere.apps.web.show.glances import glance_view
from tavoliere.apps.web.show.pictures import Parts
from tavoliere.apps.web.show.views import Around, Message
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Sheet

GOODBYE_SECONDS = 0.2


class Audience:
    """Everybody who is connected to a table, and whoever asks for one."""

    def __init__(self, tables: Tables, now: Callable[[], int]) -> None:
        self.tables, self.now = tables, now
        self.compiling: Message | None = None
        """How far the server has come with its opponents, as everybody is shown it."""

    def join(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody has come, or has got another seat."""
        live.enter(watcher)
        self.tables.keep(live)
        self._tell_presence(live)
        self.tables.attend(live)

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        live.leave(watcher)
        self._tell_presence(live)

    def _tell_presence(self, live: LiveTable) -> None:
        live.tell(news.presence(live.position.game, *live.presence()))

    def view(self, live: LiveTable, tokens: Iterable[str], flipped: bool = False) -> Message:
        """The table as somebody with these tokens sees it."""
        return live.shown.view(live.sheet.letters_of(tokens), self._around(live), flipped)

    def view_text(self, live: LiveTable, tokens: Iterable[str], flipped: bool, known: Parts) -> str:
        """The same as it is sent to somebody who has parts of pictures."""
        return live.shown.view_text(live.sheet.letters_of(tokens), self._around(live), flipped, known)

    def _around(self, live: LiveTable) -> Around:
        thinking = live.thinking.view() if live.thinking is not None else None
        return Around(*live.presence(), thinking, self.compiling, self.now())

    async def picture(self, live: LiveTable, ply: int, flipped: bool) -> Message:
        """An earlier position."""
        sheet = live.sheet
        if ply > sheet.ply:
            raise Refusal("request.missing")
        return await self.tables.tasks.apart(views.picture_view, sheet, ply, flipped)

    async def glances(self, wanted: Mapping[str, Iterable[str]]) -> Message:
        """Several tables in few words, by the tokens that somebody has for each, and those that are not there."""
        seen: list[Message] = []
        missing: list[str] = []
        for table, tokens in wanted.items():
            shown = _glance(await self.tables.sheet(table), tokens)
            if shown is None:
                missing.append(table)
            else:
                seen.append(shown)
        return {"tables": seen, "missing": missing}

    # News of the server

    def warmed(self, progress: Progress | None) -> None:
        """Tell everybody how far the opponents have been compiled."""
        shown = None
        if progress is not None and progress.is_compiling:
            shown = news.compiling(progress.done, progress.of)
        if shown != self.compiling:
            self.compiling = shown
            for live in self.tables:
                live.tell({"type": "status", "compiling": shown})

    async def dismiss(self) -> None:
        """Tell everybody that the server stops, and give them a moment to hear it."""
        watchers = [watcher for live in self.tables for watcher in live.watchers]
        for watcher in watchers:
            watcher.dismiss(news.goodbye())
        if watchers:
            await asyncio.sleep(GOODBYE_SECONDS)


def _glance(sheet: Sheet | None, tokens: Iterable[str]) -> Message | None:
    """A table in few words; None if there is none, or none whose game is known here."""
    with contextlib.suppress(Refusal):
        return None if sheet is None else glance_view(sheet, sheet.letters_of(tokens))
    return None
