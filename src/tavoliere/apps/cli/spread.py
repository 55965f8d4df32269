"""Work spread over processes. One that dies is replaced, and what it was working on is asked once more."""

from __future__ import annotations

import collections
import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from tavoliere.core.said import Said

TRIES = 2


class WorkFailed(RuntimeError):  # noqa: N818 - what happened, not what is wrong with the input
    """A process died over a piece of work, and so did its replacement."""


class _Job(NamedTuple):
    """A question with its number, and how often it has been asked in vain."""

    number: int
    question: Any
    failures: int = 0


class _Worker:
    """One process that answers questions one after another."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()


class Workers:
    """So many processes at the most, started as they are needed. They live until it is closed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, _Job]] = {}

    def answers(self, function: Callable[[Any], Any], questions: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        """The answers as they come, each with the number of its question; what a question raises is raised here."""
        waiting = collections.deque(_Job(number, question) for number, question in enumerate(questions))
        while waiting or self._busy:
            while waiting and len(self._busy) < self._jobs:
                self._ask(function, waiting.popleft())
            for pipe in wait(list(self._busy)):
                worker, job = self._busy.pop(pipe)  # type: ignore[call-overload]
                try:
                    is_answer, content = worker.pipe.recv()
                except (EOFError, OSError):
                    worker.close()
                    if job.failures + 1 == TRIES:
                        raise WorkFailed(Said("a working process died, and so did its replacement")) from None
                    waiting.appendleft(job._replace(failures=job.failures + 1))
                    continue
                self._idle.append(worker)
                if not is_answer:
                    raise content
                yield job.number, content

    def _ask(self, function: Callable[[Any], Any], job: _Job) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        self._busy[worker.pipe] = worker, job
        with contextlib.suppress(OSError):  # it is dead, which whoever waits for its answer will see
            worker.pipe.send((function, job.question))

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for worker in [*self._idle, *(worker for worker, _ in self._busy.values())]:
            worker.close()
        self._idle, self._busy = [], {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _serve(pipe: Connection) -> None:
    """Answer until nobody asks any more. Ctrl-C is for whoever asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, question = pipe.recv()
            try:
                answer = True, function(question)
            except Exception as error:  # it is raised again where the answer is awaited
                answer = False, error
            pipe.send(answer)
