"""Pages out of reports, by templates: one for each report, one for a comparison, one for a gallery of them.

A page is whole in itself but for the pictures of its board, which lie beside it in light and dark.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tavoliere.core.position import Game
from tavoliere.core.said import ENGLISH, Said, Speaker, filled, noun_of
from tavoliere.lab import pictures
from tavoliere.lab.kept import told
from tavoliere.lab.report import NAME

THEMES = ("light", "dark")
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
    environment.filters |= {"percent": percent, "span": span, "number": number, "stacked": stacked}
    environment.filters |= {"known": speaker.known, "as_noun": noun_of, "noun": lambda name: speaker.say(noun_of(name))}
    environment.globals |= {"language": speaker.code, "say": partial(_said, speaker), "told": partial(told, speaker)}
    environment.undefined = jinja2.StrictUndefined
    return environment.get_template(name).render(values)


def _said(speaker: Speaker, pattern: str, **values: object) -> str:
    """A sentence of a template in words; `testing/texts.py` finds them there."""
    return filled(speaker, speaker.known(pattern), values)


def percent(found: Mapping[str, float]) -> str:
    """A share with its interval: `53 % (49-57)`."""
    value, low, high = (round(100 * found[name]) for name in ("value", "low", "high"))
    return f"{value} % ({low}-{high})"


def stacked(found: Mapping[str, float]) -> str:
    """A share above its interval, for narrow columns."""
    from markupsafe import Markup

    value, _, bounds = percent(found).partition(" (")
    return Markup("{}<br><small>{}</small>").format(value, bounds.removesuffix(")"))


def span(found: Mapping[str, float]) -> str:
    """A mean with its interval: `2.3 (2.1-2.5)`."""
    return f"{number(found['value'])} ({number(found['low'])}-{number(found['high'])})"


def number(value: float) -> str:
    """A number with as many digits as it deserves."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


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

    rows = [
        (row["name"], row["relative"]["value"], row["relative"]["low"], row["relative"]["high"]) for row in data["rows"]
    ]
    drawn = pictures.forest(rows, Said("Differences, second less first, in standard deviations"), "{:+.2f}")
    return _rendered("compare.html", speaker, compared=data, forest=Markup(drawn))  # noqa: S704 - as above


def gallery_page(
    reports: Sequence[tuple[str, Mapping[str, Any]]], speaker_of: Callable[[str], Speaker] = lambda _: ENGLISH
) -> str:
    """The page that leads to all reports: a folder's name with the report in it. Each speaks with its game's words."""
    cards = [
        (folder, data, data["cells"][data["head"]], told(speaker_of(data["game"]), data["verdict"], "sentence"))
        for folder, data in reports
    ]
    return _rendered("gallery.html", speaker_of(""), cards=cards)
