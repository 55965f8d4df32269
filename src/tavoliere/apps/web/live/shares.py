"""Limits that hold over all servers: each tells the others what an address has used, and has open, once a second.

So an address that goes from server to server gets what it may have, and what it can use up within a second besides.
Addresses that take little are not told about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from tavoliere.apps.web.store.notices import Notice
from tavoliere.apps.web.store.servers import Servers

TOLD_AT_ONCE = 60
"""Addresses in one notice, which has to be short."""


class Spent(Protocol):
    """Something that addresses use up."""

    def spent(self) -> dict[str, float]:
        """What was used since the last time, by address; little things wait until they are worth telling."""

    def charge(self, address: str, amount: float) -> None:
        """Take what was used elsewhere."""


class Held(Protocol):
    """Something that addresses have so many of at a time."""

    def held(self) -> dict[str, int]:
        """How many each address has, where that has changed and is worth telling."""

    def held_elsewhere(self, server: str, address: str, count: int) -> None:
        """So many an address has at another server."""

    def forget(self, server: str) -> None:
        """A server has gone, and what was there with it."""


class Shares:
    """All limits of this server that are by address."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.spent: dict[str, Spent] = {}
        self.held: dict[str, Held] = {}

    async def round(self) -> None:
        """Tell what was used since the last round."""
        for name, limit in self.spent.items():
            self._tell("spent", name, {address: round(amount, 3) for address, amount in limit.spent().items()})
        for name, counts in self.held.items():
            self._tell("held", name, counts.held())

    def _tell(self, kind: str, name: str, amounts: Mapping[str, float]) -> None:
        for some in _in_pieces(amounts):
            self.servers.database.tell({"from": self.servers.id, kind: [name, some]})

    def heard(self, notice: Notice) -> None:
        """Another server has told what its addresses use."""
        match notice:
            case {"from": str(server)} if server == self.servers.id:
                pass
            case {"spent": [str(name), dict(amounts)]} if name in self.spent:
                for address, amount in amounts.items():
                    self.spent[name].charge(address, float(amount))
            case {"from": str(server), "held": [str(name), dict(amounts)]} if name in self.held:
                for address, count in amounts.items():
                    self.held[name].held_elsewhere(server, address, int(count))

    def gone(self, servers: frozenset[str]) -> None:
        for limit in self.held.values():
            for server in servers:
                limit.forget(server)


def _in_pieces(amounts: Mapping[str, float]) -> Iterator[dict[str, float]]:
    items = list(amounts.items())
    for place in range(0, len(items), TOLD_AT_ONCE):
        yield dict(items[place : place + TOLD_AT_ONCE])
