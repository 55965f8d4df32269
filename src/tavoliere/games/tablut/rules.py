"""Tablut, by the rules of the Bologna challenge (after Ashton)."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bare
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Facts, Options, Player
from tavoliere.core.game import ONGOING, Actions, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, draw
from tavoliere.core.runs import write_run
from tavoliere.core.said import Noun, Said
from tavoliere.core.table import table

WHITE, BLACK = 0, 1
KING_ESCAPED, KING_CAPTURED, NO_LEGAL_MOVE = 0, 1, 2
SIZE = 9

FACTS = Facts(
    name="tablut",
    title=Said("Tablut"),
    author=Said("traditional; rules of the Bologna challenge"),
    players=(Player("w", Noun("White")), Player("b", Noun("Black"))),
    columns=SIZE,
    rows=SIZE,
    action_count=81 * 16,
    most_actions=16 * 16,
    most_actions_a_turn=1,
    longest_game=None,
    repetition=2,
    reasons=(Said("king escaped"), Said("king captured"), Said("no legal move")),
    rules_version=1,
    random_game_cut=500,
)

# The board. Square = row * 9 + column, so a1 is 0, b1 is 1, a2 is 9, i9 is 80.
#
#   9  . . . c c c . . .      c  camp: every black piece starts on one
#   8  . . . . c . . . .      w  white defender at the start
#   7  . . . . w . . . .      K  castle, the king at the start
#   6  c . . . w . . . c
#   5  c c w w K w w c c      Escapes are the edge squares that are not camps.
#   4  c . . . w . . . c
#   3  . . . . w . . . .      An action is from * 16 + way: ways 0 to 7 are the other squares
#   2  . . . . c . . . .      of the row from left to right, ways 8 to 15 those of the column
#   1  . . . c c c . . .      from bottom to top.
#      a b c d e f g h i


def _squares(names: str) -> Bits:
    return Bits.of("abcdefghi".index(name[0]) + SIZE * (int(name[1]) - 1) for name in names.split())


NONE = Bits()
BOARD = Bits.of(range(81))
CASTLE = _squares("e5")
CAMP_GROUPS = tuple(map(_squares, ("a4 a5 a6 b5", "i4 i5 i6 h5", "d1 e1 f1 e2", "d9 e9 f9 e8")))
CAMPS = CAMP_GROUPS[0] | CAMP_GROUPS[1] | CAMP_GROUPS[2] | CAMP_GROUPS[3]
HOSTILE = CASTLE | CAMPS
DEFENDERS = _squares("e3 e4 e6 e7 c5 d5 f5 g5")
BY_CASTLE = _squares("e4 e6 d5 f5")
COLUMN_A = Bits.of(range(0, 81, SIZE))
COLUMN_I = Bits.of(range(8, 81, SIZE))
RIGHT_OF_A, LEFT_OF_I = BOARD - COLUMN_A, BOARD - COLUMN_I
EDGE = COLUMN_A | COLUMN_I | Bits.of(range(9)) | Bits.of(range(72, 81))
ESCAPES = EDGE - CAMPS


def _target(action: int) -> int:
    """The square an action moves to."""
    start, way = divmod(action, 16)
    row, column = divmod(start, SIZE)
    place = way % 8
    if way < 8:
        return row * SIZE + (place if place < column else place + 1)
    return (place if place < row else place + 1) * SIZE + column


def _path(action: int) -> Bits:
    """The squares that must be empty for an action: all it steps on, the target included.

    A path over or onto the castle or a camp that is closed to the piece contains the piece's own square,
    which is never empty. Open camps are those of the camp that the piece stands in.
    """
    start, target = action // 16, _target(action)
    step = (1 if action % 16 < 8 else SIZE) * (1 if target > start else -1)
    path = Bits.of(range(start + step, target + step, step))
    own_camp = next((camp for camp in CAMP_GROUPS if camp.has(start)), Bits())
    return path | bit(start) if path & (HOSTILE - own_camp) else path


TARGET = table(_target(action) for action in range(FACTS.action_count))
PATH = table(_path(action) for action in range(FACTS.action_count))


@helper
def north(squares: Bits) -> Bits:
    return squares << SIZE


@helper
def south(squares: Bits) -> Bits:
    return squares >> SIZE


@helper
def east(squares: Bits) -> Bits:
    return (squares - COLUMN_I) << 1


@helper
def west(squares: Bits) -> Bits:
    return (squares - COLUMN_A) >> 1


@helper
def beside(squares: Bits) -> Bits:
    """The squares next to any of the squares."""
    return north(squares) | south(squares) | east(squares) | west(squares)


@helper
def between(here: Bits, anvil: Bits) -> Bits:
    """The squares next to `here` that have a square of the anvil on the opposite side."""
    target, behind = bare(here), bare(anvil)
    upright = target << SIZE & behind >> SIZE | target >> SIZE & behind << SIZE
    east_of_target, west_of_target = (target & bare(LEFT_OF_I)) << 1, (target & bare(RIGHT_OF_A)) >> 1
    west_of_anvil, east_of_anvil = (behind & bare(RIGHT_OF_A)) >> 1, (behind & bare(LEFT_OF_I)) << 1
    return NONE | upright | east_of_target & west_of_anvil | west_of_target & east_of_anvil


# By the square that a white piece moves to: where it captures an attacker against castle or camp.
AGAINST_WALLS = table(between(bit(square), HOSTILE) - CAMPS for square in range(81))


@game
class Tablut(NamedTuple):
    """A position of Tablut."""

    white: Bits  # defenders and king
    black: Bits
    king: int  # the king's square; once he is captured, white no longer has it
    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: Options) -> Tablut:
        return cls(DEFENDERS | CASTLE, CAMPS, CASTLE.first(), WHITE, ONGOING, 0)

    def actions(self, out: Actions) -> int:
        """A piece moves any number of squares in a straight line over empty squares that are not closed to it."""
        if self.winner != ONGOING:
            return 0
        occupied = self.white | self.black
        count = 0
        for square in self.movers():
            for action in range(16 * square, 16 * square + 16):
                if not PATH[action] & occupied:
                    out[count] = action
                    count += 1
        return count

    def play(self, action: int) -> Tablut:
        """Move, capture, then see whether the king has escaped or is captured and whether the other side can move."""
        here = bit(TARGET[action])
        hop = here | bit(action >> 4)
        if self.turn == WHITE:
            return self.white_moved(action >> 4, TARGET[action], here, self.white ^ hop)
        return self.black_moved(here, self.black ^ hop)

    def white_moved(self, start: int, target: int, here: Bits, white: Bits) -> Tablut:
        """An attacker is captured between two white pieces, or, outside the camps, against castle or camp."""
        captured = self.black & (between(here, white) | AGAINST_WALLS[target])
        black = self.black - captured
        king = target if start == self.king else self.king
        if ESCAPES.has(king):
            return Tablut(white, black, king, BLACK, WHITE, KING_ESCAPED)
        if not can_move(black, white | black):
            return Tablut(white, black, king, BLACK, WHITE, NO_LEGAL_MOVE)
        return Tablut(white, black, king, BLACK, ONGOING, 0)

    def black_moved(self, here: Bits, black: Bits) -> Tablut:
        """A defender is captured between two attackers or against castle or camp; the king by his own rules."""
        king = bit(self.king)
        white = self.white - ((between(here, black | HOSTILE) & self.white) - king)
        if beside(here) & king and king_caught(king, here, black):
            return Tablut(white - king, black, self.king, WHITE, BLACK, KING_CAPTURED)
        if not can_move(white, white | black):
            return Tablut(white, black, self.king, WHITE, BLACK, NO_LEGAL_MOVE)
        return Tablut(white, black, self.king, WHITE, ONGOING, 0)

    def movers(self) -> Bits:
        """The pieces of the player to move."""
        return self.white if self.turn == WHITE else self.black

    def key(self) -> int:
        return mixed(mixed(mixed(EMPTY_KEY, self.white), self.black), 2 * self.king + self.turn)

    # What exists only for speed

    def propose(self, number: int) -> int:
        """The action that a number below 16 times the pieces stands for, or -1 if it is not legal."""
        action = 16 * self.movers().nth(number >> 4) + (number & 15)
        return -1 if PATH[action] & (self.white | self.black) else action

    def allows(self, action: int, out: Actions) -> bool:
        if self.winner != ONGOING:
            return False
        return self.movers().has(action >> 4) and not PATH[action] & (self.white | self.black)

    def listed(self, out: Actions) -> int:
        """The squares that a piece can go to in its row follow each other, and so do the ways there; so in its column.

        Two lookups know them by what blocks the line, so nothing is asked of one square after the other.
        """
        if self.winner != ONGOING:
            return 0
        occupied = self.white | self.black
        turned = on_its_side(occupied)
        count = 0
        for square in self.movers():
            column = square % SIZE
            across = WAYS[occupied.field(square - column, LINE) | ACROSS[square]]
            upright = WAYS[turned.field(SIZE * column, LINE) | UPRIGHT[square]]
            count = written(out, count, 16 * square, across)
            count = written(out, count, 16 * square + 8, upright)
        return count

    def random_action(self, rng: Rng, out: Actions) -> int:
        """Draw a piece and a square on its lines until the piece can go there.

        Four tries are made at once and the first legal one is taken without a branch, because a processor that guesses
        wrong at every ply loses more time than three idle tries cost.
        """
        numbers = 16 * self.movers().count()
        while True:
            drawn, more = draw(rng), draw(rng)
            early = first_legal(self.propose(low_share(drawn, numbers)), self.propose(high_share(drawn, numbers)))
            late = first_legal(self.propose(low_share(more, numbers)), self.propose(high_share(more, numbers)))
            action = first_legal(early, late)
            if action >= 0:
                return action


LINE = (1 << SIZE) - 1


def _ways(place: int, blocked: int) -> int:
    """The first way of a piece at a place of a line, and how many there are: first + 8 * count."""
    first = last = place
    while first > 0 and not blocked >> first - 1 & 1:
        first -= 1
    while last < SIZE - 1 and not blocked >> last + 1 & 1:
        last += 1
    return first + 8 * (last - first) if last > first else 0


def _closed(square: int, step: int) -> int:
    """The squares of a piece's line that are always closed to it, and where it stands: 512 * place + closed."""
    closed = HOSTILE - bit(square) - next((camp for camp in CAMP_GROUPS if camp.has(square)), NONE)
    row, column = divmod(square, SIZE)
    place, first = (column, square - column) if step == 1 else (row, column)
    return (place << SIZE) + sum(1 << k for k in range(SIZE) if closed.has(first + k * step))


