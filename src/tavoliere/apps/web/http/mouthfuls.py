"""What comes over lines is read a little at a time: one line of each address in turn, and only as much as it may cost.

A few bytes can take long to read: a piece of a body that is one byte long, a ping with nothing in it. Tens of thousands
of them come at once, and nobody else's turn is read meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

from tavoliere.apps.web.live.fairness import Allowance

MOUTHFUL = 1024
"""Bytes that are read without looking at the clock."""
AT_ONCE = 0.002
"""Seconds of processor time after which others have their turn."""

Read = Callable[[bytes], None]


class Reading:
    """Whose bytes are read next."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self._waiting: dict[Hashable, deque[Mouthfuls]] = {}
        """Lines of those who have just been read, by address."""

    def ask(self, asker: Mouthfuls) -> None:
        """Read something now, or as soon as the other lines of the address have had their turn."""
        owner = asker.owner()
        queue = self._waiting.get(owner or asker)
        if queue is None:
            self._waiting[owner or asker] = deque((asker,))
            self._next(owner, owner or asker)
        else:
            queue.append(asker)

    def _next(self, owner: str, key: Hashable) -> None:
        """One line has its turn, and the next one of the same address after everybody else's."""
        queue, wait = self._waiting[key], self.allowance.wait(owner)
        if not queue:
            del self._waiting[key]
            return
        asyncio.get_running_loop().call_later(wait, self._next, owner, key)
        if not wait:
            asker = queue.popleft()
            self.allowance.use(owner, asker.read_some())
            if asker.wants_more():
                queue.append(asker)


class Mouthfuls:
    """A transport whose bytes are handed on in small parts. Whoever has it pauses and resumes it as they would any."""

    def __init__(self, transport: Any, reading: Reading) -> None:
        self._transport, self._reading = transport, reading
        self._read: Read | None = None
        self.owner: Callable[[], str] = str
        self._left = b""
        self._is_waiting = self._is_full = self._is_deaf = self._is_paused = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def hand_to(self, read: Read, owner: Callable[[], str]) -> None:
        """From now on `read` gets the bytes. `owner` names the address that is charged; nobody's cost nothing, and are
        read in turn with others all the same.
        """
        self._read, self.owner = read, owner

    def add(self, data: bytes) -> None:
        """Bytes have come."""
        self._left += data
        self._go_on()

    # Whoever reads may have enough for now, and so may whoever is told things and does not listen

    def pause_reading(self) -> None:
        self._is_full = True
        self._settle()

    def resume_reading(self) -> None:
        self._is_full = False
        asyncio.get_running_loop().call_soon(self._go_on)

    def hear(self, *, is_deaf: bool) -> None:
        """While the other side takes nothing of what it is told, nothing of what it says is read."""
        self._is_deaf = is_deaf
        asyncio.get_running_loop().call_soon(self._go_on)

    # Reading

    def _is_ready(self) -> bool:
        return bool(self._left) and not (self._is_full or self._is_deaf or self._transport.is_closing())

    def _go_on(self) -> None:
        if self._is_ready() and not self._is_waiting:
            self._is_waiting = True
            self._reading.ask(self)
        self._settle()

    def wants_more(self) -> bool:
        """Whether there is more to read now; else it waits no longer."""
        self._is_waiting = self._is_ready()
        self._settle()
        return self._is_waiting

    def read_some(self) -> float:
        """Read for a moment; the processor time that it took."""
        began, took = time.thread_time(), 0.0
        while self._is_ready() and took < AT_ONCE:
            mouthful, self._left = self._left[:MOUTHFUL], self._left[MOUTHFUL:]
            self._hand_on(mouthful)
            took = time.thread_time() - began
        return took

    def _hand_on(self, mouthful: bytes) -> None:
        """A reader that fails loses its line, as where asyncio hands it the bytes: nobody would read there any more."""
        try:
            if self._read is not None:
                self._read(mouthful)
        except Exception:
            self._transport.abort()
            raise

    def _settle(self) -> None:
        """Let more come only where what has come is read."""
        wanted = self._is_full or self._is_deaf or bool(self._left)
        if wanted != self._is_paused and not self._transport.is_closing():
            self._is_paused = wanted
            (self._transport.pause_reading if wanted else self._transport.resume_reading)()
