"""What all parts of a picture share: shapes that are written once, the elements of steps, their marks."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from html import escape

from tavoliere.core.said import ENGLISH, Noun, Qualified, Speaker, adjective_of, noun_of
from tavoliere.render.shapes import KNOWN_KINDS, MARKS, Shapes
from tavoliere.render.themes import LOOKS
from tavoliere.scene import Piece, Scene, Seat

BOX_MARKS = {
    "last": 'fill-opacity=".15" stroke-width="3"',
    "target": 'fill-opacity=".12" stroke-width="5"',
    "selected": 'fill-opacity=".25" stroke-width="8"',
    "focus": 'fill="none" stroke-width="6" stroke-dasharray="14 7"',
}
"""The marks of trays and buttons: frames around them."""


Parts = dict[Hashable, tuple[str, dict[str, str]]]


class Memory:
    """What was drawn before, parts and rows of them: the text, and the shapes that it uses.

    `unplaced` is what looks the same from every side.
    """

    def __init__(self, unplaced: Parts | None = None) -> None:
        self.parts, self.unplaced = Parts(), Parts() if unplaced is None else unplaced
        self.rows: dict[Hashable, tuple[tuple[str, ...], dict[str, str]]] = {}


PLACE = "\0"
"""Stands for the place of what is drawn for every side; no text holds it."""
MOST_KEPT = 4000
"""So many parts are kept of one board, at some hundred bytes each."""


@functools.lru_cache(maxsize=4096)
def word(text: str) -> str:
    """A text as part of an id or a class."""
    return re.sub("[^A-Za-z0-9]+", "-", text)


def step_id(prefix: str, step: str) -> str:
    """The id of the element of a step: `cell:e5` is `tv-cell-e5`, `tray:w/tower` is `tv-tray-w-tower`."""
    return f"{prefix}-{word(step)}"


def looks_of(seats: tuple[Seat, ...]) -> dict[str, str]:
    """The look of each player: that of the letter if there is one, else one that is left over."""
    letters = [seat.letter for seat in seats]
    spare = [look for look in LOOKS if look not in letters]
    looks = {}
    for letter in letters:
        looks[letter] = letter if letter in LOOKS else spare.pop(0) if spare else LOOKS[0]
    return looks


class Canvas:
    """Collects the shapes of one picture, and writes the elements that pages listen to."""

    def __init__(
        self,
        scene: Scene,
        states: dict[str, set[str]],
        *,
        standalone: bool,
        prefix: str,
        speaker: Speaker = ENGLISH,
        memory: Memory | None = None,
    ) -> None:
        """`memory` is what pictures of the same board by the same speaker have left; it must not serve another one."""
        memory = memory if memory is not None else Memory()
        self.scene, self.states, self.standalone, self.prefix = scene, states, standalone, prefix
        self.say = speaker.say
        self.memory, self.unplaced, self.rows = memory.parts, memory.unplaced, memory.rows
        self._states_of: dict[str, tuple[str, ...]] = {}
        for state, steps in states.items():
            for step in steps:
                self._states_of[step] = (*self._states_of.get(step, ()), state)
        self.shapes = Shapes(prefix)
        self.looks = looks_of(scene.seats)
        self.names = {seat.letter: seat.noun for seat in scene.seats}
        self.used: dict[str, str] = {}

    def kept(self, key: Hashable, draw: Callable[[], str]) -> str:
        """A part of the picture, drawn unless it was drawn before; `key` and the board say all that `draw` looks at."""
        return self._kept_in(self.memory, key, draw)

    def placed(self, key: Hashable, place: str, draw: Callable[[], str]) -> str:
        """A part that looks the same from every side, drawn at `PLACE`, put where it is seen from this one."""
        return self._kept_in(self.unplaced, key, draw).replace(PLACE, place, 1)

    def _kept_in(self, memory: Parts, key: Hashable, draw: Callable[[], str]) -> str:
        found = memory.get(key)
        if found is None:
            outside, self.used = self.used, {}
            found = draw(), self.used
            self.used = outside
            if len(memory) >= MOST_KEPT:
                memory.clear()
            memory[key] = found
        self.used.update(found[1])
        return found[0]

    def kept_all(self, key: Hashable, draw: Callable[[], Iterator[str]]) -> tuple[str, ...]:
        """The same for several parts that are drawn from the same things."""
        found = self.rows.get(key)
        if found is None:
            outside, self.used = self.used, {}
            found = tuple(draw()), self.used
            self.used = outside
            if len(self.rows) >= MOST_KEPT:
                self.rows.clear()
            self.rows[key] = found
        self.used.update(found[1])
        return found[0]

    def stated(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The steps that have a state, with their states."""
        return self._states_of.items()

    def use(self, name: str, shape: str, attributes: str = "") -> str:
        """A reference to a shape, which `definitions` writes once."""
        full = f"{self.prefix}-{name}"
        self.used[full] = shape
        return f'<use href="#{full}"{" " if attributes else ""}{attributes}/>'

    def definitions(self) -> Iterator[str]:
        """The shapes that are used."""
        for name, shape in sorted(self.used.items()):
            yield f'<g id="{name}">{shape}</g>'

    def look(self, owner: str) -> str:
        return self.looks.get(owner, LOOKS[0])

    def piece_use(self, piece: Piece, kind: str, attributes: str = "") -> str:
        """A piece drawn as a kind, which may be more exact than the piece's own."""
        look = self.look(piece.owner)
        letter = "" if kind in KNOWN_KINDS else f"-{word(piece.letter)}"
        return self.use(f"shape-{look}-{word(kind)}{letter}", self.shapes.piece(look, kind, piece.letter), attributes)

    def name(self, letter: str) -> Noun:
        """What a player is called; one who has no seat, by the letter."""
        return self.names.get(letter) or noun_of(letter)

    def piece_name(self, piece: Piece) -> Noun:
        """What a piece is called with its colour."""
        return Qualified(adjective_of(self.name(piece.owner)), noun_of(piece.kind))

    def states_of(self, step: str) -> tuple[str, ...]:
        return self._states_of.get(step, ())

    def element(self, step: str, classes: str, place: str, words: str, inner: str, role: str, data: str = "") -> str:
        """The element of a step."""
        states, name = self.states_of(step), step_id(self.prefix, step)
        if self.standalone:
            return f'<g id="{name}" class="{classes}" transform="{place}"><title>{escape(words)}</title>{inner}</g>'
        listed = " ".join(["tv-step", classes, *(f"tv-{state}" for state in states)])
        chosen = ' aria-selected="true"' if role == "gridcell" and "selected" in states else ""
        tab = 0 if "focus" in states else -1
        return (
            f'<g id="{name}" class="{listed}" data-step="{escape(step)}"{data} role="{role}"{chosen} '
            f'aria-label="{escape(words)}" tabindex="{tab}" transform="{place}">{inner}</g>'
        )

    def marks(self, step: str, family: str, *, is_occupied: bool = False) -> str:
        """The marks of a square or a side: in a page all of them, to be shown by classes, else those of its states."""
        marks = MARKS[family]
        smaller = 'transform="scale(.92)"' if family == "cell" and self.scene.has_edges else ""
        if not self.standalone:
            every = "".join(f"<g {self.mark_class(name)}>{shape}</g>" for name, shape in marks.items())
            return self.use(f"marks-{family}", every, smaller)
        shown = ["take" if state == "target" and is_occupied else state for state in self.states_of(step)]
        uses = [(name, marks[name], f"{self.mark_class(name)} {smaller}".strip()) for name in shown if name in marks]
        return "".join(self.use(f"mark-{family}-{name}", shape, colour) for name, shape, colour in uses)

    def mark_class(self, name: str) -> str:
        colour = "target" if name == "take" else name
        return f'class="tv-mark-{colour}' + ('"' if self.standalone else f' tv-show-{name}"')

    def box_marks(self, step: str, box: str) -> str:
        """The marks of a tray or a button; `box` is the place of its frame."""
        shown = self.states_of(step) if self.standalone else tuple(self.states)
        return "".join(f"<rect {box} {BOX_MARKS[state]} {self.mark_class(state)}/>" for state in shown)
