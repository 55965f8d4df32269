"""The suites of the libraries that the gym speaks to, whole and in every variant; tests run what is quick of them."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pettingzoo.test as owners
import pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts

from tavoliere.gym import spiel, zoo
from tavoliere.gym.solo import Solo
from tests.conformance.variants import Variant

LONGEST = 200
"""So many actions a game has at the most, where a suite plays games to their ends."""


def suites(variant: Variant) -> Iterator[tuple[str, float]]:
    """What each suite of a variant is called, and how many seconds of a processor it took."""
    name, options = variant[0], cast("dict[str, Any]", dict(variant[1]))
    works: dict[str, Callable[[], Any]] = {
        "PettingZoo api_test": lambda: owners.api_test(zoo.env(name, **options), num_cycles=500),
        "PettingZoo seed_test": lambda: owners.seed_test(lambda: zoo.env(name, longest=LONGEST, **options)),
        "PettingZoo render_test": lambda: owners.render_test(lambda **more: zoo.env(name, **options, **more)),
        "Gymnasium check_env": lambda: check_env(Solo(name, opponent="random", **options)),
        "OpenSpiel random_sim_test": lambda: random_games(spiel_name(variant)),
        "OpenSpiel MCTSBot": lambda: searched(spiel_name(variant)),
        "OpenSpiel rl_environment": lambda: learnt(spiel_name(variant)),
    }
    for title, work in works.items():
        began = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            work()
        yield title, time.process_time() - began


def spiel_name(variant: Variant) -> str:
    """The name of a variant in OpenSpiel."""
    name, options = variant[0].replace("-", "_"), dict(variant[1])
    return f"tavoliere_{name}{options.get('players', '')}"


def shortened(name: str) -> Any:
    spiel.register()
    game = pyspiel.load_game(name)
    game.longest = LONGEST
    return game


def random_games(name: str) -> None:
    pyspiel.random_sim_test(shortened(name), num_sims=2, serialize=True, verbose=False)


def searched(name: str) -> None:
    chance = np.random.RandomState(1)
    game = shortened(name)
    bot = mcts.MCTSBot(game, 1.4, 3, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(bot.step(state))


def learnt(name: str) -> None:
    env = rl_environment.Environment(shortened(name))
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        legal = step.observations["legal_actions"][player]
        step = env.step([legal[len(legal) // 2]])
    assert abs(sum(step.rewards)) < 1e-6
