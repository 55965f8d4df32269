"""Fitting the weights of an evaluation to the results of games, in two ways.

*Likely weights*: a conditional logit over the players. An evaluation is linear in its weights, so the value of a
position under the weights (0, .., 1, .., 0) is what a single term counts. The chance that a player wins is the share of
exp(strength / 1000) among all players; the weights are those that make the results of the games most likely, held back
a little towards the weights they start from.

*Climbing*: what predicts results best does not always play best, because a search looks for positions that seldom arise
by themselves. So weights can also be moved by what wins: all of them are nudged at random, up or down, the nudged ones
play those nudged the other way, and the weights follow the score (simultaneous perturbation, Spall 1992).
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from tavoliere.arena.match import opening
from tavoliere.core.compiled import reals
from tavoliere.core.game import DRAW
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.contest import contested
from tavoliere.search.kernels.judges import strengths

LOGIT = 1000.0
NUDGE, LEAST_NUDGE = 0.25, 20.0
"""How far a climb nudges a weight: so much of itself, and no less than this."""
GAIN = 1.5
LEAST_OPENING, MOST_OPENING = 1, 8
LONGEST, LONGEST_DUEL = 300, 600
"""Games that go on are given up: self-play after so many turns, a duel after so many actions."""
STEADY_GAMES, STEADY_TURNS = 40, 40
SLIP = 0.06
"""How often a self-play game goes on with a random turn, so that the games differ and positions are not all level."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """A position of a game with what each player got in the end."""

    state: Any
    scores: tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class Fit:
    """Weights, and how likely the results are under the old and the new ones (mean log loss, less is better)."""

    judge: Any
    loss_before: float
    loss_after: float
    samples: int


def self_play(game: Game, judge: Any, number: int, budget: Budget, seed: int) -> list[Sample]:
    """One game of an evaluation against itself; positions that the search could decide are left out."""
    chance = random.Random(f"{seed} {number}")
    position = game.start()
    for move in opening(game, number, chance.randint(LEAST_OPENING, MOST_OPENING), seed):
        position = position.play(move)
    states: list[Any] = []
    turns = 0
    while position.outcome is None and turns < LONGEST:
        turns += 1
        if chance.random() < SLIP:
            position = position.play(random_turn(position, chance))
            continue
        player = AlphaBetaPlayer(chance.randrange(1 << 30), table_entries=1 << 14, judge=judge)
        choice = player.choose(position, budget)
        if not choice.proven:
            states.append(position.state)
        position = position.play(choice.move)
    if position.outcome is None:
        return []
    outcome = position.outcome
    scores = tuple(float(outcome.scores[letter]) for letter in game.players)
    return [Sample(state, scores) for state in states]


def random_turn(position: Position, chance: random.Random) -> str:
    actions: list[int] = []
    after = position
    while not actions or after.pending:
        actions.append(chance.choice(after.actions()))
        after = after.act(actions[-1])
    return position.actions_to_turn(actions)


def terms_of(judge: Any, states: Sequence[Any], players: int) -> Any:
    """What each term counts for each player of each state: an array by state, player and term."""
    import numpy as np

    kind = type(judge)
    size = len(judge)
    units = [kind(*(int(place == other) for other in range(size))) for place in range(size)]
    nothing = kind(*(0,) * size)
    out = reals(players)
    found = np.zeros((len(states), players, size))
    for number, state in enumerate(states):
        strengths(state, nothing, players, out)
        base = [float(out[player]) for player in range(players)]
        for place, unit in enumerate(units):
            strengths(state, unit, players, out)
            for player in range(players):
                found[number, player, place] = float(out[player]) - base[player]
    return found


def fitted(judge: Any, terms: Any, samples: Sequence[Sample], hold: float = 20.0) -> Fit:
    """The most likely weights, by Newton's method; `hold` is the strength of the pull to the old weights."""
    import numpy as np

    scores = np.array([sample.scores for sample in samples])
    scale = np.maximum(terms.std(axis=(0, 1)), 1e-9)
    scaled = terms / scale
    start = np.array(judge, dtype=float) / LOGIT * scale
    weights = start.copy()
    usable = terms.std(axis=(0, 1)) > 1e-9

    def cost(candidate: Any) -> float:
        return loss_of(scaled, candidate, scores) * len(samples) + hold / 2 * float(((candidate - start) ** 2).sum())

    before = loss_of(scaled, weights, scores)
    for _ in range(50):
        chances = chances_of(scaled, weights)
        slope = np.einsum("spt,sp->t", scaled, scores - chances) - hold * (weights - start)
        mean = np.einsum("spt,sp->st", scaled, chances)
        bend = np.einsum("spt,sp,spu->tu", scaled, chances, scaled) - mean.T @ mean + hold * np.eye(len(weights))
        step = np.where(usable, np.linalg.solve(bend, slope), 0.0)
        # A full step can overshoot where a term decides games by itself, so it is halved until it helps.
        old = cost(weights)
        while cost(weights + step) > old and np.abs(step).max() > 1e-7:
            step = step / 2
        weights = weights + step
        if np.abs(step).max() < 1e-5:
            break
    new = type(judge)(*(round(weight * LOGIT / size) for weight, size in zip(weights, scale, strict=True)))
    return Fit(new, before, loss_of(scaled, weights, scores), len(samples))


