"""PNG pictures: size, colours, text without system fonts, and clear words where the library is missing."""

import struct
import sys
import zlib

import pytest

import tavoliere as tv
from tavoliere.render.png import png_picture
from tavoliere.render.svg import svg_picture
from tavoliere.render.themes import THEMES
from tests.data.make_pictures import PICTURES, scene_of


def pixels(png):
    """Width, height and rows of (red, green, blue, opacity) of a PNG with eight bits a channel."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, packed, header = 8, b"", None
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        body = png[place + 8 : place + 8 + length]
        header = struct.unpack(">IIBB", body[:10]) if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        place += length + 12
    width, height, depth, colour = header
    assert (depth, colour) == (8, 6)
    return width, height, unfiltered(zlib.decompress(packed), width, height)


def unfiltered(raw, width, height):
    stride, before, rows = width * 4, bytearray(width * 4), []
    for row in range(height):
        start = row * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for place in range(stride):
            left = line[place - 4] if place >= 4 else 0
            corner = before[place - 4] if place >= 4 else 0
            line[place] = line[place] + predicted(kind, left, before[place], corner) & 255
        rows.append([tuple(line[place : place + 4]) for place in range(0, stride, 4)])
        before = line
    return rows


def predicted(kind, left, above, corner):
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda near: abs(guess - near))
    return (0, left, above, (left + above) // 2)[kind]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_png_has_the_width_asked_for_and_the_theme_s_page(picture):
    width, height, rows = pixels(png_picture(picture.alone(), 200))
    assert width == 200 and height == len(rows) > 100
    page = THEMES["light"].colours["page"]
    assert rows[0][0] == (*bytes.fromhex(page[1:]), 255)
    assert len({colour for row in rows for colour in row}) > 200


def test_text_is_drawn_without_any_font_of_the_system():
    scene = scene_of(tv.game("never-alone").start())
    svg = svg_picture(scene)
    silent = svg.replace(">Red<", "><").replace(">Black<", "><")
    assert png_picture(svg, 300) != png_picture(silent, 300)
    assert png_picture(svg.replace(">h<", ">g<"), 300) != png_picture(svg, 300)


def test_widths_that_make_no_sense_are_refused():
    svg = svg_picture(scene_of(tv.game("tablut").start()))
    for width in (0, -5, 31, 8001):
        with pytest.raises(ValueError, match="32 to 8000 pixels wide"):
            png_picture(svg, width)


def test_without_the_library_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ValueError, match=r"pip install 'tavoliere\[pictures\]'"):
        png_picture("<svg/>", 100)
