"""Compiling the opponents in a process of its own when the server starts, with news of how far it has come."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import tavoliere as tv
from tavoliere.games import usable_games

NICENESS = 10


class Progress(NamedTuple):
    """How many kernels are ready, and whether any of them had to be compiled just now."""

    done: int
    of: int
    is_compiling: bool


class Warming:
    """The process, and a thread that listens to it."""

    def __init__(
        self, tell: Callable[[Progress | None], None], work: Callable[[Connection], None] | None = None
    ) -> None:
        """`tell` is called from another thread: with the progress, and with None at the end."""
        self._tell = tell
        self._work = work or compile_all
        self._process: Any = None

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=self._work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(ours,), name="warming", daemon=True).start()

    def close(self) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError, ValueError):
                self._process.kill()
                self._process.join()

    def _listen(self, pipe: Connection) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._tell(pipe.recv())
        self._tell(None)


def compile_all(pipe: Connection) -> None:
    """The other side: compile, or load what is there, one kernel after another."""
    from tavoliere.core import compiled
    from tavoliere.search.warm import search_kernels_of

    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    if not compiled.available():
        return
    names, _ = usable_games()
    fresh: list[str] = []
    with compiled.telling(fresh.append), contextlib.suppress(OSError, KeyboardInterrupt):
        work = [call for name in names for _, call in search_kernels_of(tv.game(name))]
        for done, call in enumerate(work):
            pipe.send(Progress(done, len(work), bool(fresh)))
            call()
