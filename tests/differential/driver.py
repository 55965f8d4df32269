"""One comparison of the engine with a referee: a seeded game of the compiled kernel, given turns, or a position text.

The kernel plays a game and writes down its actions, numbers of legal actions and keys. Plain Python replays it action
by action, and between turns the referee in `tests/oracles` must say the same about everything it can be asked.
"""

from __future__ import annotations

import dataclasses
import importlib
import random
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

import tavoliere as tv
from tavoliere.core import compiled, trace
from tavoliere.core.perft import perft
from tests.differential import sightings

KERNEL_STYLES = {"uniform": trace.UNIFORM, "long": trace.LONG, "tight": trace.TIGHT, "loose": trace.LOOSE}
EVERY = "every"
"""No game but every legal turn of a position, each one turn deep."""
STYLES = (*KERNEL_STYLES, EVERY)
GIVEN = "given turns"
LONGEST = 1200
"""Actions after which a game is left unfinished, unless the case says otherwise."""

FULL_LIST = 1500
"""Longer lists of whole turns are compared by their number and by samples only."""

Options = tuple[tuple[str, int | str], ...]


class Disagreement(AssertionError):  # noqa: N818 - that is what it is; neither side need be the one in error
    """The engine and a referee do not say the same; the message ends with the command that shows it again."""


@dataclasses.dataclass(frozen=True)
class Case:
    """All that a comparison depends on. `turns` are played instead of a seeded game, `text` is only read."""

    game: str
    options: Options = ()
    position: str | None = None
    style: str = "uniform"
    seed: int = 0
    steps: int = LONGEST
    turns: tuple[str, ...] | None = None
    text: str | None = None

    def command(self) -> str:
        """What to type to run this case alone."""
        words = ["python", "-m", "tests.differential", "--game", self.game]
        for name, value in self.options:
            words += ["--option", f"{name}={value}"]
        if self.text is not None:
            return shlex.join([*words, "--text", self.text])
        if self.position is not None:
            words += ["--position", self.position]
        if self.turns is not None:
            return shlex.join([*words, "--turns", " ".join(self.turns)])
        words += ["--steps", str(self.steps)] if self.steps != LONGEST else []
        return shlex.join([*words, "--style", self.style, "--seed", str(self.seed)])

    @property
    def row(self) -> str:
        """Under which heading the case is counted."""
        return "texts" if self.text is not None else GIVEN if self.turns is not None else self.style

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options)
        how = f"style {self.style}, seed {self.seed}" if self.row == self.style else self.row
        return f"{self.game}{f' ({options})' if options else ''}, {how}"


@dataclasses.dataclass
class Tally:
    """What has been compared, and what happened in it."""

    games: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    turns: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    positions: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    texts: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)
    seen: Counter[tuple[str, str]] = dataclasses.field(default_factory=Counter)

    def seen_in(self, game: str) -> set[str]:
        return {event for of, event in self.seen if of == game}


def oracle_of(game: str) -> ModuleType:
    """The referee of a game."""
    return importlib.import_module(f"tests.oracles.{game.replace('-', '_')}")


def run(case: Case, tally: Tally) -> None:
    """Make the comparison; a `Disagreement` says where it failed."""
    if case.text is not None:
        compare_text(case, tally)
    else:
        play(case, tally)


def play(case: Case, tally: Tally) -> None:
    """Play one game on both sides."""
    pair = Pair(case, tally)
    try:
        pair.begin()
        if case.turns is not None:
            pair.play_given(case.turns)
        elif case.style == EVERY:
            pair.play_every_turn()
        else:
            pair.replay()
    except Disagreement:
        raise
    except Exception as error:
        raise pair.disagreement(f"{type(error).__name__}: {error}") from error
    tally.games[case.game, case.row] += 1


@dataclasses.dataclass(frozen=True)
class Trace:
    """A game of the kernel as plain numbers; there is one key more than there are actions."""

    actions: list[int]
    counts: list[int]
    keys: list[int]


def kernel_game(position: tv.Position, case: Case) -> Trace:
    """The seeded game of a case by the compiled kernel."""
    facts = position.game.facts
    out, scratch = compiled.row(facts.most_actions), compiled.row(facts.most_actions)
    actions, counts, keys = compiled.row(case.steps), compiled.row(case.steps), compiled.row(case.steps + 1)
    rng = compiled.generator(case.seed)
    steps = trace.trace(position.state, KERNEL_STYLES[case.style], rng, out, scratch, actions, counts, keys)
    return Trace(_plain(actions[:steps]), _plain(counts[:steps]), _plain(keys[: steps + 1]))


