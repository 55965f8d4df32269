"""What is not done, and why: a key of the page's texts with its values.

Nothing here is in words yet: `show` says a refusal to people, and `http` knows which status it has there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from tavoliere.core.errors import Reason


@dataclasses.dataclass(frozen=True)
class OpponentName:
    """The name of an opponent of the machine."""

    spec: str


class Told(NamedTuple):
    """A text of the page that is part of another one."""

    key: str
    values: tuple[tuple[str, object], ...] = ()


class Refusal(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """Something was asked for and is not done. `key` names the text, `clause` the rule if a rule is meant.

    Values and reasons are numbers, plain texts, or what gets its words from whoever reads it: messages and nouns of the
    game that `game` names, or one of the kinds above.
    """

    def __init__(
        self,
        key: str,
        *,
        game: str = "",
        clause: str | None = None,
        reasons: Sequence[object] = (),
        wait: int = 0,
        **values: object,
    ) -> None:
        self.key, self.game, self.values = key, game, values
        self.clause = clause
        self.reasons = list(reasons)
        self.wait = wait
        """Seconds after which it may be tried again; 0 if waiting does not help."""
        super().__init__(key)


def forbidden(game: str, reason: Reason) -> Refusal:
    """A turn that the rules of a game forbid, in their words."""
    return Refusal("turn.illegal", game=game, clause=reason.clause, reason=reason.text)
