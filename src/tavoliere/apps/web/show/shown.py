"""A table at one moment as it is shown: each part made when somebody first wants it, and once for everybody."""

from __future__ import annotations

import functools

from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.pictures import Parts
from tavoliere.apps.web.show.views import Around, Message
from tavoliere.apps.web.table import halves
from tavoliere.apps.web.table.moments import Moment
from tavoliere.scene.steps import next_steps


class Shown:
    """What can be seen of a moment. Only `view` and `view_text` differ from one person to the next."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self._pictures: dict[tuple[bool, bool], str] = {}
        self._parts: dict[bool, Parts] = {}
        self._patches: dict[tuple[Parts, bool], str] = {}

    def view(self, yours: str, around: Around, flipped: bool) -> Message:
        """The table as somebody with these seats sees it."""
        own = self._own(yours, around)
        return {**self._common, **own, "flipped": flipped, "svg": self._picture(own["can_move"], flipped)}

    def view_text(self, yours: str, around: Around, flipped: bool, known: Parts) -> str:
        """The same as it is sent to somebody who has parts of pictures: the new one as what is different.

        Targets are not marked in it; they are the steps of `next`.
        """
        own = views.encoded({"flipped": flipped, **self._own(yours, around)})
        return f'{self._common_text},"svg":{self._patch_text(known, flipped)},{own[1:]}'

    def parts(self, flipped: bool) -> Parts:
        """The board in parts."""
        if flipped not in self._parts:
            marks = halves.marks_of(self.moment.events)
            self._parts[flipped] = pictures.parts(self.moment.position, marks=marks, flipped=flipped)
        return self._parts[flipped]

    def _own(self, yours: str, around: Around) -> Message:
        return views.own_view(self._common, self.moment.sheet, self._next, yours, around)

    @functools.cached_property
    def _next(self) -> list[str]:
        """The steps with which a turn can begin."""
        sheet = self.moment.sheet
        return [] if sheet.is_over or sheet.review else next_steps(self.moment.position)

    @functools.cached_property
    def _common(self) -> Message:
        """What everybody sees."""
        sheet, position, events = self.moment
        last = views.last_view(position, sheet.turns[-1], sheet.ply, events) if sheet.turns else None
        return views.common_view(sheet, position, last)

    @functools.cached_property
    def _common_text(self) -> str:
        """The same as it is sent, without the last brace and without the seats, which everybody sees otherwise."""
        return views.encoded({name: value for name, value in self._common.items() if name != "seats"})[:-1]

    def _patch_text(self, known: Parts, flipped: bool) -> str:
        """The board as it is sent to somebody who has another picture: what is different."""
        found = self._patches.get((known, flipped))
        if found is None:
            found = views.encoded(pictures.patch(known, self.parts(flipped)))
            self._patches[known, flipped] = found
        return found

    def _picture(self, can_move: bool, flipped: bool) -> str:
        """The board as one text."""
        if (can_move, flipped) not in self._pictures:
            self._pictures[can_move, flipped] = self._drawn(can_move, flipped)
        return self._pictures[can_move, flipped]

    def _drawn(self, can_move: bool, flipped: bool) -> str:
        if can_move:
            return pictures.with_targets(self._picture(can_move=False, flipped=flipped), self._next)
        return "\n".join(self.parts(flipped))
