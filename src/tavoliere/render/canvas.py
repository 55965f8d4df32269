"""What all parts of a picture share: shapes that are written once, the elements of steps, their marks."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from html import escape
from typing import NamedTuple, TypeVar

from tavoliere.core.said import ENGLISH, Noun, Qualified, Speaker, adjective_of, noun_of
from tavoliere.render.shapes import KNOWN_KINDS, MARKS, shapes_for
from tavoliere.render.themes import LOOKS
from tavoliere.scene import Piece, Scene, Seat

T = TypeVar("T")
BOX_MARKS = {
    "last": 'fill-opacity=".15" stroke-width="3"',
    "target": 'fill-opacity=".12" stroke-width="5"',
    "selected": 'fill-opacity=".25" stroke-width="8"',
    "focus": 'fill="none" stroke-width="6" stroke-dasharray="14 7"',
}
"""The marks of trays and buttons: frames around them."""


Block = tuple[str, ...]
"""Lines that follow each other in a picture and are drawn from the same things, a row of squares say."""
Shared = dict[str, str]
"""Shapes that are written once, by their names."""


class Part(NamedTuple):
    """Something that was drawn: from what, how it is written, and the shapes that it uses."""

    key: Hashable
    text: str
    used: Shared


Parts = dict[Hashable, Part]


class Memory:
    """What was drawn before of a board, at whichever table: parts of blocks with the shapes that they use.

    `unplaced` is what looks the same from every side.
    """

    def __init__(self, unplaced: Parts | None = None) -> None:
        self.parts, self.unplaced = Parts(), Parts() if unplaced is None else unplaced
        self.last = Sketch(self)
        """Of the pictures that belong to no table."""


class Sketch:
    """The picture that was drawn last of a table, which most blocks of the next one are the same as: what each was
    drawn from, the block, and the shapes that it uses. It must not serve another table, side or speaker.
    """

    def __init__(self, memory: Memory | None = None) -> None:
        self.memory = memory
        self.blocks: dict[str, tuple[Hashable, Block, Shared]] = {}
        self.parts: dict[str, Part] = {}


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
        sketch: Sketch | None = None,
    ) -> None:
        """`sketch` holds what pictures of the same board by the same speaker have left."""
        sketch = Sketch() if sketch is None else sketch
        memory = sketch.memory or Memory()
        self.memory, self.unplaced, self.sketch = memory.parts, memory.unplaced, sketch
        self.scene, self.states, self.standalone, self.prefix = scene, states, standalone, prefix
        self.say = speaker.say
        self._states_of: dict[str, tuple[str, ...]] = {}
        for state, steps in states.items():
            for step in steps:
                self._states_of[step] = (*self._states_of.get(step, ()), state)
        self.shapes = shapes_for(prefix)
        self.looks = looks_of(scene.seats)
        self.names = {seat.letter: seat.noun for seat in scene.seats}
        self.used: Shared = {}
        """The shapes of what is being drawn."""
        self.shared: list[Shared] = []
        """Those of each block so far."""

    def kept(self, key: Hashable, draw: Callable[[], str]) -> str:
        """A part of the picture, drawn unless it was drawn before; `key` and the board say all that `draw` looks at."""
        return self._use(self._known(self.memory, key, key, draw))

    def placed(self, key: Hashable, place: str, draw: Callable[[], str]) -> str:
        """A part that looks the same from every side, drawn at `PLACE`, put where it is seen from this one."""
        return self._use(self._known(self.unplaced, key, key, draw)).replace(PLACE, place, 1)

    def again(self, place: str, key: Hashable, draw: Callable[[], str]) -> str:
        """The same for a part that is likely to be as it was in the last picture of the table."""
        found = self.sketch.parts.get(place)
        if found is None or found.key != key:
            found = self.sketch.parts[place] = self._known(self.memory, (place, key), key, draw)
        return self._use(found)

    def _known(self, memory: Parts, name: Hashable, key: Hashable, draw: Callable[[], str]) -> Part:
        """A part as all tables share it."""
        found = memory.get(name)
        if found is None:
            found = Part(key, *self._made(draw))
            if len(memory) >= MOST_KEPT:
                for oldest in list(itertools.islice(memory, MOST_KEPT // 4)):
                    memory.pop(oldest, None)
            memory[name] = found
        return found

    def _use(self, part: Part) -> str:
        self.used.update(part.used)
        return part.text

    def block(self, name: str, key: Hashable, draw: Callable[[], Iterable[str]]) -> Block:
        """A block of the picture: that of the last picture if it was drawn from the same things."""
        found = self.sketch.blocks.get(name)
        if found is None or found[0] != key:
            lines, used = self._made(lambda: tuple(draw()))
            found = self.sketch.blocks[name] = key, lines, used
        self.shared.append(found[2])
        return found[1]

    def _made(self, draw: Callable[[], T]) -> tuple[T, Shared]:
        """Something drawn, and the shapes that it uses."""
        outside, self.used = self.used, {}
        drawn, used = draw(), self.used
        self.used = outside
        return drawn, used

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
        used = {name: shape for shared in (*self.shared, self.used) for name, shape in shared.items()}
        for name, shape in sorted(used.items()):
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
