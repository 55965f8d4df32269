"""A function from planes to a policy as a player: what it likes best of what is legal, action by action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.gym.array import Array
from tavoliere.gym.view import View, planes
from tavoliere.search.players import checked_root

Policy = Callable[[Array], Any]
"""From observations, a row each, to a number for each action, the larger the better; a pair with values will do too."""


class PolicyPlayer:
    """Plays what a function likes best; with a temperature it draws, by the softmax of what it says."""

    def __init__(self, policy: Policy, *, seed: int = 1, temperature: float = 0.0) -> None:
        if not callable(policy):
            raise ValueError(Said("a policy is a function from planes to numbers, not {policy}", policy=repr(policy)))
        self.policy, self.temperature = policy, temperature
        self._chance = np.random.default_rng(seed % (1 << 63))
        self._views: dict[Game, View] = {}

    def choose(self, position: Position, budget: object = None) -> str:  # noqa: ARG002 - it thinks as long as it does
        """A whole turn."""
        actions: list[int] = []
        here = checked_root(position)
        while not actions or here.pending:
            actions.append(self.action(here))
            here = here.act(actions[-1])
        return position.actions_to_turn(actions)

    def action(self, position: Position) -> int:
        """One action."""
        game = position.game
        view = self._views.setdefault(game, planes(game)) if game not in self._views else self._views[game]
        legal = np.array(position.actions())
        liked = self._told(view(position)[None], legal, game.action_count)
        if self.temperature <= 0:
            return int(legal[liked.argmax()])
        weights = np.exp((liked - liked.max()) / self.temperature)
        return int(self._chance.choice(legal, p=weights / weights.sum()))

    def _told(self, observation: Array, legal: Array, count: int) -> Array:
        """What the function says of what is legal, refused if it is no policy."""
        answer = self.policy(observation)
        told = real_array(answer[0] if isinstance(answer, tuple) else answer, Said("the policy"))
        if told.shape not in ((1, count), (count,)):
            raise ValueError(
                Said(
                    "a policy is an array of shape {shape}, a number for each action, not {given}",
                    shape=(1, count),
                    given=told.shape,
                )
            )
        mask = np.zeros((1, count), bool)
        mask[0, legal] = True
        refuse_what_is_no_number(told.reshape(1, count), mask)
        return told.reshape(count)[legal]


def real_array(answer: Any, who: str) -> Array:
    """An answer as an array of numbers; a `ValueError` says that it is none. Tensors are taken by their own way."""
    try:
        return np.asarray(answer, np.float32)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(
            Said("{who} answers with what is no array of numbers: {error}", who=who, error=str(error))
        ) from error


def refuse_what_is_no_number(logits: Array, mask: Array) -> None:
    """Refuse NaN anywhere, and infinity at a legal action: elsewhere it is how many nets mask by themselves."""
    if np.isfinite(logits).all():
        return
    wrong = np.isnan(logits) | (~np.isfinite(logits) & mask)
    if wrong.any():
        row, action = np.argwhere(wrong)[0].tolist()
        raise ValueError(
            Said(
                "the policy holds {number} in row {row} at action {action}, and no action can be chosen by that",
                number=str(logits[row, action]),
                row=row,
                action=action,
            )
        )
