"""How much one address may ask for: buckets that fill up again, and a count of what is open."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict, defaultdict
from collections.abc import Callable

MOST_ADDRESSES = 50_000
WORTH_TELLING = 0.05
"""Other servers are told of an address when it has used, or has open, so much of what it may have."""


def once(_: str) -> float:
    """Every address may have the same."""
    return 1.0


class Buckets:
    """So many things at once for each address; they come back at a steady rate."""

    def __init__(
        self, size: float, a_second: float, clock: Callable[[], float], times: Callable[[str], float] = once
    ) -> None:
        """`times` says how many times as much an address may have as others."""
        self.size, self.a_second, self.clock, self.times = size, a_second, clock, times
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._spent: defaultdict[str, float] = defaultdict(float)

    def take(self, address: str, amount: float = 1) -> int:
        """Take one, or more of something large; 0 if that was there, else the seconds to wait."""
        left, amount = self._now(address), min(amount, self.size)
        wait = 0 if left >= amount else max(1, math.ceil((amount - left) / (self.a_second * self.times(address))))
        if not wait:
            self._spent[address] += amount
        self._keep(address, left if wait else left - amount)
        return wait

    def _now(self, address: str) -> float:
        times, now = self.times(address), self.clock()
        left, then = self._left.pop(address, (self.size * times, now))
        return min(self.size * times, left + (now - then) * self.a_second * times)

    def _keep(self, address: str, left: float) -> None:
        self._left[address] = (left, self.clock())
        while len(self._left) > MOST_ADDRESSES:
            self._spent.pop(self._left.popitem(last=False)[0], None)

    # What other servers have to know

    def spent(self) -> dict[str, float]:
        found = {address: spent for address, spent in self._spent.items() if spent >= WORTH_TELLING * self.size}
        for address in found:
            del self._spent[address]
        return found

    def charge(self, address: str, amount: float) -> None:
        """Take what was used elsewhere; nobody owes more than can be had at once."""
        self._keep(address, max(-self.size * self.times(address), self._now(address) - amount))


class Open:
    """How many things each address has open."""

    def __init__(self, most: int, times: Callable[[str], float] = once) -> None:
        """`times` says how many times as many an address may have as others."""
        self.most, self.times = most, times
        self._count: defaultdict[str, int] = defaultdict(int)
        self._total = 0
        self._elsewhere: dict[str, dict[str, int]] = {}
        """What addresses have open at other servers, as these have told."""
        self._told: dict[str, int] = {}

    def enter(self, address: str, *, is_free: bool = False) -> bool:
        """One more of an address, if it may have one more; one that is free may always."""
        if not is_free and self.count(address) >= self.most * self.times(address):
            return False
        self._count[address] += 1
        self._total += 1
        return True

    def leave(self, address: str) -> None:
        self._count[address] -= 1
        self._total -= 1
        if self._count[address] <= 0:
            del self._count[address]

    def count(self, address: str) -> int:
        """How many an address has, here and elsewhere."""
        return self._count.get(address, 0) + sum(counts.get(address, 0) for counts in self._elsewhere.values())

    def total(self) -> int:
        """How many there are here."""
        return self._total

    # What other servers have to know

    def held(self) -> dict[str, int]:
        least = WORTH_TELLING * self.most
        now = {address: count for address, count in self._count.items() if address and count >= least}
        changed = {address: count for address, count in now.items() if self._told.get(address) != count}
        changed |= dict.fromkeys(self._told.keys() - now.keys(), 0)
        self._told = now
        return changed

    def held_elsewhere(self, server: str, address: str, count: int) -> None:
        counts = self._elsewhere.setdefault(server, {})
        if count > 0 and (address in counts or len(counts) < MOST_ADDRESSES):
            counts[address] = count
        else:
            counts.pop(address, None)

    def forget(self, server: str) -> None:
        self._elsewhere.pop(server, None)


def address_of(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the network that one IPv6 customer gets."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
