"""Games that a net plays against itself, kept with what it should learn: the search's policy, and how games ended."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tavoliere.core.said import Said
from tavoliere.gym.array import Array
from tavoliere.gym.batch import Batch
from tavoliere.gym.search import Search


class Targets(NamedTuple):
    """Positions of finished games, a row each, with what a net should say about them."""

    observation: Array
    policy: Array
    """The shares of the search's visits."""
    values: Array
    """What the search thought each player could expect, from -1 to 1."""
    results: Array
    """What the game was worth to each player at its end."""
    players: Array
    """The number of the player to act."""
    games: Array
    """The number of the game, in the order in which games ended."""
    actions: Array
    """What was played."""
    visits: Array
    """How often the search tried each action."""


class _Row(NamedTuple):
    observation: Array
    policy: Array
    values: Array
    player: int
    action: int
    visits: Array


def self_play(batch: Batch, search: Search, games: int, *, drawn: int = 8, seed: int = 1) -> Iterator[Targets]:
    """Play at least so many games to their ends, and give the targets of each as soon as it has ended.

    The first `drawn` actions of a game are drawn by the search's policy, later ones are the best. A game that is cut
    counts as drawn.
    """
    chance = np.random.default_rng(seed)
    kept: list[list[_Row]] = [[] for _ in range(batch.size)]
    ended = 0
    while ended < games:
        found = search.run(batch)
        seen, players = batch.observation.copy(), batch.player.tolist()
        actions = _chosen(found.policy, found.best, batch.steps < drawn, chance)
        for number, action in enumerate(actions.tolist()):
            what = (seen[number], found.policy[number], found.values[number], players[number])
            kept[number].append(_Row(*what, action, found.visits[number]))
        batch.step(actions)
        for number in np.flatnonzero(batch.done | batch.cut).tolist():
            yield _targets(kept[number], batch.rewards[number].copy(), ended)
            kept[number] = []
            ended += 1


def save_targets(parts: Iterable[Targets], path: str | os.PathLike[str]) -> int:
    """Write the targets of many games to one `.npz` file; how many positions it holds."""
    games = list(parts)
    if not games:
        raise ValueError(Said("there are no games to write"))
    joined = Targets(*(np.concatenate(column) for column in zip(*games, strict=True)))
    with Path(path).open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **joined._asdict())
    return len(joined.players)


def _chosen(policy: Array, best: Array, is_drawn: Array, chance: np.random.Generator) -> Array:
    """An action for each game: by the policy's shares, or the best one."""
    edges = np.cumsum(policy, axis=1, dtype=np.float64)
    draws = chance.random(len(policy)) * edges[:, -1]
    return np.where(is_drawn, (edges <= draws[:, None]).sum(axis=1), best)


def _targets(rows: list[_Row], result: Array, number: int) -> Targets:
    count = len(rows)
    return Targets(
        np.stack([row.observation for row in rows]),
        np.stack([row.policy for row in rows]),
        np.stack([row.values for row in rows]),
        np.tile(result, (count, 1)),
        np.array([row.player for row in rows]),
        np.full(count, number),
        np.array([row.action for row in rows]),
        np.stack([row.visits for row in rows]),
    )
