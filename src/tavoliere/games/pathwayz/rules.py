"""Pathwayz (Louis Lafair, 2014)."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bare
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Facts, Options, Player
from tavoliere.core.game import DRAW, ONGOING, Actions, change, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, below
from tavoliere.core.said import Noun, Said

WHITE, BLACK = 0, 1
CHAIN_COMPLETED, BOARD_FULL = 0, 1
COLUMNS, ROWS = 12, 8

FACTS = Facts(
    name="pathwayz",
    title=Said("Pathwayz"),
    author="Louis Lafair, 2014",
    players=(Player("w", Noun("White")), Player("b", Noun("Black"))),
    columns=COLUMNS,
    rows=ROWS,
    action_count=2 * 96,
    most_actions=2 * 96,
    most_actions_a_turn=1,
    longest_game=96,
    repetition=None,
    reasons=(Said("chain completed"), Said("board full")),
    rules_version=1,
)

# The board. Square = column * 8 + row, so a1 is 0, a2 is 1, b1 is 8, l8 is 95: a column is one byte.
#
#   8   7  15  23  ..  95
#   .   .   .   .       .     A chain joins column a to column l, for both players.
#   2   1   9  17  ..  89
#   1   0   8  16  ..  88     An action is 2 * square for a normal piece, 2 * square + 1 for a permanent one.
#       a   b   c  ..   l

BOARD = Bits.of(range(96))
COLUMN_A = Bits.of(range(8))
COLUMN_L = Bits.of(range(88, 96))
TOP_ROW = Bits.of(range(7, 96, 8))
BOTTOM_ROW = Bits.of(range(0, 96, 8))


@helper
def around(squares: Bits) -> Bits:
    """The squares and all that touch them, orthogonally or diagonally."""
    tall = squares | ((squares - TOP_ROW) << 1) | ((squares - BOTTOM_ROW) >> 1)
    return tall | (tall << ROWS) | (tall >> ROWS)


@helper
def chained(pieces: Bits) -> bool:
    """Whether the pieces hold a chain from column a to column l."""
    if pieces.count() < COLUMNS or not pieces & COLUMN_L:
        return False
    passable, reached, goal = bare(pieces), bare(pieces & COLUMN_A), bare(COLUMN_L)
    below_top, above_bottom = bare(BOARD - TOP_ROW), bare(BOARD - BOTTOM_ROW)
    while reached:
        tall = reached | (reached & below_top) << 1 | (reached & above_bottom) >> 1
        wider = (tall | tall << ROWS | tall >> ROWS) & passable
        if wider & goal:
            return True
        if wider == reached:
            return False
        reached = wider
    return False


@game
class Pathwayz(NamedTuple):
    """A position of Pathwayz."""

    white: Bits  # squares that show white, normal or permanent
    black: Bits
    permanent: Bits
    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: Options) -> Pathwayz:
        return cls(Bits(), Bits(), Bits(), WHITE, ONGOING, 0)

    def actions(self, out: Actions) -> int:
        """A normal or a permanent piece goes on any empty square."""
        if self.winner != ONGOING:
            return 0
        count = 0
        for square in self.empty():
            out[count] = 2 * square
            out[count + 1] = 2 * square + 1
            count += 2
        return count

    def play(self, action: int) -> Pathwayz:
        """A normal piece shows the mover's colour; a permanent one shows the opponent's and turns its neighbours."""
        here = bit(action >> 1)
        is_permanent = action & 1 == 1
        white, black = self.white, self.black
        if is_permanent:
            turned = around(here) & (white | black) - self.permanent
            white ^= turned
            black ^= turned
        if (self.turn == WHITE) != is_permanent:
            white |= here
        else:
            black |= here
        permanent = self.permanent | here if is_permanent else self.permanent
        return Pathwayz(white, black, permanent, 1 - self.turn, ONGOING, 0).judged(is_permanent)

    def judged(self, both: bool) -> Pathwayz:
        """Whoever has a chain wins, the player who moved last before the other; a full board without one is a draw.

        The other player's chain needs a look only if the last move may have changed both colours.
        """
        mover = 1 - self.turn
        if chained(self.black if mover else self.white):
            return change(self, winner=mover, reason=CHAIN_COMPLETED)
        if both and chained(self.white if mover else self.black):
            return change(self, winner=self.turn, reason=CHAIN_COMPLETED)
        if not self.empty():
            return change(self, winner=DRAW, reason=BOARD_FULL)
        return self

    def empty(self) -> Bits:
        return BOARD - (self.white | self.black)

    def key(self) -> int:
        return mixed(mixed(mixed(mixed(EMPTY_KEY, self.white), self.black), self.permanent), self.turn)

    # What exists only for speed

    def allows(self, action: int, out: Actions) -> bool:
        return self.winner == ONGOING and self.empty().has(action >> 1)

    def random_action(self, rng: Rng, out: Actions) -> int:
        """Every empty square stands for two actions."""
        empty = self.empty()
        number = below(rng, 2 * empty.count())
        return 2 * empty.nth(number >> 1) + (number & 1)
