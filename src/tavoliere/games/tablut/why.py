"""Why a move of Tablut is not allowed, in the words of the rules."""

from __future__ import annotations

from tavoliere.core.errors import Reason, immobility
from tavoliere.core.facts import Options
from tavoliere.core.said import COMMAS, Noun, Said, Series
from tavoliere.games.tablut import words
from tavoliere.games.tablut.notation import GRID, square_name
from tavoliere.games.tablut.rules import BLACK, CAMP_GROUPS, CAMPS, CASTLE, FACTS, SIZE, WHITE, Tablut

CLAUSES = {
    "tablut.own-piece": Said("The players alternate, and each moves one of the own pieces."),
    "tablut.line": Said("A piece moves any number of squares in a straight line along its row or column."),
    "tablut.blocked": Said("No piece moves over or onto another piece."),
    "tablut.castle": Said("No piece moves over or onto the castle, the king included once he has left it."),
    "tablut.camp": Said(
        "No piece moves over or onto a camp, except that a black piece standing in a camp may move inside it, and "
        "through it and out."
    ),
}


def refusal(state: Tablut, text: str, options: Options) -> Reason:
    start, target = (GRID.square(name) or 0 for name in text.split("-"))
    if not state.movers().has(start):
        return _not_own(state, start)
    if start == target:
        return Reason("tablut.line", Said("a move ends on another square than {square}", square=square_name(start)))
    if start // SIZE != target // SIZE and start % SIZE != target % SIZE:
        return Reason(
            "tablut.line",
            Said(
                "{start} and {target} are not on one row or column",
                start=square_name(start),
                target=square_name(target),
            ),
        )
    step = (1 if start // SIZE == target // SIZE else SIZE) * (1 if target > start else -1)
    for square in range(start + step, target + step, step):
        reason = _obstacle(state, start, square)
        if reason is not None:
            return reason
    return Reason("tablut.line", Said("{move} is not a move along a line", move=text))


def immobile(state: Tablut, name: str, options: Options) -> Reason:
    """Why no turn begins on a square."""
    square = GRID.square(name) or 0
    if not state.movers().has(square):
        return _not_own(state, square)
    column, row = square % SIZE, square // SIZE
    beside = [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]
    inside = [up * SIZE + across for across, up in beside if 0 <= across < SIZE and 0 <= up < SIZE]
    obstacles = [reason for other in inside if (reason := _hindrance(state, square, other)) is not None]
    return immobility(_piece_name(state, square), name, obstacles)


def _hindrance(state: Tablut, start: int, square: int) -> Reason | None:
    """The same as an obstacle, in a sentence that can be said of several squares at once."""
    if (state.white | state.black).has(square):
        taken = Said("{squares} {squares:one=is|many=are} taken", squares=_names(square))
        return Reason("tablut.blocked", taken)
    return _obstacle(state, start, square)


def _names(square: int) -> Series:
    return Series([square_name(square)], COMMAS)


def _not_own(state: Tablut, square: int) -> Reason:
    name = square_name(square)
    if not (state.white | state.black).has(square):
        return Reason("tablut.own-piece", Said("there is no piece on {square}", square=name))
    white, black = (FACTS.players[player].name for player in (WHITE, BLACK))
    owner, mover = (black, white) if state.turn == WHITE else (white, black)
    return Reason(
        "tablut.own-piece",
        Said("the piece on {square} is {owner:whose}, and {mover} is to move", square=name, owner=owner, mover=mover),
    )


def _obstacle(state: Tablut, start: int, square: int) -> Reason | None:
    """What keeps the piece from stepping on a square, if anything does."""
    name = square_name(square)
    if (state.white | state.black).has(square):
        piece = _piece_name(state, square)
        return Reason("tablut.blocked", Said("{piece:the} on {square} is in the way", piece=piece, square=name))
    if CASTLE.has(square):
        return Reason("tablut.castle", Said("nothing moves over or onto the castle ({square})", square=name))
    if not CAMPS.has(square):
        return None
    if state.turn == WHITE:
        closed = Said(
            "{squares} {squares:one=is a camp|many=are camps}, which no white piece may enter or cross",
            squares=_names(square),
        )
        return Reason("tablut.camp", closed)
    if not CAMPS.has(start):
        left = Said(
            "{squares} {squares:one=is a camp|many=are camps}, and a piece outside the camps never enters one",
            squares=_names(square),
        )
        return Reason("tablut.camp", left)
    own_camp = next(camp for camp in CAMP_GROUPS if camp.has(start))
    if own_camp.has(square):
        return None
    other = Said(
        "{squares} {squares:one=belongs|many=belong} to another camp than {start}",
        squares=_names(square),
        start=square_name(start),
    )
    return Reason("tablut.camp", other)


def _piece_name(state: Tablut, square: int) -> Noun:
    if state.black.has(square):
        return words.ATTACKER
    return words.KING if square == state.king else words.DEFENDER
