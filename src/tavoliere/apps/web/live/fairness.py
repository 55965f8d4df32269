"""Fair shares: who asks, whose turn it is when many wait, and how much work one address may cause.

Knows nothing of what the work is.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")
ASKER: ContextVar[str] = ContextVar("asker", default="")
"""The address that something is done for; empty for what the server does by itself."""
MOST_ADDRESSES = 50_000
WORTH_TELLING = 0.05
"""Other servers are told of an address when it has used so much of what it may have."""


class FairQueue(Generic[T]):
    """What waits, by rank; within a rank the owners take turns, and each one's things stay in order. For threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._ranks: defaultdict[int, OrderedDict[str, deque[T]]] = defaultdict(OrderedDict)
        self._is_closed = False

    def put(self, thing: T, rank: int, owner: str) -> None:
        with self._changed:
            self._ranks[rank].setdefault(owner, deque()).append(thing)
            self._changed.notify_all()

    def get(self, fits: Callable[[T], bool] = lambda _: True) -> T | None:
        """The next thing that fits; waits for one, and gives None at the end."""
        with self._changed:
            while not self._is_closed:
                found = self._next(fits)
                if found is not None:
                    return found
                self._changed.wait()
            return None

    def look_again(self) -> None:
        """Something may fit now that did not."""
        with self._changed:
            self._changed.notify_all()

    def _next(self, fits: Callable[[T], bool]) -> T | None:
        for rank in sorted(self._ranks):
            owners = self._ranks[rank]
            for owner, things in owners.items():
                found = next((thing for thing in things if fits(thing)), None)
                if found is not None:
                    self._take(rank, owner, found)
                    if owner in owners:
                        owners.move_to_end(owner)
                    return found
        return None

    def _take(self, rank: int, owner: str, thing: T) -> None:
        things = self._ranks[rank][owner]
        things.remove(thing)
        if not things:
            del self._ranks[rank][owner]

    def discard(self, thing: T) -> bool:
        """Let something wait no longer; False if it does not wait."""
        with self._changed:
            for rank, owners in self._ranks.items():
                for owner, things in owners.items():
                    if thing in things:
                        self._take(rank, owner, thing)
                        return True
            return False

    def waiting(self, owner: str | None = None) -> int:
        """How many things wait, of one owner or of all."""
        with self._changed:
            found = [
                things for owners in self._ranks.values() for who, things in owners.items() if owner in (None, who)
            ]
            return sum(map(len, found))

    def place(self, is_it: Callable[[T], bool]) -> int:
        """How many things come before one that waits, and itself, as the owners take turns; 0 if it does not wait."""
        with self._changed:
            before = 0
            for rank in sorted(self._ranks):
                owners = self._ranks[rank]
                found = _place_in(list(owners.values()), is_it)
                if found is not None:
                    return before + found
                before += sum(map(len, owners.values()))
            return 0

    def close(self) -> None:
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()


def _place_in(owners: list[deque[T]], is_it: Callable[[T], bool]) -> int | None:
    """The place of a thing among those of its rank: each owner has one turn before any has the next."""
    for order, things in enumerate(owners):
        depth = next((place for place, thing in enumerate(things) if is_it(thing)), None)
        if depth is not None:
            earlier = (min(len(other), depth + (place < order)) for place, other in enumerate(owners) if place != order)
            return 1 + depth + sum(earlier)
    return None


class Allowance:
    """So many seconds of work for each address; they come back at a steady rate. The server's own work is free."""

    def __init__(
        self,
        seconds: float,
        a_second: float,
        clock: Callable[[], float],
        times: Callable[[str], float] = lambda _: 1.0,
    ) -> None:
        """`times` says how many times as much an address may have as others."""
        self.seconds, self.a_second, self.clock, self.times = seconds, a_second, clock, times
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._spent: defaultdict[str, float] = defaultdict(float)

    def wait(self, address: str) -> int:
        """0 if something is left for an address, else the seconds until there is."""
        left = self._now(address)
        return 0 if not address or left > 0 else max(1, math.ceil(-left / (self.a_second * self.times(address))))

    def use(self, address: str, seconds: float) -> None:
        """Take what was used here, also if nothing came of it."""
        if address:
            self._spent[address] += seconds
            self.charge(address, seconds)

    def charge(self, address: str, seconds: float) -> None:
        """Take what was used, here or elsewhere; so much may be owed afterwards as can be had at once."""
        if address:
            left = max(-self.seconds * self.times(address), self._now(address) - seconds)
            self._left.pop(address, None)
            self._left[address] = (left, self.clock())
            while len(self._left) > MOST_ADDRESSES:
                self._spent.pop(self._left.popitem(last=False)[0], None)

    def spent(self) -> dict[str, float]:
        """What was used here since the last time, where that is worth telling."""
        found = {address: spent for address, spent in self._spent.items() if spent >= WORTH_TELLING * self.seconds}
        for address in found:
            del self._spent[address]
        return found

    def _now(self, address: str) -> float:
        most = self.seconds * self.times(address)
        left, then = self._left.get(address, (most, self.clock()))
        return min(most, left + (self.clock() - then) * self.a_second * self.times(address))
