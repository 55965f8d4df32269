"""Tree search for learners: it finds what brute force finds, and asks its net about full batches only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tavoliere as tv
import tavoliere.gym.search as search_module
from tavoliere.gym import Batch, Search, Style, save_targets, self_play


def blind(batch: Batch) -> Any:
    """A net that knows nothing, and checks that it is asked about a whole batch."""

    def net(observation: Any) -> tuple[Any, Any]:
        assert observation.shape == batch.observation.shape
        return np.zeros(batch.mask.shape), np.zeros(batch.size)

    return net


def winning_actions(position: tv.Position) -> set[int]:
    """The actions that win at once."""
    found = ((action, position.act(action).outcome) for action in position.actions())
    return {action for action, outcome in found if outcome is not None and outcome.winner == position.turn}


def test_a_win_at_once_is_found_in_every_game_of_a_batch() -> None:
    game = tv.game("tablut")
    position = game.position("9/9/9/9/2k6/9/9/9/8b w")
    batch = Batch(game, 4)
    batch.reset([1, 3], position)
    found = Search(batch, blind(batch), Style(simulations=120)).run(batch)
    wins = winning_actions(position)
    assert wins and {int(found.best[number]) for number in (1, 3)} <= wins
    assert (found.values[[1, 3], 0] > 0.3).all() and np.allclose(found.values.sum(axis=1), 0, atol=1e-4)


def test_it_does_not_walk_into_a_loss() -> None:
    """Two of Black's eight placements leave a piece that Red captures at once."""
    game = tv.game("never-alone")
    start = game.position("8/3r4/8/4b3/3r4/8/8/8 b 0")
    losing = {action for action in start.actions() if winning_actions(start.act(action))}
    assert len(losing) == 2 and len(start.actions()) == 8
    batch = Batch(game, 1)
    batch.reset(None, start)
    found = Search(batch, blind(batch), Style(simulations=200)).run(batch)
    assert int(found.best[0]) not in losing
    assert max(found.visits[0, action] for action in losing) < found.visits[0].max()


