"""Gymnasium: one seat of a game, with players by name in the others.

>>> from tavoliere.gym.solo import Solo
>>> env = Solo("never-alone", opponent="random")
>>> observation, info = env.reset(seed=3)
>>> observation.shape, int(info["action_mask"].sum()) > 0
((3, 8, 8), True)
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

try:
    import gymnasium
except ImportError as missing:
    raise ImportError("environments for Gymnasium need it: pip install 'tavoliere[gym]'") from missing

from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Game
from tavoliere.core.quick import speed_up
from tavoliere.core.said import Said
from tavoliere.games import game as game_by_name
from tavoliere.games import own_games, ruleset
from tavoliere.gym.array import Array
from tavoliere.gym.checks import longest_of
from tavoliere.gym.course import Course, OnCourse
from tavoliere.gym.pictures import MODES, pixels_of
from tavoliere.play.opponent import Opponent, player
from tavoliere.play.python import PythonPlayer, PythonSpec, python_spec

ILLEGAL_REWARD = -1.0
UNBEGUN = -1
"""The steps of an episode that has not begun, or is over."""


def opponents_of(given: Any, game: Game) -> Callable[[int], Opponent | PythonPlayer]:
    """Who sits in another seat, made anew from a seed: a player by name, or anything in Python that can choose."""
    if not isinstance(given, str):
        return functools.partial(PythonPlayer, PythonSpec(repr(given), ""), thing=given)
    written = python_spec(given)
    if written is not None:
        return functools.partial(PythonPlayer, written)
    spec = player(given).spec
    spec.resolved(game)
    return functools.partial(Opponent, spec)


class Solo(OnCourse, gymnasium.Env[Any, Any]):
    """One player's side of a game. An illegal action ends the episode with a reward of -1 and says so in `info`.

    The opponent is a player by name, as `tavoliere.player` knows them, `python:package.module:thing`, or whatever has
    `choose(position, budget)` or maps planes to a policy: an earlier version of the learner, say.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self,
        game: str = "tablut",
        opponent: Any = "level:3",
        seat: str | None = None,
        render_mode: str | None = None,
        longest: int | None = None,
        **options: Any,
    ) -> None:
        self.game = game_by_name(game, **options)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(Said("pictures are {modes}, not {mode}", modes=", ".join(MODES), mode=render_mode))
        if seat is not None and seat not in self.game.players:
            players = ", ".join(self.game.players)
            raise ValueError(
                Said("there is no player {viewer}; the players are {players}", viewer=seat, players=players)
            )
        self._opponents = opponents_of(opponent, self.game)
        self._opponents(1)
        self.render_mode, self.opponent, self.seat = render_mode, opponent, seat
        self.longest = longest_of(self.game, longest)
        self.course = Course(self.game, self.longest)
        most = max(1, int(self.view.most.max()))
        self.observation_space = gymnasium.spaces.Box(0, most, self.view.shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.game.action_count)
        self.me = seat or self.game.players[0]
        self.steps = UNBEGUN
        speed_up(self.position.state, self.game.facts.most_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """A new game from the start, or from the text in `options["position"]`; without a seat it is drawn."""
        super().reset(seed=seed)
        text = (options or {}).get("position")
        self.course.begin(None if text is None else self.game.position(text))
        self.steps = 0
        letters = self.game.players
        self.me = self.seat or letters[int(self.np_random.integers(len(letters)))]
        self._others = {
            letter: self._opponents(int(self.np_random.integers(1 << 31))) for letter in letters if letter != self.me
        }
        self._others_play()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        if self.steps == UNBEGUN:
            raise gymnasium.error.ResetNeeded(Said("this episode has not begun, or it is over: call reset() first"))
        if not self.action_space.contains(action):
            most = self.game.action_count - 1
            told = Said("an action is a whole number from 0 to {most}, not {action}", most=most, action=repr(action))
            raise gymnasium.error.InvalidAction(told)
        try:
            self.course.act(int(action))
        except IllegalMove:
            self.steps = UNBEGUN
            return self._seen(), ILLEGAL_REWARD, True, False, self._info() | {"illegal": True}
        self.steps += 1
        self._others_play()
        is_over = self.course.is_over
        is_cut = not is_over and self.steps >= self.longest
        reward = self.course.returns()[self.game.players.index(self.me)]
        if self.render_mode == "human":
            self.render()
        if is_over or is_cut:
            self.steps = UNBEGUN
        return self._seen(), reward, is_over, is_cut, self._info()

    def action_masks(self) -> Array:
        """Which actions are legal, by the name that learners with masks look for."""
        is_mine = self.course.turn == self._seat()
        return self.course.mask() if is_mine else np.zeros(self.game.action_count, np.int8)

    def _seat(self) -> int:
        return self.game.players.index(self.me)

    def _others_play(self) -> None:
        """Let the others play until it is our turn again. One who is out watches the rest of the game."""
        while not self.course.is_over and self.course.turn != self._seat():
            here = self.position
            for action in here.turn_to_actions(self._others[here.turn].choose(here).move):
                self.course.act(action)

    def _seen(self) -> Array:
        return self.course.seen(self._seat())

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.me}

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return pixels_of(self.position)
        if self.render_mode == "human":
            print(self.position.picture())  # noqa: T201 - this is what the mode means
            return None
        return self.position.picture() if self.render_mode == "ansi" else None


def register() -> list[str]:
    """Make all games of ours known to `gymnasium.make` and `make_vec`, once: their ids, which follow the rules version.

    It is done when this module is imported, so `gymnasium.make("tavoliere.gym.solo:tavoliere/Tablut-v1")` works too.
    """
    made = {}
    for name in own_games():
        title = "".join(part.capitalize() for part in name.split("-"))
        made[f"tavoliere/{title}-v{ruleset(name).facts.rules_version}"] = name
    for known, name in made.items():
        if known not in gymnasium.registry:
            several = "tavoliere.gym.vector:Games"
            gymnasium.register(known, f"{__name__}:Solo", vector_entry_point=several, kwargs={"game": name})
    return list(made)


register()
