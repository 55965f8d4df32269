"""Who is at the tables, and what they see of them."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Mapping

from tavoliere.apps.web.live import chores
from tavoliere.apps.web.live.abroad import Abroad
from tavoliere.apps.web.live.chores import LITTLE, SHORT
from tavoliere.apps.web.live.table import LiveTable, Watcher
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.live.warming import Progress
from tavoliere.apps.web.show import news, views
from tavoliere.apps.web.show.glances import glance_view
from tavoliere.apps.web.show.records import record_text
from tavoliere.apps.web.show.shown import Known
from tavoliere.apps.web.show.studies import table_study
from tavoliere.apps.web.show.views import Around, Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.store.servers import Servers
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Outline, Sheet
from tavoliere.apps.web.table.studies import Study

GOODBYE_SECONDS = 0.2


class Audience:
    """Everybody who is connected to a table, and whoever asks for one."""

    def __init__(self, tables: Tables, servers: Servers, now: Callable[[], int]) -> None:
        self.tables, self.now = tables, now
        self.abroad = Abroad(tables, servers, self._tell_presence)
        self._progress: tuple[int, int] | None = None
        """How many opponents are compiled, and of how many; None if nothing is being compiled."""

    def join(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody has come, or has got another seat."""
        live.enter(watcher)
        self.tables.keep(live)
        self._tell_presence(live)
        self.abroad.present(live)
        self.tables.attend(live)

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        live.leave(watcher)
        self._tell_presence(live)
        self.abroad.present(live)

    def _tell_presence(self, live: LiveTable) -> None:
        present = news.presence(live.position.game, *live.presence())
        live.tell(lambda _: present)

    def view(self, voice: Voice, live: LiveTable, tokens: Iterable[str], side: int = 0) -> Message:
        """The table as somebody with these tokens sees it."""
        return live.shown.to(voice).view(live.sheet.letters_of(tokens), self._around(voice, live), side)

    def view_text(self, voice: Voice, live: LiveTable, tokens: Iterable[str], side: int, known: Known) -> str:
        """The same as it is sent to somebody who has something of it."""
        yours = live.sheet.letters_of(tokens)
        return live.shown.to(voice).view_text(yours, self._around(voice, live), side, known)

    def _around(self, voice: Voice, live: LiveTable) -> Around:
        thinking = live.thinking.view(voice) if live.thinking is not None else None
        return Around(*live.presence(), thinking, self.compiling(voice), self.now())

    async def picture(self, voice: Voice, live: LiveTable, ply: int, side: int) -> Message:
        """An earlier position."""
        sheet = live.sheet
        if ply > sheet.ply:
            raise Refusal("request.missing")
        if ply < SHORT:
            return views.picture_view(voice, sheet, ply, side)
        is_end = ply == sheet.ply and sheet.is_over
        key = ("picture", sheet.table, sheet.undos, ply, side, voice.code, is_end)
        # Turns that come later change nothing, so they are not sent along.
        known = sheet if is_end else dataclasses.replace(sheet, turns=sheet.turns[:ply], result="")
        return await self.tables.labour.once(key, _length, chores.picture, voice, known, ply, side)

    async def record(self, sheet: Sheet, kind: str) -> str:
        """The game at a table as a file."""
        if sheet.ply < SHORT and len(sheet.source) < LITTLE:
            return record_text(sheet, kind)
        key = ("record", sheet.table, sheet.revision, kind)
        return await self.tables.labour.once(key, len, record_text, sheet, kind)

    async def study(self, sheet: Sheet) -> Study:
        """The game at a table as a study."""
        if sheet.ply < SHORT and len(sheet.source) < LITTLE:
            return table_study(sheet)
        key = ("study", sheet.table, sheet.revision)
        return await self.tables.labour.once(key, _nodes, table_study, sheet)

    async def glances(self, voice: Voice, wanted: Mapping[str, Iterable[str]]) -> Message:
        """Several tables in few words, by the tokens that somebody has for each, and those that are not there."""
        known = await self.tables.outlines(wanted)
        shown = {table: self.glance(voice, known.get(table), tokens) for table, tokens in wanted.items()}
        seen = [glance for glance in shown.values() if glance is not None]
        return {"tables": seen, "missing": [table for table, glance in shown.items() if glance is None]}

    def glance(self, voice: Voice, outline: Outline | None, tokens: Iterable[str]) -> Message | None:
        """A table in few words; None if there is none, or none whose game is known here."""
        with contextlib.suppress(Refusal, ValueError, KeyError):
            if outline is not None:
                return glance_view(voice, outline, outline.sheet.letters_of(tokens), self.now())
        return None

    # News of the server

    def warmed(self, progress: Progress | None) -> None:
        """Tell everybody how far the opponents have been compiled."""
        found = (progress.done, progress.of) if progress is not None and progress.is_compiling else None
        if found != self._progress:
            self._progress = found
            for live in self.tables:
                live.tell(lambda voice: {"type": "status", "compiling": self.compiling(voice)})

    def compiling(self, voice: Voice) -> Message | None:
        """How far the server has come with its opponents, as it is shown; None if it compiles nothing."""
        return None if self._progress is None else news.compiling(voice, *self._progress)

    async def dismiss(self) -> None:
        """Tell everybody that the server stops, and give them a moment to hear it."""
        watchers = [watcher for live in self.tables for watcher in live.watchers]
        for watcher in watchers:
            watcher.dismiss(news.goodbye(watcher.voice))
        if watchers:
            await asyncio.sleep(GOODBYE_SECONDS)


def _nodes(study: Study) -> int:
    """About how much memory a study takes."""
    return LITTLE + 200 * len(study.nodes)


def _length(picture: Message) -> int:
    """About how much memory a picture takes."""
    return len(picture["svg"]) + LITTLE
