"""Searches in worker processes. Each has a thread that waits for it, so that the server itself never does.

People who play against an opponent come before opponents among themselves, those before hints, and all of them before
analysis; within that, the addresses take turns. A search for analysis that is in the way of another one ends at once
and begins again when there is room, and no address has all the workers for it. One worker more than the host asked for
does only quick searches, so that none of them waits for a long one. The server's own process compiles nothing and never
imports Numba.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable
from typing import Protocol

import tavoliere as tv
from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.live.fairness import ASKER, FairQueue
from tavoliere.play.guests import GuestSpec
from tavoliere.search.players import Choice, Watcher
from tavoliere.search.specs import KINDS, Spec
from tavoliere.search.worker import Note, SearchWorker

OPPONENT, SPECTACLE, ADVICE, GLIMPSE, STUDY = 0, 1, 2, 3, 4
"""Whoever plays goes first, then opponents among themselves; whoever asks for a hint can wait. Analysis makes room for
them all: a first glimpse of a position comes before a longer study of it.
"""
QUICK_SECONDS = 0.25
QUICK_NODES = 10_000
STUCK_SECONDS = 120.0
"""A search that has waited for so long while none has ended shows that the workers are stuck."""


def is_quick(spec: Spec, position: tv.Position) -> bool:
    """Whether a search takes so little that it should wait for no other."""
    try:
        resolved = spec.resolved(position.game)
    except ValueError:
        return True
    if not KINDS[resolved.kind].takes("nodes") and not isinstance(resolved, GuestSpec):
        return True
    budget = resolved.budget()
    if budget.seconds is not None:
        return budget.seconds <= QUICK_SECONDS
    return budget.nodes is None or budget.nodes <= QUICK_NODES


class Worker(Protocol):
    """Whoever searches: a process behind a pipe, or a stand-in for tests."""

    def choose(
        self,
        spec: Spec,
        position: tv.Position,
        seed: int,
        watch: Watcher | None = None,
        note: Note | None = None,
        move: str | None = None,
    ) -> Choice:
        """A turn, or what one is worth; this may take long. `watch` hears of the best choice so far, `note` of what is
        compiled first.
        """

    def stop(self) -> None:
        """Come to an end with the question under way; called from another thread."""

    def close(self) -> None:
        """End it."""


class SearchProblem(Exception):  # noqa: N818 - what happened
    """A search that gave no turn; the message is for the log."""


class Follower(Protocol):
    """Whoever wants to know how a search is getting on; called in the server's loop."""

    def begin(self) -> None:
        """A worker is free and begins."""

    def progress(self, choice: Choice) -> None:
        """The best choice so far."""

    def compile(self, what: str) -> None:
        """Something has to be compiled first."""


