"""Files of weights: what was written is read, and whatever is wrong with one is told by name."""

from __future__ import annotations

import dataclasses
import json
import zlib
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tavoliere.core.game import evaluation
from tavoliere.core.learnt import MAGIC, Learnt, WeightsError, _digest, header_of, read_weights, weights_file
from tavoliere.core.weights import LANES, Part, Rows
from tavoliere.games import ruleset
from tests.core.strategies import unhurried
from tests.core.toys import Heap

FACTS = ruleset("tablut").facts
NAME = "somewhere/learnt.weights"


@evaluation
class Judge(NamedTuple):
    first: Rows
    head: Rows

    def balance(self, state: Heap) -> int:
        return self.first.row(state.left).dot(self.head.row(0))


LEARNT = Learnt(judge=Judge, rows={"first": 4, "head": 1}, sums={"first": ((Part(range(4), 2),),)})
JUDGE = Judge(Rows([[row * lane - 9 for lane in range(LANES)] for row in range(4)]), Rows([[7] * LANES]))
CONTENT = weights_file(LEARNT, FACTS, JUDGE, {"seed": 5})


def read(content: bytes, learnt: Learnt = LEARNT) -> Any:
    return read_weights(learnt, FACTS, content, NAME)


def signed(data: bytes, **changes: Any) -> bytes:
    """The file with another header, or other data, and a digest that fits."""
    header = {**header_of(CONTENT, NAME), **changes}
    return b"\n".join((MAGIC, json.dumps({**header, "digest": _digest(header, data)}).encode(), data))


def data_of(content: bytes) -> bytes:
    return content.split(b"\n", 2)[2]


def test_what_was_written_is_read() -> None:
    assert read(CONTENT) == JUDGE
    assert weights_file(LEARNT, FACTS, JUDGE, {"seed": 5}) == CONTENT
    header = header_of(CONTENT, NAME)
    assert (header["game"], header["judge"], header["made"]) == ("tablut", "Judge", {"seed": 5})
    assert header["limits"] == {"first": [-18, 57]}


@unhurried
@given(st.integers(0, len(CONTENT) - 1))
def test_a_file_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(WeightsError, match=f"^{NAME} is (broken or cut off|not a file of weights)"):
        read(CONTENT[:length])


@unhurried
@given(st.integers(0, len(CONTENT) - 1), st.integers(1, 255))
@example(CONTENT.index(b" ", len(MAGIC) + 1), ord(" ") ^ ord("\t"))
def test_a_file_with_any_byte_changed_is_refused(place: int, change: int) -> None:
    """Another blank between two words of the header says the same, and nothing else does."""
    new = CONTENT[place] ^ change
    changed = CONTENT[:place] + bytes([new]) + CONTENT[place + 1 :]
    is_in_header = len(MAGIC) < place < CONTENT.index(b"\n", len(MAGIC) + 1)
    if is_in_header and CONTENT[place] == ord(" ") and new in b"\t\r":
        assert (read(changed), header_of(changed, NAME)) == (JUDGE, header_of(CONTENT, NAME))
        return
    with pytest.raises(WeightsError, match=f"^{NAME} is "):
        read(changed)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\n" * 40, b"tavoliere weights 2\n{}\n"])
def test_another_kind_of_file_is_refused(content: bytes) -> None:
    with pytest.raises(WeightsError, match=f"^{NAME} is not a file of weights"):
        read(content)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "pit"}, 'game is "pit" there and "tablut" here'),
        ({"rules_version": 99}, "rules_version is 99 there"),
        ({"players": 3}, "players is 3 there and 2 here"),
        ({"judge": "Other"}, 'judge is "Other" there and "Judge" here'),
        ({"form": "0"}, 'form is "0" there'),
        ({"rows": {"first": 5, "head": 1}}, "rows is "),
    ],
)
def test_a_file_for_something_else_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(WeightsError, match=f"{NAME} is made for something else: {told}"):
        read(signed(data_of(CONTENT), **changes))


def test_other_limits_are_another_form() -> None:
    other = dataclasses.replace(LEARNT, sums={"first": ((Part(range(4), 3),),)})
    with pytest.raises(WeightsError, match="made for something else: form"):
        read(CONTENT, other)


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", zlib.compress(b""), zlib.compress(bytes(2 * LANES * 5 + 1)), zlib.compress(bytes(10**6))]
)
def test_data_of_another_size_are_refused(data: bytes) -> None:
    with pytest.raises(WeightsError, match=f"{NAME} is broken or cut off"):
        read(signed(data))


def test_a_file_that_could_overflow_is_refused_and_not_written() -> None:
    heavy = Judge(Rows([[20_000] * LANES] * 4), JUDGE.head)
    with pytest.raises(WeightsError, match="could overflow: a sum of first reaches from 0 to 40000"):
        weights_file(LEARNT, FACTS, heavy, {})
    tolerant = dataclasses.replace(LEARNT, sums={"first": ()})
    data = data_of(weights_file(dataclasses.replace(tolerant, sums={}), FACTS, heavy, {}))
    with pytest.raises(WeightsError, match=f"{NAME} could overflow: a sum of first reaches from 0 to 40000"):
        read(signed(data))


def test_a_judge_with_other_rows_is_refused() -> None:
    with pytest.raises(WeightsError, match="here has 1 rows of first, and the judge has 4"):
        LEARNT.checked(Judge(JUDGE.head, JUDGE.head), "here")
