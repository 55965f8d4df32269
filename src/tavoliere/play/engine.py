"""Engines of other makers: a program that speaks UGI over pipes takes a seat.

A program may not start, hang, die, flood us, or answer nonsense. Whatever it does, we wait for a bounded time, say in
one sentence what happened, and end it.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, NoReturn

from tavoliere.core.errors import IllegalMove, system_reason
from tavoliere.core.position import Position
from tavoliere.core.said import Pattern, Said
from tavoliere.play.ugi import LONGEST_LINE, NO_MOVE, Info, parse_info, position_command, turns_of
from tavoliere.search.players import Choice

START_SECONDS = 120.0
QUIT_SECONDS = 1.0
TICK = 0.1
KEPT_LINES = 2000
KEPT_COMPLAINTS = 5


WATCHING = "import os, sys; sys.stdin.buffer.read(); os.killpg(int(sys.argv[1]), 9)"
"""What a watching process does: when we are gone, however suddenly, it ends an engine that is too busy to notice."""


class EngineFailed(RuntimeError):  # noqa: N818 - what happened, not what is wrong with the input
    """An engine did not start, hung, died, or answered what nobody can play."""


class EngineTooSlow(EngineFailed):
    """An engine did not answer in time."""


class EngineIllegal(EngineFailed):
    """An engine answered a turn that is not legal."""


@dataclasses.dataclass(frozen=True)
class Thinking:
    """How an engine is asked for a turn: the words after `go`, and how many seconds until it is given up."""

    words: str
    patience: float


class UgiClient:
    """One running engine. Not for several threads at once, but for `stop`."""

    def __init__(self, command: Sequence[str], start_seconds: float = START_SECONDS) -> None:
        self.command = tuple(command)
        self.name = ""
        self.options: list[str] = []
        self._start_seconds = start_seconds
        self._thinking = False
        self._patience = start_seconds
        self._closed = threading.Event()
        self._lines: queue.Queue[str | None] = queue.Queue(KEPT_LINES)
        self._unfinished = b""
        self._complaints: collections.deque[str] = collections.deque(maxlen=KEPT_COMPLAINTS)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running a program that the user names is the purpose
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            what = system_reason(error) if isinstance(error, OSError) else str(error)
            raise EngineFailed(
                Said("the engine {title} does not start: {what}", title=self._title(), what=what)
            ) from error
        self._watch = self._watched()
        self._threads = [
            threading.Thread(target=target, args=(stream,), daemon=True)
            for target, stream in ((self._read, self._process.stdout), (self._drain, self._process.stderr))
        ]
        for thread in self._threads:
            thread.start()

    def _watched(self) -> subprocess.Popen[bytes] | None:
        """A process that outlives us for a moment and ends the engine then; None where there are no process groups."""
        if not hasattr(os, "killpg"):
            return None
        return subprocess.Popen(  # noqa: S603 - our own line of Python
            [sys.executable, "-S", "-E", "-c", WATCHING, str(self._process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    # What can be asked of it

    def hello(self, options: Mapping[str, str]) -> None:
        """Introduce ourselves, learn its name and options, set some, and wait until it is ready."""
        self._send("ugi")
        deadline = self._deadline(self._start_seconds)
        while (line := self._next(deadline, "ugiok")).split()[:1] != ["ugiok"]:
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["option", "name"]:
                end = words.index("type") if "type" in words else len(words)
                self.options.append(" ".join(words[2:end]))
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or Said("none")
                self._fail(Said("has no option {option} (it has: {known})", option=repr(name), known=known))
            self.set_option(name, value)
        self.wait_until_ready(self._start_seconds)

    def set_option(self, name: str, value: str) -> None:
        self._send(f"setoption name {name} value {value}")

    def new_game(self, patience: float) -> None:
        self._send("uginewgame")
        self.wait_until_ready(patience)

    def wait_until_ready(self, patience: float) -> None:
        self._send("isready")
        deadline = self._deadline(patience)
        while self._next(deadline, "readyok").split() != ["readyok"]:
            pass

    def choose(
        self, position: Position, start: str, moves: Sequence[str], thinking: Thinking, patience: float
    ) -> Choice:
        """A legal turn for the position that the moves lead to; `EngineFailed` if there comes none."""
        root = position.before_turn()
        self._send(position_command(start, moves))
        self.wait_until_ready(patience)
        begun = time.monotonic()
        self._thinking = True
        try:
            self._send(f"go {thinking.words}")
            move, info = self._answer(self._deadline(thinking.patience))
        finally:
            self._thinking = False
        seconds = time.monotonic() - begun
        try:
            move = root.read_move(move)
        except IllegalMove as refusal:
            self._fail(Said("answered a turn that is not legal: {refusal}", refusal=str(refusal)), EngineIllegal)
        return Choice(
            move, _values(root, info), info.nodes or 0, seconds, tuple(turns_of(root, info.line)), depth=info.depth or 0
        )

    def _answer(self, deadline: float) -> tuple[str, Info]:
        """Its turn, and the last things it said about it."""
        info = Info()
        while True:
            words = (line := self._next(deadline, "bestmove")).split()
            if words[:1] == ["info"]:
                said = parse_info(line)
                info = Info(
                    said.depth if said.depth is not None else info.depth,
                    said.nodes if said.nodes is not None else info.nodes,
                    said.chance if said.chance is not None else info.chance,
                    said.line or info.line,
                )
            elif words[:1] == ["bestmove"]:
                if len(words) < 2 or words[1] == NO_MOVE:
                    self._fail(Said("answered that it has no turn, although there are legal ones"))
                return words[1], info

    def stop(self) -> None:
        """Ask for its best turn so far; from any thread."""
        if self._thinking:
            with contextlib.suppress(EngineFailed):
                self._send("stop")

    def close(self) -> None:
        """Let it quit, and end it if it does not."""
        if self._closed.is_set():
            return
        with contextlib.suppress(OSError, ValueError):
            self._input().write(b"quit\n")
            self._input().flush()
        with contextlib.suppress(OSError, ValueError):
            self._input().close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self._kill()

    # Lines in and out

    def _send(self, line: str) -> None:
        """Write a line. An engine that does not read fills the pipe, so writing too must not wait for ever."""
        try:
            self._with_patience(lambda: self._write(line))
        except (OSError, ValueError):
            self._fail(self._death())

    def _write(self, line: str) -> None:
        self._input().write(line.encode() + b"\n")
        self._input().flush()

    def _with_patience(self, write: Callable[[], None]) -> None:
        """Lines are far shorter than a pipe is deep; a watch ends an engine that has not read for very long."""
        watch = threading.Timer(self._start_seconds, self._kill)
        watch.daemon = True
        watch.start()
        try:
            write()
        finally:
            watch.cancel()

    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _deadline(self, patience: float) -> float:
        """When something must have come that may take so long."""
        self._patience = patience
        return time.monotonic() + patience

    def _next(self, deadline: float, wanted: str) -> str:
        """The next line; a failure if there comes none in time."""
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(timeout=min(left, TICK)) if left > 0 else self._lines.get_nowait()
            except queue.Empty:
                if self._closed.is_set():
                    self._fail(Said("was ended"))
                if left > 0:
                    continue
                unfinished = self._unfinished.decode("utf-8", "replace").strip()
                if unfinished:
                    pattern = Pattern("did not end its line {line} within {seconds} s")
                    began = repr(unfinished[:80])
                    self._fail(pattern.said(line=began, seconds=f"{self._patience:g}"), EngineTooSlow)
                pattern = Pattern("did not answer `{wanted}` within {seconds} s")
                self._fail(pattern.said(wanted=wanted, seconds=f"{self._patience:g}"), EngineTooSlow)
            if line is None:
                self._fail(self._death())
            if line.strip():
                return line

    def _read(self, stream: IO[bytes]) -> None:
        """Cut what it writes into lines. The last one needs no end if the program has ended."""
        descriptor = stream.fileno()
        with contextlib.suppress(OSError, ValueError):
            while block := os.read(descriptor, 1 << 16):
                *lines, self._unfinished = (self._unfinished + block).split(b"\n")
                for line in lines:
                    self._put(line.decode("utf-8", "replace"))
                if len(self._unfinished) > LONGEST_LINE:
                    self._put(None)
                    return
        if self._unfinished.strip():
            self._put(self._unfinished.decode("utf-8", "replace"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        """Keep a line; an engine that floods us waits, as long as it lives."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=0.2)
                return

    def _drain(self, stream: IO[bytes]) -> None:
        """Read its complaints, so that it never waits for us, and keep the last ones for the message."""
        with contextlib.suppress(OSError, ValueError):
            while block := stream.readline(4096):
                text = block.decode("utf-8", "replace").strip()[:200]
                if text:
                    self._complaints.append("".join(sign if sign.isprintable() else "?" for sign in text))

    # Ends

    def _death(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.5)
            self._threads[1].join(0.5)
            if code < 0:
                return Said("died by signal {signal}", signal=-code)
            return Said("ended with exit code {code}", code=code)
        return Said("has closed its output, or writes lines without end")

    def _fail(self, what: str, kind: type[EngineFailed] = EngineFailed) -> NoReturn:
        """End it and say why."""
        complaints = " / ".join(list(self._complaints)[-2:])
        self._kill()
        if complaints:
            told = Said("the engine {title} {what}; it complained: {complaints}", title=self._title(), what=what,
                        complaints=complaints)  # fmt: skip
            raise kind(told)
        raise kind(Said("the engine {title} {what}", title=self._title(), what=what))

    def _title(self) -> str:
        return f"{self.name or ' '.join(self.command)!r}"[:120]

    def _kill(self) -> None:
        """End it and whatever it has started."""
        self._closed.set()
        self._unwatch()
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(1)
        # A stray child of the engine may hold a pipe open; a stream that is still being read is left to its thread.
        reading = [thread.is_alive() for thread in self._threads]
        for stream, is_busy in zip(self._streams(), [False, *reading], strict=True):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None and not is_busy:
                    stream.close()

    def _unwatch(self) -> None:
        """Nobody needs to watch any more: the number of the engine's process may soon be another's."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.kill()
            watch.wait()
            assert watch.stdin is not None
            watch.stdin.close()

    def _streams(self) -> tuple[IO[bytes] | None, ...]:
        return self._process.stdin, self._process.stdout, self._process.stderr


def _values(root: Position, info: Info) -> dict[str, float]:
    """What each player can expect, as far as the engine said it; the others share what the mover leaves."""
    players = root.game.players
    mine = 1 / len(players) if info.chance is None else info.chance
    return {letter: mine if letter == root.turn else (1 - mine) / (len(players) - 1) for letter in players}