@pytest.mark.parametrize(
    "style", [Style(simulations=40, noise="gumbel", considered=4), Style(simulations=6), Style(simulations=2)]
)
@pytest.mark.parametrize("liking", [0, 300])
def test_what_is_known_to_lose_is_left_for_what_was_not_tried(
    style: Style, liking: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all that was drawn or tried loses; with a net, too, that gives the rest no chance at all."""
    batch = Batch("never-alone", 100, seed=5)
    batch.roll(9)
    trees: list[Any] = []
    sum_up = search_module._Tree.found
    monkeypatch.setattr(search_module._Tree, "found", lambda tree: trees.append(tree) or sum_up(tree))
    liked = liking * (np.random.default_rng(5).random(batch.mask.shape) < 0.1)
    found = Search(batch, lambda observation: (liked, np.zeros(batch.size)), style).run(batch)
    lost, is_tried = trees[0].lost[:, 0], found.visits > 0
    is_left = (batch.mask & ~lost).any(axis=1)
    assert not lost[np.arange(batch.size), found.best][is_left].any()
    assert not found.policy[lost & is_left[:, None]].any()
    assert np.allclose(found.policy.sum(axis=1), 1) and not found.policy[~batch.mask].any()
    assert batch.mask[np.arange(batch.size), found.best].all()
    if style.noise:
        goes_on = is_tried.sum(axis=1) > style.considered
        assert goes_on.any() and (lost & is_tried).sum(axis=1)[goes_on].min() >= style.considered


def test_what_it_is_sure_of_is_proven_by_alpha_beta() -> None:
    """Wins and losses several turns away, which are certain where every answer was looked at."""
    batch = Batch("never-alone", 80, seed=5)
    positions = [batch.game.start()] * batch.size
    for _ in range(9):
        actions = batch.random_actions().tolist()
        after = [position.act(action) for position, action in zip(positions, actions, strict=True)]
        positions = [batch.game.start() if position.outcome else position for position in after]
        batch.step(actions)
    found = Search(batch, blind(batch), Style(simulations=500)).run(batch)
    sure = np.flatnonzero(np.abs(found.values[:, 0]) == 1)
    prover, results = tv.player("alphabeta:nodes=50000"), set()
    for number in sure.tolist():
        position, mover = positions[number], int(batch.player[number])
        choice, after = prover.choose(position), position.act(int(found.best[number]))
        assert choice.proven == ("win" if found.values[number, mover] == 1 else "loss"), str(position)
        assert choice.proven == "loss" or after.outcome or prover.choose(after).proven == "loss"
        results.add((choice.proven, choice.depth > 1))
    assert ("win", True) in results and ("loss", True) in results, "one turn ahead is easy"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_number_of_players_and_turns_of_several_actions(players: int) -> None:
    game = tv.game("pit", players=players)
    batch = Batch(game, 3, seed=players)
    batch.roll(9)
    before = batch.states.copy()
    found = Search(batch, blind(batch), Style(simulations=30)).run(batch)
    assert (batch.states == before).all()
    assert found.visits.sum(axis=1).tolist() == [30] * 3
    assert not found.visits[~batch.mask].any() and batch.mask[np.arange(3), found.best].all()
    assert np.allclose(found.policy.sum(axis=1), 1) and found.values.shape == (3, players)


@pytest.mark.parametrize("noise", ["", "dirichlet", "gumbel"])
def test_a_seed_brings_the_same_trees_and_noise_others(noise: str) -> None:
    batch = Batch("never-alone", 6, seed=2)
    style = Style(simulations=20, noise=noise, considered=3)
    runs = [Search(batch, blind(batch), style, seed=seed).run(batch).visits for seed in (1, 1, 2)]
    assert (runs[0] == runs[1]).all()
    assert (runs[0] == runs[2]).all() == (noise == "")
    if noise == "gumbel":
        assert ((runs[0] > 0).sum(axis=1) <= 3).all()


def test_the_policy_of_the_net_leads_and_its_values_count() -> None:
    batch = Batch("pathwayz", 2)

    def net(observation: Any) -> tuple[Any, Any]:
        logits = np.zeros(batch.mask.shape)
        logits[:, 17] = 9
        return logits, np.full((2, 2), 0.5)

    found = Search(batch, net, Style(simulations=25)).run(batch)
    assert found.best.tolist() == [17, 17] and np.allclose(found.values, 0.5)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda n, a: np.zeros((n, a)), "answers with a pair"),
        (lambda n, a: (np.zeros((n, a - 1)), np.zeros(n)), r"shapes \(2, 64\) and \(2,\); logits are \(2, 65\)"),
        (
            lambda n, a: (np.zeros((n, a)), np.zeros(n + 1)),
            r"and \(3,\); logits are \(2, 65\), and values \(2,\) or \(2, 2\)",
        ),
        (lambda n, a: (np.full((n, a), np.nan), np.zeros(n)), "the policy holds nan in row 0 at action 0"),
        (lambda n, a: (np.full((n, a), -np.inf), np.zeros(n)), "the policy holds -inf in row 0 at action 3"),
        (lambda n, a: (np.zeros((n, a)), np.array([0, np.inf])), "values hold NaN or infinity, first in row 1"),
        (lambda n, a: ("left", "right"), "what is no array of numbers"),
    ],
)
def test_a_net_that_answers_nonsense_is_refused(answer: Any, said: str) -> None:
    batch = Batch("never-alone", 2)
    with pytest.raises(ValueError, match=said):
        Search(batch, lambda observation: answer(*batch.mask.shape)).run(batch)


# Games that a net plays against itself


def test_self_play_keeps_what_a_net_should_learn(tmp_path: Path) -> None:
    batch = Batch("never-alone", 4, seed=5)
    search = Search(batch, blind(batch), Style(simulations=8, noise="dirichlet"), seed=5)
    parts = list(self_play(batch, search, 5, seed=5))
    assert len(parts) >= 5 and [int(part.games[0]) for part in parts] == list(range(len(parts)))
    for part in parts:
        assert np.allclose(part.policy.sum(axis=1), 1) and part.players[0] == 0
        assert (np.diff(part.players) != 0).all(), "players of Never Alone take turns"
        assert len({tuple(row) for row in part.results.tolist()}) == 1
        assert part.results[0].sum() == 0 and set(part.results[0].tolist()) in ({0.0}, {1.0, -1.0})
        assert (part.visits.sum(axis=1) == 8).all() and (
            part.visits[np.arange(len(part.actions)), part.actions] > 0
        ).all()
        assert (part.observation[0] == batch.view(batch.game.start())).all()
    again = Batch("never-alone", 4, seed=5)
    repeated = self_play(again, Search(again, blind(again), Style(simulations=8, noise="dirichlet"), seed=5), 5, seed=5)
    assert all((one.policy == other.policy).all() for one, other in zip(parts, repeated, strict=True))
    assert save_targets(parts, tmp_path / "games.npz") == sum(len(part.players) for part in parts)
    with np.load(tmp_path / "games.npz") as stored:
        assert (stored["policy"][: len(parts[0].policy)] == parts[0].policy).all()


def test_drawn_actions_follow_the_policy_and_are_legal() -> None:
    batch = Batch("pit", 2, seed=1)
    search = Search(batch, blind(batch), Style(simulations=6))
    for part in self_play(batch, search, 1, drawn=1000, seed=3):
        assert len(part.players) > 4 and part.policy.shape[1] == 730


def test_a_net_may_mask_what_is_illegal_by_itself() -> None:
    batch = Batch("never-alone", 3)
    batch.roll(4)
    masked = np.where(batch.mask, 0.0, -np.inf)

    def net(observation: Any) -> Any:
        return (masked if (observation == batch.observation).all() else np.zeros(masked.shape)), np.zeros(3)

    def unmasked(observation: Any) -> Any:
        return np.zeros(masked.shape), np.zeros(3)

    found, plain = (Search(batch, asked, Style(simulations=12)).run(batch) for asked in (net, unmasked))
    assert (found.visits == plain.visits).all()


@pytest.mark.parametrize("other", [Batch("never-alone", 3), Batch("tablut", 2), None])
def test_a_search_is_for_batches_of_one_game_and_size(other: Any) -> None:
    batch = Batch("never-alone", 2)
    search = Search(batch, lambda seen: (np.zeros((2, 65)), np.zeros(2)), Style(simulations=2))
    with pytest.raises(ValueError, match=r"made for 2 games of tavoliere\.game..never-alone"):
        search.run(other)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"noise": "pink"}, "noise is dirichlet, gumbel or nothing"),
        ({"simulations": 0}, "simulations are 1 to 16777216, not 0"),
        ({"simulations": 1.5}, "simulations are 1 to 16777216, not 1.5"),
        ({"considered": 0}, "actions considered are 1 to"),
        ({"exploration": float("nan")}, "exploration is a number from 0 on, not nan"),
        ({"exploration": "much"}, "exploration is a number from 0 on, not much"),
        ({"share": 1.5}, "the share of noise is 1 at the most"),
        ({"alpha": 0}, "alpha is a number from"),
    ],
)
def test_a_style_that_cannot_be_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Style(**settings)


def test_targets_of_no_games_are_not_written(tmp_path: Any) -> None:
    with pytest.raises(ValueError, match="there are no games to write"):
        save_targets([], tmp_path / "none.npz")
    assert not (tmp_path / "none.npz").exists()
