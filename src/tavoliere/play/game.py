"""One game between any players: turn after turn until the rules, a fault or the referee's patience ends it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Game, Position
from tavoliere.play.engine import EngineIllegal, EngineTooSlow
from tavoliere.play.players import Line, PlayerSpec
from tavoliere.records import Record, recorded
from tavoliere.records.record import UNFINISHED, result_text
from tavoliere.search.players import Choice
from tavoliere.search.rivals import against
from tavoliere.search.specs import Spec

LONGEST = 600
"""After so many turns a game that goes on is drawn by adjudication."""
LONGEST_FAULT = 300
CRASHED, TOO_SLOW, ILLEGAL, ENDLESS = "abandoned", "time", "adjudication", "adjudication"
"""Why a game ended that goes on on the board, in the words of the game files."""


class Chooser(Protocol):
    """Whoever lets players think: in this process or in another one."""

    def choose(self, spec: PlayerSpec, position: Position, seed: int, line: Line | None = None) -> Choice:
        """A turn by the player that the spec names; the line tells how the game got there."""

    def get_ready(self, spec: PlayerSpec) -> None:
        """Load what a player needs before its first turn, when no clock runs; what fails will fail again then."""

    def new_game(self) -> None:
        """What was thought in earlier games is to be forgotten."""

    def close(self) -> None:
        """Let go of processes and pipes; a choice that is under way fails."""


class TooSlow(RuntimeError):  # noqa: N818 - what happened, not what is wrong with the input
    """A player did not answer in time."""


class Stopped(Exception):  # noqa: N818 - what happened, not what is wrong with the input
    """The game is being broken off, so nobody is to blame that a turn was not chosen."""


@dataclasses.dataclass(frozen=True)
class Fault:
    """What a player did that lost the game."""

    letter: str
    said: str
    reason: str

    def __str__(self) -> str:
        return f"{self.letter}: {self.said}"


@dataclasses.dataclass(frozen=True)
class Played:
    """A game that was played: all turns, where it ended, whose fault it was if anybody's, and what each seat chose."""

    game: Game
    moves: tuple[str, ...]
    last: Position
    fault: Fault | None
    choices: Mapping[str, Sequence[Choice]]

    def record(self, names: dict[str, str]) -> Record:
        """The record; a game that goes on on the board gets the result that was judged.

        Among three or four players nobody has won because somebody failed: such a game stays without a result.
        """
        letters = self.game.players
        result, reason = UNFINISHED, ""
        if self.fault is not None and len(letters) == 2:
            result, reason = result_text([float(letter != self.fault.letter) for letter in letters]), self.fault.reason
        elif self.fault is None and self.last.outcome is None:
            result, reason = result_text([0.5] * len(letters)), ENDLESS
        return recorded(self.game, self.moves, players=names, result=result, reason=reason)


def play_out(
    game: Game,
    seats: Sequence[PlayerSpec],
    chooser: Chooser,
    *,
    seed: str | int,
    opening: Sequence[str] = (),
    strangers: bool = False,
) -> Played:
    """Play one game from the turns of its opening, with a player for each seat in the order of the game's players.

    The players know whom they play, unless they are strangers. A player who fails in whatever way loses it. Only
    `Stopped` is nobody's fault and goes through.
    """
    moves = list(opening)
    position = game.start()
    for move in moves:
        position = position.play(move)
    choices: dict[str, list[Choice]] = {letter: [] for letter in game.players}
    fault = None
    chance = random.Random(seed)
    knowing = list(seats) if strangers else _knowing_each_other(game, seats)
    while position.outcome is None and len(moves) < LONGEST:
        letter = position.turn
        spec = knowing[game.players.index(letter)]
        try:
            choice = chooser.choose(spec, position, chance.randrange(1 << 32), Line("", tuple(moves)))
            move = position.read_move(choice.move)
            position = position.play(move)
        except Stopped:
            raise
        except Exception as error:  # players are other people's programs: whatever they raise is theirs
            fault = _fault_of(letter, error)
            break
        choices[letter].append(choice)
        moves.append(move.strip())
    return Played(game, tuple(moves), position, fault, choices)


def _knowing_each_other(game: Game, seats: Sequence[PlayerSpec]) -> list[PlayerSpec]:
    """The players, each knowing whom it plays."""
    return [
        against(spec, game, [*seats[:place], *seats[place + 1 :]]) if isinstance(spec, Spec) else spec
        for place, spec in enumerate(seats)
    ]


def _fault_of(letter: str, error: Exception) -> Fault:
    """What an error says, in one line that fits into a tag, and what kind of end it makes."""
    text = " ".join(str(error).split()) or type(error).__name__
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    if len(text) > LONGEST_FAULT:
        text = text[:LONGEST_FAULT] + " ..."
    is_slow, is_illegal = isinstance(error, (TooSlow, EngineTooSlow)), isinstance(error, (IllegalMove, EngineIllegal))
    reason = TOO_SLOW if is_slow else ILLEGAL if is_illegal else CRASHED
    return Fault(letter, text, reason)
