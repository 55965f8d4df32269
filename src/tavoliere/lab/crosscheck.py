"""The same games by the public way: whole positions, the players of matches, game records. What a report says of seats
must not depend on the short cuts of self-play.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tavoliere.arena.match import shares
from tavoliere.arena.selfplay import Spread, file_name
from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.lab.stats import Moments
from tavoliere.lab.study import Cell, Tell
from tavoliere.play.game import play_out
from tavoliere.play.players import Line, PlayerSpec
from tavoliere.search.players import Choice
from tavoliere.search.selfplay import GameBrokeOff, Hall
from tavoliere.search.specs import Spec

SUFFIX = ".check.json"


class _InThisProcess:
    """A chooser that lets our players think right here."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def choose(self, spec: PlayerSpec, position: Position, seed: int, line: Line | None = None) -> Choice:  # noqa: ARG002
        assert isinstance(spec, Spec)
        real = spec.resolved(self._game)
        return real.player(seed).choose(position, real.budget())

    def get_ready(self, spec: PlayerSpec) -> None:
        """It is."""

    def new_game(self) -> None:
        """Each turn has a player of its own."""

    def close(self) -> None:
        """There is nothing to close."""


def public_game(question: tuple[Cell, int]) -> list[float]:
    """What each seat gets in a game of the public way that begins as the self-play game of a number."""
    cell, number = question
    conditions, game = cell.conditions, cell.game
    position, moves = game.start(), []
    for turn in Hall(conditions).opening(number):
        moves.append(position.actions_to_turn(list(turn)))
        position = position.play(moves[-1])
    seats, chooser = conditions.players, _InThisProcess(game)
    # The seats of self-play know nothing of each other either.
    played = play_out(game, seats, chooser, seed=f"public {number}", opening=moves, strangers=True)
    if played.fault is not None:
        told = Said("{game}: a public game broke off ({problem})", game=game.name, problem=str(played.fault))
        raise GameBrokeOff(told)
    return list(shares(played.record(dict.fromkeys(game.players, cell.player.text))).values())


def checked(cell: Cell, store: Path, games: int, spread: Spread, tell: Tell) -> list[Moments]:
    """The seats' scores in so many public games; those played before are found again."""
    path = store / (file_name(cell.conditions) + SUFFIX)
    known: dict[str, list[float]] = _read(path)
    todo = [number for number in range(games) if str(number) not in known]
    tell(games - len(todo))
    for place, scores in spread(public_game, [(cell, number) for number in todo]):
        known[str(todo[place])] = scores
        _write(path, known)
        tell(1)
    found = [Moments() for _ in cell.game.players]
    for number in range(games):
        for moments, score in zip(found, known[str(number)], strict=True):
            moments.add(score)
    return found


def _write(path: Path, known: dict[str, list[float]]) -> None:
    """Beside its place first and then there, so that what was known stays known whatever happens."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(json.dumps(known), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ValueError(Said("{path} cannot be written: {why}", path=str(path), why=system_reason(error))) from error


def _read(path: Path) -> dict[str, Any]:
    """What is known; a torn file is as good as none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
