"""The tables: who sits there, what happens, who is told. Knows no HTTP; the sockets are watchers to it.

Every change of a table goes through `change`: one at a time for each table, stored before anybody hears of it. A change
that has begun is finished even if whoever asked for it has gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

import tavoliere as tv
from tavoliere.apps.web import clocks, conduct, views
from tavoliere.apps.web.live import LiveTable, Thinking, Watcher
from tavoliere.apps.web.logs import log
from tavoliere.apps.web.metrics import Metrics
from tavoliere.apps.web.opponents import ADVICE, OPPONENT, Pool, SearchProblem
from tavoliere.apps.web.pictures import Parts
from tavoliere.apps.web.refusals import Refusal
from tavoliere.apps.web.settings import Settings, opponent_name
from tavoliere.apps.web.sheet import OPPONENT as MACHINE
from tavoliere.apps.web.sheet import Seat, Sheet
from tavoliere.apps.web.storage import Conflict, Database
from tavoliere.apps.web.texts import text
from tavoliere.apps.web.views import Message
from tavoliere.apps.web.warming import Progress, Warming
from tavoliere.search.players import Choice

T = TypeVar("T")
P = ParamSpec("P")
MOST_APART = 2
MOST_IDLE = 500
"""So many tables stay in memory although nobody is there."""
TICK_SECONDS = 0.5
WAITS = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds between one failure of a search and the next try."""
GOODBYE_SECONDS = 0.2
CONTENT = 0.45
"""An opponent agrees to a draw if it expects no more than this."""

