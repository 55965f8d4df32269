"""Whoever can take a seat: players of our own, by name, and programs that speak UGI.

A text like `ugi:COMMAND` runs the command. So these texts are for command lines; names that come from a file or from
the net go through `parse_spec`, which knows our own players only.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Mapping
from typing import TypeAlias

from tavoliere.core.position import Game, Position
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.play.clock import budget_of
from tavoliere.play.engine import START_SECONDS, Thinking, UgiClient
from tavoliere.play.python import PythonPlayer, PythonSpec, python_spec
from tavoliere.search.budget import Budget
from tavoliere.search.players import Choice, Watcher
from tavoliere.search.specs import DEFAULT_SECONDS, FORMS, Spec, parse_spec
from tavoliere.search.worker import Note, SearchWorker

PLAYER_FORMS = Series([*FORMS.items, "ugi:COMMAND", "ugi(seconds=2):COMMAND", "python:package.module:thing"], COMMAS)
ENGINE = re.compile(r"ugi(?:\((?P<settings>[^()]*)\))?:(?P<command>.*)", re.DOTALL)
NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
OPTION_PREFIX = "option."
SEED_OPTION = "Seed"
GRACE_SECONDS = 10.0
UNTIMED_SECONDS = 600.0


@dataclasses.dataclass(frozen=True)
class EngineSpec:
    """A program that speaks UGI, and how it is asked; `text` is how it was written."""

    text: str
    command: tuple[str, ...]
    settings: tuple[tuple[str, float], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    kind: str = "ugi"

    def budget(self) -> Budget:
        """How much it may think in each turn."""
        values = dict(self.settings)
        nodes, depth = _whole(values, "nodes"), _whole(values, "depth")
        seconds = values.get("seconds", DEFAULT_SECONDS if nodes is None and depth is None else None)
        return budget_of(seconds, nodes, depth)

    def thinking(self) -> Thinking:
        """The words after `go`, and how long to wait for the answer."""
        values = dict(self.settings)
        words = [f"{name} {int(values[name])}" for name in ("nodes", "depth") if name in values]
        seconds = values.get("seconds", None if words else DEFAULT_SECONDS)
        if seconds is None:
            return Thinking(" ".join(words), values.get("patience", UNTIMED_SECONDS))
        words.insert(0, f"movetime {max(1, round(1000 * seconds))}")
        return Thinking(" ".join(words), seconds + values.get("patience", GRACE_SECONDS))

    def patience(self) -> float:
        """How long it may take over anything but thinking, once it has started."""
        return dict(self.settings).get("patience", GRACE_SECONDS)


PlayerSpec: TypeAlias = Spec | EngineSpec | PythonSpec
SETTINGS = ("seconds", "nodes", "depth", "patience", "start")


def _whole(values: Mapping[str, float], name: str) -> int | None:
    return int(values[name]) if name in values else None


def parse_player(text: str) -> PlayerSpec:
    """The player that a text names, ours or a program; a `ValueError` shows the forms.

    >>> parse_player("ugi(seconds=2,option.Hash=64):./engine --fast").command
    ('./engine', '--fast')
    """
    if not text.startswith(("ugi:", "ugi(")):
        return python_spec(text) or parse_spec(text)
    match = ENGINE.fullmatch(text)
    if match is None or "\n" in text or "\0" in text:
        raise ValueError(
            Said("an engine is written like ugi:COMMAND or ugi(seconds=2):COMMAND, not {text}", text=repr(text))
        )
    try:
        command = tuple(shlex.split(match["command"]))
    except ValueError as error:
        raise ValueError(
            Said(
                "the command of an engine cannot be read ({error}): {command}",
                error=str(error),
                command=repr(match["command"]),
            )
        ) from error
    if not command:
        raise ValueError(Said("an engine needs a command, like ugi:./engine, not {text}", text=repr(text)))
    settings, options = _settings(match["settings"] or "")
    return EngineSpec(text, command, settings, options)


def _settings(text: str) -> tuple[tuple[tuple[str, float], ...], tuple[tuple[str, str], ...]]:
    settings: list[tuple[str, float]] = []
    options: list[tuple[str, str]] = []
    for part in text.split(",") if text else []:
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name.startswith(OPTION_PREFIX) and len(name) > len(OPTION_PREFIX) and value:
            options.append((name.removeprefix(OPTION_PREFIX), value))
        elif name in SETTINGS and NUMBER.fullmatch(value) and float(value) > 0:
            settings.append((name, float(value)))
        else:
            allowed = ", ".join(f"{setting}=NUMBER" for setting in SETTINGS)
            raise ValueError(
                Said(
                    "{part} is not a setting of an engine, which takes {allowed}, {option_prefix}NAME=VALUE",
                    part=repr(part),
                    allowed=allowed,
                    option_prefix=OPTION_PREFIX,
                )
            )
    return tuple(settings), tuple(options)


DEFAULT_PLAYER = "champion"
"""The strongest player that there is for any game."""


def timed(spec: PlayerSpec, seconds: float) -> PlayerSpec:
    """The same player with so many seconds a turn at the most; what has no use for time stays as it is."""
    if not isinstance(spec, Spec):
        kept = dict(spec.settings)
        if "seconds" in kept or not {"nodes", "depth"} & set(kept):
            kept["seconds"] = min(seconds, kept.get("seconds", seconds))
        return dataclasses.replace(spec, settings=tuple(kept.items()))
    kind, _, rest = spec.text.partition(":")
    parts = [part for part in rest.split(",") if part]
    given = [part for part in parts if part.startswith("seconds=")]
    if given:
        seconds = min(seconds, float(given[0].removeprefix("seconds=")))
    others = [part for part in parts if part not in given]
    try:
        return parse_spec(f"{kind}:{','.join([*others, f'seconds={seconds:.3f}'])}")
    except ValueError:
        return spec


@dataclasses.dataclass(frozen=True)
class Line:
    """How a game got where it is: the text it began with, empty for the usual start, and all turns since."""

    start: str = ""
    moves: tuple[str, ...] = ()

    def goes_on(self, earlier: Line) -> bool:
        """Whether this may be the same game, later."""
        return self.start == earlier.start and self.moves[: len(earlier.moves)] == earlier.moves


@dataclasses.dataclass
class _Seated:
    """An engine in one seat, and the line it has seen; None before its first turn of a game."""

    client: UgiClient
    line: Line | None = None


class Players:
    """Lets any players think: ours in a search process, programs in their own, which stay open between turns.

    Each seat has its own program, so that one program can play against itself. Not for several threads, but for `stop`.
    """

    def __init__(self) -> None:
        self._worker = SearchWorker()
        self._engines: dict[tuple[str, Game, str], _Seated] = {}
        self._thinking: UgiClient | PythonPlayer | None = None
        self._pythons: dict[tuple[str, str], PythonPlayer] = {}

    def choose(
        self,
        spec: PlayerSpec,
        position: Position,
        seed: int,
        line: Line | None = None,
        watch: Watcher | None = None,
        note: Note | None = None,
    ) -> Choice:
        """A turn by the player that the spec names. Without a line a program sees the position, not its history.

        `watch` and `note` are told how our own players get on, as by `SearchWorker`.
        """
        if isinstance(spec, Spec):
            return self._worker.choose(spec, position, seed, watch, note)
        root = position.before_turn()
        if root.outcome is not None:
            outcome = str(root.outcome)
            raise ValueError(Said("the game is over ({outcome}), so there is no turn to choose", outcome=outcome))
        if isinstance(spec, PythonSpec):
            return self._python(spec, root, seed)
        known = Line(str(root)) if line is None else line
        seated = self._seated(spec, root)
        try:
            self._begin(seated, spec, known, seed)
            self._thinking = seated.client
            return seated.client.choose(root, known.start, known.moves, spec.thinking(), spec.patience())
        except BaseException:
            self._engines.pop((spec.text, root.game, root.turn), None)
            seated.client.close()
            raise
        finally:
            self._thinking = None

    def _python(self, spec: PythonSpec, root: Position, seed: int) -> Choice:
        """A turn by a player in Python: one for each seat, made when it is first asked in a game."""
        key = (spec.text, root.turn)
        if key not in self._pythons:
            self._pythons[key] = PythonPlayer(spec, seed)
        self._thinking = self._pythons[key]
        try:
            return self._pythons[key].choose(root)
        finally:
            self._thinking = None

    def _seated(self, spec: EngineSpec, root: Position) -> _Seated:
        key = (spec.text, root.game, root.turn)  # another limit of time is no other program
        if key not in self._engines:
            seated = _Seated(UgiClient(spec.command, dict(spec.settings).get("start", START_SECONDS)))
            self._engines[key] = seated
            try:
                seated.client.hello(dict(spec.options))
            except BaseException:
                self._engines.pop(key, None)
                seated.client.close()
                raise
            return seated
        self._engines[key] = self._engines.pop(key)  # the last one asked stands last
        return self._engines[key]

    def _begin(self, seated: _Seated, spec: EngineSpec, line: Line, seed: int) -> None:
        """Tell a program that a game begins, if this is not the one it knows."""
        if seated.line is None or not line.goes_on(seated.line):
            if SEED_OPTION in seated.client.options and SEED_OPTION not in dict(spec.options):
                seated.client.set_option(SEED_OPTION, str(seed))
            seated.client.new_game(spec.patience())
        seated.line = line

    def new_game(self) -> None:
        """Forget the game so far: every program is told before its next turn."""
        self._pythons.clear()
        for seated in self._engines.values():
            seated.line = None

    def close_idle(self, kept: int) -> None:
        """End all programs but those that were asked last, so many; whoever is asked again is started anew."""
        for key in list(self._engines)[: max(0, len(self._engines) - kept)]:
            self._engines.pop(key).client.close()

    def stop(self) -> None:
        """Whoever is thinking answers as soon as possible; from any thread."""
        engine = self._thinking
        if engine is not None:
            engine.stop()
        else:
            self._worker.stop()

    def close(self) -> None:
        """End all processes."""
        self._worker.close()
        for key in list(self._engines):
            seated = self._engines.pop(key, None)
            if seated is not None:
                seated.client.close()

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
