"""What a puzzle is: a position with one good turn, why it is good, and what is wrong with the others. Values only.

Puzzles of a game stand in the file `puzzles.jsonl` beside its ruleset, which `puzzle_file.py` reads; `solving.py` says
how a try is answered, and `mining.py` where puzzles come from.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping

from tavoliere.core.position import Game, Position
from tavoliere.core.ruleset import Ruleset

WIN, HOLD = "win", "hold"
KINDS = (WIN, HOLD)
"""To win, or not to lose."""
OTHERS = "*"
"""Stands for all turns that are not named."""
FIRSTS = "?"
"""Stands for one turn, the first there is, with each first action that no wrong turn is named of."""
THEN = " > "
"""Stands between turns that several players make one after another."""


@dataclasses.dataclass(frozen=True)
class Answer:
    """What wins after some defences, and how it goes on after that."""

    defences: tuple[str, ...]
    """What the others do until the solver is to move again, turns with `THEN` between them; or `OTHERS`."""
    turn: str
    plan: Plan | None
    """None where the rest is not stored."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """An answer to every defence. One that is not named by any answer is met by the first of the puzzle's endings that
    wins at once; where none does, by the answer to `OTHERS`.
    """

    answers: tuple[Answer, ...] = ()

    def answer_to(self, defence: str) -> Answer | None:
        """The answer that names a defence."""
        return next((answer for answer in self.answers if defence in answer.defences), None)

    @property
    def otherwise(self) -> Answer | None:
        return next((answer for answer in self.answers if OTHERS in answer.defences), None)


@dataclasses.dataclass(frozen=True)
class Refutation:
    """What is wrong with some turns: what the others answer. It is empty where the game is over at once."""

    turns: tuple[str, ...]
    """The wrong turns; with `OTHERS` or `FIRSTS` among them for those that nothing else is stored about."""
    reply: str


@dataclasses.dataclass(frozen=True)
class Puzzle:
    """A position and its solution."""

    id: str
    game: Game
    position: str
    kind: str
    turns: tuple[str, ...]
    """The good turns: all of them begin with the same action, and no turn that begins otherwise is good."""
    within: int
    """A win: after how many turns of anybody the game is won at the latest. Else: how many turns, after the one that is
    asked for, the others need at most to win after every other one.
    """
    level: int
    """The lowest level of the game that solves it; one more than there are levels if none does."""
    themes: tuple[str, ...]
    line: tuple[str, ...]
    """How it goes if both sides do their best, the first good turn first."""
    endings: tuple[str, ...] = ()
    """Turns that win at once after one defence or another, in the order in which they are tried."""
    plan: Plan = Plan()
    wrong: tuple[Refutation, ...] = ()

    def start(self) -> Position:
        """Where the puzzle begins."""
        return self.game.position(self.position)

    @property
    def own_turns(self) -> int:
        """How many turns the solver needs."""
        return 1 if self.kind == HOLD else len(list(self._mine()))

    def _mine(self) -> Iterator[str]:
        position = self.start()
        mover = position.turn
        for turn in self.line:
            if position.turn == mover:
                yield turn
            position = position.play(turn)

    def refutation_of(self, turn: str) -> Refutation | None:
        """What is stored about a wrong turn."""
        named = next((one for one in self.wrong if turn in one.turns), None)
        return named or next((one for one in self.wrong if OTHERS in one.turns), None)


@dataclasses.dataclass(frozen=True, eq=False)
class Puzzles:
    """The puzzles of a game, the easiest first; none where the game brings none."""

    ruleset: Ruleset
    puzzles: tuple[Puzzle, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.ruleset.facts.name

    @functools.cached_property
    def by_id(self) -> Mapping[str, Puzzle]:
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def themes(self) -> tuple[str, ...]:
        """All themes, the most frequent first."""
        counts: dict[str, int] = {}
        for puzzle in self.puzzles:
            for theme in puzzle.themes:
                counts[theme] = counts.get(theme, 0) + 1
        return tuple(sorted(counts, key=lambda theme: (-counts[theme], theme)))

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)
