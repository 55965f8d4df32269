"""What a player of Pathwayz must see: how far the chains reach, and what a permanent piece would turn over."""

from __future__ import annotations

import functools

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Options
from tavoliere.core.game import ONGOING
from tavoliere.core.said import Said
from tavoliere.games.pathwayz import words
from tavoliere.games.pathwayz.face import SEATS
from tavoliere.games.pathwayz.notation import square_name
from tavoliere.games.pathwayz.rules import CHAIN_COMPLETED, COLUMNS, ROWS, Pathwayz, around
from tavoliere.scene import Ending, Mark, Sign
from tavoliere.scene.steps import tray

CHAIN = Sign(
    "chain",
    "chain",
    Said("the longest chain: the pieces of one colour that reach over the most columns"),
    on=words.PIECE,
)
TURNS = Sign("turns", "preview", Said("what a permanent piece would turn over here"), on=words.PIECE)
WON = Sign("won", "chain", Said("the chain that won"), stays=True, on=words.PIECE)
SIGNS = (CHAIN, TURNS, WON)
SHORTEST = 2
"""A single column is no chain worth drawing."""

MEANINGS: dict[str, str] = {
    words.PIECE: Said("It shows its owner's colour, until a permanent piece beside it turns it over."),
    words.PERMANENT: Said("It shows the opponent's colour, turned over all its neighbours, and never turns itself."),
}


def marks(state: Pathwayz, options: Options) -> tuple[Mark, ...]:
    found: list[Mark] = []
    for seat, pieces in zip(SEATS, (state.white, state.black), strict=True):
        path = longest_chain(pieces)
        span = path[-1] // ROWS - path[0] // ROWS + 1 if path else 0
        if span >= SHORTEST:
            told = Said(
                "{player:whose} longest chain: {count} of {all} columns", player=seat.noun, count=span, all=COLUMNS
            )
            found.append(Mark(CHAIN, tuple(map(square_name, path)), told, seat.letter, span))
    step = tray(SEATS[state.turn].letter, "permanent")
    for square in state.empty():
        turned = would_turn(state, square)
        if turned:
            found.append(_turning_mark(square, turned, step))
    return tuple(found)


@functools.lru_cache(maxsize=4096)
def _turning_mark(square: int, turned: Bits, step: str) -> Mark:
    """Most squares have the same neighbours as before a turn."""
    squares = (square_name(square), *map(square_name, turned))
    return Mark(TURNS, squares, _turning(turned.count()), number=turned.count(), step=step)


@functools.cache
def _neighbours(square: int) -> Bits:
    return around(bit(square))


def would_turn(state: Pathwayz, square: int) -> Bits:
    """The pieces that a permanent piece on an empty square turns over."""
    return _neighbours(square) & ((state.white | state.black) - state.permanent)


@functools.cache
def _turning(count: int) -> Said:
    return Said("a permanent piece here turns {count} {count:one=piece|many=pieces} over", count=count)


def longest_chain(pieces: Bits) -> list[int]:
    """A shortest path from the left end to the right end of the group that reaches over the most columns."""
    best: Bits = pieces - pieces
    widest, rest = 0, pieces
    while rest:
        group = _group(bit(rest.first()), pieces)
        rest -= group
        if _span(group) > widest:
            best, widest = group, _span(group)
    return _path(best) if best else []


def _group(squares: Bits, pieces: Bits) -> Bits:
    """All pieces joined to the given ones."""
    while True:
        wider = around(squares) & pieces
        if wider == squares:
            return squares
        squares = wider


def _span(group: Bits) -> int:
    """Over how many columns a group reaches."""
    columns = [square // ROWS for square in group]
    return max(columns) - min(columns) + 1


def _path(group: Bits) -> list[int]:
    """A shortest walk through a group from its leftmost column to its rightmost one."""
    columns = [square // ROWS for square in group]
    first, last = min(columns), max(columns)
    layers = [Bits.of(square for square in group if square // ROWS == first)]
    seen = layers[0]
    while not any(square // ROWS == last for square in layers[-1]):
        layers.append((around(layers[-1]) & group) - seen)
        seen |= layers[-1]
    path = [next(square for square in layers[-1] if square // ROWS == last)]
    for layer in reversed(layers[:-1]):
        path.append((around(bit(path[-1])) & layer).first())
    return path[::-1]


def asked(state: Pathwayz, options: Options) -> str:
    return Said(
        "Place a piece of your colour, or a permanent one that shows the other colour and turns its neighbours."
    )


def forced(state: Pathwayz, options: Options) -> Reason | None:
    """Pathwayz never forces a turn."""
    return None


def ending(state: Pathwayz, action: int, options: Options) -> Ending | None:
    after = state.play(action)
    if after.winner == ONGOING:
        return None
    if after.reason != CHAIN_COMPLETED:
        return Ending(Said("the board is full, and nobody has a chain from the left side to the right"))
    seat, pieces = SEATS[after.winner], (after.white, after.black)[after.winner]
    told = Said("{player:whose} chain joins the left side to the right", player=seat.noun)
    return Ending(told, (Mark(WON, tuple(map(square_name, longest_chain(pieces))), told, seat.letter),))
