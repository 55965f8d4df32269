"""A table at one moment as it is shown: each part made when somebody first wants it, once for each language in use."""

from __future__ import annotations

import functools

from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.pictures import Parts
from tavoliere.apps.web.show.views import Around, Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.apps.web.table.moments import Moment
from tavoliere.scene.steps import next_steps


class Shown:
    """What can be seen of a moment, in whatever language."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self._told: dict[Voice, Telling] = {}

    def to(self, voice: Voice) -> Telling:
        """The moment in the words of a voice."""
        if voice not in self._told:
            self._told[voice] = Telling(self, voice)
        return self._told[voice]

    @functools.cached_property
    def next(self) -> list[str]:
        """The steps with which a turn can begin."""
        sheet = self.moment.sheet
        return [] if sheet.is_over or sheet.review else next_steps(self.moment.position)


class Telling:
    """A moment in one language. Only `view` and `view_text` differ from one person to the next."""

    def __init__(self, shown: Shown, voice: Voice) -> None:
        self.shown, self.moment, self.voice = shown, shown.moment, voice
        self._pictures: dict[tuple[bool, bool], str] = {}
        self._parts: dict[bool, Parts] = {}
        self._patches: dict[tuple[Parts, bool], str] = {}

    def view(self, yours: str, around: Around, flipped: bool) -> Message:
        """The table as somebody with these seats sees it."""
        own = self._own(yours, around)
        return {**self._common, **own, "svg": self._picture(own["can_move"], flipped)}

    def view_text(self, yours: str, around: Around, flipped: bool, known: Parts) -> str:
        """The same as it is sent to somebody who has parts of pictures: the new one as what is different.

        Targets are not marked in it; they are the steps of `next`.
        """
        own = views.encoded(self._own(yours, around))
        return f'{self._common_text},"svg":{self._patch_text(known, flipped)},{own[1:]}'

    def parts(self, flipped: bool) -> Parts:
        """The board in parts."""
        if flipped not in self._parts:
            marks = halves.marks_of(self.moment.events)
            self._parts[flipped] = pictures.parts(self.voice, self.moment.position, marks=marks, flipped=flipped)
        return self._parts[flipped]

    def _own(self, yours: str, around: Around) -> Message:
        return views.own_view(self._common, self.moment.sheet, self.shown.next, yours, around)

    @functools.cached_property
    def _common(self) -> Message:
        """What everybody of the language sees."""
        sheet, position, events = self.moment
        last = views.last_view(self.voice, position, sheet.turns[-1], sheet.ply, events) if sheet.turns else None
        return views.common_view(self.voice, sheet, position, last)

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
            return pictures.with_targets(self._picture(can_move=False, flipped=flipped), self.shown.next)
        return "\n".join(self.parts(flipped))
