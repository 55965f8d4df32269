"""`Batch`: as many games at once as a machine can play, with all that a learner needs in arrays."""

from __future__ import annotations

import concurrent.futures
import itertools
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from tavoliere.core.compiled import available, in_plain_block
from tavoliere.core.facts import MOST_ACTION_COUNT
from tavoliere.core.planes import Lens
from tavoliere.core.position import Game, Position
from tavoliere.core.rng import scramble
from tavoliere.core.rows import from_words, to_words, words_of
from tavoliere.core.said import Said
from tavoliere.gym import stored
from tavoliere.gym.array import Array, number_kind
from tavoliere.gym.checks import game_of, longest_of, seed_of, whole
from tavoliere.gym.kernels import batch as kernels
from tavoliere.gym.kernels.batch import CUT, DONE, WINNER, Desk, Setting
from tavoliere.gym.kernels.unseen import Unseen
from tavoliere.gym.view import View, is_compiled, planes

MOST_GAMES = 1 << 22


class Batch:
    """Games in lock-step. A game that ends begins anew at once; how it ended stands in the arrays until the next step.

    >>> import tavoliere as tv
    >>> batch = tv.gym.Batch("tablut", 64, seed=7)
    >>> batch.observation.shape, batch.mask.shape, batch.rewards.shape
    ((64, 4, 9, 9), (64, 1296), (64, 2))
    >>> for _ in range(100):
    ...     batch.step(batch.random_actions())
    >>> int(batch.steps.max()) <= 100
    True
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        seed: int = 1,
        dtype: Any = np.uint8,
        longest: int | None = None,
        *,
        threads: int = 1,
        final: bool = False,
        **options: Any,
    ) -> None:
        self.game = game_of(game, options)
        self.size = whole(size, 1, MOST_GAMES, Said("a batch holds"))
        self.threads = whole(threads, 1, 256, Said("threads are"))
        self.longest = longest_of(self.game, longest)
        self.seed = seed_of(seed)
        self.view: View = planes(self.game)
        self._kind = number_kind(dtype)
        self._lens: Lens = self.view.planes.lens if is_compiled(self.view) else Unseen(0)
        start = self.game.start().state
        self._class = type(start)
        self._keeps_final = bool(final)
        self._furnish()
        self._desk.words[self.size] = to_words(start)
        self.reset(seed=self.seed)

    # The arrays

    def _furnish(self) -> None:
        size, facts, (count, rows, columns) = self.size, self.game.facts, self.view.shape
        seen = np.zeros((size, count * rows * columns), self._kind)
        final = np.zeros(seen.shape if self._keeps_final else (1, seen.shape[1]), self._kind)
        history = kernels.FILTER + self.longest + 2 if facts.repetition else 1
        narrow = np.int16 if facts.action_count <= np.iinfo(np.int16).max else np.int32
        self._desk = Desk(
            words=np.zeros((size + 1, words_of(self._class)), np.int64),
            keys=np.zeros((size, history), np.int64),
            counters=np.zeros((size, kernels.COUNTERS), np.int64),
            observation=seen,
            mask=np.zeros((size, facts.action_count), np.uint8),
            legal=np.zeros((size, facts.most_actions), narrow),
            counts=np.zeros(size, np.int64),
            player=np.zeros(size, np.int64),
            rewards=np.zeros((size, len(self.game.players)), np.float32),
            ends=np.zeros((size, kernels.ENDS), np.int8),
            final=final,
            rngs=np.zeros((size, 1), np.uint64),
            cells=self.view.cells,
        )
        shows = self.view.counts_occurrences
        self._setting = Setting(
            len(self.game.players),
            len(self.view.planes.squares) if is_compiled(self.view) else 0,
            len(self.view.planes.numbers) if is_compiled(self.view) else 0,
            rows * columns,
            facts.repetition or 0,
            self.longest,
            int(shows),
            int(self._keeps_final),
        )
        self._actions = np.zeros(size, np.int64)
        self._everyone = np.arange(size)
        self._name_arrays()
        self._pool: concurrent.futures.ThreadPoolExecutor | None = None
        self._entries: dict[Any, Callable[..., Any]] = {}
        self._is_plain = not available()

    def _name_arrays(self) -> None:
        desk, shape = self._desk, (self.size, *self.view.shape)
        self.observation: Array = desk.observation.reshape(shape)
        """What the player to act sees of each game."""
        self.mask: Array = desk.mask.view(np.bool_)
        """Which actions are legal."""
        self.legal: Array = desk.legal
        """The legal actions, in any order; the first `counts` of each row count."""
        self.counts: Array = desk.counts
        self.player: Array = desk.player
        """The number of the player to act."""
        self.rewards: Array = desk.rewards
        """For each player what the last step has brought: 1 for a win, -1 shared by all others, else 0."""
        self.done: Array = desk.ends[:, DONE].view(np.bool_)
        """Whether the last step has ended the game by the rules."""
        self.cut: Array = desk.ends[:, CUT].view(np.bool_)
        """Whether the last step was the last one that `longest` allows."""
        self.winner: Array = desk.ends[:, WINNER]
        """Of the games just done: the winner's number, or 4 for a draw; -1 for games that go on or were cut."""
        self.steps: Array = desk.counters[:, kernels.STEPS]
        """Actions played since each game began."""
        self.occurrences: Array = desk.counters[:, kernels.SEEN]
        """How often the position at the start of this turn has occurred; 1 where nothing can recur."""
        self.states: Array = desk.words[:-1]
        """The states, a row of words each."""
        self.final: Array | None = desk.final.reshape(shape) if self._keeps_final else None
        """What was to be seen at the end of the games that the last step has ended, if asked for with `final`."""

    # What it does

    def reset(self, which: Any = None, position: Position | None = None, *, seed: int | None = None) -> None:
        """Begin games anew: all, or those that a mask or numbers name; from the start or from another position.

        A seed also sets the random generators of all games back.
        """
        chosen = self._chosen(which)
        start = self._desk.words[self.size] if position is None else to_words(self._checked_start(position))
        if seed is not None:
            self.seed = seed_of(seed)
            self._desk.rngs[:, 0] = [scramble(self.seed * MOST_GAMES + number) for number in range(self.size)]
        self._desk.words[chosen] = start
        self._desk.ends[chosen] = (0, 0, -1)
        self._desk.rewards[chosen] = 0
        self._run(kernels.run, self._class, self._lens, kernels.BEGIN, chosen, 0, len(chosen))
        self._fill(chosen)

    def step(self, actions: Any) -> None:
        """Play an action in each game. A `ValueError` names the first illegal one, and then nothing has been played."""
        checked = self._checked(actions)
        wrong = self._run(kernels.first_illegal, checked)
        if wrong >= 0:
            given = int(np.asarray(actions)[wrong])
            told = Said("game {number}: action {action} is not legal", number=wrong, action=given)
            raise ValueError(told)
        self.step_unchecked(checked)

    def step_unchecked(self, actions: Array) -> None:
        """The same for actions of 64 bits that are known to be legal: any other ends the process, or worse."""
        self._spread(kernels.run, self._class, self._lens, kernels.PLAY, actions)
        self._fill()

    def random_actions(self) -> Array:
        """A random legal action for each game. The array is the batch's own, and written to again by the next call."""
        self._spread(kernels.pick, self._actions)
        return self._actions

    def roll(self, steps: int) -> None:
        """Play so many random actions in each game: the same as so many steps with `random_actions`, but faster."""
        rounds = whole(steps, 0, 1 << 40, Said("steps are"))
        if rounds > 0:
            self._spread(kernels.run, self._class, self._lens, rounds, self._actions)
            self._fill()

    def place(self, words: Array) -> None:
        """Put every game where the words of a state say, with an empty history. The words are believed."""
        self._desk.words[:-1] = words
        self._desk.ends[:] = (0, 0, -1)
        self._desk.rewards[:] = 0
        self._run(kernels.run, self._class, self._lens, kernels.BEGIN, self._everyone, 0, self.size)
        self._fill()

    def state(self, number: int) -> Any:
        """The state of a game as a value that the rules understand."""
        return from_words(self._class, self.states[number].tolist())

    # Kernels, by rows

    def _run(self, kernel: Any, *args: Any) -> Any:
        """Call a kernel with the arrays, by its entry: their types never change."""
        if in_plain_block() or self._is_plain:
            return kernel.plain(*args, *self._rest(kernel))
        entry = self._entries.get(kernel)
        if entry is None:
            entry = self._entries[kernel] = kernel.entry(*args, *self._rest(kernel))
        return entry(*args, self._desk) if kernel in WITHOUT_SETTING else entry(*args, self._desk, self._setting)

    def _rest(self, kernel: Any) -> tuple[Any, ...]:
        """What every kernel gets after its own arguments."""
        return (self._desk,) if kernel in WITHOUT_SETTING else (self._desk, self._setting)

    def _spread(self, kernel: Any, *args: Any) -> None:
        """Call a kernel for all games, with a share for each thread."""
        if self.threads == 1 or self.size < 2 * self.threads:
            self._run(kernel, *args, 0, self.size)
            return
        if self._pool is None:
            self._pool = concurrent.futures.ThreadPoolExecutor(self.threads)
        edges = np.linspace(0, self.size, self.threads + 1).astype(int).tolist()
        self._run(kernel, *args, 0, 0)
        waiting = [self._pool.submit(self._run, kernel, *args, *share) for share in itertools.pairwise(edges)]
        for done in waiting:
            done.result()

    def _fill(self, chosen: Array | None = None) -> None:
        """Planes that only Python can make."""
        if is_compiled(self.view):
            return
        for number in range(self.size) if chosen is None else chosen.tolist():
            seen = int(self._desk.counters[number, kernels.SEEN]) - 1
            self.observation[number] = self.view.of_state(self.state(number), int(self.player[number]), seen)

    # What is let in

    def _checked(self, actions: Any) -> Array:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(Said("actions are whole numbers, not {kind}", kind=str(given.dtype)))
        if given.shape != (self.size,):
            raise ValueError(
                Said("there are {size} games, and actions of shape {shape}", size=self.size, shape=str(given.shape))
            )
        if given.dtype == np.uint64 and given.size and given.max() > MOST_ACTION_COUNT:
            given = np.minimum(given, MOST_ACTION_COUNT + 1)
        return np.ascontiguousarray(given, np.int64)

    def _chosen(self, which: Any) -> Array:
        if which is None:
            return np.arange(self.size)
        given = np.asarray(which)
        if given.dtype == np.bool_ and given.shape == (self.size,):
            return np.flatnonzero(given)
        if given.dtype.kind not in "iu" or given.ndim > 1:
            raise ValueError(Said("games are chosen by a mask of all of them, or by numbers"))
        chosen = np.unique(np.atleast_1d(given)).astype(np.int64)
        if chosen.size and (chosen[0] < 0 or chosen[-1] >= self.size):
            raise ValueError(Said("games are counted from 0 to {last}", last=self.size - 1))
        return chosen

    def _checked_start(self, position: Position) -> Any:
        if not isinstance(position, Position) or position.game != self.game:
            raise ValueError(Said("games of this batch begin with a position of {game}", game=repr(self.game)))
        if position.outcome is not None or position.pending:
            raise ValueError(Said("games begin with a position that is not over, at the start of a turn"))
        return position.state

    # As a value

    def copy(self) -> Batch:
        """The same games again, to go on by themselves."""
        made = object.__new__(Batch)
        vars(made).update(vars(self))
        kept = self._desk.cells
        made._desk = Desk(*(array if array is kept else array.copy() for array in self._desk))
        made._actions = self._actions.copy()
        made._pool = None
        made._name_arrays()
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self._desk._asdict().items() if name != "cells"}
        made = {"game": self.game, "size": self.size, "seed": self.seed, "dtype": self._kind.name}
        return made | {"longest": self.longest, "threads": self.threads, "final": self._keeps_final, "arrays": kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        arrays = state.pop("arrays")
        self.__init__(**state)  # type: ignore[misc]
        self.take(arrays)

    def take(self, arrays: dict[str, Array]) -> None:
        """Put stored arrays in the place of the present ones, which they must resemble."""
        own = self._desk._asdict()
        for name, array in arrays.items():
            if name not in own or own[name].shape != array.shape or own[name].dtype != array.dtype:
                raise ValueError(Said("{name} is not an array of this batch", name=name))
        for name, array in arrays.items():
            own[name][...] = array

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file, for `load`."""
        about = self.__getstate__()
        arrays = about.pop("arrays")
        about |= {"name": self.game.name, "options": dict(about.pop("game").options)}
        stored.write(path, about | {"rules": self.game.facts.rules_version}, arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Batch:
        """The batch that `save` has written; a `ValueError` says what is wrong with a file."""
        batch: Batch = stored.batch_from(cls, path)
        return batch

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Batch of {self.size} games of {self.game!r}>"


WITHOUT_SETTING = frozenset((kernels.first_illegal, kernels.pick))
