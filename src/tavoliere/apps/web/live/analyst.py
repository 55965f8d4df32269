"""Positions thought about for whoever looks at them: longer and longer, as long as somebody does.

Whoever looks at the same position shares the work, and what was found stays for a while. Thinking is done in slices
that grow, so that many people get a first glimpse soon, and it makes room for whoever plays.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import NamedTuple

import tavoliere as tv
from tavoliere.apps.web.host.logs import log
from tavoliere.apps.web.live.opponents import GLIMPSE, STUDY, Pool, SearchProblem
from tavoliere.apps.web.live.tasks import Tasks
from tavoliere.apps.web.table.refusals import OpponentName, Refusal
from tavoliere.search.players import Choice
from tavoliere.search.specs import judging_spec

CHAMPION = "champion"
SLICES = (0.3, 0.6, 1.2, 2.4, 4.8, 9.6)
"""Seconds of one search after another; each begins anew and gets further than the one before."""
GLIMPSES = 2
"""So many slices count as a first glimpse."""
SEED = 1
TICK_SECONDS = 0.5
MOST_KEPT = 500

Key = tuple[object, ...]


class Glimpse(NamedTuple):
    """What is known of a position at a moment."""

    choice: Choice | None
    """The best that was found so far; None if nothing was yet."""
    place: int
    """The place in the queue; 0 for somebody who is thought for."""
    is_compiling: bool
    is_done: bool
    seconds: float
    """How long the search was that found it, or is allowed to be."""


class _Thought:
    """One position: what was found, and who looks. It follows the search that is under way."""

    def __init__(self, position: tv.Position, lines: int) -> None:
        self.position, self.lines = position, lines
        self.choice: Choice | None = None
        self.reached = 0
        """So many slices are done."""
        self.watchers = 0
        self.task: asyncio.Task[None] | None = None
        self.problem: Refusal | None = None
        self.is_waiting = self.is_compiling = False
        self.changed = asyncio.Event()

    @property
    def is_done(self) -> bool:
        return self.reached == len(SLICES) or (self.choice is not None and is_settled(self.choice, self.lines))

    def begin(self) -> None:
        self.is_waiting = False
        self.changed.set()

    def compile(self, what: str) -> None:  # noqa: ARG002 - people need not know what
        self.is_compiling = True
        self.changed.set()

    def progress(self, choice: Choice) -> None:
        """A search that began anew says less at first than the one before it has found."""
        self.is_compiling = False
        if self.choice is None or choice.nodes >= self.choice.nodes or choice.proven:
            self.choice = choice
            self.changed.set()


def is_settled(choice: Choice, lines: int) -> bool:
    """Whether every line that is shown is certain: nothing more can be found."""
    shown = choice.alternatives[:lines]
    return bool(choice.proven) and bool(shown) and all(other.proven for other in shown)


def key_of(position: tv.Position, lines: int) -> Key:
    """What makes two questions the same: the position with what the rules remember of the way to it."""
    game = position.game
    return game.name, tuple(game.options.items()), str(position), tuple(sorted(position.past_keys())), lines


class Analyst:
    """Thinks about positions for whoever looks at them."""

    def __init__(self, pool: Pool, tasks: Tasks) -> None:
        self.pool, self.tasks = pool, tasks
        self._thoughts: OrderedDict[Key, _Thought] = OrderedDict()
        self._is_closed = False

    @property
    def watched(self) -> int:
        """How many positions somebody looks at."""
        return sum(thought.watchers > 0 for thought in self._thoughts.values())

    def close(self) -> None:
        """Nobody is thought for any more; whoever looks sees that it is over."""
        self._is_closed = True
        for thought in self._thoughts.values():
            thought.changed.set()

    async def follow(self, position: tv.Position, lines: int) -> AsyncIterator[Glimpse]:
        """What is found about a position, again and again until there is nothing more to find.

        Whoever stops listening ends the search, unless somebody else looks too.
        """
        if position.outcome is not None:
            raise Refusal("game.over")
        thought = self._thought(position, lines)
        thought.watchers += 1
        self._think(thought)
        last = None
        try:
            while True:
                seen = self._glimpse(thought)
                if seen != last:
                    yield seen
                last = seen
                if seen.is_done or self._is_closed:
                    return
                await self._news(thought)
        finally:
            thought.watchers -= 1
            if not thought.watchers and thought.task is not None:
                thought.task.cancel()

    async def _news(self, thought: _Thought) -> None:
        """Wait for something new, and not too often."""
        began = time.monotonic()
        thought.changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * TICK_SECONDS):
                await thought.changed.wait()
        if thought.problem is not None:
            problem, thought.problem = thought.problem, None
            raise problem
        if not thought.is_done and not self._is_closed:
            await asyncio.sleep(max(0.0, began + TICK_SECONDS - time.monotonic()))

    def _glimpse(self, thought: _Thought) -> Glimpse:
        place = self.pool.place(thought) if thought.is_waiting else 0
        seconds = SLICES[min(thought.reached, len(SLICES) - 1)]
        return Glimpse(thought.choice, place, thought.is_compiling, thought.is_done, seconds)

    def _thought(self, position: tv.Position, lines: int) -> _Thought:
        key = key_of(position, lines)
        found = self._thoughts.setdefault(key, _Thought(position, lines))
        self._thoughts.move_to_end(key)
        idle = [old for old, thought in self._thoughts.items() if not thought.watchers and old != key]
        for old in idle[: max(0, len(self._thoughts) - MOST_KEPT)]:
            del self._thoughts[old]
        return found

    def _think(self, thought: _Thought) -> None:
        if thought.task is None and not thought.is_done:
            thought.task = self.tasks.spawn(self._slices(thought))
            thought.task.add_done_callback(lambda _: self._rest(thought))

    def _rest(self, thought: _Thought) -> None:
        """A search has come to its end; somebody may have come back meanwhile."""
        thought.task = None
        thought.changed.set()
        if thought.watchers and thought.problem is None and not self._is_closed:
            self._think(thought)

    async def _slices(self, thought: _Thought) -> None:
        try:
            while not thought.is_done and thought.watchers:
                spec = judging_spec(CHAMPION, seconds=SLICES[thought.reached], multi=thought.lines)
                thought.is_waiting, thought.is_compiling = True, False
                rank = GLIMPSE if thought.reached < GLIMPSES else STUDY
                choice = await self.pool.choose(spec, thought.position, SEED, thought, priority=rank)
                thought.reached += 1
                thought.progress(choice)
        except SearchProblem as problem:
            log("search failed", logging.WARNING, spec=CHAMPION, problem=str(problem))
            thought.problem = Refusal("opponent.failed", player=OpponentName(CHAMPION))
        finally:
            thought.is_waiting = False
            thought.changed.set()
