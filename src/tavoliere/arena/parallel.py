"""Many games at once: each job plays whole games, one after another, with choosers of its own.

A job is a thread. It only referees; the thinking happens in the processes of its choosers, so that a player who crashes
or hangs takes nobody along. Which job plays a game changes nothing about it: all chance follows from its own seed.
"""

from __future__ import annotations

import contextlib
import functools
import queue
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, NamedTuple

from tavoliere.arena.jobs import Crew
from tavoliere.arena.match import ChooserFactory, Fixture, decided_by, opening, play_fixture
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.play.game import Chooser, Stopped, TooSlow
from tavoliere.play.players import Line, Players, PlayerSpec
from tavoliere.records import Record
from tavoliere.search.players import Choice
from tavoliere.search.specs import Spec

PATIENCE = 300.0
"""How many seconds beyond its own budget a player may take for a turn before it loses the game."""
LOOK_SECONDS = 0.1
CLOSE_SECONDS = 10.0


class WarmPlayers:
    """The usual chooser. Each of our own players has loaded its machine code before its first turn counts."""

    def __init__(self, game: Game) -> None:
        self._players = Players()
        self._game = game
        self._warm: set[PlayerSpec] = set()

    def get_ready(self, spec: PlayerSpec) -> None:
        if spec not in self._warm and isinstance(spec, Spec):
            self._warm.add(spec)
            with contextlib.suppress(Exception):  # what fails here fails again when it counts
                self._players.choose(spec.at_a_glance(self._game), self._game.start(), 0)

    def choose(self, spec: PlayerSpec, position: Position, seed: int, line: Line | None = None) -> Choice:
        return self._players.choose(spec, position, seed, line)

    def new_game(self) -> None:
        self._players.new_game()

    def close(self) -> None:
        self._players.close()


def play_all(
    game: Game,
    fixtures: Iterable[Fixture],
    *,
    opening_turns: int,
    seed: int,
    jobs: int = 1,
    factory: ChooserFactory = WarmPlayers,
    patience: float = PATIENCE,
    keep: Callable[[Record], object] | None = None,
) -> Generator[Record | None, None, None]:
    """Play games, `jobs` at a time, and give their records in the order in which they end.

    `keep` is called with each record as soon as its game is over, by one job at a time; what it raises ends everything.
    None is given every now and then while nothing ends, so that whoever waits can look around. Closing the iterator, or
    an exception in whoever uses it, drops the games that are not over.
    """
    hall = _Hall(game, iter(fixtures), opening_turns, seed, factory, patience, keep)
    threads = [threading.Thread(target=hall.work, daemon=True) for _ in range(max(1, jobs))]
    for thread in threads:
        thread.start()
    working = len(threads)
    try:
        while working:
            try:
                ended = hall.ended.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                yield None
                continue
            if ended is None:
                working -= 1
            elif isinstance(ended, BaseException):
                raise ended
            else:
                yield ended
    finally:
        hall.close()
        for thread in threads:
            thread.join(CLOSE_SECONDS)


class Elsewhere(NamedTuple):
    """A game that another process is asked to play."""

    game: Game
    fixture: Fixture
    opening_turns: int
    seed: int
    patience: float


def play_elsewhere(
    crew: Crew,
    game: Game,
    fixtures: Iterable[Fixture],
    *,
    opening_turns: int,
    seed: int,
    patience: float = PATIENCE,
    keep: Callable[[Record], object] | None = None,
) -> Generator[Record | None, None, None]:
    """Play the same games as `play_all`, each of them wholly in one of a crew's processes; they are the same games."""
    asked = (Elsewhere(game, fixture, opening_turns, seed, patience) for fixture in fixtures)
    with contextlib.closing(crew.watched(played_here, asked)) as found:
        for answer in found:
            if answer is not None and keep is not None:
                keep(answer[1])
            yield None if answer is None else answer[1]


def played_here(asked: Elsewhere) -> Record:
    """Play a game in this process, which keeps its players for the next one."""
    game, fixture, *_ = asked
    chooser = _kept_chooser(game, asked.patience)
    chooser.new_game()
    with chooser.unhurried():
        moves = opening(game, fixture.round, asked.opening_turns, asked.seed, decided_by(chooser))
        for spec in fixture.seats:
            chooser.get_ready(spec)
    return play_fixture(game, fixture, moves, chooser)


@functools.lru_cache(maxsize=4)
def _kept_chooser(game: Game, patience: float) -> PatientChooser:
    return PatientChooser(game, WarmPlayers, patience)


