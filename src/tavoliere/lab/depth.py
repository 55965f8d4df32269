"""How deep a game is: four times the nodes against one, again and again until it is not certain to help, summed as Elo.

In each game one seat thinks four times as long as the others; every opening is played from all seats. With three and
four players the score is a share of all games, and Elo is counted as matches count it.
"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

from tavoliere.arena.selfplay import Spread, file_name, open_games
from tavoliere.arena.stats import CONFIDENCE, Estimate, estimate
from tavoliere.core.position import Game
from tavoliere.lab.stats import Interval
from tavoliere.lab.study import Tell, fill
from tavoliere.search.ladder import ladder_of
from tavoliere.search.selfplay import Conditions
from tavoliere.search.specs import Spec, parse_spec

FIRST_NODES, TIMES = 125, 4
FIRST_SIMULATIONS = 20


@dataclasses.dataclass(frozen=True)
class Step:
    """What four times the nodes are worth at one place of the way."""

    nodes: int
    found: Estimate

    @property
    def helps(self) -> bool:
        """Whether more thinking is certain to be better; otherwise the way ends here."""
        return self.found.los > 0.975


def thinker(game: Game, nodes: int) -> Spec:
    """A player of so many nodes with a little noise."""
    kind = "mcts:nodes={}" if game.ruleset.evaluation is None else "alphabeta:nodes={},noise=50"
    return parse_spec(kind.format(nodes))


def first_nodes(game: Game) -> int:
    return FIRST_SIMULATIONS if game.ruleset.evaluation is None else FIRST_NODES


def step_conditions(game: Game, nodes: int, seed: int) -> list[Conditions]:
    """One way to sit for each seat: it thinks longer than the others."""
    seats = len(game.players)
    long, short = thinker(game, TIMES * nodes), thinker(game, nodes)
    return [
        Conditions(game, tuple(long if seat == strong else short for seat in range(seats)), opening=seats, seed=seed)
        for strong in range(seats)
    ]


def played_step(game: Game, nodes: int, rounds: int, seed: int, store: Path, spread: Spread, tell: Tell) -> Step:
    """Play a step, or find it played."""
    by_round: dict[int, list[float]] = {number: [] for number in range(rounds)}
    for strong, conditions in enumerate(step_conditions(game, nodes, seed)):
        fill(store, conditions, rounds, spread, tell)
        for played in open_games(store / file_name(conditions)).games():
            if played.number < rounds:
                by_round[played.number].append(played.scores(len(game.players))[strong])
    return Step(nodes, estimate(list(by_round.values()), len(game.players)))


def summed(steps: list[Step]) -> Interval:
    """The Elo of all steps, one upon the other, with their errors added as squares.

    The last step counts as well, whatever it says: leaving it out because it says little would make the sum too small,
    and on average over all ways that this may go the sum is what it should be. A step that was all won counts for its
    lower bound.
    """
    total = sum(_worth(step.found) for step in steps)
    wide = math.sqrt(sum(error_of(step.found) ** 2 for step in steps))
    return Interval(total, total - wide, total + wide, sum(step.found.games for step in steps))


def _worth(found: Estimate) -> float:
    """The Elo of a step, or the only bound that is known of it."""
    bounds = (found.elo, found.low, found.high)
    return next((value for value in bounds if value is not None), 0.0)


def error_of(found: Estimate) -> float:
    """Half the 95 % interval of Elo; from the slope of the curve where a bound runs away."""
    if found.error is not None:
        return found.error
    return CONFIDENCE * found.deviation * 400 / math.log(10) / max(1e-6, found.score * (1 - found.score))


def depth_data(game: Game, steps: list[Step]) -> dict[str, Any]:
    """The way and its sum as data, with the shipped ladder beside it."""
    total = summed(steps)
    return {
        "times": TIMES,
        "steps": [
            {
                "nodes": step.nodes,
                "games": step.found.games,
                "score": round(step.found.score, 4),
                "elo": None if step.found.elo is None else round(step.found.elo, 1),
                "worth": round(_worth(step.found), 1),
                "error": round(error_of(step.found), 1),
                "text": step.found.elo_text(),
                "helps": step.helps,
            }
            for step in steps
        ],
        "elo": {"value": round(total.value, 1), "low": round(total.low, 1), "high": round(total.high, 1)},
        "is_open": bool(steps) and steps[-1].helps,
        "ladder": [
            {"level": rung.level, "player": rung.player, "elo": rung.elo, "error": rung.error}
            for rung in ladder_of(game).levels
        ],
    }
