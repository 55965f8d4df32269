"""Work for many hands: questions are answered by processes, here or elsewhere, at most so many at a time.

Whoever has questions need not know whose processes these are: `Workers` are those of this machine, `Cluster` in
`arena/cluster.py` those of a Ray cluster. Answers come in any order, each with the place of its question. A process
that dies is replaced, and what it was working on is asked again; what a question raises is raised where the answers
are awaited. Which process answers a question must change nothing about the answer.
"""

from __future__ import annotations

import abc
import collections
import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from tavoliere.core.said import Said

LOOK_SECONDS = 0.1
"""How long nothing may end before whoever waits can look around."""


class WorkFailed(RuntimeError):  # noqa: N818 - what happened, not what is wrong with the input
    """A process died over a piece of work, and so did its replacements."""


class Job(NamedTuple):
    """A question with its place, and how often it has been asked in vain."""

    place: int
    question: Any
    failures: int = 0


class Ended(NamedTuple):
    """What became of a job: an answer, something raised, or a process that is lost."""

    job: Job
    is_answer: bool = False
    content: Any = None
    is_lost: bool = False


class Crew(abc.ABC):
    """Processes that answer questions."""

    most: int
    """So many questions are asked at the same time."""
    tries: int
    """How often a question is asked whose process is lost each time."""

    def answers(self, function: Callable[[Any], Any], questions: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        """The answers as they come, each with the place of its question; what a question raises is raised here."""
        with contextlib.closing(self.watched(function, questions)) as found:
            yield from (answer for answer in found if answer is not None)

    def watched(
        self, function: Callable[[Any], Any], questions: Iterable[Any]
    ) -> Generator[tuple[int, Any] | None, None, None]:
        """The same, with None every now and then while nothing ends. Closing it gives up what is not answered."""
        new = (Job(place, question) for place, question in enumerate(questions))
        again: collections.deque[Job] = collections.deque()
        asked = 0
        try:
            while True:
                while asked < self.most and (job := again.popleft() if again else next(new, None)) is not None:
                    self.ask(function, job)
                    asked += 1
                if not asked:
                    return
                ended = self.ended(LOOK_SECONDS)
                asked -= len(ended)
                for one in ended:
                    if one.is_lost:
                        again.append(self._once_more(one.job))
                    elif one.is_answer:
                        yield one.job.place, one.content
                    else:
                        raise one.content
                if not ended:
                    yield None
        finally:
            self.give_up()

    def _once_more(self, job: Job) -> Job:
        if job.failures + 1 == self.tries:
            raise WorkFailed(
                Said(
                    "a working process died, and so did {count:one=its replacement|many=its replacements}",
                    count=self.tries - 1,
                )
            )
        return job._replace(failures=job.failures + 1)

    @abc.abstractmethod
    def ask(self, function: Callable[[Any], Any], job: Job) -> None:
        """Let a process that is free, or a new one, begin with a job."""

    @abc.abstractmethod
    def ended(self, seconds: float) -> list[Ended]:
        """Wait so long for jobs to end; those that have."""

    @abc.abstractmethod
    def give_up(self) -> None:
        """End the processes that are still at work; those that are free stay for the next questions."""

    @abc.abstractmethod
    def close(self) -> None:
        """End all processes, whatever they are doing."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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


class Workers(Crew):
    """So many processes of this machine at the most, started as they are needed. They live until it is closed."""

    tries = 2

    def __init__(self, jobs: int) -> None:
        self.most = jobs
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Job]] = {}

    def ask(self, function: Callable[[Any], Any], job: Job) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        self._busy[worker.pipe] = worker, job
        with contextlib.suppress(OSError):  # it is dead, which whoever waits for its answer will see
            worker.pipe.send((function, job.question))

    def ended(self, seconds: float) -> list[Ended]:
        return [self._heard(pipe) for pipe in wait(list(self._busy), seconds)]  # type: ignore[arg-type]

    def _heard(self, pipe: Connection) -> Ended:
        worker, job = self._busy.pop(pipe)
        try:
            is_answer, content = worker.pipe.recv()
        except (EOFError, OSError):
            worker.close()
            return Ended(job, is_lost=True)
        self._idle.append(worker)
        return Ended(job, is_answer, content)

    def give_up(self) -> None:
        for worker, _ in self._busy.values():
            worker.close()
        self._busy = {}

    def close(self) -> None:
        self.give_up()
        for worker in self._idle:
            worker.close()
        self._idle = []


def answered(function: Callable[[Any], Any], question: Any) -> tuple[bool, Any]:
    """What a process says to a question: whether there is an answer, and that, or what was raised."""
    try:
        return True, function(question)
    except Exception as error:  # it is raised again where the answer is awaited
        return False, error


def _serve(pipe: Connection) -> None:
    """Answer until nobody asks any more. Ctrl-C is for whoever asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(answered(*pipe.recv()))
