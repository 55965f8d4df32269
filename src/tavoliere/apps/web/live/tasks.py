"""What the server does beside answering: tasks that it remembers, and long work in a few threads."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.table.refusals import Refusal

T = TypeVar("T")
P = ParamSpec("P")
MOST_APART = 2


class Tasks:
    """Everything that is under way."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(MOST_APART)
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refusal):
            log("task failed", logging.ERROR, task.exception())

    async def apart(self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do something long in a thread; only a few at a time, so that nobody can keep the turns of others waiting."""
        async with self._room:
            return await asyncio.to_thread(work, *arguments, **named)

    async def cancel(self) -> None:
        """End all of them."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
