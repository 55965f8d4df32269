"""A batch is so many positions: the same games, step by step, whatever its size, its threads and its past."""

from __future__ import annotations

import copy
import pickle
import resource
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.core.game import DRAW, ONGOING
from tavoliere.games import own_games
from tavoliere.gym.batch import Batch
from tavoliere.gym.scenes import planes_of_scenes
from tavoliere.gym.view import View
from tests.conformance.variants import Variant

VARIANTS: list[Variant] = [
    (name, tuple(variant.items())) for name in own_games() for variant in tv.game(name).facts.variants
]
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: f"{variant[0]} {dict(variant[1])}")


def made(variant: Variant, size: int, **settings: Any) -> Batch:
    return Batch(tv.game(variant[0], **dict(variant[1])), size, **settings)


def expect_equal(batch: Batch, number: int, position: tv.Position) -> None:
    """A game of a batch that goes on is a position, in everything that can be seen of it."""
    legal = batch.legal[number, : batch.counts[number]].tolist()
    assert sorted(legal) == list(position.actions())
    assert batch.mask[number].nonzero()[0].tolist() == list(position.actions())
    assert batch.player[number] == position.state.turn
    assert batch.state(number) == position.state
    assert (batch.observation[number] == batch.view(position)).all()


def expect_end(batch: Batch, number: int, position: tv.Position, steps: int) -> None:
    """How a game of a batch has just ended, or not."""
    outcome = position.outcome
    assert batch.done[number] == (outcome is not None)
    assert batch.cut[number] == (outcome is None and steps >= batch.longest)
    players = position.game.players
    if outcome is None:
        assert batch.winner[number] == ONGOING and not batch.rewards[number].any()
    elif outcome.winner is None:
        assert batch.winner[number] == DRAW and not batch.rewards[number].any()
    else:
        assert players[batch.winner[number]] == outcome.winner
        loss = -1 / (len(players) - 1)
        assert np.allclose(batch.rewards[number], [1 if letter == outcome.winner else loss for letter in players])


def compare(batch: Batch, rounds: int, seed: int) -> Counter[str]:
    """Play a batch and positions side by side. In every other game the lowest actions are played, until it repeats."""
    chance = np.random.default_rng(seed)
    positions = [batch.game.start()] * batch.size
    steps = [0] * batch.size
    ends: Counter[str] = Counter()
    for _ in range(rounds):
        picks = [chance.integers(len(p.actions())) if k % 2 else chance.integers(2) for k, p in enumerate(positions)]
        actions = [p.actions()[min(int(pick), len(p.actions()) - 1)] for p, pick in zip(positions, picks, strict=True)]
        batch.step(actions)
        for number, (position, action) in enumerate(zip(positions, actions, strict=True)):
            after, steps[number] = position.act(action), steps[number] + 1
            expect_end(batch, number, after, steps[number])
            if after.outcome is not None or steps[number] >= batch.longest:
                ends[after.outcome.reason if after.outcome else "cut"] += 1
                after, steps[number] = batch.game.start(), 0
            positions[number] = after
            expect_equal(batch, number, after)
    return ends


@every_variant
def test_a_batch_is_so_many_positions_step_by_step(variant: Variant) -> None:
    batch = made(variant, 12, longest=150)
    ends = compare(batch, 160, 5)
    assert ends
    if batch.game.facts.repetition == 2:
        assert ends["repetition"] > 0
    if batch.game.facts.longest_game is None:
        assert ends["cut"] > 0


def test_the_third_occurrence_ends_a_game_and_the_second_is_seen() -> None:
    game = tv.game("pit-of-pillars")
    position = game.position("#6#/7r/8/8/8/8/w7/#6# w m 0-0 - 0")
    batch = Batch(game, 1)
    batch.reset(None, position)
    for turn in 2 * ["a2-a3", "h7-h6", "a3-a2", "h6-h7"]:
        expect_equal(batch, 0, position)
        for action in position.turn_to_actions(turn):
            batch.step([action])
            position = position.act(action)
            expect_end(batch, 0, position, 1)
    assert position.outcome is not None and position.outcome.reason == "repetition" and batch.winner[0] == DRAW


