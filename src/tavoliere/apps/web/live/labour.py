"""Costly work that requests ask for, in processes that can be killed: reading records, replaying, drawing.

Each piece of work has a limit of processor time, and ends when nobody wants it any more. Addresses take turns, none has
all the processes, and each has an allowance, which is charged whether something came of the work or not. What was
computed is remembered.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.live.fairness import ASKER, Allowance, FairQueue
from tavoliere.apps.web.table.refusals import Refusal

T = TypeVar("T")
P = ParamSpec("P")
SIZE = 2
MOST_SECONDS = 10
"""Processor time of one piece of work."""
PATIENCE = 20
"""Times as long it may take by the clock on the wall, on a busy machine."""
OWN_TIMES = 6
"""Times as much processor time the work of the server itself may take."""
MOST_WAITING = 20
"""Pieces of work of one address that may wait."""
START_PATIENCE = 60.0
"""So long a process may take to start, which nobody is charged with."""
START_SECONDS = 0.5
"""What starting a process anew is charged with, to whoever made it necessary."""
MOST_MEMORY = 1 << 30
MOST_REMEMBERED = 32 << 20
NICENESS = 5
DONE, REFUSED, FAILED = "done", "refused", "failed"


class WorkFailed(RuntimeError):  # noqa: N818 - what happened
    """A piece of work broke down; the message is its kind of error."""


class _Piece:
    """Work that waits or is being done."""

    def __init__(self, owner: str, work: Callable[..., Any], arguments: tuple[Any, ...], seconds: int) -> None:
        self.owner, self.work, self.arguments, self.seconds = owner, work, arguments, seconds
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.given_up = False
        self.hand: _Hand | None = None

    def answer(self, value: Any, problem: BaseException | None) -> None:
        def set_it() -> None:
            if not self.future.done():
                if problem is None:
                    self.future.set_result(value)
                else:
                    self.future.set_exception(problem)

        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self.loop.call_soon_threadsafe(set_it)


class _Hand:
    """One process, started when it is first needed or before, and again after it was killed."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def do(self, piece: _Piece) -> tuple[str, Any, float]:
        """What became of a piece of work, and the processor time that it took."""
        question = pickle.dumps((piece.work, piece.arguments, piece.seconds))
        try:
            pipe = self._connected()
            pipe.send_bytes(question)
            if pipe.poll(piece.seconds * PATIENCE):
                answer: tuple[str, Any, float] = pipe.recv()
                return answer
        except (EOFError, OSError):
            pass
        self._end()
        return REFUSED, Refusal("work.costly"), piece.seconds + START_SECONDS

    def prepare(self) -> None:
        """Start the process before anything is asked of it: it takes longer than most of the work."""
        try:
            self._connected()
        except (EOFError, OSError):
            self._end()

    def _connected(self) -> Connection:
        with self._lock:
            if self._is_closed:
                raise EOFError
            if self._pipe is None:
                self._start()
            assert self._pipe is not None
            return self._pipe

    def _end(self) -> None:
        """After this the next piece of work gets a new process."""
        self.kill()
        with self._lock:
            if self._process is not None:
                self._process.join()
            if self._pipe is not None:
                self._pipe.close()
            self._process = self._pipe = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=labour, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        if self._is_closed or not self._pipe.poll(START_PATIENCE):
            raise EOFError
        self._pipe.recv()

    def kill(self) -> None:
        """End the process, whatever it does; whoever waits for it hears so."""
        process = self._process
        if process is not None:
            with contextlib.suppress(OSError, ValueError, AttributeError):
                process.kill()

    def close(self) -> None:
        """For good, and at once: a process that is being started is not waited for."""
        self._is_closed = True
        self.kill()


def labour(pipe: Connection) -> None:
    """The other side: do one thing after another."""
    from tavoliere.apps.web.live import chores  # what is asked for, loaded before any time is counted

    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    _bound_memory()
    with contextlib.suppress(EOFError, OSError):
        pipe.send(chores.__name__)
        while True:
            work, arguments, seconds = pickle.loads(pipe.recv_bytes())
            _bound_time(seconds)
            began = time.process_time()
            kind, content = _done(work, arguments)
            pipe.send((kind, content, time.process_time() - began))


