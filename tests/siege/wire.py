"""Clients that come from addresses of their own: the whole of 127.0.0.0/8 is this machine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0


class Place:
    """Where the server is."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname == "127.0.0.1" and parts.port is not None, "a siege keeps to the loopback"
        self.host, self.port = parts.hostname, parts.port

    async def open(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(address, 0), limit=1 << 22)

    async def ask(self, address: str, path: str, body: object = None) -> tuple[int, bytes]:
        """One request; the status is 0 if the connection was closed without an answer."""
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        method = "GET" if body is None else "POST"
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        writer = None
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self.open(address)
                writer.write(head.encode() + content)
                answer = await reader.read()
        except (OSError, TimeoutError):
            return 0, b""
        finally:
            if writer is not None:
                writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        status = first.split(b" ", 2)[1] if first.startswith(b"HTTP/1.1 ") else b"0"
        return int(status), rest

    async def json(self, address: str, path: str, body: object = None) -> dict:
        status, content = await self.ask(address, path, body)
        assert 200 <= status < 300, (path, status, content[:300])
        found: dict = json.loads(content)
        return found

    async def socket(self, address: str, table: str) -> ClientConnection:
        url = f"ws://{self.host}:{self.port}/api/tables/{table}/socket"
        return await connect(url, max_size=None, open_timeout=PATIENCE, local_addr=(address, 0), compression=None)


async def gathered(*calls) -> list:
    """All of them, whatever becomes of each."""
    return await asyncio.gather(*calls, return_exceptions=True)


@contextlib.contextmanager
def plain_socket(place: Place, address: str):
    """A connection without a loop, for those that never say a word."""
    line = socket.socket()
    line.bind((address, 0))
    line.setblocking(False)
    with contextlib.suppress(OSError):
        line.connect((place.host, place.port))
    try:
        yield line
    finally:
        line.close()
