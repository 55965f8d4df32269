"""What is not done, and why: a key of the catalogue with its values.

Nothing here is in words yet: `show` says a refusal to people, and `http` knows which status it has there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import tavoliere as tv
from tavoliere.core.errors import Reason


@dataclasses.dataclass(frozen=True)
class Sentence:
    """What a game, a record or an option says, in its own words."""

    said: str


@dataclasses.dataclass(frozen=True)
class PlayerName:
    """The name of a player of a game."""

    game: tv.Game
    letter: str


@dataclasses.dataclass(frozen=True)
class OpponentName:
    """The name of an opponent of the machine."""

    spec: str


class Told(NamedTuple):
    """A text of the catalogue that is part of another one."""

    key: str
    values: tuple[tuple[str, object], ...] = ()


class Refusal(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """Something was asked for and is not done. `key` names the text, `clause` the rule if a rule is meant.

    Values and reasons are numbers, plain texts, or one of the kinds above, whose words depend on who reads them.
    """

    def __init__(
        self, key: str, *, clause: str | None = None, reasons: Sequence[object] = (), wait: int = 0, **values: object
    ) -> None:
        self.key, self.values = key, values
        self.clause = clause
        self.reasons = list(reasons)
        self.wait = wait
        """Seconds after which it may be tried again; 0 if waiting does not help."""
        super().__init__(key)


def forbidden(reason: Reason) -> Refusal:
    """A turn that the rules forbid, in their words."""
    return Refusal("turn.illegal", clause=reason.clause, reason=Sentence(reason.text))
