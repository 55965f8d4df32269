"""The shapes of pieces, squares, barriers and marks as SVG, around the middle of a square of 100 by 100.

A shape depends on what a thing is and on the look of its player, never on the game. Each look has an emblem as well as
a colour, so that players are told apart without colours. Kinds that only other packages know get a disc with a letter.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from html import escape

CELL = 100
"""The side of a square. Everything here is measured in it."""

MAN_BASE, MAN_HEIGHT, MAN_ROOM = 24, 12, 52
"""Where a stack stands in its square, how high a man is, and how high a stack can be before its men move together."""

KNOWN_KINDS = {
    "piece": "disc",
    "attacker": "disc",
    "defender": "disc",
    "man": "man",
    "man in a crowd": "man_in_a_crowd",
    "permanent piece": "block",
    "king": "king",
    "tower": "tower",
    "pawn": "pawn",
    "pillar": "pillar",
}
"""The kinds of pieces that have a shape of their own, and which one of `Shapes` it is."""


def emblem(look: str, y: float, scale: float = 1.0, flat: float = 1.0) -> str:
    """The sign of a look: a ring, a cross, a lozenge or a triangle; `flat` lays it on a face seen at a slant."""
    place = f'transform="translate(0 {_short(y)}) scale({_short(scale)} {_short(scale * flat)})"'
    ink, line = f'class="tv-ink-{look}"', f'class="tv-inkline-{look}" fill="none"'
    return {
        "w": f'<circle r="12" {line} stroke-width="4.5" {place}/>',
        "b": f'<path d="M-13 0H13M0-13V13" {line} stroke-width="6.5" stroke-linecap="round" {place}/>',
        "r": f'<path d="M0-16L14 0 0 16-14 0Z" {ink} {place}/>',
        "g": f'<path d="M0-15L15 11H-15Z" {ink} {place}/>',
    }[look]


class Shapes:
    """Shapes whose gradients have ids that begin with a prefix, so that pictures share a page in peace."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def paint(self, name: str) -> str:
        return f"url(#{self.prefix}-{name})"

    # Pieces

    @functools.lru_cache(maxsize=1024)  # noqa: B019 - `shapes_for` keeps only few of them
    def piece(self, look: str, kind: str, letter: str) -> str:
        """A piece around the middle of its square; a man's own base is there instead, ready to be stacked."""
        draw: Callable[[str], str] | None = getattr(self, KNOWN_KINDS[kind]) if kind in KNOWN_KINDS else None
        return self.lettered(look, letter) if draw is None else draw(look)

    def disc(self, look: str) -> str:
        return self._cylinder(look, 35, 28, 7, 12) + self._rim(look, 28, 22, -5) + emblem(look, -5, 0.95, 0.8)

    def lettered(self, look: str, letter: str) -> str:
        """A disc with the letter of a text, for kinds that have no shape of their own."""
        text = (
            f'<text y="6" text-anchor="middle" font-size="34" class="tv-text tv-ink-{look}">{escape(letter[:2])}</text>'
        )
        return self._cylinder(look, 35, 28, 7, 12) + self._rim(look, 28, 22, -5) + text

    def man_in_a_crowd(self, look: str) -> str:
        """A man of a stack so high that only a narrow band of him is seen, with a thin outline."""
        return self.man(look, line_width=1.1)

    def man(self, look: str, line_width: float = 2.5) -> str:
        notches = "".join(f'<path d="M{x} {_short(_front(36, 21, x) - 10)}v8"/>' for x in (-24, -8, 8, 24))
        side = f'<g class="tv-inkline-{look}" stroke-width="4" stroke-opacity=".8">{notches}</g>' if look == "r" else ""
        return self._cylinder(look, 36, 21, 0, MAN_HEIGHT, has_shadow=False, line_width=line_width) + side

    def man_top(self, look: str, count: int) -> str:
        """What lies on the top face of a stack: the emblem, or the height if there are several men."""
        if count == 1:
            return emblem(look, -MAN_HEIGHT, 0.9, 0.6)
        text = f'y="{0.36 * 33 - MAN_HEIGHT:.1f}" text-anchor="middle" font-size="33" font-weight="700"'
        return f'<text {text} class="tv-text tv-number-{look}">{count}</text>'

    def block(self, look: str) -> str:
        """A piece that stays: square, framed and pinned at the corners."""
        pins = "".join(f'<circle cx="{x}" cy="{y}" r="3.4"/>' for x in (-25, 25) for y in (-27, 15))
        return (
            self.shadow(40, 18, 22)
            + f'<path d="M-36-26V22Q-36 34-24 34H24Q36 34 36 22V-26Z" fill="{self.paint(look + "-side")}" '
            f'class="tv-line-{look}" stroke-width="2.5"/>'
            f'<rect x="-36" y="-38" width="72" height="60" rx="11" fill="{self.paint(look + "-top")}" '
            f'class="tv-line-{look}" stroke-width="2.5"/>'
            f'<rect x="-17" y="-25" width="34" height="34" rx="6" fill="none" class="tv-inkline-{look}" '
            f'stroke-width="3.5"/><g class="tv-ink-{look}">{pins}</g>' + emblem(look, -8, 0.62, 0.85)
        )

    def king(self, look: str) -> str:
        crown = "M-23 6L-28-24-12-9 0-33 12-9 28-24 23 6Q0 15-23 6Z"
        tips = "".join(f'<circle cx="{x}" cy="{y}" r="4.5"/>' for x, y in ((-28, -25), (0, -35), (28, -25)))
        gold = f'fill="{self.paint("gold")}" class="tv-gold-line" stroke-width="2.5" stroke-linejoin="round"'
        return (
            self._cylinder(look, 39, 30, 10, 15)
            + self._rim(look, 33, 25, -5)
            + f'<g {gold}><path d="{crown}"/>{tips}</g>'
            + '<path d="M-21 0Q0 8 21 0" fill="none" class="tv-gold-line" stroke-width="2"/>'
        )

    def tower(self, look: str) -> str:
        side, line = self.paint(look + "-side"), f'class="tv-line-{look}" stroke-width="2.5" stroke-linejoin="round"'
        notches = "".join(
            f'<path d="M{x} {_short(-33 + _front(31, 11, x))}v11L{x + 9} {_short(-22 + _front(31, 11, x + 9))}v-11Z"/>'
            for x in (-21, -4.5, 12)
        )
        return (
            self.shadow(35, 32, 14)
            + f'<path d="M-22-12C-22 8-27 16-30 27A30 13 0 0 0 30 27C27 16 22 8 22-12Z" fill="{side}" {line}/>'
            + f'<path d="M-31-33V-14Q-31-11-29-10A31 11 0 0 0 29-10Q31-11 31-14V-33Z" fill="{side}" {line}/>'
            + f'<ellipse cy="-33" rx="31" ry="11" fill="{self.paint(look + "-top")}" {line}/>'
            + f'<ellipse cy="-32" rx="23" ry="7" class="tv-dark-{look}"/>'
            + f'<g class="tv-dark-{look}">{notches}</g>'
            + emblem(look, 19, 0.85)
        )

    def pawn(self, look: str) -> str:
        side, line = self.paint(look + "-side"), f'class="tv-line-{look}" stroke-width="2.5" stroke-linejoin="round"'
        return (
            self.shadow(34, 32, 13)
            + f'<path d="M-29 27A29 12 0 0 0 29 27C28 13 11 13 9-8H-9C-11 13-28 13-29 27Z" fill="{side}" {line}/>'
            + f'<ellipse cy="-6" rx="18" ry="6.5" fill="{self.paint(look + "-top")}" {line}/>'
            + f'<circle cy="-25" r="18.5" fill="{self.paint(look + "-ball")}" {line}/>'
            + emblem(look, -24, 0.66)
        )

    def pillar(self, look: str) -> str:
        line = f'class="tv-line-{look}" stroke-width="2.5" stroke-linejoin="round"'
        flutes = "".join(f'<path d="M{x}-24V{_short(22 + _front(19, 7, x))}"/>' for x in (-11, 0, 11))
        return (
            self.shadow(38, 32, 15)
            + self._cylinder(look, 33, 13, 31, 8, has_shadow=False)
            + f'<path d="M-19-28V23A19 7 0 0 0 19 23V-28Z" fill="{self.paint(look + "-side")}" {line}/>'
            + f'<g class="tv-dark-{look}line" stroke-width="3" stroke-opacity=".55">{flutes}</g>'
            + self._cylinder(look, 30, 12, -24, 10, has_shadow=False)
            + emblem(look, -34, 0.72, 0.5)
        )

    def _cylinder(
        self, look: str, rx: int, ry: int, base: int, height: int, *, has_shadow: bool = True, line_width: float = 2.5
    ) -> str:
        """A round solid whose base has its middle at a height of the square."""
        line = f'class="tv-line-{look}" stroke-width="{line_width}"'
        under = self.shadow(rx + 4, base + 5, ry) if has_shadow else ""
        return (
            under + f'<path d="M{-rx} {base - height}V{base}A{rx} {ry} 0 0 0 {rx} {base}V{base - height}Z" '
            f'fill="{self.paint(look + "-side")}" {line}/>'
            f'<ellipse cy="{base - height}" rx="{rx}" ry="{ry}" fill="{self.paint(look + "-top")}" {line}/>'
        )

    def _rim(self, look: str, rx: int, ry: int, y: int) -> str:
        place = f'cy="{y}" rx="{rx}" ry="{ry}"'
        return f'<ellipse {place} fill="none" class="tv-inkline-{look}" stroke-width="2" stroke-opacity=".45"/>'

    def shadow(self, rx: float, y: float, ry: float) -> str:
        return f'<ellipse cx="3" cy="{y}" rx="{rx + 5}" ry="{ry + 4}" fill="{self.paint("shadow")}"/>'

    # Squares

    @functools.lru_cache(maxsize=256)  # noqa: B019 - `shapes_for` keeps only few of them
    def ground(self, kind: str, *, has_edges: bool, is_odd: bool) -> str:
        """A square: a tile with room for barriers around it, or a field between grooves."""
        shade = {"camp": " tv-camp", "castle": " tv-castle"}.get(kind, " tv-odd" if is_odd else "")
        if has_edges:
            # The room around a tile belongs to its square too: a finger may land there.
            tile = (
                '<rect x="-50" y="-50" width="100" height="100" fill="none" pointer-events="all"/>'
                '<rect x="-43" y="-43" width="86" height="86" rx="8" stroke-width="1.5"'
            )
        else:
            tile = '<rect x="-50" y="-50" width="100" height="100" stroke-width="2"'
        return f'{tile} class="tv-square{shade}"/>' + self._sign(kind)

    def _sign(self, kind: str) -> str:
        """What tells a kind of square from a plain one, by shape."""
        if kind == "plain":
            return ""
        if kind == "hole":
            return self._hole()
        if kind == "camp":
            return (
                f'<rect x="-50" y="-50" width="100" height="100" fill="{self.paint("hatch")}"/>'
                '<path d="M-22 17L0-19 22 17ZM-8 17L0 1 8 17" fill="none" class="tv-camp-line" stroke-width="4" '
                'stroke-linejoin="round"/>'
            )
        if kind == "castle":
            return (
                '<g fill="none" class="tv-castle-line" stroke-linejoin="round">'
                '<rect x="-44" y="-44" width="88" height="88" stroke-width="3"/>'
                '<rect x="-38" y="-38" width="76" height="76" stroke-width="1.5"/>'
                '<path d="M-23 21V-19H-13V-10H-5V-19H5V-10H13V-19H23V21ZM-6 21V9A6 6 0 0 1 6 9V21" '
                'stroke-width="4"/></g>'
            )
        if kind == "escape":
            return '<path d="M-11 0L0-11 11 0 0 11Z" fill="none" class="tv-escape" stroke-width="3"/>'
        return '<path d="M-30-30L30 30M-30 30L30-30" class="tv-other-line" stroke-width="3" stroke-dasharray="6 6"/>'

    def _hole(self) -> str:
        """A pit: a lit rim, a wall that light falls on below, and darkness that begins higher up."""
        return (
            f'<circle r="41" fill="{self.paint("rim")}"/>'
            f'<circle r="37.5" fill="{self.paint("hole")}"/>'
            '<ellipse cy="-7" rx="34.5" ry="30" class="tv-hole-deep"/>'
        )

    # Barriers, marks

    def wall(self) -> str:
        """A plank that lies between two squares, one above the other."""
        return (
            '<rect x="-47" y="-5" width="102" height="19" rx="6" class="tv-shadow" fill-opacity=".32"/>'
            f'<rect x="-51" y="-10" width="102" height="19" rx="5" fill="{self.paint("wall")}" '
            'class="tv-wall-line" stroke-width="2.5"/>'
            '<path d="M-45-5.5H45" class="tv-wall-light" stroke-width="3" stroke-linecap="round"/>'
            '<path d="M-40-9V8M40-9V8" class="tv-wall-line" stroke-width="2" stroke-opacity=".7"/>'
        )


