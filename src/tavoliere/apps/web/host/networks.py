"""Networks whose addresses may take more than others, such as a school behind one address."""

from __future__ import annotations

import dataclasses
import functools
import ipaddress
from collections.abc import Sequence

from tavoliere.core.said import Said

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MOST_TIMES = 1000


@dataclasses.dataclass(frozen=True)
class Networks:
    """So many times the limits for each address of some networks; the smallest network that holds an address counts."""

    known: tuple[tuple[Network, float], ...] = ()

    def times(self, address: str) -> float:
        """How many times the limits an address has."""
        return _times(self.known, address) if self.known else 1.0


NOT_ANY = Networks()


def networks_from(written: Sequence[str]) -> Networks:
    """Networks written like `192.0.2.0/24=10`; a `ValueError` says what is wrong."""
    return Networks(tuple(sorted(map(_read, written), key=lambda one: -one[0].prefixlen)))


@functools.lru_cache(maxsize=50_000)
def _times(networks: tuple[tuple[Network, float], ...], address: str) -> float:
    try:
        asked = ipaddress.ip_network(address, strict=False)
    except ValueError:
        return 1.0
    for network, times in networks:
        if asked.version == network.version and asked.subnet_of(network):  # type: ignore[arg-type]
            return times
    return 1.0


def _read(text: str) -> tuple[Network, float]:
    network, _, times = text.partition("=")
    try:
        found, factor = ipaddress.ip_network(network, strict=False), float(times)
    except ValueError:
        raise ValueError(
            Said("a network is written like 192.0.2.0/24=10, ten times the limits, not {text}", text=repr(text))
        ) from None
    if not 1 <= factor <= MOST_TIMES:
        raise ValueError(Said("a network gets 1 to {most} times the limits, not {times}", most=MOST_TIMES, times=times))
    if isinstance(found, ipaddress.IPv6Network) and found.prefixlen > 64:
        found = found.supernet(new_prefix=64)  # what counts as one address
    return found, factor
