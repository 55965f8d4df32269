"""Claims about lines of turns: what is said about them, as data. A claim has a kind, squares and a number, so that
whoever doubts it can count again; the words are the game's.

A game that wants to give reasons has a module `reasons` in its folder, which is a `Reasons`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from tavoliere.core.facts import Options
from tavoliere.core.said import ALL, COMMAS, Said, Series

PLAYED, BETTER = "played", "better"
MOST_SQUARES = 4
"""More squares than these nobody reads; a claim then has its number only."""
DRAWN = "drawn"
"""The one kind that all games share: the line ends in a draw."""


class Fact(NamedTuple):
    """How many of something there are, and where."""

    number: int = 0
    squares: tuple[str, ...] = ()

    def plus(self, other: Fact) -> Fact:
        return Fact(self.number + other.number, self.squares + other.squares)


class Term(NamedTuple):
    """What the claims of a kind stand for in the game's evaluation."""

    fields: tuple[str, ...] = ()
    """The weights that count it. A kind without any decides the game, or puts a player out of it."""
    good: bool = True
    """Whether more of it is good for the player that the claim is about."""
    tells_less: bool = False
    """Whether it is told where there is less of it: what a chain still lacks, say."""
    least: int = 1
    """The smallest number worth telling."""
    whose: int | None = None
    """In whose strength the fields stand, for evaluations with a balance only; None means the player of the claim."""


@dataclasses.dataclass(frozen=True)
class Claim:
    """What is the case after some turns of a line, or has happened in them."""

    kind: str
    line: str
    """`played` or `better`."""
    turns: int
    """How many turns of the line have been made."""
    player: str
    """The letter of the player whom it is about."""
    squares: tuple[str, ...] = ()
    number: int = 0
    otherwise: int | None = None
    """The number after as many turns of the other line, where the two are compared. For a hint there is no other line,
    and it is the number before the turn."""


class Reasons(Protocol):
    """How a game gives reasons. A module is one."""

    @property
    def TERMS(self) -> Mapping[str, Term]:  # noqa: N802 - a constant of the module
        """The kinds of claims."""

    def standing(self, state: Any, player: int, options: Options) -> Mapping[str, Fact]:
        """What is the case for a player, by kinds; a kind that is left out is not counted for this player."""

    def happened(self, state: Any, action: int, options: Options) -> Iterable[tuple[str, int, Fact]]:
        """What a legal action does: kind, player and how many of it where. Numbers add up over a line."""

    def told(self, claim: Claim, names: Mapping[str, str]) -> Said:
        """A claim as a clause without a full stop, such as `the king has a line to the escape on c9`."""


def claim_data(claim: Claim) -> dict[str, Any]:
    """A claim as plain data, for JSON."""
    return {**dataclasses.asdict(claim), "squares": list(claim.squares)}


def claim_of(data: Mapping[str, Any]) -> Claim:
    """The claim that data stand for; a `ValueError` if they stand for none."""
    numbers = data["turns"], data["number"], data["otherwise"]
    texts = data["kind"], data["player"], *data["squares"]
    if data["line"] not in (PLAYED, BETTER) or not all(isinstance(text, str) for text in texts):
        raise ValueError("no claim")
    if not all(number is None or (isinstance(number, int) and not isinstance(number, bool)) for number in numbers):
        raise ValueError("no claim")
    if None in numbers[:2]:
        raise ValueError("no claim")
    return Claim(
        data["kind"], data["line"], data["turns"], data["player"], tuple(data["squares"]), data["number"], numbers[2]
    )


# In words


def listed(squares: Sequence[str]) -> Series:
    """Squares in a sentence: `c9`, `c9 and a3`, `c9, a3 and g1`."""
    if len(squares) < 3:
        return Series(squares, ALL)
    return Series([Series(squares[:-1], COMMAS), squares[-1]], ALL)


def sentence(move: str, line: str, clauses: Sequence[Said]) -> Said:
    """What is said about one line, which a turn begins."""
    told = Series(clauses, ALL)
    if line == PLAYED:
        return Said("after {move}, {claims}", move=move, claims=told)
    return Said("with {move}, {claims}", move=move, claims=told)


def drawn() -> Said:
    return Said("the game is drawn")


def compared(clause: Said, otherwise: int) -> Said:
    """A clause with the number of the other line."""
    return Said("{claim} (otherwise {count})", claim=clause, count=otherwise)


def compared_with_now(clause: Said, now: int) -> Said:
    """A clause with the number before the turn."""
    return Said("{claim} (now {count})", claim=clause, count=now)


def later(clause: Said, turns: int) -> Said:
    """A clause about something that takes its time."""
    return Said("{claim}, within {count} turns", claim=clause, count=turns)
