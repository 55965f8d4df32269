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
WON = Sign("won", "chain", Said("a chain from side to side"), stays=True, on=words.PIECE)
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


@functools.lru_cache(maxsize=1024)
def longest_chain(pieces: Bits) -> tuple[int, ...]:
    """A shortest path from the left end to the right end of the group that reaches over the most columns.

    Remembered: a turn mostly leaves the chains of the other player as they were.
    """
    best: Bits = pieces - pieces
    widest, rest = 0, pieces
    while rest:
        group = _group(bit(rest.first()), pieces)
        rest -= group
        if _span(group) > widest:
            best, widest = group, _span(group)
    return tuple(_path(best)) if best else ()


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
    return Said("Place a piece, or a permanent one of the other colour, which turns all around it.")


def forced(state: Pathwayz, options: Options) -> Reason | None:
    """Pathwayz never forces a turn."""
    return None


def ending(state: Pathwayz, action: int, options: Options) -> Ending | None:
    after = state.play(action)
    if after.winner == ONGOING:
        return None
    if after.reason != CHAIN_COMPLETED:
        return Ending(Said("the board is full, and nobody has a chain from the left side to the right"))
    won = [_won(seat, after) for seat in range(len(SEATS)) if _is_joined(seat, after)]
    return Ending(_told(state.turn, after.winner, len(won)), tuple(won))


def _pieces(seat: int, state: Pathwayz) -> Bits:
    return (state.white, state.black)[seat]


def _is_joined(seat: int, state: Pathwayz) -> bool:
    """Whether a player has a chain from side to side."""
    path = longest_chain(_pieces(seat, state))
    return bool(path) and path[-1] // ROWS - path[0] // ROWS == COLUMNS - 1


def _won(seat: int, state: Pathwayz) -> Mark:
    squares = tuple(map(square_name, longest_chain(_pieces(seat, state))))
    return Mark(WON, squares, _joins(seat), SEATS[seat].letter)


def _joins(seat: int) -> Said:
    return Said("{player:whose} chain joins the left side to the right", player=SEATS[seat].noun)


def _told(mover: int, winner: int, chains: int) -> Said:
    """Why the winner is who it is, where that surprises: by another's turn, or with both chains there."""
    player, other = SEATS[winner].noun, SEATS[mover].noun
    if chains > 1:
        return Said("both chains join the left side to the right, and {player} made the turn", player=player)
    if mover != winner:
        return Said(
            "{player:whose} chain joins left and right: a permanent piece of {other} completed it",
            player=player,
            other=other,
        )
    return _joins(winner)
