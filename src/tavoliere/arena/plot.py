"""A picture of how the estimate of a match settled: the score after each round with its 95 % band, as SVG text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from tavoliere.arena.stats import Estimate, elo_of, running, score_of

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 64, 48, 48
MOST_POINTS = 600
LONGEST_NAME = 36
SCORES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def score_plot(first: str, second: str, game: str, rounds: Sequence[Sequence[float]], seats: int = 2) -> str:
    """The picture as an SVG document: scores at the left, the Elo that they mean at the right, games below."""
    title = f"{first} against {second}, {game}"
    shown = f"{_shortened(first)} against {_shortened(second)}, {game}"
    estimates = list(running(rounds, seats, MOST_POINTS))
    games = max(1, estimates[-1].games if estimates else 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{WIDTH / 2:g}" y="24" text-anchor="middle" font-size="14" fill="#1a1a1a">{escape(shown)}</text>',
        *_axes(games, seats),
        *_curve(estimates, games, seats),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _shortened(name: str) -> str:
    """A name as far as there is room for two of them above the picture; the title tells the whole."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _x(games: float, most: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * games / most


def _y(score: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, score))


def _axes(games: int, seats: int) -> list[str]:
    parts = []
    for score in SCORES:
        y = _y(score)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        parts.append(_label(LEFT - 8, y + 4, "end", f"{score:.1f}"))
        if 0 < score < 1:
            parts.append(_label(WIDTH - RIGHT + 8, y + 4, "start", f"{elo_of(score, seats):+.0f}"))
    fair = _y(1 / seats)
    parts.append(f'<path id="fair" d="M{LEFT} {fair:.1f}H{WIDTH - RIGHT}" stroke="#777777" stroke-dasharray="5 4"/>')
    step = _step(games)
    for count in range(0, games + 1, step):
        parts.append(_label(_x(count, games), HEIGHT - BOTTOM + 18, "middle", str(count)))
    parts.append(_label(LEFT - 8, TOP - 10, "end", "score"))
    parts.append(_label(WIDTH - RIGHT + 8, TOP - 10, "start", "Elo"))
    parts.append(_label(WIDTH / 2, HEIGHT - 10, "middle", "games"))
    return parts


def _curve(estimates: Sequence[Estimate], games: int, seats: int) -> list[str]:
    if not estimates:
        return []
    upper = [(found.games, 1.0 if found.high is None else score_of(found.high, seats)) for found in estimates]
    lower = [(found.games, 0.0 if found.low is None else score_of(found.low, seats)) for found in estimates]
    middle = [(found.games, found.score) for found in estimates]
    band = _points([*upper, *reversed(lower)], games)
    (x, high), (_, low), (_, score) = (
        (_x(count, games), _y(height)) for count, height in (upper[-1], lower[-1], middle[-1])
    )
    return [
        f'<polygon id="band" points="{band}" fill="#3366cc" fill-opacity="0.2"/>',
        f'<polyline id="score" points="{_points(middle, games)}" fill="none" stroke="#224499" stroke-width="2"/>',
        f'<path id="last" d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="#3366cc" stroke-width="2"/>',
        f'<circle cx="{x:.1f}" cy="{score:.1f}" r="4" fill="#224499"/>',
    ]


def _points(places: Sequence[tuple[int, float]], games: int) -> str:
    return " ".join(f"{_x(count, games):.1f},{_y(score):.1f}" for count, score in places)


def _label(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#333333">{escape(text)}</text>'


def _step(games: int) -> int:
    """A round number of games between marks, for about eight of them."""
    rough = max(1.0, games / 8)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough))
