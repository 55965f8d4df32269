"""A scene as an SVG picture: a board with depth, trays beside it, and an element for every step of a turn.

The picture is a pure function of its arguments. Ids are stable: the step `cell:e5` is the element `PREFIX-cell-e5` with
`data-step="cell:e5"`, the lowest piece on e5 is `PREFIX-piece-e5-0`, and so on; see `docs/pictures.md`. A picture
either stands alone, with its colours inside, or is embedded in a page, without any style but with everything to be
clicked.
"""

from __future__ import annotations

import dataclasses
import re
import zlib
from collections.abc import Collection, Iterator
from html import escape

from tavoliere.core.squares import LETTERS, coordinates_of, name_of
from tavoliere.render.shapes import CELL, MAN_BASE, MAN_HEIGHT, MAN_ROOM, MARKS, Shapes
from tavoliere.render.text import counted
from tavoliere.render.themes import LOOKS, Theme, filled_in, theme_of
from tavoliere.scene import Piece, Scene, Seat

MOST_REPEATED = 6
"""So many pieces of a tray are drawn one by one; of more, one and their number."""
CROWDED = 7
"""Men of a stack that are closer together than this have thin outlines."""
EDGE_PLACE = '<path d="M-50 0L0-50 50 0 0 50Z" fill="none"/>'
"""Where a side can be tapped: as far as the middles of both squares, since a finger is wider than a barrier."""
TEXT_ASPECT = 0.6
"""The width of a letter of our font in its size, a little generous."""


def svg_picture(
    scene: Scene,
    theme: Theme | str = "light",
    *,
    marks: Collection[str] = (),
    targets: Collection[str] = (),
    selected: Collection[str] = (),
    focus: str = "",
    flipped: bool = False,
    standalone: bool = True,
    size: int | None = None,
    id_prefix: str = "tv",
    with_seats: bool = True,
) -> str:
    """The picture of a scene.

    `marks`, `targets` and `selected` are steps (`cell:e5`, `edge:e4-e5`, `tray:w/tower`, `button:done`; a bare `e5`
    means the square): those of the last turn, those that can come next, those taken in a turn begun. `focus` is the
    step that has the keyboard. `flipped` shows the board from the other side. `size` is the width in pixels. A picture
    that does not stand alone has no style of its own, for pages that load `stylesheet()`, and holds all steps.
    """
    chosen = theme_of(theme) if isinstance(theme, str) else theme
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", id_prefix):
        raise ValueError(f"an id prefix is a letter and then letters, digits, - and _, not {id_prefix!r}")
    states = {
        "last": {_step(name) for name in marks},
        "target": {_step(name) for name in targets},
        "selected": {_step(name) for name in selected},
        "focus": {_step(focus)} if focus else set(),
    }
    return _Picture(scene, chosen, states, flipped, standalone, size, id_prefix, with_seats).text()


def notebook_picture(scene: Scene) -> str:
    """The picture that a notebook shows. Its ids come from its content, since a notebook holds many pictures."""
    return svg_picture(scene, id_prefix=f"tv{zlib.crc32(repr(scene).encode()):08x}", size=480)


def _step(name: str) -> str:
    return name if ":" in name else f"cell:{name}"


def step_id(prefix: str, step: str) -> str:
    """The id of the element of a step: `cell:e5` is `tv-cell-e5`, `tray:w/tower` is `tv-tray-w-tower`."""
    return f"{prefix}-{re.sub('[^A-Za-z0-9]+', '-', step)}"


def looks_of(seats: tuple[Seat, ...]) -> dict[str, str]:
    """The look of each player: that of the letter if there is one, else one that is left over."""
    letters = [seat.letter for seat in seats]
    spare = [look for look in LOOKS if look not in letters]
    looks = {}
    for letter in letters:
        looks[letter] = letter if letter in LOOKS else spare.pop(0) if spare else LOOKS[0]
    return looks