class _Hall:
    """What the jobs share: the games to play, and where the records go."""

    def __init__(
        self, game: Game, fixtures: Iterator[Fixture], opening_turns: int, seed: int,
        factory: ChooserFactory, patience: float, keep: Callable[[Record], object] | None,
    ) -> None:  # fmt: skip
        self.game, self.fixtures, self.opening_turns, self.seed = game, fixtures, opening_turns, seed
        self.factory, self.patience, self.keep = factory, patience, keep
        self.ended: queue.SimpleQueue[Record | BaseException | None] = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.is_closed = False
        self.choosers: list[PatientChooser] = []
        self.openings: dict[int, list[str]] = {}

    def work(self) -> None:
        """A job: take the next game until there is none."""
        _leave_interrupts_to_the_main_thread()
        chooser = PatientChooser(self.game, self.factory, self.patience)
        with self.lock:
            self.choosers.append(chooser)
        try:
            while (fixture := self._next()) is not None:
                chooser.new_game()
                with chooser.unhurried():
                    moves = self._opening(fixture, chooser)
                    for spec in fixture.seats:
                        chooser.get_ready(spec)
                record = play_fixture(self.game, fixture, moves, chooser)
                with self.lock:
                    if self.is_closed:
                        return
                    if self.keep is not None:
                        self.keep(record)
                self.ended.put(record)
        except Stopped:
            pass
        except BaseException as error:  # whatever it is, the main thread must hear of it
            self.ended.put(error)
        finally:
            chooser.close()
            self.ended.put(None)

    def _opening(self, fixture: Fixture, chooser: PatientChooser) -> list[str]:
        """The turns that a game begins with; whoever plays the first game of a round looks for them."""
        if fixture.round not in self.openings:
            decided = decided_by(chooser)
            self.openings[fixture.round] = opening(self.game, fixture.round, self.opening_turns, self.seed, decided)
        return self.openings[fixture.round]

    def close(self) -> None:
        with self.lock:
            self.is_closed = True
            choosers = list(self.choosers)
        for chooser in choosers:
            chooser.close()

    def _next(self) -> Fixture | None:
        with self.lock:
            return None if self.is_closed else next(self.fixtures, None)


class PatientChooser:
    """A chooser that waits for a player only so long. One that hangs is given up, and the next turn gets a new one."""

    def __init__(self, game: Game, factory: ChooserFactory, patience: float) -> None:
        self._game, self._factory, self._patience = game, factory, patience
        self._inner: Chooser | None = None
        self._answers: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    @contextlib.contextmanager
    def unhurried(self) -> Iterator[None]:
        """What is asked inside this block is nobody's turn, so the patience of the contest does not count."""
        patience, self._patience = self._patience, max(self._patience, PATIENCE)
        try:
            yield
        finally:
            self._patience = patience

    def choose(self, spec: PlayerSpec, position: Position, seed: int, line: Line | None = None) -> Choice:
        """A turn; `TooSlow` if there is none in time, `Stopped` if somebody closes it meanwhile."""
        real = spec.resolved(self._game) if isinstance(spec, Spec) else spec
        limit = self._patience + (real.budget().seconds or 0.0)
        chosen: Choice = self._waited(limit, lambda inner: inner.choose(spec, position, seed, line))
        return chosen

    def get_ready(self, spec: PlayerSpec) -> None:
        with contextlib.suppress(TooSlow):
            self._waited(self._patience, lambda inner: inner.get_ready(spec))

    def _waited(self, limit: float, question: Callable[[Chooser], Any]) -> Any:
        """What the chooser answers within so many seconds."""
        answers: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._answers = answers
        if self._is_closed:
            raise Stopped
        if self._inner is None:
            self._inner = self._factory(self._game)
        self._thread = threading.Thread(target=_ask, args=(answers, question, self._inner), daemon=True)
        self._thread.start()
        try:
            kind, answer = answers.get(timeout=limit)
        except queue.Empty:
            self._give_up()
            raise TooSlow(Said("no turn within {limit} seconds", limit=f"{limit:.0f}")) from None
        if self._is_closed or kind == "closed":
            raise Stopped
        if kind == "failed":
            raise answer
        return answer

    def new_game(self) -> None:
        if self._inner is not None:
            self._inner.new_game()

    def close(self) -> None:
        """End it, whatever it is doing; may be called from another thread."""
        self._is_closed = True
        self._answers.put(("closed", None))
        self._give_up()

    def _give_up(self) -> None:
        """Close the chooser again until its thread is gone: a search process that ends is replaced once by itself."""
        inner, thread, self._inner = self._inner, self._thread, None
        if inner is None:
            return
        for _ in range(int(CLOSE_SECONDS / LOOK_SECONDS)):
            with contextlib.suppress(Exception):
                inner.close()
            if thread is None or not thread.is_alive():
                return
            thread.join(LOOK_SECONDS)


def _ask(answers: queue.SimpleQueue[tuple[str, Any]], question: Callable[[Chooser], Any], chooser: Chooser) -> None:
    try:
        answers.put(("chosen", question(chooser)))
    except BaseException as error:  # it is raised again where the answer is awaited
        answers.put(("failed", error if isinstance(error, Exception) else RuntimeError(repr(error))))


def _leave_interrupts_to_the_main_thread() -> None:
    """Ctrl-C at a terminal reaches all processes. Those started from here inherit that it is blocked for them."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
