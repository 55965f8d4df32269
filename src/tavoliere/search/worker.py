"""Searching in a process of its own, so that whoever asks never imports Numba and never waits for a hung search."""

from __future__ import annotations

import contextlib
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

from tavoliere.core.position import Position
from tavoliere.search.players import Choice
from tavoliere.search.specs import Spec

COMPILE_SECONDS = 120.0
GRACE_SECONDS = 10.0
TRIES = 2


class SearchFailed(RuntimeError):  # noqa: N818 - what happened, not what is wrong with the input
    """A search process died or did not answer, and so did its replacement."""


class SearchWorker:
    """One process that answers questions one after another; a dead or silent one is replaced once a question."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None

    def choose(self, spec: Spec, position: Position, seed: int) -> Choice:
        """A turn by the player that the spec names."""
        problem = ""
        for _ in range(TRIES):
            pipe = self._connected()
            try:
                pipe.send((spec, position, seed))
                if pipe.poll(self._patience(spec)):
                    kind, answer = pipe.recv()
                    if kind == "refused":
                        raise ValueError(answer)
                    return answer  # type: ignore[no-any-return]
                problem = "did not answer"
            except (EOFError, OSError):
                problem = "died"
            self.close()
        raise SearchFailed(f"the search process {problem}, and so did its replacement")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def __enter__(self) -> SearchWorker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _patience(self, spec: Spec) -> float | None:
        """How long an answer may take; a budget of nodes alone has no limit of time."""
        seconds = spec.budget().seconds
        return None if seconds is None else seconds + COMPILE_SECONDS + GRACE_SECONDS

    def _connected(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=_answer, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._pipe = ours
        return self._pipe


def _answer(pipe: Connection) -> None:
    """The other side: answer until nobody asks any more."""
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            spec, position, seed = pipe.recv()
            try:
                pipe.send(("chosen", spec.player(seed).choose(position, spec.budget())))
            except ValueError as refusal:
                pipe.send(("refused", str(refusal)))
