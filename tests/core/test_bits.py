"""Sets of squares behave like Python sets of small numbers, in plain Python and in machine code."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavoliere.core.bits import Bits, Bits64, Bits128, bare, bit64, bit128, lowest, ones
from tavoliere.core.compiled import row
from tests.core import kernels
from tests.core.kernels import agree
from tests.core.processes import run_program
from tests.core.strategies import unhurried

Kind = type[Bits64] | type[Bits128]

in_both_widths = pytest.mark.parametrize("kind", [Bits64, Bits128])


def some_members(kind: Kind) -> st.SearchStrategy[set[int]]:
    """Sets of numbers: mostly empty, mostly full, and anything in between."""
    everything = set(range(kind.width))
    few = st.sets(st.integers(0, kind.width - 1))
    any_half = st.integers(0, (1 << kind.width) - 1).map(lambda mask: {m for m in everything if mask >> m & 1})
    return few | few.map(lambda members: everything - members) | any_half


def some_set(kind: Kind) -> st.SearchStrategy[Any]:
    return some_members(kind).map(kind.of)


def non_empty_set(kind: Kind) -> st.SearchStrategy[Any]:
    return some_set(kind).filter(bool)


def filled(kernel: Any, value: Bits) -> list[int]:
    """What a kernel writes down about a set."""
    out = row(value.width)
    written = kernel(value, out)
    return [int(number) for number in out[:written]]


# In plain Python


@in_both_widths
@given(data=st.data())
@unhurried
def test_joining_and_removing_are_those_of_python_sets(kind: Kind, data: st.DataObject) -> None:
    ours, theirs = data.draw(some_members(kind)), data.draw(some_members(kind))
    left, right = kind.of(ours), kind.of(theirs)
    assert set(left | right) == ours | theirs
    assert set(left & right) == ours & theirs
    assert set(left ^ right) == ours ^ theirs
    assert set(left - right) == ours - theirs
    assert set(~left) == set(range(kind.width)) - ours
    assert (left == right) == (ours == theirs) and (left != right) == (ours != theirs)
    assert bool(left) == bool(ours)
    assert {type(made) for made in (left | right, left & right, left ^ right, left - right, ~left)} == {kind}


@in_both_widths
@given(data=st.data())
@unhurried
def test_shifting_moves_every_member_and_drops_what_leaves_the_width(kind: Kind, data: st.DataObject) -> None:
    members = data.draw(some_members(kind))
    places = data.draw(st.integers(0, kind.width - 1))
    value = kind.of(members)
    assert set(value << places) == {member + places for member in members if member + places < kind.width}
    assert set(value >> places) == {member - places for member in members if member >= places}
    assert type(value << places) is kind and type(value >> places) is kind


@in_both_widths
@given(data=st.data())
@unhurried
def test_members_come_lowest_first_and_can_be_asked_for_by_number(kind: Kind, data: st.DataObject) -> None:
    members = data.draw(some_members(kind))
    value = kind.of(members)
    assert list(value) == sorted(members)
    assert value.count() == len(members)
    assert [value.nth(index) for index in range(len(members))] == sorted(members)
    assert [member for member in range(kind.width) if value.has(member)] == sorted(members)
    assert not members or value.first() == min(members)


@in_both_widths
@given(data=st.data())
@unhurried
def test_field_reads_the_number_written_in_some_of_the_bits(kind: Kind, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 2**63 - 1))
    shift = data.draw(st.integers(0, kind.width - 63)) if kind is Bits128 else 0
    length = data.draw(st.integers(0, 63))
    written = kind(number << shift)
    assert written.field(shift, (1 << length) - 1) == number % 2**length


@in_both_widths
@given(data=st.data())
@unhurried
def test_repr_is_how_the_set_is_written_in_a_program(kind: Kind, data: st.DataObject) -> None:
    members = data.draw(some_members(kind))
    assert repr(kind.of(members)) == f"{kind.__name__}.of({{{', '.join(map(str, sorted(members)))}}})"


@in_both_widths
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_set_survives_pickling(kind: Kind, protocol: int) -> None:
    for value in (kind(), kind.of({0, 3, kind.width - 1}), ~kind()):
        copy = pickle.loads(pickle.dumps(value, protocol))
        assert copy == value and type(copy) is kind


@in_both_widths
def test_of_refuses_members_that_do_not_fit(kind: Kind) -> None:
    with pytest.raises(ValueError, match=f"{kind.width} does not fit into {kind.width} bits"):
        kind.of([0, kind.width])
    with pytest.raises(ValueError, match="-1 does not fit"):
        kind.of([-1])


@in_both_widths
def test_a_set_made_of_a_number_keeps_the_bits_that_fit(kind: Kind) -> None:
    assert list(kind((1 << kind.width) + 5)) == [0, 2]
    assert kind(-1) == ~kind()
    assert kind() == 0 and type(kind()) is kind


def test_single_members_and_bits_of_numbers() -> None:
    assert [list(bit64(member)) for member in range(64)] == [[member] for member in range(64)]
    assert [list(bit128(member)) for member in range(128)] == [[member] for member in range(128)]
    assert type(bit64(3)) is Bits64 and type(bit128(3)) is Bits128
    assert [lowest(number) for number in (1, 12, 2**62)] == [0, 2, 62]
    assert [ones(number) for number in (0, 13, 2**63 - 1)] == [0, 3, 63]


# In machine code


@in_both_widths
@given(data=st.data())
@unhurried
def test_compiled_operators_are_the_plain_ones(kind: Kind, data: st.DataObject) -> None:
    left, right = data.draw(some_set(kind)), data.draw(some_set(kind))
    agree(kernels.combined, left, right)
    agree(kernels.combined_in_place, left, right)
    assert kernels.combined(left, left)[-2:] == (True, False)
    assert agree(kernels.complement, left) == ~left
    agree(kernels.truths, left)


@in_both_widths
@given(data=st.data())
@unhurried
def test_compiled_shifts_are_the_plain_ones(kind: Kind, data: st.DataObject) -> None:
    agree(kernels.shifted, data.draw(some_set(kind)), data.draw(st.integers(0, kind.width - 1)))


@in_both_widths
@given(data=st.data())
@unhurried
def test_bare_sets_are_the_sets_in_machine_code_and_numbers_elsewhere(kind: Kind, data: st.DataObject) -> None:
    left, right = data.draw(some_set(kind)), data.draw(some_set(kind))
    assert type(bare(left)) is int and bare(left) == left
    found = agree(kernels.of_bare_sets, left, right, data.draw(st.integers(0, kind.width - 1)))
    assert found[:3] == (left.count(), (left & right).count(), (left - right).count())


@in_both_widths
def test_compiled_shifts_agree_at_every_distance(kind: Kind) -> None:
    value = kind.of({0, 1, 31, 32, 62, 63, kind.width // 2, kind.width - 2, kind.width - 1})
    for places in range(kind.width):
        agree(kernels.shifted, value, places)
        agree(kernels.shifted, ~value, places)


@in_both_widths
@given(data=st.data())
@unhurried
def test_compiled_loops_visit_the_members_lowest_first(kind: Kind, data: st.DataObject) -> None:
    value = data.draw(some_set(kind))
    assert filled(kernels.members, value) == list(value)
    assert filled(kernels.members_while_it_empties, value) == list(value)
    agree(kernels.first_pair_beyond, value, data.draw(st.integers(0, 2 * kind.width)))


@in_both_widths
@given(data=st.data())
@unhurried
def test_compiled_questions_about_members_have_the_plain_answers(kind: Kind, data: st.DataObject) -> None:
    value = data.draw(non_empty_set(kind))
    agree(kernels.count, value)
    agree(kernels.first, value)
    agree(kernels.nth, value, data.draw(st.integers(0, value.count() - 1)))
    agree(kernels.has, value, data.draw(st.integers(0, kind.width - 1)))
    mask = (1 << data.draw(st.integers(0, 63))) - 1
    agree(kernels.field, value, data.draw(st.integers(0, kind.width - 1)), mask)


@in_both_widths
def test_compiled_nth_finds_every_member(kind: Kind) -> None:
    for value in (~kind(), kind.of(range(0, kind.width, 3)), kind.of(range(kind.width // 2, kind.width))):
        assert [kernels.nth(value, index) for index in range(value.count())] == list(value)
        assert [member for member in range(kind.width) if kernels.has(value, member)] == list(value)


@in_both_widths
def test_the_empty_set_has_no_members_in_compiled_code(kind: Kind) -> None:
    assert agree(kernels.count, kind()) == 0
    assert filled(kernels.members, kind()) == []
    assert agree(kernels.truths, kind()) == (False, True, 0, 0, 5)


def test_compiled_single_members_and_bits_of_numbers() -> None:
    for member in range(64):
        agree(kernels.single64, member)
    for member in range(128):
        agree(kernels.single128, member)
    for number in (1, 2, 12, 2**31, 2**62, 2**63 - 1):
        agree(kernels.of_number, number)


# On processors without an instruction that deposits bits

COMPARE_NTH = """
import json, random
from tavoliere.core import native
from tavoliere.core.bits import Bits64, Bits128
from tests.core.kernels import nth

chance = random.Random(7)
wrong = tried = 0
for kind in (Bits64, Bits128):
    sets = [~kind(), kind.of({kind.width - 1}), kind.of(range(0, kind.width, 2))]
    sets += [kind(chance.getrandbits(kind.width) & chance.getrandbits(kind.width)) for _ in range(100)]
    for value in sets:
        found = [nth(value, index) for index in range(value.count())]
        wrong += found != list(value)
        tried += len(found)
print(json.dumps({"deposits": native.sets.BIT_DEPOSIT, "wrong": wrong, "tried": tried}))
"""


def test_nth_is_the_same_on_a_processor_without_bit_deposit() -> None:
    told = run_program(COMPARE_NTH, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert told["deposits"] is False, "the branch under test was not taken"
    assert told["wrong"] == 0 and told["tried"] > 4000
