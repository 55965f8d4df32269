"""Why a move of Never Alone is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.said import Noun, Qualified, Said
from tavoliere.games.never_alone import words
from tavoliere.games.never_alone.notation import GRID, action_text, square_name
from tavoliere.games.never_alone.rules import PIECES, SIZE, NeverAlone, at_distance, safe

CLAUSES = {
    "never-alone.pass": Said(
        "Only a player with no legal placement and no legal capture, or no piece in hand, passes."
    ),
    "never-alone.hand": Said("A player with no piece left in hand must pass."),
    "never-alone.must-pass": Said("A player with no legal placement and no legal capture must pass."),
    "never-alone.empty": Said("A piece is placed on an empty square."),
    "never-alone.capture": Said("A capture takes the square of an enemy piece, and is written with an x."),
    "never-alone.safe": Said(
        "Only an enemy piece that is alone can be captured: no piece of its colour is next to it."
    ),
    "never-alone.distance": Said(
        "A piece is placed or captures at the right distance from an own piece: three squares along a row or column, "
        "or two along a diagonal."
    ),
}
SIDES = (words.RED_SIDE, words.BLACK_SIDE)
PIECES_OF = (Qualified(words.RED_COLOUR, words.PIECE), Qualified(words.BLACK_COLOUR, words.PIECE))


def refusal(state: NeverAlone, text: str, options: Options) -> Reason:
    mover, own, hostile = SIDES[state.turn], PIECES_OF[state.turn], PIECES_OF[1 - state.turn]
    if text == "pass":
        example = action_text(state, next(iter(state.targets())))
        return Reason(
            "never-alone.pass", Said("{player} can still play, for instance {move}", player=mover, move=example)
        )
    if state.mine().count() >= PIECES:
        return Reason("never-alone.hand", Said("{player} has no piece left in hand and must pass", player=mover))
    name = text.removeprefix("x")
    square = GRID.square(name) or 0
    if state.mine().has(square):
        return Reason("never-alone.empty", Said("{square} is taken by {piece:a}", square=name, piece=own))
    if text.startswith("x") and not state.theirs().has(square):
        return Reason(
            "never-alone.capture", Said("there is no {piece} on {square} to capture", piece=hostile, square=name)
        )
    if safe(state.theirs()).has(square):
        return Reason(
            "never-alone.safe",
            Said("{piece:the} on {square} is safe: another one stands next to it", piece=hostile, square=name),
        )
    if not at_distance(state.mine()).has(square):
        return _too_far(state, name, mover, own)
    return Reason(
        "never-alone.capture",
        Said("{piece:a} stands on {square}; taking it is written x{square}", piece=hostile, square=name),
    )


def immobile(state: NeverAlone, name: str, options: Options) -> Reason:
    """Why nothing can be done on a square."""
    return refusal(state, f"x{name}" if state.theirs().has(GRID.square(name) or 0) else name, options)


def _too_far(state: NeverAlone, name: str, mover: Noun, own: Noun) -> Reason:
    if not state.targets():
        return Reason(
            "never-alone.must-pass", Said("{player} has nowhere to place or capture and must pass", player=mover)
        )
    column, row = GRID.place(GRID.square(name) or 0)
    near = min(state.mine(), key=lambda square: (abs(square % SIZE - column) + abs(square // SIZE - row), square))
    across, up = abs(near % SIZE - column), abs(near // SIZE - row)
    return Reason(
        "never-alone.distance",
        Said(
            "{square} is not at the right distance from any {piece}; from {near} it is {across} across "
            "and {up} up or down",
            square=name,
            piece=own,
            near=square_name(near),
            across=across,
            up=up,
        ),
    )
