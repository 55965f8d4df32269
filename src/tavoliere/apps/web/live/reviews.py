"""Reviews of finished games: made once for each game, one question after another, stored as they go.

Whoever asks for a review while it is made gets the same one. It pauses when nobody waits for it, and goes on from its
last turn when somebody asks again, after a restart of the server too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import AsyncIterator
from typing import NamedTuple
from weakref import WeakValueDictionary

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.live import chores
from tavoliere.apps.web.live.chores import SHORT
from tavoliere.apps.web.live.opponents import GLIMPSE, STUDY, Pool, SearchProblem
from tavoliere.apps.web.live.tables import Tables
from tavoliere.apps.web.live.tasks import Tasks
from tavoliere.apps.web.show.reviews import annotated_text, turn_views
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.store.leases import Leases
from tavoliere.apps.web.store.shelf import StoredReview
from tavoliere.apps.web.store.storage import Database
from tavoliere.apps.web.table import halves
from tavoliere.apps.web.table.refusals import OpponentName, Refusal
from tavoliere.apps.web.table.sheet import Sheet
from tavoliere.arena.analysis import GradedTurn
from tavoliere.arena.review import Question, Review, with_effort
from tavoliere.records import Record, Turn
from tavoliere.search.players import Choice
from tavoliere.search.specs import judging_spec

SEED = 1
TICK_SECONDS = 0.5
STORE_SECONDS = 2.0
"""So often what is known is stored while a review is made; a server that is killed loses no more than that."""
ELSEWHERE_SECONDS = 1.0
"""So often it is looked what another server has found."""
MOST_TURNS = 400


class Progress(NamedTuple):
    """How far a review has come."""

    review: Review
    place: int
    """The place in the queue; 0 while it is thought about."""
    is_compiling: bool


class _Work:
    """A review under way, and who waits for it. It follows the search for its next question."""

    def __init__(self, sheet: Sheet, review: Review) -> None:
        self.sheet, self.review = sheet, review
        self.watchers = 0
        self.task: asyncio.Task[None] | None = None
        self.problem: Refusal | None = None
        self.is_waiting = self.is_compiling = False
        self.changed = asyncio.Event()
        self.lock = threading.Lock()
        """A review is answered and written in threads, which may go on for a moment when nobody waits any more."""
        self.stored, self.stored_at = len(review.turns), 0.0

    def begin(self) -> None:
        self.is_waiting = False

    def compile(self, what: str) -> None:  # noqa: ARG002 - people need not know what
        self.is_compiling = True
        self.changed.set()

    def progress(self, choice: Choice) -> None:  # noqa: ARG002 - only the answer counts
        self.is_compiling = False


class Reviews:
    """The reviews of a server's games."""

    def __init__(
        self, tables: Tables, database: Database, pool: Pool, leases: Leases, tasks: Tasks, player: str = ""
    ) -> None:
        """`player` is who thinks, with its budget for each turn; whoever is usual for the game if nobody is said."""
        self.tables, self.database, self.pool, self.leases, self.tasks = tables, database, pool, leases, tasks
        self.player = player
        self._works: dict[str, _Work] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._is_closed = False

    def close(self) -> None:
        """Whoever waits is let go; what was found stays stored."""
        self._is_closed = True
        for work in self._works.values():
            work.changed.set()

    # Following

    async def follow(self, table: str) -> AsyncIterator[Progress]:
        """A review from where it stands until it is whole. Whoever stops listening pauses it, unless others wait."""
        work = await self._work(table)
        work.watchers += 1
        self._go_on(work)
        try:
            while True:
                place = self.pool.place(work) if work.is_waiting else 0
                is_last = work.review.is_whole or self._is_closed  # while whoever listens is told, it may become whole
                yield Progress(work.review, place, work.is_compiling)
                if is_last:
                    return
                await self._news(work)
        finally:
            self._leave(work)

    def _leave(self, work: _Work) -> None:
        work.watchers -= 1
        if work.watchers:
            return
        if work.task is None:
            self._forget(work)
        elif not work.review.is_whole:
            work.task.cancel()

    def _forget(self, work: _Work) -> None:
        """What has been found is stored by now, so whoever asks next finds it there."""
        if self._works.get(work.sheet.table) is work:
            del self._works[work.sheet.table]

    async def _news(self, work: _Work) -> None:
        work.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * TICK_SECONDS):
                await work.changed.wait()
        if work.problem is not None:
            problem, work.problem = work.problem, None
            raise problem

    async def turns(self, review: Review, voice: Voice, told: int) -> list[Message]:
        """The turns graded since so many, in words; those that are known already have to be told all at once."""
        asked = voice, review.position_before(told), review.turns[told:]
        if len(review.turns) - told < SHORT:
            return await asyncio.to_thread(turn_views, *asked)
        return await self.tables.labour.do(turn_views, *asked)

    async def written(self, table: str) -> str:
        """A review that has been made, as a file with comments; a refusal if there is none yet."""
        review = (await self._work(table)).review
        if not review.is_whole:
            raise Refusal("review.going")
        return await self.tables.labour.do(annotated_text, review)

    # Finding

    async def _work(self, table: str) -> _Work:
        """The review that is being made, or what is stored of it, or a new one."""
        lock = self._loading.setdefault(table, asyncio.Lock())
        async with lock:
            sheet = checked((await self.tables.find(table)).sheet)
            work = self._works.get(table)
            if work is None or work.sheet.at != sheet.at:
                work = _Work(sheet, await self._review(sheet))
                self._works[table] = work
                self._forget_idle(table)
            return work

    def _forget_idle(self, but: str) -> None:
        idle = [work for table, work in self._works.items() if not work.watchers and not work.task and table != but]
        for work in idle:
            self._forget(work)

    async def _review(self, sheet: Sheet) -> Review:
        stored = await self.database.review(sheet.table)
        return await self.tables.labour.do(chores.review, sheet, stored, self.player)

    # Making

    def _go_on(self, work: _Work) -> None:
        if work.task is None and not work.review.is_whole:
            work.task = self.tasks.spawn(self._make(work))
            work.task.add_done_callback(lambda _: self._rest(work))

    def _rest(self, work: _Work) -> None:
        """It has come to an end; somebody may have come back meanwhile."""
        work.task = None
        work.changed.set()
        if work.watchers and work.problem is None and not self._is_closed:
            self._go_on(work)
        elif not work.watchers:
            self._forget(work)

    async def _make(self, work: _Work) -> None:
        lease = f"review {work.sheet.table}"
        try:
            while not work.review.is_whole and work.watchers:
                if await self.leases.take(lease):
                    await self._answer_next(work)
                else:
                    await self._look_elsewhere(work)
        except SearchProblem as problem:
            log("search failed", logging.WARNING, table=work.sheet.table, spec=work.review.player, problem=str(problem))
            work.problem = Refusal("opponent.failed", player=OpponentName(work.review.player))
        finally:
            work.is_waiting = False
            await asyncio.shield(self.tasks.spawn(self._finish(work, lease)))

    async def _finish(self, work: _Work, lease: str) -> None:
        await self._store(work)
        await self.leases.give_back(lease)

    async def _answer_next(self, work: _Work) -> None:
        question = work.review.question()
        if question is None:
            return
        choice = await self._thought(work, question)
        await asyncio.to_thread(_answered, work, choice)
        work.changed.set()
        if time.monotonic() - work.stored_at > STORE_SECONDS:
            await self._store(work)

    async def _thought(self, work: _Work, question: Question) -> Choice:
        spec = with_effort(judging_spec(work.review.player), question.effort)
        work.is_waiting, work.is_compiling = True, False
        rank = STUDY if work.review.turns else GLIMPSE
        return await self.pool.choose(spec, question.position, SEED, work, priority=rank, move=question.move)

    async def _look_elsewhere(self, work: _Work) -> None:
        """Another server makes it: take over what that one has stored."""
        await asyncio.sleep(ELSEWHERE_SECONDS)
        found = work.review
        with contextlib.suppress(Refusal):  # whoever asked has used up what they may have
            found = await self._review(work.sheet)
        if len(found.turns) > len(work.review.turns):
            work.review, work.stored = found, len(found.turns)
            work.changed.set()

    async def _store(self, work: _Work) -> None:
        """Keep what is known. If that fails, only work is lost, which can be done again."""
        if len(work.review.turns) == work.stored:
            return
        try:
            count, whole, content = await asyncio.to_thread(_written, work)
            stored = StoredReview(work.sheet.at, work.review.player, whole, content)
            await self.database.save_review(work.sheet.table, stored)
            work.stored, work.stored_at = count, time.monotonic()
        except Exception as error:
            log("storing failed", logging.ERROR, error, table=work.sheet.table)

    # Trying again

    async def tried(self, table: str, number: int, move: str) -> GradedTurn:
        """What another turn would have been worth in the place of one."""
        review = (await self._work(table)).review
        if not 1 <= number <= len(review.record.turns):
            raise Refusal("request.missing")
        trial = await asyncio.to_thread(_trial, review, number, move, review.player)
        work = _Work((await self.tables.find(table)).sheet, trial)
        while (question := trial.question()) is not None:
            spec = with_effort(judging_spec(trial.player), question.effort)
            choice = await self.pool.choose(spec, question.position, SEED, work, priority=GLIMPSE, move=question.move)
            await asyncio.to_thread(trial.answer, choice)
        return trial.turns[0]


def checked(sheet: Sheet) -> Sheet:
    """A game that can be reviewed: it is over, or only looked at, and has turns."""
    if not sheet.is_over and not sheet.review:
        raise Refusal("game.going")
    if not sheet.turns:
        raise Refusal("review.empty")
    if sheet.ply > MOST_TURNS:
        raise Refusal("review.long", most=MOST_TURNS)
    return sheet


def _answered(work: _Work, choice: Choice) -> None:
    with work.lock:
        work.review.answer(choice)


def _written(work: _Work) -> tuple[int, bool, str]:
    """How many turns are graded, whether those are all, and everything as it is stored."""
    with work.lock:
        review = work.review
        return len(review.turns), review.is_whole, json.dumps(review.data(), ensure_ascii=False, separators=(",", ":"))


def _trial(review: Review, number: int, move: str, player: str) -> Review:
    """A game of one turn, from the position before one of a review; a refusal if the rules forbid the turn."""
    position = review.position_before(number - 1)
    made = halves.allowed(position, move)
    return Review(Record(review.record.game, (Turn(made.text),), start=str(position)), player)
