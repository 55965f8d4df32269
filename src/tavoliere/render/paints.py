"""The gradients and patterns of a picture. Their colours come from classes, so that themes can change them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tavoliere.render.themes import LOOKS

Stops = list[tuple[float, str]]

DOWN, SLANTED = 'x1="0" y1="0" x2="0" y2="1"', 'x1="0" y1="0" x2=".3" y2="1"'


def paints(prefix: str, looks: Collection[str]) -> Iterator[str]:
    """The definitions, for the looks that the players of a picture have."""
    for look in sorted(set(looks), key=LOOKS.index):
        light, base, dark = (f"{look}{shade}" for shade in (1, 2, 3))
        yield _linear(prefix, f"{look}-top", [(0, light), (1, base)], 'x1="0" y1="0" x2=".5" y2="1"')
        yield _linear(prefix, f"{look}-side", [(0, base), (0.25, light), (0.6, base), (1, dark)])
        inner = _stops([(0, light), (0.55, base), (1, dark)])
        yield f'<radialGradient id="{prefix}-{look}-ball" cx=".36" cy=".3" r=".75">{inner}</radialGradient>'
    yield _linear(prefix, "frame", [(0, "frame1"), (1, "frame2")], SLANTED)
    yield _linear(prefix, "wall", [(0, "wall1"), (1, "wall2")], DOWN)
    yield _linear(prefix, "gold", [(0, "gold1"), (1, "gold2")], DOWN)
    yield _linear(prefix, "hole", [(0, "hole1"), (0.35, "hole1"), (1, "hole2")], DOWN)
    yield _linear(prefix, "rim", [(0, "rim1"), (1, "rim2")], SLANTED)
    yield _shadow(prefix)
    yield (
        f'<pattern id="{prefix}-hatch" width="14" height="14" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path d="M0 0V14" class="tv-camp-line" stroke-width="4" '
        'stroke-opacity=".4"/></pattern>'
    )
    yield (
        f'<pattern id="{prefix}-grain" width="420" height="130" patternUnits="userSpaceOnUse">'
        '<path d="M0 14C80 4 150 30 230 18S360 8 420 14M0 47C60 56 140 36 220 48S350 60 420 47M0 71C110 64 160 84 '
        '260 73S370 66 420 71M0 108C70 98 170 122 250 108S370 100 420 108" fill="none" class="tv-grain" '
        'stroke-width="2.2" stroke-opacity=".09"/></pattern>'
    )


def _shadow(prefix: str) -> str:
    """A soft shadow: dark in the middle, gone at the rim."""
    fading = ((0, 0.5), (0.7, 0.34), (1, 0))
    stops = "".join(f'<stop offset="{at}" class="tv-shade" stop-opacity="{strength}"/>' for at, strength in fading)
    return f'<radialGradient id="{prefix}-shadow">{stops}</radialGradient>'


def _linear(prefix: str, name: str, stops: Stops, direction: str = "") -> str:
    space = " " if direction else ""
    return f'<linearGradient id="{prefix}-{name}"{space}{direction}>{_stops(stops)}</linearGradient>'


def _stops(stops: Stops) -> str:
    return "".join(f'<stop offset="{offset}" class="tv-{kind}"/>' for offset, kind in stops)
