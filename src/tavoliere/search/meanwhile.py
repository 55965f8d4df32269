"""Machine code that is made while somebody plays on without it: the low levels search so little that plain Python does.

It is compiled in a program of its own, which shares nothing with whoever asks but the cache on the disk.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import subprocess
import sys

from tavoliere.core.position import Position
from tavoliere.search.settings import BUDGET
from tavoliere.search.specs import DRAW, JUDGE, KINDS, Spec

PLAIN_LEVELS = 5
"""Levels up to this one answer in plain Python until their machine code is there. Measured in each game at its start
and after random turns they take 0.6 seconds of a processor at the most (`benchmarks/first_answers.py`), where
compiling takes ten seconds and more.
"""
NICENESS = 10
PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {__name__} import compile_as_asked; compile_as_asked()"
)

Needs = tuple[object, ...]


def is_quick_in_python(spec: Spec) -> bool:
    """Whether a player searches so little that nobody needs to wait for machine code; the answer is the same."""
    kind, _, level = spec.text.partition(":")
    return kind == "level" and level.isdigit() and int(level) <= PLAIN_LEVELS


def needs_of(spec: Spec, position: Position) -> Needs:
    """What machine code a player needs: those who need the same are prepared together."""
    kept = ((name, value) for name, value in spec.settings if name not in (*BUDGET, DRAW.name))
    settings = tuple((name, value if name == JUDGE.name else None) for name, value in kept)
    return spec.kind, settings, position.game.name, len(position.game.players)


def load(spec: Spec, position: Position) -> None:
    """Compile what a player needs, or take it from the cache."""
    if KINDS[spec.kind].is_compiled:
        glance = spec.at_a_glance(position.game)
        glance.player(1).choose(position, glance.budget())


class Meanwhile:
    """Programs that compile, at most one for each thing that is needed; they end with whoever has started them."""

    def __init__(self) -> None:
        self._programs: dict[Needs, subprocess.Popen[bytes] | None] = {}

    def begin(self, spec: Spec, position: Position) -> None:
        """Let what a player needs be compiled, if nobody has begun with it."""
        needs = needs_of(spec, position)
        if needs not in self._programs:
            self._programs[needs] = self._started(spec, position)

    def is_ready(self, spec: Spec, position: Position) -> bool:
        """Whether what a player needs is in the cache, or will not come there: then whoever wants it compiles it."""
        needs = needs_of(spec, position)
        if not KINDS[spec.kind].is_compiled:
            return True
        program = self._programs.get(needs)
        if program is not None and program.poll() is not None:
            self._programs[needs] = program = None
        return needs in self._programs and program is None

    def _started(self, spec: Spec, position: Position) -> subprocess.Popen[bytes] | None:
        """The program; None where none can be started or asked."""
        try:
            program = subprocess.Popen(  # noqa: S603 - Python itself, with a text of ours
                [sys.executable, "-c", PROGRAM],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError:
            return None
        atexit.register(_end, program)
        assert program.stdin is not None
        with contextlib.suppress(OSError), program.stdin as asked:
            asked.write(pickle.dumps(sys.path) + pickle.dumps((spec, position)))
        return program


def _end(program: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        program.kill()
        program.wait()


def compile_as_asked() -> None:
    """The other side: what is needed stands on the standard input."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    load(*pickle.load(sys.stdin.buffer))
