"""A table in memory: its sheet, the position at the end of it, who is there, and who thinks."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import tavoliere as tv
from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.phrases import names_of
from tavoliere.apps.web.show.pictures import Parts
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.table import conduct, halves
from tavoliere.apps.web.table.sheet import OPPONENT, Seat, Sheet
from tavoliere.apps.web.texts import text
from tavoliere.scene.events import Event
from tavoliere.scene.steps import next_steps
from tavoliere.search.players import Choice
from tavoliere.search.specs import parse_spec


class Watcher(Protocol):
    """Somebody connected to a table."""

    tokens: list[str]
    flipped: bool

    def refresh(self) -> None:
        """The table has changed: send it anew, soon."""

    def tell(self, message: Message) -> None:
        """Send a message after those before it."""

    def dismiss(self, message: Message) -> None:
        """The server stops: say so and close."""


class Thinking:
    """A search that goes on for a table, and how it is getting on."""

    def __init__(self, game: tv.Game, seat: str, spec: str, is_hint: bool) -> None:
        self.seat, self.spec, self.is_hint = seat, spec, is_hint
        self.parsed = parse_spec(spec)
        self.budget = self.parsed.resolved(game).budget()
        self.is_waiting = True
        self.is_compiling = False
        self.began = time.monotonic()
        self.nodes: int | None = None
        self.problem: str | None = None

    def begin(self) -> None:
        self.is_waiting = False
        self.began = time.monotonic()

    def progress(self, choice: Choice) -> None:
        if self.is_compiling:
            self.is_compiling, self.began = False, time.monotonic()
        self.nodes = choice.nodes

    def compile(self, what: str) -> None:  # noqa: ARG002 - people need not know what
        self.is_compiling = True

    def view(self) -> Message:
        elapsed = 0 if self.is_waiting else int((time.monotonic() - self.began) * 1000)
        expected = int(self.budget.seconds * 1000) if self.budget.seconds else None
        fraction = elapsed / expected if expected else None
        if self.budget.nodes and self.nodes is not None:
            fraction = max(fraction or 0.0, self.nodes / self.budget.nodes)
        return {
            "type": "thinking",
            "seat": self.seat,
            "spec": self.spec,
            "hint": self.is_hint,
            "waiting": self.is_waiting,
            "compiling": text("opponent.compiling") if self.is_compiling else None,
            "elapsed": elapsed,
            "expected": expected,
            "fraction": None if fraction is None else round(min(1.0, fraction), 3),
            "nodes": self.nodes,
            "problem": self.problem,
        }


class LiveTable:
    """A table in memory: its sheet, the position at the end of it, and who is there."""

    def __init__(self, sheet: Sheet, before: tv.Position, position: tv.Position) -> None:
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.opponent: asyncio.Task[None] | None = None
        self.thinking: Thinking | None = None
        self.values: dict[str, float] = {}
        """What each opponent expected when it last thought."""
        self.sheet = sheet
        self.adopt(sheet, before, position)

    def adopt(self, sheet: Sheet, before: tv.Position, position: tv.Position) -> None:
        """Become what is stored. `before` is the position before the last turn.

        Whoever thinks about a position that has gone is no longer shown.
        """
        if self.thinking is not None and (sheet.at != self.sheet.at or sheet.is_over):
            self.thinking = None
        self.sheet, self.before, self.position = sheet, before, position
        self._common: Message | None = None
        self._next: list[str] | None = None
        self._common_text: str | None = None
        self._events: tuple[Event, ...] | None = None
        self._played: tuple[str, tv.Position] | None = None
        self._pictures: dict[tuple[bool, bool], str] = {}
        self._parts: dict[bool, Parts] = {}
        self._patches: dict[tuple[Parts, bool], str] = {}

    def played(self, move: str) -> tv.Position:
        """The position after a turn; whoever stores the turn asks again."""
        if self._played is None or self._played[0] != move:
            self._played = move, conduct.played(self.position, move)
        return self._played[1]

    def next(self) -> list[str]:
        if self._next is None:
            self._next = [] if self.sheet.is_over or self.sheet.review else next_steps(self.position)
        return self._next

    def common(self) -> Message:
        """What everybody sees, made once."""
        if self._common is None:
            turns = self.sheet.turns
            last = views.last_view(self.position, turns[-1], self.sheet.ply, self.events()) if turns else None
            self._common = views.common_view(self.sheet, self.position, last)
        return self._common

    def common_text(self) -> str:
        """The same as it is sent, without the last brace and without the seats, which everybody sees otherwise."""
        if self._common_text is None:
            shared = {name: value for name, value in self.common().items() if name != "seats"}
            self._common_text = views.encoded(shared)[:-1]
        return self._common_text

    def events(self) -> tuple[Event, ...]:
        """What the last turn did."""
        if self._events is None:
            turns = self.sheet.turns
            self._events = halves.turn_events(self.before, turns[-1].move) if turns else ()
        return self._events

    def parts(self, flipped: bool) -> Parts:
        """The board in parts, drawn once for everybody."""
        if flipped not in self._parts:
            marks = halves.marks_of(self.events())
            self._parts[flipped] = pictures.parts(self.position, marks=marks, flipped=flipped)
        return self._parts[flipped]

    def patch_text(self, known: Parts, flipped: bool) -> str:
        """The board as it is sent to somebody who has another picture: what is different, found once."""
        found = self._patches.get((known, flipped))
        if found is None:
            found = views.encoded(pictures.patch(known, self.parts(flipped)))
            self._patches[known, flipped] = found
        return found

    def picture(self, can_move: bool, flipped: bool) -> str:
        """The board as one text, made once for everybody who sees the same."""
        if (can_move, flipped) not in self._pictures:
            self._pictures[can_move, flipped] = self._drawn(can_move, flipped)
        return self._pictures[can_move, flipped]

    def _drawn(self, can_move: bool, flipped: bool) -> str:
        if can_move:
            return pictures.with_targets(self.picture(can_move=False, flipped=flipped), self.next())
        return "\n".join(self.parts(flipped))

    def here(self) -> set[str]:
        return {letter for watcher in self.watchers for letter in self.sheet.letters_of(watcher.tokens)}

    def watching(self) -> int:
        return sum(not self.sheet.letters_of(watcher.tokens) for watcher in self.watchers)

    def machine_to_move(self) -> Seat | None:
        """The opponent whose turn it is."""
        seat = self.sheet.seat(self.sheet.turn)
        if seat is None or seat.kind != OPPONENT or self.sheet.is_over or self.sheet.review:
            return None
        return seat

    def tell(self, message: Message) -> None:
        for watcher in list(self.watchers):
            watcher.tell(message)

    def say(self, key: str, letter: str = "") -> None:
        """Short news for everybody at the table."""
        player = names_of(self.position.game)[letter] if letter else ""
        self.tell({"type": "said", "seat": letter or None, "key": key, "text": text(key, player=player)})

    def refresh(self) -> None:
        for watcher in list(self.watchers):
            watcher.refresh()
