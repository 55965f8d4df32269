"""A scene as an SVG picture: a board with depth, trays beside it, and an element for every step of a turn.

The picture is a pure function of its arguments. Ids are stable: the step `cell:e5` is the element `PREFIX-cell-e5` with
`data-step="cell:e5"`, the lowest piece on e5 is `PREFIX-piece-e5-0`, and so on; see `docs/pictures.md`. A picture
either stands alone, with its colours inside, or is embedded in a page, without any style but with everything to be
clicked.
"""

from __future__ import annotations

import functools
import re
import zlib
from collections.abc import Collection, Hashable, Iterator
from html import escape
from typing import TypedDict, Unpack

from tavoliere.core.said import ENGLISH, SEMICOLONS, Said, Series, Speaker
from tavoliere.render.board import Board
from tavoliere.render.canvas import Block, Canvas, Memory, Parts, Sketch, step_id
from tavoliere.render.layout import Layout
from tavoliere.render.paints import paints
from tavoliere.render.panels import Panels
from tavoliere.render.plan import Plan
from tavoliere.render.themes import Theme, filled_in, theme_of
from tavoliere.scene import Scene

__all__ = ["Look", "notebook_picture", "step_id", "svg_blocks", "svg_parts", "svg_picture"]

PREFIX = "tv"
END = ("</svg>", "")


class Look(TypedDict, total=False):
    """How a picture of a scene is to look."""

    marks: Collection[str]
    targets: Collection[str]
    selected: Collection[str]
    focus: str
    flipped: bool
    turned: int
    size: int | None
    id_prefix: str
    with_seats: bool
    with_names: bool
    words: Speaker


def svg_picture(scene: Scene, theme: Theme | str = "light", *, standalone: bool = True, **look: Unpack[Look]) -> str:
    """The picture of a scene.

    `marks`, `targets` and `selected` are steps (`cell:e5`, `edge:e4-e5`, `tray:w/tower`, `button:done`; a bare `e5`
    means the square): those of the last turn, those that can come next, those taken in a turn begun. `focus` is the
    step that has the keyboard. `flipped` shows the board from the other side, `turned` from a side so many quarter
    turns on, clockwise. `size` is the width in pixels. A picture that does not stand alone has no style of its own, for
    pages that load `stylesheet()`, and holds all steps. Ids begin with `id_prefix` (`tv`). `with_seats` can leave out
    everything beside the board. `with_names` can leave out the names, for pages that show the players themselves: then
    trays and buttons are all that is beside the board. `words` is who speaks: English, or a language of
    `core/languages.py`.
    """
    text = "\n".join(svg_parts(scene, theme, standalone=standalone, **look))
    return _own_classes(text, look.get("id_prefix", PREFIX)) if standalone else text


def svg_parts(
    scene: Scene, theme: Theme | str = "light", *, standalone: bool = False, **look: Unpack[Look]
) -> list[str]:
    """The lines of a picture, or several of them in one, for pages that change a picture instead of loading it anew.

    What is the same in two pictures of a board is the same text in both lists, if they do not stand alone.
    """
    blocks = svg_blocks(Plan(scene), theme, standalone=standalone, **look)
    return [line for block in blocks for line in block]


