"""What the server does round after round: each round is guarded, and whoever looks sees whether one has stopped."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.live.tasks import Tasks

PATIENCE_SECONDS = 30.0
"""So much later than expected a round may come before it counts as missing."""


class Watch:
    """One thing that is done again and again."""

    def __init__(self, name: str, pause: float, round_of: Callable[[], Awaitable[None]]) -> None:
        self.name, self.pause, self._round = name, pause, round_of
        self.came_round = time.monotonic()
        self.task: asyncio.Task[None] | None = None

    async def run(self) -> None:
        while True:
            try:
                await self._round()
            except Exception as error:
                log(f"{self.name} failed", logging.ERROR, error)
            self.came_round = time.monotonic()
            await asyncio.sleep(self.pause)

    @property
    def is_well(self) -> bool:
        is_running = self.task is not None and not self.task.done()
        return is_running and time.monotonic() - self.came_round < self.pause + PATIENCE_SECONDS


class Watches:
    """All of them."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._watches: list[Watch] = []

    def begin(self, name: str, pause: float, round_of: Callable[[], Awaitable[None]]) -> Watch:
        """Do something now and again after each pause, as long as the server runs."""
        watch = Watch(name, pause, round_of)
        watch.task = self._tasks.spawn(watch.run())
        self._watches.append(watch)
        return watch

    def missing(self) -> list[str]:
        """The names of those that have stopped or hang."""
        return [watch.name for watch in self._watches if not watch.is_well]