def _done(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return DONE, work(*arguments)
    except Refusal as refusal:
        return REFUSED, refusal.with_traceback(None)
    except Exception as error:
        return FAILED, type(error).__name__


def _bound_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _bound_time(seconds: int) -> None:
    """The system itself ends a process that takes longer, whatever it is doing."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = math.ceil(time.process_time()) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


class _Shared:
    """Something that several ask for at once."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task, self.wanted = task, 0


class Labour:
    """The processes, the queue before them, and what was computed."""

    def __init__(self, allowance: Allowance, metrics: Metrics, size: int = SIZE) -> None:
        self.allowance, self.metrics, self.size = allowance, metrics, size
        self._queue: FairQueue[_Piece] = FairQueue()
        self._hands: list[_Hand] = []
        self._lock = threading.Lock()
        self._running: Counter[str] = Counter()
        self._remembered: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._shared: dict[Hashable, _Shared] = {}
        metrics.gauge("work_waiting", self._queue.waiting)

    def start(self, at_once: bool = False) -> None:
        """Be ready for work; `at_once` starts the processes too, so that whoever comes first does not wait for one."""
        for number in range(self.size):
            hand = _Hand()
            self._hands.append(hand)
            arguments = (hand, at_once)
            threading.Thread(target=self._serve, args=arguments, name=f"labour-{number}", daemon=True).start()

    def close(self) -> None:
        self._queue.close()
        for hand in self._hands:
            hand.close()

    async def do(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something long for whoever asks. Cancelling ends it."""
        assert not named, "arguments are told by their place"
        owner = ASKER.get()
        wait = self.allowance.wait(owner)
        if not wait and owner and self._queue.waiting(owner) >= MOST_WAITING:
            wait = 1
        if wait:
            raise Refusal("limit.work", wait=wait, seconds=wait)
        piece = _Piece(owner, work, arguments, MOST_SECONDS if owner else OWN_TIMES * MOST_SECONDS)
        self._queue.put(piece, 0, owner)
        try:
            found: T = await piece.future
            return found
        except asyncio.CancelledError:
            piece.given_up = True
            self._give_up(piece)
            raise

    def _give_up(self, piece: _Piece) -> None:
        if not self._queue.discard(piece):
            with self._lock:
                if piece.hand is not None:
                    piece.hand.kill()

    async def once(self, key: Hashable, size: Callable[[T], int], work: Callable[..., T], *arguments: Any) -> T:
        """The same for what is always the same: whoever asks for it later or meanwhile gets it too."""
        if key in self._remembered:
            self._remembered.move_to_end(key)
            found: T = self._remembered[key][0]
            return found
        if key not in self._shared:
            self._shared[key] = _Shared(asyncio.ensure_future(self.do(work, *arguments)))
            self._shared[key].task.add_done_callback(lambda task: self._learnt(key, size, task))
        shared = self._shared[key]
        shared.wanted += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.wanted -= 1
            if not shared.wanted:
                shared.task.cancel()

    def _learnt(self, key: Hashable, size: Callable[[Any], int], task: asyncio.Task[Any]) -> None:
        self._shared.pop(key, None)
        if task.cancelled() or task.exception() is not None:
            return
        length = size(task.result())
        self._remembered[key] = (task.result(), length)
        self._bytes += length
        while self._bytes > MOST_REMEMBERED:
            self._bytes -= self._remembered.popitem(last=False)[1][1]

    # In the threads

    def _fits(self, piece: _Piece) -> bool:
        """No address has all the processes, so that there is always one for the others."""
        return not piece.owner or self._running[piece.owner] < max(1, self.size - 1)

    def _serve(self, hand: _Hand, at_once: bool) -> None:
        if at_once:
            hand.prepare()
        while (piece := self._queue.get(self._fits)) is not None:
            with self._lock:
                self._running[piece.owner] += 1
                piece.hand = hand
            try:
                if not piece.given_up:
                    self._do(hand, piece)
            finally:
                with self._lock:
                    piece.hand = None
                    self._running[piece.owner] -= 1
                    self._running += Counter()  # forget who has none
                self._queue.look_again()

    def _do(self, hand: _Hand, piece: _Piece) -> None:
        began = time.thread_time()
        try:
            kind, content, seconds = hand.do(piece)
        except Exception as error:  # what cannot be sent there, or read back
            kind, content, seconds = FAILED, type(error).__name__, 0.0
        self.allowance.use(piece.owner, seconds + time.thread_time() - began)  # to send and to read takes time too
        self.metrics.count("work_total", end=kind)
        self.metrics.count("work_seconds_total", seconds)
        if kind == DONE:
            piece.answer(content, None)
        else:
            piece.answer(None, content if kind == REFUSED else WorkFailed(content))