def svg_blocks(
    plan: Plan,
    theme: Theme | str = "light",
    sketch: Sketch | None = None,
    *,
    marks: Collection[str] = (),
    targets: Collection[str] = (),
    selected: Collection[str] = (),
    focus: str = "",
    flipped: bool = False,
    turned: int = 0,
    standalone: bool = False,
    size: int | None = None,
    id_prefix: str = PREFIX,
    with_seats: bool = True,
    with_names: bool = True,
    words: Speaker = ENGLISH,
) -> tuple[Block, ...]:
    """The same lines in blocks. What of a picture has not changed since the last one of a `sketch`, which must be of
    the same board, look and speaker, is the same object.
    """
    scene = plan.scene
    chosen = theme_of(theme) if isinstance(theme, str) else theme
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", id_prefix):
        raise ValueError(f"an id prefix is a letter and then letters, digits, - and _, not {id_prefix!r}")
    states = {
        "last": {_step(name) for name in marks},
        "target": {_step(name) for name in targets},
        "selected": {_step(name) for name in selected},
        "focus": {_step(focus)} if focus else set(),
    }
    side = (turned + 2 * flipped) % 4
    if not standalone and (sketch is None or sketch.memory is None):
        memory = _memory((*_board_of(scene), id_prefix, words), side, with_seats, with_names)
        sketch = _begun(sketch, memory)
    canvas = Canvas(scene, states, standalone=standalone, prefix=id_prefix, speaker=words, sketch=sketch)
    layout = Layout(scene, turned=side, with_seats=with_seats, with_notes=standalone, with_names=with_names)
    body = [*Board(canvas, layout, plan).drawn()]
    if layout.with_seats:
        body += Panels(canvas, layout).drawn()
    head = canvas.block("head", (scene.game, scene.turn, scene.told, size), lambda: _head(canvas, layout, chosen, size))
    return (head, _shared(canvas), *body, END)


def _begun(sketch: Sketch | None, memory: Memory) -> Sketch:
    """A table's first sketch remembers where parts are kept that all tables share."""
    if sketch is None:
        return memory.last
    sketch.memory = memory
    return sketch


def _shared(canvas: Canvas) -> Block:
    """What is written once for the whole picture."""

    def lines() -> Iterator[str]:
        yield "<defs>"
        yield "\n".join(paints(canvas.prefix, canvas.looks.values()))
        yield from canvas.definitions()
        yield "</defs>"

    return canvas.block("shared", tuple(canvas.shared), lines)


def _board_of(scene: Scene) -> tuple[Hashable, ...]:
    """What all positions of a game have in common."""
    seats = tuple((seat.letter, seat.name) for seat in scene.seats)
    return scene.columns, scene.rows, scene.cells, scene.has_edges, seats


@functools.lru_cache(maxsize=32)
def _memory(board: tuple[Hashable, ...], *look: Hashable) -> Memory:  # noqa: ARG001 - one for each board and look
    """What was drawn of a board for pages, which show it again and again with little changed."""
    return Memory(_unplaced(board))


@functools.lru_cache(maxsize=32)
def _unplaced(board: tuple[Hashable, ...]) -> Parts:  # noqa: ARG001 - as above
    """What of it looks the same from every side."""
    return Parts()


def notebook_picture(scene: Scene) -> str:
    """The picture that a notebook shows. Its ids come from its content, since a notebook holds many pictures."""
    return svg_picture(scene, id_prefix=f"tv{zlib.crc32(repr(scene).encode()):08x}", size=480)


def _step(name: str) -> str:
    return name if ":" in name else f"cell:{name}"


def _head(canvas: Canvas, layout: Layout, theme: Theme, size: int | None) -> Iterator[str]:
    """The opening of the document; its name says whose turn it is."""
    scene, extent = canvas.scene, ""
    if size is not None:
        extent = f' width="{size}" height="{round(size * layout.height / layout.width)}"'
    turn = Said("{player} to move", player=canvas.name(scene.turn)) if scene.turn else Said("the game is over")
    facts = Series([turn, *scene.told], SEMICOLONS)
    name = escape(canvas.say(Said("{game}: {facts}", game=scene.game, facts=facts)))
    role = "img" if canvas.standalone else "group"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}"{extent} '
        f'id="{canvas.prefix}" class="tv" role="{role}" aria-label="{name}">'
    )
    if canvas.standalone:
        yield f"<title>{name}</title>"
        yield f"<style>\n{filled_in(theme, canvas.prefix)}\n</style>"


def _own_classes(text: str, prefix: str) -> str:
    """The text with classes that begin with the prefix, like those of its own rules."""
    return re.sub(r'class="[^"]*"', lambda match: re.sub(r"\btv-", f"{prefix}-", match[0]), text)
