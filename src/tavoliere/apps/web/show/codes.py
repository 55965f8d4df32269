"""Links as square codes that a camera reads, so that a friend across the table need not type."""

from __future__ import annotations

from urllib.parse import urlsplit


def host_of(link: str) -> str:
    """The host of a web address with its port; empty if it is none."""
    try:
        found = urlsplit(link)
    except ValueError:
        return ""
    return found.netloc.lower() if found.scheme in ("http", "https") else ""


def square_code(link: str) -> str:
    """The code as an SVG picture, dark on light whatever is around it: cameras need that."""
    import segno

    made = segno.make_qr(link, error="m")
    return str(made.svg_inline(border=2, dark="#000", light="#fff", omitsize=True))
