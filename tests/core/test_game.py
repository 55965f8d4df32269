"""`@game`: what it refuses, what it adds, and that compiled states do what plain ones do."""

from __future__ import annotations

import collections
import inspect
import pickle
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavoliere.core.bits import Bits, Bits64, Bits128
from tavoliere.core.compiled import generator, plain_python, row
from tavoliere.core.game import GAMES, ONGOING, change, game, helper
from tavoliere.core.playouts import ACTIONS_PLAYED, TALLY_LENGTH, playouts
from tavoliere.core.rng import Rng, seeded
from tests.core import kernels, toys
from tests.core.kernels import agree
from tests.core.strategies import large_sets, numbers, small_sets, unhurried
from tests.core.toys import HEAP_OF_12, Everything, Heap, OwnWay, Product, Sum

SOME = Everything(Bits64.of({0, 63}), Bits128.of({0, 64, 127}), -5)

states = st.builds(Everything, small_sets, large_sets, numbers)


# What it refuses


class NotATuple:
    left: int


class PlainTuple(tuple[int, ...]):
    __slots__ = ()


class HasText(NamedTuple):
    left: int
    name: str


class HasNoWidth(NamedTuple):
    stones: Bits


class HasTruth(NamedTuple):
    done: bool


class HasTuple(NamedTuple):
    heaps: tuple[int, int]


@pytest.mark.parametrize("cls", [NotATuple, PlainTuple, int])
def test_a_class_that_is_no_named_tuple_is_refused(cls: type) -> None:
    with pytest.raises(TypeError, match=f"@game needs a NamedTuple class, not .*{cls.__name__}"):
        game(cls)
    assert cls not in GAMES


@pytest.mark.parametrize(
    ("cls", "field"),
    [(HasText, "HasText.name"), (HasNoWidth, "HasNoWidth.stones"), (HasTruth, "HasTruth.done"), (HasTuple, "heaps")],
)
def test_a_field_that_compiled_code_cannot_hold_is_refused_by_name(cls: type, field: str) -> None:
    with pytest.raises(TypeError, match=f"{field} must be an int, a Bits64 or a Bits128, not "):
        game(cls)
    assert cls not in GAMES


# What it leaves alone and what it adds


def test_a_game_class_stays_the_class_it_was() -> None:
    assert HEAP_OF_12 == (12, 0, ONGOING, 0)
    assert HEAP_OF_12.play(3) == Heap(9, 1, ONGOING, 0)
    assert pickle.loads(pickle.dumps(SOME)) == SOME
    assert type(pickle.loads(pickle.dumps(SOME)).large) is Bits128
    assert inspect.isfunction(vars(Heap)["play"])
    assert GAMES[Heap].fields == {"left": int, "turn": int, "winner": int, "reason": int}


def test_a_helper_stays_the_function_it_was() -> None:
    def four() -> int:
        return 4

    assert helper(four) is four
    assert toys.parity(3) == 1 and toys.parity(4) == -1


def test_methods_left_out_have_defaults_in_plain_python() -> None:
    out = [0, 0, 0]
    assert HEAP_OF_12.mid_turn() is False
    assert HEAP_OF_12.uncounted() is HEAP_OF_12
    assert {HEAP_OF_12.random_action(seeded(seed), out) for seed in range(50)} == {1, 2, 3}


def test_a_game_keeps_its_own_versions_of_those_methods() -> None:
    state = OwnWay(5, 9, 0, ONGOING, 0)
    assert state.mid_turn() is True
    assert state.uncounted() == OwnWay(5, 0, 0, ONGOING, 0)
    assert 100 <= state.random_action(seeded(1), [0]) < 105


# Change


@pytest.mark.parametrize("changed", [change, lambda state, **fields: state.change(**fields)], ids=["change", ".change"])
def test_change_replaces_the_named_fields_and_no_other(changed: Any) -> None:
    assert changed(SOME, number=7) == Everything(SOME.small, SOME.large, 7)
    assert changed(SOME, large=Bits128(), small=Bits64()) == Everything(Bits64(), Bits128(), -5)
    assert changed(SOME) == SOME
    assert type(changed(SOME, number=7)) is Everything
    assert SOME.number == -5


@pytest.mark.parametrize("changed", [change, lambda state, **fields: state.change(**fields)], ids=["change", ".change"])
def test_change_refuses_an_unknown_field(changed: Any) -> None:
    with pytest.raises(ValueError, match="unknown"):
        changed(SOME, unknown=1)


