"""Chances over the turns of a game: a graph as an SVG picture, and as a line of blocks for terminals.

Lines differ by dashes as well as by colour, and marks by shape, so that nothing is told by colour alone.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence
from html import escape

from tavoliere.core.said import Said
from tavoliere.render.themes import FONT, LOOKS, Theme, theme_of

WIDTH, HEIGHT = 900, 340
LEFT, RIGHT, TOP, BOTTOM = 64, 130, 48, 44
DASHES = ("", "10 5", "3 5", "14 4 3 4")
MOST_TICKS = 12
NAME_HEIGHT = 20
WINNING_CHANCES = Said("winning chances")
BLOCKS = "▁▂▃▄▅▆▇█"
PLAIN_BLOCKS = "_.-=+*#@"


@dataclasses.dataclass(frozen=True)
class Series:
    """The chances of one player, from the first position on; `look` is the letter of the player's colour."""

    name: str
    look: str
    values: tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class Mark:
    """A turn worth looking at: its number, whose line it stands on, words for it, and whether it is a grave one."""

    turn: int
    series: int
    words: str
    is_grave: bool = False


def value_graph(
    series: Sequence[Series],
    theme: Theme | str = "light",
    *,
    title: str = WINNING_CHANCES,
    marks: Sequence[Mark] = (),
    size: int = WIDTH,
) -> str:
    """The picture of the chances; each series needs at least the value of the first position."""
    if not series or not all(line.values for line in series):
        raise ValueError("a graph needs at least one line with a value")
    chosen = theme_of(theme) if isinstance(theme, str) else theme
    return "\n".join([*_Graph(series, chosen, title, marks, size).lines(), ""])


class _Graph:
    """One picture."""

    def __init__(self, series: Sequence[Series], theme: Theme, title: str, marks: Sequence[Mark], size: int) -> None:
        self.series, self.title, self.marks, self.size = series, title, marks, size
        self.colours = theme.colours
        self.turns = max(1, max(len(line.values) for line in series) - 1)

    def x(self, turn: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / self.turns, 1)

    def y(self, chance: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, chance))), 1)

    def lines(self) -> Iterator[str]:
        name, colours = escape(self.title), self.colours
        height = round(self.size * HEIGHT / WIDTH)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{self.size}" '
            f'height="{height}" role="img" aria-label="{name}">'
        )
        yield f"<title>{name}</title>"
        yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours["page"]}"/>'
        yield f'<g font-family="{FONT}" font-size="15" fill="{colours["quiet"]}">'
        yield f'<text x="{LEFT}" y="28" font-size="17" fill="{colours["text"]}">{name}</text>'
        yield from self._axes()
        yield "</g>"
        for place, line in enumerate(self.series):
            yield from self._line(place, line)
        for mark in self.marks:
            yield self._mark(mark)
        yield from self._names()
        yield "</svg>"

    def _axes(self) -> Iterator[str]:
        right, line = WIDTH - RIGHT, self.colours["panel-line"]
        box = f'x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{HEIGHT - TOP - BOTTOM}"'
        yield f'<rect {box} fill="{self.colours["panel"]}" stroke="{line}"/>'
        for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(chance)
            yield f'<path d="M{LEFT} {y}H{right}" stroke="{line}" stroke-width="{2 if chance == 0.5 else 1}"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end">{chance:.0%}</text>'
        step = _step(self.turns)
        for turn in range(0, self.turns + 1, step):
            yield f'<text x="{self.x(turn)}" y="{HEIGHT - BOTTOM + 22}" text-anchor="middle">{turn}</text>'

    def _line(self, place: int, line: Series) -> Iterator[str]:
        """A line with a rim, so that a white one shows on a light page and a black one on a dark page."""
        points = " ".join(f"{self.x(turn)},{self.y(value)}" for turn, value in enumerate(line.values))
        dash = DASHES[place % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        rim, core = self.colours["text"], self.colours[f"{line.look if line.look in LOOKS else LOOKS[0]}-2"]
        common = f'points="{points}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
        yield f"<g><title>{escape(line.name)}</title>"
        yield f'<polyline {common} stroke="{rim}" stroke-width="6"/>'
        yield f'<polyline {common} stroke="{core}" stroke-width="3"{dashed}/></g>'

    def _mark(self, mark: Mark) -> str:
        values = self.series[mark.series].values
        x, y = self.x(mark.turn), self.y(values[min(mark.turn, len(values) - 1)])
        colour = f'fill="{self.colours["selected"]}" stroke="{self.colours["page"]}" stroke-width="2"'
        shape = f'<circle cx="{x}" cy="{y}" r="6" {colour}/>'
        if mark.is_grave:
            shape = f'<path d="M{x} {y - 9}l9 9l-9 9l-9 -9z" {colour}/>'
        return f"<g><title>{escape(mark.words)}</title>{shape}</g>"

    def _names(self) -> Iterator[str]:
        """Names at the ends of the lines, pushed apart where lines end close together."""
        ends = sorted((self.y(line.values[-1]), place) for place, line in enumerate(self.series))
        heights = _apart([y + 5 for y, _ in ends], NAME_HEIGHT, HEIGHT - NAME_HEIGHT / 2)
        for height, (_, place) in zip(heights, ends, strict=True):
            x = self.x(len(self.series[place].values) - 1) + 12
            text = f"{self.series[place].name} {self.series[place].values[-1]:.0%}"
            style = f'font-family="{FONT}" font-size="15" fill="{self.colours["text"]}"'
            yield f'<text x="{x}" y="{height:g}" {style}>{escape(text)}</text>'


def _apart(heights: Sequence[float], distance: float, lowest: float) -> list[float]:
    """Heights in rising order, pushed down until they are so far apart, and up again from the edge of the picture."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + distance) if placed else height)
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - distance
    return placed


def _step(turns: int) -> int:
    """A round number of turns between two numbers of the axis."""
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500):
        if turns / step <= MOST_TICKS:
            return step
    return turns


def blocks(values: Sequence[float], width: int = 60, signs: str = BLOCKS) -> str:
    """Chances as a line of blocks, one for each value; more values than fit share one, by their mean.

    >>> blocks([0, 0.5, 1])
    '▁▅█'
    """
    if len(values) > width:
        ends = [round(place * len(values) / width) for place in range(width + 1)]
        values = [sum(values[low:high]) / (high - low) for low, high in itertools.pairwise(ends) if high > low]
    top = len(signs) - 1
    return "".join(signs[math.floor(min(1.0, max(0.0, value)) * top + 0.5)] for value in values)
