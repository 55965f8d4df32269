"""Game files as arrays: what every mover saw and did, how it ended, and what a search had thought of it.

Text records, JSON lines and files of self-play are read alike, streamed in chunks. Every action is checked against the
rules on the way; a game that breaks them is refused with its file and place.
"""

from __future__ import annotations

import dataclasses
import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import numpy as np

from tavoliere.arena.selfplay import is_games_file, open_games
from tavoliere.core.compiled import runs_plain
from tavoliere.core.position import Game, Position
from tavoliere.core.rows import to_words
from tavoliere.core.said import Said
from tavoliere.games import game as game_by_name
from tavoliere.gym.array import Array, number_kind
from tavoliere.gym.checks import whole
from tavoliere.gym.kernels.batch import Setting
from tavoliere.gym.kernels.unroll import unroll
from tavoliere.gym.view import View, is_compiled, planes
from tavoliere.records import Record, RecordError, read_jsonl
from tavoliere.records.check import Checker
from tavoliere.records.text import cut, header, understood

CHUNK = 8192
MOST_VISITS = (1 << 31) - 1
LOGIT = 1000.0
"""Values of self-play files count thousandths of a logit."""


class Arrays(NamedTuple):
    """Positions of games, a row each, in the order of play."""

    observation: Array
    """What the mover saw."""
    actions: Array
    """What the mover did."""
    players: Array
    """The number of the mover."""
    results: Array
    """What the game was worth to each player at its end: 1 for a win, -1 shared by those who lost, 0 for a draw."""
    values: Array
    """What the mover could expect, from 0 to 1, by whoever chose the turn; not a number where nobody said."""
    games: Array
    """The number of the game in the order of reading."""
    visits: Array
    """How often a search has tried each action, where the file says so and somebody asks; without columns if not."""


@dataclasses.dataclass(frozen=True)
class Told:
    """A game as numbers."""

    game: Game
    start: Position
    actions: list[int]
    values: list[float]
    visits: dict[int, tuple[tuple[int, int], ...]]
    """By place: actions with how often a search has tried them."""
    winner: int | None
    """The seat that has won; None for a draw or a game that did not end."""
    place: str


Path_ = str | os.PathLike[str]


def arrays(
    files: Path_ | Iterable[Path_], *, chunk: int = CHUNK, dtype: Any = np.uint8, visits: bool = False
) -> Iterator[Arrays]:
    """The positions of all games of some files, in chunks of at least so many; all files are of one game.

    Counts of visits are a column for each action of the game, so they are there only where somebody asks.
    """
    least = whole(chunk, 1, MOST_VISITS, Said("a chunk holds"))
    names = [files] if isinstance(files, str | os.PathLike) else list(files)
    waiting: list[Arrays] = []
    size = 0
    unroller: Unroller | None = None
    for number, told in enumerate(told for name in names for told in _games_of(Path(name))):
        if unroller is None:
            unroller = Unroller(told.game, dtype, visits)
        if told.game != unroller.game:
            raise ValueError(Said("{place}: a game with other rules or options than the first one", place=told.place))
        waiting.append(unroller.unrolled(told, number))
        size += len(waiting[-1].actions)
        if size >= least:
            yield _joined(waiting)
            waiting, size = [], 0
    if waiting:
        yield _joined(waiting)


def save_arrays(files: Path_ | Iterable[Path_], target: Path_, *, visits: bool = False) -> int:
    """The same in one `.npz` file; how many positions it holds."""
    found = list(arrays(files, visits=visits))
    if not found:
        raise ValueError(Said("there are no games in these files"))
    whole = _joined(found)
    with Path(target).open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **whole._asdict())
    return len(whole.actions)


