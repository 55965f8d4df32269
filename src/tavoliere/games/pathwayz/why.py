"""Why a move of Pathwayz is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.squares import coordinates_of
from tavoliere.games.pathwayz.rules import COLUMNS, ROWS, Pathwayz

CLAUSES = {
    "pathwayz.empty": "A piece is placed on an empty square.",
}


def refusal(state: Pathwayz, text: str, options: Options) -> Reason:
    name = text.removesuffix("*")
    column, row = coordinates_of(name, COLUMNS, ROWS) or (0, 0)
    square = column * ROWS + row
    kind = "permanent" if state.permanent.has(square) else "normal"
    colour = "white" if state.white.has(square) else "black"
    return Reason("pathwayz.empty", f"{name} is taken by a {kind} piece showing {colour}")
