"""Never Alone (Pierandrea Formusa, 2021)."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.bits import bare
from tavoliere.core.bits import bit64 as bit
from tavoliere.core.facts import Facts, Option, Options, Player
from tavoliere.core.game import DRAW, ONGOING, Actions, change, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, below
from tavoliere.core.said import Noun, Said
from tavoliere.core.squares import squares_of
from tavoliere.core.table import table

RED, BLACK = 0, 1
CAPTURE, MORE_POINTS, EQUAL_POINTS = 0, 1, 2
SIZE = 8
PIECES = 36
PASS = 64

FACTS = Facts(
    name="never-alone",
    title=Said("Never Alone"),
    author="Pierandrea Formusa, 2021",
    players=(Player("r", Noun("Red")), Player("b", Noun("Black"))),
    columns=SIZE,
    rows=SIZE,
    action_count=65,
    most_actions=64,
    most_actions_a_turn=1,
    longest_game=128,
    repetition=None,
    reasons=(Said("capture"), Said("more points"), Said("equal points")),
    rules_version=1,
    options=(
        Option("red", str, "d4", Said("squares, such as d4 or c3 d4"), Said("Where Red starts")),
        Option(
            "black",
            str,
            "e5",
            Said("squares, such as e5; not every start is a game: from b2 and g7 Red can force a win in seven turns"),
            Said("Where Black starts"),
        ),
    ),
)

# The board. Square = row * 8 + column, so a1 is 0, b1 is 1, a2 is 8, h8 is 63.
#
#   8  56 57  ..  63
#   .   .  .       .     The right distance from X:       . . . o . . .
#   2   8  9  ..  15     three squares along a line       . o . . . o .
#   1   0  1  ..   7     or two along a diagonal          . . . . . . .
#       a  b  ..   h                                      o . . X . . o
#                                                         . . . . . . .
# An action is the square to place on or to capture,      . o . . . o .
# or 64 to pass.                                          . . . o . . .

NONE = Bits()
BOARD = Bits.of(range(64))
COLUMN_A = Bits.of(range(0, 64, 8))
COLUMN_H = Bits.of(range(7, 64, 8))
COLUMNS_AB = COLUMN_A | COLUMN_A << 1
COLUMNS_GH = COLUMN_H | COLUMN_H >> 1
COLUMNS_ABC = COLUMNS_AB | COLUMN_A << 2
COLUMNS_FGH = COLUMNS_GH | COLUMN_H >> 2


@helper
def at_distance(pieces: Bits) -> Bits:
    """The squares at the right distance from any of the pieces."""
    left, right = bare(pieces - COLUMNS_AB) >> 2, bare(pieces - COLUMNS_GH) << 2
    farther = bare(pieces - COLUMNS_ABC) >> 3 | bare(pieces - COLUMNS_FGH) << 3
    diagonal = (left | right) << 2 * SIZE | (left | right) >> 2 * SIZE
    straight = bare(pieces) << 3 * SIZE | bare(pieces) >> 3 * SIZE
    return BOARD & (diagonal | straight | farther)


@helper
def safe(pieces: Bits) -> Bits:
    """Those of the pieces that have another one orthogonally next to them; the rest are alone."""
    upright = bare(pieces) << SIZE | bare(pieces) >> SIZE
    return pieces & (upright | bare(pieces - COLUMN_H) << 1 | bare(pieces - COLUMN_A) >> 1)


# By square: the squares at the right distance from it, and those next to it.
DISTANT = table(at_distance(bit(square)) for square in range(64))
BESIDE = table(
    bit(square) << SIZE | bit(square) >> SIZE | (bit(square) - COLUMN_H) << 1 | (bit(square) - COLUMN_A) >> 1
    for square in range(64)
)


@game
class NeverAlone(NamedTuple):
    """A position of Never Alone."""

    red: Bits
    black: Bits
    passes: int  # passes just made, one after another
    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: Options) -> NeverAlone:
        red = Bits.of(squares_of(str(options["red"]), SIZE, SIZE))
        black = Bits.of(squares_of(str(options["black"]), SIZE, SIZE))
        return cls(red, black, 0, RED, ONGOING, 0)

    def mine(self) -> Bits:
        return self.black if self.turn else self.red

    def theirs(self) -> Bits:
        return self.red if self.turn else self.black

    def targets(self) -> Bits:
        """Empty squares, and squares of enemy pieces that are alone, at the right distance from a piece of mine."""
        if self.mine().count() >= PIECES:
            return NONE
        empty = BOARD - (self.red | self.black)
        return at_distance(self.mine()) & (empty | (self.theirs() - safe(self.theirs())))

    def actions(self, out: Actions) -> int:
        """Place or capture; whoever can do neither must pass, and nobody else may."""
        if self.winner != ONGOING:
            return 0
        targets = self.targets()
        if not targets:
            out[0] = PASS
            return 1
        count = 0
        for square in targets:
            out[count] = square
            count += 1
        return count

    def play(self, action: int) -> NeverAlone:
        """Pass, place, or capture, which wins at once. When both pass in a row the points are counted."""
        if action == PASS:
            passed = change(self, turn=1 - self.turn, passes=self.passes + 1)
            return passed.counted() if passed.passes == 2 else passed
        here = bit(action)
        captures = bool(self.theirs() & here)
        return NeverAlone(
            self.red - here if self.turn else self.red | here,
            self.black | here if self.turn else self.black - here,
            0,
            1 - self.turn,
            self.turn if captures else ONGOING,
            CAPTURE,
        )

    def counted(self) -> NeverAlone:
        """One point for every safe piece: more points win, equal points draw."""
        red, black = safe(self.red).count(), safe(self.black).count()
        if red == black:
            return change(self, winner=DRAW, reason=EQUAL_POINTS)
        return change(self, winner=RED if red > black else BLACK, reason=MORE_POINTS)

    def told(self, action: int) -> int:
        """The text of a capture is not that of a placement."""
        return 1 if action != PASS and self.theirs().has(action) else 0

    def key(self) -> int:
        return mixed(mixed(mixed(EMPTY_KEY, self.red), self.black), 4 * self.passes + self.turn)

    # What exists only for speed

    def allows(self, action: int, out: Actions) -> bool:
        """What `targets` says about all squares, asked about one."""
        if self.winner != ONGOING:
            return False
        if action == PASS:
            return not self.targets()
        if self.mine().has(action) or not DISTANT[action] & self.mine() or self.mine().count() >= PIECES:
            return False
        return not self.theirs().has(action) or not BESIDE[action] & self.theirs()

    def random_action(self, rng: Rng, out: Actions) -> int:
        """A random one of the targets, without writing them down."""
        targets = self.targets()
        return targets.nth(below(rng, targets.count())) if targets else PASS