class Unroller:
    """Turns games of one kind into arrays."""

    def __init__(self, game: Game, dtype: Any, shows_visits: bool = False) -> None:
        self.game, self.dtype = game, number_kind(dtype)
        self._counted = game.facts.action_count if shows_visits else 0
        self.view: View = planes(game)
        facts, shape = game.facts, self.view.shape
        has_lens = is_compiled(self.view)
        if not has_lens:
            raise ValueError(Said("{game} has no planes of its own, which records need", game=game.name))
        self._setting = Setting(
            len(game.players),
            len(self.view.planes.squares),
            len(self.view.planes.numbers),
            shape[1] * shape[2],
            facts.repetition or 0,
            0,
            int(self.view.counts_occurrences),
            0,
        )
        self._out = np.zeros(facts.most_actions, np.int64)
        self._kernel: Callable[..., tuple[int, int]] | None = None

    def unrolled(self, told: Told, number: int) -> Arrays:
        """A game as arrays. A `ValueError` names its place if an action in it is not legal."""
        count, players = len(told.actions), len(self.game.players)
        seen = np.zeros((count, int(np.prod(self.view.shape))), self.dtype)
        actions, movers = np.array(told.actions, np.int64), np.zeros(count, np.int64)
        words = np.array([to_words(told.start.state)], np.int64)
        keys = np.zeros(count + 2, np.int64)
        cls, lens = type(told.start.state), self.view.planes.lens
        arguments = (cls, lens, words, actions, seen, movers, keys, self._out, self.view.cells, self._setting)
        if self._kernel is None:
            self._kernel = unroll.plain if runs_plain() else unroll.entry(*arguments)
        legal, _ = self._kernel(*arguments)
        if legal != count:
            raise ValueError(Said("{place}: action {count} is not legal", place=told.place, count=legal + 1))
        result = np.zeros(players, np.float32)
        if told.winner is not None:
            result[:] = -1 / (players - 1)
            result[told.winner] = 1
        return Arrays(
            seen.reshape(count, *self.view.shape),
            actions,
            movers,
            np.broadcast_to(result, (count, players)),
            np.array(told.values, np.float32),
            np.full(count, number),
            self._visits(told),
        )

    def _visits(self, told: Told) -> Array:
        """A row for each action that was played."""
        found = np.zeros((len(told.actions), self._counted), np.int32)
        for place, counts in told.visits.items() if self._counted else ():
            for action, count in counts:
                if not 0 <= action < self._counted or not 0 <= count <= MOST_VISITS:
                    raise ValueError(Said("{place}: visits that cannot be", place=told.place))
                found[place, action] = count
        return found


def _joined(parts: list[Arrays]) -> Arrays:
    return Arrays(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _games_of(path: Path) -> Iterator[Told]:
    if is_games_file(path):
        yield from _self_played(path)
        return
    with path.open(encoding="utf-8") as file:
        games = map(_recorded, read_jsonl(file)) if path.suffix == ".jsonl" else _written(file)
        try:
            for place, told in enumerate(games, start=1):
                yield dataclasses.replace(told, place=Said("{path}, game {place}", path=str(path), place=place))
        except RecordError as error:
            message = Said("{path}: {message}", path=str(path), message=error.message)
            raise RecordError(message, error.line, error.column) from error


def _written(file: TextIO) -> Iterator[Told]:
    """The games of a text: what plainly is right is proven by a kernel, the rest is read turn by turn."""
    checker = Checker()
    starts: dict[tuple[Game, str], Position] = {}
    for raw in cut(file):
        if isinstance(raw, RecordError):
            raise raw
        try:
            record = header(raw)
            actions = checker.proven_actions(raw, record)
            read = record if actions is not None else understood(raw)
        except RecordError as error:
            raise error if error.line else RecordError(error.message, raw.line, 1) from error
        if actions is None:
            yield _recorded(read)
            continue
        key = (record.game, record.start)
        start = starts.get(key) or starts.setdefault(key, record.first_position())
        yield Told(record.game, start, actions, [float("nan")] * len(actions), {}, _winner_of(record), "")


def _recorded(record: Record) -> Told:
    """A record's turns as actions; its result decides, whatever the board says about a game that was given up."""
    start = position = record.first_position()
    actions: list[int] = []
    for turn in record.turns:
        made = position.exact_actions(turn.move)
        actions += made
        for action in made:
            position = position.act(action)
    return Told(record.game, start, actions, [float("nan")] * len(actions), {}, _winner_of(record), "")


def _winner_of(record: Record) -> int | None:
    scores = record.result.split("-")
    return scores.index("1") if "1" in scores else None


def _self_played(path: Path) -> Iterator[Told]:
    file = open_games(path)
    game = game_by_name(file.header["game"], **file.header["options"])
    start = game.start()
    for played in file.games():
        values = [_chance(value) for turn, value in zip(played.turns, played.values, strict=True) for _ in turn]
        actions = [action for turn in played.turns for action in turn]
        place = Said("{path}, game {place}", path=str(path), place=played.number)
        firsts = itertools.accumulate((len(turn) for turn in played.turns), initial=0)
        visits = dict(zip(firsts, played.visits, strict=False))
        yield Told(game, start, actions, values, visits, played.winner, place)


def _chance(value: int | None) -> float:
    """What a mover could expect, out of thousandths of a logit."""
    return float("nan") if value is None else float(1 / (1 + np.exp(-np.clip(value / LOGIT, -60, 60))))
