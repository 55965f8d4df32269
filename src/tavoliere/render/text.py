"""A scene as text: coordinates, pieces by letter, stacks bottom to top, barriers between the squares, the last move
in brackets. Colour is added by a painter; without one the text is plain ASCII.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from tavoliere.core.said import COMMAS, ENGLISH, Noun, Said, Series, Speaker, noun_of
from tavoliere.core.squares import LETTERS, name_of
from tavoliere.scene import PATHS, Mark, Scene, Sign

CELL_SIGNS = {"plain": ".", "hole": "o", "camp": ":", "castle": "+", "corner": " ", "escape": "."}
PLAIN_SIGNS = frozenset({".", "o"})
"""What a mark may stand instead of."""
UNTOLD = {"corner", "escape"}
"""Kinds that the legend leaves out, because they look like nothing or like plain squares."""
WALL, FLOOR, GAP = "|", "-", " "
MARK_SIGNS = {
    "threat": "!",
    "goal": "*",
    "must": ">",
    "alone": "?",
    "points": "+",
    "safe": "=",
    "chain": "&",
    "way": "%",
    "line": "'",
    "ghost": "x",
    "cut": "#",
}
"""The signs of marks: before what stands on a square, instead of the square itself where nothing does. Where a square
has several marks, the first of this list is shown.
"""
MOST_NAMED = 8
"""So many squares are named after what a sign means."""

Painter = Callable[[str, str], str]
"""Gives a text the look of a role: `player:w`, `cell:camp`, `mark`, `barrier`, `label`."""

# The looks of roles as terminal codes (SGR). Letters tell players apart anyway; colour only helps.
ANSI_LOOKS = {
    "player:w": "1;97",
    "player:b": "1;94",
    "player:r": "1;91",
    "player:g": "1;92",
    "cell:plain": "2",
    "cell:hole": "1;33",
    "cell:camp": "33",
    "cell:castle": "1;35",
    "mark": "1;36",
    "sign": "1;35",
    "barrier": "1;33",
    "label": "2",
}


def plain(text: str, role: str) -> str:  # noqa: ARG001 - the painter that paints nothing
    """The text as it is."""
    return text


def ansi(text: str, role: str) -> str:
    """The text in the colour of its role, for terminals that have colour."""
    look = ANSI_LOOKS.get(role)
    return f"\x1b[{look}m{text}\x1b[0m" if look and text.strip() else text


def cell_sign(kind: str) -> str:
    """The sign of a kind of square; a kind that only another package knows is drawn as a tilde."""
    return CELL_SIGNS.get(kind, "~")


def text_picture(scene: Scene, paint: Painter = plain, marks: Collection[str] = (), speaker: Speaker = ENGLISH) -> str:
    """The board with marked squares in brackets, then who is to move, the trays, the notes and what the signs of the
    scene's own marks mean, one fact a line.
    """
    return "\n".join([*_Board(scene, paint, marks).lines(), "", *(speaker.say(fact) for fact in _facts(scene))])


LAST_TURN = Said("[ ] the last turn: from where, and to where")


def legend_lines(signs: Iterable[Sign], speaker: Speaker = ENGLISH) -> list[str]:
    """What all signs of a game mean, those on the board now and those that are not, one a line."""
    told = [_legend_line(sign) for sign in signs if sign.shape != "preview"]
    return [speaker.say(line) for line in (LAST_TURN, *told)]


def _legend_line(sign: Sign) -> Said:
    if sign.shape == "count":
        return Said("digits: {meaning}", meaning=sign.told)
    return Said("{sign} {meaning}", sign=MARK_SIGNS[sign.shape], meaning=sign.told)


class _Board:
    """Lays the squares out; one object a picture, so that widths are found once."""

    def __init__(self, scene: Scene, paint: Painter, marks: Collection[str]) -> None:
        self.scene = scene
        self.paint = paint
        self.marks = marks
        self.walls = {frozenset((barrier.first, barrier.second)) for barrier in scene.barriers}
        squares = [name_of(column, row) for row in range(scene.rows) for column in range(scene.columns)]
        self.signs = dict.fromkeys(squares, (CELL_SIGNS["plain"], "cell:plain"))
        self.signs |= {cell.square: (cell_sign(cell.kind), f"cell:{cell.kind}") for cell in scene.cells}
        self.stacks = {stack.square: stack.pieces for stack in scene.stacks}
        lengths = [len(pieces) for pieces in self.stacks.values()]
        self.width = max([1, *lengths])
        self.margin = len(str(scene.rows))
        self.aids = _signs(scene)
        for square, sign in self.aids.items():
            if square not in self.stacks and self.signs[square][0] in PLAIN_SIGNS:
                self.signs[square] = (sign, "sign")

    def lines(self) -> list[str]:
        lines = []
        for row in reversed(range(self.scene.rows)):
            lines.append(self._row(row).rstrip())
            if self.scene.has_edges and row > 0:
                lines.append(self._edge_row(row).rstrip())
        gap = "   " if self.scene.has_edges else " "
        letters = gap.join(LETTERS[column].center(self.width) for column in range(self.scene.columns))
        return [*lines, self.paint(f"{'':{self.margin + 2}}{letters}".rstrip(), "label")]

    def _row(self, row: int) -> str:
        text = self.paint(f"{row + 1:>{self.margin}} ", "label")
        for column in range(self.scene.columns):
            square = name_of(column, row)
            text += self._before(column, row) + self._sign(square)
        return text + (self.paint("]", "mark") if name_of(self.scene.columns - 1, row) in self.marks else "")

    def _before(self, column: int, row: int) -> str:
        """What stands between a square and the one left of it: brackets of marks, a barrier, or nothing."""
        square = name_of(column, row)
        left = name_of(column - 1, row) if column else ""
        opens = self.paint("[", "mark") if square in self.marks else self._aid(square)
        closes = self.paint("]", "mark") if left in self.marks else GAP
        if column == 0:
            return opens
        if not self.scene.has_edges:
            return self.paint("|", "mark") if GAP not in (opens, closes) else opens if opens != GAP else closes
        wall = self.paint(WALL, "barrier") if frozenset((left, square)) in self.walls else GAP
        return closes + wall + opens

    def _aid(self, square: str) -> str:
        """The sign before what stands on a square."""
        if square not in self.aids or self.signs[square][1] == "sign" or self.aids[square].isdigit():
            return GAP
        return self.paint(self.aids[square], "sign")

    def _sign(self, square: str) -> str:
        pieces = self.stacks.get(square)
        if pieces is None:
            spare = self.width - 1
            painted = self.paint(*self.signs[square])
        else:
            spare = self.width - len(pieces)
            painted = "".join(self.paint(piece.letter, f"player:{piece.owner}") for piece in pieces)
        return GAP * (spare // 2) + painted + GAP * (spare - spare // 2)

    def _edge_row(self, row: int) -> str:
        """The line below a row, with the barriers between it and the next."""
        text = GAP * (self.margin + 1)
        for column in range(self.scene.columns):
            wall = frozenset((name_of(column, row), name_of(column, row - 1))) in self.walls
            text += (self.paint(FLOOR * (self.width + 2), "barrier") if wall else GAP * (self.width + 2)) + GAP
        return text


def _facts(scene: Scene) -> Iterator[str]:
    names = {seat.letter: seat.noun for seat in scene.seats}
    if scene.turn:
        yield Said("{player} ({letter}) to move", player=names[scene.turn], letter=scene.turn)
    else:
        yield Said("The game is over")
    for tray in scene.trays:
        held = Series([scene.entry(name).counted(count) for name, count in tray.contents], COMMAS)
        yield Said("{player}: {what}", player=names[tray.owner], what=held)
    for seat in scene.seats:
        if not seat.is_in:
            yield Said("{player} is out", player=seat.noun)
    yield from scene.told
    yield from _marks_told(scene)
    kinds: dict[str, Noun] = {cell.kind: noun_of(cell.kind) for cell in scene.cells if cell.kind not in UNTOLD}
    if kinds:
        legend = [Said("{sign} {kind}", sign=cell_sign(kind), kind=kinds[kind]) for kind in sorted(kinds)]
        yield Series(legend, COMMAS)


def _signs(scene: Scene) -> dict[str, str]:
    """The sign of each square with marks. A preview has none, for nobody points at text."""
    order = list(MARK_SIGNS)
    found: dict[str, str] = {}
    ranked = sorted(
        scene.marks, key=lambda mark: order.index(mark.sign.shape) if mark.sign.shape in order else len(order)
    )
    for mark in ranked:
        sign = str(mark.number) if mark.sign.shape == "count" else MARK_SIGNS.get(mark.sign.shape, "")
        for square in mark.squares if sign and mark.sign.shape != "cut" else ():
            found.setdefault(square, sign)
    return found


def _marks_told(scene: Scene) -> Iterator[str]:
    """What the signs mean, each with its squares where they are few; points and chains have sentences of their own."""
    grouped: dict[str, list[Mark]] = {}
    for mark in scene.marks:
        if mark.sign.shape != "preview":
            grouped.setdefault(mark.sign.told, []).append(mark)
    for told, marks in grouped.items():
        shape = marks[0].sign.shape
        squares = [square for mark in marks for square in mark.squares]
        if not squares:
            yield from (mark.told for mark in marks)
        elif shape == "count":
            yield _legend_line(marks[0].sign)
        elif len(squares) <= MOST_NAMED and shape not in PATHS:
            listed = Series(squares, COMMAS)
            yield Said("{sign} {meaning}: {squares}", sign=MARK_SIGNS[shape], meaning=told, squares=listed)
        else:
            yield _legend_line(marks[0].sign)