@every_variant
def test_in_plain_python_a_batch_is_the_same(variant: Variant) -> None:
    fast = made(variant, 3, seed=9)
    fast.roll(40)
    with plain_python():
        slow = made(variant, 3, seed=9)
        slow.roll(40)
    expect_the_same(fast, slow)


def expect_the_same(one: Batch, other: Batch) -> None:
    for name in ("observation", "mask", "counts", "player", "rewards", "done", "cut", "winner", "steps", "states"):
        assert (getattr(one, name) == getattr(other, name)).all(), name


@every_variant
def test_a_game_does_not_depend_on_its_neighbours_or_on_threads(variant: Variant) -> None:
    many, few, spread = made(variant, 40, seed=3), made(variant, 7, seed=3), made(variant, 40, seed=3, threads=3)
    for batch in (many, few, spread):
        batch.roll(60)
    expect_the_same(many, spread)
    assert (many.states[:7] == few.states).all() and (many.observation[:7] == few.observation).all()
    spread.close()


def test_rolling_is_stepping_with_random_actions() -> None:
    rolled, stepped = Batch("tablut", 20, seed=4), Batch("tablut", 20, seed=4)
    rolled.roll(70)
    for _ in range(70):
        stepped.step(stepped.random_actions())
    expect_the_same(rolled, stepped)
    assert not (Batch("tablut", 20, seed=5).random_actions() == Batch("tablut", 20, seed=4).random_actions()).all()


