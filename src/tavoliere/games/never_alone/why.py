"""Why a move of Never Alone is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.squares import coordinates_of
from tavoliere.games.never_alone.notation import square_name
from tavoliere.games.never_alone.rules import PIECES, SIZE, NeverAlone, at_distance, safe

CLAUSES = {
    "never-alone.pass": "Only a player with no legal placement and no legal capture, or no piece in hand, passes.",
    "never-alone.hand": "A player with no piece left in hand must pass.",
    "never-alone.must-pass": "A player with no legal placement and no legal capture must pass.",
    "never-alone.empty": "A piece is placed on an empty square.",
    "never-alone.capture": "A capture takes the square of an enemy piece, and is written with an x.",
    "never-alone.safe": "Only an enemy piece that is alone can be captured: no piece of its colour is next to it.",
    "never-alone.distance": (
        "A piece is placed or captures at the right distance from an own piece: three squares along a row or column, "
        "or two along a diagonal."
    ),
}
COLOURS = ("red", "black")


def refusal(state: NeverAlone, text: str, options: Options) -> Reason:
    mover, opponent = COLOURS[state.turn], COLOURS[1 - state.turn]
    if text == "pass":
        example = next(iter(state.targets()))
        sign = "x" if state.theirs().has(example) else ""
        return Reason("never-alone.pass", f"{mover} can still play, for instance {sign}{square_name(example)}")
    if state.mine().count() >= PIECES:
        return Reason("never-alone.hand", f"{mover} has no piece left in hand and must pass")
    name = text.removeprefix("x")
    square = _square(name)
    if state.mine().has(square):
        return Reason("never-alone.empty", f"{name} is taken by a {mover} piece")
    if text.startswith("x") and not state.theirs().has(square):
        return Reason("never-alone.capture", f"there is no {opponent} piece on {name} to capture")
    if safe(state.theirs()).has(square):
        return Reason("never-alone.safe", f"the {opponent} piece on {name} is safe: another one stands next to it")
    if not at_distance(state.mine()).has(square):
        return _too_far(state, name, mover)
    return Reason("never-alone.capture", f"a {opponent} piece stands on {name}; taking it is written x{name}")


def _too_far(state: NeverAlone, name: str, mover: str) -> Reason:
    if not state.targets():
        return Reason("never-alone.must-pass", f"{mover} has nowhere to place or capture and must pass")
    column, row = coordinates_of(name, SIZE, SIZE) or (0, 0)
    near = min(state.mine(), key=lambda square: (abs(square % SIZE - column) + abs(square // SIZE - row), square))
    across, up = abs(near % SIZE - column), abs(near // SIZE - row)
    return Reason(
        "never-alone.distance",
        f"{name} is not at the right distance from any {mover} piece; from {square_name(near)} it is {across} across "
        f"and {up} up or down",
    )


def _square(name: str) -> int:
    column, row = coordinates_of(name, SIZE, SIZE) or (0, 0)
    return row * SIZE + column
