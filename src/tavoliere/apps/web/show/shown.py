"""A table at one moment as it is shown: each part made when somebody first wants it, once for each language in use."""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.pictures import Parts
from tavoliere.apps.web.show.views import Around, Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.apps.web.table.moments import Moment
from tavoliere.apps.web.table.sheet import Turn
from tavoliere.render.canvas import Sketch
from tavoliere.render.layout import is_far
from tavoliere.render.plan import Plan
from tavoliere.scene.steps import Tree, step_tree

APART = frozenset({"seats"})
"""What is sent to each in another way: as theirs."""


class Known(NamedTuple):
    """What a client has of a table that it was shown: it is sent what is new."""

    parts: Parts = ()
    turns: tuple[Turn, ...] = ()

    def kept(self, turns: tuple[Turn, ...]) -> int:
        """How many of the turns that it has are still those of the table; after an undo not all."""
        if turns[: len(self.turns)] == self.turns:
            return len(self.turns)
        pairs = zip(self.turns, turns, strict=False)
        return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


class Shown:
    """What can be seen of a moment, in whatever language."""

    def __init__(self, moment: Moment, before: Shown | None = None) -> None:
        """`before` is the table a moment ago: most of its picture stays."""
        self.moment = moment
        self._told: dict[Voice, Telling] = {}
        self.sketches: dict[tuple[Voice, int], Sketch] = {} if before is None else before.sketches

    def to(self, voice: Voice) -> Telling:
        """The moment in the words of a voice."""
        if voice not in self._told:
            self._told[voice] = Telling(self, voice)
        return self._told[voice]

    def sketch(self, voice: Voice, side: int) -> Sketch:
        """What was drawn last of the table from a side in a language."""
        return self.sketches.setdefault((voice, side), Sketch())

    @functools.cached_property
    def plan(self) -> Plan:
        """What is drawn."""
        sheet, position, events, ending = self.moment
        return pictures.planned(position, pictures.Seen(events, ending, sheet.is_over))

    @functools.cached_property
    def next(self) -> Tree:
        """The steps of the action with which a turn can begin."""
        sheet = self.moment.sheet
        return {} if sheet.is_over or sheet.review else step_tree(self.moment.position)


class Telling:
    """A moment in one language. Only `view` and `view_text` differ from one person to the next."""

    def __init__(self, shown: Shown, voice: Voice) -> None:
        self.shown, self.moment, self.voice = shown, shown.moment, voice
        self._pictures: dict[tuple[bool, int], str] = {}
        self._parts: dict[int, Parts] = {}
        self._patches: dict[tuple[int, int], tuple[Parts, str]] = {}
        """By the identity of what somebody has: everybody at a table who has seen the same has the same object."""
        self._moves: dict[int, str] = {}

    def view(self, yours: str, around: Around, side: int) -> Message:
        """The table as somebody with these seats sees it."""
        own, moves = self._own(yours, around), views.moves_view(self.moment.sheet)
        svg = self._picture(own["can_move"], side)
        return {**self._common, "moves": moves, **own, "flipped": is_far(side), "svg": svg}

    def view_text(self, yours: str, around: Around, side: int, known: Known) -> str:
        """The same as it is sent to somebody who has something of the table: picture and turns as what is different.

        Targets are not marked in the picture; they are the steps of `next`.
        """
        own = views.encoded({"flipped": is_far(side), **self._own(yours, around)})
        svg, moves = self._patch_text(known.parts, side), self._moves_text(known.kept(self.moment.sheet.turns))
        return f'{self._common_text},"svg":{svg},"moves":{moves},{own[1:]}'

    def known(self, side: int) -> Known:
        """What somebody has who was sent this."""
        return Known(self.parts(side), self.moment.sheet.turns)

    def parts(self, side: int) -> Parts:
        """The board in parts."""
        if side not in self._parts:
            marks, game = halves.marks_of(self.moment.events), self.moment.position.game
            sketch = self.shown.sketch(self.voice, side)
            self._parts[side] = pictures.parts_of(self.voice, game, self.shown.plan, sketch, marks=marks, side=side)
        return self._parts[side]

    def _own(self, yours: str, around: Around) -> Message:
        return views.own_view(self._common, self.moment.sheet, self.shown.next, yours, around)

    @functools.cached_property
    def _common(self) -> Message:
        """What everybody of the language sees."""
        sheet, position, events, ending = self.moment
        last = views.last_view(self.voice, position, sheet.turns[-1], sheet.ply, events) if sheet.turns else None
        return views.common_view(self.voice, sheet, position, last, ending)

    @functools.cached_property
    def _common_text(self) -> str:
        """The same as it is sent, without the last brace and without what is not the same for everybody."""
        return views.encoded({name: value for name, value in self._common.items() if name not in APART})[:-1]

    def _moves_text(self, kept: int) -> str:
        """The turns as they are sent to somebody who has so many of them."""
        if kept not in self._moves:
            new = views.moves_view(self.moment.sheet, kept)
            self._moves[kept] = views.encoded({"kept": kept, "new": new})
        return self._moves[kept]

    def _patch_text(self, known: Parts, side: int) -> str:
        """The board as it is sent to somebody who has another picture: what is different."""
        found = self._patches.get((id(known), side))
        if found is None:
            found = known, views.encoded(pictures.patch(known, self.parts(side)))
            self._patches[id(known), side] = found
        return found[1]

    def _picture(self, can_move: bool, side: int) -> str:
        """The board as one text."""
        if (can_move, side) not in self._pictures:
            self._pictures[can_move, side] = self._drawn(can_move, side)
        return self._pictures[can_move, side]

    def _drawn(self, can_move: bool, side: int) -> str:
        if can_move:
            return pictures.with_targets(self._picture(can_move=False, side=side), self.shown.next)
        return pictures.whole(self.parts(side))
