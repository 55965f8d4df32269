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

    def is_spent(self) -> bool:
        """Whether whoever asks has had all that they may have for now."""
        return self.allowance.wait(ASKER.get()) > 0

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The turn of whoever asks; what is done meanwhile is charged to them, whatever becomes of it."""
        address = ASKER.get()
        async with self._turns.setdefault(address, asyncio.Lock()):
            await asyncio.sleep(0)
            wait = self.allowance.wait(address)
            if wait:
                raise Refusal("limit.messages", wait=wait)
            began = time.thread_time()
            try:
                yield
            finally:
                self.allowance.use(address, time.thread_time() - began)