def _plain(numbers: Iterable[int]) -> list[int]:
    return [int(number) for number in numbers]


class Pair:
    """The same game on both sides: the engine's position and the referee's."""

    position: tv.Position
    referee: Any

    def __init__(self, case: Case, tally: Tally) -> None:
        self.case, self.tally = case, tally
        self.oracle = oracle_of(case.game)
        self.options: Mapping[str, Any] = dict(case.options)
        self.has_parts = hasattr(self.oracle, "first_parts")
        self.row = (case.game, case.row)
        self.played: list[str] = []
        self.parts: list[str] = []

    def begin(self) -> None:
        """Set both sides up."""
        game = tv.game(self.case.game, **self.options)
        if self.case.position is None:
            self.position, self.referee = game.start(), self.oracle.start(**self.options)
        else:
            self.position = game.position(self.case.position)
            self.referee = self.oracle.parse(self.case.position, **self.options)
        self.compare()

    def replay(self) -> None:
        """Replay the kernel's game; it knows no repetition, so the replay may end before it."""
        game = kernel_game(self.position, self.case)
        for step, action in enumerate(game.actions):
            self.same("the kernel's number of legal actions", len(self.position.actions()), game.counts[step])
            self.same("the kernel's key", self.position.state.key(), game.keys[step])
            self.act(action)
            if self.position.outcome is not None and self.position.outcome.reason == "repetition":
                return
        self.same("the kernel's last key", self.position.state.key(), game.keys[-1])
        if len(game.actions) < self.case.steps:
            self.same("the end of the kernel's game", self.position.outcome is not None, True)

    def play_given(self, turns: Iterable[str]) -> None:
        """Play turns by their texts, action by action."""
        for turn in turns:
            count = len(self.played)
            for part in self.position.game.ruleset.notation.turn_parts(turn):
                if len(self.played) == count:
                    self.act(self.position.action_from_text(part))
            self.same("the turn", self.played[count:], [turn])

    def play_every_turn(self) -> None:
        """Every legal turn, each from the same position; the compiled count of two turns must fit them."""
        position, referee, sequences = self.position, self.referee, 0
        if self.has_many_turns():
            chance = random.Random(self.case.seed)
            parts = self.oracle.first_parts(referee)
            turns = [chance.choice(self.oracle.completions(referee, part)) for part in parts]
        else:
            turns = self.oracle.legal_turns(referee)
        for turn in turns:
            self.position, self.referee, self.played = position, referee, []
            self.play_given([turn])
            sequences += self.oracle.perft(self.referee, 1)
        self.position, self.referee, self.played = position, referee, []
        if not self.has_many_turns():
            self.same("the compiled count of two turns", perft(position, 2), sequences)

    def act(self, action: int) -> None:
        """One action on the engine's side, and the whole turn on the referee's when it is complete."""
        before = self.position.before_turn()
        self.parts.append(self.position.action_to_text(action))
        self.position = self.position.act(action)
        if self.position.pending:
            self.compare_completions(before, self.position, self.parts)
            return
        turn = self.position.game.ruleset.notation.turn_text(self.parts)
        self.parts = []
        self.same("the turn played by its text", before.play(turn), self.position)
        referee = self.oracle.play(self.referee, turn)
        self.tally.turns[self.row] += 1
        for event in sightings.events(self.case.game, self.referee, turn, referee):
            self.tally.seen[self.case.game, event] += 1
        self.referee = referee
        self.played.append(turn)
        self.compare()

    def compare(self) -> None:
        """Everything that both sides can say about a position between turns."""
        self.tally.positions[self.row] += 1
        self.same("the outcome", plain_outcome(self.position), self.oracle.outcome(self.referee))
        if self.position.outcome is not None:
            self.same("legal turns after the end", self.position.legal_moves(), self.oracle.legal_turns(self.referee))
            return
        self.same("the text", str(self.position), self.oracle.text(self.referee))
        self.same("the player to move", self.position.turn, self.oracle.turn(self.referee))
        self.compare_turns()
        self.compare_round_trip(str(self.position))

    def compare_turns(self) -> None:
        """The legal turns: all of them, or their beginnings and samples where there can be thousands."""
        if self.has_parts:
            begun = sorted(self.position.action_to_text(action) for action in self.position.actions())
            self.same("the beginnings of legal turns", begun, self.oracle.first_parts(self.referee))
        key = self.position.state.key()
        if not self.has_many_turns():
            self.same("the legal turns", self.position.legal_moves(), self.oracle.legal_turns(self.referee))
            return
        actions = self.position.actions()
        sample = actions[key % len(actions)]
        after = self.position.act(sample)
        if after.pending:
            self.compare_completions(self.position, after, [self.position.action_to_text(sample)])
        if key % 4 == 0:
            count = self.oracle.perft(self.referee, 1)
            self.same("the number of legal turns", perft(self.position, 1), count)
            if key % 16 == 0 and count <= FULL_LIST:
                self.same("the legal turns", self.position.legal_moves(), self.oracle.legal_turns(self.referee))

    def has_many_turns(self) -> bool:
        """In the movement stage of Pit of Pillars a turn can have thousands of whole moves."""
        return getattr(self.referee, "stage", None) == "m"

    def compare_completions(self, before: tv.Position, middle: tv.Position, parts: list[str]) -> None:
        """The turns that a first action has left possible."""
        self.same("the text in the middle of a turn", str(middle), str(before))
        self.same("the completions", middle.legal_moves(), self.oracle.completions(self.referee, parts[0]))

    def compare_round_trip(self, text: str) -> None:
        """Both sides must read the text again, and the engine must find the same position in it."""
        again = self.position.game.position(text)
        self.same("the position read from its text", again, self.position)
        self.same("the key of the position read", again.state.key(), self.position.state.key())
        self.same("the outcome of the position read", again.outcome, None)
        self.same("the referee's reading", self.oracle.text(self.oracle.parse(text, **self.options)), text)

    def same(self, what: str, engine: object, referee: object) -> None:
        if engine != referee:
            raise self.disagreement("\n  ".join([f"{what} differs", *differences(engine, referee)]))

    def disagreement(self, what: str) -> Disagreement:
        position = str(self.position) if hasattr(self, "position") else self.case.position
        return Disagreement(
            f"{self.case}: {what}\n"
            f"  position:  {position}\n"
            f"  turns:     {' '.join(self.played) or 'none'}{' + ' + ' + '.join(self.parts) if self.parts else ''}\n"
            f"  reproduce: {self.case.command()}"
        )


