"""Several servers on one socket of one machine: they share the database as servers of several machines do.

One that ends is started anew, and all of them end with the one that has started them.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from typing import Any

from tavoliere.apps.web.host.logs import log
from tavoliere.core.said import Said

LOOK_SECONDS = 0.3
STOP_SECONDS = 10.0
PAUSE_SECONDS = 1.0
"""Between the end of a server and the next one in its place."""
CONTEXT = multiprocessing.get_context("spawn")

Work = Callable[[socket.socket, Callable[[], None]], None]
"""Serves on a socket until it is asked to stop, and calls something once it is ready."""


class Crew:
    """So many servers that do the same."""

    def __init__(self, count: int, work: Work, listening: socket.socket) -> None:
        self._work, self._listening = work, listening
        self._ready = [CONTEXT.Event() for _ in range(count)]
        self._processes: list[SpawnProcess] = []
        self._ended: dict[int, float] = {}
        self._stopping = threading.Event()

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until somebody stops it; `ready` is called once all of them answer."""
        with self._signals():
            self._processes = [self._started(place) for place in range(len(self._ready))]
            try:
                self._await_all(ready)
                while not self._stopping.wait(LOOK_SECONDS):
                    self._replace()
            finally:
                self._end()

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, lambda *_: self._stopping.set()) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _started(self, place: int) -> SpawnProcess:
        self._ready[place].clear()
        process = CONTEXT.Process(target=_serve, args=(self._work, self._listening, self._ready[place]))
        process.start()
        return process

    def _await_all(self, ready: Callable[[], None]) -> None:
        while not all(event.is_set() for event in self._ready):
            if self._stopping.wait(LOOK_SECONDS):
                return
            if not all(process.is_alive() for process in self._processes):
                raise ValueError(Said("a server ended before it had begun; its log says why"))
        ready()

    def _replace(self) -> None:
        """Start another server in the place of each that has ended."""
        for place, process in enumerate(self._processes):
            if process.is_alive():
                continue
            ended = self._ended.setdefault(place, time.monotonic())
            if time.monotonic() - ended >= PAUSE_SECONDS:
                del self._ended[place]
                log("a server has ended and is started anew", logging.ERROR, code=process.exitcode)
                process.close()
                self._processes[place] = self._started(place)

    def _end(self) -> None:
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in self._processes:
            process.join(max(0.1, until - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()


def _serve(work: Work, listening: socket.socket, ready: Event) -> None:
    """One of the servers, in a process of its own; it stops when the one that has started it is gone."""
    threading.Thread(target=_stop_with_parent, name="parent", daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        work(listening, ready.set)


def _stop_with_parent() -> None:
    parent: Any = multiprocessing.parent_process()
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