@given(state=states, number=numbers, large=large_sets)
@unhurried
def test_compiled_change_is_the_plain_one(state: Everything, number: int, large: Bits128) -> None:
    expected = Everything(state.small, large, number)
    assert agree(kernels.changed_by_function, state, number, large) == expected
    assert agree(kernels.changed_by_method, state, number, large) == expected


def test_compiled_methods_may_change_their_state() -> None:
    doubled, swept = agree(kernels.changed_inside, SOME)
    assert doubled.number == -10 and doubled.large == SOME.large
    assert not swept.small and swept.large == ~SOME.large


@pytest.mark.parametrize("kernel", [kernels.changed_to_unknown_by_function, kernels.changed_to_unknown_by_method])
def test_compiled_change_refuses_an_unknown_field(kernel: Any) -> None:
    from numba.core.errors import TypingError

    with pytest.raises(TypingError, match="unknown"):
        kernel(SOME)


# States in compiled code


@given(state=states)
@unhurried
def test_a_state_goes_into_compiled_code_and_comes_back_unharmed(state: Everything) -> None:
    assert agree(kernels.unchanged, state) == state


@given(small=small_sets, large=large_sets, number=numbers)
@unhurried
def test_compiled_code_makes_states_from_arguments_in_order_and_by_name(
    small: Bits64, large: Bits128, number: int
) -> None:
    assert agree(kernels.made_by_position, small, large, number) == Everything(small, large, number)
    assert agree(kernels.made_by_name, small, large, number) == Everything(small, large, number)


def test_classes_with_the_same_method_name_have_their_own_parameters() -> None:
    assert agree(kernels.worth_of_sum, Sum(5)) == 12
    assert agree(kernels.worth_of_product, Product(Bits64.of({1, 2}))) == 154
    assert agree(kernels.worth_of_sum, Sum(6)) == 13


def test_one_kernel_serves_two_classes_each_with_its_own_code() -> None:
    assert type(agree(kernels.unchanged, Sum(5))) is Sum
    assert type(agree(kernels.unchanged, Product(Bits64.of({1})))) is Product
    assert kernels.unchanged.compilations >= 2


def test_a_method_may_have_a_parameter_with_a_default() -> None:
    assert agree(kernels.with_a_default, SOME) == (25, 7)


def test_helpers_compile_and_call_each_other() -> None:
    assert agree(kernels.parities, 3) == 1 - 10
    assert agree(kernels.parities, 4) == -1 + 10


def test_a_field_filled_from_a_narrow_table_still_holds_64_bits() -> None:
    assert agree(kernels.changed_from_table, SOME, 0) == (-128 * 2**40, -128 * 2**40)
    assert agree(kernels.changed_from_table, SOME, 1) == (127 * 2**40, 127 * 2**40)


def answers(state: Any, rng: Rng, length: int) -> tuple[bool, Any, list[int]]:
    """Whether it is the middle of a turn, the state without counters, and fifty random actions."""
    rounds = [kernels.defaults(state, rng, row(length)) for _ in range(50)]
    return rounds[0][0], rounds[0][1], [action for _, _, action in rounds]


@pytest.mark.parametrize("state", [HEAP_OF_12, OwnWay(5, 9, 0, ONGOING, 0), OwnWay(4, 9, 0, ONGOING, 0)], ids=repr)
def test_defaults_and_own_versions_are_the_same_when_compiled(state: Any) -> None:
    compiled = answers(state, generator(3), 3)
    with plain_python():
        plain = answers(state, generator(3), 3)
    assert compiled == plain
    assert type(compiled[1]) is type(state)


def test_a_toy_game_is_played_alike_in_both_worlds() -> None:
    def tally_of_games() -> list[int]:
        tally = row(TALLY_LENGTH)
        playouts(HEAP_OF_12, 200, 100, generator(9), row(3), tally)
        return list(map(int, tally))

    compiled = tally_of_games()
    with plain_python():
        assert tally_of_games() == compiled
    assert compiled[0] + compiled[1] == 200 and min(compiled[0], compiled[1]) > 0
    assert 200 * 4 <= compiled[ACTIONS_PLAYED] <= 200 * 12


def test_random_actions_of_the_default_are_equally_likely() -> None:
    rng = generator(2)
    drawn = collections.Counter(kernels.defaults(HEAP_OF_12, rng, row(3))[2] for _ in range(3000))
    assert sorted(drawn) == [1, 2, 3]
    assert all(850 < times < 1150 for times in drawn.values())
