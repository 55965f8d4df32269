"""`tavoliere ugi`: our players as an engine for other programs, over standard input and output.

The thinking happens in a search process, asked by a thread, while the main thread goes on listening.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, note_if_plain, split_words
from tavoliere.apps.cli.speech import say
from tavoliere.core.said import Said
from tavoliere.games import game_from_text
from tavoliere.play.clock import FOR_EVER, LEAST, budget_of, share_of_clock
from tavoliere.play.players import DEFAULT_PLAYER, SEED_OPTION
from tavoliere.play.ugi import (
    NO_MOVE,
    Go,
    Query,
    SetOption,
    SetPosition,
    SimpleCommand,
    answer_to,
    info_lines,
    parse_command,
    player_word,
)
from tavoliere.search.budget import Budget
from tavoliere.search.players import Choice
from tavoliere.search.specs import FORMS, Spec, parse_spec
from tavoliere.search.worker import SearchClosed, SearchWorker

PLAYER_OPTION = "Player"
MOST_SEED = (1 << 32) - 1
TICK = 0.01
WRITING = 0.01
LEAVING_SECONDS = 10.0
LATE_SECONDS = 5.0
AT_LEAST = 0.1
PREPARING_SECONDS = 120.0
Teller = Callable[[str], None]


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "ugi",
        help=Said("be an engine for another program"),
        description=Said(
            "Speak UGI, a text protocol like UCI for any game, over standard input and output. The page about "
            "engines in the documentation has the commands."
        ),
        epilog=Said("example: printf 'position startpos moves e4-f4\\ngo nodes 2000\\n' | tavoliere ugi --game tablut"),
    )
    parser.add_argument("--game", required=True, metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    parser.add_argument("--player", default=None, metavar="PLAYER", help=Said("who thinks: {forms}", forms=FORMS))
    parser.add_argument("--seed", type=int, default=1, help=Said("another seed may give other turns (default: 1)"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    options, rest = split_words(arguments.words)
    if rest:
        raise ValueError(Said("options are written like players=3, not {rest}", rest=repr(rest)))
    spec = parse_spec(arguments.player or DEFAULT_PLAYER)
    note_if_plain()
    engine = Engine(arguments.game, options, spec, arguments.seed, _tell, _complain)
    listen(engine, sys.stdin.buffer)
    return 0


def _tell(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        print(line, flush=True)


def _complain(line: str) -> None:
    with contextlib.suppress(OSError):
        print(f"tavoliere ugi: {say(line)}", file=sys.stderr, flush=True)


def listen(engine: Engine, lines: BinaryIO) -> None:
    """Obey until `quit` or the end of the input; at the end a search that has a limit may still answer."""
    for line in lines:
        if not engine.obey(line.decode("utf-8", "replace")):
            return
    engine.leave(LEAVING_SECONDS)


class _Preparation:
    """Compiling and loading what a player needs for a game, in a thread, so that `stop` and `quit` are heard."""

    def __init__(self, thinker: SearchWorker, game: tv.Game, spec: Spec, complain: Teller) -> None:
        self._thinker, self.game, self.spec, self._complain = thinker, game, spec, complain
        self.done = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._thinker.choose(self.spec.at_a_glance(self.game), self.game.start(), 1, note=self._note)
        except SearchClosed:
            pass
        except Exception as problem:  # the search itself will say so again, and a turn is answered all the same
            self._complain(f"the search could not be prepared: {problem!r}")
        finally:
            self.done.set()

    def _note(self, what: str) -> None:
        self._complain(f"compiling {what} (first use only, a few seconds) ...")


class Engine:
    """What a UGI engine knows: a game, a position, a player; and at most one search that is going on."""

    def __init__(
        self, name: str, options: dict[str, str], spec: Spec, seed: int, tell: Teller, complain: Teller
    ) -> None:
        self._name, self._options = name, dict(options)
        self.game = game_from_text(name, options)
        self.position: tv.Position | None = self.game.start()
        self.spec, self.seed = spec, seed
        self._lock = threading.Lock()
        self._tell, self._complain = tell, complain
        self._thinker = SearchWorker()
        self._preparation: _Preparation | None = None
        self._search: _Search | None = None

    def tell(self, *lines: str) -> None:
        """Say something; lines said together stay together."""
        with self._lock:
            for line in lines:
                self._tell(line)

    def obey(self, line: str) -> bool:
        """Do what a line asks for; False when it is time to leave. What is not understood is reported and ignored."""
        try:
            command = parse_command(line)
            if isinstance(command, SimpleCommand):
                return self._simple(command.name)
            if isinstance(command, SetOption):
                self._set_option(command)
            elif isinstance(command, SetPosition):
                self._set_position(command)
            elif isinstance(command, Go):
                self._go(command)
            elif isinstance(command, Query):
                self.tell(answer_to(command, self._known_position()))
        except ValueError as problem:
            self._complain(str(problem))
        return True

    def _simple(self, name: str) -> bool:
        if name == "ugi":
            self._introduce()
        elif name == "isready":
            self._answer_when_ready()
        elif name == "uginewgame":
            self.position = self.game.start()
        elif name == "stop" and self._search is not None:
            self._search.stop()
        elif name == "quit":
            self.leave(0)
            return False
        return True

    def leave(self, patience: float) -> None:
        """Let a search that has a limit answer, within the patience; then stop it."""
        if self._search is not None:
            if patience and not self._search.is_endless:
                self._prepared().done.wait(PREPARING_SECONDS)
                self._search.thread.join(patience)
            self._search.stop()
            self._search.thread.join(LEAVING_SECONDS)
        self._thinker.close()

    def _introduce(self) -> None:
        lines = [f"id name Tavoliere {tv.__version__} {self.game.facts.title}", "id author the Tavoliere authors"]
        lines.append(f"option name {PLAYER_OPTION} type string default {self.spec.text}")
        lines.append(f"option name {SEED_OPTION} type spin default {self.seed} min 0 max {MOST_SEED}")
        for name, value in self.game.options.items():
            lines.append(f"option name {name} type string default {value}")
        self.tell(*lines, "ugiok")

    def _answer_when_ready(self) -> None:
        """At once while thinking; before the first search, when everything is compiled."""
        preparation = self._prepared()
        if preparation.done.is_set() or self._is_thinking():
            self.tell("readyok")
        else:
            threading.Thread(target=self._answer_after, args=(preparation,), daemon=True).start()

    def _answer_after(self, preparation: _Preparation) -> None:
        preparation.done.wait()
        self.tell("readyok")

    def _is_thinking(self) -> bool:
        return self._search is not None and not self._search.has_answered

    def _prepared(self) -> _Preparation:
        known = self._preparation
        if known is None or (known.game, known.spec) != (self.game, self.spec):
            self._preparation = known = _Preparation(self._thinker, self.game, self.spec, self._complain)
        return known

    def _set_option(self, command: SetOption) -> None:
        if command.name == PLAYER_OPTION:
            self.spec = parse_spec(command.value)
        elif command.name == SEED_OPTION:
            if not command.value.isascii() or not command.value.isdigit() or len(command.value) > 10:
                raise ValueError(Said("a seed is a whole number, not {seed}", seed=repr(command.value[:80])))
            self.seed = int(command.value)
        elif command.name in self.game.options:
            options = {**self._options, command.name: command.value}
            self.game, self._options = game_from_text(self._name, options), options
            self.position = self.game.start()
        else:
            known = ", ".join([PLAYER_OPTION, SEED_OPTION, *self.game.options])
            raise ValueError(
                Said("there is no option {name}; the options are {known}", name=repr(command.name[:80]), known=known)
            )

    def _set_position(self, command: SetPosition) -> None:
        """A position that is refused leaves none, so that no turn is answered for another one."""
        self.position = None
        position = self.game.position(command.text) if command.text else self.game.start()
        for move in command.moves:
            position = position.play(move)
        self.position = position

    def _known_position(self) -> tv.Position:
        if self.position is None:
            raise ValueError(Said("there is no position: the last one was refused"))
        return self.position

    def _go(self, command: Go) -> None:
        if self._search is not None and self._search.is_stopped:
            # It is about to answer, and whoever asks again at once shall get both answers.
            self._search.thread.join(LEAVING_SECONDS)
        if self._is_thinking():
            raise ValueError(Said("a search is going on already; `stop` ends it"))
        for name in command.ignored:
            self._complain(Said("go {name} needs a number, so it does not count", name=name))
        if self.position is None or self.position.outcome is not None:
            self.tell(f"bestmove {NO_MOVE}")
            self._known_position()
            raise ValueError(Said("the game is over, so there is no turn to choose"))
        spec = self.spec.resolved(self.game)
        preparation = self._prepared()
        self._search = _Search(
            self, self._thinker, spec, preparation, self.position, budget_for(command, self.position, spec), command
        )


def budget_for(go: Go, position: tv.Position, spec: Spec) -> Budget:
    """What `go` allows, by the clock of the player to move. A limit of nodes in the player's own settings stays."""
    own = spec.budget()
    seconds = None if go.movetime is None else max(LEAST, go.movetime / 1000 - WRITING)
    me = int(player_word(position.game, position.turn)[1:])
    if me in go.clocks:
        share = share_of_clock(go.clocks[me] / 1000, go.increments.get(me, 0) / 1000, go.moves_to_go)
        seconds = share if seconds is None else min(seconds, share)
    if seconds is None and go.nodes is None and go.depth is None and not go.infinite:
        return own
    return budget_of(seconds, lower(go.nodes, own.nodes), lower(go.depth, own.depth))


