"""Searching in a process of its own, so that whoever asks never imports Numba and never waits for a hung search."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.mcts_player import MctsPlayer
from tavoliere.search.meanwhile import Needs, is_quick_in_python, load, needs_of
from tavoliere.search.players import Choice, Player, Watcher
from tavoliere.search.settings import BUDGET
from tavoliere.search.specs import KINDS, Spec

COMPILE_SECONDS = 180.0
GRACE_SECONDS = 10.0
BEAT_SECONDS = 2.0
"""How often a process that thinks says that it is alive."""
SILENCE_SECONDS = 60.0
"""A process that says nothing for so long is frozen, whatever it may take for its answer."""
STOP_SECONDS = 0.01
TRIES = 2
MOST_KEPT = 4
MOST_UNTIDY = 20_000
"""After so many new objects it is time to look for garbage."""
Note = Callable[[str], None]


class SearchFailed(RuntimeError):  # noqa: N818 - what happened, not what is wrong with the input
    """A search process died or did not answer, and so did its replacement."""


class SearchClosed(SearchFailed):
    """Somebody has closed the search process while it was asked."""


class _Died(Exception):  # noqa: N818 - what happened
    """The process is gone."""


class SearchWorker:
    """One process that answers questions one after another; a dead or silent one is replaced once a question.

    `stop` may be called from another thread: the question under way is then answered with the best turn so far.
    """

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None
        self._control: Connection | None = None
        self._question = 0
        self._stopped = 0
        self._closings = 0
        self._one = threading.Lock()

    def choose(
        self,
        spec: Spec,
        position: Position,
        seed: int,
        watch: Watcher | None = None,
        note: Note | None = None,
        move: str | None = None,
    ) -> Choice:
        """A turn by the player that the spec names; with a move, what that one is worth to an alpha-beta player.

        `watch` is told the best choice so far now and then, `note` what has to be compiled first. Threads are answered
        one after another.
        """
        with self._one:
            return self._chosen(spec, position, seed, watch, note, move)

    def _chosen(
        self, spec: Spec, position: Position, seed: int, watch: Watcher | None, note: Note | None, move: str | None
    ) -> Choice:
        problem = ""
        self._question += 1
        closings = self._closings
        patience = self._patience(spec, position)
        for _ in range(TRIES):
            try:
                self._ask((self._question, spec, position, seed, watch is not None, move))
                if self._closings != closings:
                    raise _Died
                kind, content = self._answer(patience, watch, note)
            except _Died:
                problem = Said("died")
            except BaseException:
                # Whoever asks has given up, and the next answer must not be that to this question.
                self._end()
                raise
            else:
                if kind == "refused":
                    raise ValueError(content)
                if kind == "chosen":
                    return content  # type: ignore[no-any-return]
                problem = Said("did not answer")
            self._end()
            if self._closings != closings:
                raise SearchClosed(Said("the search process was closed"))
        raise SearchFailed(Said("the search process {problem}, and so did its replacement", problem=problem))

    def _ask(self, question: tuple[Any, ...]) -> None:
        pipe = self._connected()
        try:
            pipe.send(question)
        except OSError as problem:
            raise _Died from problem
        if self._stopped == self._question:
            self.stop()

    def _answer(self, patience: float | None, watch: Watcher | None, note: Note | None) -> tuple[str, Any]:
        """What the process answers; `silent` if there is no answer in time, or no sign of life."""
        deadline = None if patience is None else time.monotonic() + patience
        while True:
            left = SILENCE_SECONDS if deadline is None else max(0.0, deadline - time.monotonic())
            kind, content = self._message(min(left, SILENCE_SECONDS))
            if kind == "progress" and watch is not None:
                watch(content)
            elif kind == "compiling" and note is not None:
                note(content)
            elif kind in ("refused", "chosen", "silent"):
                return kind, content

    def _message(self, patience: float) -> tuple[str, Any]:
        assert self._pipe is not None
        try:
            message: tuple[str, Any] = self._pipe.recv() if self._pipe.poll(patience) else ("silent", None)
        except (EOFError, OSError) as problem:
            raise _Died from problem
        return message

    def stop(self) -> None:
        """Let the question under way be answered at once, even if its process has yet to start."""
        self._stopped = self._question
        control = self._control
        if control is not None:
            with contextlib.suppress(OSError, ValueError):
                control.send(self._question)

    def close(self) -> None:
        """End the process; a question under way in another thread fails, and that thread tidies up."""
        self._closings += 1
        process = self._process
        if process is not None:
            with contextlib.suppress(OSError, ValueError):
                process.kill()
        if self._one.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._one.release()

    def _end(self) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.join()
        for pipe in (self._pipe, self._control):
            if pipe is not None:
                pipe.close()
        self._process = self._pipe = self._control = None

    def __enter__(self) -> SearchWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _patience(self, spec: Spec, position: Position) -> float | None:
        """How long an answer may take; without a limit of time it is enough that the process lives."""
        seconds = spec.resolved(position.game).budget().seconds
        return None if seconds is None else seconds + COMPILE_SECONDS + GRACE_SECONDS

    def _connected(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._end()
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            listening, self._control = context.Pipe(duplex=False)
            process = context.Process(target=_serve, args=(theirs, listening), daemon=True)
            process.start()
            self._process = process
            theirs.close()
            listening.close()
            self._pipe = ours
        return self._pipe


class _Desk:
    """The other side: the player under way, and those of each seat that keep something for their next turns."""

    def __init__(self) -> None:
        self.thinking: Player | None = None
        self.kept: dict[tuple[object, ...], MctsPlayer] = {}
        self.asked = self.answered = 0
        self.lock = threading.Lock()

    def begin(self, question: int, player: Player) -> Player:
        with self.lock:
            self.answered = question - 1  # by this process or by one that it replaces
            self.asked, self.thinking = question, player
        return player

    def end(self, question: int) -> None:
        with self.lock:
            self.answered, self.thinking = question, None

    def player(self, spec: Spec, position: Position, seed: int) -> Player:
        """A player with a seed. Those that keep trees are the same ones again, as long as few seats are asked about."""
        if not dict(spec.settings).get("keep"):
            return spec.player(seed)
        style = tuple(setting for setting in spec.settings if setting[0] not in BUDGET)
        key = (style, position.game, position.turn)
        player = self.kept.pop(key, None) or spec.player(seed)
        if isinstance(player, MctsPlayer):
            player.seed = seed
            self.kept[key] = player
            if len(self.kept) > MOST_KEPT:
                del self.kept[next(iter(self.kept))]
        return player

    def beat(self, send: Callable[[tuple[str, Any]], None]) -> None:
        """Say now and then that the process is alive, for as long as somebody is thinking; if nobody is there to hear
        it, nobody wants the answer either.
        """
        try:
            while True:
                time.sleep(BEAT_SECONDS)
                if self.thinking is not None:
                    send(("alive", None))
        except OSError:
            os._exit(1)

    def obey(self, control: Connection) -> None:
        """Stop the player under way whenever somebody says so.

        The word may come before its question, or before the player has begun to listen, so it is said again until
        the question is answered.
        """
        with contextlib.suppress(EOFError, OSError):
            while True:
                question = control.recv()
                while self.answered < question:
                    with self.lock:
                        if self.asked == question and self.thinking is not None:
                            self.thinking.stop()
                    time.sleep(STOP_SECONDS)


class _Tidy:
    """Collects garbage between questions. What a compiler leaves behind takes a tenth of a second to look through, and
    Python's own collector does that at any time, such as after a stop.
    """

    def __init__(self) -> None:
        gc.disable()
        self.loaded: set[Needs] = set()
        self.begun: set[Needs] = set()
        self.one = threading.Lock()

    def prepare(self, spec: Spec, position: Position) -> None:
        """Load or compile what the first search of a kind needs before any clock runs. It stays for good, so that
        nobody needs to look for garbage in it again.
        """
        needs = needs_of(spec, position)
        with self.one:
            if needs not in self.loaded:
                load(spec, position)
                self.loaded.add(needs)
                gc.freeze()

    def prepare_meanwhile(self, spec: Spec, position: Position) -> None:
        """The same in a thread, for whoever has answered without."""
        needs = needs_of(spec, position)
        if needs not in self.begun:
            self.begun.add(needs)
            threading.Thread(target=self.prepare, args=(spec, position), daemon=True).start()

    def is_prepared(self, spec: Spec, position: Position) -> bool:
        return not KINDS[spec.kind].is_compiled or needs_of(spec, position) in self.loaded

    def __call__(self) -> None:
        if gc.get_count()[0] > MOST_UNTIDY:
            gc.collect()


def _serve(pipe: Connection, control: Connection) -> None:
    """Answer until nobody asks any more."""
    from tavoliere.core.compiled import plain_python, telling

    desk, tidy = _Desk(), _Tidy()
    sending = threading.Lock()

    def send(message: tuple[str, Any]) -> None:
        with sending:
            pipe.send(message)

    answer: tuple[str, Any]
    threading.Thread(target=desk.obey, args=(control,), daemon=True).start()
    threading.Thread(target=desk.beat, args=(send,), daemon=True).start()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question, spec, position, seed, is_watched, move = pipe.recv()
            resolved, answers_plainly = spec, False
            try:
                resolved = spec.resolved(position.game)
                player = desk.begin(question, desk.player(resolved, position, seed))
                watch = (lambda choice: send(("progress", choice))) if is_watched else None
                answers_plainly = is_quick_in_python(spec) and not tidy.is_prepared(resolved, position)
                with telling(lambda what: send(("compiling", what))):
                    if not answers_plainly:
                        tidy.prepare(resolved, position)
                    if move is None:
                        with plain_python() if answers_plainly else contextlib.nullcontext():
                            choice = player.choose(position, resolved.budget(), watch)
                    elif isinstance(player, AlphaBetaPlayer):
                        choice = player.value(position, move, resolved.budget())
                    else:
                        raise ValueError(
                            Said("{text} does not say what a turn of somebody else is worth", text=spec.text)
                        )
                answer = ("chosen", choice)
            except ValueError as refusal:
                answer = ("refused", str(refusal))
            desk.end(question)
            send(answer)
            if answers_plainly:
                tidy.prepare_meanwhile(resolved, position)
            tidy()
