"""Kernels that do one thing each, so that plain Python and machine code can be compared thing by thing.

`bits` stands for either width in the annotations: a kernel compiles once for each kind of arguments.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from tavoliere.core.bits import Bits64, Bits128, bare, bit64, bit128, lowest, ones
from tavoliere.core.compiled import Compiled, compiled
from tavoliere.core.game import State, change
from tavoliere.core.hashing import mixed
from tavoliere.core.rng import Rng, below, draw
from tavoliere.core.rows import load, store
from tavoliere.core.runs import write_run
from tavoliere.core.weights import Lanes, lanes
from tests.core import toys
from tests.core.toys import Everything, Product, Sum, Weigher, parity

bits = Any
Row = MutableSequence[int]


def agree(kernel: Compiled[..., Any], *arguments: Any) -> Any:
    """The result of a kernel, having made sure that machine code and plain Python give the same, types included."""
    result, plain = kernel(*arguments), kernel.plain(*arguments)
    assert kernel.compilations > 0
    assert result == plain
    assert _kinds(result) == _kinds(plain)
    return result


def _kinds(result: Any) -> Any:
    if isinstance(result, tuple):
        return type(result), [_kinds(part) for part in result]
    return type(result)


# Sets


@compiled
def combined(left: bits, right: bits) -> tuple[bits, bits, bits, bits, bool, bool]:
    return left | right, left & right, left ^ right, left - right, left == right, left != right


@compiled
def combined_in_place(left: bits, right: bits) -> tuple[bits, bits, bits, bits]:
    joined = met = toggled = removed = left
    joined |= right
    met &= right
    toggled ^= right
    removed -= right
    return joined, met, toggled, removed


@compiled
def shifted(value: bits, places: int) -> tuple[bits, bits, bits, bits]:
    left = right = value
    left <<= places
    right >>= places
    return value << places, value >> places, left, right


@compiled
def complement(value: bits) -> bits:
    return ~value


@compiled
def truths(value: bits) -> tuple[bool, bool, int, int, int]:
    """The ways in which a set is asked whether it has members."""
    chosen = 0
    if value:
        chosen = 1
    rounds = 0
    while value:
        value = value ^ value
        rounds += 1
    return bool(value), not value, chosen, rounds, 5 if not value else 6


@compiled
def members(value: bits, out: Row) -> int:
    count = 0
    for member in value:
        out[count] = member
        count += 1
    return count


@compiled
def members_while_it_empties(value: bits, out: Row) -> int:
    """A loop goes over the set as it was when the loop began."""
    count = 0
    for member in value:
        value = value ^ value
        out[count] = member
        count += 1
    return count


@compiled
def first_pair_beyond(value: bits, sum_wanted: int) -> Any:
    """A loop inside a loop, left early: the first pair of members with at least this sum."""
    for one in value:
        for other in value:
            if one + other >= sum_wanted:
                return 1000 * one + other
    return -1


@compiled
def count(value: bits) -> int:
    return value.count()  # type: ignore[no-any-return]


@compiled
def first(value: bits) -> int:
    return value.first()  # type: ignore[no-any-return]


@compiled
def nth(value: bits, index: int) -> int:
    return value.nth(index)  # type: ignore[no-any-return]


@compiled
def has(value: bits, member: int) -> bool:
    return value.has(member)  # type: ignore[no-any-return]


@compiled
def field(value: bits, shift: int, mask: int) -> int:
    return value.field(shift, mask)  # type: ignore[no-any-return]


@compiled
def single64(member: int) -> Bits64:
    return bit64(member)


@compiled
def single128(member: int) -> Bits128:
    return bit128(member)


@compiled
def of_number(number: int) -> tuple[int, int]:
    return ones(number), lowest(number)


@compiled
def of_bare_sets(left: bits, right: bits, places: int) -> tuple[int, int, int, int, bool, bool]:
    left, right = bare(left), bare(right)
    moved = (left << places | left >> places) & right
    return ones(left), ones(left & right), ones((left ^ right) & ~right), ones(moved), left == right, bool(moved)


@compiled
def in_a_run(out: MutableSequence[int], place: int, first: int, count: int) -> int:
    write_run(out, place, first, count)
    return count


# Tables


@compiled
def numbers_at(index: int) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    return (
        toys.FITS_8[index],
        toys.OVER_8[index],
        toys.UNDER_8[index],
        toys.FITS_16[index],
        toys.OVER_16[index],
        toys.UNDER_16[index],
        toys.FITS_32[index],
        toys.OVER_32[index],
        toys.UNDER_32[index],
        toys.FITS_64[index],
    )


@compiled
def sets_at(index: int) -> tuple[Bits64, Bits128]:
    return toys.SMALL_SETS[index], toys.LARGE_SETS[index]


@compiled
def number_at(index: int) -> int:
    return toys.FITS_8[index]


@compiled
def number_of_number(index: int) -> int:
    """A table indexed by an entry of another one, and arithmetic that only 64 bits can hold."""
    return toys.FITS_8[toys.SECOND[index]] * 2**40


# Random numbers and keys


@compiled
def draws(rng: Rng, out: Row) -> int:
    for place in range(len(out)):
        out[place] = draw(rng)
    return len(out)


@compiled
def draws_below(rng: Rng, limit: int, out: Row) -> int:
    for place in range(len(out)):
        out[place] = below(rng, limit)
    return len(out)


@compiled
def mixed_in(key: int, value: Any) -> int:
    return mixed(key, value)


# States


@compiled
def unchanged(state: Any) -> Any:
    return state


@compiled
def made_by_position(small: Bits64, large: Bits128, number: int) -> Everything:
    return Everything(small, large, number)


@compiled
def made_by_name(small: Bits64, large: Bits128, number: int) -> Everything:
    return Everything(small, number=number, large=large)


@compiled
def changed_by_function(state: Everything, number: int, large: Bits128) -> Everything:
    return change(state, number=number, large=large)


@compiled
def changed_by_method(state: Everything, number: int, large: Bits128) -> Everything:
    return state.change(number=number, large=large)  # type: ignore[attr-defined, no-any-return]


@compiled
def changed_inside(state: Everything) -> tuple[Everything, Everything]:
    return state.doubled(), state.swept()


@compiled
def changed_to_unknown_by_function(state: Everything) -> Everything:
    return change(state, unknown=1)


@compiled
def changed_to_unknown_by_method(state: Everything) -> Everything:
    return state.change(unknown=1)  # type: ignore[attr-defined, no-any-return]


@compiled
def with_a_default(state: Everything) -> tuple[int, int]:
    return state.plus(3), state.plus(3, 4)


@compiled
def changed_from_table(state: Everything, index: int) -> tuple[int, int]:
    """A field filled from a narrow table goes on holding large numbers."""
    changed = change(state, number=toys.FITS_8[index])
    made = Everything(state.small, state.large, toys.FITS_8[index])
    return changed.number * 2**40, made.number * 2**40


@compiled
def worth_of_sum(state: Sum) -> int:
    return state.worth(7)


@compiled
def worth_of_product(state: Product) -> int:
    return state.worth(7, 11)


@compiled
def parities(number: int) -> int:
    return parity(number) + 10 * parity(number + 1)


@compiled
def defaults(state: State, rng: Rng, out: Row) -> tuple[bool, Any, int]:
    return state.mid_turn(), state.uncounted(), state.random_action(rng, out)


# States in rows


@compiled
def moved_row(cls: Any, words: Any, source: int, target: int) -> int:
    store(load(cls, words, source), words, target)
    return target


@compiled
def worth_in_row(cls: Any, words: Any, place: int) -> int:
    state = load(cls, words, place)
    return state.left + state.turn  # type: ignore[no-any-return]


# Rows of weights


@compiled
def row_of(judge: Weigher, number: int) -> Lanes:
    return judge.first.row(number)


@compiled
def rows_added(judge: Weigher, members: bits, number: int) -> Lanes:
    total: Lanes = judge.hidden(members, number)
    return total


@compiled
def lanes_combined(judge: Weigher, left: int, right: int, times: int) -> tuple[Lanes, Lanes, Lanes, int]:
    mine, its = judge.first.row(left), judge.first.row(right)
    return mine + its, mine * times, mine.clipped_square(), mine.dot(its)


@compiled
def lanes_of_three(first: int, second: int, third: int) -> Lanes:
    return lanes(first, second, third)


@compiled
def same_judge(judge: Weigher) -> Weigher:
    return judge


@compiled
def balance_of(judge: Weigher, state: State) -> int:
    return judge.balance(state)