def lower(one: int | None, other: int | None) -> int | None:
    """The lower of two limits, either of which may be missing."""
    limits = [limit for limit in (one, other) if limit is not None]
    return min(limits) if limits else None


class _Search:
    """One search in a thread; it ends with exactly one `bestmove`."""

    def __init__(
        self,
        engine: Engine,
        thinker: SearchWorker,
        spec: Spec,
        preparation: _Preparation,
        position: tv.Position,
        budget: Budget,
        go: Go,
    ) -> None:
        self._engine, self._thinker, self._preparation = engine, thinker, preparation
        self._spec, self._seed = spec, engine.seed
        self._position, self._budget = position, budget
        self._infinite = go.infinite
        self._grace = min([LATE_SECONDS, *(left / 4000 for left in go.clocks.values())])
        self.is_endless = go.infinite or (budget.seconds or 0) >= FOR_EVER
        self._stopped = threading.Event()
        self._guard = threading.Lock()
        self.has_answered = False
        self._begun = time.monotonic()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    @property
    def is_stopped(self) -> bool:
        """Whether somebody has told it to stop."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End it soon. The question may not have been asked yet, so it is said until there is an answer."""
        if not self._stopped.is_set():
            self._stopped.set()
            threading.Thread(target=self._insist, daemon=True).start()

    def _insist(self) -> None:
        while True:
            with self._guard:
                if self.has_answered:
                    return
                if self._preparation.done.is_set():
                    self._thinker.stop()
            self.thread.join(TICK)

    def _run(self) -> None:
        lines = []
        try:
            budget = self._remaining()
            if budget is None:
                move = any_turn(self._position)
            else:
                choice = self._thinker.choose(self._spec.within(budget), self._position, self._seed, self._tell_so_far)
                move, lines = choice.move, info_lines(self._position, choice)
        except Exception as problem:
            # Whoever waits for us needs a turn more than an explanation; both are given.
            self._engine._complain(f"the search failed, and a turn was chosen at random: {problem!r}")
            move = any_turn(self._position)
        while self._infinite and not self._stopped.wait(1):
            pass
        with self._guard:
            self.has_answered = True  # before it is told, because the next `go` may follow at once
        self._engine.tell(*lines, f"bestmove {move}")

    def _tell_so_far(self, choice: Choice) -> None:
        if not self._stopped.is_set():
            self._engine.tell(*info_lines(self._position, choice))

    def _remaining(self) -> Budget | None:
        """The budget less the time that preparing took; None if that took too long, or somebody stopped it.

        Whoever does not wait for `readyok` may wait a little longer for the first turn, rather than get a random one.
        """
        seconds = self._budget.seconds
        last = None if seconds is None else self._begun + seconds + self._grace
        while not self._preparation.done.wait(TICK):
            if self._stopped.is_set() or (last is not None and time.monotonic() >= last):
                return None
        if seconds is None:
            return self._budget
        left = max(min(seconds, AT_LEAST), seconds - (time.monotonic() - self._begun))
        return budget_of(left, self._budget.nodes, self._budget.depth)


def any_turn(position: tv.Position) -> str:
    """A legal turn by chance, for when there is no time to search."""
    actions: list[int] = []
    now = position.before_turn()
    while not actions or now.pending:
        actions.append(random.choice(now.actions()))
        now = now.act(actions[-1])
    return position.actions_to_turn(actions)
