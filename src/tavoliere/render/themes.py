"""How pictures are coloured, as data: themes are tables of colours, and one style sheet gives colours to classes.

Pictures carry classes only. Inside a page the style sheet stands in a file of its own and its colours are custom
properties, so that a page changes the theme, the targets or the last move without drawing anew, and a strict content
policy has nothing to refuse. A picture that stands alone carries the same rules with the colours filled in, because
many programs that draw SVG know no custom properties.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

LOOKS = ("w", "b", "r", "g")
"""The looks of players. A player whose letter is none of these gets one that nobody else has."""

FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


@dataclasses.dataclass(frozen=True)
class Theme:
    """A name and a colour for each use. Uses that begin with a look's letter are those of a player's pieces."""

    name: str
    colours: Mapping[str, str]
    scheme: str = "light"
    """Which of the browser's two schemes goes with it, for what the browser draws by itself."""


_LIGHT = {
    "page": "#f7f3ea",
    "text": "#3a3128",
    "quiet": "#6d6153",
    "panel": "#efe7d6",
    "panel-line": "#d5c7ac",
    "frame-1": "#b98d5d",
    "frame-2": "#9a6f44",
    "frame-line": "#6f4d2c",
    "label": "#fff3dd",
    "cell-1": "#ecd9b5",
    "cell-2": "#e5cfa6",
    "groove": "#b99a69",
    "bed": "#c3a271",
    "grain": "#8f6a3a",
    "camp": "#c8a67c",
    "camp-line": "#94683c",
    "castle": "#d9c2cf",
    "castle-line": "#80566f",
    "escape": "#a98652",
    "hole-1": "#120d08",
    "hole-2": "#8a6740",
    "rim-1": "#a98453",
    "rim-2": "#fff3d8",
    "wall-1": "#7d4f2a",
    "wall-2": "#4c2c13",
    "wall-line": "#2f1a0a",
    "wall-light": "#b98855",
    "shadow": "#2a1b0b",
    "last": "#2f6f9f",
    "target": "#1d6b52",
    "selected": "#b3470f",
    "focus": "#0b57d0",
    "halo": "#fff8e8",
    "danger": "#a3231a",
    "danger-ink": "#ffffff",
    "sight": "#4b3b94",
    "company": "#1d6b52",
    "gold-1": "#f6d676",
    "gold-2": "#c8922a",
    "gold-line": "#6e4a08",
    "w-1": "#fffdf6",
    "w-2": "#f1e7d2",
    "w-3": "#c9b792",
    "w-line": "#6b5939",
    "w-chain": "#fffdf6",
    "w-ink": "#7d6840",
    "w-number": "#3a2f1c",
    "b-1": "#5a5c64",
    "b-2": "#35373e",
    "b-3": "#17181c",
    "b-line": "#08090b",
    "b-chain": "#d3d5dc",
    "b-ink": "#d3d5dc",
    "b-number": "#ffffff",
    "r-1": "#e4745c",
    "r-2": "#c2452f",
    "r-3": "#83261a",
    "r-line": "#561309",
    "r-chain": "#ffe3d6",
    "r-ink": "#ffe3d6",
    "r-number": "#ffffff",
    "g-1": "#6fc3a5",
    "g-2": "#2f9273",
    "g-3": "#155c46",
    "g-line": "#073a2a",
    "g-chain": "#e6fff3",
    "g-ink": "#e6fff3",
    "g-number": "#ffffff",
}

_DARK = {
    **_LIGHT,
    "page": "#1b1815",
    "text": "#eee5d6",
    "quiet": "#b5a893",
    "panel": "#3a322a",
    "panel-line": "#54493c",
    "frame-1": "#4d3826",
    "frame-2": "#3a291b",
    "frame-line": "#150e08",
    "label": "#dcc7a4",
    "cell-1": "#8a6b4b",
    "cell-2": "#806344",
    "groove": "#4b3725",
    "bed": "#42301f",
    "grain": "#2c1d10",
    "camp": "#5a4330",
    "camp-line": "#a67f55",
    "castle": "#6b5268",
    "castle-line": "#c79bb8",
    "escape": "#b3936a",
    "hole-1": "#050403",
    "hole-2": "#53391f",
    "rim-1": "#3b2918",
    "rim-2": "#a98660",
    "wall-1": "#f0d7a6",
    "wall-2": "#c79f63",
    "wall-line": "#20150a",
    "wall-light": "#fff2d4",
    "shadow": "#000000",
    "last": "#b4ddfb",
    "target": "#a5efd0",
    "selected": "#ffc78a",
    "focus": "#c9dcff",
    "halo": "#1d2b24",
    "danger": "#ffb3a3",
    "danger-ink": "#3a0903",
    "sight": "#d9d1ff",
    "company": "#a5efd0",
    "w-1": "#fbf6ea",
    "w-2": "#e6dac2",
    "w-3": "#b3a17d",
    "w-line": "#3f3423",
    "w-chain": "#fbf6ea",
    "b-1": "#666a76",
    "b-2": "#2e3037",
    "b-3": "#0c0d10",
    "b-line": "#000000",
    "r-1": "#ef8166",
    "r-2": "#cc4c34",
    "r-3": "#8a2a1c",
    "r-line": "#2e0802",
    "g-1": "#7cd3b4",
    "g-2": "#369e7d",
    "g-3": "#17614b",
    "g-line": "#02241a",
}

