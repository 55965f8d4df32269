"""OpenSpiel: every game of ours as a Python game of its own, by names like `tavoliere_tablut`.

>>> from tavoliere.gym import spiel
>>> import pyspiel
>>> spiel.register()[:2]
['tavoliere_never_alone', 'tavoliere_pathwayz']
>>> pyspiel.load_game("tavoliere_never_alone").new_initial_state().legal_actions()
[3, 9, 13, 24, 30, 41, 45, 51]
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("games for OpenSpiel need it: pip install 'tavoliere[openspiel]'") from missing

from tavoliere.core.position import Game, Position
from tavoliere.games import game as game_by_name
from tavoliere.games import own_games, ruleset
from tavoliere.gym.checks import longest_of
from tavoliere.gym.course import Course
from tavoliere.gym.view import View, planes

_registered: dict[str, Game] = {}


def register() -> list[str]:
    """Make all games of ours and their variants known to OpenSpiel, once; their names in the order of games."""
    for name in own_games():
        for variant in ruleset(name).facts.variants:
            game = game_by_name(name, **variant)
            short = short_name(game)
            if short not in _registered:
                _registered[short] = game
                pyspiel.register_game(_type_of(game), _class_of(game))
    return list(_registered)


def short_name(game: Game) -> str:
    """The name of a game in OpenSpiel: with the number of players, where a game has several."""
    several = len({len(game_by_name(game.name, **variant).players) for variant in game.facts.variants}) > 1
    return f"tavoliere_{game.name.replace('-', '_')}{len(game.players) if several else ''}"


def _type_of(game: Game) -> Any:
    kind, players = pyspiel.GameType, len(game.players)
    return kind(
        short_name=short_name(game),
        long_name=f"{game.facts.title} ({players} players)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _class_of(game: Game) -> Any:
    """A class for one game with its options, as OpenSpiel wants to make it by itself."""

    class OfOneGame(SpielGame):
        def __init__(self, params: Any = None) -> None:
            super().__init__(game, params)

    OfOneGame.__name__ = OfOneGame.__qualname__ = short_name(game)
    return OfOneGame


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, as OpenSpiel sees it. Games without an end in sight are drawn after `longest` actions."""

    def __init__(self, game: Game, params: Any = None) -> None:
        self.game = game
        self.view: View = planes(game)
        self.longest = longest_of(game)
        self._first: Course | None = None
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=0,
            num_players=len(game.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_type_of(game), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def new_course(self) -> Course:
        """A game from the start: a copy, since states are made by the thousand."""
        if self._first is None or self._first.longest != self.longest:
            self._first = Course(self.game, self.longest)
        return copy.copy(self._first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:  # noqa: ARG002
        return SpielObserver(self.view)

    def observation_tensor_shape(self) -> list[int]:
        return list(self.view.shape)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel sees it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = game.new_course()
        self.longest = game.longest

    @property
    def position(self) -> Position:
        """The position that the game has reached."""
        return self.course.position

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.course.turn

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only the player to act is asked about
        return self.course.actions()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same answers as OpenSpiel's own way to `_legal_actions`, which asks four more questions on its way."""
        if self.is_terminal() or player not in (None, self.course.turn):
            return self._told_by_spiel(super().legal_actions, player)
        return self.course.actions()

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The same answers as OpenSpiel's own ones, whose numbers are made one by one."""
        if self.is_terminal() or player not in (None, self.course.turn):
            return self._told_by_spiel(super().legal_actions_mask, player)
        mask = [0] * self.course.game.action_count
        for action in self.course.actions():
            mask[action] = 1
        return mask

    def _told_by_spiel(self, ask: Any, player: int | None) -> list[int]:
        told: list[int] = ask() if player is None else ask(player)
        return told

    def _apply_action(self, action: int) -> None:
        self.course.act(int(action))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - as above
        return self.position.action_to_text(int(action))

    def is_terminal(self) -> bool:
        return self.course.is_over or self.course.steps >= self.longest

    def returns(self) -> list[float]:
        return self.course.returns()

    def __str__(self) -> str:
        pending = "".join(f" +{action}" for action in self.position.pending)
        return f"{self.position}{pending}"

    def observation_string(self, player: int) -> str:  # noqa: ARG002 - everybody sees everything
        return str(self)

    def information_state_string(self, player: int) -> str:  # noqa: ARG002 - as above
        return self.history_str()  # type: ignore[no-any-return]


class SpielObserver:
    """The planes of a game, where OpenSpiel looks for them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.tensor = np.zeros(int(np.prod(view.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(view.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = state.course.seen(player)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 - everybody sees everything
        return str(state)
