"""Gymnasium: a batch as a vector environment, in which every seat of every game is played by the caller.

The reward of a step is that of the player who acted. `infos` holds whose turn it is, what is legal, the rewards of all
players, and for games that have ended what was to be seen then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise ImportError("environments for Gymnasium need it: pip install 'tavoliere[gym]'") from missing

from tavoliere.core.position import Game
from tavoliere.gym.array import Array
from tavoliere.gym.batch import Batch


class Games(VectorEnv[Any, Any, Any]):
    """So many games at once; one that ends begins anew in the same step."""

    def __init__(
        self, game: Game | str, num_envs: int, *, seed: int = 1, longest: int | None = None, **options: Any
    ) -> None:
        self.batch = Batch(game, num_envs, seed, longest=longest, final=True, **options)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        most = max(1, int(self.batch.view.most.max()))
        self.single_observation_space = gymnasium.spaces.Box(0, most, self.batch.view.shape, np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:  # noqa: ARG002
        """Begin all games anew."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.batch.reset(seed=seed if isinstance(seed, int) else None)
        return self.batch.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """An action in each game. An illegal one is refused with a `ValueError`, and no game has moved."""
        batch = self.batch
        movers = batch.player.copy()
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        info = self._info() | {"rewards": batch.rewards.copy()}
        ended = batch.done | batch.cut
        if ended.any() and batch.final is not None:
            info |= {"final_obs": batch.final.copy(), "_final_obs": ended}
        return batch.observation.copy(), rewards, batch.done.copy(), batch.cut.copy(), info

    def action_masks(self) -> Array:
        """Which actions are legal in each game."""
        return self.batch.mask.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "player": self.batch.player.copy()}

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 - Gymnasium's own
        self.batch.close()
