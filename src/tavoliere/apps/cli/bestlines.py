"""Asking a search for its best lines, and showing them while it thinks. Ctrl-C ends the search and keeps what it has.

The search runs in a process of its own, so nothing here imports Numba.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.common import has_screen, note_compiling, progress
from tavoliere.apps.cli.layout import wrapped
from tavoliere.apps.cli.speech import say
from tavoliere.arena.analysis import percent
from tavoliere.arena.reasons import hint_reasons
from tavoliere.core.said import COMMAS, SEMICOLONS, Said, Series, figure
from tavoliere.play.players import Players
from tavoliere.search.players import Choice
from tavoliere.search.specs import Spec
from tavoliere.search.worker import SearchFailed, SearchWorker

SEED = 1
TURN, CHANCE, VISITS, LINE = Said("turn"), Said("chance"), Said("visits"), Said("line")
HEADINGS = (TURN, CHANCE, Said("certain"), VISITS, LINE)
PROVEN = {"win": Said("win"), "loss": Said("loss"), "draw": Said("draw"), "": ""}
Show = Callable[[Choice], None]


Thinker = SearchWorker | Players


def warm_up(worker: Thinker, spec: Spec, position: tv.Position) -> None:
    """Let the search compile before any clock runs, and say so."""
    asked(worker, spec.at_a_glance(position.game), position, note=note_compiling)


def asked(worker: Thinker, spec: Spec, position: tv.Position, watch: Show | None = None, note: Any = None) -> Choice:
    """A search's answer; a search that fails is told in one sentence."""
    try:
        return worker.choose(spec, position, SEED, watch=watch, note=note)
    except SearchFailed as failure:
        raise ValueError(str(failure)) from failure
    except KeyboardInterrupt:
        # The process may have died of the same Ctrl-C, or may still be about to answer: a new one is clean.
        worker.close()
        raise


def until_stopped(worker: Thinker, spec: Spec, position: tv.Position, show: Show) -> tuple[Choice, bool]:
    """A search's answer and True, or after Ctrl-C the best that it had found and False."""
    last: list[Choice] = []

    def watch(choice: Choice) -> None:
        last[:] = [choice]
        show(choice)

    try:
        return asked(worker, spec, position, watch), True
    except KeyboardInterrupt:
        if not last:
            raise
        return last[0], False


def watched(worker: Thinker, spec: Spec, position: tv.Position, *, is_shown: bool = True) -> tuple[Choice, bool]:
    """The best lines of a position, shown while they change, and whether the search came to its end."""
    warm_up(worker, spec, position)
    with _screen(spec, position, is_shown=is_shown) as show:
        choice, is_finished = until_stopped(worker, spec, position, show)
        show(choice)
    return choice, is_finished


@contextlib.contextmanager
def _screen(spec: Spec, position: tv.Position, *, is_shown: bool) -> Iterator[Show]:
    """Something that shows choices: a table that renews itself, or a bar where the output is not a terminal."""
    if is_shown and has_screen(sys.stdout):
        from rich.live import Live

        table = _LiveTable(spec, position)
        with Live(get_renderable=table.drawn, refresh_per_second=8):
            yield table.show
            table.is_over = True
        return
    with progress(Said("thinking"), None) as bar:
        yield lambda choice: bar.update(bar.task_ids[0], description=_bar_words(position, choice))


class _LiveTable:
    """The lines so far; while the search goes on, also how long it has, since a depth may take its time."""

    def __init__(self, spec: Spec, position: tv.Position) -> None:
        self.spec, self.position = spec, position
        self.begun = time.monotonic()
        self.choice: Choice | None = None
        self.is_over = False

    def show(self, choice: Choice) -> None:
        self.choice = choice

    def drawn(self) -> Any:
        if self.choice is None:
            return ""
        passed = (
            ""
            if self.is_over
            else say(Said("; thinking for {seconds} s", seconds=figure(time.monotonic() - self.begun, ".0f")))
        )
        return _rich_table(self.spec, self.position, self.choice, passed)


def show_lines(spec: Spec, position: tv.Position, choice: Choice) -> None:
    """Print the lines as plain text, unless they stand on the screen already."""
    if not has_screen(sys.stdout):
        print(_title(spec, position))
        print(text_table(*shown_columns(position, choice)))
        print(effort(choice))


def print_reasons(position: tv.Position, choice: Choice) -> None:
    """Say why the best turn is good, where that is known."""
    for reason in hint_reasons(position.before_turn(), choice):
        print(wrapped(say(reason)))


