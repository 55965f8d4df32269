"""The page that the long comparison leaves in docs/."""

from __future__ import annotations

import datetime
import platform
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import tavoliere as tv
from tests.differential.driver import STYLES, Tally
from tests.differential.sightings import EVENTS


def write(path: Path, tally: Tally, seconds: float, result: str) -> None:
    """Write the page; its folder is made if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(_lines(tally, seconds, result)) + "\n")


def _lines(tally: Tally, seconds: float, result: str) -> Iterator[str]:
    yield from (
        "# Engine against referees",
        "",
        "Written by `make differential`. Seeded games of the compiled engine are replayed in plain Python and compared",
        "at every position with the slow referees in `tests/oracles`, which were written from the rules by another",
        "hand: position text, player to move, legal turns, outcome, and that both read the text again. `every` plays",
        "each legal turn of a position once. Texts with something changed must be accepted or refused by both.",
        "",
        f"- Date: {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC",
        f"- Duration: {datetime.timedelta(seconds=round(seconds))}",
        f"- Versions: {_versions()}",
        f"- Result: **{result}**" if "\n" not in result else f"- Result: {result}",
        "",
        "| game | style | games | turns | positions compared |",
        "|---|---|--:|--:|--:|",
    )
    for game in EVENTS:
        for style in (*STYLES, "texts"):
            yield _row(game, style, *(counts[game, style] for counts in (tally.games, tally.turns, tally.positions)))
    yield _row("all", "", tally.games.total(), tally.turns.total(), tally.positions.total())
    yield from ("", "| game | changed texts accepted | changed texts refused |", "|---|--:|--:|")
    for game in EVENTS:
        yield _row(game, tally.texts[game, "accepted"], tally.texts[game, "refused"])
    yield from ("", "What was seen in these games:", "", "| game | event | times |", "|---|---|--:|")
    for game, events in EVENTS.items():
        for event in events:
            yield _row(game, event, tally.seen[game, event])


def _row(*cells: str | int) -> str:
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |"


def _versions() -> str:
    rules = Counter({game: tv.game(game).facts.rules_version for game in EVENTS})
    parts = [f"Tavoliere {tv.__version__}", f"Python {platform.python_version()}"]
    for package in ("numba", "numpy"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"no {package}")
    return ", ".join([*parts, "rules " + ", ".join(f"{game} {number}" for game, number in sorted(rules.items()))])
