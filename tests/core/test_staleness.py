"""Ways in which compiled code could be older than its source, each of which once was possible."""

import collections
import os
import subprocess
import sys
import textwrap
from typing import NamedTuple

import pytest

from tavoliere.core.compiled import compiled, generator, row
from tavoliere.core.game import change, game
from tavoliere.core.rng import below
from tavoliere.core.table import table

RULES = """
from typing import NamedTuple
from tavoliere.core.game import game
from toy.parts import bonus

@game
class Toy(NamedTuple):
    number: int
    turn: int
    winner: int

    def total(self):
        return bonus(self.number)
"""
PARTS = """
import os
from tavoliere.core.game import helper
EXTRA = int(os.environ.get("TOY_EXTRA", "0"))

@helper
def bonus(number):
    return number + 1 + EXTRA
"""
MAIN = """
from tavoliere.core.compiled import compiled
from toy.rules import Toy

@compiled
def direct(state):
    return state.total()

@compiled
def in_a_tuple(states):
    return states[0].total() + states[1].total()

@compiled
def by_name(number):
    return Toy(number, 0, -1).total()
"""
CALL = """
from main import direct, in_a_tuple, by_name
from toy.rules import Toy
toy = Toy(10, 0, -1)
print(direct(toy), in_a_tuple((toy, toy)), by_name(10))
"""


@pytest.fixture
def run(tmp_path):
    """A toy game in a package without `__init__.py`, with a helper in another file, and a program that uses it."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "main.py").write_text(MAIN, encoding="utf-8")

    def call(parts: str = PARTS, **variables: str) -> list[int]:
        (tmp_path / "toy" / "parts.py").write_text(textwrap.dedent(parts), encoding="utf-8")
        environment = {
            **os.environ,
            "TAVOLIERE_CACHE_DIR": str(tmp_path / "cache"),
            "PYTHONPATH": str(tmp_path),
            **variables,
        }
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        done = subprocess.run([sys.executable, "-c", CALL], env=environment, capture_output=True, text=True, check=True)
        return [int(word) for word in done.stdout.split()]

    return call


def test_an_edited_helper_in_another_file_of_the_package_is_seen(run):
    assert run() == [11, 22, 11]
    assert run() == [11, 22, 11]
    assert run(PARTS.replace("number + 1", "number + 100")) == [110, 220, 110]


def test_a_constant_that_the_import_computed_otherwise_is_seen(run):
    assert run(TOY_EXTRA="5") == [16, 32, 16]
    assert run(TOY_EXTRA="7") == [18, 36, 18]
    assert run(TOY_EXTRA="5") == [16, 32, 16]


def test_numba_switched_off_means_plain_python(run):
    assert run(NUMBA_DISABLE_JIT="1") == [11, 22, 11]


first = compiled(lambda number: number + 1)
second = compiled(lambda number: number + 1000)


def test_two_functions_of_one_name_do_not_share_an_entry():
    assert (first(1), second(1)) == (2, 1001)


def test_a_function_that_closes_over_variables_is_refused():
    extra = 5
    with pytest.raises(TypeError, match="closes over variables"):
        compiled(lambda number: number + extra)


def test_a_class_made_inside_a_function_compiles_without_being_kept():
    @game
    class Local(NamedTuple):
        number: int
        turn: int
        winner: int

        def actions(self, out):
            out[0] = self.number
            return 1

    assert drawn_from(Local(7, 0, -1), row(2), generator(1)) == 7


@compiled
def drawn_from(state, out, rng):
    return state.actions(out) + out[0] - 1 + 0 * below(rng, 3)


class Base(NamedTuple):
    number: int
    turn: int
    winner: int

    def mid_turn(self):
        return True


@game
class Variant(Base):
    __slots__ = ()


@compiled
def is_mid_turn(state):
    return state.mid_turn()


def test_inherited_methods_stay_and_compile():
    assert Variant(1, 0, -1).mid_turn()
    assert is_mid_turn(Variant(1, 0, -1))


def test_classes_that_cannot_be_compiled_are_refused_with_a_reason():
    with pytest.raises(TypeError, match="must be an int, a Bits64 or a Bits128"):
        game(collections.namedtuple("Bare", "a b"))

    class Defaulted(NamedTuple):
        a: int = 7

    with pytest.raises(TypeError, match="no defaults"):
        game(Defaulted)


def test_tables_of_other_things_are_refused():
    with pytest.raises(TypeError, match="integers of 64 bits"):
        table([2**63])
    with pytest.raises(TypeError, match="integers of 64 bits"):
        table(["a", "b"])


@compiled
def with_a_fraction(state):
    return change(state, number=2.5)


def test_a_fraction_is_no_field():
    with pytest.raises(Exception, match=r"Variant.number is int64, and float64 is not"):
        with_a_fraction(Variant(1, 0, -1))
