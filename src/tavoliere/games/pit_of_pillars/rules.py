"""Pit of Pillars (Christian Freeling)."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits64 as Bits
from tavoliere.core.bits import bit64 as bit
from tavoliere.core.bits import ones
from tavoliere.core.facts import Facts, Options, Player
from tavoliere.core.game import DRAW, ONGOING, Actions, change, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, below, draw
from tavoliere.core.said import Noun, Said
from tavoliere.core.table import table

WHITE, RED = 0, 1
NO_STACK_LEFT, NO_LEGAL_MOVE, QUIET_TURNS = 0, 1, 2
FIRST_MAN, SECOND_MAN, COMPULSORY, PILLAR = 0, 1, 2, 3  # what the player to act does next
MOST_QUIET_TURNS = 100
SIZE = 8
FARTHEST = 7

# Actions, in this order: enter a man on a square; move the top 1 to 7 men of a stack in one of 4 directions;
# move a pillar 1 to 7 squares in one of 8 directions; leave the pillars alone.
MOVES = 64
PILLAR_MOVES = MOVES + 64 * 4 * FARTHEST
DONE = PILLAR_MOVES + 64 * 8 * FARTHEST

FACTS = Facts(
    name="pit-of-pillars",
    title=Said("Pit of Pillars"),
    author="Christian Freeling, 2023",
    players=(Player("w", Noun("White")), Player("r", Noun("Red"))),
    columns=SIZE,
    rows=SIZE,
    action_count=DONE + 1,
    most_actions=60 * 28 + 60,
    most_actions_a_turn=2,
    longest_game=None,
    repetition=3,
    reasons=(Said("no stack left"), Said("no legal move"), Said("100 turns without a capture")),
    rules_version=1,
)

# The board. Square = row * 8 + column, so a1 is 0, b1 is 1, a2 is 8, h8 is 63; the corners do not exist.
#
#   8   # 57  ..  62  #
#   7  48 49  ..     55       Directions: 0 north, 1 east, 2 south, 3 west, then the diagonals
#   .   .  .          .                   4 north-east, 5 south-east, 6 south-west, 7 north-west.
#   2   8  9  ..     15
#   1   #  1  ..   6  #       Move and pillar actions count from square to direction to distance.
#       a  b  ..   g  h

BOARD = Bits.of(set(range(64)) - {0, 7, 56, 63})
COLUMN_A = Bits.of(range(0, 64, 8))
COLUMN_H = Bits.of(range(7, 64, 8))
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))


def _journey(start: int, direction: int, distance: int) -> Bits:
    """The squares passed and reached; a journey off the board holds a corner, which nothing may enter."""
    row, column = divmod(start, SIZE)
    across, up = DIRECTIONS[direction]
    places = [(column + across * step, row + up * step) for step in range(1, distance + 1)]
    on_board = all(0 <= place < SIZE for pair in places for place in pair)
    return Bits.of(row * SIZE + column for column, row in places) if on_board else ~BOARD


def _target(start: int, direction: int, distance: int) -> int:
    across, up = DIRECTIONS[direction]
    return start + distance * (up * SIZE + across)


_MOVES = [(s, d, n) for s in range(64) for d in range(4) for n in range(1, FARTHEST + 1)]
_PILLAR_MOVES = [(s, d, n) for s in range(64) for d in range(8) for n in range(1, FARTHEST + 1)]
MOVE_JOURNEY = table(_journey(*move) for move in _MOVES)
MOVE_TARGET = table(_target(*move) for move in _MOVES)
PILLAR_JOURNEY = table(_journey(*move) for move in _PILLAR_MOVES)
PILLAR_TARGET = table(_target(*move) for move in _PILLAR_MOVES)


@helper
def beside(squares: Bits) -> Bits:
    """The squares next to any of the squares."""
    rows = (squares << SIZE) | (squares >> SIZE)
    return (rows | ((squares - COLUMN_H) << 1) | ((squares - COLUMN_A) >> 1)) & BOARD


@helper
def levels(men: int) -> int:
    """A one for each of the top four levels that a stack of so many men has."""
    return (1 << men) - 1 if men < 4 else 15


@helper
def red_men(men: int, colours: int) -> int:
    """How many of the men are red. More than four men are always of one colour."""
    if men <= 4:
        return ones(colours)
    return men if colours else 0


@helper
def written(plane: Bits, here: Bits, number: int) -> Bits:
    """The plane with the lowest bit of the number written here."""
    return plane | here if number & 1 else plane - here


@game
class PitOfPillars(NamedTuple):
    """A position of Pit of Pillars.

    A stack that holds both colours is never higher than four, so a stack is known by its height and by the
    colours of its top four men; levels that a stack does not have count as white.
    """

    height1: Bits  # the height of the stack on each square, written in binary
    height2: Bits
    height4: Bits
    height8: Bits
    height16: Bits
    red1: Bits  # where the top man is red, which is where red controls the stack
    red2: Bits  # where the man under it is red
    red3: Bits
    red4: Bits
    white_pillars: Bits
    red_pillars: Bits
    white_reserve: int
    red_reserve: int
    last: int  # the man that the opponent entered last, -1 when there is none or it does not matter
    quiet: int  # turns since the last capture or since the movement stage began
    part: int  # what comes next: FIRST_MAN, SECOND_MAN, COMPULSORY or PILLAR
    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: Options) -> PitOfPillars:
        empty = Bits()
        return cls(*(empty,) * 11, 0, 0, -1, 0, FIRST_MAN, WHITE, ONGOING, 0)

    # What stands where

    def men(self) -> Bits:
        """The squares with a stack."""
        return self.height1 | self.height2 | self.height4 | self.height8 | self.height16

    def pillars(self) -> Bits:
        return self.white_pillars | self.red_pillars

    def controlled(self, player: int) -> Bits:
        """The stacks with the player's colour on top."""
        return self.men() & self.red1 if player == RED else self.men() - self.red1

    def reserve(self) -> int:
        return self.red_reserve if self.turn == RED else self.white_reserve

    def own_pillars(self) -> Bits:
        return self.red_pillars if self.turn == RED else self.white_pillars

    def height(self, square: int) -> int:
        low = self.height1.field(square, 1) | self.height2.field(square, 1) << 1 | self.height4.field(square, 1) << 2
        return low | self.height8.field(square, 1) << 3 | self.height16.field(square, 1) << 4

    def colours(self, square: int) -> int:
        """The top four men of a stack, red ones as ones, the top man in the lowest bit."""
        upper = self.red1.field(square, 1) | self.red2.field(square, 1) << 1
        return upper | self.red3.field(square, 1) << 2 | self.red4.field(square, 1) << 3

    def capacity(self, square: int) -> int:
        """The squares next to it, less the pillars standing there."""
        return (beside(bit(square)) - self.pillars()).count()

    def with_stack(self, square: int, height: int, colours: int) -> PitOfPillars:
        """The position with another stack on a square, or with none if the height is 0."""
        here = bit(square)
        return change(
            self,
            height1=written(self.height1, here, height),
            height2=written(self.height2, here, height >> 1),
            height4=written(self.height4, here, height >> 2),
            height8=written(self.height8, here, height >> 3),
            height16=written(self.height16, here, height >> 4),
            red1=written(self.red1, here, colours),
            red2=written(self.red2, here, colours >> 1),
            red3=written(self.red3, here, colours >> 2),
            red4=written(self.red4, here, colours >> 3),
        )

    # What may be done

    def first_squares(self) -> Bits:
        """The first man goes next to the man the opponent entered last; White's very first goes anywhere."""
        return BOARD if self.last < 0 else beside(bit(self.last)) - self.men()

    def second_squares(self) -> Bits:
        """The second man goes on a vacant square all of whose neighbours are vacant."""
        return BOARD - self.men() - beside(self.men())

    def entry_squares(self) -> Bits:
        """A reserve man goes on a vacant square or on any stack."""
        return BOARD - self.pillars() if self.reserve() > 0 else BOARD - BOARD

    def can_travel(self, move: int) -> bool:
        """The top k men move exactly k squares, over or onto anything but a pillar."""
        if MOVE_JOURNEY[move] & (self.pillars() | ~BOARD):
            return False
        return self.height(move // (4 * FARTHEST)) > move % FARTHEST

    def can_glide(self, move: int) -> bool:
        """A pillar moves like a chess queen over vacant squares."""
        return not PILLAR_JOURNEY[move] & (self.men() | self.pillars() | ~BOARD)

    def actions(self, out: Actions) -> int:
        if self.winner != ONGOING:
            return 0
        count = 0
        if self.part == PILLAR:
            for square in self.own_pillars():
                for move in range(square * 8 * FARTHEST, (square + 1) * 8 * FARTHEST):
                    if self.can_glide(move):
                        out[count] = PILLAR_MOVES + move
                        count += 1
            out[count] = DONE
            return count + 1
        if self.part == COMPULSORY:
            for square in self.controlled(self.turn):
                for move in range(square * 4 * FARTHEST, (square + 1) * 4 * FARTHEST):
                    if self.can_travel(move):
                        out[count] = MOVES + move
                        count += 1
        for square in self.squares_to_enter():
            out[count] = square
            count += 1
        return count

    def squares_to_enter(self) -> Bits:
        if self.part == FIRST_MAN:
            return self.first_squares()
        return self.second_squares() if self.part == SECOND_MAN else self.entry_squares()

    def mid_turn(self) -> bool:
        return self.part == SECOND_MAN or self.part == PILLAR

    # What it does

    def play(self, action: int) -> PitOfPillars:
        if self.part == COMPULSORY:
            return self.moved(action - MOVES) if action >= MOVES else self.entered(action)
        if self.part == PILLAR:
            return self.pillar_moved(action)
        return self.man_entered(action)

    def man_entered(self, square: int) -> PitOfPillars:
        """Entering stage: after the first man comes the second, or the movement stage if no square allows it."""
        state = self.with_stack(square, 1, self.turn)
        if self.part == SECOND_MAN or self.last < 0:
            return change(state, last=square, part=FIRST_MAN, turn=1 - self.turn)
        if state.second_squares():
            return change(state, part=SECOND_MAN)
        return change(state, last=-1, part=COMPULSORY, turn=1 - self.turn)

    def moved(self, move: int) -> PitOfPillars:
        """The top men go to the target; what is left behind stays."""
        start = move // (4 * FARTHEST)
        men = move % FARTHEST + 1
        height = self.height(start)
        colours = self.colours(start)
        left = height - men
        left_colours = colours >> men if height <= 4 else colours & levels(left)
        lifted = self.with_stack(start, left, left_colours)
        return lifted.landed(MOVE_TARGET[move], men, colours & levels(men))

    def entered(self, square: int) -> PitOfPillars:
        """One man comes from the reserve."""
        if self.turn == RED:
            return change(self, red_reserve=self.red_reserve - 1).landed(square, 1, 1)
        return change(self, white_reserve=self.white_reserve - 1).landed(square, 1, 0)

    def landed(self, square: int, men: int, colours: int) -> PitOfPillars:
        """Men come down on a square: the stack grows, or is captured if it is two-coloured and above capacity."""
        below = self.height(square)
        colours_below = self.colours(square)
        total = below + men
        red = red_men(men, colours) + red_men(below, colours_below)
        if 0 < red < total and total > self.capacity(square):
            state = self.captured(square, total - red, red)
        else:
            state = change(self.with_stack(square, total, (colours | colours_below << men) & 15), quiet=self.quiet + 1)
        if not state.controlled(1 - self.turn):
            return change(state, part=COMPULSORY, turn=1 - self.turn, winner=self.turn, reason=NO_STACK_LEFT)
        return change(state, part=PILLAR) if state.own_pillars() else state.turn_ended()

    def captured(self, square: int, white: int, red: int) -> PitOfPillars:
        """The mover's men go to the reserve, the others leave the game, and a pillar is put on the square."""
        state = change(self.with_stack(square, 0, 0), quiet=0)
        if self.turn == RED:
            return change(state, red_reserve=self.red_reserve + red, red_pillars=self.red_pillars | bit(square))
        return change(state, white_reserve=self.white_reserve + white, white_pillars=self.white_pillars | bit(square))

    def pillar_moved(self, action: int) -> PitOfPillars:
        """The optional part: one pillar moves, or none."""
        if action == DONE:
            return self.turn_ended()
        move = action - PILLAR_MOVES
        hop = bit(move // (8 * FARTHEST)) | bit(PILLAR_TARGET[move])
        if self.turn == RED:
            return change(self, red_pillars=self.red_pillars ^ hop).turn_ended()
        return change(self, white_pillars=self.white_pillars ^ hop).turn_ended()

    def turn_ended(self) -> PitOfPillars:
        """The next player loses without a legal compulsory part; else many quiet turns make a draw."""
        state = change(self, part=COMPULSORY, turn=1 - self.turn)
        if not state.has_compulsory_part():
            return change(state, winner=self.turn, reason=NO_LEGAL_MOVE)
        if self.quiet >= MOST_QUIET_TURNS:
            return change(state, winner=DRAW, reason=QUIET_TURNS)
        return state

    def has_compulsory_part(self) -> bool:
        """A man in reserve can be entered on a stack; otherwise some stack needs a side without a pillar."""
        return self.reserve() > 0 or bool(beside(self.controlled(self.turn)) - self.pillars())

    def told(self, action: int) -> int:
        """The text of a man from the reserve is not that of a man of the entering stage."""
        return 1 if self.part == COMPULSORY and action < MOVES else 0

    def uncounted(self) -> PitOfPillars:
        return change(self, quiet=0)

    def key(self) -> int:
        heights = mixed(mixed(mixed(EMPTY_KEY, self.height1), self.height2), self.height4)
        heights = mixed(mixed(heights, self.height8), self.height16)
        men = mixed(mixed(mixed(mixed(heights, self.red1), self.red2), self.red3), self.red4)
        pillars = mixed(mixed(men, self.white_pillars), self.red_pillars)
        numbers = self.white_reserve | self.red_reserve << 6 | (self.last + 1) << 12 | self.part << 19 | self.turn << 21
        return mixed(pillars, numbers)

    def full_key(self) -> int:
        return mixed(self.key(), self.quiet)

    # What exists only for speed

    def allows(self, action: int, out: Actions) -> bool:
        """Only what the kind of the action asks for is looked at."""
        if self.winner != ONGOING:
            return False
        if self.part == PILLAR:
            if action == DONE:
                return True
            move = action - PILLAR_MOVES
            return move >= 0 and self.own_pillars().has(move // (8 * FARTHEST)) and self.can_glide(move)
        if action < MOVES:
            return self.squares_to_enter().has(action)
        if self.part != COMPULSORY or action >= PILLAR_MOVES:
            return False
        move = action - MOVES
        return self.controlled(self.turn).has(move // (4 * FARTHEST)) and self.can_travel(move)

    def listed(self, out: Actions) -> int:
        """What is in the way of a short journey is in the way of a longer one in the same direction."""
        if self.winner != ONGOING or self.part == FIRST_MAN or self.part == SECOND_MAN:
            return self.actions(out)
        count = 0
        if self.part == PILLAR:
            blocked = self.men() | self.pillars() | ~BOARD
            for square in self.own_pillars():
                for way in range(square * 8, square * 8 + 8):
                    for move in range(way * FARTHEST, (way + 1) * FARTHEST):
                        if PILLAR_JOURNEY[move] & blocked:
                            break
                        out[count] = PILLAR_MOVES + move
                        count += 1
            out[count] = DONE
            return count + 1
        blocked = self.pillars() | ~BOARD
        for square in self.controlled(self.turn):
            farthest = min(self.height(square), FARTHEST)
            for way in range(square * 4, square * 4 + 4):
                for move in range(way * FARTHEST, way * FARTHEST + farthest):
                    if MOVE_JOURNEY[move] & blocked:
                        break
                    out[count] = MOVES + move
                    count += 1
        for square in self.entry_squares():
            out[count] = square
            count += 1
        return count

    def propose(self, number: int) -> int:
        """The action of the compulsory part that a number stands for, or -1 if it is not legal.

        Numbers below 64 stand for entering if there is a reserve; the others for a stack, a direction and
        a distance of `reach()` binary digits.
        """
        if self.reserve() > 0:
            if number < 64:
                return number if (BOARD - self.pillars()).has(number) else -1
            number -= 64
        reach = self.reach()
        way = number >> reach
        distance = number - (way << reach) + 1
        if distance > FARTHEST:
            return -1
        move = (self.controlled(self.turn).nth(way >> 2) * 4 + (way & 3)) * FARTHEST + distance - 1
        return MOVES + move if self.can_travel(move) else -1

    def proposals(self) -> int:
        """How many numbers `propose` understands."""
        entries = 64 if self.reserve() > 0 else 0
        return entries + ((4 * self.controlled(self.turn).count()) << self.reach())

    def reach(self) -> int:
        """The binary digits of a distance that no stack of the mover exceeds: 0 for 1, 2 for 4, 3 for 8."""
        own = self.controlled(self.turn)
        if own & (self.height4 | self.height8 | self.height16):
            return 3
        return 2 if own & self.height2 else 0

    def propose_pillar(self, number: int) -> int:
        """The pillar move, or "done" for 0, that a number up to 56 times the pillars stands for, or -1."""
        if number == 0:
            return DONE
        pillar = (number - 1) // (8 * FARTHEST)
        move = self.own_pillars().nth(pillar) * 8 * FARTHEST + number - 1 - pillar * 8 * FARTHEST
        return PILLAR_MOVES + move if self.can_glide(move) else -1

    def random_action(self, rng: Rng, out: Actions) -> int:
        """Draw numbers until one stands for a legal action; while men are entered, one of the squares."""
        if self.part == FIRST_MAN or self.part == SECOND_MAN:
            squares = self.squares_to_enter()
            return squares.nth(below(rng, squares.count()))
        pillar = self.part == PILLAR
        numbers = 1 + 56 * self.own_pillars().count() if pillar else self.proposals()
        while True:
            drawn = draw(rng)
            number = ((drawn & 0x7FFFFFFF) * numbers) >> 31
            action = self.propose_pillar(number) if pillar else self.propose(number)
            if action < 0:
                number = ((drawn >> 31) * numbers) >> 31
                action = self.propose_pillar(number) if pillar else self.propose(number)
            if action >= 0:
                return action