def _title(spec: Spec, position: tv.Position) -> str:
    game, player = position.game.facts.title, position.game.player_name(position.turn)
    return say(Said("{game}, {player} to move, {thinker}", game=game, player=player, thinker=spec.text))


def _bar_words(position: tv.Position, choice: Choice) -> str:
    chance = percent(choice.values[position.turn])
    return say(Said("{move} {chance}, {nodes} nodes", move=choice.move, chance=chance, nodes=figure(choice.nodes)))


def effort(choice: Choice) -> str:
    """How much was searched."""
    parts = [Said("depth {depth}", depth=choice.depth)] if choice.depth else []
    parts.append(Said("{nodes} nodes, {seconds} s", nodes=figure(choice.nodes), seconds=figure(choice.seconds, ".1f")))
    if choice.seconds >= 0.1:
        parts.append(Said("{nodes} a second", nodes=figure(choice.nodes / choice.seconds, ",.0f")))
    return say(Series(parts, COMMAS))


def shown_columns(position: tv.Position, choice: Choice) -> tuple[list[str], list[list[str]]]:
    """The table of the best turns: its headings and rows, without columns that would be empty.

    A tree search that is sure of its turn may not have visited the others; these are left out.
    """
    is_visited = any(other.visits for other in choice.alternatives)
    rows = [
        [
            other.text,
            percent(other.value),
            PROVEN[other.proven],
            figure(other.visits) if is_visited else "",
            " ".join(other.line),
        ]
        for other in choice.alternatives
        if other.visits or other.proven or not is_visited
    ]
    if not rows:
        rows = [[choice.move, percent(choice.values[position.turn]), PROVEN[choice.proven], "", " ".join(choice.line)]]
    used = [place for place in range(len(HEADINGS)) if any(row[place] for row in rows)]
    return [HEADINGS[place] for place in used], [[row[place] for place in used] for row in rows]


def text_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of text, numbers to the right."""
    table = [[say(heading) for heading in headings], *([say(cell) for cell in row] for row in rows)]
    widths = [max(len(row[place]) for row in table) for place in range(len(headings))]
    numbers = [
        all(row[place][:1].isdigit() or row[place] in ("", "?") for row in rows) for place in range(len(headings))
    ]
    is_number = [numbers[place] and headings[place] not in (TURN, LINE) for place in range(len(headings))]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ).rstrip()
        for row in table
    ]
    return "\n".join(lines)


def _rich_table(spec: Spec, position: tv.Position, choice: Choice, passed: str) -> Any:
    from rich.table import Table
    from rich.text import Text

    headings, rows = shown_columns(position, choice)
    table = Table(
        title=_title(spec, position),
        caption=effort(choice) + passed,
        title_justify="left",
        caption_justify="left",
        box=None,
    )
    for heading in headings:
        table.add_column(say(heading), justify="right" if heading in (CHANCE, VISITS) else "left")
    for row in rows:
        table.add_row(*(Text(say(cell)) for cell in row))
    return table


def choice_data(choice: Choice) -> dict[str, Any]:
    """A choice as plain data, for JSON."""
    return {
        "move": choice.move,
        "values": dict(choice.values),
        "proven": choice.proven or None,
        "depth": choice.depth,
        "nodes": choice.nodes,
        "seconds": choice.seconds,
        "line": list(choice.line),
        "alternatives": [
            {
                "move": other.text, "value": other.value, "proven": other.proven or None, "visits": other.visits,
                "line": list(other.line),
            }
            for other in choice.alternatives
        ],
    }  # fmt: skip


def advice(game: tv.Game, choice: Choice) -> str:
    """A turn with its chances; who has looked at nothing else and calls them even has no opinion about them."""
    parts: list[str] = [_certain(choice) if choice.proven else choice.move]
    if choice.nodes > 1 or choice.proven or len(set(choice.values.values())) > 1:
        chances = [
            Said("{player} {chance}", player=game.player_name(letter), chance=percent(value))
            for letter, value in choice.values.items()
        ]
        parts.append(Said("chances after it: {chances}", chances=Series(chances, COMMAS)))
    if len(choice.line) > 1:
        parts.append(Said("line: {turns}", turns=" ".join(choice.line)))
    if choice.nodes > 1:
        parts.append(Said("{nodes} nodes", nodes=figure(choice.nodes)))
    return Series(parts, SEMICOLONS)


def _certain(choice: Choice) -> Said:
    if choice.proven == "win":
        return Said("{move} (a certain win)", move=choice.move)
    if choice.proven == "loss":
        return Said("{move} (a certain loss)", move=choice.move)
    return Said("{move} (a certain draw)", move=choice.move)
