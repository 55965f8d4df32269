"""What a net sees: everything on the board and beside it, from any seat, turned with the board, named and drawn."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.core.squares import name_of
from tavoliere.games import own_games
from tavoliere.gym.scenes import planes_of_scenes
from tavoliere.gym.view import View
from tests.conformance.variants import Variant, every_variant, game_of, walk
from tests.gym import decoders

SHAPES = {
    "never-alone": (3, 8, 8),
    "pathwayz": (4, 8, 12),
    "pit": (14, 9, 9),
    "pit-of-pillars": (24, 8, 8),
    "tablut": (4, 9, 9),
}


def positions(variant: Variant, step: int = 3) -> list[tv.Position]:
    return [position for seed in range(3) for position in walk(variant, seed)[::step]]


def test_every_game_of_ours_has_planes_of_its_own() -> None:
    assert {name: tv.gym.planes(tv.game(name)).shape for name in own_games()} == SHAPES
    assert set(decoders.READERS) == set(own_games())


@every_variant
def test_everything_in_the_picture_can_be_read_back_from_every_seat(variant: Variant) -> None:
    for position in positions(variant):
        for viewer in position.game.players:
            assert decoders.read(position, viewer) == decoders.shown(position), (repr(position), viewer)


@every_variant
def test_numbers_stay_below_what_the_planes_promise(variant: Variant) -> None:
    view = tv.gym.planes(game_of(variant))
    for position in positions(variant):
        assert (view(position).max(axis=(1, 2)) <= view.most).all()


@every_variant
def test_a_turned_board_shows_turned_planes_and_has_turned_actions(variant: Variant) -> None:
    game = game_of(variant)
    view = tv.gym.planes(game)
    for number in range(view.symmetries):
        symmetry = view.symmetry(number)
        assert sorted(symmetry.planes) == list(range(int(np.prod(view.shape))))
        assert sorted(symmetry.moved) == list(range(game.action_count))
        for position in positions(variant, 40):
            state, moved = game.ruleset.symmetric(position.state, dict(game.options), number)
            for viewer in range(len(game.players)):
                seen = view.of_state(position.state, viewer)
                assert (view.of_state(state, viewer) == symmetry.observation(seen)).all()
            legal = np.isin(np.arange(game.action_count), position.actions())
            turned = np.isin(np.arange(game.action_count), [moved(action) for action in position.actions()])
            assert (symmetry.policy(legal) == turned).all()
            assert [symmetry.moved[action] for action in position.actions()] == [
                moved(action) for action in position.actions()
            ]


def test_many_observations_are_turned_at_once() -> None:
    batch = tv.gym.Batch("pathwayz", 5)
    batch.roll(9)
    symmetry = batch.view.symmetry(3)
    turned = symmetry.observation(batch.observation)
    assert all((turned[k] == symmetry.observation(batch.observation[k])).all() for k in range(5))


def test_what_is_no_observation_and_no_policy_is_not_turned() -> None:
    symmetry = tv.gym.planes("tablut").symmetry(3)
    for wrong in (np.zeros((4, 9, 8)), np.zeros((3, 9, 9)), np.zeros(5)):
        with pytest.raises(ValueError, match=r"an observation ends in the shape \(4, 9, 9\), not"):
            symmetry.observation(wrong)
    for wrong in (np.zeros((4, 1295)), np.zeros(1297), np.zeros(())):
        with pytest.raises(ValueError, match=r"a policy ends in the shape \(1296,\), not"):
            symmetry.policy(wrong)


def test_planes_show_positions_of_their_own_game_only() -> None:
    view = tv.gym.planes("pit", players=3)
    assert view(tv.game("pit", players=3).start()).shape == view.shape
    for other in (tv.game("pit").start(), tv.game("pathwayz").start(), "start", None):
        with pytest.raises(ValueError, match="these planes show positions of"):
            view(other)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has its options already"):
        tv.gym.planes(tv.game("pit"), players=3)
    with pytest.raises(ValueError, match="a game is a name like 'tablut'"):
        tv.gym.planes(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [-1, 8, "first", 1.0])
def test_there_are_no_other_symmetries(number: Any) -> None:
    with pytest.raises(ValueError, match=f"symmetries are counted from 0 to 7, not {number}"):
        tv.gym.planes(tv.game("tablut")).symmetry(number)


def test_occurrences_are_shown_where_the_third_one_ends_a_game() -> None:
    game = tv.game("pit-of-pillars")
    view = tv.gym.planes(game)
    start = game.position("#6#/7r/8/8/8/8/w7/#6# w m 0-0 - 0")
    again = start.play("a2-a3").play("h7-h6").play("a3-a2").play("h6-h7")
    assert (view(start)[-1].max(), view(again)[-1].min()) == (0, 1)
    assert not tv.gym.planes(tv.game("tablut")).counts_occurrences


def test_planes_have_names_and_can_be_drawn() -> None:
    view = tv.gym.planes(tv.game("never-alone"))
    assert view.names == ("your pieces", "the other player's pieces", "passes just made, one after another")
    drawn = view.picture(tv.game("never-alone").start())
    first = drawn.split("\n\n")[0].splitlines()
    assert first[0] == "0  your pieces"
    assert first[5] == " 4 . . . 1 . . . ." and first[-1] == "   a b c d e f g h"
    side = tv.gym.planes(tv.game("tablut")).picture(tv.game("tablut").start(), "b").split("\n\n")[-1]
    assert side == "3  1 for Black, 0 for White\n   1 on every square"


@every_variant
def test_every_plane_has_a_name_of_its_own(variant: Variant) -> None:
    view = tv.gym.planes(game_of(variant))
    assert len(set(view.names)) == view.shape[0] and all(view.names)


@pytest.mark.parametrize("viewer", ["x", 2, -1, 1.5])
def test_a_viewer_who_does_not_play_is_refused(viewer: Any) -> None:
    start = tv.game("tablut").start()
    with pytest.raises(ValueError, match=r"there is no player .*; the players are w, b"):
        tv.gym.planes(start.game)(start, viewer)


def test_planes_can_be_pickled() -> None:
    view = tv.gym.planes(tv.game("pit", players=3))
    start = view.game.start()
    assert (pickle.loads(pickle.dumps(view))(start) == view(start)).all()


# Games that bring no planes


@pytest.mark.parametrize("name", own_games())
def test_plain_planes_show_every_piece_of_any_game_that_can_be_drawn(name: str) -> None:
    game = tv.game(name)
    view = View(game, planes_of_scenes(game))
    for position in walk((name, ()), 1)[::9]:
        stacks, barriers, _ = decoders.shown(position)
        for viewer in range(len(game.players)):
            seen = view.of_state(position.state, viewer)
            kinds = view.planes.lens.kinds.pieces  # type: ignore[attr-defined]
            tops = {}
            for plane in range(len(game.players) * len(kinds)):
                seat, kind = divmod(plane, len(kinds))
                owner = game.players[(viewer + seat) % len(game.players)]
                tops |= {square: (owner, str(kinds[kind])) for square in decoders.squares(seen[plane])}
            assert tops == {square: pieces[-1] for square, pieces in stacks.items()}
            if view.planes.sides:
                found = {
                    frozenset((name_of(column, row), name_of(column + across, row + up)))
                    for plane, (across, up) in zip(view.planes.sides, ((0, 1), (1, 0)), strict=True)
                    for row, column in zip(*map(np.ndarray.tolist, seen[plane].nonzero()), strict=True)
                }
                assert found == barriers
