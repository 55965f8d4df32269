"""The opponents at the tables: they think in worker processes, make their turns, and give hints."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable

import tavoliere as tv
from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.live.opponents import ADVICE, OPPONENT, SPECTACLE, Pool, SearchProblem
from tavoliere.apps.web.live.table import LiveTable, Watcher
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.live.turns import Turns
from tavoliere.apps.web.show import views
from tavoliere.apps.web.show.thinking import Thinking
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.store.leases import Leases
from tavoliere.apps.web.table import conduct, moments
from tavoliere.apps.web.table.offers import ENOUGH_TURNS, Outlook
from tavoliere.apps.web.table.refusals import OpponentName, Refusal
from tavoliere.apps.web.table.sheet import OPPONENT as SEAT_OF_OPPONENT
from tavoliere.apps.web.table.sheet import Seat, Sheet
from tavoliere.search.players import Choice
from tavoliere.search.specs import Spec, parse_spec

TICK_SECONDS = 0.5
LEASE_SECONDS = 0.5
"""So often a server asks whether it may think at a table at which another one does."""
ELSEWHERE_SECONDS = 1.5
"""So long a server leaves the opponent's turn to the one through which the last turn came."""
SPECTACLE_SECONDS = 1.0
"""So long opponents among themselves rest after a turn: nobody could follow more, and showing it takes time."""
JUDGE, JUDGE_SEED = "champion:nodes=20000", 1
"""Who thinks about a draw that is offered to an opponent: some hundredths of a second of the game's best search."""
WAITS = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)
"""Seconds between one failure of a search and the next try."""