_CONTRAST = {
    **_LIGHT,
    "page": "#000000",
    "text": "#ffffff",
    "quiet": "#e6e6e6",
    "panel": "#000000",
    "panel-line": "#ffffff",
    "frame-1": "#000000",
    "frame-2": "#000000",
    "frame-line": "#ffffff",
    "label": "#ffffff",
    "cell-1": "#b8b8b8",
    "cell-2": "#b8b8b8",
    "groove": "#000000",
    "bed": "#000000",
    "grain": "#000000",
    "camp": "#8fa8c8",
    "camp-line": "#001a4d",
    "castle": "#c9a6d6",
    "castle-line": "#3b0052",
    "escape": "#000000",
    "hole-1": "#000000",
    "hole-2": "#000000",
    "rim-1": "#000000",
    "rim-2": "#ffffff",
    "wall-1": "#ffe600",
    "wall-2": "#ffe600",
    "wall-line": "#000000",
    "wall-light": "#ffffff",
    "shadow": "#000000",
    "last": "#0000a8",
    "target": "#004d1a",
    "selected": "#8a0000",
    "focus": "#6b00b3",
    "halo": "#000000",
    "danger": "#8a0000",
    "danger-ink": "#ffffff",
    "sight": "#3b0080",
    "company": "#004d1a",
    "gold-1": "#ffe600",
    "gold-2": "#ffe600",
    "gold-line": "#000000",
    "w-1": "#ffffff",
    "w-2": "#ffffff",
    "w-3": "#ffffff",
    "w-line": "#000000",
    "w-chain": "#ffffff",
    "w-ink": "#000000",
    "w-number": "#000000",
    "b-1": "#000000",
    "b-2": "#000000",
    "b-3": "#000000",
    "b-line": "#ffffff",
    "b-chain": "#000000",
    "b-ink": "#ffffff",
    "b-number": "#ffffff",
    "r-1": "#b80000",
    "r-2": "#b80000",
    "r-3": "#b80000",
    "r-line": "#ffffff",
    "r-chain": "#b80000",
    "r-ink": "#ffffff",
    "r-number": "#ffffff",
    "g-1": "#006b35",
    "g-2": "#006b35",
    "g-3": "#006b35",
    "g-line": "#ffffff",
    "g-chain": "#006b35",
    "g-ink": "#ffffff",
    "g-number": "#ffffff",
}
"""Grey squares lie between black and white, and every piece has a line that is the contrary of its colour."""

_PRINT = {
    **_LIGHT,
    "page": "#ffffff",
    "text": "#000000",
    "quiet": "#333333",
    "panel": "#ffffff",
    "panel-line": "#000000",
    "frame-1": "#ffffff",
    "frame-2": "#ffffff",
    "frame-line": "#000000",
    "label": "#000000",
    "cell-1": "#ffffff",
    "cell-2": "#ffffff",
    "groove": "#000000",
    "bed": "#ffffff",
    "grain": "#ffffff",
    "camp": "#f0f0f0",
    "camp-line": "#555555",
    "castle": "#e4e4e4",
    "castle-line": "#000000",
    "escape": "#777777",
    "hole-1": "#000000",
    "hole-2": "#000000",
    "rim-1": "#000000",
    "rim-2": "#ffffff",
    "wall-1": "#000000",
    "wall-2": "#000000",
    "wall-line": "#000000",
    "wall-light": "#000000",
    "shadow": "#ffffff",
    "last": "#000000",
    "target": "#555555",
    "selected": "#000000",
    "focus": "#000000",
    "halo": "#ffffff",
    "danger": "#000000",
    "danger-ink": "#ffffff",
    "sight": "#444444",
    "company": "#444444",
    "gold-1": "#ffffff",
    "gold-2": "#ffffff",
    "gold-line": "#000000",
    "w-1": "#ffffff",
    "w-2": "#ffffff",
    "w-3": "#ffffff",
    "w-line": "#000000",
    "w-chain": "#ffffff",
    "w-ink": "#000000",
    "w-number": "#000000",
    "b-1": "#000000",
    "b-2": "#000000",
    "b-3": "#000000",
    "b-line": "#000000",
    "b-chain": "#000000",
    "b-ink": "#ffffff",
    "b-number": "#ffffff",
    "r-1": "#a6a6a6",
    "r-2": "#a6a6a6",
    "r-3": "#a6a6a6",
    "r-line": "#000000",
    "r-chain": "#a6a6a6",
    "r-ink": "#000000",
    "r-number": "#000000",
    "g-1": "#636363",
    "g-2": "#636363",
    "g-3": "#636363",
    "g-line": "#000000",
    "g-chain": "#636363",
    "g-ink": "#ffffff",
    "g-number": "#ffffff",
}
"""Ink on paper. Red and green are greys here; their emblems tell them."""

