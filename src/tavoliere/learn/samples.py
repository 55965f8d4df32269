"""What there is to learn from a game: positions as the judge sees them, what the search thought, and how it ended.

Each position is turned by a symmetry of the game, at random, so that no side of the board is learnt better. Samples of
many games are arrays; they are kept in one file for some games, written beside its place and moved there.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tavoliere.core.compiled import row
from tavoliere.core.game import ONGOING, State
from tavoliere.core.weights import LANES
from tavoliere.learn.recipe import Recipe
from tavoliere.learn.trace import trace
from tavoliere.search.contest import TABLE_ENTRIES, deepened
from tavoliere.search.judges import judge_of
from tavoliere.search.kernels import alphabeta as kernel
from tavoliere.search.kernels.contest import prepared
from tavoliere.search.selfplay import SelfPlayed, random_turn

UNKNOWN = -1.0
"""Stands for the result where a game says nothing about it."""


class Sample(NamedTuple):
    """A position, what the first player can expect there by the search, and what the first player got."""

    state: State
    value: int
    result: float
    slips: int
    """How many slips followed."""


class Batch(NamedTuple):
    """Samples as arrays, with an entry for each: what the judge looks at, value and result for the player whom it looks
    at, slips, and the game.
    """

    rows: Any
    lengths: Any
    heads: Any
    term_rows: Any
    counts: Any
    values: Any
    results: Any
    slips: Any
    games: Any


def samples_of(recipe: Recipe, played: SelfPlayed, chance: random.Random) -> Iterator[Sample]:
    """The positions of a game that a player has thought about and that are quiet, and some that might have been.

    Of a turn of several actions any stage may be taken: a search judges half-made turns as well, and on the way through
    the turn that was found best nothing changes what the mover can expect.
    """
    first = UNKNOWN if played.winner is None and played.reason == "adjudication" else played.scores(2)[0]
    state, quiet = recipe.game.start().state, recipe.learnt.quiet
    scout = _scout(recipe)
    for place, turn in enumerate(played.turns):
        value, stages = played.values[place], stages_of(state, turn)
        if value is not None and place >= played.opening:
            stage = stages[chance.randrange(len(turn)) if len(turn) > 1 else 0]
            if quiet is None or quiet(stage, stages[-1]):
                later = sum(slip > place for slip in played.slips)
                yield Sample(stage, value if state.turn == 0 else -value, first, later)
            if chance.random() < recipe.children:
                yield from scout.beside(state, chance)
        state = stages[-1]


def stages_of(state: State, turn: Sequence[int]) -> list[State]:
    """A position, what each action of a turn makes of it in turn, and the position after it."""
    stages = [state]
    for action in turn:
        stages.append(stages[-1].play(action))
    return stages


class Scout:
    """Looks at positions that were not played."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe, facts = recipe, recipe.game.facts
        self.judge = judge_of(recipe.game)
        self.desk = kernel.new_desk(facts.most_actions, facts.action_count, 2, [], TABLE_ENTRIES)
        self.out = row(facts.most_actions)

    def beside(self, state: State, chance: random.Random) -> Iterator[Sample]:
        """A random position that might have come next, if it is quiet; by the search only."""
        for action in random_turn(state, chance, self.out):
            state = state.play(action)
        if state.winner != ONGOING:
            return
        kernel.clear(self.desk)
        if prepared(state, self.recipe.nodes, self.desk) < 2:
            return
        found = deepened(state, self.judge, 2, 0, self.desk, stops_at_proof=True)
        after = state.play(found.line[0])
        if self.recipe.learnt.quiet is None or self.recipe.learnt.quiet(state, after):
            yield Sample(state, found.value if state.turn == 0 else -found.value, UNKNOWN, 0)


@functools.lru_cache(maxsize=2)
def _scout(recipe: Recipe) -> Scout:
    return Scout(recipe)


def batch_of(question: tuple[Recipe, list[SelfPlayed], int]) -> Batch:
    """The samples of some games, as arrays; games are numbered from `first` on."""
    import numpy as np

    recipe, games, first = question
    found: list[tuple[Any, ...]] = []
    for number, played in enumerate(games, start=first):
        chance = random.Random(f"{recipe.seed} {played.opening} {played.number} samples")
        for sample in samples_of(recipe, played, chance):
            if abs(sample.value) > kernel.FAR and chance.random() >= recipe.decided:
                continue
            *traced, sign = trace(recipe.learnt, _turned(recipe, sample.state, chance))
            found.append((*traced, sign * sample.value, _result(sample, sign), sample.slips, number))
    widest = max((len(sample[0]) for sample in found), default=1)
    rows, heads, terms, counts, values, results, slips, numbers = zip(*found, strict=True) if found else ([],) * 8
    return Batch(
        np.array([[*listed, *[0] * (widest - len(listed))] for listed in rows], np.int32).reshape(-1, widest),
        np.array([len(listed) for listed in rows], np.int32),
        np.array(heads, np.int32),
        np.array(terms, np.int32),
        np.array(counts, np.float64).reshape(-1, LANES),
        np.array(values, np.int32),
        np.array(results, np.float64),
        np.array(slips, np.int32),
        np.array(numbers, np.int32),
    )


def _result(sample: Sample, sign: int) -> float:
    """What the player got whom the judge looks at: the first, or with the sign turned the second."""
    return 1 - sample.result if sign < 0 and sample.result != UNKNOWN else sample.result


def _turned(recipe: Recipe, state: State, chance: random.Random) -> State:
    ruleset, options = recipe.game.ruleset, dict(recipe.game.options)
    turned: State = ruleset.symmetric(state, options, chance.randrange(ruleset.symmetries))[0]
    return turned


def write_batch(path: Path, batch: Batch) -> None:
    """Keep samples in a file that is whole whenever it is there."""
    import numpy as np

    beside = path.with_name(path.name + ".part")
    with beside.open("wb") as file:
        np.savez_compressed(file, **batch._asdict())
    beside.replace(path)


def read_batch(path: Path) -> Batch:
    """The samples of a file."""
    import numpy as np

    with np.load(path) as held:
        return Batch(*(held[name] for name in Batch._fields))


def joined(batches: list[Batch]) -> Batch:
    """All samples in one."""
    import numpy as np

    widest = max(batch.rows.shape[1] for batch in batches)
    wide = [np.pad(batch.rows, ((0, 0), (0, widest - batch.rows.shape[1]))) for batch in batches]
    parts = zip(*(batch[1:] for batch in batches), strict=True)
    return Batch(np.concatenate(wide), *(np.concatenate(part) for part in parts))
