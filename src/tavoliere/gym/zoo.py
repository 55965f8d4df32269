"""PettingZoo: every game as an environment in which agents take turns (AEC).

>>> from tavoliere.gym import zoo
>>> env = zoo.env("tablut")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
('player_0', 56)
"""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

try:
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError("environments for PettingZoo need it: pip install 'tavoliere[pettingzoo]'") from missing

from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.games import game as game_by_name
from tavoliere.games import games, ruleset
from tavoliere.gym.checks import longest_of
from tavoliere.gym.course import Course, OnCourse
from tavoliere.gym.pictures import MODES, pixels_of

ILLEGAL_REWARD = -1.0


def env(game: str = "tablut", **settings: Any) -> Any:
    """An environment as PettingZoo's own games give it: whoever plays an illegal action loses, order is enforced."""
    made = raw_env(game, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def name_of(game: Game) -> str:
    """The name of an environment, which follows the version of the rules: `pit_of_pillars_v1`."""
    return f"{game.name.replace('-', '_')}_v{game.facts.rules_version}"


def names() -> list[str]:
    """The names of the environments of all games."""
    return [f"{name.replace('-', '_')}_v{ruleset(name).facts.rules_version}" for name in games()]


class raw_env(OnCourse, AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name for it
    """The bare environment. Agents are `player_0` and so on in the order of turns; out or not, they stay to the end.

    It is pickled and copied as it is, in the middle of a game too.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "name": "", "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self, game: str = "tablut", render_mode: str | None = None, longest: int | None = None, **options: Any
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(Said("pictures are {modes}, not {mode}", modes=", ".join(MODES), mode=render_mode))
        self.game = game_by_name(game.removesuffix(f"_v{_version(game)}").replace("_", "-"), **options)
        self.metadata = {**type(self).metadata, "name": name_of(self.game)}
        self.render_mode = render_mode
        self.longest = longest_of(self.game, longest)
        self.course = Course(self.game, self.longest)
        self.possible_agents = [f"player_{number}" for number in range(len(self.game.players))]
        self.observation_spaces = {agent: self._seen_by_one() for agent in self.possible_agents}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.game.action_count) for agent in self.possible_agents
        }
        self._seats = {agent: number for number, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _seen_by_one(self) -> Any:
        most = max(1, int(self.view.most.max()))
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, most, self.view.shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.game.action_count,), np.int8),
            }
        )

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - no chance
        """Begin anew: from the start, or from the text in `options["position"]`."""
        text = (options or {}).get("position")
        self.course.begin(None if text is None else self.game.position(text))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_act()

    def _to_act(self) -> str:
        return self.possible_agents[self.course.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        is_to_act = agent == self.agent_selection and not self.course.is_over
        mask = self.course.mask() if is_to_act else np.zeros(self.game.action_count, np.int8)
        return {"observation": self.course.seen(self._seats[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.course.act(action)
        if self.course.is_over:
            self.rewards = dict(zip(self.agents, self.course.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.course.steps >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_act()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        if self.render_mode == "rgb_array":
            return pixels_of(self.position)
        if self.render_mode == "ansi":
            return self.position.picture()
        print(self.position.picture())  # noqa: T201 - this is what the mode means
        return None

    def close(self) -> None:
        """Nothing is held."""


def _version(name: str) -> str:
    """The version at the end of a name such as `tablut_v1`, checked against the rules that there are."""
    stem, _, version = name.rpartition("_v")
    if not version.isdigit():
        return ""
    with contextlib.suppress(ValueError):
        known = ruleset(stem.replace("_", "-")).facts.rules_version
        if int(version) != known:
            raise LookupError(Said("the rules of {game} are version {known} now", game=stem, known=known))
    return version
