"""How long and how deep players thought, turn by turn, kept in the tags of a game so that a resumed match has it."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Iterable, Iterator, Sequence

from tavoliere.core.said import COMMAS, Said, Series, figure
from tavoliere.records import Record
from tavoliere.search.players import Choice

SECONDS_TAG, NODES_TAG, DEPTH_TAG = "Seconds", "Nodes", "Depth"


@dataclasses.dataclass
class Thinking:
    """What each turn of a seat took; depth only where the player says it."""

    seconds: list[float] = dataclasses.field(default_factory=list)
    nodes: list[int] = dataclasses.field(default_factory=list)
    depths: list[float] = dataclasses.field(default_factory=list)

    def note(self, choice: Choice) -> None:
        """Remember a turn. What a player says about itself may be nonsense, which then counts as nothing."""
        self.seconds.append(_number(choice.seconds))
        self.nodes.append(int(_number(choice.nodes)))
        depth = _number(choice.depth)
        if depth:
            self.depths.append(depth)

    @classmethod
    def of(cls, choices: Iterable[Choice]) -> Thinking:
        thinking = cls()
        for choice in choices:
            thinking.note(choice)
        return thinking

    def add(self, other: Thinking) -> None:
        self.seconds += other.seconds
        self.nodes += other.nodes
        self.depths += other.depths

    def tags(self, letter: str) -> dict[str, str]:
        """The numbers as tags of a seat; what is not known is left out."""
        found = {}
        if self.seconds:
            found[f"{SECONDS_TAG}-{letter}"] = " ".join(f"{seconds:.5f}" for seconds in self.seconds)
        if any(self.nodes):
            found[f"{NODES_TAG}-{letter}"] = " ".join(map(str, self.nodes))
        if self.depths:
            found[f"{DEPTH_TAG}-{letter}"] = " ".join(f"{depth:g}" for depth in self.depths)
        return found

    def summary(self) -> Summary:
        turns = len(self.seconds)
        seconds, nodes = sum(self.seconds), sum(self.nodes)
        return Summary(
            turns,
            seconds / turns if turns else 0.0,
            statistics.median(self.seconds) if turns else 0.0,
            max(self.seconds, default=0.0),
            nodes / turns if turns else 0.0,
            nodes / seconds if seconds else None,
            statistics.fmean(self.depths) if self.depths else None,
        )


@dataclasses.dataclass(frozen=True)
class Summary:
    """How a player thought in all its games. Speed and depth are None where they are not known."""

    turns: int
    mean_seconds: float
    median_seconds: float
    max_seconds: float
    nodes_a_turn: float
    nodes_a_second: float | None
    mean_depth: float | None

    def __str__(self) -> str:
        """A message, as all that is told of a match."""
        return Series(list(self._parts()), COMMAS) if self.turns else Said("made no turn")

    def _parts(self) -> Iterator[Said]:
        mean, median, most = (
            figure(time, ".3f") for time in (self.mean_seconds, self.median_seconds, self.max_seconds)
        )
        yield Said("{mean} s a turn (median {median}, most {most})", mean=mean, median=median, most=most)
        if self.nodes_a_turn:
            nodes = round(self.nodes_a_turn)
            yield Said("{shown} {count:one=node|many=nodes} a turn", shown=figure(nodes), count=nodes)
            if self.nodes_a_second:
                yield Said("{nodes} nodes/s", nodes=figure(self.nodes_a_second, ",.0f"))
        if self.mean_depth:
            yield Said("depth {depth}", depth=figure(self.mean_depth, ".1f"))


def thinking_of(record: Record, letter: str) -> Thinking:
    """What the tags of a game say about a seat; tags that somebody spoiled count as nothing."""
    return Thinking(
        _numbers(record.other_tags.get(f"{SECONDS_TAG}-{letter}", "")),
        [int(nodes) for nodes in _numbers(record.other_tags.get(f"{NODES_TAG}-{letter}", ""))],
        _numbers(record.other_tags.get(f"{DEPTH_TAG}-{letter}", "")),
    )


def summaries(records: Iterable[Record], names: Sequence[str]) -> dict[str, Summary]:
    """How each player thought, over all games and seats."""
    totals = {name: Thinking() for name in names}
    for record in records:
        for letter, name in record.players.items():
            if name in totals:
                totals[name].add(thinking_of(record, letter))
    return {name: thinking.summary() for name, thinking in totals.items()}


def _number(value: object) -> float:
    """A number that is neither negative nor endless, or else 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) and 0 <= number < 1e15 else 0.0


def _numbers(text: str) -> list[float]:
    try:
        return [_number(float(word)) for word in text.split()]
    except ValueError:
        return []
