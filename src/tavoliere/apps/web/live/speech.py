"""What the server's own process answers at once: one thing after another for each address, and only so much for each.

Between two answers for one address others come to their turn, so whoever asks a hundred things at once waits for
themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from tavoliere.apps.web.live.fairness import ASKER, Allowance
from tavoliere.apps.web.table.refusals import Refusal


class Speech:
    """Who is being answered."""

    def __init__(self, allowance: Allowance) -> None:
        """`allowance` is what the answers may take of the server itself."""
        self.allowance = allowance
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The turn of whoever asks; who has had all that they may have is refused."""
        async with self.turn_if_any() as wait:
            if wait:
                raise Refusal("limit.messages", wait=wait)
            yield

    @contextlib.asynccontextmanager
    async def turn_if_any(self) -> AsyncIterator[int]:
        """The same for what can be done elsewhere too: seconds until there is a turn, 0 if it is now.

        What is done meanwhile is charged to whoever asks, whatever becomes of it.
        """
        address = ASKER.get()
        async with self._turns.setdefault(address, asyncio.Lock()):
            await asyncio.sleep(0)
            wait, began = self.allowance.wait(address), time.thread_time()
            try:
                yield wait
            finally:
                if not wait:
                    self.allowance.use(address, time.thread_time() - began)