THEMES = {
    "light": Theme("light", _LIGHT),
    "dark": Theme("dark", _DARK, "dark"),
    "contrast": Theme("contrast", _CONTRAST, "dark"),
    "print": Theme("print", _PRINT),
}


def theme_of(name: str) -> Theme:
    """The theme of a name; a `ValueError` lists the names there are."""
    if name not in THEMES:
        raise ValueError(f"no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]


def _look_rules(look: str) -> dict[str, str]:
    return {
        **{f".tv-{look}{shade}": f"stop-color:var(--tv-{look}-{shade})" for shade in (1, 2, 3)},
        f".tv-line-{look}": f"stroke:var(--tv-{look}-line)",
        f".tv-ink-{look}": f"fill:var(--tv-{look}-ink)",
        f".tv-inkline-{look}": f"stroke:var(--tv-{look}-ink)",
        f".tv-chain-{look}": f"stroke:var(--tv-{look}-chain)",
        f".tv-flat-{look}": f"fill:var(--tv-{look}-2)",
        f".tv-dark-{look}": f"fill:var(--tv-{look}-3)",
        f".tv-dark-{look}line": f"stroke:var(--tv-{look}-3)",
        f".tv-number-{look}": f"fill:var(--tv-{look}-number)",
    }


# What every picture needs: which class has which colour. Shapes, widths and opacities stand in the picture itself.
RULES: dict[str, str] = {
    ".tv-page": "fill:var(--tv-page)",
    ".tv-text": f"font-family:{FONT};font-weight:500;fill:var(--tv-text)",
    ".tv-quiet": "fill:var(--tv-quiet)",
    ".tv-label": "fill:var(--tv-label)",
    ".tv-panel": "fill:var(--tv-panel);stroke:var(--tv-panel-line)",
    ".tv-frame1": "stop-color:var(--tv-frame-1)",
    ".tv-frame2": "stop-color:var(--tv-frame-2)",
    ".tv-frame-line": "stroke:var(--tv-frame-line)",
    ".tv-bed": "fill:var(--tv-bed)",
    ".tv-square": "fill:var(--tv-cell-1);stroke:var(--tv-groove)",
    ".tv-odd": "fill:var(--tv-cell-2)",
    ".tv-grain": "stroke:var(--tv-grain)",
    ".tv-camp": "fill:var(--tv-camp)",
    ".tv-camp-line": "stroke:var(--tv-camp-line)",
    ".tv-castle": "fill:var(--tv-castle)",
    ".tv-castle-line": "stroke:var(--tv-castle-line)",
    ".tv-escape": "stroke:var(--tv-escape)",
    ".tv-other-line": "stroke:var(--tv-quiet)",
    ".tv-hole1": "stop-color:var(--tv-hole-1)",
    ".tv-hole2": "stop-color:var(--tv-hole-2)",
    ".tv-hole-deep": "fill:var(--tv-hole-1)",
    ".tv-rim1": "stop-color:var(--tv-rim-1)",
    ".tv-rim2": "stop-color:var(--tv-rim-2)",
    ".tv-wall1": "stop-color:var(--tv-wall-1)",
    ".tv-wall2": "stop-color:var(--tv-wall-2)",
    ".tv-wall-line": "stroke:var(--tv-wall-line)",
    ".tv-wall-light": "stroke:var(--tv-wall-light)",
    ".tv-shade": "stop-color:var(--tv-shadow)",
    ".tv-shadow": "fill:var(--tv-shadow)",
    ".tv-gold1": "stop-color:var(--tv-gold-1)",
    ".tv-gold2": "stop-color:var(--tv-gold-2)",
    ".tv-gold-line": "stroke:var(--tv-gold-line)",
    ".tv-turn": "fill:var(--tv-text)",
    ".tv-mark-last": "stroke:var(--tv-last);fill:var(--tv-last)",
    ".tv-mark-target": "fill:var(--tv-target);stroke:var(--tv-target)",
    ".tv-halo": "stroke:var(--tv-halo)",
    ".tv-mark-selected": "stroke:var(--tv-selected);fill:var(--tv-selected)",
    ".tv-mark-focus": "stroke:var(--tv-focus)",
    ".tv-mark-preview": "fill:var(--tv-sight);stroke:var(--tv-sight)",
    ".tv-danger": "fill:var(--tv-danger)",
    ".tv-danger-line": "stroke:var(--tv-danger)",
    ".tv-danger-ink": "fill:var(--tv-danger-ink)",
    ".tv-danger-inkline": "stroke:var(--tv-danger-ink)",
    ".tv-must-line": "stroke:var(--tv-selected)",
    ".tv-sight": "fill:var(--tv-sight)",
    ".tv-sight-line": "stroke:var(--tv-sight)",
    ".tv-company": "fill:var(--tv-company)",
    ".tv-company-line": "stroke:var(--tv-company)",
    ".tv-halo-fill": "fill:var(--tv-halo)",
    ".tv-button-face": "fill:var(--tv-panel);stroke:var(--tv-quiet)",
    **{selector: rule for look in LOOKS for selector, rule in _look_rules(look).items()},
}

# What a page adds: marks that are drawn and hidden until their step has the class, and what can be clicked. Marks are
# used shapes, into which selectors do not reach; custom properties do.
STATES = """\
.tv-show-last { display: var(--tv-show-last, none); }
.tv-show-target { display: var(--tv-show-target, none); }
.tv-show-take { display: var(--tv-show-take, none); }
.tv-show-selected { display: var(--tv-show-selected, none); }
.tv-show-focus { display: var(--tv-show-focus, none); }
.tv-last { --tv-show-last: inline; }
.tv-target { --tv-show-target: inline; cursor: pointer; }
.tv-target.tv-occupied { --tv-show-target: none; --tv-show-take: inline; }
.tv-selected { --tv-show-selected: inline; }
.tv-focus, .tv-step:focus-visible { --tv-show-focus: inline; }
.tv-step { outline: none; }
.tv-edge { pointer-events: none; }
.tv:has(.tv-edge.tv-target) .tv-edge { pointer-events: all; }
.tv-button { opacity: 0.45; }
.tv-button.tv-target { opacity: 1; }
[data-marks="off"] .tv-aid { display: none; }
.tv-show-preview { display: var(--tv-show-preview, none); }
.tv-preview { --tv-show-preview: inline; }
[data-marks="off"] .tv-preview { --tv-show-preview: none; }
@media (forced-colors: active) { .tv { forced-color-adjust: none; } }
"""

VARIABLE = re.compile(r"var\(--tv-([a-z0-9-]+)\)")


def stylesheet(theme: Theme | str | None = None) -> str:
    """The style sheet for pictures inside a page. Without a theme it holds all: the system's choice of light and dark,
    or that of `data-theme="dark"`, `"contrast"` and so on, on the page's root element. On paper everything is in ink.
    """
    if theme is not None:
        chosen = theme_of(theme) if isinstance(theme, str) else theme
        return _properties(":root", chosen) + _rules_text() + STATES
    by_system = _properties(":root:not([data-theme])", THEMES["dark"]).strip()
    on_paper = _properties(":root:root", THEMES["print"]).strip()
    return (
        _properties(":root", THEMES["light"])
        + f"@media (prefers-color-scheme: dark) {{ {by_system} }}\n"
        + "".join(_properties(f'[data-theme="{name}"]', found) for name, found in THEMES.items())
        + f"@media print {{ {on_paper} }}\n"
        + _rules_text()
        + STATES
    )


def filled_in(theme: Theme, prefix: str) -> str:
    """The rules for a picture that stands alone, its colours filled in. Classes begin with the picture's prefix, so
    that two pictures in one document do not colour each other.
    """
    rules = "\n".join(f"{selector}{{{rule}}}" for selector, rule in RULES.items())
    coloured = VARIABLE.sub(lambda match: theme.colours[match[1]], rules)
    return re.sub(r"^\.tv-", f".{prefix}-", coloured, flags=re.MULTILINE)


def _properties(selector: str, theme: Theme) -> str:
    colours = " ".join(f"--tv-{use}: {colour};" for use, colour in theme.colours.items())
    return f"{selector} {{ color-scheme: {theme.scheme}; {colours} }}\n"


def _rules_text() -> str:
    return "".join(f"{selector} {{ {rule} }}\n" for selector, rule in RULES.items())
