"""Why a move of Pathwayz is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.said import Said
from tavoliere.games.pathwayz import words
from tavoliere.games.pathwayz.notation import GRID
from tavoliere.games.pathwayz.rules import Pathwayz

CLAUSES = {
    "pathwayz.empty": Said("A piece is placed on an empty square."),
}


def refusal(state: Pathwayz, text: str, options: Options) -> Reason:
    name = text.removesuffix("*")
    square = GRID.square(name) or 0
    piece = words.PERMANENT if state.permanent.has(square) else words.NORMAL
    colour = words.WHITE_COLOUR if state.white.has(square) else words.BLACK_COLOUR
    taken = Said("{square} is taken by {piece:a} showing {colour}", square=name, piece=piece, colour=colour)
    return Reason("pathwayz.empty", taken)


def immobile(state: Pathwayz, name: str, options: Options) -> Reason | None:
    """Why nothing can be done on a square, if it is taken."""
    return refusal(state, name, options) if (state.white | state.black).has(GRID.square(name) or 0) else None