Change = Callable[[Sheet], Sheet]
Accepted = Callable[[Sheet], None]


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service:
    """All tables of a server."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        pool: Pool,
        metrics: Metrics,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.settings, self.database, self.pool, self.metrics, self.now = settings, database, pool, metrics, now
        self.compiling: Message | None = None
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._flags: list[tuple[int, str]] = []
        self._flag_set = asyncio.Event()
        self._room = asyncio.Semaphore(MOST_APART)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._warming: Warming | None = None
        metrics.gauge("tables_live", lambda: len(self._tables))
        metrics.gauge("searches_running", lambda: pool.running)
        metrics.gauge("searches_waiting", lambda: pool.waiting)

    # Beginning and end

    async def start(self) -> None:
        """Go on with every game from its last accepted turn; opponents that were thinking think again."""
        down = await self.database.credit_downtime(self.now())
        self.pool.start()
        if self.settings.warm:
            loop = asyncio.get_running_loop()
            self._warming = Warming(lambda progress: _in_loop(loop, lambda: self._warmed(progress)))
            self._warming.start()
        self._spawn(self._beat())
        self._spawn(self._watch_flags())
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

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refusal):
            log("task failed", logging.ERROR, task.exception())

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

    def _warmed(self, progress: Progress | None) -> None:
        shown: Message | None = None
        if progress is not None and progress.is_compiling:
            told = text("compiling", done=progress.done, of=progress.of)
            shown = {"done": progress.done, "of": progress.of, "text": told}
        if shown != self.compiling:
            self.compiling = shown
            for live in self._tables.values():
                live.tell({"type": "status", "compiling": shown})

    async def apart(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something long in a thread; only a few at a time, so that nobody can keep the turns of others waiting."""
        async with self._room:
            return await asyncio.to_thread(work, *arguments, **named)

    # Tables

    async def table(self, table: str) -> LiveTable:
        """A table by its id, from memory or from the database."""
        live = self._tables.get(table)
        if live is not None:
            self._tables.move_to_end(table)
            return live
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> LiveTable:
        sheet = await self.database.load(table)
        if sheet is None:
            raise Refusal("table.missing")
        live = LiveTable(sheet, *await _replayed(sheet))
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
        live = LiveTable(stored, *await _replayed(stored))
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
            live.adopt(stored, *await _replayed(stored))
        if accepted is not None:
            accepted(stored)
        self._changed(live)
        return stored

    async def _reload(self, live: LiveTable) -> None:
        sheet = await self.database.load(live.sheet.table)
        if sheet is not None:
            live.adopt(sheet, *await _replayed(sheet))
            self._changed(live)

    def _changed(self, live: LiveTable) -> None:
        self._look_after(live)
        live.refresh()

    def _look_after(self, live: LiveTable) -> None:
        """Set the flag, and wake the opponent whose turn it is."""
        moment = clocks.falls_at(live.sheet)
        if moment is not None and not live.sheet.is_over:
            heapq.heappush(self._flags, (moment, live.sheet.table))
            self._flag_set.set()
        has_audience = bool(live.sheet.people()) or bool(live.watchers)
        if live.machine_to_move() is not None and live.opponent is None and has_audience:
            live.opponent = self._spawn(self._opponent_plays(live))
            live.opponent.add_done_callback(lambda _: setattr(live, "opponent", None))

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

    def _with_turn(self, live: LiveTable, move: str) -> Sheet:
        conduct.check_length(live.sheet, self.settings.limits.turns)
        return conduct.with_turn(live.sheet, move, live.played(move), self.now())

    async def _check_flag(self, live: LiveTable) -> None:
        """A turn that comes after the flag has fallen comes too late, even if nobody had noticed yet."""
        if clocks.has_fallen(live.sheet, self.now()):
            letter = live.sheet.turn
            await self._fall(live)
            raise Refusal("clock.fell", player=live.position.game.player_name(letter))

    async def _watch_flags(self) -> None:
        while True:
            if self._flags and self._flags[0][0] <= self.now():
                _, table = heapq.heappop(self._flags)
                with contextlib.suppress(Refusal):
                    await self._fall(await self.table(table))
                continue
            wait = (self._flags[0][0] - self.now()) / 1000 if self._flags else 3600
            self._flag_set.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._flag_set.wait(), min(max(wait, 0.001), 3600))

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

    # Opponents

    async def _opponent_plays(self, live: LiveTable) -> None:
        """Make turns as long as an opponent is to move. A search that fails is tried again, more and more slowly."""
        failures = 0
        while (seat := live.machine_to_move()) is not None:
            at = live.sheet.at
            thinking = Thinking(live.position.game, seat.letter, seat.spec, is_hint=False)
            if failures:
                thinking.problem = text("opponent.failed", player=live.position.game.player_name(seat.letter))
            try:
                choice = await self._think(live, thinking, OPPONENT, at)
            except SearchProblem as problem:
                log("search failed", logging.WARNING, table=live.sheet.table, spec=seat.spec, problem=str(problem))
                live.say("opponent.failed", seat.letter)
                await asyncio.sleep(WAITS[min(failures, len(WAITS) - 1)])
                failures += 1
                continue
            if choice is None:
                continue
            failures = 0
            live.values = choice.values
            with contextlib.suppress(Refusal):
                await self._make_choice(live, seat, at, choice)

    async def _make_choice(self, live: LiveTable, seat: Seat, at: str, choice: Choice) -> None:
        def make(sheet: Sheet) -> Sheet:
            if sheet.at != at or sheet.is_over or sheet.seat(seat.letter) != seat:
                raise Refusal("turn.stale")
            return self._with_turn(live, choice.move)

        try:
            await self.change(live, make)
        except Refusal as refusal:
            if refusal.key == "limit.turns":
                await self.change(live, lambda sheet: conduct.drawn(sheet, self.now()))
            elif refusal.key == "storage.failed":
                await asyncio.sleep(1)
            raise
        self.metrics.count("turns_total", by="opponents")

    async def _think(self, live: LiveTable, thinking: Thinking, priority: int, at: str) -> Choice | None:
        """Search, with news for the table; None if the position changed meanwhile."""
        live.thinking = thinking
        live.tell(thinking.view())
        search = asyncio.ensure_future(
            self.pool.choose(thinking.parsed, live.position, secrets.randbits(31), thinking, priority=priority)
        )
        try:
            while not (await asyncio.wait({search}, timeout=TICK_SECONDS))[0]:
                if live.sheet.at != at or live.sheet.is_over:
                    return None
                live.tell(thinking.view())
            return search.result()
        finally:
            search.cancel()
            if live.thinking is thinking:
                live.thinking = None

    async def hint(self, live: LiveTable, watcher: Watcher) -> Message:
        """A turn that a strong opponent would make. Not while another person plays."""
        sheet, position = live.sheet, live.position
        letters = sheet.letters_of(watcher.tokens)
        conduct.check_turn(sheet, letters, sheet.at)
        if any(letter not in letters for letter in sheet.people()):
            raise Refusal("hint.people")
        thinking = Thinking(position.game, sheet.turn, self.settings.hint_spec(), is_hint=True)
        watcher.tell(thinking.view())
        search = asyncio.ensure_future(
            self.pool.choose(thinking.parsed, position, secrets.randbits(31), thinking, priority=ADVICE)
        )
        try:
            while not (await asyncio.wait({search}, timeout=TICK_SECONDS))[0]:
                if live.sheet.at != sheet.at:
                    raise Refusal("turn.stale")
                watcher.tell(thinking.view())
            choice = search.result()
        except SearchProblem as problem:
            log("search failed", logging.WARNING, table=sheet.table, spec=thinking.spec, problem=str(problem))
            raise Refusal("opponent.failed", player=opponent_name(thinking.spec)) from problem
        finally:
            search.cancel()
        return views.hint_view(position, choice.move, choice.values, choice.proven, watcher.flipped) | {"at": sheet.at}

    # Undo, offers, resignation

    async def undo(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Take a turn back, ask for it, agree to it or decline it."""
        letters = self._letters(live, tokens)
        if not answer:
            await self._decline(live, letters, "undo", "undo.declined", "undo.none")
            return
        said: list[tuple[str, str]] = []
        mine = letters[0]

        def make(sheet: Sheet) -> Sheet:
            by = sheet.undo_by or next((turn.letter for turn in reversed(sheet.turns) if turn.letter in letters), mine)
            wanted = sheet.undo_by or letters
            target = conduct.check_undo(sheet, wanted)
            agreed = conduct.joined(sheet.undo_agreed, letters, sheet)
            if not conduct.all_agree(agreed, sheet):
                if agreed == sheet.undo_agreed:
                    return sheet
                said.append(("undo.asked", by))
                return replace(sheet, undo_by=by, undo_agreed=agreed)
            said.append(("undo.done", ""))
            return conduct.undone(sheet, target, conduct.position_at(sheet, target), self.now())

        await self.change(live, make)
        for key, letter in said:
            live.say(key, letter)

    async def draw(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Offer a draw, accept it or decline it."""
        letters = self._letters(live, tokens)
        conduct.check_going(live.sheet)
        if not answer:
            await self._decline(live, letters, "draw", "draw.declined", "draw.none")
            return
        said: list[tuple[str, str]] = []

        def make(sheet: Sheet) -> Sheet:
            conduct.check_going(sheet)
            agreed = conduct.joined(sheet.draw_agreed, letters, sheet)
            if not conduct.all_agree(agreed, sheet):
                if agreed == sheet.draw_agreed:
                    return sheet
                said.append(("draw.offered", letters[0]))
                return replace(sheet, draw_agreed=agreed)
            unwilling = [
                seat.letter
                for seat in sheet.seats
                if seat.kind == MACHINE and live.values.get(seat.letter, 1.0) > CONTENT
            ]
            if unwilling:
                said.append(("draw.declined", unwilling[0]))
                return replace(sheet, draw_agreed="") if sheet.draw_agreed else sheet
            said.append(("draw.accepted", ""))
            return conduct.drawn(sheet, self.now())

        await self.change(live, make)
        for key, letter in said:
            live.say(key, letter)

    async def rematch(self, live: LiveTable, tokens: Iterable[str], answer: bool) -> None:
        """Wish for another game with the seats rotated, agree, or decline."""
        letters = self._letters(live, tokens)
        if not answer:
            await self._decline(live, letters, "rematch", "rematch.declined", "rematch.none")
            return
        said = await asyncio.shield(self._spawn(self._rematch(live, letters)))
        for key, letter in said:
            live.say(key, letter)

    async def _rematch(self, live: LiveTable, letters: str) -> list[tuple[str, str]]:
        async with live.lock:
            sheet = live.sheet
            if sheet.review:
                raise Refusal("table.review")
            if not sheet.is_over:
                raise Refusal("game.going")
            if sheet.rematch is not None:
                return []
            agreed = conduct.joined(sheet.rematch_agreed, letters, sheet)
            if not conduct.all_agree(agreed, sheet):
                if agreed == sheet.rematch_agreed:
                    return []
                await self._store(live, replace(sheet, rematch_agreed=agreed))
                return [("rematch.wished", letters[0])]
            following = conduct.rematch_of(sheet, self.now())
            changes = [(None, following), (sheet, replace(sheet, rematch=following.table, rematch_agreed=agreed))]
            try:
                stored, old = await self.database.save_all(changes)
            except Exception as error:
                await self._reload(live)
                raise Refusal("turn.stale" if isinstance(error, Conflict) else "storage.failed") from error
            new = LiveTable(stored, *await _replayed(stored))
            self._keep(new)
            self.metrics.count("tables_total")
            self._look_after(new)
            live.adopt(old, live.before, live.position)
            self._changed(live)
            return [("rematch.agreed", "")]

    async def _decline(self, live: LiveTable, letters: str, what: str, said: str, missing: str) -> None:
        """Turn an offer down, or take one's own back."""
        cleared: dict[str, Any] = {"undo_by": "", "undo_agreed": ""} if what == "undo" else {f"{what}_agreed": ""}

        def make(sheet: Sheet) -> Sheet:
            if not getattr(sheet, f"{what}_agreed") or sheet.rematch is not None:
                raise Refusal(missing)
            return replace(sheet, **cleared)

        await self.change(live, make)
        live.say(said, letters[0])

    async def resign(self, live: LiveTable, tokens: Iterable[str], letter: str) -> None:
        if letter not in self._letters(live, tokens):
            raise Refusal("seat.not-yours")

        def make(sheet: Sheet) -> Sheet:
            conduct.check_going(sheet)
            return conduct.given_up(sheet, letter, conduct.RESIGNATION, self.settings.stand_in_spec(), self.now())

        await self.change(live, make)
        live.say("resigned" if live.sheet.is_over else "resigned.stands-in", letter)

    # Seats

    def _letters(self, live: LiveTable, tokens: Iterable[str]) -> str:
        letters = live.sheet.letters_of(tokens)
        if live.sheet.review:
            raise Refusal("table.review")
        if not letters:
            raise Refusal("seat.none")
        return letters

    async def sit_down(self, live: LiveTable, letter: str, name: str) -> str:
        """Take an open seat; the token is told to whoever took it and to nobody else."""
        tokens: list[str] = []

        def make(sheet: Sheet) -> Sheet:
            if sheet.review:
                raise Refusal("table.review")
            after, token = conduct.seated(sheet, letter, name)
            tokens.append(token)
            return after

        await self.change(live, make)
        live.say("seat.sat", letter)
        return tokens[0]

    async def rename(self, live: LiveTable, tokens: Iterable[str], letter: str, name: str) -> None:
        if letter not in self._letters(live, tokens):
            raise Refusal("seat.not-yours")
        await self.change(live, lambda sheet: conduct.renamed(sheet, letter, name))


async def _replayed(sheet: Sheet) -> tuple[tv.Position, tv.Position]:
    """The position before the last turn and the one after it."""

    def replay() -> tuple[tv.Position, tv.Position]:
        before = conduct.position_at(sheet, max(0, sheet.ply - 1))
        return before, conduct.followed(before, sheet.turns[-1:])

    return replay() if sheet.ply < 10 else await asyncio.to_thread(replay)


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
