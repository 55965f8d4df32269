"""What environments show of a position: text, and the same picture as everywhere as an array of pixels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np

from tavoliere.core.position import Position
from tavoliere.gym.array import Array
from tavoliere.render.png import png_picture
from tavoliere.render.svg import svg_picture

MODES = ("human", "ansi", "rgb_array")
WIDTH = 480


def pixels_of(position: Position) -> Array:
    """The picture of a position: height, width and three colours. It needs the extra `pictures`."""
    scene = position.game.ruleset.face.scene(position.state, dict(position.game.options))
    return decoded(png_picture(svg_picture(scene), WIDTH))


def decoded(png: bytes) -> Array:
    """The pixels of a PNG with eight bits a colour, as our own pictures have them."""
    chunks = list(_chunks(png))
    width, height, _, kind = struct.unpack(">IIBB", chunks[0][1][:10])
    colours = {2: 3, 6: 4}[kind]
    raw = np.frombuffer(zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT")), np.uint8)
    lines = raw.reshape(height, 1 + width * colours)
    above = np.zeros(width * colours, np.uint8)
    out = np.empty((height, width * colours), np.uint8)
    for place, line in enumerate(lines):
        above = out[place] = _unfiltered(int(line[0]), line[1:], above, colours)
    return out.reshape(height, width, colours)[:, :, :3].copy()


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        length = int.from_bytes(png[place : place + 4], "big")
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += 12 + length


def _unfiltered(kind: int, line: Array, above: Array, colours: int) -> Array:
    """A line as it was before the format's filters, which predict each byte from its neighbours."""
    if kind == 0:
        return line
    if kind == 2:
        return line + above
    if kind == 1:
        return np.cumsum(line.reshape(-1, colours), axis=0, dtype=np.uint8).ravel()
    return _predicted(kind, line.tolist(), above.tolist(), colours)


def _predicted(kind: int, line: list[int], above: list[int], colours: int) -> Array:
    out = [0] * len(line)
    for place, value in enumerate(line):
        left = out[place - colours] if place >= colours else 0
        corner = above[place - colours] if place >= colours else 0
        guess = (left + above[place]) // 2 if kind == 3 else _paeth(left, above[place], corner)
        out[place] = (value + guess) & 255
    return np.array(out, np.uint8)


def _paeth(left: int, above: int, corner: int) -> int:
    near = left + above - corner
    return min((left, above, corner), key=lambda value: abs(near - value))
