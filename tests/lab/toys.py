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
from tavoliere.search.selfplay import SelfPlayed

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


@game
class Endless(NamedTuple):
    """Two players who change places for ever."""

    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: dict[str, Any]) -> Endless:  # noqa: ARG003 - one signature for all games
        return cls(0, ONGOING, 0)

    def actions(self, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(self, action: int) -> Endless:  # noqa: ARG002 - it changes nothing
        return self.change(turn=1 - self.turn)

    def key(self) -> int:
        return self.turn


@game
class Broken(NamedTuple):
    """A lottery whose rules have a fault: they do not know what to do with the last two lots."""

    turn: int
    winner: int
    reason: int

    @classmethod
    def start(cls, options: dict[str, Any]) -> Broken:  # noqa: ARG003 - as above
        return cls(0, ONGOING, 0)

    def actions(self, out: Any) -> int:
        for lot in range(LOTS):
            out[lot] = lot
        return LOTS

    def play(self, action: int) -> Broken:
        if action >= LOTS - 2:
            raise LookupError(f"no lot {action}")
        return self.change(turn=1 - self.turn, winner=self.turn if action < 4 else ONGOING)

    def key(self) -> int:
        return self.turn


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
NOTATION = SimpleNamespace(
    MOVE_FORMS="a number",
    action_text=lambda state, action: str(action),
    turn_text=lambda parts: parts[0],
    turn_parts=lambda text: [text],
    parse_part=lambda text, place: int(text) if text.isdigit() else None,
    told=lambda text: 0,
    position_text=lambda state, options: f"{state.turn} {getattr(state, 'left', 0)}",
)


@functools.cache
def lottery(first: int = 3, second: int = 3, rounds: int = 4, state: Any = Lottery) -> Game:
    nothing: Any = None
    ruleset = Ruleset(
        f"tests.lab.toys:{state.__name__}",
        FACTS,
        state,
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


def every_game(first: int, second: int, rounds: int) -> list[tuple[float, SelfPlayed]]:
    """All ways a lottery can go, each with its chance, as a referee who knows the truth would watch them."""
    turns = 2 * rounds
    prizes = [(first, second)[turn % 2] / LOTS for turn in range(turns)]
    found, open_yet = [], 1.0
    for last in range(turns + 1):
        is_drawn = last == turns
        chance = open_yet * (1.0 if is_drawn else prizes[last])
        found.append((chance, _game(min(last, turns - 1) + 1, None if is_drawn else last % 2, prizes)))
        if not is_drawn:
            open_yet *= 1 - prizes[last]
    return found


def _game(turns: int, winner: int | None, prizes: list[float]) -> SelfPlayed:
    """A game of so many turns. Every third turn is forced, so that there is something to count."""
    widths = tuple(1 if turn % 3 == 2 else LOTS for turn in range(turns))
    return SelfPlayed(
        0, 0, tuple((LOTS - 1,) for _ in range(turns)), tuple(turn % 2 for turn in range(turns)), widths, widths,
        (None,) * turns, (), tuple(_chances(prizes[turn:], turn % 2) for turn in range(turns)), winner,
        "no prize" if winner is None else "prize",
    )  # fmt: skip


def _chances(prizes: list[float], mover: int) -> tuple[float, float]:
    """What both can expect with so many draws to come."""
    expected, open_yet = [0.0, 0.0], 1.0
    for place, chance in enumerate(prizes):
        expected[(mover + place) % 2] += open_yet * chance
        open_yet *= 1 - chance
    return expected[0] + open_yet / 2, expected[1] + open_yet / 2
