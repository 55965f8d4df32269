"""How much one address may ask for: buckets that fill up again, and a count of what is open."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict, defaultdict
from collections.abc import Callable

MOST_ADDRESSES = 50_000


class Buckets:
    """So many things at once for each address; they come back at a steady rate."""

    def __init__(self, size: float, a_second: float, clock: Callable[[], float]) -> None:
        self.size, self.a_second, self.clock = size, a_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> int:
        """Take one; 0 if it was there, else the seconds to wait."""
        now = self.clock()
        left, then = self._left.pop(address, (float(self.size), now))
        left = min(float(self.size), left + (now - then) * self.a_second)
        wait = 0 if left >= 1 else max(1, math.ceil((1 - left) / self.a_second))
        self._left[address] = (left if wait else left - 1, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return wait


class Open:
    """How many things each address has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._count: defaultdict[str, int] = defaultdict(int)
        self._total = 0

    def enter(self, address: str, *, is_free: bool = False) -> bool:
        """One more of an address, if it may have one more; one that is free may always."""
        if not is_free and self._count.get(address, 0) >= self.most:
            return False
        self._count[address] += 1
        self._total += 1
        return True

    def leave(self, address: str) -> None:
        self._count[address] -= 1
        self._total -= 1
        if self._count[address] <= 0:
            del self._count[address]

    def total(self) -> int:
        return self._total


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
