"""What makes a position a puzzle, proven twice: by alpha-beta without shortcuts, and by trying everything.

A win: one action begins all turns that win within so many turns, and no other beginning wins as far as alpha-beta can
see. A hold: after every other first action somebody else is certain to win within so many turns, and after the one left
nobody is as far as can be seen. Neither search knows anything of the other but the rules.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator

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
MOST_GOOD = 120
"""So many ways to go on after the first action may be good."""
GLIMPSE = 5_000
"""Nodes after which a position that shows nothing is left."""


@dataclasses.dataclass(frozen=True)
class Effort:
    """How much is searched, in nodes."""

    glimpse: int = GLIMPSE
    """To see whether there is anything at all in a position beside the game."""
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

    def proof(self, position: Position, wanted: str | None = None, known: Choice | None = None) -> Proof | None:
        """Why a position is a puzzle, of one kind or of any; None if it is none as far as can be seen. `known` is what
        `searched` has found already.
        """
        if position.outcome is not None or len(position.actions()) < 2:
            return None
        self.brute.used = 0
        try:
            if wanted != HOLD:
                found = known or self.searched(position, self.effort.first)
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
        return self._best_among(position, firsts, nodes).proven

    def _best_among(self, position: Position, firsts: list[int], nodes: int) -> Choice:
        return AlphaBetaPlayer(reduce=False).choose_among(position, firsts, Budget(nodes=nodes))

    def is_threatened(self, position: Position) -> bool:
        """Whether one of two turns is seen to lose: where only one turn does not, it is so of any two."""
        looks = (self._among(position, [action], GLIMPSE) for action in position.actions()[:2])
        return any(look == "loss" for look in looks)

    # One turn that wins

    def _win(self, position: Position, found: Choice) -> Proof | None:
        key, mover = position.turn_to_actions(found.move)[0], position.turn
        others = [action for action in position.actions() if action != key]
        if not others or is_first_glance(position, found.move):
            return None
        rival = self._best_among(position, others, self.effort.first)
        if rival.proven == "win":
            return None  # a short look tells most of what the long ones would
        others.sort(key=lambda action: action != position.exact_actions(rival.move)[0])
        within = self._length(position, key, mover, min(LONGEST, found.depth + 1))
        if within < 2:
            return None

        def is_won(after: Position) -> bool:
            return self.brute.wins(after, mover, within - 1)

        # What costs least comes first: few turns are liked at first glance, and many begin otherwise.
        if any(is_won(after) for after in liked_turns(position, key)):
            return None
        if any(self.wins_after(position, action, mover, within) for action in others):
            return None
        good = self._few(position, key, is_won)
        if not good or self._among(position, others, self.effort.deep) == "win":
            return None
        return Proof(WIN, _led_by(good, found.move), within)

    def _few(self, position: Position, action: int, is_good: Callable[[Position], bool]) -> list[str]:
        """The good turns that begin with an action; none if they are too many."""
        good = (turn for turn, after in made_turns(position, action) if is_good(after))
        found = list(itertools.islice(good, MOST_GOOD + 1))
        return found if len(found) <= MOST_GOOD else []

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
        if not any(self.wins_after(position, action, other, LONGEST_THREAT) for action in actions[:2]):
            return None  # two turns do not lose: the cheapest way to see that there is nothing to find
        left, within = self._not_lost(position, actions, other)
        if len(left) != 1 or _is_glance_alone(position, left[0]):
            return None
        others = [action for action in actions if action != left[0]]
        if self._among(position, others, self.effort.deep) != "loss":
            return None
        good = self._few(position, left[0], lambda after: not self._is_lost(after, other, within))
        return Proof(HOLD, tuple(good), within) if good and not is_first_glance(position, *good) else None

    def _not_lost(self, position: Position, actions: list[int], other: str) -> tuple[list[int], int]:
        """The actions after which the other side has no quick win, and how soon it wins after all the rest. Two that
        hold are enough to know that there is no puzzle.
        """
        left, within = actions, 0
        while len(left) > 1 and within < LONGEST_THREAT:
            within += 1
            held = (action for action in left if not self.wins_after(position, action, other, within))
            left = list(itertools.islice(held, 2 if within == LONGEST_THREAT else None))
        return left, within

    def _is_lost(self, after: Position, other: str, within: int) -> bool:
        """Whether any of the two searches finds that a turn loses. The brute force has to see as far as it did where it
        proved the other turns lost; how much further it gets depends on how wide the game is.
        """
        if after.outcome is not None:
            return after.outcome.winner == other
        return self._is_lost_soon(after, other, within) or self.searched(after, self.effort.deep).proven == "win"

    def _is_lost_soon(self, after: Position, other: str, within: int) -> bool:
        for turns in range(within - 1, LONGEST_THREAT + 2):
            try:
                if self.brute.wins(after, other, turns):
                    return True
            except Unclear:
                if turns < within:
                    raise
                return False
        return False


def is_first_glance(position: Position, *turns: str) -> bool:
    """Whether the evaluation likes one of some turns best before anybody has answered, action by action."""
    return any(_is_liked(position, turn) for turn in turns)


def _is_liked(position: Position, turn: str) -> bool:
    for action in position.exact_actions(turn):
        if action not in _liked(position):
            return False
        position = position.act(action)
    return True


def _liked(position: Position) -> list[int]:
    """The actions that the evaluation likes best, before anybody has answered."""
    values = glance(position)
    best = max(values.values())
    return [action for action, value in values.items() if value == best]


def liked_turns(position: Position, first: int) -> Iterator[Position]:
    """Where the turns lead that begin with an action and are liked best, action by action."""
    if first in _liked(position):
        yield from _liked_ends(position.act(first))


def _liked_ends(position: Position) -> Iterator[Position]:
    if not position.pending:
        yield position
        return
    for action in _liked(position):
        yield from _liked_ends(position.act(action))


def _is_glance_alone(position: Position, action: int) -> bool:
    """Whether an action that is liked best is a whole turn, so that nothing after it can make it less obvious."""
    return not position.act(action).pending and is_first_glance(position, position.actions_to_turn([action]))


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
    """The same turns, with the shortest in front, which does nothing needless; a given one if it is as short."""
    lead = min(turns, key=lambda turn: (len(turn), turn != first))
    return tuple(sorted(turns, key=lambda turn: turn != lead))
