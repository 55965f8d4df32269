"""Answers in time, whatever happens: a search that is late, fails or hangs is covered by a turn that is ready."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable

from tavoliere.core.compiled import plain_python
from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.play.players import Line, Players, PlayerSpec, timed
from tavoliere.search.budget import Budget
from tavoliere.search.greedy import GreedyPlayer
from tavoliere.search.players import Choice

WARMING_SECONDS = 0.05
LEAST_SECONDS = 0.01
LATE_SECONDS = 2.0
"""A player on a busy machine who answers within this time after a turn went without it is kept."""
HUNG_SECONDS = 60.0
"""A player who is not ready after this time will not be."""
ENDING_SECONDS = 10.0


class Punctual:
    """A player who is asked with a deadline. It thinks in a thread; who hangs or fails is ended and replaced."""

    def __init__(self, spec: PlayerSpec, make: Callable[[], Players] = Players) -> None:
        self._spec = spec
        self._make = make
        self._players = make()
        self.thought: Choice | None = None
        """What the player thought of the last turn; None after a spare one."""
        self._recovery: _Recovery | None = None
        self._ending: list[threading.Thread] = []
        self._is_closed = threading.Event()

    def warm(self, position: Position) -> str:
        """Load and compile what is needed, however long it takes; what goes wrong is returned in words."""
        try:
            self._players.choose(timed(self._spec, WARMING_SECONDS), position, 1)
        except Exception as problem:  # a thread of ours may run this, and whoever ends it may do so at any moment
            return str(problem) or repr(problem)
        return ""

    def choose(self, position: Position, line: Line, think: float, limit: float, seed: int) -> tuple[str, str]:
        """A legal turn within the limit in seconds, and a note if it is not the player's own."""
        begun, self.thought = time.monotonic(), None
        spare = Spare(position, seed)
        if self._is_ready(max(0.0, think - LEAST_SECONDS), position):
            spent = time.monotonic() - begun
            asked = _Question(self._players, timed(self._spec, max(LEAST_SECONDS, think - spent)), position, line, seed)
            problem = self._problem_with(asked, position, begun + (think + limit) / 2, begun + limit)
        else:
            problem = Said("the player is still not ready, so a spare turn was played")
        return (spare.turn, problem) if self.thought is None else (self.thought.move, "")

    def _problem_with(self, asked: _Question, position: Position, last_call: float, end: float) -> str:
        """Wait for an answer and take note of it; what is wrong with it in words, if anything is."""
        asked.thread.join(max(0.0, last_call - time.monotonic()))
        if asked.thread.is_alive():
            self._players.stop()
            asked.thread.join(max(0.0, end - time.monotonic()))
        if asked.thread.is_alive():
            self._recover(asked.thread, position, LATE_SECONDS)
            return Said("the player did not answer in time, so a spare turn was played")
        if asked.choice is None:
            self._recover(asked.thread, position, 0.0)
            return Said("a spare turn was played, because {problem}", problem=asked.problem)
        if position.why_not(asked.choice.move) is not None:
            wrong = repr(asked.choice.move)
            return Said("the player answered {turn}, which is not legal, so a spare turn was played", turn=wrong)
        self.thought = asked.choice
        return ""

    def _is_ready(self, patience: float, position: Position) -> bool:
        """Whether the player has recovered from a turn that went without it, or does within the patience."""
        if self._recovery is None:
            return True
        self._recovery.thread.join(patience)
        if self._recovery.thread.is_alive():
            if self._recovery.seconds() > HUNG_SECONDS:
                self._recover(self._recovery.thread, position, 0.0)
            return False
        self._recovery = None
        return True

    def _recover(self, busy: threading.Thread, position: Position, patience: float) -> None:
        """Beside the opponent's turn: wait for a player who is only late, end any other and make a new one ready."""
        self._recovery = _Recovery(lambda: self._replaced_unless_done(busy, position, patience))

    def _replaced_unless_done(self, busy: threading.Thread, position: Position, patience: float) -> None:
        busy.join(patience)
        if self._is_closed.is_set() or (patience > 0 and not busy.is_alive()):
            return
        old, self._players = self._players, self._make()
        self._ending.append(threading.Thread(target=_end, args=(lambda: old, busy), daemon=True))
        self._ending[-1].start()
        if not self._is_closed.is_set():
            self.warm(position)

    def close(self) -> None:
        """End everything, what hangs included."""
        self._is_closed.set()
        if self._recovery is not None:
            _end(lambda: self._players, self._recovery.thread)
        self._players.close()
        for thread in self._ending:
            thread.join(ENDING_SECONDS)


class _Recovery:
    """A player who is made ready again in a thread."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._begun = time.monotonic()
        self.thread = threading.Thread(target=work, daemon=True)
        self.thread.start()

    def seconds(self) -> float:
        return time.monotonic() - self._begun


class _Question:
    """One turn that is being thought about in a thread."""

    def __init__(self, players: Players, spec: PlayerSpec, position: Position, line: Line, seed: int) -> None:
        self.choice: Choice | None = None
        self.problem = ""
        self.thread = threading.Thread(target=self._run, args=(players, spec, position, line, seed), daemon=True)
        self.thread.start()

    def _run(self, players: Players, spec: PlayerSpec, position: Position, line: Line, seed: int) -> None:
        try:
            self.choice = players.choose(spec, position, seed, line)
        except Exception as problem:  # whatever it is, a turn must be played
            self.problem = str(problem) or repr(problem)


def _end(players: Callable[[], Players], thread: threading.Thread) -> None:
    """End a search again and again, since it may just be starting a replacement of its own."""
    while True:
        with contextlib.suppress(Exception):
            players().close()
        thread.join(0.2)
        if not thread.is_alive():
            return


class Spare:
    """A turn to have in hand: any at once, and the greedy player's as soon as it is found in a thread.

    That one wins if a turn wins, does not lose at once if that can be helped, and needs a fraction of a second without
    machine code.
    """

    def __init__(self, position: Position, seed: int) -> None:
        self.turn = random.Random(seed).choice(position.before_turn().legal_moves())
        self.thread = threading.Thread(target=self._improve, args=(position, seed), daemon=True)
        self.thread.start()

    def _improve(self, position: Position, seed: int) -> None:
        with plain_python():
            self.turn = GreedyPlayer(seed).choose(position, Budget(nodes=1)).move
