"""Why a move of Tablut is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.squares import coordinates_of
from tavoliere.games.tablut.notation import square_name
from tavoliere.games.tablut.rules import CAMP_GROUPS, CAMPS, CASTLE, SIZE, WHITE, Tablut

CLAUSES = {
    "tablut.own-piece": "The players alternate, and each moves one of the own pieces.",
    "tablut.line": "A piece moves any number of squares in a straight line along its row or column.",
    "tablut.blocked": "No piece moves over or onto another piece.",
    "tablut.castle": "No piece moves over or onto the castle, the king included once he has left it.",
    "tablut.camp": (
        "No piece moves over or onto a camp, except that a black piece standing in a camp may move inside it, and "
        "through it and out."
    ),
}


def refusal(state: Tablut, text: str, options: Options) -> Reason:
    start, target = (_square(name) for name in text.split("-"))
    if not state.movers().has(start):
        return _not_own(state, start)
    if start == target:
        return Reason("tablut.line", f"a move ends on another square than {square_name(start)}")
    if start // SIZE != target // SIZE and start % SIZE != target % SIZE:
        return Reason("tablut.line", f"{square_name(start)} and {square_name(target)} are not on one row or column")
    step = (1 if start // SIZE == target // SIZE else SIZE) * (1 if target > start else -1)
    for square in range(start + step, target + step, step):
        reason = _obstacle(state, start, square)
        if reason is not None:
            return reason
    return Reason("tablut.line", f"{text} is not a move along a line")


def _square(name: str) -> int:
    column, row = coordinates_of(name, SIZE, SIZE) or (0, 0)
    return row * SIZE + column


def _not_own(state: Tablut, square: int) -> Reason:
    name = square_name(square)
    if not (state.white | state.black).has(square):
        return Reason("tablut.own-piece", f"there is no piece on {name}")
    owner, mover = ("Black", "White") if state.turn == WHITE else ("White", "Black")
    return Reason("tablut.own-piece", f"the piece on {name} is {owner}'s, and {mover} is to move")


def _obstacle(state: Tablut, start: int, square: int) -> Reason | None:
    """What keeps the piece from stepping on a square, if anything does."""
    name = square_name(square)
    if (state.white | state.black).has(square):
        return Reason("tablut.blocked", f"the {_piece_name(state, square)} on {name} is in the way")
    if CASTLE.has(square):
        return Reason("tablut.castle", f"nothing moves over or onto the castle ({name})")
    if not CAMPS.has(square):
        return None
    if state.turn == WHITE:
        return Reason("tablut.camp", f"{name} is a camp, which no white piece may enter or cross")
    if not CAMPS.has(start):
        return Reason("tablut.camp", f"{name} is a camp, and a piece outside the camps never enters one")
    own_camp = next(camp for camp in CAMP_GROUPS if camp.has(start))
    if own_camp.has(square):
        return None
    return Reason("tablut.camp", f"{name} belongs to another camp than {square_name(start)}")


def _piece_name(state: Tablut, square: int) -> str:
    if state.black.has(square):
        return "attacker"
    return "king" if square == state.king else "defender"
