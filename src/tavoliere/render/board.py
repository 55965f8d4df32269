"""The board of a picture: its frame and squares, what stands on them and between them."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator
from html import escape

from tavoliere.core.said import COMMAS, Said, Series, noun_of
from tavoliere.core.squares import LETTERS, coordinates_of, name_of
from tavoliere.render.canvas import PLACE, Block, Canvas, word
from tavoliere.render.layout import Layout, sides
from tavoliere.render.marks import Marks
from tavoliere.render.plan import Plan
from tavoliere.render.shapes import CELL, MAN_BASE, MAN_HEIGHT, MAN_ROOM
from tavoliere.scene import Piece

CROWDED = 7
"""Men of a stack that are closer together than this have thin outlines."""
EDGE_PLACE = '<path d="M-50 0L0-50 50 0 0 50Z" fill="none"/>'
"""Where a side can be tapped: as far as the middles of both squares, since a finger is wider than a barrier."""


class Board:
    """Draws the board; what stands in front is drawn later."""

    def __init__(self, canvas: Canvas, layout: Layout, plan: Plan) -> None:
        self.canvas, self.layout, self.plan = canvas, layout, plan
        self.kinds, self.stacks, self.walls = plan.kinds, plan.standing, plan.walls
        self.marks = Marks(canvas, layout, plan)
        self.has_states = any(canvas.states.values())

    def drawn(self) -> Iterator[Block]:
        yield self.canvas.block("frame", "", lambda: ["\n".join(self._frame())])
        yield from self.squares()
        yield from self._edges()
        yield from self._meanings()

    def squares(self) -> Iterator[Block]:
        """The squares with what lies and stands on them, without frame and sides."""
        yield from self._grid()
        yield from self.marks.under()
        yield from self._barriers()
        yield from self._pieces()
        yield from self.marks.over()

    def _meanings(self) -> Iterator[Block]:
        """What special squares and pieces are about, for pages that show it when somebody points at one."""
        meanings = self.canvas.scene.meanings
        if not self.canvas.standalone and meanings:
            yield self.canvas.block("meanings", meanings, self._told_meanings)

    def _told_meanings(self) -> Iterator[str]:
        told = [
            f'<desc data-kind="{escape(kind)}">{escape(self.canvas.say(meaning))}</desc>'
            for kind, meaning in self.canvas.scene.meanings
        ]
        yield f'<g class="tv-meanings" aria-hidden="true">{"".join(told)}</g>'

    def _frame(self) -> Iterator[str]:
        layout, shapes, scene = self.layout, self.canvas.shapes, self.canvas.scene
        around = 2 * layout.margin
        if self.canvas.standalone:
            yield f'<rect width="{layout.width}" height="{layout.height}" class="tv-page"/>'
        outer = (
            f'x="{layout.pad}" y="{layout.top - layout.margin}" width="{scene.columns * CELL + around}" '
            f'height="{scene.rows * CELL + around}" rx="{layout.margin // 2}"'
        )
        yield '<g class="tv-frame" aria-hidden="true">'
        yield f'<rect {outer} fill="{shapes.paint("frame")}" class="tv-frame-line" stroke-width="3"/>'
        yield f'<rect {outer} fill="{shapes.paint("grain")}"/>'
        yield f'<path d="{self._bed()}" class="tv-bed tv-frame-line" stroke-width="3" stroke-linejoin="round"/>'
        yield from self._coordinates()
        yield "</g>"

    def _coordinates(self) -> Iterator[str]:
        layout, scene = self.layout, self.canvas.scene
        size = round(layout.margin * 0.7)
        text = f'text-anchor="middle" font-size="{size}" class="tv-text tv-label"'
        below = layout.top + scene.rows * CELL + layout.margin * 0.5 + size * 0.36 + 2
        letters = [(LETTERS[column], *layout.middle(name_of(column, 0))) for column in range(scene.columns)]
        numbers = [(str(row + 1), *layout.middle(name_of(0, row))) for row in range(scene.rows)]
        across, upwards = (numbers, letters) if layout.turned % 2 else (letters, numbers)
        for label, x, _ in across:
            yield f'<text x="{x:g}" y="{below:.1f}" {text}>{label}</text>'
        beside = layout.left - layout.margin / 2 - 2
        for label, _, y in upwards:
            yield f'<text x="{beside:g}" y="{y + size * 0.36:.1f}" {text}>{label}</text>'

    def _bed(self) -> str:
        """The outline of what the squares lie in, without the corner squares that the board does not have."""
        columns, rows = self.canvas.scene.columns, self.canvas.scene.rows
        left, top, around = self.layout.left - 4, self.layout.top - 4, 8
        right, bottom = left + columns * CELL + around, top + rows * CELL + around
        corners = [name_of(0, rows - 1), name_of(columns - 1, rows - 1), name_of(columns - 1, 0), name_of(0, 0)]
        corners = corners[self.layout.turned :] + corners[: self.layout.turned]
        cuts = [CELL if self.kinds.get(corner) == "corner" else 0 for corner in corners]
        return (
            f"M{left + cuts[0]} {top}H{right - cuts[1]}v{cuts[1]}h{cuts[1]}V{bottom - cuts[2]}h-{cuts[2]}v{cuts[2]}"
            f"H{left + cuts[3]}v-{cuts[3]}h-{cuts[3]}V{top + cuts[0]}h{cuts[0]}Z"
        )

    def _grid(self) -> Iterator[Block]:
        yield self.canvas.block("grid", self.plan.step, self._opened_grid)
        for number, squares in enumerate(self.layout.rows()):
            yield self.canvas.block(f"row {number}", self._row_key(squares), functools.partial(self._row, squares))
        yield self.canvas.block("grain", "", self._closed_grid)

    def _opened_grid(self) -> Iterator[str]:
        name = escape(self.canvas.say(Said("board")))
        after = f' data-after="{escape(self.plan.step)}"' if self.plan.step else ""
        yield (
            '<g class="tv-grid"' + ("" if self.canvas.standalone else f'{after} role="grid" aria-label="{name}"') + ">"
        )

    def _closed_grid(self) -> Iterator[str]:
        yield "</g>"
        width, height = self.canvas.scene.columns * CELL, self.canvas.scene.rows * CELL
        place = f'x="{self.layout.left}" y="{self.layout.top}" width="{width}" height="{height}"'
        yield f'<rect {place} fill="{self.canvas.shapes.paint("grain")}" pointer-events="none" aria-hidden="true"/>'

    def _row_key(self, squares: list[str]) -> Hashable:
        """All that a row's squares are drawn from: most rows are as they were before a turn."""
        return (
            tuple(map(self.stacks.get, squares)),
            tuple(map(self.walls.get, squares)) if self.walls else (),
            tuple(self.canvas.states_of(f"cell:{square}") for square in squares) if self.has_states else (),
            tuple(map(self.plan.said.get, squares)),
            tuple(map(self.plan.previews.get, squares)) if self.plan.previews else (),
        )

    def _row(self, squares: list[str]) -> Iterator[str]:
        yield "<g>" if self.canvas.standalone else '<g role="row">'
        yield from (self._cell(square) for square in squares if self.kinds.get(square) != "corner")
        yield "</g>"

    def _cell(self, square: str) -> str:
        said, preview = self.plan.said.get(square), self.plan.previews.get(square)
        states, walls = self.canvas.states_of(f"cell:{square}"), self.walls.get(square)
        key = (self.stacks.get(square), states, walls, said, preview)
        return self.canvas.again(square, key, lambda: self._placed_cell(square, key))

    def _placed_cell(self, square: str, key: Hashable) -> str:
        """Players sit on different sides: what a square is like is written once for all of them."""
        x, y = self.layout.middle(square)
        return self.canvas.placed((square, key), f"translate({x:g} {y:g})", lambda: self._drawn_cell(square))

    def _drawn_cell(self, square: str) -> str:
        kind, step = self.kinds.get(square, "plain"), f"cell:{square}"
        column, row = coordinates_of(square, self.canvas.scene.columns, self.canvas.scene.rows) or (0, 0)
        is_odd = (column + row) % 2 == 1
        shape = self.canvas.shapes.ground(kind, has_edges=self.canvas.scene.has_edges, is_odd=is_odd)
        ground = self.canvas.use(f"ground-{word(kind)}{'-odd' if is_odd else ''}", shape)
        classes = f"tv-cell tv-kind-{word(kind)}" + (" tv-occupied" if square in self.stacks else "")
        inner = ground + self.canvas.marks(step, "cell", is_occupied=square in self.stacks)
        words, data = self._cell_words(square), self._cell_data(square)
        return self.canvas.element(step, classes, PLACE, words, inner, "gridcell", data)

    def _cell_data(self, square: str) -> str:
        """What a page tells or shows about a square when somebody points at it."""
        said = self.plan.said.get(square, ())
        aid = "; ".join(self.canvas.say(told) for told, stays in said if not stays)
        fact = "; ".join(self.canvas.say(told) for told, stays in said if stays)
        data = f' data-aid="{escape(aid)}"' if aid else ""
        data += f' data-fact="{escape(fact)}"' if fact else ""
        data += f' data-kind="{escape(self.kinds[square])}"' if square in self.kinds else ""
        preview = self.plan.previews.get(square)
        if preview is not None:
            squares, step = preview
            data += f' data-preview="{" ".join(squares)}"' + (f' data-after="{escape(step)}"' if step else "")
        return data

    def _cell_words(self, square: str) -> str:
        kind = self.kinds.get(square, "plain")
        pieces = self.stacks.get(square, ())
        parts = [square, *([] if kind == "plain" else [noun_of(kind)]), *self._stack_words(pieces)]
        if len(parts) == 1:
            parts.append(Said("vacant"))
        walls = [Said("barrier towards {square}", square=other) for other in self.walls.get(square, ())]
        return self.canvas.say(Series([*parts, *walls], COMMAS))

    def _stack_words(self, pieces: tuple[Piece, ...]) -> list[str]:
        named: list[str] = [self.canvas.piece_name(piece) for piece in pieces]
        return named if len(named) < 2 else [Said("stack of {count} from the bottom", count=len(named)), *named]

    # What stands on it

    def _pieces(self) -> Iterator[Block]:
        yield ('<g class="tv-pieces" pointer-events="none" aria-hidden="true">',)
        for number, squares in enumerate(self.layout.rows()):
            key = tuple(map(self.stacks.get, squares))
            yield self.canvas.block(f"stacks {number}", key, functools.partial(self._row_of_stacks, squares))
        yield ("</g>",)

    def _row_of_stacks(self, squares: list[str]) -> Iterator[str]:
        yield from (self._stack(square, self.stacks[square]) for square in squares if square in self.stacks)

    def _stack(self, square: str, pieces: tuple[Piece, ...]) -> str:
        return self.canvas.again(f"stack {square}", pieces, lambda: self._drawn_stack(square, pieces))

    def _drawn_stack(self, square: str, pieces: tuple[Piece, ...]) -> str:
        x, y = self.layout.middle(square)
        if len(pieces) > 1 or pieces[0].kind == "man":
            shapes = self._men(pieces)
        else:
            shapes = [self.canvas.piece_use(piece, piece.kind) for piece in pieces]
        prefix = self.canvas.prefix
        drawn = "".join(
            f'<g id="{prefix}-piece-{square}-{place}" class="tv-piece" data-owner="{escape(piece.owner)}" '
            f'data-kind="{escape(piece.kind)}">{shape}</g>'
            for place, (piece, shape) in enumerate(zip(pieces, shapes, strict=True))
        )
        return (
            f'<g id="{prefix}-stack-{square}" class="tv-stack" data-square="{square}" data-height="{len(pieces)}" '
            f'transform="translate({x:g} {y:g})">{drawn}</g>'
        )

    def _men(self, pieces: tuple[Piece, ...]) -> list[str]:
        """Men on top of each other, the lowest first, closer together the more there are; the top one says how many."""
        step = min(MAN_HEIGHT, MAN_ROOM / len(pieces))
        base = MAN_BASE if len(pieces) > 1 else 6
        kind = "man in a crowd" if step < CROWDED else "man"
        heights = [base - place * step for place in range(len(pieces))]
        men = [self.canvas.piece_use(piece, kind, f'y="{y:g}"') for piece, y in zip(pieces, heights, strict=True)]
        men[0] = self.canvas.shapes.shadow(40, base + 5, 21) + men[0]
        top = self.canvas.shapes.man_top(self.canvas.look(pieces[-1].owner), len(pieces))
        men[-1] += f'<g transform="translate(0 {heights[-1]:g})">{top}</g>'
        return men

    def _barriers(self) -> Iterator[Block]:
        if not self.canvas.scene.has_edges:
            return
        barriers = self.canvas.scene.barriers
        key = tuple(
            (one.first, one.second, self.canvas.states_of(f"edge:{one.first}-{one.second}")) for one in barriers
        )
        yield self.canvas.block("barriers", key, self._all_barriers)

    def _all_barriers(self) -> Iterator[str]:
        yield '<g class="tv-barriers"' + (' pointer-events="none">' if self.canvas.standalone else ">")
        yield from (self._barrier(barrier.first, barrier.second) for barrier in self.canvas.scene.barriers)
        yield "</g>"

    def _barrier(self, first: str, second: str) -> str:
        step = f"edge:{first}-{second}"
        key = ("barrier", step, self.canvas.states_of(step))
        return self.canvas.kept(key, lambda: self._drawn_barrier(step, first, second))

    def _drawn_barrier(self, step: str, first: str, second: str) -> str:
        is_last = step in self.canvas.states["last"]
        mark = self.canvas.marks(step, "barrier")
        wall = self.canvas.use("shape-wall", self.canvas.shapes.wall())
        words = escape(self.canvas.say(Said("barrier between {first} and {second}", first=first, second=second)))
        name = f"<title>{words}</title>" if self.canvas.standalone else ""
        label = "" if self.canvas.standalone else f' role="img" aria-label="{words}"'
        return (
            f'<g id="{self.canvas.prefix}-barrier-{first}-{second}" '
            f'class="tv-barrier{" tv-last" if is_last else ""}" data-edge="{step}" data-kind="barrier"{label} '
            f'transform="{self.layout.side(first, second)}">{name}{wall}{mark}</g>'
        )

    def _edges(self) -> Iterator[Block]:
        """The sides that barriers can be placed on; a page needs all, a picture only those it marks."""
        if not self.canvas.scene.has_edges:
            return
        states = tuple(sorted(item for item in self.canvas.stated() if item[0].startswith("edge:")))
        said = tuple(sorted((tuple(sorted(sides)), told) for sides, told in self.plan.said_of_sides.items()))
        yield self.canvas.block("edges", (states, said), self._drawn_edges)

    def _drawn_edges(self) -> Iterator[str]:
        yield '<g class="tv-edges">'
        marked = self.canvas.states["target"] | self.canvas.states["focus"]
        for first, second in sides(self.canvas.scene.columns, self.canvas.scene.rows):
            step = f"edge:{first}-{second}"
            if not self.canvas.standalone or step in marked:
                yield self._edge(step, first, second)
        yield "</g>"

    def _edge(self, step: str, first: str, second: str) -> str:
        said = self.plan.said_of_sides.get(frozenset((first, second)), "")
        key = (step, self.canvas.states_of(step), said)
        return self.canvas.kept(key, lambda: self._drawn_edge(step, first, second, said))

    def _drawn_edge(self, step: str, first: str, second: str, said: str) -> str:
        words = self.canvas.say(Said("side between {first} and {second}", first=first, second=second))
        inner = self.canvas.use("edge-place", EDGE_PLACE) + self.canvas.marks(step, "edge")
        data = f' data-aid="{escape(self.canvas.say(said))}"' if said else ""
        return self.canvas.element(step, "tv-edge", self.layout.side(first, second), words, inner, "button", data)
