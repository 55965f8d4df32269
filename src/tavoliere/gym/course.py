"""One game under way, for adapters: a batch of one plays it by machine code, and positions are made when asked for."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from tavoliere.core.compiled import runs_plain
from tavoliere.core.game import DRAW, ONGOING
from tavoliere.core.position import Game, Position
from tavoliere.core.rows import from_words
from tavoliere.gym.array import Array
from tavoliere.gym.batch import Batch
from tavoliere.gym.checks import MOST_LONGEST
from tavoliere.gym.returns import returns_of, returns_to
from tavoliere.gym.view import View, planes


class Course:
    """A game from a position on, action by action. All is as `Position` says it, only faster.

    Positions are all there is without Numba, and where a batch cannot follow: from the middle of a turn, or beyond the
    longest game. Copies and pickles go on by themselves.

    >>> import tavoliere as tv
    >>> from tavoliere.gym.course import Course
    >>> course = Course(tv.game("never-alone"), 1000)
    >>> course.act(course.actions()[0])
    >>> course.position == tv.game("never-alone").start().act(3), course.turn
    (True, 1)
    """

    turn: int
    """The number of the player to act."""
    is_over: bool
    """Whether the game has ended by the rules."""

    def __init__(self, game: Game, longest: int) -> None:
        self.game, self.longest = game, longest
        self.view: View = planes(game)
        # One action more than anybody wants, so that the batch never cuts a game: it would begin anew.
        self._room = min(longest, MOST_LONGEST - 1)
        self._batch = None if runs_plain() else Batch(game, 1, longest=self._room + 1)
        self._number = np.zeros(1, np.int64)
        self._start = game.start()
        self._link()
        self.begin()

    def begin(self, given: Position | None = None) -> None:
        """Begin anew: from the start, or from another position, which counts as its own first occurrence."""
        position = self._start if given is None else given
        self._known, self._since = position, list[int]()
        self.steps = 0
        self._ended: Any = None
        self._is_quick = self._batch is not None and position.outcome is None and not position.pending
        if self._batch is not None and self._is_quick:
            self._batch.reset(position=given)
        self._look()

    def act(self, action: Any) -> None:
        """Play an action; `IllegalMove` says why it cannot be played, and then nothing has changed."""
        number = self._legal(action) if self._is_quick else None
        if self._batch is None or number is None:
            self._known = self.position.act(action)
            self._is_quick, self._ended = False, None
        else:
            self._play(self._batch, number)
        self.steps += 1
        self._look()

    def _play(self, batch: Batch, number: int) -> None:
        """Let the batch play a legal action. After the end of a game it has begun anew, so the end is kept here."""
        before, seen = self._words.copy(), batch.occurrences.item(0)
        self._number[0] = number
        batch.step_unchecked(self._number)
        self._since.append(number)
        if self._done.item(0):
            self._is_quick = False
            self._ended = from_words(type(self._known.state), before.tolist()).play(number)
            self._seen_at_end = self._occurrences_of(self._ended, seen)

    def _occurrences_of(self, end: Any, before: int) -> int:
        """How often the position at the start of the turn has occurred, at the end of a game."""
        if end.winner == ONGOING:
            return self.game.facts.repetition or 1
        return before if end.mid_turn() else 1

    def _legal(self, action: Any) -> int | None:
        """The number of an action that the batch can play; None for one that a position plays, or refuses in words."""
        try:
            number = operator.index(action)
        except TypeError:
            return None
        is_known = not isinstance(action, bool) and 0 <= number < self.game.action_count
        return number if is_known and self._mask[number] and self.steps < self._room else None

    def _link(self) -> None:
        """Name the arrays of the batch, which stay what they are."""
        if self._batch is not None:
            self._mask, self._observation = self._batch.mask[0], self._batch.observation[0]
            self._player, self._done, self._words = self._batch.player, self._batch.done, self._batch.states[0]

    def _look(self) -> None:
        """Keep what is asked for again and again."""
        self._listed: list[int] | None = None
        if self._is_quick:
            self.turn, self.is_over = self._player.item(0), False
        else:
            state = self._state()
            self.turn, self.is_over = state.turn, self._ended is not None or self.position.outcome is not None

    # What is the case

    @property
    def position(self) -> Position:
        """The position, with its history."""
        for action in self._since:
            self._known = self._known.act(action)
        self._since.clear()
        return self._known

    def returns(self) -> list[float]:
        """What the game is worth to each player: nothing while it goes on."""
        if self._is_quick:
            return returns_to(None, len(self.game.players))
        if self._ended is None:
            return returns_of(self.position)
        winner = self._ended.winner
        return returns_to(None if winner in (DRAW, ONGOING) else winner, len(self.game.players))

    def actions(self) -> list[int]:
        """The legal actions, in ascending order."""
        if self._listed is None:
            self._listed = self._mask.nonzero()[0].tolist() if self._is_quick else self._actions_of_position()
        return self._listed.copy()

    def _actions_of_position(self) -> list[int]:
        return [] if self.is_over else list(self.position.actions())

    def mask(self) -> Array:
        """A 1 for each legal action."""
        if self._is_quick:
            return np.array(self._mask, np.int8)
        mask = np.zeros(self.game.action_count, np.int8)
        mask[self.actions()] = 1
        return mask

    def seen(self, viewer: int) -> Array:
        """What a player sees, by number."""
        if self._is_quick and viewer == self.turn:
            return np.array(self._observation)
        return self.view.of_state(self._state(), viewer, self._occurrences() - 1)

    def _state(self) -> Any:
        if self._batch is not None and self._is_quick:
            return self._batch.state(0)
        return self.position.state if self._ended is None else self._ended

    def _occurrences(self) -> int:
        if self._batch is not None and self._is_quick:
            return int(self._batch.occurrences[0])
        return self.position.occurrences if self._ended is None else self._seen_at_end

    # As a value

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        made = object.__new__(Course)
        vars(made).update(vars(self))
        made._since, made._number = self._since.copy(), self._number.copy()
        made._batch = None if self._batch is None else self._batch.copy()
        made._link()
        return made

    def __copy__(self) -> Course:
        return self.__deepcopy__({})

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in LINKED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._link()


LINKED = frozenset(("_mask", "_observation", "_player", "_done", "_words"))
"""What belongs to the batch of a course."""


class OnCourse:
    """What an environment whose game is a course shows of it."""

    course: Course

    @property
    def view(self) -> View:
        """The planes of the game."""
        return self.course.view

    @property
    def position(self) -> Position:
        """The position that the game has reached."""
        return self.course.position
