"""What drawings look up in a scene, found once for every side that it is seen from and every language."""

from __future__ import annotations

from tavoliere.scene import Mark, Piece, Scene

OVER = frozenset({"threat", "must", "chain", "cut", "points"})
"""Marks that lie over the pieces; all others lie under them."""
HIDEABLE = frozenset({"goal", "ghost"})
"""Those that are drawn as large as a piece: where one stands, they are drawn at its corner."""
BESIDE_PIECES = frozenset({"preview"})
"""What is no drawing of its own: pages show it when somebody points at a square."""

Preview = tuple[tuple[str, ...], str]
"""The squares that a preview shows, and the step after which; empty if the board says that step."""


class Plan:
    """A scene by its squares and sides."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.kinds = {cell.square: cell.kind for cell in scene.cells}
        self.standing: dict[str, tuple[Piece, ...]] = {stack.square: stack.pieces for stack in scene.stacks}
        self.walls = _walls(scene)
        self.said = _said(scene.marks)
        self.said_of_sides = {frozenset(mark.squares): mark.told for mark in scene.marks if mark.sign.shape == "cut"}
        previews = [mark for mark in scene.marks if mark.sign.shape == "preview" and mark.squares]
        steps = {mark.step for mark in previews}
        self.step = steps.pop() if len(steps) == 1 else ""
        """The step after which all previews are shown, if that is one: the board says it once for all squares."""
        self.previews: dict[str, Preview] = {
            mark.squares[0]: (mark.squares[1:], "" if self.step else mark.step) for mark in previews
        }
        drawn = [mark for mark in scene.marks if mark.squares and mark.sign.shape not in BESIDE_PIECES]
        self.over = tuple(mark for mark in drawn if self._lies_over(mark))
        self.under = tuple(mark for mark in drawn if not self._lies_over(mark))

    def _lies_over(self, mark: Mark) -> bool:
        return mark.sign.shape in OVER or self.is_hidden(mark)

    def is_hidden(self, mark: Mark) -> bool:
        """Whether a goal or a ghost has somebody on its square, who would hide it."""
        return mark.sign.shape in HIDEABLE and mark.squares[0] in self.standing


def _walls(scene: Scene) -> dict[str, tuple[str, ...]]:
    """For each square with barriers beside it, the squares that they are towards."""
    found: dict[str, list[str]] = {}
    for barrier in scene.barriers:
        found.setdefault(barrier.first, []).append(barrier.second)
        found.setdefault(barrier.second, []).append(barrier.first)
    return {square: tuple(sorted(others)) for square, others in found.items()}


def _said(marks: tuple[Mark, ...]) -> dict[str, tuple[tuple[str, bool], ...]]:
    """What marks say of each square, and whether that stays when marks are switched off."""
    found: dict[str, dict[str, bool]] = {}
    for mark in marks:
        squares = mark.squares[:1] if mark.sign.shape == "preview" else mark.squares
        for square in squares:
            found.setdefault(square, {}).setdefault(mark.told, mark.sign.stays)
    return {square: tuple(told.items()) for square, told in found.items()}
