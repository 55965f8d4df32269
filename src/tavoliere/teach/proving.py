"""What makes a position a puzzle, proven twice: by alpha-beta without shortcuts, and by trying everything.

A win: one action begins all turns that win within so many turns, and no other beginning wins as far as alpha-beta can
see. A hold: after every other first action somebody else is certain to win within so many turns, and after the one left
nobody is as far as can be seen. Neither search knows anything of the other but the rules.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from tavoliere.core.position import Game, Position
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.force import Brute, Unclear
from tavoliere.search.novice import glance
from tavoliere.search.players import Choice
from tavoliere.teach.puzzle import HOLD, WIN

LONGEST = 9
"""Turns of anybody that a win may take."""
LONGEST_THREAT = 4
"""Turns of anybody in which the others win, for a turn to count as lost."""
MOST_GOOD = 8
"""So many ways to go on after the first action may be good."""
SAMPLED = 8


@dataclasses.dataclass(frozen=True)
class Effort:
    """How much is searched, in nodes."""

    first: int = 100_000
    """To see whether a position is worth a longer look."""
    deep: int = 1_000_000
    brute: int = 5_000_000
    """For one question."""
    brute_a_position: int = 40_000_000


@dataclasses.dataclass(frozen=True)
class Proof:
    """What was proven of a position."""

    kind: str
    turns: tuple[str, ...]
    within: int


class Prover:
    """Looks at positions of one game."""

    def __init__(self, game: Game, effort: Effort | None = None) -> None:
        self.game, self.effort = game, effort or Effort()
        self.brute = Brute(game, LONGEST, self.effort.brute)

    def proof(self, position: Position, wanted: str | None = None) -> Proof | None:
        """Why a position is a puzzle, of one kind or of any; None if it is none as far as can be seen."""
        if position.outcome is not None or len(position.actions()) < 2:
            return None
        self.brute.used = 0
        try:
            if wanted != HOLD:
                found = self.searched(position, self.effort.first)
                if found.proven == "win":
                    return self._win(position, found)
            if wanted != WIN and len(self.game.players) == 2:
                return self._hold(position)
        except Unclear:
            pass
        return None

    def searched(self, position: Position, nodes: int) -> Choice:
        return AlphaBetaPlayer(reduce=False).choose(position, Budget(nodes=nodes))

    def _among(self, position: Position, firsts: list[int], nodes: int) -> str:
        return AlphaBetaPlayer(reduce=False).choose_among(position, firsts, Budget(nodes=nodes)).proven

    # One turn that wins

    def _win(self, position: Position, found: Choice) -> Proof | None:
        key, mover = position.turn_to_actions(found.move)[0], position.turn
        others = [action for action in position.actions() if action != key]
        if not others or is_first_glance(position, key):
            return None
        within = self._length(position, key, mover, min(LONGEST, found.depth + 1))
        if within < 2 or self._among(position, others, self.effort.deep) == "win":
            return None
        if any(self.wins_after(position, action, mover, within) for action in others):
            return None
        good = [turn for turn, after in made_turns(position, key) if self.brute.wins(after, mover, within - 1)]
        if not 1 <= len(good) <= MOST_GOOD:
            return None
        return Proof(WIN, _led_by(good, found.move), within)

    def _length(self, position: Position, action: int, player: str, longest: int) -> int:
        """Within how many turns a player wins who begins with an action; 0 if not so soon."""
        lengths = range(1, longest + 1)
        return next((turns for turns in lengths if self.wins_after(position, action, player, turns)), 0)

    def wins_after(self, position: Position, action: int, player: str, turns: int) -> bool:
        """Whether a player wins after an action within so many turns, that of the action counted."""
        if self.brute.used > self.effort.brute_a_position:
            raise Unclear
        after = position.act(action)
        return self.brute.wins(after, player, turns if after.pending else turns - 1)

    # One turn that does not lose

    def _hold(self, position: Position) -> Proof | None:
        other = next(letter for letter in self.game.players if letter != position.turn)
        actions = list(position.actions())
        step = max(1, len(actions) // SAMPLED)
        if not any(self.wins_after(position, action, other, LONGEST_THREAT) for action in actions[::step]):
            return None
        left, within = actions, 0
        while len(left) > 1 and within < LONGEST_THREAT:
            within += 1
            left = [action for action in left if not self.wins_after(position, action, other, within)]
        if len(left) != 1 or is_first_glance(position, left[0]):
            return None
        others = [action for action in actions if action != left[0]]
        if self._among(position, others, self.effort.deep) != "loss":
            return None
        good = [turn for turn, after in made_turns(position, left[0]) if not self._is_lost(after, other)]
        return Proof(HOLD, tuple(good), within) if 1 <= len(good) <= MOST_GOOD else None

    def _is_lost(self, after: Position, other: str) -> bool:
        if after.outcome is not None:
            return after.outcome.winner == other
        if self.brute.wins(after, other, LONGEST_THREAT + 1):
            return True
        return self.searched(after, self.effort.deep).proven == "win"


def is_first_glance(position: Position, action: int) -> bool:
    """Whether an action is what the evaluation likes best before anybody has answered."""
    values = glance(position)
    return values[action] >= max(values.values())


def made_turns(position: Position, *begun: int) -> Iterator[tuple[str, Position]]:
    """All turns that begin with some actions, as texts, and where they lead."""
    texts, after = [], position
    for action in begun:
        texts.append(after.action_to_text(action))
        after = after.act(action)
    yield from _completed(after, texts, is_begun=bool(begun))


def _completed(position: Position, texts: list[str], *, is_begun: bool) -> Iterator[tuple[str, Position]]:
    if is_begun and not position.pending:
        yield position.game.ruleset.notation.turn_text(texts), position
        return
    for action in position.actions():
        yield from _completed(position.act(action), [*texts, position.action_to_text(action)], is_begun=True)


def _led_by(turns: list[str], first: str) -> tuple[str, ...]:
    """The same turns, with one of them in front."""
    return tuple(sorted(turns, key=lambda turn: turn != first))
