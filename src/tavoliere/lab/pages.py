"""Pages out of reports, by templates: one for each report, one for a comparison, one for a gallery of them.

A page is whole in itself but for the pictures of its board, which lie beside it in light and dark.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tavoliere.core.position import Game
from tavoliere.core.said import ENGLISH, Figure, Said, Speaker, filled, noun_of
from tavoliere.lab import pictures
from tavoliere.lab.kept import told
from tavoliere.lab.report import NAME

THEMES = ("light", "dark")
LEAST_WIDTH = 1e-4
NO_BREAK = "\N{NON-BREAKING HYPHEN}"
MISSING = Said("pages need the lab extra: pip install 'tavoliere[lab]'")


def check_available() -> None:
    """Refuse to begin what cannot be finished."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise ValueError(MISSING) from None


def _rendered(name: str, speaker: Speaker, **values: Any) -> str:
    check_available()
    import jinja2

    loader = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"percent": _whole(percent), "stacked": stacked}
    environment.filters |= {"span": _marked(speaker, _whole(span)), "number": _marked(speaker, number)}
    environment.filters |= {"known": speaker.known, "as_noun": noun_of, "noun": lambda name: speaker.say(noun_of(name))}
    environment.globals |= {"language": speaker.code, "say": partial(_said, speaker), "told": partial(told, speaker)}
    environment.undefined = jinja2.StrictUndefined
    return environment.get_template(name).render(values)


def _said(speaker: Speaker, pattern: str, **values: object) -> str:
    """A sentence of a template in words; `testing/texts.py` finds them there."""
    return filled(speaker, speaker.known(pattern), values)


def percent(found: Mapping[str, float]) -> str:
    """A share with its interval, or a difference of shares.

    >>> percent({"value": 0.53, "low": 0.49, "high": 0.57}), percent({"value": 0.1, "low": -0.02, "high": 0.22})
    ('53 % (49-57)', '10 % (-2..22)')
    """
    value, low, high = (round(100 * found[name]) for name in ("value", "low", "high"))
    return f"{value} % ({_between(str(low), str(high))})"


def _between(low: str, high: str) -> str:
    """Two bounds; a hyphen between them would be read as a sign where one of them has a sign."""
    return f"{low}..{high}" if low.startswith("-") else f"{low}-{high}"


def stacked(told: str) -> str:
    """A value above its interval, for narrow columns."""
    from markupsafe import Markup

    value, _, bounds = told.partition(" (")
    return Markup("{}<br><small>{}</small>").format(value, bounds.removesuffix(")"))


def span(found: Mapping[str, float | None]) -> Figure:
    """A mean with its interval, with no more digits than that leaves certain; a bound that nobody knows is `?`.

    >>> span({"value": 2.3138, "low": 2.1, "high": 2.53}), span({"value": 43.7, "low": -59.3, "high": 146.7})
    ('2.3 (2.1-2.5)', '44 (-59..147)')
    >>> span({"value": 3, "low": 0, "high": None}), span({"value": 12, "low": 12, "high": 12})
    ('3 (0-?)', '12 (12-12)')
    """
    value, low, high = found["value"], found["low"], found["high"]
    assert value is not None
    if low is None or high is None:
        low_told, high_told = ("?" if bound is None else number(bound) for bound in (low, high))
        return Figure(f"{number(value)} ({_between(low_told, high_told)})")
    if high - low < LEAST_WIDTH:
        return Figure(f"{number(value)} ({_between(number(low), number(high))})")
    places = max(0, -math.floor(math.log10((high - low) / 2)))
    value_told, low_told, high_told = (f"{one:,.{places}f}" for one in (value, low, high))
    return Figure(f"{value_told} ({_between(low_told, high_told)})")


def number(value: float) -> str:
    """A number with as many digits as it deserves."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _whole(written: Callable[[Any], str]) -> Callable[[Any], str]:
    """As something is written, without a place where the end of a line would tear it."""
    return lambda found: written(found).replace("-", NO_BREAK)


def _marked(speaker: Speaker, written: Callable[[Any], str]) -> Callable[[Any], str]:
    """As something is written, with the marks of the speaker's language in its numbers."""
    return lambda found: speaker.said(Figure(written(found)), "")


def report_files(game: Game, data: Mapping[str, Any], speaker: Speaker = ENGLISH) -> dict[str, str]:
    """The files of a report's folder by name, in the words of a speaker who knows those of the game."""
    pictures.SPEAKER.set(speaker)
    from markupsafe import Markup

    head = data["cells"][data["head"]]
    drawn = {
        "seats": pictures.seat_bars(data["cells"], data["players"]),
        "lengths": pictures.length_histogram(head["length"]["counts"]),
        "branching": pictures.branching_ribbon(head["branching"]["whole_by_tenth"], Said("Whole turns to choose from")),
    }
    if head["drama"]["games"]:
        drawn["fan"] = pictures.chance_fan(head["drama"]["fan"], data["players"][0]["name"])
        drawn["uncertainty"] = pictures.uncertainty_curve(head["drama"]["uncertainty"])
    if data["depth"] and data["depth"]["steps"]:
        drawn["depth"] = pictures.depth_ladder(data["depth"]["steps"], data["depth"]["times"])
    safe = {name: Markup(text) for name, text in drawn.items()}  # noqa: S704 - our own SVG, its words escaped
    files = {
        NAME: json.dumps(data, indent=1) + "\n",
        "index.html": _rendered("report.html", speaker, report=data, head=head, drawn=safe),
    }
    for theme in THEMES:
        files[f"board-{theme}.svg"] = pictures.board(game, theme)
        if data["firsts"]:
            files[f"heat-{theme}.svg"] = pictures.heat_map(game, data["firsts"]["turns"], theme)
    return files


def compare_page(data: Mapping[str, Any], speaker: Speaker = ENGLISH) -> str:
    """The page of a comparison."""
    pictures.SPEAKER.set(speaker)
    from markupsafe import Markup

    drawn = [(row["name"], row["relative"]) for row in data["rows"] if row["relative"] is not None]
    rows = [(name, found["value"], found["low"], found["high"], f"{found['value']:+.2f}") for name, found in drawn]
    forest = pictures.forest(rows, Said("Differences, second less first, in standard deviations"))
    return _rendered("compare.html", speaker, compared=data, forest=Markup(forest))  # noqa: S704 - as above


def gallery_page(
    reports: Sequence[tuple[str, Mapping[str, Any]]], speaker_of: Callable[[str], Speaker] = lambda _: ENGLISH
) -> str:
    """The page that leads to all reports: a folder's name with the report in it. Each speaks with its game's words."""
    cards = [
        (folder, data, data["cells"][data["head"]], told(speaker_of(data["game"]), data["verdict"], "sentence"))
        for folder, data in reports
    ]
    return _rendered("gallery.html", speaker_of(""), cards=cards)
