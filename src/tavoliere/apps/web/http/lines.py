"""Connections before anything is asked: how many an address may have open, how long it may take to say something, and
what it may cost to read that.

Whoever is over their share is refused before a single byte is read.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tavoliere.apps.web.host.metrics import Metrics
from tavoliere.apps.web.http.limits import Open, address_of
from tavoliere.apps.web.http.mouthfuls import Mouthfuls, Reading

HEAD_SECONDS = 10.0
"""So long the head of a request may take, from the first moment of a connection or from the first byte."""
MOST_PARTS = 100
"""Parts of one message; empty ones weigh nothing, so their length bounds nothing."""
RESERVED = 200
"""Descriptors for the database, for searches, for files."""
WANTED = 65_536
"""Descriptors that a server would like to have."""


class Lines:
    """All connections that are open."""

    def __init__(
        self, each: Open, altogether: int, reading: Reading, metrics: Metrics, trusted: Collection[str] = ()
    ) -> None:
        """`each` counts those of an address, and `reading` bounds what it may cost to read what these send;
        `trusted` are proxies: whoever is behind them is counted by requests.
        """
        self.altogether, self.trusted, self.metrics = altogether, trusted, metrics
        self.reading = reading
        self._open = each
        metrics.gauge("lines", self._open.total)

    def enter(self, host: str | None) -> str | None:
        """The address that a new connection counts for; None if there is no room for it."""
        address = address_of(host)
        if address in self.trusted:
            address = ""
        why = "full" if self._open.total() >= self.altogether else "address"
        if why == "full" or not self._open.enter(address, is_free=not address):
            self.metrics.count("lines_refused_total", why=why)
            return None
        return address

    def leave(self, address: str) -> None:
        self._open.leave(address)


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a socket."""

    lines: ClassVar[Lines]
    line: str | None = None
    mouthfuls: Mouthfuls | None = None

    def take_over(self, line: str | None) -> None:
        """What comes from now on is no handshake any more."""
        assert isinstance(self.transport, Mouthfuls)
        self.line, self.mouthfuls = line, self.transport
        self.mouthfuls.hand_to(self._read, self._owner)

    def _owner(self) -> str:
        """The address of whoever speaks; behind a proxy the one that it has told."""
        return self.line or address_of((self.scope["client"] or ("",))[0])

    def data_received(self, data: bytes) -> None:
        if self.mouthfuls is None:
            super().data_received(data)
        else:
            self.mouthfuls.add(data)

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        if len(self.frames) > MOST_PARTS:
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.mouthfuls is not None:
            self.mouthfuls.hear(is_deaf=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.mouthfuls is not None:
            self.mouthfuls.hear(is_deaf=False)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.line is not None:
            self.lines.leave(self.line)
            self.line = None


class Line(H11Protocol):
    """A connection that says in time what it wants."""

    lines: ClassVar[Lines]
    line: str | None = None
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        self.line = self.lines.enter(peer[0] if peer else None)
        if self.line is None:
            self.transport = transport
            transport.abort()
            return
        mouthfuls = Mouthfuls(transport, self.lines.reading)
        mouthfuls.hand_to(self._read, lambda: self.line or "")
        super().connection_made(mouthfuls)  # type: ignore[arg-type]
        self._expect()

    def data_received(self, data: bytes) -> None:
        if self.line is None:
            return
        self._expect()
        self.transport.add(data)  # type: ignore[attr-defined]

    def _read(self, data: bytes) -> None:
        self._expect()
        super().data_received(data)
        if self._is_asking():
            self._no_longer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_longer()
        if self.line is None:
            return
        self.lines.leave(self.line)
        self.line = None
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The transport gets another protocol, which has to know what the connection counts for."""
        self._no_longer()
        line, self.line = self.line, None
        super().handle_websocket_upgrade(event)
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, Socket):
            upgraded.take_over(line)
        elif line is not None:
            self.lines.leave(line)

    def eof_received(self) -> None:
        if self.line is not None:
            super().eof_received()

    def _is_asking(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect(self) -> None:
        if self._late is None and not self._is_asking():
            self._late = asyncio.get_running_loop().call_later(HEAD_SECONDS, self._too_late)

    def _no_longer(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if not self._is_asking() and self.line is not None:
            self.lines.metrics.count("lines_refused_total", why="silent")
            self.transport.abort()


def line_protocols(lines: Lines) -> tuple[type[Any], type[Any]]:
    """What uvicorn makes for each connection, for HTTP and for sockets, with our limits."""
    return type("Line", (Line,), {"lines": lines}), type("Socket", (Socket,), {"lines": lines})


def raised_descriptors() -> int:
    """Ask the system for as many descriptors as it gives; how many that are."""
    try:
        import resource
    except ImportError:
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return WANTED if soft == resource.RLIM_INFINITY else soft
