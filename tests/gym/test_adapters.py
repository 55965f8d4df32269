"""The owners' own suites pass, in all variants, and what their users miss works too."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo.test as owners
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.mcts import MCTSBot

import tavoliere as tv
from tavoliere.core import quick
from tavoliere.games import own_games
from tavoliere.gym import solo, spiel, zoo
from tavoliere.gym.pictures import decoded, pixels_of
from tavoliere.gym.returns import returns_of
from tavoliere.gym.solo import Solo
from tavoliere.gym.vector import Games
from tavoliere.play import python

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    (name, dict(variant)) for name in own_games() for variant in tv.game(name).facts.variants
]
every_variant = pytest.mark.parametrize(("name", "options"), VARIANTS, ids=[f"{n} {o}" for n, o in VARIANTS])


@pytest.fixture(autouse=True)
def _as_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code for positions has its own tests; here it would be compiled for nothing."""
    monkeypatch.setattr(quick, "runs_plain", lambda: True)


# PettingZoo


@every_variant
def test_pettingzoo_accepts_every_game(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        owners.api_test(zoo.env(name, longest=60, **options), num_cycles=120, verbose_progress=False)
        owners.seed_test(lambda: zoo.env(name, longest=20, **options), num_cycles=20)


@every_variant
def test_pettingzoo_sees_what_positions_show(name: str, options: dict[str, Any]) -> None:
    env, chance = zoo.raw_env(name, longest=50, **options), np.random.default_rng(6)
    for _ in range(3):
        env.reset()
        position = env.game.start()
        while env.agents and not any(env.truncations.values()) and not any(env.terminations.values()):
            expect_sights(env, position)
            action = int(chance.choice(position.actions()))
            position = position.act(action)
            env.step(action)
        expect_sights(env, position)
        expected = returns_of(position) if position.outcome is not None else [0.0] * len(env.agents)
        assert list(env.rewards.values()) == expected and env.position == position


def expect_sights(env: Any, position: tv.Position) -> None:
    for viewer, agent in enumerate(env.agents):
        found = env.observe(agent)
        legal = position.actions() if viewer == position.state.turn else ()
        assert (found["observation"] == env.view(position, viewer)).all()
        assert tuple(np.flatnonzero(found["action_mask"])) == legal
        assert env.observation_space(agent).contains(found)


def test_pettingzoo_accepts_pictures() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        owners.render_test(lambda **settings: zoo.env("never-alone", **settings))


def test_an_environment_is_cut_at_the_longest_game_and_not_before() -> None:
    """The owners' test of this needs all agents to act at once, which games with turns do not have."""
    env = zoo.raw_env("tablut", longest=7)
    env.reset()
    for step in range(1, 8):
        played(env, 1, step)
        assert env.truncations == dict.fromkeys(env.possible_agents, step == 7)
    assert not any(env.terminations.values()) and not any(env.rewards.values())


def played(env: Any, steps: int, seed: int = 1) -> Any:
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(chance.choice(legal)))
    return env


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_can_be_copied_in_mid_game(copied: Any) -> None:
    env = zoo.raw_env("pit", players=3)
    env.reset()
    played(env, 15)
    other = copied(env)
    assert other.position == env.position and other.agent_selection == env.agent_selection
    played(env, 6, 2)
    played(other, 6, 2)
    assert other.position == env.position and other.rewards == env.rewards


def test_names_follow_the_version_of_the_rules() -> None:
    assert zoo.raw_env("pit-of-pillars").metadata["name"] == "pit_of_pillars_v1"
    assert "tablut_v1" in zoo.names()
    assert zoo.env("tablut_v1").metadata["name"] == "tablut_v1"
    with pytest.raises(LookupError, match="the rules of tablut are version 1 now"):
        zoo.env("tablut_v0")


def test_an_illegal_action_ends_an_episode_as_pettingzoo_expects() -> None:
    env = zoo.env("never-alone")
    env.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1.0


