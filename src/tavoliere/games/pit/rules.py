"""Pit (GiocatGeneric, 2021), for two, three or four players."""

from __future__ import annotations

from typing import NamedTuple

from tavoliere.core.bits import Bits128 as Bits
from tavoliere.core.bits import bare, lowest, ones
from tavoliere.core.bits import bit128 as bit
from tavoliere.core.facts import Facts, Option, Options, Player
from tavoliere.core.game import ONGOING, Actions, change, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, below
from tavoliere.core.said import Noun, Said
from tavoliere.core.squares import coordinates_of
from tavoliere.core.table import table

PAWN_REPLACED, PAWN_IN_HOLE, DISCONNECTED = 0, 1, 2
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
WIDTH = 11
TOWERS = 6

# Actions, in this order: a piece arrives on a square going in a direction (its own square follows from that);
# a tower enters from the reserve; the pawn is put on the board; a barrier is placed on a side.
ENTER = 121 * 4
PUT_PAWN = ENTER + 121
BARRIER = PUT_PAWN + 121

FACTS = Facts(
    name="pit",
    title=Said("Pit"),
    author="GiocatGeneric, 2021",
    players=(Player("w", Noun("White")), Player("b", Noun("Black"))),
    columns=9,
    rows=9,
    action_count=BARRIER + 4,
    most_actions=7 * 20 + 121,
    most_actions_a_turn=2,
    longest_game=2 * (220 + 4 * 8),
    repetition=None,
    reasons=(Said("pawn replaced"), Said("pawn in a hole"), Said("pawns disconnected")),
    rules_version=1,
    options=(
        Option("players", int, 2, Said("2, 3 or 4"), Said("Players")),
        Option("size", int, 9, Said("columns and rows, 5 to 11"), Said("Board")),
        Option(
            "holes",
            str,
            None,
            Said("their squares; empty for the usual ones. With c3 c7 g3 g7 alone White wins four games of five"),
            Said("Holes"),
        ),
        Option(
            "towers",
            str,
            None,
            Said("a square for each player, in the order of turns; empty for the usual ones"),
            Said("First towers"),
        ),
    ),
    variants=({"players": 2}, {"players": 3}, {"players": 4}),
    draws=False,
)

# The board. Square = row * 11 + column whatever the size, so a1 is 0, b1 is 1, a2 is 11, i9 is 96.
#
#   9  . . . . b . . . .      o  hole                      The four-player start; with three
#   8  . . . . . . . . .      w  White's first tower       players there is no green tower,
#   7  . . o . . . o . .      r  Red's                     with two no red one either.
#   6  . . . . . . . . .      b  Black's
#   5  r . . . o . . . g      g  Green's                   A player is a number: the place in
#   4  . . . . . . . . .                                   the order of turns, from 0.
#   3  . . o . . . o . .
#   2  . . . . . . . . .
#   1  . . . . w . . . .
#      a b c d e f g h i

NONE = Bits()
COLUMN_A = Bits.of(range(0, 121, WIDTH))
STEP = table((WIDTH, 1, -WIDTH, -1))


@helper
def upward(squares: Bits, passable: Bits, step: int) -> Bits:
    """The squares, and all reached from them by steps up (or right) over passable squares; at most 15 steps."""
    squares |= passable & (squares << step)
    passable &= passable << step
    squares |= passable & (squares << 2 * step)
    passable &= passable << 2 * step
    squares |= passable & (squares << 4 * step)
    passable &= passable << 4 * step
    return squares | (passable & (squares << 8 * step))


@helper
def downward(squares: Bits, passable: Bits, step: int) -> Bits:
    """The same by steps down (or left)."""
    squares |= passable & (squares >> step)
    passable &= passable >> step
    squares |= passable & (squares >> 2 * step)
    passable &= passable >> 2 * step
    squares |= passable & (squares >> 4 * step)
    passable &= passable >> 4 * step
    return squares | (passable & (squares >> 8 * step))


