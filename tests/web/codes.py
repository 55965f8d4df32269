"""Reads a square code from its dark squares alone, as ISO 18004 has it: a text of bytes, to version 10, no repairs."""

from __future__ import annotations

import itertools
import re

STEP = re.compile(r"([Mmhv])(-?[\d.]+)(?: ?(-?[\d.]+))?")
INKED = re.compile(r'<path[^>]*stroke="#000" d="([^"]+)"')
BORDER = 2
FORMAT = [*((8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)), *((x, 8) for x in (7, 5, 4, 3, 2, 1, 0))]
"""Where the bits of the format stand, the lowest first: column, row."""
FORMAT_MASK, LEVELS = 0b101010000010010, "MLHQ"
MASKS = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (y // 2 + x // 3) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
"""A square is turned over where its mask is 0."""
BLOCKS = {
    "L": ([19], [34], [55], [80], [108], [68] * 2, [78] * 2, [97] * 2, [116] * 2, [68] * 2 + [69] * 2),
    "M": ([16], [28], [44], [32] * 2, [43] * 2, [27] * 4, [31] * 4, [38] * 2 + [39] * 2, [36] * 3 + [37] * 2,
          [43] * 4 + [44]),
    "Q": ([13], [22], [17] * 2, [24] * 2, [15] * 2 + [16] * 2, [19] * 4, [14] * 2 + [15] * 4, [18] * 4 + [19] * 2,
          [16] * 4 + [17] * 4, [19] * 6 + [20] * 2),
    "H": ([9], [16], [13] * 2, [9] * 4, [11] * 2 + [12] * 2, [15] * 4, [13] * 4 + [14], [14] * 4 + [15] * 2,
          [12] * 4 + [13] * 4, [15] * 6 + [16] * 2),
}  # fmt: skip
"""How many bytes of content each block has, by level and version."""


def dark_squares(svg):
    """The dark squares of the drawing, column and row, without the border."""
    dark, x, y = set(), 0.0, 0.0
    for kind, first, second in STEP.findall(INKED.search(svg)[1]):
        if kind == "h":
            dark |= {(int(x) + along - BORDER, int(y) - BORDER) for along in range(int(first))}
        start = (0.0, 0.0) if kind == "M" else (x, y)
        x, y = start[0] + float(first), start[1] + float(second or 0)
    return dark


def fixed_squares(version, size):
    """What holds no content: the three corners with the format, lines, small squares, from version 7 the version."""
    fixed = {(x, y) for x in range(9) for y in range(9)}
    fixed |= {(size - 1 - x, y) for x in range(8) for y in range(9)}
    fixed |= {(x, size - 1 - y) for x in range(9) for y in range(8)}
    fixed |= {(6, at) for at in range(size)} | {(at, 6) for at in range(size)}
    if version > 6:
        fixed |= {(size - 11 + x, y) for x in range(3) for y in range(6)}
        fixed |= {(x, size - 11 + y) for x in range(6) for y in range(3)}
    places = [6, *([size // 2] if version > 6 else []), *([size - 7] if version > 1 else [])]
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for middle in set(itertools.product(places, repeat=2)) - corners:
        fixed |= {(middle[0] + x, middle[1] + y) for x in range(-2, 3) for y in range(-2, 3)}
    return fixed


def way_through(size):
    """All squares in the order of their bits: two columns at a time, up and down by turns, from the right."""
    rights = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    for turn, right in enumerate(rights):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        yield from ((right - beside, y) for y in rows for beside in (0, 1))


def number(bits):
    return int("".join(map(str, bits)), 2)


def content_of(stream, blocks):
    """The bytes of content, which the blocks give one after the other."""
    taken = iter(stream)
    found = [[] for _ in blocks]
    for place in range(max(blocks)):
        for block, length in zip(found, blocks, strict=True):
            if place < length:
                block.append(next(taken))
    return [byte for block in found for byte in block]


def read_code(svg):
    """The text that a code holds."""
    dark = dark_squares(svg)
    size = max(x for x, _ in dark) + 1
    version = (size - 17) // 4
    told = number([int(place in dark) for place in reversed(FORMAT)]) ^ FORMAT_MASK
    level, mask = LEVELS[told >> 13], MASKS[told >> 10 & 7]
    fixed = fixed_squares(version, size)
    bits = [int((place in dark) != (mask(*place) == 0)) for place in way_through(size) if place not in fixed]
    stream = [number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    content = "".join(f"{byte:08b}" for byte in content_of(stream, BLOCKS[level][version - 1]))
    counted = 8 if version < 10 else 16
    assert content[:4] == "0100", "a text of bytes"
    length, begins = int(content[4 : 4 + counted], 2), 4 + counted
    return bytes(int(content[begins + 8 * at : begins + 8 * at + 8], 2) for at in range(length)).decode()
