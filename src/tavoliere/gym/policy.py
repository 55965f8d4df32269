"""A function from planes to a policy as a player: what it likes best of what is legal, action by action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.gym.array import Array
from tavoliere.gym.view import View, planes

Policy = Callable[[Array], Any]
"""From observations, a row each, to a number for each action, the larger the better; a pair with values will do too."""


class PolicyPlayer:
    """Plays what a function likes best; with a temperature it draws, by the softmax of what it says."""

    def __init__(self, policy: Policy, *, seed: int = 1, temperature: float = 0.0) -> None:
        self.policy, self.temperature = policy, temperature
        self._chance = np.random.default_rng(seed % (1 << 63))
        self._views: dict[Game, View] = {}

    def choose(self, position: Position, budget: object = None) -> str:  # noqa: ARG002 - it thinks as long as it does
        """A whole turn."""
        actions: list[int] = []
        here = position.before_turn()
        while not actions or here.pending:
            actions.append(self.action(here))
            here = here.act(actions[-1])
        return position.actions_to_turn(actions)

    def action(self, position: Position) -> int:
        """One action."""
        game = position.game
        view = self._views.setdefault(game, planes(game)) if game not in self._views else self._views[game]
        legal = np.array(position.actions())
        liked = self._told(view(position)[None], game.action_count)[legal]
        if self.temperature <= 0:
            return int(legal[liked.argmax()])
        weights = np.exp((liked - liked.max()) / self.temperature)
        return int(self._chance.choice(legal, p=weights / weights.sum()))

    def _told(self, observation: Array, count: int) -> Array:
        """What the function says, refused if it is no policy."""
        answer = self.policy(observation)
        told = np.asarray(answer[0] if isinstance(answer, tuple) else answer, dtype=np.float64)
        if told.shape != (1, count) or not np.isfinite(told).all():
            shape = str(told.shape)
            raise ValueError(
                Said("a policy is a finite number for each of {count} actions, not {shape}", count=count, shape=shape)
            )
        first: Array = told[0]
        return first
