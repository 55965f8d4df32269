"""How a position of Tablut is judged: pieces, the king's ways out, and who guards them."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.game import evaluation, helper
from tavoliere.games.tablut.rules import (
    AGAINST_WALLS,
    BOARD,
    CASTLE,
    COLUMN_A,
    COLUMN_I,
    ESCAPES,
    HOSTILE,
    SIZE,
    TARGET,
    WHITE,
    Tablut,
    beside,
    between,
)

# Squares from which attackers close the corners diagonally.
CORNERS = Bits.of(
    (2 * SIZE + 1, SIZE + 2, 2 * SIZE + 7, SIZE + 6, 6 * SIZE + 1, 7 * SIZE + 2, 6 * SIZE + 7, 7 * SIZE + 6)
)
MOST_WAYS = 6


@helper
def lines_from(squares: Bits, open_squares: Bits) -> Bits:
    """The open squares that a straight line over open squares joins to any of the squares."""
    up = down = right = left = squares
    north, south = open_squares, open_squares
    east, west = open_squares - COLUMN_A, open_squares - COLUMN_I
    up |= north & (up << SIZE)
    down |= south & (down >> SIZE)
    right |= east & (right << 1)
    left |= west & (left >> 1)
    north &= north << SIZE
    south &= south >> SIZE
    east &= east << 1
    west &= west >> 1
    up |= north & (up << 2 * SIZE)
    down |= south & (down >> 2 * SIZE)
    right |= east & (right << 2)
    left |= west & (left >> 2)
    north &= north << 2 * SIZE
    south &= south >> 2 * SIZE
    east &= east << 2
    west &= west >> 2
    up |= north & (up << 4 * SIZE)
    down |= south & (down >> 4 * SIZE)
    right |= east & (right << 4)
    left |= west & (left >> 4)
    return (up | down | right | left) - squares


@helper
def ways_out(state: Tablut) -> tuple[int, int, int, int, int]:
    """How the king gets out: lines to an escape; squares for him from which one leads there, and where there is none,
    such squares two moves away; squares anywhere with a line to an escape; squares that he can reach.
    """
    open_squares = BOARD - (state.white | state.black | HOSTILE)
    reach = lines_from(bit(state.king), open_squares)
    near = reach - ESCAPES
    exits = lines_from(ESCAPES & open_squares, open_squares)
    ways_next = (near & exits).count()
    ways_later = (lines_from(near, open_squares) & exits).count() if ways_next == 0 else 0
    return (reach & ESCAPES).count(), ways_next, ways_later, exits.count(), near.count()


@helper
def promised(state: Tablut, action: int) -> int:
    """Captures first, then attackers that come to the king."""
    here = bit(TARGET[action])
    if state.turn == WHITE:
        white = state.white ^ (here | bit(action >> 4))
        captured = state.black & (between(here, white) | AGAINST_WALLS[TARGET[action]])
        value = 1000 * captured.count()
        if action >> 4 == state.king:
            value += 20000 if ESCAPES & here else 300
        return value
    black = state.black ^ (here | bit(action >> 4))
    value = 1000 * (between(here, black | HOSTILE) & state.white).count()
    if beside(here) & bit(state.king):
        value += 400
    return value


@evaluation
class TablutJudge(NamedTuple):
    """Weights in thousandths of a logit, in White's favour."""

    defender: int  # a white piece
    attacker: int  # a black piece
    to_move: int
    open_way: int  # the king has a line to an escape
    two_ways: int  # he has more than one
    way_next: int  # a square for the king from which a line leads to an escape
    way_later: int  # where there is none, such a square two moves of the king away
    exit: int  # a square anywhere from which a line leads to an escape
    king_square: int  # a square that the king can reach in one move
    corner_guard: int  # an attacker on a square that closes a corner
    king_left: int  # the king is not on the castle
    defender_by_king: int
    even: int  # what White has on a level board

    def balance(self, state: Tablut) -> int:
        king = bit(state.king)
        ways, ways_next, ways_later, exits, near = ways_out(state)
        value = self.defender * state.white.count() + self.attacker * state.black.count()
        value += self.to_move if state.turn == WHITE else -self.to_move
        if ways > 0:
            value += self.open_way
        if ways > 1:
            value += self.two_ways
        value += self.way_next * min(ways_next, MOST_WAYS)
        value += self.way_later * min(ways_later, MOST_WAYS)
        value += self.exit * exits + self.king_square * near
        value += self.corner_guard * (state.black & CORNERS).count()
        value += self.defender_by_king * (beside(king) & state.white).count()
        if not king & CASTLE:
            value += self.king_left
        return value + self.even

    def promise(self, state: Tablut, action: int) -> int:
        return promised(state, action)


JUDGE = TablutJudge(
    defender=1050,
    attacker=-1212,
    to_move=73,
    open_way=688,
    two_ways=2857,
    way_next=145,
    way_later=26,
    exit=-13,
    king_square=96,
    corner_guard=-80,
    king_left=-298,
    defender_by_king=-123,
    even=8400,
)