@functools.lru_cache(maxsize=16)
def shapes_for(prefix: str) -> Shapes:
    """The shapes of a prefix; each is put together once."""
    return Shapes(prefix)


_DASHES = 'fill="none" stroke-width="6" stroke-dasharray="14 7"'
_TURN = (
    '<path d="M-46-14A46 46 0 0 1 24-39M46 14A46 46 0 0 1-24 39" fill="none" stroke-width="7" stroke-linecap="round"/>'
    '<path d="M18-52L33-36 12-30ZM-18 52L-33 36-12 30Z" stroke-width="2"/>'
)
"""Two arrows around a piece: it would be turned over."""
MARKS = {
    "cell": {
        "last": '<rect x="-46" y="-46" width="92" height="92" rx="7" fill-opacity=".2" stroke-width="6"/>',
        "selected": '<rect x="-45" y="-45" width="90" height="90" rx="7" fill-opacity=".3" stroke-width="8"/>',
        "target": '<circle r="15" class="tv-halo" stroke-width="3" stroke-opacity=".7"/>',
        "take": '<path d="M-48-48h27l-27 27ZM48-48v27l-27-27ZM48 48h-27l27-27ZM-48 48v-27l27 27Z" stroke="none"/>',
        "focus": f'<rect x="-48" y="-48" width="96" height="96" rx="6" {_DASHES}/>',
        "preview": _TURN,
    },
    "edge": {
        "target": '<rect x="-36" y="-9" width="72" height="18" rx="9" class="tv-halo" stroke-width="3"/>',
        "focus": f'<rect x="-42" y="-15" width="84" height="30" rx="12" {_DASHES}/>',
    },
    "barrier": {
        "last": '<rect x="-56" y="-15" width="112" height="29" rx="9" fill="none" stroke-width="4.5"/>',
    },
}
"""The marks of squares, sides and barriers. Their colours come from the class of whoever uses them; `take` is the
target mark of a square with a piece.
"""


def _front(rx: float, ry: float, x: float) -> float:
    """How far the front edge of an ellipse is below its middle."""
    return ry * math.sqrt(max(0.0, 1 - (x / rx) ** 2))


def _short(number: float) -> str:
    """A number with at most two decimals and no zeros to spare."""
    return f"{number:.2f}".rstrip("0").rstrip(".") if number else "0"
