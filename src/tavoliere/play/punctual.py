"""Answers in time, whatever happens: a search that fails or hangs is replaced by a turn that is ready."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable

from tavoliere.core.position import Position
from tavoliere.play.players import Line, Players, PlayerSpec, timed
from tavoliere.search.players import Choice

WARMING_SECONDS = 0.05
LEAST_SECONDS = 0.01
ENDING_SECONDS = 10.0


class Punctual:
    """A player who is asked with a deadline. It thinks in a thread; who does not answer is ended and replaced."""

    def __init__(self, spec: PlayerSpec, make: Callable[[], Players] = Players) -> None:
        self._spec = spec
        self._make = make
        self._players = make()
        self.thought: Choice | None = None
        """What the player thought of the last turn; None after a spare one."""
        self._warming: threading.Thread | None = None
        self._ending: list[threading.Thread] = []

    def warm(self, position: Position) -> str:
        """Load and compile what is needed, however long it takes; what goes wrong is returned in words."""
        try:
            self._players.choose(timed(self._spec, WARMING_SECONDS), position, 1)
        except Exception as problem:  # a thread of ours may run this, and whoever ends it may do so at any moment
            return str(problem) or repr(problem)
        return ""

    def choose(self, position: Position, line: Line, think: float, limit: float, seed: int) -> tuple[str, str]:
        """A legal turn within the limit in seconds, and a note if it is not the player's own."""
        begun, last_call = time.monotonic(), (think + limit) / 2
        self.thought = None
        spare = spare_turn(position)
        if self._warming is not None:
            self._warming.join(max(0.0, think - LEAST_SECONDS))
            if self._warming.is_alive():
                self._replace(self._warming, position)
                return spare, "the player is still not ready, so a spare turn was played"
            self._warming = None
            think = max(LEAST_SECONDS, think - (time.monotonic() - begun))
        asked = _Question(self._players, timed(self._spec, think), position, line, seed)
        asked.thread.join(max(0.0, last_call - (time.monotonic() - begun)))
        if asked.thread.is_alive():
            self._players.stop()
            asked.thread.join(max(0.0, limit - (time.monotonic() - begun)))
        if asked.thread.is_alive():
            self._replace(asked.thread, position)
            return spare, "the player did not answer in time, so a spare turn was played"
        if asked.choice is None:
            self._replace(asked.thread, position)
            return spare, f"a spare turn was played, because {asked.problem}"
        if position.why_not(asked.choice.move) is not None:
            return spare, f"the player answered {asked.choice.move!r}, which is not legal, so a spare turn was played"
        self.thought = asked.choice
        return asked.choice.move, ""

    def _replace(self, busy: threading.Thread, position: Position) -> None:
        """End the old search and make a new one ready, without waiting for either."""
        old, self._players = self._players, self._make()
        self._ending.append(threading.Thread(target=_end, args=(old, busy), daemon=True))
        self._ending[-1].start()
        self._warming = threading.Thread(target=self.warm, args=(position,), daemon=True)
        self._warming.start()

    def close(self) -> None:
        """End everything, what hangs included."""
        if self._warming is not None:
            _end(self._players, self._warming)
        self._players.close()
        for thread in self._ending:
            thread.join(ENDING_SECONDS)


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


def _end(players: Players, thread: threading.Thread) -> None:
    """End a search again and again, since it may just be starting a replacement of its own."""
    while True:
        with contextlib.suppress(Exception):
            players.close()
        thread.join(0.2)
        if not thread.is_alive():
            return


def spare_turn(position: Position) -> str:
    """A turn to have in hand: one that wins at once, or else any."""
    turns = position.before_turn().legal_moves()
    for turn in turns:
        outcome = position.play(turn).outcome
        if outcome is not None and outcome.winner == position.turn:
            return turn
    return random.choice(turns)
