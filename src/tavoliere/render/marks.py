"""The marks of a scene as SVG: what lies under the pieces, what lies over them, and what a page shows on its own.

A mark is told apart by its shape as well as by its colour. It hears no clicks, and readers get its words from the
square that it lies on.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterator

from tavoliere.render.canvas import Block, Canvas, word
from tavoliere.render.layout import Layout
from tavoliere.render.plan import Plan
from tavoliere.scene import PATHS, Mark

HALO = 'class="tv-halo" stroke-opacity=".8"'


def _twice(shape: str, wide: int, narrow: int, colour: str) -> str:
    """An outline over a wider, pale one, so that it is seen on light and dark ground."""
    return f'<{shape} {HALO} stroke-width="{wide}"/><{shape} class="{colour}" stroke-width="{narrow}"/>'


FIXED = {
    # A ring with gaps, and a sign of warning at the corner.
    "threat": _twice(
        'circle r="44" fill="none" stroke-dasharray="46.1 23" stroke-dashoffset="34"', 11, 6, "tv-danger-line"
    )
    + '<circle cx="36" cy="-36" r="14" class="tv-danger tv-halo" stroke-width="3"/>'
    '<path d="M36-44V-34" class="tv-danger-inkline" stroke-width="5" stroke-linecap="round"/>'
    '<circle cx="36" cy="-27.5" r="2.8" class="tv-danger-ink"/>',
    "safe": '<rect x="-46" y="-46" width="92" height="92" rx="14" class="tv-company tv-company-line" '
    'fill-opacity=".22" stroke-width="3" stroke-opacity=".55"/>',
    "alone": '<rect x="-45" y="-45" width="90" height="90" rx="14" fill="none" class="tv-danger-line" '
    'stroke-width="4" stroke-dasharray="3 9" stroke-linecap="round"/>',
    # A star of four points.
    "goal": '<path d="M0-44L11-11 44 0 11 11 0 44-11 11-44 0-11-11Z" class="tv-company tv-halo" stroke-width="4" '
    'stroke-linejoin="round"/>',
    # The same where something stands: a ring around it, and the star at the corner.
    "goal reached": _twice('circle r="44" fill="none"', 11, 6, "tv-company-line")
    + '<path d="M36-56L42-42 56-36 42-30 36-16 30-30 16-36 30-42Z" class="tv-company tv-halo" stroke-width="3" '
    'stroke-linejoin="round"/>',
    # Four corners that hold a piece.
    "must": _twice(
        'path d="M-46-24V-46H-24M24-46H46V-24M46 24V46H24M-24 46H-46V24" fill="none" stroke-linejoin="round" '
        'stroke-linecap="round"',
        12,
        7,
        "tv-must-line",
    ),
    # A barrier that is not there, crossed out.
    "cut": _twice(
        'rect x="-48" y="-9" width="96" height="18" rx="6" fill="none" stroke-dasharray="9 6"', 8, 4, "tv-danger-line"
    )
    + _twice('path d="M-11-11L11 11M11-11L-11 11" stroke-linecap="round"', 11, 6, "tv-danger-line"),
}
"""The shapes that are the same on every square."""


class Marks:
    """Draws the marks of a canvas's scene."""

    def __init__(self, canvas: Canvas, layout: Layout, plan: Plan) -> None:
        self.canvas, self.layout, self.plan = canvas, layout, plan

    def under(self) -> Iterator[Block]:
        yield from self._layer("tv-marks-under", self.plan.under)

    def over(self) -> Iterator[Block]:
        yield from self._layer("tv-marks-over", self.plan.over)

    def _layer(self, name: str, marks: tuple[Mark, ...]) -> Iterator[Block]:
        """The marks of a layer. A page has the group without any too, so that pictures differ in their marks only."""
        if self.canvas.standalone and not self.plan.scene.marks:
            return
        keys = tuple(map(self._key, marks))
        yield self.canvas.block(name, keys, lambda: self._lines(name, marks, keys))

    def _key(self, mark: Mark) -> Hashable:
        sign = mark.sign
        is_hidden = self.plan.is_hidden(mark)
        return "mark", sign.name, sign.shape, mark.squares, mark.owner, mark.number, mark.piece, is_hidden

    def _lines(self, name: str, marks: tuple[Mark, ...], keys: tuple[Hashable, ...]) -> Iterator[str]:
        yield f'<g class="{name}" pointer-events="none" aria-hidden="true">'
        for mark, key in zip(marks, keys, strict=True):
            yield self.canvas.kept(key, functools.partial(self._drawn, mark))
        yield "</g>"

    def _drawn(self, mark: Mark) -> str:
        shape = mark.sign.shape
        classes = f"tv-mark tv-mark-of-{shape}" + ("" if mark.sign.stays else " tv-aid")
        if shape in PATHS:
            return f'<g class="{classes}">{PATH_SHAPES[shape](self, mark)}</g>'
        if shape == "cut":
            place = self.layout.side(*mark.squares)
        else:
            place = "translate({:g} {:g})".format(*self.layout.middle(mark.squares[0]))
        fixed = "goal reached" if shape == "goal" and self.plan.is_hidden(mark) else shape
        name = f"sign-{word(fixed)}"
        drawn = self.canvas.use(name, FIXED[fixed]) if fixed in FIXED else SQUARE_SHAPES[shape](self, mark)
        return f'<g class="{classes}" transform="{place}">{drawn}</g>'

    # On one square

    def _count(self, mark: Mark) -> str:
        return (
            f'<text x="36" y="44" text-anchor="middle" font-size="30" font-weight="700" '
            f'class="tv-text tv-sight" fill-opacity=".85">{mark.number}</text>'
        )

    def _points(self, mark: Mark) -> str:
        text = f'y="9" text-anchor="middle" font-size="26" font-weight="700" class="tv-text">{mark.number}'
        return f'<circle r="19" class="tv-halo-fill tv-company-line" stroke-width="4"/><text {text}</text>'

    def _ghost(self, mark: Mark) -> str:
        if mark.piece is None:
            return ""
        cross = '<path d="M-32-32L32 32M32-32L-32 32" class="tv-danger-line" stroke-width="5" stroke-linecap="round"/>'
        y = ' y="6"' if mark.piece.kind == "man" else ""
        piece = self.canvas.piece_use(mark.piece, mark.piece.kind, y.strip())
        if self.plan.is_hidden(mark):
            disc = '<circle r="50" class="tv-halo-fill tv-danger-line" stroke-width="5" fill-opacity=".9"/>'
            return f'<g transform="translate(-30 -30) scale(.36)">{disc}{piece}<g opacity=".8">{cross}</g></g>'
        return f'<g opacity=".42">{piece}</g><g opacity=".75">{cross}</g>'

    # From square to square

    def _points_of(self, mark: Mark) -> str:
        return " ".join("{:g},{:g}".format(*self.layout.middle(square)) for square in mark.squares)

    def _line(self, mark: Mark) -> str:
        """Dots along a line, which end in a ring."""
        x, y = self.layout.middle(mark.squares[-1])
        return (
            f'<polyline points="{self._points_of(mark)}" fill="none" class="tv-sight-line" stroke-width="7" '
            'stroke-dasharray="0 16.6" stroke-linecap="round" stroke-opacity=".75"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="none" class="tv-sight-line" stroke-width="4"/>'
        )

    def _way(self, mark: Mark) -> str:
        line = f'<polyline points="{self._points_of(mark)}" fill="none" stroke-linejoin="round" stroke-linecap="round" '
        return (
            f'{line}class="tv-halo" stroke-opacity=".6" stroke-width="16"/>'
            f'{line}class="tv-sight-line" stroke-opacity=".6" stroke-width="9"/>'
        )

    def _chain(self, mark: Mark) -> str:
        look = self.canvas.look(mark.owner)
        line = f'<polyline points="{self._points_of(mark)}" fill="none" stroke-linejoin="round" stroke-linecap="round" '
        knots = "".join(
            '<circle cx="{:g}" cy="{:g}" r="8.5"/>'.format(*self.layout.middle(square)) for square in mark.squares
        )
        return (
            f'{line}class="tv-line-{look}" stroke-width="15"/>{line}class="tv-chain-{look}" stroke-width="9"/>'
            f'<g class="tv-ink-{look} tv-line-{look}" stroke-width="3">{knots}</g>'
        )


Draw = Callable[[Marks, Mark], str]
SQUARE_SHAPES: dict[str, Draw] = {"count": Marks._count, "points": Marks._points, "ghost": Marks._ghost}
PATH_SHAPES: dict[str, Draw] = {"line": Marks._line, "way": Marks._way, "chain": Marks._chain}
