"""Small games and helpers for the tests of the engine room: each shows one thing that a rules file may do."""

from __future__ import annotations

from typing import Any, NamedTuple

from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.game import ONGOING, Actions, change, evaluation, game, helper
from tavoliere.core.hashing import EMPTY_KEY, mixed
from tavoliere.core.rng import Rng, below
from tavoliere.core.table import table
from tavoliere.core.weights import Rows, lanes

# A pair of tables for each storage width: the last entries that fit, and the first that do not.
FITS_8 = table((-(2**7), 2**7 - 1, -1))
OVER_8 = table((0, 2**7, -1))
UNDER_8 = table((-(2**7) - 1, 0, -1))
FITS_16 = table((-(2**15), 2**15 - 1, -1))
OVER_16 = table((0, 2**15, -1))
UNDER_16 = table((-(2**15) - 1, 0, -1))
FITS_32 = table((-(2**31), 2**31 - 1, -1))
OVER_32 = table((0, 2**31, -1))
UNDER_32 = table((-(2**31) - 1, 0, -1))
FITS_64 = table((-(2**63), 2**63 - 1, -1))
SMALL_SETS = table((Bits64(), Bits64.of({0, 5, 63}), ~Bits64()))
LARGE_SETS = table((Bits128(), Bits128.of({0, 63, 64, 127}), ~Bits128()))
SECOND = table((1,))
EVERY_THIRD = table(number * 3 % 7 for number in range(130))


@game
class Everything(NamedTuple):
    """A state with every kind of field."""

    small: Bits64
    large: Bits128
    number: int

    def doubled(self) -> Everything:
        return self.change(number=2 * self.number)  # type: ignore[attr-defined, no-any-return]

    def swept(self) -> Everything:
        return change(self, small=self.small - self.small, large=~self.large)

    def plus(self, number: int, times: int = 10) -> int:
        return self.number + number * times


@game
class Sum(NamedTuple):
    """Shares its method's name with `Product`, but not the method's parameters or the field's type."""

    amount: int

    def worth(self, first: int) -> int:
        return self.amount + first


@game
class Product(NamedTuple):
    amount: Bits64

    def worth(self, first: int, second: int) -> int:
        return self.amount.count() * first * second


@helper
def odd(number: int) -> bool:
    return number & 1 == 1


@helper
def parity(number: int) -> int:
    """A helper that calls another one."""
    return 1 if odd(number) else -1


@game
class Heap(NamedTuple):
    """Take 1, 2 or 3 from a heap in turn; whoever takes the last one has won. All methods left out are defaults."""

    left: int
    turn: int
    winner: int
    reason: int

    def actions(self, out: Actions) -> int:
        if self.winner != ONGOING:
            return 0
        count = min(3, self.left)
        for place in range(count):
            out[place] = place + 1
        return count

    def play(self, action: int) -> Heap:
        left = self.left - action
        return Heap(left, 1 - self.turn, ONGOING if left else self.turn, 0)

    def key(self) -> int:
        return mixed(mixed(EMPTY_KEY, self.left), self.turn)


@game
class OwnWay(NamedTuple):
    """Brings its own versions of the methods that have defaults."""

    left: int
    moves: int
    turn: int
    winner: int
    reason: int

    def mid_turn(self) -> bool:
        return self.left % 2 == 1

    def uncounted(self) -> OwnWay:
        return change(self, moves=0)

    def random_action(self, rng: Rng, out: Actions) -> int:
        out[0] = 100
        return out[0] + below(rng, 5)


HEAP_OF_12: Any = Heap(12, 0, ONGOING, 0)


@evaluation
class Weigher(NamedTuple):
    """A judge that uses all that rows and lanes can do."""

    first: Rows
    head: Rows
    plain: int

    def hidden(self, members: Bits128, number: int) -> Any:
        total = self.first.row(number)
        total += self.first.sum(members, EVERY_THIRD, 1)
        return total

    def balance(self, state: Heap) -> int:
        squared = (self.first.row(state.left) * self.plain).clipped_square()
        return squared.dot(self.head.row(state.turn)) + lanes(state.left, -state.turn).dot(self.head.row(0))
