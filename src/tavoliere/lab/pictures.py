"""The pictures of reports, as SVG to stand inside a page: the page's style gives them their colours, light or dark.

Every picture has a title and a description in words, and tells nothing by colour alone. The numbers stand in tables
beside them, so whoever cannot see a picture misses nothing.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from html import escape
from typing import Any

from tavoliere.core.position import Game
from tavoliere.core.said import ENGLISH, Said, Series, Speaker, figure, noun_of
from tavoliere.lab.kept import told
from tavoliere.render.layout import Layout
from tavoliere.render.shapes import CELL
from tavoliere.render.svg import svg_picture

WIDTH = 600
LEFT, RIGHT, TOP, BOTTOM = 76, 24, 16, 56
ROW = 26
SHARES_HEIGHT = 260
MOST_BARS = 60
MOST_TICKS = 6
"""On a phone the words are large: more of them would run into each other."""
HEAT_RADIUS = 0.36
SPEAKER: ContextVar[Speaker] = ContextVar("speaker", default=ENGLISH)
"""Whose words pictures have; `lab/pages.py` says it."""


def say(text: str) -> str:
    """A message in words; what was kept as English too, if it is a sentence without values."""
    speaker = SPEAKER.get()
    return speaker.say(text) if isinstance(text, Said | Series) else speaker.known(text)


def framed(height: float, title: str, description: str, parts: Iterable[str], width: int = WIDTH) -> str:
    """A picture with its words."""
    number = f"{zlib.crc32((title + description).encode()):08x}"
    return "\n".join(
        [
            f'<svg class="plot" viewBox="0 0 {width} {height:g}" role="img" aria-labelledby="t{number} d{number}">',
            f'<title id="t{number}">{escape(say(title))}</title>',
            f'<desc id="d{number}">{escape(say(description))}</desc>',
            *parts,
            "</svg>",
        ]
    )


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(say(text))}</text>'


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


MARKS = ("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z", "M-5-5H5V5H-5Z", "M0-6L6 5H-6Z", "M0-6L6 0 0 6-6 0Z")
"""A shape for each seat."""


def _mark(x: float, y: float, seat: int) -> str:
    return f'<path class="seat{seat}" transform="translate({x:.1f} {y:.1f})" d="{MARKS[seat % len(MARKS)]}"/>'


# Seats


def seat_bars(cells: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, str]]) -> str:
    """The score of every seat with its whisker, a row for each player and way to begin."""
    seats = len(players)
    height = TOP + BOTTOM + ROW * (len(cells) * (seats + 1) + 1) + 8 * len(cells)

    def x(share: float) -> float:
        return RIGHT + (WIDTH - 2 * RIGHT) * share

    parts = [*_shares_axis(x, height), _dashed(x(1 / seats), height)]
    names = [SPEAKER.get().say(noun_of(player["name"])) for player in players]
    for seat in range(seats):
        parts += [_mark(RIGHT + 130 * seat, TOP + 4, seat), _text(RIGHT + 130 * seat + 12, TOP + 9, names[seat])]
    y = TOP + 12.0 + ROW
    words = []
    for cell in cells:
        label = told(SPEAKER.get(), cell, "label")
        parts.append(_text(8, y + 4, label))
        y += ROW
        for seat, found in enumerate(cell["seats"]):
            score = found["score"]
            parts.append(f'<path class="whisker" d="M{x(score["low"]):.1f} {y:.1f}H{x(score["high"]):.1f}"/>')
            parts.append(_mark(x(score["value"]), y, seat))
            words.append(f"{label}: {names[seat]} {_percent(score['value'])}")
            y += ROW
        y += 8
    return framed(height, Said("Score of each seat"), "; ".join(words), parts)


def _shares_axis(x: Any, height: float) -> Iterator[str]:
    for tick in range(0, 11, 2):
        yield f'<path class="grid" d="M{x(tick / 10):.1f} {TOP + ROW}V{height - BOTTOM:g}"/>'
        yield _text(x(tick / 10), height - BOTTOM + 18, _percent(tick / 10), _anchor(tick / 10))


def _anchor(share: float) -> str:
    """Where words stand at a place of an axis, so that none of them is cut off at its ends."""
    return {0.0: "start", 1.0: "end"}.get(share, "middle")


def _dashed(x: float, height: float) -> str:
    return f'<path class="fair" d="M{x:.1f} {TOP + ROW}V{height - BOTTOM:g}"/>'


# Length, branching, chances


def length_histogram(counts: Mapping[str, int]) -> str:
    """How many games have which length."""
    lengths = {int(length): count for length, count in counts.items()}
    low, high = min(lengths), max(lengths)
    step = max(1, math.ceil((high - low + 1) / MOST_BARS))
    bars = [0] * ((high - low) // step + 1)
    for length, count in lengths.items():
        bars[(length - low) // step] += count
    height, most = 220, max(bars)
    wide = (WIDTH - LEFT - RIGHT) / len(bars)
    parts = [_text(LEFT - 8, TOP + 10, str(most), "end"), f'<path class="grid" d="M{LEFT} {TOP}H{WIDTH - RIGHT}"/>']
    for place, count in enumerate(bars):
        tall = (height - TOP - BOTTOM) * count / most
        parts.append(
            f'<rect class="bar" x="{LEFT + wide * place:.1f}" y="{height - BOTTOM - tall:.1f}" '
            f'width="{max(1, wide - 1):.1f}" height="{tall:.1f}"/>'
        )
        if place % math.ceil(len(bars) / MOST_TICKS) == 0:
            parts.append(_text(LEFT + wide * (place + 0.5), height - BOTTOM + 18, str(low + step * place), "middle"))
    parts.append(_text(WIDTH / 2, height - 10, Said("turns"), "middle"))
    fullest = low + step * bars.index(most)
    words = Said("games of {low} to {high} turns, most of them around {top}", low=low, high=high, top=fullest)
    return framed(height, Said("Length of games"), words, parts)


def branching_ribbon(tenths: Sequence[Sequence[float]], name: str) -> str:
    """The middle four fifths of how much there is to choose, with the median, over the game; a logarithmic scale."""
    height = 240
    most = max(2.0, *(values[2] for values in tenths))
    top = 10 ** math.ceil(math.log10(most))

    def place(tenth: int, width: float) -> tuple[float, float]:
        share = math.log10(max(1.0, width)) / math.log10(top)
        return LEFT + (WIDTH - LEFT - RIGHT) * tenth / 9, height - BOTTOM - (height - TOP - BOTTOM) * share

    parts = []
    for power in range(round(math.log10(top)) + 1):
        _, y = place(0, 10**power)
        parts += [
            f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>',
            _text(LEFT - 8, y + 4, figure(10**power), "end"),
        ]
    upper = [place(tenth, values[2]) for tenth, values in enumerate(tenths)]
    lower = [place(tenth, values[0]) for tenth, values in enumerate(tenths)]
    parts.append(f'<polygon class="band" points="{_points([*upper, *reversed(lower)])}"/>')
    parts.append(
        f'<polyline class="curve" points="{_points(place(*pair) for pair in enumerate(v[1] for v in tenths))}"/>'
    )
    parts += _game_axis(height)
    words = Said("the median goes from {first} to {last}", first=tenths[0][1], last=tenths[-1][1])
    return framed(height, name, words, parts)


def _game_axis(height: float) -> Iterator[str]:
    for share in (0.0, 0.5, 1.0):
        yield _text(LEFT + (WIDTH - LEFT - RIGHT) * share, height - BOTTOM + 18, _percent(share), _anchor(share))
    yield _text(WIDTH / 2, height - 10, Said("part of the game"), "middle")


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def chance_fan(fan: Sequence[Sequence[float]], player: str) -> str:
    """Where the first seat's chances lie over the game: nine tenths of the games, half of them, the median."""
    parts = [*_quarters(), *_band(fan, 0, 4), *_band(fan, 1, 3), _curve(fan, 2), *_game_axis(SHARES_HEIGHT)]
    half = fan[len(fan) // 2]
    words = Said(
        "{player} in the middle of the game: half of the games lie between {low} and {high}",
        player=noun_of(player), low=_percent(half[1]), high=_percent(half[3]),
    )  # fmt: skip
    title = Said("Winning chances of {player} over the game", player=noun_of(player))
    return framed(SHARES_HEIGHT, title, words, parts)


def uncertainty_curve(tenths: Sequence[Mapping[str, float]]) -> str:
    """How open games are over their course, each tenth with its interval."""
    values = [(found["low"], found["value"], found["high"]) for found in tenths]
    parts = [*_quarters(), *_band(values, 0, 2), _curve(values, 1), *_game_axis(SHARES_HEIGHT)]
    first, last = _percent(values[0][1]), _percent(values[-1][1])
    words = Said("from {first} in the first tenth of the game to {last} in the last", first=first, last=last)
    return framed(SHARES_HEIGHT, Said("Uncertainty over the game"), words, parts)


def _share_place(step: int, steps: int, share: float) -> tuple[float, float]:
    """Where a share stands after so many of the steps of a game."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * step / (steps - 1)
    return x, SHARES_HEIGHT - BOTTOM - (SHARES_HEIGHT - TOP - BOTTOM) * share


def _quarters() -> Iterator[str]:
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = _share_place(0, 2, tick)
        yield f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        yield _text(LEFT - 8, y + 4, _percent(tick), "end")


def _band(steps: Sequence[Sequence[float]], low: int, high: int) -> Iterator[str]:
    upper, lower = ([_share_place(step, len(steps), values[place]) for step, values in enumerate(steps)]
                    for place in (high, low))  # fmt: skip
    yield f'<polygon class="band" points="{_points([*upper, *reversed(lower)])}"/>'


def _curve(steps: Sequence[Sequence[float]], place: int) -> str:
    points = (_share_place(step, len(steps), values[place]) for step, values in enumerate(steps))
    return f'<polyline class="curve" points="{_points(points)}"/>'


# Depth and differences


def depth_ladder(steps: Sequence[Mapping[str, Any]], times: int) -> str:
    """What each time so many times the nodes are worth in Elo."""
    rows = []
    for step in steps:
        name = Said("{more} nodes against {few}", more=figure(times * step["nodes"]), few=figure(step["nodes"]))
        worth, error = step.get("worth", step["elo"] or 0.0), step["error"]
        written = step["text"] if step["elo"] is None else f"{step['elo']:+.0f}"
        rows.append((name, worth, worth - error, worth + error, written))
    return forest(rows, Said("What more thinking is worth, in Elo"))


def forest(rows: Sequence[tuple[str, float, float, float, str]], title: str) -> str:
    """Values with their intervals and how they are written, one a row, and a line at nothing."""
    left, right = RIGHT, 90
    low = min([0.0, *(row[2] for row in rows)])
    high = max([0.0, *(row[3] for row in rows)])
    reach = (high - low) or 1.0
    height = TOP + BOTTOM + (2 * ROW + 6) * len(rows)

    def x(value: float) -> float:
        return left + (WIDTH - left - right) * (value - low) / reach

    parts = [_dashed(x(0.0), height), _text(x(0.0), height - BOTTOM + 18, "0", "middle")]
    for place, (name, value, least, most, written) in enumerate(rows):
        y = TOP + 14 + (2 * ROW + 6) * place
        parts.append(_text(8, y + 4, name))
        y += ROW
        parts.append(f'<path class="whisker" d="M{x(least):.1f} {y:.1f}H{x(most):.1f}"/>')
        parts.append(_mark(x(value), y, 0))
        parts.append(_text(WIDTH - 8, y + 4, written, "end"))
    words = "; ".join(f"{say(name)} {written}" for name, *_, written in rows)
    return framed(height, title, words, parts)


# The board


def board(game: Game, theme: str) -> str:
    """The first position, to stand alone."""
    scene = game.ruleset.face.scene(game.start().state, dict(game.options))
    return svg_picture(scene, theme, with_seats=False, id_prefix=f"board-{theme}", words=SPEAKER.get())


def heat_map(game: Game, turns: Sequence[Mapping[str, Any]], theme: str) -> str:
    """The best first turn of each square on the board, by what it scores; full circles score more."""
    scores: dict[str, float] = {}
    for turn in turns:
        for square in turn["squares"]:
            scores[square] = max(scores.get(square, 0.0), turn["score"]["value"])
    scene = game.ruleset.face.scene(game.start().state, dict(game.options))
    picture = svg_picture(scene, theme, with_seats=False, id_prefix=f"heat-{theme}", words=SPEAKER.get())
    layout = Layout(scene, with_seats=False, with_notes=True)
    body, end, _ = picture.rpartition("</svg>")
    return "\n".join([body, *_heat(layout, scores), end])


def _heat(layout: Layout, scores: Mapping[str, float]) -> Iterator[str]:
    for square, score in sorted(scores.items()):
        x, y = layout.middle(square)
        red, blue = round(40 + 190 * score), round(230 - 190 * score)
        radius = CELL * HEAT_RADIUS
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="rgb({red},80,{blue})" fill-opacity="0.85" '
            'stroke="#ffffff" stroke-width="3"/>'
        )
        yield (
            f'<text x="{x:g}" y="{y + 10:g}" text-anchor="middle" font-size="30" font-weight="700" fill="#ffffff" '
            f'font-family="sans-serif">{100 * score:.0f}</text>'
        )