def differences(engine: object, referee: object) -> Iterator[str]:
    """What one side says and the other does not, a line for each side."""
    if isinstance(engine, list) and isinstance(referee, list) and sorted(engine) != sorted(referee):
        only_engine, only_referee = Counter(engine) - Counter(referee), Counter(referee) - Counter(engine)
        yield f"only engine:  {sorted(only_engine.elements())}"
        yield f"only referee: {sorted(only_referee.elements())}"
    else:
        yield f"engine:  {engine!r}"
        yield f"referee: {referee!r}"


def plain_outcome(position: tv.Position) -> tuple[dict[str, float], str] | None:
    """The outcome as the referees write it."""
    outcome = position.outcome
    return None if outcome is None else (dict(outcome.scores), outcome.reason)


def compare_text(case: Case, tally: Tally) -> None:
    """Both sides must accept options and text or both refuse them; accepted, the text must mean the same."""
    pair = Pair(case, tally)
    engine, referee = _read_by_engine(pair, case), _read_by_referee(pair, case)
    if (engine is None) != (referee is None):
        raise Disagreement(
            f"{case}: {case.text!r} is accepted by one side only\n  engine:  {engine or 'accepted'}\n"
            f"  referee: {referee or 'accepted'}\n  reproduce: {case.command()}"
        )
    tally.texts[case.game, "refused" if engine else "accepted"] += 1
    if engine is None:
        pair.same("the text of the position read", str(pair.position), case.text)
        pair.compare()


def _read_by_engine(pair: Pair, case: Case) -> str | None:
    """Why the engine refuses the text, if it does. Any other error than those it promises is a disagreement."""
    try:
        pair.position = tv.game(case.game, **dict(case.options)).position(case.text or "")
    except (tv.PositionError, tv.OptionError) as error:
        return f"refused: {error}"
    except Exception as error:
        raise Disagreement(f"{case}: {error!r}\n  reproduce: {case.command()}") from error
    return None


def _read_by_referee(pair: Pair, case: Case) -> str | None:
    try:
        pair.referee = pair.oracle.parse(case.text or "", **pair.options)
    except ValueError as error:
        return f"refused: {error}"
    return None