WAYS = table(_ways(place, blocked) for place in range(SIZE) for blocked in range(LINE + 1))
ACROSS = table(_closed(square, 1) for square in range(81))
UPRIGHT = table(_closed(square, SIZE) for square in range(81))
COLUMN_OF_ROW = table(Bits.of(SIZE * k for k in range(SIZE) if row >> k & 1) for row in range(LINE + 1))


@helper
def on_its_side(squares: Bits) -> Bits:
    """The board with rows and columns exchanged, so that columns can be looked up as well."""
    turned = bare(NONE)
    for row in range(SIZE):
        turned |= bare(COLUMN_OF_ROW[squares.field(SIZE * row, LINE)]) << row
    return NONE | turned


@helper
def written(out: Actions, count: int, action: int, ways: int) -> int:
    """Write the actions of a line after those that are there.

    The 16 pieces of a side have 114 ways in rows at the most and as many in columns, which leaves room for a run.
    """
    write_run(out, count, action + (ways & 7), ways >> 3)
    return count + (ways >> 3)


@helper
def first_legal(action: int, other: int) -> int:
    """The first of two proposals unless it is -1, then the second."""
    missing = action >> 63
    return (action & ~missing) | (other & missing)


@helper
def low_share(drawn: int, numbers: int) -> int:
    """A number below `numbers` out of the low half of a draw."""
    return ((drawn & 0x7FFFFFFF) * numbers) >> 31


@helper
def high_share(drawn: int, numbers: int) -> int:
    """A number below `numbers` out of the high half of a draw."""
    return ((drawn >> 31) * numbers) >> 31


@helper
def king_caught(king: Bits, here: Bits, black: Bits) -> bool:
    """Whether the attacker that has come to stand next to the king captures him.

    On the castle he needs attackers on all four sides, next to it on the three other sides; elsewhere he is
    captured like any piece, between two attackers or between an attacker and a camp.
    """
    if king & (CASTLE | BY_CASTLE):
        return not (beside(king) - CASTLE) - black
    return bool(king & between(here, black | CAMPS))


@helper
def can_move(pieces: Bits, occupied: Bits) -> bool:
    """Whether any of the pieces has a legal move. A step to an open square is the usual answer."""
    open_squares, moving = bare(BOARD - HOSTILE) & ~bare(occupied), bare(pieces)
    if (moving << SIZE | moving >> SIZE) & open_squares or beside(pieces) & open_squares:
        return True
    for square in pieces:
        for action in range(16 * square, 16 * square + 16):
            if not PATH[action] & occupied:
                return True
    return False