def test_players_who_are_out_stay_until_the_end_with_their_score() -> None:
    env = zoo.raw_env("pit", players=3)
    env.reset()
    chance = np.random.default_rng(4)
    while not any(env.terminations.values()):
        assert env.agents == ["player_0", "player_1", "player_2"]
        env.step(int(chance.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert sorted(env.rewards.values()) == [-0.5, -0.5, 1.0]


def test_pictures_are_those_of_the_table() -> None:
    start = tv.game("tablut").start()
    pixels = pixels_of(start)
    assert pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.shape[1] == 480 and pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 5
    env = zoo.raw_env("tablut", render_mode="ansi")
    env.reset()
    assert env.render() == start.picture()


@pytest.mark.parametrize("kind", range(5))
def test_every_filter_of_the_format_is_understood(kind: int) -> None:
    """A picture written by hand with each of the format's five filters comes back as it was."""
    import struct
    import zlib

    pixels = np.random.default_rng(kind).integers(0, 256, (5, 7, 3), np.uint8)
    flat = pixels.reshape(5, 21).astype(int)
    lines = b""
    for row in range(5):
        above = flat[row - 1] if row else np.zeros(21, int)
        guesses = []
        for place in range(21):
            left = flat[row][place - 3] if place >= 3 else 0
            corner = above[place - 3] if place >= 3 else 0
            near = left + above[place] - corner
            nearest = min((left, above[place], corner), key=lambda value: abs(near - value))
            guesses.append([0, left, above[place], (left + above[place]) // 2, nearest][kind])
        lines += bytes([kind, *((flat[row] - guesses) % 256).tolist()])
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 7, 5, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    assert (decoded(png) == pixels).all()


# Gymnasium


def test_gymnasium_accepts_one_seat() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(Solo("never-alone", opponent="random"), skip_render_check=False)


@every_variant
def test_one_seat_plays_whole_games(name: str, options: dict[str, Any]) -> None:
    env = Solo(name, opponent="random", longest=40, **options)
    _, info = env.reset(seed=2)
    chance = np.random.default_rng(1)
    total, over = 0.0, False
    while not over:
        legal = np.flatnonzero(env.action_masks())
        assert legal.tolist() == np.flatnonzero(info["action_mask"]).tolist() and legal.size
        seen, reward, terminated, truncated, info = env.step(int(chance.choice(legal)))
        assert env.observation_space.contains(seen)
        legal_now = env.position.actions() if env.position.turn == env.me else ()
        assert (seen == env.view(env.position, env.me)).all()
        assert tuple(np.flatnonzero(info["action_mask"])) == legal_now
        total += reward
        over = terminated or truncated
    assert -1 <= total <= 1


def test_a_seat_can_be_chosen_and_an_illegal_action_ends_the_episode() -> None:
    env = Solo("tablut", opponent="random", seat="b")
    assert env.reset(seed=1)[1]["seat"] == "b" and env.position.turn == "b"
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(ValueError, match="the players are w, b"):
        Solo("tablut", seat="x")
    with pytest.raises(ValueError, match="there is no player 'nobody'"):
        Solo("tablut", opponent="nobody")
    assert {Solo("tablut", opponent="random").reset(seed=seed)[1]["seat"] for seed in range(12)} == {"w", "b"}


@pytest.mark.parametrize("action", [None, -1, 65, 1.5, "3", np.array([3])])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = Solo("never-alone", opponent="random")
    env.reset(seed=1)
    before = env.position
    with pytest.raises(gymnasium.error.InvalidAction, match="an action is a whole number from 0 to 64"):
        env.step(action)
    assert env.position == before and env.step(int(env.action_masks().argmax()))[4]["seat"] == env.me


def test_an_episode_needs_a_reset_before_it_begins_and_after_it_is_over() -> None:
    env = Solo("never-alone", opponent="random", longest=2)

    def expect_refusal() -> None:
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            env.step(3)

    expect_refusal()
    env.reset(seed=1)
    assert not env.step(int(env.action_masks().argmax()))[3]
    assert env.step(int(env.action_masks().argmax()))[3]
    expect_refusal()
    env.reset(seed=1)
    assert env.step(int(env.action_masks().argmin()))[4]["illegal"]
    expect_refusal()


def last_of_all(planes: Any) -> Any:
    return np.arange(65)[None]


class Firm:
    def choose(self, position: tv.Position, budget: Any) -> str:  # noqa: ARG002 - as players are
        return position.legal_moves()[-1]


@pytest.mark.parametrize("opponent", [last_of_all, Firm(), "python:tests.gym.test_adapters:Firm"])
def test_the_other_seats_can_be_taken_by_anything_that_chooses(opponent: Any) -> None:
    env = Solo("never-alone", opponent=opponent, seat="r")
    env.reset(seed=1)
    after = env.position.act(mine := int(env.action_masks().argmax()))
    env.step(mine)
    wanted = after.action_to_text(max(after.actions())) if opponent is last_of_all else after.legal_moves()[-1]
    assert env.position == after.play(wanted)


def test_opponents_are_looked_at_before_anybody_plays() -> None:
    for wrong, said in (
        ("level:99", "are level:1 to level:10"),
        (3, "nobody who can choose"),
        (None, "None is nobody who can choose"),
        ("python:x", "like python:"),
    ):
        with pytest.raises(ValueError, match=said):
            Solo("never-alone", opponent=wrong)
    for longest in (0, -5, 1.5, True):
        for make in (Solo, zoo.raw_env):
            with pytest.raises(ValueError, match="the longest game has 1 to"):
                make("never-alone", longest=longest)


def test_opponents_are_found_once_and_not_in_every_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Solo("never-alone", opponent="random")
    monkeypatch.setattr(python, "entry_points", None)
    assert [env.reset(seed=seed)[0].shape for seed in (1, 2)] == [(3, 8, 8)] * 2


def test_one_seat_can_be_copied_in_mid_game() -> None:
    env = Solo("pit", opponent="random", players=3)
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.position == env.position and (other.action_masks() == env.action_masks()).all()
        before, action = env.position, int(other.action_masks().argmax())
        assert not other.step(action)[4].get("illegal") and env.position == before != other.position


def test_gymnasium_makes_our_games_by_name() -> None:
    names = solo.register()
    assert names == solo.register() and {"tavoliere/Tablut-v1", "tavoliere/PitOfPillars-v1"} <= set(names)
    env = gymnasium.make("tavoliere/Pit-v1", players=3, opponent="random", seat="r")
    assert env.reset(seed=1)[0].shape == (19, 9, 9)
    assert env.get_wrapper_attr("action_masks")().any()
    assert gymnasium.make_vec("tavoliere/Pit-v1", num_envs=2, players=4).reset()[0].shape == (2, 24, 9, 9)


def test_a_batch_is_a_vector_environment() -> None:
    env = Games("never-alone", 5, seed=2)
    seen, info = env.reset(seed=4)
    assert env.observation_space.contains(seen) and isinstance(env, gymnasium.vector.VectorEnv)
    ended = 0
    for _ in range(60):
        actions = env.batch.random_actions().copy()
        movers = info["player"]
        seen, rewards, terminated, _, info = env.step(actions)
        for number in np.flatnonzero(terminated):
            ended += 1
            assert rewards[number] == info["rewards"][number, movers[number]]
            assert info["_final_obs"][number] and info["final_obs"][number].any()
    assert ended > 0 and env.observation_space.contains(seen)
    with pytest.raises(ValueError, match="is not legal"):
        env.step(np.full(5, 64))
    env.close()


# OpenSpiel


def test_openspiel_knows_every_variant() -> None:
    assert spiel.register() == spiel.register()
    assert len(spiel.register()) == len(VARIANTS) == 7
    assert "tavoliere_pit4" in pyspiel.registered_names()


@pytest.mark.parametrize("name", spiel.register())
def test_openspiel_plays_every_game_at_random(name: str) -> None:
    game = pyspiel.load_game(name)
    game.longest = 60
    chance = np.random.default_rng(3)
    state = game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        observer.set_from(state, state.current_player())
        assert (observer.dict["observation"] == game.view(state.position, state.current_player())).all()
        action = int(chance.choice(state.legal_actions()))
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action
        twin = state.clone()
        state.apply_action(action)
        assert str(twin) != str(state)
        twin.apply_action(action)
        assert str(twin) == str(state)
    assert sum(state.returns()) == pytest.approx(0)
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)


@pytest.mark.parametrize("name", ["tavoliere_never_alone", "tavoliere_pit3"])
def test_openspiel_is_told_of_legal_actions_as_it_would_find_them(name: str) -> None:
    game, chance = pyspiel.load_game(name), np.random.default_rng(2)
    game.longest = 30
    state = game.new_initial_state()
    while True:
        for player in (None, *range(game.num_players())):
            asked = () if player is None else (player,)
            for ours, own in (
                (state.legal_actions, pyspiel.State.legal_actions),
                (state.legal_actions_mask, pyspiel.State.legal_actions_mask),
            ):
                assert ours(*asked) == own(state, *asked)
        if state.is_terminal():
            break
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert state.legal_actions() == []


def test_openspiel_accepts_a_game_in_its_own_suite() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("tavoliere_never_alone"), num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.load_game("tavoliere_pit3"), num_sims=1, serialize=True, verbose=False)


def test_openspiel_searches_and_learns_on_our_games() -> None:
    game = pyspiel.load_game("tavoliere_never_alone")
    bot = MCTSBot(
        game, 1.4, 10, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(2)
    )
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    env = rl_environment.Environment(game)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0