@dataclasses.dataclass(frozen=True)
class _Entry:
    """What a tray shows: so many pieces of a kind, or a supply without end."""

    owner: str
    kind: str
    count: int | None
    step: str
    entry: str

    @property
    def words(self) -> str:
        return self.kind if self.count is None else counted(self.entry, self.count)


class _Picture:
    """Lays a picture out; one object a picture."""

    def __init__(
        self,
        scene: Scene,
        theme: Theme,
        states: dict[str, set[str]],
        flipped: bool,
        standalone: bool,
        size: int | None,
        prefix: str,
        with_seats: bool,
    ) -> None:
        self.scene, self.theme, self.states = scene, theme, states
        self.flipped, self.standalone, self.size, self.prefix = flipped, standalone, size, prefix
        self.with_seats = with_seats
        self.shapes = Shapes(prefix)
        self.looks = looks_of(scene.seats)
        self.names = {seat.letter: seat.name for seat in scene.seats}
        self.kinds = {cell.square: cell.kind for cell in scene.cells}
        self.stacks = {stack.square: stack.pieces for stack in scene.stacks}
        self.used: dict[str, str] = {}
        self._measure()

    def _measure(self) -> None:
        """Sizes that depend on the board: letters are as large on a phone whether the board is large or small."""
        scene = self.scene
        board = scene.columns * CELL
        self.margin = round(board * 0.05)
        self.pad = 12
        self.width = board + 2 * (self.margin + self.pad)
        self.font = round(self.width / 27)
        self.strip = round(self.font * 2.5) if self.with_seats else 0
        self.gap = round(self.font * 0.4) if self.with_seats else 0
        self.left = self.pad + self.margin
        self.top = self.pad + self.strip + self.gap + self.margin
        self.bottom = self.top + scene.rows * CELL + self.margin + self.gap
        self.has_notes = self.standalone and self.with_seats and bool(scene.notes)
        notes = round(self.font * 1.15) * len(scene.notes) + self.gap if self.has_notes else 0
        self.height = self.bottom + self.strip + notes + self.pad

    # The document

    def text(self) -> str:
        body = [*self._frame(), *self._grid(), *self._barriers(), *self._pieces(), *self._edges()]
        if self.with_seats:
            body += [*self._seats(), *self._buttons(), *self._notes()]
        definitions = [*self._gradients(), *self._used_shapes()]
        text = "\n".join([*self._head(), "<defs>", *definitions, "</defs>", *body, "</svg>"]) + "\n"
        return self._own_classes(text) if self.standalone and self.prefix != "tv" else text

    def _own_classes(self, text: str) -> str:
        """The text with classes that begin with the prefix, like those of its own rules."""

        def renamed(match: re.Match[str]) -> str:
            return re.sub(r"\btv-", f"{self.prefix}-", match[0])

        return re.sub(r'class="[^"]*"', renamed, text)

    def _head(self) -> Iterator[str]:
        extent = ""
        if self.size is not None:
            extent = f' width="{self.size}" height="{round(self.size * self.height / self.width)}"'
        name = f"{self.scene.game}: {self._summary()}"
        role = 'role="img"' if self.standalone else 'role="group"'
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"{extent} '
            f'id="{self.prefix}" class="tv" {role} aria-label="{escape(name)}">'
        )
        if self.standalone:
            yield f"<title>{escape(name)}</title>"
            yield f"<style>\n{filled_in(self.theme, self.prefix)}\n</style>"

    def _summary(self) -> str:
        turn = f"{self.names[self.scene.turn]} to move" if self.scene.turn else "the game is over"
        return "; ".join([turn, *self.scene.notes])

    def _gradients(self) -> Iterator[str]:
        looks = sorted({self.looks.get(letter, LOOKS[0]) for letter in self.looks}, key=LOOKS.index)
        for look in looks:
            yield self._linear(f"{look}-top", [(0, f"{look}1"), (1, f"{look}2")], 'x1="0" y1="0" x2=".5" y2="1"')
            stops = [(0, f"{look}2"), (0.25, f"{look}1"), (0.6, f"{look}2"), (1, f"{look}3")]
            yield self._linear(f"{look}-side", stops, "")
            yield self._radial(
                f"{look}-ball", [(0, f"{look}1"), (0.55, f"{look}2"), (1, f"{look}3")], 'cx=".36" cy=".3" r=".75"'
            )
        yield self._linear("frame", [(0, "frame1"), (1, "frame2")], 'x1="0" y1="0" x2=".3" y2="1"')
        yield self._linear("wall", [(0, "wall1"), (1, "wall2")], 'x1="0" y1="0" x2="0" y2="1"')
        yield self._linear("gold", [(0, "gold1"), (1, "gold2")], 'x1="0" y1="0" x2="0" y2="1"')
        yield self._linear("hole", [(0, "hole1"), (0.35, "hole1"), (1, "hole2")], 'x1="0" y1="0" x2="0" y2="1"')
        yield self._linear("rim", [(0, "rim1"), (1, "rim2")], 'x1="0" y1="0" x2=".3" y2="1"')
        shade = '<stop offset="{}" class="tv-shade" stop-opacity="{}"/>'
        fading = shade.format(0, 0.5) + shade.format(0.7, 0.34) + shade.format(1, 0)
        yield f'<radialGradient id="{self.prefix}-shadow">{fading}</radialGradient>'
        yield (
            f'<pattern id="{self.prefix}-hatch" width="14" height="14" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><path d="M0 0V14" class="tv-camp-line" stroke-width="4" '
            'stroke-opacity=".4"/></pattern>'
        )
        yield (
            f'<pattern id="{self.prefix}-grain" width="420" height="130" patternUnits="userSpaceOnUse">'
            '<path d="M0 14C80 4 150 30 230 18S360 8 420 14M0 47C60 56 140 36 220 48S350 60 420 47M0 71C110 64 160 84 '
            '260 73S370 66 420 71M0 108C70 98 170 122 250 108S370 100 420 108" fill="none" class="tv-grain" '
            'stroke-width="2.2" stroke-opacity=".09"/></pattern>'
        )

    def _linear(self, name: str, stops: list[tuple[float, str]], direction: str) -> str:
        inner = "".join(f'<stop offset="{offset}" class="tv-{kind}"/>' for offset, kind in stops)
        space = " " if direction else ""
        return f'<linearGradient id="{self.prefix}-{name}"{space}{direction}>{inner}</linearGradient>'

    def _radial(self, name: str, stops: list[tuple[float, str]], direction: str) -> str:
        inner = "".join(f'<stop offset="{offset}" class="tv-{kind}"/>' for offset, kind in stops)
        return f'<radialGradient id="{self.prefix}-{name}" {direction}>{inner}</radialGradient>'

    def _used_shapes(self) -> Iterator[str]:
        for name, shape in sorted(self.used.items()):
            yield f'<g id="{name}">{shape}</g>'

    def _use(self, name: str, shape: str, attributes: str = "") -> str:
        """A reference to a shape, which is written once."""
        full = f"{self.prefix}-{name}"
        self.used[full] = shape
        return f'<use href="#{full}"{" " if attributes else ""}{attributes}/>'

    # Places

    def _middle(self, square: str) -> tuple[float, float]:
        column, row = coordinates_of(square, self.scene.columns, self.scene.rows) or (0, 0)
        if self.flipped:
            column, row = self.scene.columns - 1 - column, self.scene.rows - 1 - row
        return self.left + (column + 0.5) * CELL, self.top + (self.scene.rows - row - 0.5) * CELL

    def _rows(self) -> Iterator[list[str]]:
        """The names of the squares, row by row from the back to the front."""
        rows = range(self.scene.rows) if self.flipped else reversed(range(self.scene.rows))
        for row in rows:
            columns = range(self.scene.columns)
            yield [name_of(column, row) for column in (reversed(columns) if self.flipped else columns)]

    def _states(self, step: str) -> list[str]:
        return [state for state, steps in self.states.items() if step in steps]

    # The board

    def _frame(self) -> Iterator[str]:
        scene = self.scene
        width, height = scene.columns * CELL, scene.rows * CELL
        if self.standalone:
            yield f'<rect width="{self.width}" height="{self.height}" class="tv-page"/>'
        outer = (
            f'x="{self.pad}" y="{self.top - self.margin}" width="{width + 2 * self.margin}" '
            f'height="{height + 2 * self.margin}" rx="{self.margin // 2}"'
        )
        yield '<g class="tv-frame" aria-hidden="true">'
        yield f'<rect {outer} fill="{self.shapes.paint("frame")}" class="tv-frame-line" stroke-width="3"/>'
        yield f'<rect {outer} fill="{self.shapes.paint("grain")}"/>'
        yield f'<path d="{self._bed()}" class="tv-bed tv-frame-line" stroke-width="3" stroke-linejoin="round"/>'
        size = round(self.margin * 0.7)
        text = f'text-anchor="middle" font-size="{size}" class="tv-text tv-label"'
        for column in range(scene.columns):
            x, _ = self._middle(name_of(column, 0))
            y = self.top + height + self.margin * 0.5 + size * 0.36 + 2
            yield f'<text x="{x:g}" y="{y:.1f}" {text}>{LETTERS[column]}</text>'
        for row in range(scene.rows):
            _, y = self._middle(name_of(0, row))
            yield f'<text x="{self.left - self.margin / 2 - 2:g}" y="{y + size * 0.36:.1f}" {text}>{row + 1}</text>'
        yield "</g>"

    def _bed(self) -> str:
        """The outline of what the squares lie in, without the corner squares that the board does not have."""
        columns, rows = self.scene.columns, self.scene.rows
        left, top, around = self.left - 4, self.top - 4, 8
        right, bottom = left + columns * CELL + around, top + rows * CELL + around
        corners = [name_of(0, rows - 1), name_of(columns - 1, rows - 1), name_of(columns - 1, 0), name_of(0, 0)]
        if self.flipped:
            corners = corners[2:] + corners[:2]
        cuts = [CELL if self.kinds.get(corner) == "corner" else 0 for corner in corners]
        return (
            f"M{left + cuts[0]} {top}H{right - cuts[1]}v{cuts[1]}h{cuts[1]}V{bottom - cuts[2]}h-{cuts[2]}v{cuts[2]}"
            f"H{left + cuts[3]}v-{cuts[3]}h-{cuts[3]}V{top + cuts[0]}h{cuts[0]}Z"
        )

    def _grid(self) -> Iterator[str]:
        yield '<g class="tv-grid"' + ("" if self.standalone else ' role="grid" aria-label="board"') + ">"
        for squares in self._rows():
            yield "<g>" if self.standalone else '<g role="row">'
            yield from (self._cell(square) for square in squares if self.kinds.get(square) != "corner")
            yield "</g>"
        yield "</g>"
        width, height = self.scene.columns * CELL, self.scene.rows * CELL
        place = f'x="{self.left}" y="{self.top}" width="{width}" height="{height}"'
        yield f'<rect {place} fill="{self.shapes.paint("grain")}" pointer-events="none" aria-hidden="true"/>'

    def _cell(self, square: str) -> str:
        kind, step = self.kinds.get(square, "plain"), f"cell:{square}"
        x, y = self._middle(square)
        column, row = coordinates_of(square, self.scene.columns, self.scene.rows) or (0, 0)
        is_odd = (column + row) % 2 == 1
        shape = self.shapes.ground(kind, has_edges=self.scene.has_edges, is_odd=is_odd)
        ground = self._use(f"ground-{_word(kind)}{'-odd' if is_odd else ''}", shape)
        classes = f"tv-cell tv-kind-{_word(kind)}" + (" tv-occupied" if square in self.stacks else "")
        inner = ground + self._marks(step, "cell", is_occupied=square in self.stacks)
        return self._element(step, classes, f"translate({x:g} {y:g})", self._cell_words(square), inner, "gridcell")

    def _element(self, step: str, classes: str, place: str, words: str, inner: str, role: str, data: str = "") -> str:
        """The element of a step."""
        states, name = self._states(step), step_id(self.prefix, step)
        if self.standalone:
            return f'<g id="{name}" class="{classes}" transform="{place}"><title>{escape(words)}</title>{inner}</g>'
        listed = " ".join(["tv-step", classes, *(f"tv-{state}" for state in states)])
        chosen = ' aria-selected="true"' if role == "gridcell" and "selected" in states else ""
        tab = 0 if "focus" in states else -1
        return (
            f'<g id="{name}" class="{listed}" data-step="{escape(step)}"{data} role="{role}"{chosen} '
            f'aria-label="{escape(words)}" tabindex="{tab}" transform="{place}">{inner}</g>'
        )

    def _marks(self, step: str, family: str, *, is_occupied: bool = False) -> str:
        """The marks of a square or a side: in a page all of them, to be shown by classes, else those of its states."""
        marks = MARKS[family]
        smaller = 'transform="scale(.92)"' if family == "cell" and self.scene.has_edges else ""
        if not self.standalone:
            every = "".join(f"<g {self._mark_class(name)}>{shape}</g>" for name, shape in marks.items())
            return self._use(f"marks-{family}", every, smaller)
        shown = ["take" if state == "target" and is_occupied else state for state in self._states(step)]
        uses = [(name, marks[name], f"{self._mark_class(name)} {smaller}".strip()) for name in shown if name in marks]
        return "".join(self._use(f"mark-{family}-{name}", shape, colour) for name, shape, colour in uses)

    def _mark_class(self, name: str) -> str:
        colour = "target" if name == "take" else name
        return f'class="tv-mark-{colour}' + ('"' if self.standalone else f' tv-show-{name}"')

    def _cell_words(self, square: str) -> str:
        kind = self.kinds.get(square, "plain")
        pieces = self.stacks.get(square, ())
        parts = [square, *([] if kind == "plain" else [kind]), *self._stack_words(pieces)]
        return ", ".join(parts if len(parts) > 1 else [square, "vacant"])

    def _stack_words(self, pieces: tuple[Piece, ...]) -> list[str]:
        words = [f"{self.names.get(piece.owner, piece.owner).lower()} {piece.kind}" for piece in pieces]
        return words if len(words) < 2 else [f"stack of {len(words)} from the bottom", *words]

    # What stands on it

    def _pieces(self) -> Iterator[str]:
        yield '<g class="tv-pieces" pointer-events="none" aria-hidden="true">'
        for squares in self._rows():
            yield from (self._stack(square, self.stacks[square]) for square in squares if square in self.stacks)
        yield "</g>"

    def _stack(self, square: str, pieces: tuple[Piece, ...]) -> str:
        x, y = self._middle(square)
        step = min(MAN_HEIGHT, MAN_ROOM / len(pieces))
        base = MAN_BASE if len(pieces) > 1 else 6
        drawn = []
        for place, piece in enumerate(pieces):
            is_man = piece.kind == "man" or len(pieces) > 1
            crowd = " in a crowd" if step < CROWDED else ""
            shape = f"man{crowd}" if is_man else piece.kind
            inner = self._piece_use(piece, shape, f'y="{base - place * step:g}"' if is_man else "")
            if is_man and place == len(pieces) - 1:
                top = self.shapes.man_top(self._look(piece.owner), len(pieces))
                inner += f'<g transform="translate(0 {base - place * step:g})">{top}</g>'
            if is_man and place == 0:
                inner = self.shapes.shadow(40, base + 5, 21) + inner
            drawn.append(
                f'<g id="{self.prefix}-piece-{square}-{place}" class="tv-piece" data-owner="{escape(piece.owner)}" '
                f'data-kind="{escape(piece.kind)}">{inner}</g>'
            )
        return (
            f'<g id="{self.prefix}-stack-{square}" class="tv-stack" data-square="{square}" data-height="{len(pieces)}" '
            f'transform="translate({x:g} {y:g})">{"".join(drawn)}</g>'
        )

    def _look(self, owner: str) -> str:
        return self.looks.get(owner, LOOKS[0])

    def _piece_use(self, piece: Piece, kind: str, attributes: str = "") -> str:
        look = self._look(piece.owner)
        name = f"shape-{look}-{_word(kind)}" + ("" if kind.startswith("man") else f"-{_word(piece.letter)}")
        return self._use(name, self.shapes.piece(look, kind, piece.letter), attributes)

    def _barriers(self) -> Iterator[str]:
        if not self.scene.has_edges:
            return
        yield '<g class="tv-barriers" pointer-events="none">'
        for barrier in self.scene.barriers:
            step = f"edge:{barrier.first}-{barrier.second}"
            is_last = step in self.states["last"]
            mark = self._marks(step, "barrier")
            wall = self._use("shape-wall", self.shapes.wall())
            words = f"barrier between {barrier.first} and {barrier.second}"
            name = f"<title>{words}</title>" if self.standalone else ""
            label = "" if self.standalone else f' role="img" aria-label="{words}"'
            yield (
                f'<g id="{self.prefix}-barrier-{barrier.first}-{barrier.second}" '
                f'class="tv-barrier{" tv-last" if is_last else ""}" data-edge="{step}"{label} '
                f'transform="{self._side(barrier.first, barrier.second)}">{name}{wall}{mark}</g>'
            )
        yield "</g>"

    def _side(self, first: str, second: str) -> str:
        """Where the side between two squares is, and a quarter turn if the squares are beside each other."""
        (x1, y1), (x2, y2) = self._middle(first), self._middle(second)
        turn = " rotate(-90)" if y1 == y2 else ""
        return f"translate({(x1 + x2) / 2:g} {(y1 + y2) / 2:g}){turn}"

    def _edges(self) -> Iterator[str]:
        """The sides that barriers can be placed on; a page needs all, a picture only those it marks."""
        if not self.scene.has_edges:
            return
        yield '<g class="tv-edges">'
        marked = self.states["target"] | self.states["focus"]
        for first, second in self._all_sides():
            step = f"edge:{first}-{second}"
            if not self.standalone or step in marked:
                words = f"side between {first} and {second}"
                inner = self._use("edge-place", EDGE_PLACE) + self._marks(step, "edge")
                yield self._element(step, "tv-edge", self._side(first, second), words, inner, "button")
        yield "</g>"

    def _all_sides(self) -> Iterator[tuple[str, str]]:
        columns, rows = self.scene.columns, self.scene.rows
        for row in range(rows):
            for column in range(columns):
                if column + 1 < columns:
                    yield name_of(column, row), name_of(column + 1, row)
                if row + 1 < rows:
                    yield name_of(column, row), name_of(column, row + 1)

    # Beside the board

    def _seat_places(self) -> Iterator[tuple[Seat, float, float, float]]:
        """Each player's panel: left, top and width. The first player sits below, the second above, and so on."""
        seats = list(self.scene.seats)
        near, far = ([seats[0], *seats[3:]], seats[1:3])
        if self.flipped:
            near, far = far, near
        for row, y in ((far, self.pad), (near, self.bottom)):
            room = self.width - 2 * self.pad - (self._buttons_width() if y == self.bottom else 0)
            width = (room - self.gap * (len(row) - 1)) / max(1, len(row))
            for place, seat in enumerate(row):
                yield seat, self.pad + place * (width + self.gap), y, width

    def _seats(self) -> Iterator[str]:
        yield '<g class="tv-seats">'
        for seat, x, y, width in self._seat_places():
            yield from self._seat(seat, x, y, width)
        yield "</g>"

    def _seat(self, seat: Seat, x: float, y: float, width: float) -> Iterator[str]:
        is_turn = seat.letter == self.scene.turn
        look, font, height = self._look(seat.letter), self.font, self.strip
        classes = "tv-seat" + (" tv-to-move" if is_turn else "") + ("" if seat.is_in else " tv-out")
        yield f'<g id="{self.prefix}-seat-{_word(seat.letter)}" class="{classes}" transform="translate({x:g} {y:g})">'
        yield (
            f'<rect x="1.5" y="1.5" width="{width - 3:g}" height="{height - 3}" rx="{font * 0.45:.1f}" '
            f'class="tv-panel" stroke-width="2.5"/>'
        )
        middle = height / 2
        if is_turn:
            yield (
                f'<path d="M{font * 0.5:.1f} {middle - font * 0.42:.1f}l{font * 0.62:.1f} {font * 0.42:.1f}'
                f'-{font * 0.62:.1f} {font * 0.42:.1f}Z" class="tv-turn"/>'
            )
        chip = self._use(f"chip-{look}", self.shapes.disc(look))
        place = f"translate({font * 2:.1f} {middle:g}) scale({font / 56:.3f})"
        yield f'<g transform="{place}" aria-hidden="true">{chip}</g>'
        name = seat.name if seat.is_in else f"{seat.name} is out"
        quiet = "" if seat.is_in else " tv-quiet"
        yield (
            f'<text x="{font * 2.95:.1f}" y="{middle + font * 0.36:.1f}" font-size="{font}" class="tv-text{quiet}">'
            f"{escape(name)}</text>"
        )
        start = font * 3.4 + len(name) * font * TEXT_ASPECT
        yield from self._tray(seat, start, width - font * 0.5)
        yield "</g>"

    def _entries(self, owner: str) -> list[_Entry]:
        counts = {tray.owner: tray.contents for tray in self.scene.trays}.get(owner, ())
        steps = {supply.entry: supply for supply in self.scene.supplies if supply.owner == owner and supply.entry}
        entries = []
        for text, count in counts:
            kind = text.partition(" ")[0]
            name = steps[text].name if text in steps else ""
            entries.append(_Entry(owner, steps[text].kind if name else kind, count, _tray_step(owner, name), text))
        for supply in self.scene.supplies:
            if supply.owner == owner and not supply.entry:
                entries.append(_Entry(owner, supply.kind, None, _tray_step(owner, supply.name), ""))
        return entries

    def _tray(self, seat: Seat, start: float, end: float) -> Iterator[str]:
        """A player's pieces beside the board, at the right end of the panel; made smaller where there is no room."""
        entries = self._entries(seat.letter)
        scale = self.strip * 0.84 / CELL
        widths = [self._entry_width(entry) * scale for entry in entries]
        gap = self.font * 0.3
        needed = sum(widths) + gap * max(0, len(entries) - 1)
        shrink = min(1.0, max(0.1, (end - start) / needed)) if needed else 1.0
        x = end - needed * shrink
        for entry, width in zip(entries, widths, strict=True):
            yield self._entry(entry, x, scale * shrink)
            x += (width + gap) * shrink

    def _entry_width(self, entry: _Entry) -> float:
        """The width of an entry, in the measure of squares."""
        if entry.count is None or entry.count == 1:
            return 84
        if 1 < entry.count <= MOST_REPEATED:
            return 84 + 42 * (entry.count - 1)
        return 84 + 62 + 28 * len(str(entry.count))

    def _entry(self, entry: _Entry, x: float, scale: float) -> str:
        width = self._entry_width(entry)
        piece = Piece(entry.owner, entry.kind, entry.owner)
        is_man = entry.kind == "man"
        shift = 6 if is_man else 0
        repeated = entry.count if entry.count is not None and 1 < entry.count <= MOST_REPEATED else 1
        icons = []
        for place in range(repeated):
            icons.append(self._piece_use(piece, entry.kind, f'x="{42 + 42 * place}" y="{shift}"'))
        if is_man:
            top = self.shapes.man_top(self._look(entry.owner), 1)
            icons.append(f'<g transform="translate({42 * repeated} {shift})">{top}</g>')
        faint = ' opacity=".35"' if entry.count == 0 else ""
        inner = f"<g{faint}>{''.join(icons)}</g>"
        if entry.count is not None and (entry.count == 0 or entry.count > MOST_REPEATED):
            inner += f'<text x="88" y="17" font-size="46" class="tv-text">&#215;{entry.count}</text>'
        inner = f'<g pointer-events="none" aria-hidden="true">{inner}</g>'
        middle = f"translate({x:.1f} {self.strip / 2:g}) scale({scale:.3f})"
        words = f"{self.names[entry.owner]}: {entry.words}"
        box = f'x="-2" y="-52" width="{width + 4:g}" height="104" rx="14"'
        hit = f'<rect {box} fill="none" pointer-events="all"/>' if not self.standalone else ""
        if not entry.step:
            label = f"<title>{escape(words)}</title>" if self.standalone else ""
            name = step_id(self.prefix, f"tray:{entry.owner}/{entry.kind}")
            return (
                f'<g id="{name}" class="tv-tray" data-owner="{escape(entry.owner)}" data-entry="{escape(entry.entry)}" '
                f'transform="{middle}">{label}{inner}</g>'
            )
        data = f' data-owner="{escape(entry.owner)}" data-entry="{escape(entry.entry)}"'
        inner = hit + inner + self._box_marks(entry.step, box)
        return self._element(entry.step, "tv-tray", middle, words, inner, "button", data)

    def _box_marks(self, step: str, box: str) -> str:
        """The marks of a tray or a button: frames around it."""
        looks = {
            "last": 'fill-opacity=".15" stroke-width="3"',
            "target": 'fill-opacity=".12" stroke-width="5"',
            "selected": 'fill-opacity=".25" stroke-width="8"',
            "focus": 'fill="none" stroke-width="6" stroke-dasharray="14 7"',
        }
        shown = self._states(step) if self.standalone else list(self.states)
        return "".join(f"<rect {box} {looks[state]} {self._mark_class(state)}/>" for state in shown)

    # Buttons and notes

    def _button_width(self, name: str) -> float:
        return self.font * (1.8 + TEXT_ASPECT * len(name))

    def _buttons_width(self) -> float:
        if self.standalone:
            return 0
        return sum(self._button_width(name) + self.gap for name in self.scene.buttons)

    def _buttons(self) -> Iterator[str]:
        """The buttons of the game, which only a page can press."""
        if self.standalone or not self.scene.buttons:
            return
        x = self.width - self.pad - self._buttons_width() + self.gap
        yield '<g class="tv-buttons">'
        for name in self.scene.buttons:
            width = self._button_width(name)
            box = f'x="2.5" y="2.5" width="{width - 5:.1f}" height="{self.strip - 5}" rx="{self.font * 0.45:.1f}"'
            inner = (
                f'<rect {box} class="tv-button-face" stroke-width="3"/>'
                f'<text x="{width / 2:.1f}" y="{self.strip / 2 + self.font * 0.36:.1f}" text-anchor="middle" '
                f'font-size="{self.font}" class="tv-text" pointer-events="none">{escape(name.capitalize())}</text>'
            )
            step = f"button:{name}"
            marks = self._box_marks(step, box)
            yield self._element(step, "tv-button", f"translate({x:.1f} {self.bottom})", name, inner + marks, "button")
            x += width + self.gap
        yield "</g>"

    def _notes(self) -> Iterator[str]:
        if not self.has_notes:
            return
        size = self.font * 0.82
        for place, note in enumerate(self.scene.notes):
            y = self.bottom + self.strip + self.gap + self.font * (0.75 + 1.15 * place)
            at = f'x="{self.pad + 6}" y="{y:.1f}" font-size="{size:.1f}"'
            yield f'<text {at} class="tv-text tv-quiet">{escape(note)}</text>'


def _tray_step(owner: str, name: str) -> str:
    return f"tray:{owner}/{name}" if name else ""


def _word(text: str) -> str:
    """A text as part of an id or a class."""
    return re.sub("[^A-Za-z0-9]+", "-", text)
