"""A scene as plain text: coordinates, pieces by letter, stacks bottom to top, barriers between the squares."""

from __future__ import annotations

from tavoliere.core.squares import LETTERS, name_of
from tavoliere.scene import Scene, Tray

CELL_SIGNS = {"plain": ".", "hole": "o", "camp": ":", "castle": "+", "corner": " "}
LEGENDS = {"hole": "o hole", "camp": ": camp", "castle": "+ castle"}
WALL, FLOOR, GAP = "|", "-", " "


def text_picture(scene: Scene) -> str:
    """The board, then who is to move, the trays and the notes, one fact a line."""
    return "\n".join([*_board_lines(scene), "", *_fact_lines(scene)])


def _board_lines(scene: Scene) -> list[str]:
    signs = _signs(scene)
    width = max(len(sign) for sign in signs.values())
    margin = len(str(scene.rows))
    walls = {frozenset((barrier.first, barrier.second)) for barrier in scene.barriers}
    lines = []
    for row in reversed(range(scene.rows)):
        lines.append(f"{row + 1:>{margin}}  {_row(scene, row, signs, walls, width)}".rstrip())
        if scene.has_edges and row > 0:
            lines.append((" " * (margin + 1) + _edge_row(scene, row, walls, width)).rstrip())
    gap = "   " if scene.has_edges else " "
    lines.append(
        " " * (margin + 2) + gap.join(LETTERS[column].center(width) for column in range(scene.columns)).rstrip()
    )
    return lines


def _signs(scene: Scene) -> dict[str, str]:
    """What is written on each square."""
    squares = [name_of(column, row) for row in range(scene.rows) for column in range(scene.columns)]
    signs = dict.fromkeys(squares, CELL_SIGNS["plain"])
    signs |= {cell.square: CELL_SIGNS[cell.kind] for cell in scene.cells}
    signs |= {stack.square: "".join(piece.letter for piece in stack.pieces) for stack in scene.stacks}
    return signs


def _row(scene: Scene, row: int, signs: dict[str, str], walls: set[frozenset[str]], width: int) -> str:
    text = ""
    for column in range(scene.columns):
        square = name_of(column, row)
        text += signs[square].center(width)
        if column + 1 < scene.columns:
            wall = frozenset((square, name_of(column + 1, row))) in walls
            text += f" {WALL if wall else GAP} " if scene.has_edges else " "
    return text


def _edge_row(scene: Scene, row: int, walls: set[frozenset[str]], width: int) -> str:
    """The line below a row, with the barriers between it and the next."""
    parts = []
    for column in range(scene.columns):
        wall = frozenset((name_of(column, row), name_of(column, row - 1))) in walls
        parts.append((FLOOR if wall else GAP) * (width + 2))
    return " ".join(parts)


def _fact_lines(scene: Scene) -> list[str]:
    names = {seat.letter: seat.name for seat in scene.seats}
    lines = [f"{names[scene.turn]} ({scene.turn}) to move"]
    lines += [f"{names[tray.owner]}: {_tray_text(tray)}" for tray in scene.trays]
    lines += [f"{seat.name} is out" for seat in scene.seats if not seat.is_in]
    lines += scene.notes
    kinds = sorted({cell.kind for cell in scene.cells} & set(LEGENDS))
    return [*lines, ", ".join(LEGENDS[kind] for kind in kinds)] if kinds else lines


def _tray_text(tray: Tray) -> str:
    return ", ".join(f"{count} {kind if count == 1 else _plural(kind)}" for kind, count in tray.contents)


def _plural(kind: str) -> str:
    head, _, rest = kind.partition(" ")
    plural = "men" if head == "man" else head + "s"
    return f"{plural} {rest}".strip()
