"""A table in memory: the moment it is at, who is there, and who thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import tavoliere as tv
from tavoliere.apps.web.show import news
from tavoliere.apps.web.show.shown import Shown
from tavoliere.apps.web.show.thinking import Thinking
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.sheet import OPPONENT, Seat, Sheet


class Watcher(Protocol):
    """Somebody connected to a table."""

    tokens: list[str]
    voice: Voice
    """The language that this person reads."""

    @property
    def side(self) -> int:
        """The side that the board is seen from, in quarter turns from that of the first player."""

    def refresh(self) -> None:
        """The table has changed: send it anew, soon."""

    def tell(self, message: Message) -> None:
        """Send a message after those before it."""

    def dismiss(self, message: Message) -> None:
        """The server stops: say so and close."""


class Presence(NamedTuple):
    """Who is there: the letters of the seats of those who are connected, and how many others."""

    here: frozenset[str]
    watching: int


class LiveTable:
    """A table in memory. Whoever changes it holds the lock."""

    def __init__(self, moment: Moment, announce: Callable[[str, str, str], None] | None = None) -> None:
        """`announce` tells those at other servers what is said: the table, a key, a letter."""
        self._announce = announce
        self.abroad: dict[str, Presence] = {}
        """Who is at this table through other servers, as they have told."""
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.opponent: asyncio.Task[None] | None = None
        self.hurry = asyncio.Event()
        """Set when something has happened through this server, so that its opponents need not wait for others."""
        self.thinking: Thinking | None = None
        self.is_gone = False
        """Whether the table has been erased: nothing happens at it any more."""
        self.moment, self.shown = moment, Shown(moment)
        self._presence: Presence | None = None

    def _show(self, moment: Moment) -> None:
        self.moment, self.shown = moment, Shown(moment, self.shown)
        self._presence = None

    def adopt(self, moment: Moment) -> None:
        """Become what is stored. Whoever thinks about a position that has gone is no longer shown."""
        if self.thinking is not None and (moment.sheet.at != self.sheet.at or moment.sheet.is_over):
            self.thinking = None
        self._show(moment)

    @property
    def sheet(self) -> Sheet:
        return self.moment.sheet

    @property
    def position(self) -> tv.Position:
        return self.moment.position

    def letters(self, tokens: Iterable[str]) -> str:
        """The seats of somebody who wants to do something; a refusal if there are none."""
        letters = self.sheet.letters_of(tokens)
        if self.sheet.review:
            raise Refusal("table.review")
        if not letters:
            raise Refusal("seat.none")
        return letters

    def machine_to_move(self) -> Seat | None:
        """The opponent whose turn it is."""
        seat = self.sheet.seat(self.sheet.turn)
        if seat is None or seat.kind != OPPONENT or self.sheet.is_over or self.sheet.review:
            return None
        return seat

    @property
    def is_played(self) -> bool:
        """Whether a person plays here: one has made a turn lately, or is to make the first one."""
        sheet, people = self.sheet, self.sheet.people()
        lately = sheet.turns[-len(sheet.seats) :]
        return bool(people) and (sheet.ply < len(sheet.seats) or any(turn.letter in people for turn in lately))

    @property
    def is_followed(self) -> bool:
        """Whether somebody wants opponents to think here: who is there, or who has just made a turn and left."""
        return not self.is_gone and (bool(self.watchers) or self.is_played)

    # Who is there

    def enter(self, watcher: Watcher) -> None:
        """Somebody has come, or has got another seat."""
        self.watchers.add(watcher)
        self._presence = None

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._presence = None
        if not self.watchers:
            self.shown = Shown(self.moment)  # pictures are large, and whoever comes back is sent a whole one

    def presence(self) -> Presence:
        """Everybody who is there, through whichever server."""
        known = (self.own_presence(), *self.abroad.values())
        here = frozenset[str]().union(*(one.here for one in known))
        return Presence(here, sum(one.watching for one in known))

    def own_presence(self) -> Presence:
        """Found once until somebody comes, goes or changes seats: tokens are compared by their hashes."""
        if self._presence is None:
            letters = [self.sheet.letters_of(watcher.tokens) for watcher in self.watchers]
            self._presence = Presence(frozenset("".join(letters)), letters.count(""))
        return self._presence

    def tell(self, make: Callable[[Voice], Message]) -> None:
        """A message for everybody, made once for each language in use."""
        made: dict[Voice, Message] = {}
        for watcher in list(self.watchers):
            if watcher.voice not in made:
                made[watcher.voice] = make(watcher.voice)
            watcher.tell(made[watcher.voice])

    def say(self, key: str, letter: str = "") -> None:
        """Short news for everybody at the table."""
        self.say_here(key, letter)
        if self._announce is not None:
            self._announce(self.sheet.table, key, letter)

    def say_here(self, key: str, letter: str) -> None:
        """The same for those at this server."""
        self.tell(lambda voice: news.said(voice, self.position.game, key, letter))

    def end(self) -> None:
        """The table has been erased; whoever is there is shown that."""
        self.is_gone = True
        self.refresh()

    def refresh(self) -> None:
        for watcher in list(self.watchers):
            watcher.refresh()