def chances_of(terms: Any, weights: Any) -> Any:
    import numpy as np

    values = terms @ weights
    values -= values.max(axis=1, keepdims=True)
    shares = np.exp(values)
    return shares / shares.sum(axis=1, keepdims=True)


def loss_of(terms: Any, weights: Any, scores: Any) -> float:
    """The mean log loss; a drawn game counts as half a win for both."""
    import numpy as np

    return float(-(scores * np.log(np.maximum(chances_of(terms, weights), 1e-12))).sum(axis=1).mean())


def steady_terms(game: Game, judge: Any, seed: int) -> set[str]:
    """The terms that count the same in all of some random positions. What they weigh matters for the chances that are
    shown and for draws, but hardly for who wins, so that a climb would let them drift.
    """
    kind, size, players = type(judge), len(judge), len(game.players)
    units = {name: kind(*(int(place == other) for other in range(size))) for place, name in enumerate(judge._fields)}
    nothing = kind(*(0,) * size)
    counted: dict[str, set[int]] = {name: set() for name in units}
    for number in range(STEADY_GAMES):
        chance = random.Random(f"steady {seed} {number}")
        position, turns = game.start(), chance.randint(0, STEADY_TURNS)
        for _ in range(turns):
            after = position.play(random_turn(position, chance))
            if after.outcome is not None:
                break
            position = after
        for name, unit in units.items():
            if players == 2:
                counted[name].add(unit.balance(position.state) - nothing.balance(position.state))
            else:
                seats = range(players)
                counted[name] |= {
                    unit.strength(position.state, seat) - nothing.strength(position.state, seat) for seat in seats
                }
    return {name for name, found in counted.items() if len(found) == 1 and found != {0}}


class Climb:
    """Weights that follow the scores of duels. Each step asks for one duel and is told its score."""

    def __init__(self, judge: Any, steps: int, players: int, seed: int, steady: AbstractSet[str] = frozenset()) -> None:
        """Weights of `steady` terms stay as they are."""
        self._kind, self._steps, self._players = type(judge), steps, players
        self._chance = random.Random(f"climb {seed}")
        self._weights = [float(weight) for weight in judge]
        self._nudges = [
            0.0 if name in steady else max(NUDGE * abs(weight), LEAST_NUDGE)
            for name, weight in zip(judge._fields, judge, strict=True)
        ]
        self._signs: list[int] = []
        self._step = 0
        self._sums, self._summed = [0.0] * len(judge), 0

    def ask(self) -> tuple[Any, Any]:
        """The weights nudged one way, and the same nudged the other way."""
        self._signs = [self._chance.choice((-1, 1)) for _ in self._weights]
        return self._nudged(1), self._nudged(-1)

    def _nudged(self, direction: int) -> Any:
        moved = zip(self._weights, self._nudges, self._signs, strict=True)
        return self._kind(*(round(weight + direction * sign * nudge) for weight, nudge, sign in moved))

    def tell(self, score: float) -> None:
        """The share of the points that the first of the two got."""
        # Early steps are long, to get somewhere; late ones are short, so that luck is averaged out.
        gain = GAIN * (1 - self._step / self._steps) * (score * self._players - 1)
        for place, (nudge, sign) in enumerate(zip(self._nudges, self._signs, strict=True)):
            self._weights[place] += gain * sign * nudge
        self._step += 1
        if 2 * self._step > self._steps:
            self._sums = [total + weight for total, weight in zip(self._sums, self._weights, strict=True)]
            self._summed += 1

    @property
    def judge(self) -> Any:
        """The mean weights of the second half of the way."""
        if not self._summed:
            return self._kind(*(round(weight) for weight in self._weights))
        return self._kind(*(round(total / self._summed) for total in self._sums))


def duel_game(game: Game, new: Any, old: Any, number: int, seat: int, budget: Budget, seed: int) -> float:
    """What the new weights get in one seat against the old ones in all others."""
    position = game.start()
    for move in opening(game, number, 3, seed):
        position = position.play(move)
    if budget.nodes is None:
        raise ValueError(Said("duels of weights are played with a number of nodes"))
    winner = contested(position, new, old, seat, budget.nodes, LONGEST_DUEL)
    if winner == DRAW:
        return 1 / len(game.players)
    return float(winner == seat)