class Machines:
    """Whoever plays without being a person."""

    def __init__(
        self,
        tables: Tables,
        turns: Turns,
        pool: Pool,
        leases: Leases,
        metrics: Metrics,
        adviser: str,
        now: Callable[[], int],
        player: Callable[[str], Spec] = parse_spec,
    ) -> None:
        """`leases` say which of several servers thinks at a table, `adviser` is the opponent that gives hints, and
        `player` says who it is that a seat names.
        """
        self.player = player
        self.leases = leases
        self.tables, self.turns, self.pool, self.adviser, self.now = tables, turns, pool, adviser, now
        metrics.gauge("searches_running", lambda: pool.running)
        metrics.gauge("searches_waiting", lambda: pool.waiting)

    def attend(self, live: LiveTable, *, elsewhere: bool) -> None:
        """Let the opponent play whose turn it is, if anybody is interested. The server that looks after a table does
        it, else the one that changed it; another one sees to it only if that one has died.
        """
        if not elsewhere:
            live.hurry.set()
        if live.machine_to_move() is not None and live.opponent is None and live.is_followed:
            waits = elsewhere and not self.leases.holds(live.sheet.table)
            live.opponent = self.tables.tasks.spawn(self._play(live, ELSEWHERE_SECONDS if waits else 0.0))
            live.opponent.add_done_callback(lambda task: self._finished(live, task))

    def _finished(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        """Look once more: a person's turn may have come while this was coming to its end."""
        live.opponent = None
        if not task.cancelled() and task.exception() is None:
            self.attend(live, elsewhere=False)

    async def _play(self, live: LiveTable, after: float) -> None:
        """Make turns for as long as there is somebody to make them for, unless another server does.

        The table stays with this server while somebody is there.
        """
        try:
            if after:
                live.hurry.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(after):
                        await live.hurry.wait()
            await self._play_on(live)
        finally:
            if not live.watchers:
                await self.leases.give_back(live.sheet.table)

    async def _may_think(self, live: LiveTable) -> bool:
        """Whether this server thinks at the table; having got it from another one, it looks what that has stored."""
        if self.leases.holds(live.sheet.table):
            return True
        if not await self.leases.take(live.sheet.table):
            await asyncio.sleep(LEASE_SECONDS)
            return False
        before = live.sheet.revision
        await self.tables.catch_up(live.sheet.table)
        return live.sheet.revision == before

    async def _play_on(self, live: LiveTable) -> None:
        """Make turns as long as an opponent is to move and somebody is there, which is looked at before every turn.

        A search that fails is tried again, more and more slowly.
        """
        failures = 0
        while (seat := live.machine_to_move()) is not None and live.is_followed:
            if not await self._may_think(live):
                continue
            at = live.sheet.at
            try:
                thinking = self._thinking(live, seat, failures > 0)
                choice = await self._think(live, thinking, OPPONENT if live.is_played else SPECTACLE, at)
            except SearchProblem as problem:
                log("search failed", logging.WARNING, table=live.sheet.table, spec=seat.spec, problem=str(problem))
                live.say("opponent.failed", seat.letter)
                await asyncio.sleep(WAITS[min(failures, len(WAITS) - 1)])
                failures += 1
                continue
            if choice is None:
                continue
            failures = 0
            with contextlib.suppress(Refusal):
                await self._make_choice(live, seat, at, choice)
            if not live.is_played:
                await asyncio.sleep(SPECTACLE_SECONDS)

    def _thinking(self, live: LiveTable, seat: Seat, has_failed: bool) -> Thinking:
        """A search for an opponent, if there is such a player here."""
        try:
            player = self.player(seat.spec)
        except ValueError as unknown:
            raise SearchProblem(str(unknown)) from unknown
        rivals = [self._rival(other) for other in live.sheet.seats if other.letter != seat.letter]
        game, letter = live.position.game, seat.letter
        return Thinking(game, letter, seat.spec, is_hint=False, has_failed=has_failed, rivals=rivals, player=player)

    def _rival(self, other: Seat) -> object:
        """Whom an opponent plays: a player, the name of one that is not known here, None for people."""
        if other.kind != SEAT_OF_OPPONENT:
            return None
        try:
            return self.player(other.spec)
        except ValueError:
            return other.spec

    async def _make_choice(self, live: LiveTable, seat: Seat, at: str, choice: Choice) -> None:
        try:
            await self.turns.chosen(live, seat, at, choice.move)
        except Refusal as refusal:
            if refusal.key == "limit.turns":
                await self.tables.change(
                    live,
                    lambda moment: moments.with_sheet(moment, conduct.drawn(moment.sheet, self.now())),
                    leased=True,
                )
            elif refusal.key == "turn.stale":
                self.leases.lost(live.sheet.table)
            elif refusal.key == "storage.failed":
                await asyncio.sleep(1)
            raise

    async def _think(self, live: LiveTable, thinking: Thinking, priority: int, at: str) -> Choice | None:
        """Search, with news for the table; None if the position changed meanwhile."""
        live.thinking = thinking
        live.tell(thinking.view)
        search = asyncio.ensure_future(
            self.pool.choose(thinking.parsed, live.position, secrets.randbits(31), thinking, priority=priority)
        )
        try:
            while not (await asyncio.wait({search}, timeout=TICK_SECONDS))[0]:
                if live.sheet.at != at or live.sheet.is_over:
                    return None
                live.tell(thinking.view)
            return search.result()
        finally:
            search.cancel()
            if live.thinking is thinking:
                live.thinking = None

    async def tidy(self) -> None:
        """Leave tables to others at which nobody is any more."""
        for table in self.leases.held:
            if " " in table:
                continue  # no table: whoever took it gives it back
            live = self.tables.seen(table)
            if live is None or not (live.watchers or live.opponent is not None or live.lock.locked()):
                await self.leases.give_back(table)

    async def outlooks(self, live: LiveTable) -> dict[str, Outlook]:
        """What the opponents at a table expect of their games; nothing of those whose search fails."""
        sheet = live.sheet
        found = {}
        for seat in sheet.seats:
            if seat.kind == SEAT_OF_OPPONENT:
                with contextlib.suppress(SearchProblem):
                    found[seat.letter] = await self._outlook(live.position, sheet, seat)
        return found

    async def _outlook(self, now: tv.Position, sheet: Sheet, seat: Seat) -> Outlook:
        """A real search for every value, however little the opponent itself sees: a slip must not end a game."""
        letter = seat.letter
        plies = [ply for ply, turn in enumerate(sheet.turns) if turn.letter == letter]
        earlier = conduct.positions_at(sheet, plies[-ENOUGH_TURNS:])
        lately = [await self._judged(position, letter) for position in (*earlier, now)]
        return Outlook(await self._judged(now.game.start(), letter), tuple(lately))

    async def _judged(self, position: tv.Position, letter: str) -> float:
        if position.outcome is not None:
            return position.outcome.scores[letter]
        thinking = Thinking(position.game, letter, JUDGE, is_hint=False)
        choice = await self.pool.choose(thinking.parsed, position, JUDGE_SEED, thinking)
        return choice.values[letter]

    async def hint(self, live: LiveTable, watcher: Watcher) -> Message:
        """A turn that a strong opponent would make. Not while another person plays."""
        sheet, position = live.sheet, live.position
        letters = sheet.letters_of(watcher.tokens)
        conduct.check_turn(sheet, letters, sheet.at)
        if any(letter not in letters for letter in sheet.people()):
            raise Refusal("hint.people")
        thinking = Thinking(position.game, sheet.turn, self.adviser, is_hint=True)
        watcher.tell(thinking.view(watcher.voice))
        search = asyncio.ensure_future(
            self.pool.choose(thinking.parsed, position, secrets.randbits(31), thinking, priority=ADVICE)
        )
        try:
            while not (await asyncio.wait({search}, timeout=TICK_SECONDS))[0]:
                if live.sheet.at != sheet.at:
                    raise Refusal("turn.stale")
                watcher.tell(thinking.view(watcher.voice))
            choice = search.result()
        except SearchProblem as problem:
            log("search failed", logging.WARNING, table=sheet.table, spec=thinking.spec, problem=str(problem))
            raise Refusal("opponent.failed", player=OpponentName(thinking.spec)) from problem
        finally:
            search.cancel()
        hint = views.hint_view(watcher.voice, position, choice)
        return hint | {"at": sheet.at}
