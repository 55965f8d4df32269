"""Messages as frames: four bytes with the length, the highest first, then so many bytes of UTF-8."""

from __future__ import annotations

import struct

from tavoliere.core.said import Said

HEAD = struct.Struct(">i")
LONGEST_FRAME = 1 << 20


def framed(message: str) -> bytes:
    """A message as it goes over a connection.

    >>> framed("hi")
    b'\\x00\\x00\\x00\\x02hi'
    """
    body = message.encode()
    return HEAD.pack(len(body)) + body


def length_in(head: bytes) -> int:
    """The length that a head announces; a `ValueError` if no frame can be meant."""
    (length,) = HEAD.unpack(head)
    if not 0 <= length <= LONGEST_FRAME:
        raise ValueError(Said("a frame of {length} bytes was announced, which cannot be", length=length))
    return int(length)