class _Job:
    """A search that was asked for."""

    def __init__(
        self, spec: Spec, position: tv.Position, seed: int, follower: Follower, rank: int, move: str | None
    ) -> None:
        self.spec, self.position, self.seed, self.move = spec, position, seed, move
        self.rank, self.owner = rank, ASKER.get()
        self.makes_room = rank >= GLIMPSE
        self.is_interrupted = False
        self.is_quick = not self.makes_room and is_quick(spec, position)
        self.asked = time.monotonic()
        self.follower = follower
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Choice] = self.loop.create_future()
        self.given_up = False
        self.worker: Worker | None = None
        self.on_quick = False

    def tell(self, call: Callable[[], object]) -> None:
        """Run something in the server's loop, if it still runs."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(call)

    def watch(self, choice: Choice) -> None:
        self.tell(lambda: self.follower.progress(choice))

    def note(self, what: str) -> None:
        self.tell(lambda: self.follower.compile(what))

    def answer(self, choice: Choice) -> None:
        self.tell(lambda: None if self.future.done() else self.future.set_result(choice))

    def fail(self, problem: str) -> None:
        self.tell(lambda: None if self.future.done() else self.future.set_exception(SearchProblem(problem)))


class Pool:
    """So many workers, and a queue before them."""

    def __init__(
        self, size: int, metrics: Metrics, make: Callable[[], Worker] = SearchWorker, cores: int | None = None
    ) -> None:
        """`cores` are those that searches share; by default all that the system gives this process."""
        self.size = size
        self.cores = cores or _cores()
        self.metrics = metrics
        self._make = make
        self._queue: FairQueue[_Job] = FairQueue()
        self._workers: list[Worker] = []
        self._lock = threading.Lock()
        self._is_closed = False
        self._is_quick_busy = False
        self._searching: set[_Job] = set()
        self._ended = time.monotonic()
        self._oldest: dict[_Job, float] = {}

    @property
    def waiting(self) -> int:
        return self._queue.waiting()

    @property
    def running(self) -> int:
        return len(self._searching)

    def place(self, follower: Follower) -> int:
        """How many searches come before one that waits, and itself; 0 once it has begun."""
        return self._queue.place(lambda job: job.follower is follower)

    @property
    def is_stuck(self) -> bool:
        """Whether somebody has waited for long although no search comes to an end."""
        with self._lock:
            since = min(self._oldest.values(), default=None)
        now = time.monotonic()
        return since is not None and now - max(since, self._ended) > STUCK_SECONDS

    def start(self) -> None:
        for number in range(self.size + 1):
            worker = self._make()
            self._workers.append(worker)
            only_quick = number == self.size
            threading.Thread(
                target=self._serve, args=(worker, only_quick), name=f"search-{number}", daemon=True
            ).start()

    def close(self) -> None:
        """End the workers, whatever they think about."""
        self._is_closed = True
        self._queue.close()
        for worker in self._workers:
            with contextlib.suppress(OSError, ValueError, AssertionError, AttributeError):
                worker.close()

    async def choose(
        self,
        spec: Spec,
        position: tv.Position,
        seed: int,
        follower: Follower,
        *,
        priority: int = OPPONENT,
        move: str | None = None,
    ) -> Choice:
        """A turn; with a move, what that one is worth to its mover. Cancelling gives the search up."""
        job = _Job(spec, position, seed, follower, priority, move)
        with self._lock:
            self._oldest[job] = job.asked
        self._queue.put(job, priority, job.owner)
        self._make_room(job)
        try:
            return await job.future
        except asyncio.CancelledError:
            job.given_up = True
            if not self._queue.discard(job):
                self._hurry(job)
            raise
        finally:
            with self._lock:
                self._oldest.pop(job, None)

    def _hurry(self, job: _Job) -> None:
        """Ask a worker whose answer nobody wants any more to come to an end."""
        with self._lock:
            if job.worker is not None:
                job.worker.stop()

    def _make_room(self, job: _Job) -> None:
        """Let a search for analysis end that is in the way of another one, which then waits for nobody."""
        with self._lock:
            yielding = [other for other in self._searching if other.makes_room and not other.is_interrupted]
            if job.makes_room or not yielding or self._has_room(job):
                return
            yielding[0].is_interrupted = True
            worker = yielding[0].worker
        if worker is not None:
            worker.stop()

    def _has_room(self, job: _Job) -> bool:
        """Whether a worker is free for a search, and a core, or it has both already."""
        others = self._searching - {job}
        slow = sum(not other.on_quick for other in others)
        has_worker = job in self._searching or slow < self.size or (job.is_quick and not self._is_quick_busy)
        return has_worker and len(others) < self.cores

    def _serve(self, worker: Worker, only_quick: bool) -> None:
        fits = self._fits_quick if only_quick else self._fits
        while not self._is_closed and (job := self._queue.get(fits)) is not None:
            if only_quick:
                self._set_busy(True)
            if not job.given_up:
                job.on_quick = only_quick
                self._search(worker, job)
            if only_quick:
                self._set_busy(False)

    def _fits_quick(self, job: _Job) -> bool:
        return job.is_quick

    def _fits(self, job: _Job) -> bool:
        """Quick searches go to their own worker, which has what they need, unless that one is busy. Analysis has a core
        that nobody needs, and no address has all the workers for it.
        """
        if not job.makes_room:
            return not job.is_quick or self._is_quick_busy
        with self._lock:
            shared = sum(other.makes_room and other.owner == job.owner for other in self._searching)
            return len(self._searching) < self.cores and shared < max(1, self.size - 1)

    def _set_busy(self, is_busy: bool) -> None:
        self._is_quick_busy = is_busy
        if is_busy:
            self._queue.look_again()

    def _search(self, worker: Worker, job: _Job) -> None:
        with self._lock:
            self._searching.add(job)
            job.worker = worker
        job.tell(job.follower.begin)
        began = time.perf_counter()
        ended = "failed"
        try:
            choice = self._asked(worker, job)
            ended = "given up" if job.given_up else "interrupted" if job.is_interrupted else "answered"
            if ended == "answered":
                job.answer(choice)
        except Exception as error:
            job.fail(f"{type(error).__name__}: {error}")
        finally:
            self._end(job, ended == "interrupted")
            self.metrics.count("searches_total", end=ended)
            self.metrics.count("search_seconds_total", time.perf_counter() - began)

    def _asked(self, worker: Worker, job: _Job) -> Choice:
        if job.move is None:
            return worker.choose(job.spec, job.position, job.seed, job.watch, job.note)
        return worker.choose(job.spec, job.position, job.seed, job.watch, job.note, job.move)

    def _end(self, job: _Job, begins_again: bool) -> None:
        with self._lock:
            job.worker = None
            self._searching.discard(job)
            self._ended = time.monotonic()
            if not begins_again:
                self._oldest.pop(job, None)
        if begins_again:
            job.is_interrupted = False
            self._queue.put(job, job.rank, job.owner)
        self._queue.look_again()


def _cores() -> int:
    """The processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
