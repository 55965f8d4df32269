"""SVG pictures as PNG, drawn by resvg (extra `pictures`) with the font that comes with the package.

System fonts are left out, so a picture is the same on every machine, and has its text on machines without any font.
"""

from __future__ import annotations

import importlib.util
from importlib import resources

SMALLEST, LARGEST = 32, 8000
"""Widths in pixels that make sense; a larger one would fill the memory."""


class PicturesMissingError(ValueError):
    """The library that makes PNG pictures is not installed."""


def is_available() -> bool:
    """Whether PNG pictures can be made here."""
    return importlib.util.find_spec("resvg_py") is not None


def check_available() -> None:
    """Refuse if they cannot."""
    if not is_available():
        raise PicturesMissingError("PNG pictures need resvg: pip install 'tavoliere[pictures]' brings it")


def png_picture(svg: str, width: int) -> bytes:
    """A standalone SVG picture as PNG, so many pixels wide."""
    if not SMALLEST <= width <= LARGEST:
        raise ValueError(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {width}")
    check_available()
    import resvg_py

    font = resources.files("tavoliere.render") / "fonts" / "Inter-Medium-latin.otf"
    with resources.as_file(font) as path:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(path)], sans_serif_family="Inter"
            )
        )
