"""The opponents at the tables: they think in worker processes, make their turns, and give hints."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.host.settings import Settings, opponent_name
from tavoliere.apps.web.live.opponents import ADVICE, OPPONENT, Pool, SearchProblem
from tavoliere.apps.web.live.table import LiveTable, Thinking, Watcher
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.show import views
from tavoliere.apps.web.show.phrases import names_of
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import conduct
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import Seat, Sheet
from tavoliere.apps.web.texts import text
from tavoliere.search.players import Choice

TICK_SECONDS = 0.5
WAITS = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds between one failure of a search and the next try."""


class Machines(Tables):
    """Tables at which opponents play."""

    def __init__(
        self, settings: Settings, database: Database, pool: Pool, metrics: Metrics, now: Callable[[], int]
    ) -> None:
        super().__init__(settings, database, metrics, now)
        self.pool = pool
        metrics.gauge("searches_running", lambda: pool.running)
        metrics.gauge("searches_waiting", lambda: pool.waiting)

    def _wake_opponent(self, live: LiveTable) -> None:
        """Let the opponent play whose turn it is, if anybody is interested."""
        has_audience = bool(live.sheet.people()) or bool(live.watchers)
        if live.machine_to_move() is not None and live.opponent is None and has_audience:
            live.opponent = self._spawn(self._opponent_plays(live))
            live.opponent.add_done_callback(lambda _: setattr(live, "opponent", None))

    async def _opponent_plays(self, live: LiveTable) -> None:
        """Make turns as long as an opponent is to move. A search that fails is tried again, more and more slowly."""
        failures = 0
        while (seat := live.machine_to_move()) is not None:
            at = live.sheet.at
            thinking = Thinking(live.position.game, seat.letter, seat.spec, is_hint=False)
            if failures:
                thinking.problem = text("opponent.failed", player=names_of(live.position.game)[seat.letter])
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
