"""What the values of alpha-beta mean: chances of winning, and what is certain."""

from __future__ import annotations

import math

from tavoliere.core.compiled import reals
from tavoliere.core.game import Evaluation, State
from tavoliere.core.position import Position
from tavoliere.search.calibration import AS_FOUND, Calibration, calibration_of
from tavoliere.search.kernels.alphabeta import FAR
from tavoliere.search.kernels.mcts import chances


def chance_of(value: int) -> float:
    """A value in thousandths of a logit as a chance."""
    if abs(value) > FAR:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + math.exp(-max(-20000, min(20000, value)) / 1000))


def expected(root: Position, value: int, judge: Evaluation) -> dict[str, float]:
    """What each player can expect where a search has found a value for the mover, by letter."""
    letters = root.game.players
    shown = calibration_of(root.game, judge)
    return dict(zip(letters, shared_chances(root.state, value, judge, len(letters), shown), strict=True))


def calibrated_chance(value: int, mover: int, shown: Calibration) -> float:
    """The chance of the first or second player to move, who has found a value, as games have shown it. A draw, which
    searches count as exactly 0, is half a point whatever they have shown.
    """
    if value == 0 or abs(value) > FAR:
        return chance_of(value)
    first = chance_of(shown.of(-value if mover else value))
    return 1 - first if mover else first


def shared_chances(
    state: State, value: int, judge: Evaluation, players: int, shown: Calibration = AS_FOUND
) -> list[float]:
    """What each player can expect where a search has found a value for the mover.

    Of two players the other has the rest, and chances are as games have shown them. With more of them the value tells
    how the mover stands against the strongest of the others, and how these stand among themselves is read off the
    position.
    """
    mine, chance = state.turn, chance_of(value)
    if players == 2:
        chance = calibrated_chance(value, mine, shown)
        return [chance if seat == mine else 1 - chance for seat in range(players)]
    shares = reals(players)
    chances.plain(state, judge, players, shares)
    others = {seat: float(shares[seat]) for seat in range(players) if seat != mine}
    total = sum(others.values())
    if abs(value) <= FAR:
        odds = chance / (1 - chance) * max(others.values())
        chance = odds / (odds + total)
    return [chance if seat == mine else (1 - chance) * others[seat] / total for seat in range(players)]


def verdict_of(value: int, players: int, is_exact: bool = False) -> str:
    """`win` or `loss` where the value says so, `draw` where nothing had to be judged.

    With more than two players only a win is certain: nobody else needs to join forces.
    """
    if value > FAR:
        return "win"
    if value == 0 and is_exact and players == 2:
        return "draw"
    return "loss" if value < -FAR and players == 2 else ""
