"""A game whose truth is known: players draw lots in turn, and whoever draws a prize wins.

The first seat has `first` prizes among the lots and the second `second`; after `rounds` rounds without a prize the game
is drawn. Played at random, the chances of both follow from these numbers alone.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any, NamedTuple

from tavoliere.core.facts import Facts, Option, Player
from tavoliere.core.game import DRAW, ONGOING, game
from tavoliere.core.position import Game
from tavoliere.core.ruleset import Ruleset

LOTS = 12


@game
class Lottery(NamedTuple):
    turn: int
    winner: int
    reason: int
    left: int
    first: int
    second: int

    @classmethod
    def start(cls, options: dict[str, Any]) -> Lottery:
        return cls(0, ONGOING, 0, 2 * options["rounds"], options["first"], options["second"])

    def actions(self, out: Any) -> int:
        if self.winner != ONGOING:
            return 0
        for lot in range(LOTS):
            out[lot] = lot
        return LOTS

    def play(self, action: int) -> Lottery:
        prizes = self.first if self.turn == 0 else self.second
        if action < prizes:
            return self.change(winner=self.turn, left=self.left - 1)
        over = self.left == 1
        return self.change(
            turn=1 - self.turn, left=self.left - 1, winner=DRAW if over else ONGOING, reason=1 if over else 0
        )

    def key(self) -> int:
        return self.left * 64 + self.turn


FACTS = Facts(
    name="lottery",
    title="Lottery",
    author="nobody",
    players=(Player("w", "White"), Player("b", "Black")),
    columns=1,
    rows=1,
    action_count=LOTS,
    most_actions=LOTS,
    most_actions_a_turn=1,
    longest_game=100,
    repetition=None,
    reasons=("prize", "no prize"),
    rules_version=1,
    options=tuple(Option(name, int, value, name) for name, value in (("first", 3), ("second", 3), ("rounds", 4))),
)
FACE = SimpleNamespace(steps=lambda state, action, options: (f"cell:{action}",))
NOTATION = SimpleNamespace(action_text=lambda state, action: str(action), turn_text=lambda parts: parts[0])


@functools.cache
def lottery(first: int = 3, second: int = 3, rounds: int = 4) -> Game:
    nothing: Any = None
    ruleset = Ruleset(
        "tests.lab.toys:LOTTERY",
        FACTS,
        Lottery,
        NOTATION,
        1,
        lambda state, options, number: (state, int),
        FACE,
        nothing,
    )  # type: ignore[arg-type]
    return Game(ruleset, {"first": first, "second": second, "rounds": rounds})


def truth(first: int, second: int, rounds: int) -> tuple[float, float, float]:
    """The chances that the first wins, that the second wins, and that nobody does."""
    one, other = first / LOTS, second / LOTS
    open_yet, wins = 1.0, [0.0, 0.0]
    for _ in range(rounds):
        wins[0] += open_yet * one
        open_yet *= 1 - one
        wins[1] += open_yet * other
        open_yet *= 1 - other
    return wins[0], wins[1], open_yet


def expected_turns(first: int, second: int, rounds: int) -> float:
    """How many turns a game has on average."""
    chances = [first / LOTS, second / LOTS] * rounds
    total, open_yet = 0.0, 1.0
    for place, chance in enumerate(chances, start=1):
        is_last = place == len(chances)
        total += open_yet * (1.0 if is_last else chance) * place
        open_yet *= 1 - chance
    return total