def test_threads_of_other_people_may_play_their_own_batches() -> None:
    batches = [Batch("never-alone", 16, seed=2) for _ in range(4)]
    alone = Batch("never-alone", 16, seed=2)
    alone.roll(500)
    threads = [threading.Thread(target=batch.roll, args=(500,)) for batch in batches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for batch in batches:
        expect_the_same(batch, alone)


# What is refused


def snapshot(batch: Batch) -> list[Any]:
    return [np.array(getattr(batch, name)) for name in ("states", "mask", "observation", "steps", "done", "rewards")]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda actions: actions.astype(float), "actions are whole numbers, not float64"),
        (lambda actions: actions[:-1], "there are 6 games, and actions of shape"),
        (lambda actions: actions.reshape(2, 3), "there are 6 games, and actions of shape"),
        (lambda actions: None, "actions are whole numbers, not object"),
        (lambda actions: np.full(6, np.nan), "actions are whole numbers, not float64"),
        (lambda actions: np.ones(6, bool), "actions are whole numbers, not bool"),
        (lambda actions: np.where(np.arange(6) == 4, -1, actions), "game 4: action -1 is not legal"),
        (lambda actions: np.where(np.arange(6) >= 2, 1296, actions), "game 2: action 1296 is not legal"),
        (lambda actions: np.where(np.arange(6) == 5, 0, actions), "game 5: action 0 is not legal"),
        (lambda actions: np.full(6, 2**64 - 1, np.uint64), "game 0: action 18446744073709551615 is not legal"),
    ],
)
def test_what_is_no_action_for_each_game_is_refused_and_changes_nothing(spoil: Any, said: str) -> None:
    batch = Batch("tablut", 6)
    batch.roll(5)
    before = snapshot(batch)
    with pytest.raises(ValueError, match=said):
        batch.step(spoil(batch.random_actions().copy()))
    assert all((one == other).all() for one, other in zip(before, snapshot(batch), strict=True))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"size": 0}, "a batch holds 1 to"),
        ({"size": 2.5}, "a batch holds 1 to"),
        ({"size": True}, "a batch holds 1 to"),
        ({"longest": 0}, "the longest game has 1 to"),
        ({"seed": "first"}, "a seed is a whole number, not 'first'"),
        ({"game": 3}, "a game is a name like 'tablut'"),
        ({"players": 3}, "tablut has no option 'players'"),
        ({"threads": 0}, "threads are 1 to 256"),
        ({"dtype": "float16"}, "observations can be uint8, int8"),
        ({"dtype": "nonsense"}, "observations can be uint8, int8"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Batch(**({"game": "tablut", "size": 2} | settings))


# Beginning anew


def test_games_can_begin_anew_one_by_one_and_from_any_position() -> None:
    game = tv.game("tablut")
    batch = Batch(game, 4, seed=8)
    batch.roll(9)
    kept = batch.states[[0, 3]].copy()
    there = game.start().play("e4-f4")
    batch.reset([1, 2], there)
    assert (batch.states[[0, 3]] == kept).all() and batch.steps.tolist() == [9, 0, 0, 9]
    expect_equal(batch, 1, there)
    batch.reset(np.array([True, False, False, False]))
    expect_equal(batch, 0, game.start())
    for which, said in (([4], "counted from 0 to 3"), ([-1], "counted from 0 to 3"), ([0.5], "by a mask")):
        with pytest.raises(ValueError, match=said):
            batch.reset(which)
    with pytest.raises(ValueError, match="begin with a position of"):
        batch.reset(None, tv.game("pathwayz").start())
    over = game.position("9/9/9/9/2k6/9/9/9/8b w").play("c5-c1")
    with pytest.raises(ValueError, match="not over"):
        batch.reset(None, over)


def test_a_seed_brings_the_same_games_back() -> None:
    batch = Batch("pit", 5, seed=1)
    batch.roll(30)
    first = batch.states.copy()
    batch.reset(seed=1)
    batch.roll(30)
    assert (batch.states == first).all()


# Copies and files


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_like_the_batch_that_it_was_made_from(copied: Any) -> None:
    batch = Batch("tablut", 6, seed=2, dtype=np.float32, longest=60)
    batch.roll(33)
    other = copied(batch)
    expect_the_same(batch, other)
    batch.roll(40)
    assert not (batch.states == other.states).all()
    other.roll(40)
    expect_the_same(batch, other)
    assert other.observation.dtype == np.float32


def test_a_batch_comes_back_from_a_file(tmp_path: Path) -> None:
    batch = Batch(tv.game("pit", players=3), 6, seed=2)
    batch.roll(25)
    batch.save(tmp_path / "batch.npz")
    other = Batch.load(tmp_path / "batch.npz")
    batch.roll(25)
    other.roll(25)
    expect_the_same(batch, other)
    assert other.game == batch.game


def test_a_file_that_is_no_batch_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "batch.npz"
    Batch("tablut", 2).save(path)
    whole = path.read_bytes()
    for content in (b"", b"nonsense", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="is not the file of a batch"):
            Batch.load(path)
    np.savez(path, about=np.array("{'format': 1, 'name': 'tablut', 'options': {}, 'rules': 99}"))
    with pytest.raises(ValueError, match="other rules of tablut"):
        Batch.load(path)
    np.savez(path, about=np.array("__import__('os')"))
    with pytest.raises(ValueError, match="is not the file of a batch"):
        Batch.load(path)
    with pytest.raises(FileNotFoundError):
        Batch.load(tmp_path / "nothing.npz")


# More


def test_the_last_sight_of_a_game_is_kept_where_somebody_asks() -> None:
    batch = Batch("never-alone", 1, seed=3, final=True)
    position = batch.game.start()
    while position.outcome is None:
        action = int(batch.random_actions()[0])
        position = position.act(action)
        batch.step([action])
    assert batch.done[0] and batch.final is not None
    assert (batch.final[0] == batch.view(position)).all()
    expect_equal(batch, 0, batch.game.start())
    assert Batch("never-alone", 1).final is None


def test_memory_stays_the_same_over_a_million_steps() -> None:
    batch = Batch("never-alone", 64)
    batch.roll(100)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(16):
        batch.roll(1000)
    for _ in range(500):
        batch.step(batch.random_actions())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096  # kilobytes


def test_a_game_without_planes_is_seen_by_way_of_its_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavoliere.gym.batch.planes", lambda game: View(game, planes_of_scenes(game)))
    batch = Batch("never-alone", 3, seed=6)
    position = batch.game.start()
    for _ in range(6):
        actions = batch.random_actions()
        batch.step(actions)
        position = position.act(int(actions[0]))
        expect_equal(batch, 0, position)
