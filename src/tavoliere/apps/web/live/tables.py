"""Tables in memory and on the disk: finding them, changing them, telling whoever is there.

Every change of a table goes through `change`: one at a time for each table, stored before anybody hears of it. A change
that has begun is finished even if whoever asked for it has gone.
"""

from __future__ import annotations

import abc
import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, ParamSpec, TypeVar

import tavoliere as tv
from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Settings
from tavoliere.apps.web.live.table import LiveTable, Watcher
from tavoliere.apps.web.show import views
from tavoliere.apps.web.show.pictures import Parts
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.store.rows import Conflict
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Sheet

T = TypeVar("T")
P = ParamSpec("P")
MOST_APART = 2
UNKNOWN = 2**31
"""A revision later than all."""
MOST_IDLE = 500
"""So many tables stay in memory although nobody is there."""

Change = Callable[[Sheet], Sheet]
Accepted = Callable[[Sheet], None]


class Tables(abc.ABC):
    """All tables of a server."""

    def __init__(self, settings: Settings, database: Database, metrics: Metrics, now: Callable[[], int]) -> None:
        self.settings, self.database, self.metrics, self.now = settings, database, metrics, now
        self.compiling: Message | None = None
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._room = asyncio.Semaphore(MOST_APART)
        self._tasks: set[asyncio.Task[Any]] = set()
        metrics.gauge("tables_live", lambda: len(self._tables))

    @abc.abstractmethod
    def _look_after(self, live: LiveTable) -> None:
        """A table has come or changed: whatever has to follow from that by itself."""

    @abc.abstractmethod
    def _set_flag(self, live: LiveTable) -> None:
        """See to it that the flag falls if the player to move runs out of time."""

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refusal):
            log("task failed", logging.ERROR, task.exception())

    async def apart(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something long in a thread; only a few at a time, so that nobody can keep the turns of others waiting."""
        async with self._room:
            return await asyncio.to_thread(work, *arguments, **named)

    # Finding and changing

    async def table(self, table: str) -> LiveTable:
        """A table by its id, from memory or from the database."""
        live = self._tables.get(table)
        if live is not None:
            self._tables.move_to_end(table)
            return live
        if table not in self._loading:
            self._loading[table] = self._spawn(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> LiveTable:
        sheet = await self.database.load(table)
        if sheet is None:
            raise Refusal("table.missing")
        live = LiveTable(sheet, *await replayed(sheet))
        self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self._tables[live.sheet.table] = live
        idle = [table for table, found in self._tables.items() if not found.watchers and found.opponent is None]
        for table in idle[: max(0, len(idle) - MOST_IDLE)]:
            if not self._tables[table].lock.locked() and table != live.sheet.table:
                del self._tables[table]

    async def add(self, sheet: Sheet) -> LiveTable:
        """Store a new table."""
        try:
            stored = await self.database.save(None, sheet)
        except Exception as error:
            log("storing failed", logging.ERROR, error, table=sheet.table)
            raise Refusal("storage.failed") from error
        live = LiveTable(stored, *await replayed(stored))
        self._keep(live)
        self.metrics.count("tables_total")
        self._look_after(live)
        return live

    async def change(self, live: LiveTable, make: Change, accepted: Accepted | None = None) -> Sheet:
        """Change a table: make the new sheet, store it, then let everybody see it."""
        return await asyncio.shield(self._spawn(self._change(live, make, accepted)))

    async def _change(self, live: LiveTable, make: Change, accepted: Accepted | None) -> Sheet:
        async with live.lock:
            after = make(live.sheet)
            if after is live.sheet:
                return after
            return await self._store(live, after, accepted)

    async def _store(self, live: LiveTable, after: Sheet, accepted: Accepted | None = None) -> Sheet:
        before = live.sheet
        try:
            stored = await self.database.save(before, after)
        except Conflict as conflict:
            await self._reload(live)
            raise Refusal("turn.stale") from conflict
        except Exception as error:
            # The commit may have happened all the same: only the database knows.
            log("storing failed", logging.ERROR, error, table=before.table)
            with contextlib.suppress(Exception):
                await self._reload(live)
            raise Refusal("storage.failed") from error
        if stored.ply == before.ply + 1:
            live.adopt(stored, live.position, live.played(stored.turns[-1].move))
        elif stored.turns == before.turns:
            live.adopt(stored, live.before, live.position)
        else:
            live.adopt(stored, *await replayed(stored))
        if accepted is not None:
            accepted(stored)
        self._changed(live)
        return stored

    async def _reload(self, live: LiveTable) -> None:
        sheet = await self.database.load(live.sheet.table)
        if sheet is not None:
            live.adopt(sheet, *await replayed(sheet))
            self._changed(live)

    def _changed(self, live: LiveTable) -> None:
        self._look_after(live)
        live.refresh()

    def _with_turn(self, live: LiveTable, move: str) -> Sheet:
        conduct.check_length(live.sheet, self.settings.limits.turns)
        return conduct.with_turn(live.sheet, move, live.played(move), self.now())

    # What other servers do

    def heard(self, table: str, revision: int) -> None:
        """A table has been changed, perhaps by another server."""
        live = self._tables.get(table)
        if table in self._loading or (live is not None and live.sheet.revision < revision):
            self._spawn(self._catch_up(table, revision))

    def missed(self) -> None:
        """Changes of other servers may not have been heard."""
        for table in list(self._tables):
            self._spawn(self._catch_up(table, UNKNOWN))

    async def _catch_up(self, table: str, revision: int) -> None:
        """Show what another server has stored. Its opponents are woken there, not here."""
        live = await self.table(table)
        async with live.lock:
            if live.sheet.revision >= revision:
                return
            sheet = await self.database.load(table)
            if sheet is not None and sheet.revision != live.sheet.revision:
                live.adopt(sheet, *await replayed(sheet))
                self._set_flag(live)
                live.refresh()

    # Who is there

    def join(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.add(watcher)
        self._keep(live)
        self._tell_presence(live)
        self._look_after(live)

    def leave(self, live: LiveTable, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        self._tell_presence(live)

    def _tell_presence(self, live: LiveTable) -> None:
        here = live.here()
        letters = [letter for letter in live.position.game.players if letter in here]
        live.tell({"type": "presence", "here": letters, "watching": live.watching()})

    def view(self, live: LiveTable, tokens: Iterable[str], flipped: bool = False) -> Message:
        """The table as somebody with these tokens sees it."""
        own = self._own_view(live, tokens)
        return {**live.common(), **own, "svg": live.picture(own["can_move"], flipped)}

    def view_text(self, live: LiveTable, tokens: Iterable[str], flipped: bool, known: Parts) -> str:
        """The same as it is sent to somebody who has parts of pictures: the new one as what is different.

        Targets are not marked in it; they are the steps of `next`.
        """
        own = views.encoded(self._own_view(live, tokens))
        return f'{live.common_text()},"svg":{live.patch_text(known, flipped)},{own[1:]}'

    def _own_view(self, live: LiveTable, tokens: Iterable[str]) -> Message:
        sheet = live.sheet
        return views.own_view(
            live.common(),
            sheet,
            live.next(),
            sheet.letters_of(tokens),
            live.here(),
            live.watching(),
            live.thinking.view() if live.thinking is not None else None,
            {"compiling": self.compiling},
            self.now(),
        )

    async def picture(self, live: LiveTable, ply: int, flipped: bool) -> Message:
        """An earlier position."""
        sheet = live.sheet
        if ply > sheet.ply:
            raise Refusal("request.missing")
        return await self.apart(views.picture_view, sheet, ply, flipped)

    def _letters(self, live: LiveTable, tokens: Iterable[str]) -> str:
        letters = live.sheet.letters_of(tokens)
        if live.sheet.review:
            raise Refusal("table.review")
        if not letters:
            raise Refusal("seat.none")
        return letters


async def replayed(sheet: Sheet) -> tuple[tv.Position, tv.Position]:
    """The position before the last turn and the one after it."""

    def replay() -> tuple[tv.Position, tv.Position]:
        before = conduct.position_at(sheet, max(0, sheet.ply - 1))
        return before, conduct.followed(before, sheet.turns[-1:])

    return replay() if sheet.ply < 10 else await asyncio.to_thread(replay)
