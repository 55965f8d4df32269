"""What the marks on a board mean: each with its sentence on a board of one to three squares, as a page lists them.

It knows scenes and signs, and no game: which signs a game has, its guide says.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable
from typing import NamedTuple

from tavoliere.core.said import ENGLISH, Said, Speaker
from tavoliere.render.board import Board
from tavoliere.render.canvas import Canvas, word
from tavoliere.render.layout import Layout
from tavoliere.render.paints import paints
from tavoliere.render.plan import Plan
from tavoliere.render.shapes import CELL
from tavoliere.scene import PATHS, Cell, Mark, Piece, Scene, Sign, Stack

ALWAYS = {
    "last": Said("the last turn: from where, and to where"),
    "target": Said("what can be chosen now"),
    "take": Said("the same where something stands"),
    "selected": Said("what was chosen, as the first part of a turn"),
}
"""What lies on the boards of all games, whatever they mark themselves, by the state of a square."""
SQUARES = ("a1", "b1", "c1")
SHOWN_NUMBER = 2
EDGE = 4


class Entry(NamedTuple):
    """A line of a legend."""

    name: str
    told: str
    svg: str


def legend(scene: Scene, signs: Iterable[Sign], words: Speaker = ENGLISH) -> list[Entry]:
    """What can lie on a game's boards, of which the scene is one: what all boards have, then the game's own signs."""
    samples = _Samples(scene)
    found = [Entry(f"any-{name}", words.say(told), samples.state(name, words)) for name, told in ALWAYS.items()]
    return [*found, *(Entry(sign.name, words.say(sign.told), samples.sign(sign, words)) for sign in signs)]


def piece_alone(scene: Scene, piece: Piece) -> str:
    """A piece without any square, as a button shows it that puts it down."""
    canvas = Canvas(scene, {}, standalone=True, prefix=f"piece-{word(piece.letter)}")
    drawn = canvas.piece_use(piece, piece.kind)
    colours = paints(canvas.prefix, canvas.looks.values())
    half = CELL // 2
    opening = f'<svg viewBox="{-half} {-half} {CELL} {CELL}" class="tv" aria-hidden="true">'
    return "".join([opening, "<defs>", *colours, *canvas.definitions(), "</defs>", drawn, "</svg>"])


class _Samples:
    """Makes small boards out of what a scene has."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cells = {cell.kind for cell in scene.cells}
        self.pieces = {piece.kind: piece for stack in reversed(scene.stacks) for piece in stack.pieces}
        kinds = [stack.pieces[-1].kind for stack in scene.stacks]
        kinds += [supply.kind for supply in scene.supplies]
        kinds += [entry.kind for entry in scene.entries]
        self.usual = kinds[0] if kinds else "piece"

    def state(self, name: str, words: Speaker) -> str:
        """A square in one of the states that turns give it."""
        state, on = ("target", self.usual) if name == "take" else (name, "" if name == "target" else self.usual)
        return self._drawn(self._board(1, SQUARES[:1], on), f"any-{name}", {state: {"cell:a1"}}, words)

    def sign(self, sign: Sign, words: Speaker) -> str:
        shape, on = sign.shape, sign.on
        if shape == "preview":
            board = self._board(2, SQUARES[1:2], on)
            return self._drawn(board, sign.name, {"preview": {"cell:b1"}, "focus": {"cell:a1"}}, words)
        squares = SQUARES if shape in PATHS else SQUARES[:2] if shape == "cut" else SQUARES[:1]
        piece = self._piece(self.usual) if shape == "ghost" else None
        mark = Mark(sign, squares, owner=self._piece(on).owner, number=SHOWN_NUMBER, piece=piece)
        board = self._board(len(squares), squares if shape == "chain" else squares[:1], on)
        return self._drawn(dataclasses.replace(board, marks=(mark,)), sign.name, {}, words)

    def _board(self, columns: int, squares: tuple[str, ...], on: str) -> Scene:
        """A row of squares; on some of them, what a sign lies on."""
        cells = tuple(Cell(square, on) for square in squares) if on in self.cells else ()
        stacks = tuple(Stack(square, (self._piece(on),)) for square in squares) if on and not cells else ()
        return dataclasses.replace(
            self.scene, columns=columns, rows=1, cells=cells, stacks=stacks, barriers=(), marks=(), turn=""
        )

    def _piece(self, kind: str) -> Piece:
        """A piece of a kind as it stands on the board, else one of the first player."""
        letter = self.scene.seats[0].letter
        return self.pieces.get(kind) or Piece(letter, kind or self.usual, letter)

    def _drawn(self, scene: Scene, name: str, states: dict[str, set[str]], words: Speaker) -> str:
        """The squares without a frame: looked at and not clicked, with marks that are seen though switched off."""
        canvas = Canvas(scene, states, standalone=True, prefix=f"legend-{name}", speaker=words)
        layout = Layout(scene, turned=0, with_seats=False, with_notes=False)
        lines = itertools.chain.from_iterable(Board(canvas, layout, Plan(scene)).squares())
        body = [line.replace(" tv-aid", "") for line in lines]
        width, height = scene.columns * CELL, scene.rows * CELL
        box = f"{layout.left - EDGE} {layout.top - EDGE} {width + 2 * EDGE} {height + 2 * EDGE}"
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" class="tv" aria-hidden="true">'
        colours = paints(canvas.prefix, canvas.looks.values())
        return "".join([opening, "<defs>", *colours, *canvas.definitions(), "</defs>", *body, "</svg>"])
