"""Files of learnt weights: written, read, and refused by name when anything about them is not as it should be.

A file is one line that says what it is, one line of JSON about it, and the rows as compressed numbers of 16 bits. It
belongs to one form of one judge of one version of a game's rules. A game says in a `Learnt` how its judge is made; what
it says there about sums is what proves that no sum overflows, so that no search has to look.
"""

from __future__ import annotations

import array
import dataclasses
import hashlib
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from tavoliere.core.facts import Facts
from tavoliere.core.said import Said
from tavoliere.core.weights import LANES, LEAST, MOST, Rows, Sum, bounds, packed, unpacked

HEAD_UNIT = 1024
"""What a judge divides by behind its head, whose weights count four thousandths of what a unit can be worth."""
MAGIC = b"tavoliere weights 1"
LONGEST_HEADER = 1 << 16


class WeightsError(ValueError):
    """A file of weights was refused."""


class WeightsWarning(UserWarning):
    """A file of weights was refused, and the hand-made judge plays on."""


@dataclasses.dataclass(frozen=True, eq=False)
class Learnt:
    """A judge whose weights are learnt: the class of evaluations, how many rows each of its fields has, and which sums
    it makes of them.
    """

    judge: type[Any]
    rows: Mapping[str, int]
    sums: Mapping[str, tuple[Sum, ...]]
    """By field, what is added up at most: one sum for each case that the judge tells apart."""
    terms: tuple[tuple[int, ...], ...] = ()
    """Where training begins with the rows of the field `terms`, as far as there is one: hand-made weights."""
    shared: tuple[int, ...] = ()
    """For each row of the field `first` a number. Rows of one number mean nearly the same, such as a piece on one
    square for all squares of the king, and what is learnt of one goes half into all.
    """
    base: range = range(0)
    """The rows of `first` of which every position has exactly one."""
    quiet: Callable[[Any, Any], bool] | None = None
    """Whether nothing is under way in a position, from the state and the one after the turn that was found best: only
    such positions can be judged without looking ahead, and only they are learnt from.
    """
    players: int = 2
    """With how many players the game is played that it judges."""
    file: str = "learnt.weights"
    """Where its weights stand beside the ruleset."""

    @property
    def form(self) -> str:
        """A digest of what a file must fit: rows and sums."""
        parts = sorted(self.rows.items()), sorted((name, tuple(sums)) for name, sums in self.sums.items())
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def checked(self, judge: Any, name: str) -> Any:
        """The judge, if it has the right rows and no sum of them can overflow; `name` is for whoever reads why not."""
        for field, count in self.rows.items():
            if len(getattr(judge, field)) != count:
                raise WeightsError(
                    Said(
                        "{file} has {found} rows of {field}, and the judge has {count}",
                        file=name,
                        found=len(getattr(judge, field)),
                        field=field,
                        count=count,
                    )
                )
        for field, sums in self.sums.items():
            for parts in sums:
                least, most = bounds(getattr(judge, field), parts)
                if least < LEAST or most > MOST:
                    raise WeightsError(
                        Said(
                            "{file} could overflow: a sum of {field} reaches from {least} to {most}",
                            file=name,
                            field=field,
                            least=least,
                            most=most,
                        )
                    )
        return judge


def weights_file(learnt: Learnt, facts: Facts, judge: Any, made: Mapping[str, Any]) -> bytes:
    """A judge as a file; `made` tells how it came about. The same judge and story give the same bytes."""
    learnt.checked(judge, learnt.file)
    numbers = array.array("h")
    for field in learnt.rows:
        for row in getattr(judge, field):
            numbers.extend(row)
    data = zlib.compress(packed(numbers), 9)
    header = {
        "game": facts.name,
        "rules_version": facts.rules_version,
        "players": learnt.players,
        "judge": learnt.judge.__name__,
        "form": learnt.form,
        "rows": dict(learnt.rows),
        "limits": {field: _limits(getattr(judge, field), sums) for field, sums in learnt.sums.items()},
        "made": dict(made),
    }
    text = json.dumps({**header, "digest": _digest(header, data)}, sort_keys=True)
    return b"\n".join((MAGIC, text.encode(), data))


def read_weights(learnt: Learnt, facts: Facts, content: bytes, name: str) -> Any:
    """The judge in a file; a `WeightsError` says what is wrong with it."""
    header, data = _split(content, name)
    expected = {
        "game": facts.name, "rules_version": facts.rules_version, "players": learnt.players,
        "judge": learnt.judge.__name__, "form": learnt.form, "rows": dict(learnt.rows),
    }  # fmt: skip
    for key, wanted in expected.items():
        if header.get(key) != wanted:
            found = json.dumps(header.get(key))[:80]
            raise WeightsError(
                Said(
                    "{file} is made for something else: {key} is {found} there and {wanted} here",
                    file=name,
                    key=key,
                    found=found,
                    wanted=json.dumps(wanted),
                )
            )
    return learnt.checked(_judge(learnt, data, name), name)


def header_of(content: bytes, name: str) -> dict[str, Any]:
    """What a file says about itself, once its digest holds."""
    return _split(content, name)[0]


def _split(content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    magic, _, rest = content[: len(MAGIC) + 1 + LONGEST_HEADER].partition(b"\n")
    text, has_data, _ = rest.partition(b"\n")
    if magic != MAGIC:
        raise WeightsError(Said("{file} is not a file of weights", file=name))
    try:
        header = json.loads(text) if has_data else None
    except ValueError:
        header = None
    if not isinstance(header, dict):
        raise WeightsError(_broken(name))
    data = content[len(magic) + len(text) + 2 :]
    digest = header.pop("digest", None)
    if digest != _digest(header, data):
        raise WeightsError(_broken(name))
    return header, data


def _judge(learnt: Learnt, data: bytes, name: str) -> Any:
    length = LANES * sum(learnt.rows.values())
    try:
        unpacker = zlib.decompressobj()
        numbers = unpacked(unpacker.decompress(data, 2 * length + 1))
    except (zlib.error, ValueError):
        raise WeightsError(_broken(name)) from None
    if len(numbers) != length:
        raise WeightsError(_broken(name))
    rows, begin = {}, 0
    for field, count in learnt.rows.items():
        rows[field] = Rows(numbers[place : place + LANES] for place in range(begin, begin + LANES * count, LANES))
        begin += LANES * count
    return learnt.judge(**rows)


def _broken(name: str) -> Said:
    return Said("{file} is broken or cut off: what it holds is not what its digest says", file=name)


def _limits(rows: Rows, sums: tuple[Sum, ...]) -> list[int]:
    found = [bounds(rows, parts) for parts in sums]
    return [min(least for least, _ in found), max(most for _, most in found)]


def _digest(header: Mapping[str, Any], data: bytes) -> str:
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode() + b"\n" + data).hexdigest()