@game
class Pit(NamedTuple):
    """A position of Pit, between turns or when only the barrier of a turn is missing."""

    towers: Bits
    pawns: Bits
    owner1: Bits  # the number of each piece's owner in binary, low digit; nothing where no piece stands
    owner2: Bits
    open_north: Bits  # squares with a square to the north and no barrier in between
    open_east: Bits
    ground: Bits  # the squares that are not holes
    holes: Bits
    reserves: int  # four bits a player
    in_hand: int  # one bit a player whose pawn is not yet on the board
    playing: int  # one bit a player who is still in
    reached: int  # the square just reached, which needs a barrier on one side; -1 between turns
    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: Options) -> Pit:
        size, players = int(options["size"]), int(options["players"])
        holes = _squares(str(options["holes"]), size)
        towers = _squares(str(options["towers"]), size)
        board = [row * WIDTH + column for row in range(size) for column in range(size)]
        everybody = (1 << players) - 1
        return cls(
            towers=Bits.of(towers),
            pawns=NONE,
            owner1=Bits.of(towers[1::2]),
            owner2=Bits.of(towers[2:]),
            open_north=Bits.of(square for square in board if square // WIDTH < size - 1),
            open_east=Bits.of(square for square in board if square % WIDTH < size - 1),
            ground=Bits.of(set(board) - set(holes)),
            holes=Bits.of(holes),
            reserves=sum((TOWERS - 1) << 4 * player for player in range(players)),
            in_hand=everybody,
            playing=everybody,
            reached=-1,
            turn=0,
            winner=ONGOING,
            reason=0,
        )

    # What stands where

    def pieces(self) -> Bits:
        return self.towers | self.pawns

    def pieces_of(self, player: int) -> Bits:
        low = self.owner1 if player & 1 else ~self.owner1
        high = self.owner2 if player & 2 else ~self.owner2
        return self.pieces() & low & high

    def empty(self) -> Bits:
        return self.ground - self.pieces()

    def reserve(self) -> int:
        return self.reserve_of(self.turn)

    def reserve_of(self, player: int) -> int:
        return self.reserves >> 4 * player & 15

    def barrier_north(self) -> Bits:
        """The squares that can get a barrier on their north side: none there yet, and not beside a hole."""
        return self.open_north & self.ground & (self.ground >> WIDTH)

    def barrier_east(self) -> Bits:
        return self.open_east & self.ground & (self.ground >> 1)

    # What may be done

    def pawn_squares(self) -> Bits:
        """The first turn puts the pawn on an empty square that is not next to an opponent's tower."""
        hostile = self.towers - self.pieces_of(self.turn)
        beside = (hostile << WIDTH) | (hostile >> WIDTH) | ((hostile << 1) - COLUMN_A) | ((hostile - COLUMN_A) >> 1)
        return self.empty() - beside

    def arrivals(self) -> tuple[Bits, Bits, Bits, Bits]:
        """Where pieces can arrive going north, east, south and west, by the rules of priority."""
        own = self.pieces_of(self.turn)
        north, south = (own & self.open_north) << WIDTH, (own >> WIDTH) & self.open_north
        east, west = (own & self.open_east) << 1, (own >> 1) & self.open_east
        around = north | east | south | west
        forced = around & (self.pieces() - own)
        if not forced:
            forced = around & self.holes
        if forced:
            return north & forced, east & forced, south & forced, west & forced
        empty, towers = bare(self.empty()), bare(own & self.towers)
        open_north, open_east = bare(self.open_north), bare(self.open_east)
        up = upward(towers, empty & (open_north << WIDTH), WIDTH)
        right = upward(towers, empty & (open_east << 1), 1)
        down = downward(towers, empty & open_north, WIDTH)
        left = downward(towers, empty & open_east, 1)
        landing = empty | bare(self.holes)
        return (
            (north | ((up & open_north) << WIDTH)) & landing,
            (east | ((right & open_east) << 1)) & landing,
            (south | ((down >> WIDTH) & open_north)) & landing,
            (west | ((left >> 1) & open_east)) & landing,
        )

    def is_forced(self, arrivals: Bits) -> bool:
        """Whether the priority of replacements or of holes next to a piece leaves no other kind of turn."""
        own = self.pieces_of(self.turn)
        if arrivals & self.pieces():
            return True
        beside = ((own & self.open_north) << WIDTH) | ((own >> WIDTH) & self.open_north)
        return bool((beside | ((own & self.open_east) << 1) | ((own >> 1) & self.open_east)) & self.holes)

    def entries(self) -> Bits:
        """A reserve tower enters an empty square that an own tower sees.

        The side towards that tower is open, so there is always room for the barrier.
        """
        if self.reserve() == 0:
            return NONE
        own, ground = bare(self.pieces_of(self.turn) & self.towers), bare(self.ground)
        open_north, open_east = bare(self.open_north), bare(self.open_east)
        seen = (
            upward(own, ground & (open_north << WIDTH), WIDTH)
            | upward(own, ground & (open_east << 1), 1)
            | downward(own, ground & open_north, WIDTH)
            | downward(own, ground & open_east, 1)
        )
        return self.empty() & seen

    def free_sides(self) -> int:
        """The sides of the square just reached where a barrier may be placed, one bit for each direction."""
        square = self.reached
        north, east = self.barrier_north(), self.barrier_east()
        sides = north.field(square, 1) | east.field(square, 1) << EAST
        if square >= WIDTH:
            sides |= north.field(square - WIDTH, 1) << SOUTH
        if square >= 1:
            sides |= east.field(square - 1, 1) << WEST
        return sides

    def actions(self, out: Actions) -> int:
        if self.winner != ONGOING:
            return 0
        count = 0
        if self.reached >= 0:
            sides = self.free_sides()
            for direction in range(4):
                if sides >> direction & 1:
                    out[count] = BARRIER + direction
                    count += 1
            return count
        if self.in_hand >> self.turn & 1:
            for square in self.pawn_squares():
                out[count] = PUT_PAWN + square
                count += 1
            return count
        north, east, south, west = self.arrivals()
        for square in north:
            out[count] = 4 * square + NORTH
            count += 1
        for square in east:
            out[count] = 4 * square + EAST
            count += 1
        for square in south:
            out[count] = 4 * square + SOUTH
            count += 1
        for square in west:
            out[count] = 4 * square + WEST
            count += 1
        if not self.is_forced(north | east | south | west):
            for square in self.entries():
                out[count] = ENTER + square
                count += 1
        return count

    def mid_turn(self) -> bool:
        return self.reached >= 0

    # What it does

    def play(self, action: int) -> Pit:
        if action >= BARRIER:
            return self.barrier_placed(action - BARRIER)
        if action >= PUT_PAWN:
            square = action - PUT_PAWN
            put = self.owned(bit(square))
            return change(put, pawns=self.pawns | bit(square), in_hand=self.in_hand ^ 1 << self.turn).turn_passed()
        if action >= ENTER:
            square = action - ENTER
            entered = self.owned(bit(square))
            reserves = self.reserves - (1 << 4 * self.turn)
            return change(entered, towers=self.towers | bit(square), reserves=reserves, reached=square)
        return self.moved(self.origin(action), action >> 2)

    def origin(self, action: int) -> int:
        """The square that the piece comes from: the nearest one with a piece, looking back."""
        step = STEP[action & 3]
        square = (action >> 2) - step
        pieces = self.pieces()
        while not pieces.has(square):
            square -= step
        return square

    def owned(self, here: Bits) -> Pit:
        """The squares given to the player to move."""
        return change(
            self,
            owner1=self.owner1 | here if self.turn & 1 else self.owner1 - here,
            owner2=self.owner2 | here if self.turn & 2 else self.owner2 - here,
        )

    def moved(self, origin: int, target: int) -> Pit:
        """A slide, a move into a hole, or a replacement, before the barrier."""
        left = bit(origin)
        here = bit(target)
        is_pawn = self.pawns.has(origin)
        lifted = change(self, towers=self.towers - left, pawns=self.pawns - left)
        lifted = change(lifted, owner1=self.owner1 - left, owner2=self.owner2 - left)
        if self.holes.has(target):
            return lifted.gone_out(self.turn, PAWN_IN_HOLE).turn_passed() if is_pawn else lifted.turn_passed()
        state = lifted
        if self.towers.has(target):
            state = change(state, towers=lifted.towers - here, reserves=self.reserves + (1 << 4 * self.owner(target)))
        elif self.pawns.has(target):
            state = lifted.gone_out(self.owner(target), PAWN_REPLACED)
        state = state.owned(here)
        if is_pawn:
            state = change(state, pawns=state.pawns | here)
        else:
            state = change(state, towers=state.towers | here)
        return state.turn_passed() if state.winner != ONGOING else change(state, reached=target)

    def owner(self, square: int) -> int:
        return self.owner1.field(square, 1) | self.owner2.field(square, 1) << 1

    def barrier_placed(self, direction: int) -> Pit:
        """A barrier that disconnects the pawns puts the mover out and is taken back; else isolated towers leave."""
        square = self.reached
        other = square + STEP[direction]
        open_north, open_east = self.open_north, self.open_east
        if direction == NORTH or direction == SOUTH:
            open_north -= bit(square if direction == NORTH else other)
        else:
            open_east -= bit(square if direction == EAST else other)
        region = joined(bit(square), self.ground, open_north, open_east, bit(other))
        if region.has(other):
            return change(self, open_north=open_north, open_east=open_east).turn_passed()
        if self.pawns & region and self.pawns - region:
            return self.gone_out(self.turn, DISCONNECTED).turn_passed()
        towers = self.towers & joined(self.holes, self.ground | self.holes, open_north, open_east, NONE)
        left = towers | self.pawns
        state = change(self, open_north=open_north, open_east=open_east, towers=towers)
        return change(state, owner1=self.owner1 & left, owner2=self.owner2 & left).turn_passed()

    def gone_out(self, player: int, reason: int) -> Pit:
        """A player who is out loses all pieces, on the board and in reserve; the last one left has won."""
        pieces = self.pieces_of(player)
        playing = self.playing & ~(1 << player)
        is_over = ones(playing) == 1
        return change(
            self,
            towers=self.towers - pieces,
            pawns=self.pawns - pieces,
            owner1=self.owner1 - pieces,
            owner2=self.owner2 - pieces,
            reserves=self.reserves & ~(15 << 4 * player),
            in_hand=self.in_hand & ~(1 << player),
            playing=playing,
            winner=lowest(playing) if is_over else ONGOING,
            reason=reason,
        )

    def turn_passed(self) -> Pit:
        """The next player in the order of turns who is still in."""
        player = (self.turn + 1) & 3
        while not self.playing >> player & 1:
            player = (player + 1) & 3
        return change(self, turn=player, reached=-1, reason=self.reason if self.winner != ONGOING else 0)

    def told(self, action: int) -> int:
        """The text of a move names the square it comes from, and whether it replaces."""
        return 2 * self.origin(action) + self.pieces().field(action >> 2, 1) if action < ENTER else 0

    def key(self) -> int:
        pieces = mixed(mixed(mixed(mixed(EMPTY_KEY, self.towers), self.pawns), self.owner1), self.owner2)
        barriers = mixed(mixed(pieces, self.open_north), self.open_east)
        players = self.playing | self.in_hand << 4 | self.turn << 8 | (self.reached + 1) << 10
        return mixed(barriers, self.reserves | players << 16)

    # What exists only for speed

    def allows(self, action: int, out: Actions) -> bool:
        """Only what the kind of the action asks for is looked at."""
        if self.winner != ONGOING or (action >= BARRIER) != (self.reached >= 0):
            return False
        if action >= BARRIER:
            return self.free_sides() >> (action - BARRIER) & 1 == 1
        if self.in_hand >> self.turn & 1 or action >= PUT_PAWN:
            is_put = action >= PUT_PAWN and self.in_hand >> self.turn & 1 == 1
            return is_put and self.pawn_squares().has(action - PUT_PAWN)
        own = self.pieces_of(self.turn)
        north, south = (own & self.open_north) << WIDTH, (own >> WIDTH) & self.open_north
        around = north | south | ((own & self.open_east) << 1) | ((own >> 1) & self.open_east)
        forced = around & (self.pieces() - own)
        if not forced:
            forced = around & self.holes
        if action >= ENTER:
            return not forced and self.entries().has(action - ENTER)
        return self.may_arrive(action >> 2, action & 3, own, forced)

    def may_arrive(self, target: int, direction: int, own: Bits, forced: Bits) -> bool:
        """Go back from the target over open sides and empty squares to the first piece, which must be able to come."""
        if not (forced if forced else self.empty() | self.holes).has(target):
            return False
        step = STEP[direction]
        sides = self.open_east if direction & 1 else self.open_north
        square = target
        distance = 0
        while square == target or not (own.has(square) or self.pieces().has(square) or self.holes.has(square)):
            side = square - step if direction < SOUTH else square
            if side < 0 or not sides.has(side):
                return False
            square -= step
            distance += 1
        return own.has(square) and (distance == 1 or (not forced and self.towers.has(square)))

    def random_action(self, rng: Rng, out: Actions) -> int:
        """A random one of the actions, counted by kind without writing them down."""
        if self.reached >= 0:
            sides = self.free_sides()
            direction = below(rng, 4)
            while not sides >> direction & 1:
                direction = below(rng, 4)
            return BARRIER + direction
        if self.in_hand >> self.turn & 1:
            squares = self.pawn_squares()
            return PUT_PAWN + squares.nth(below(rng, squares.count()))
        north, east, south, west = self.arrivals()
        entries = NONE if self.is_forced(north | east | south | west) else self.entries()
        before_east = north.count()
        before_south = before_east + east.count()
        before_west = before_south + south.count()
        before_entries = before_west + west.count()
        number = below(rng, before_entries + entries.count())
        if number < before_south:
            if number < before_east:
                return 4 * north.nth(number) + NORTH
            return 4 * east.nth(number - before_east) + EAST
        if number < before_west:
            return 4 * south.nth(number - before_south) + SOUTH
        if number < before_entries:
            return 4 * west.nth(number - before_west) + WEST
        return ENTER + entries.nth(number - before_entries)


@helper
def joined(squares: Bits, field: Bits, open_north: Bits, open_east: Bits, goal: Bits) -> Bits:
    """All squares of the field joined to the given ones by open sides; it is enough to have met the goal."""
    while True:
        up, down = (squares & open_north) << WIDTH, (squares >> WIDTH) & open_north
        right, left = (squares & open_east) << 1, (squares >> 1) & open_east
        wider = squares | ((up | down | right | left) & field)
        if wider == squares or wider & goal:
            return wider
        squares = wider


def _squares(names: str, size: int) -> list[int]:
    """The numbers of squares given by name, which have been checked before."""
    found = [coordinates_of(name, size, size) for name in names.split()]
    return [place[1] * WIDTH + place[0] for place in found if place is not None]
