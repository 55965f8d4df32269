"""Game files as arrays: the same positions and actions that a replay sees, whatever the form of the file."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.arena.selfplay import Log
from tavoliere.records import Record, RecordError, recorded, write, write_jsonl
from tavoliere.search.selfplay import Conditions, played_game
from tavoliere.search.specs import parse_spec
from tests.conformance.variants import walk

GAMES = ["never-alone", "tablut"]


def a_record(name: str, seed: int) -> Record:
    positions = walk((name, ()), seed)
    whole = [position for position in positions if not position.pending]
    moves = [
        next(move for move in before.legal_moves() if before.play(move) == after)
        for before, after in itertools.pairwise(whole)
    ]
    return recorded(positions[0].game, moves)


def expect_replayed(found: tv.gym.Arrays, records: list[Record]) -> None:
    row = 0
    for number, record in enumerate(records):
        position, view = record.first_position(), tv.gym.planes(record.game)
        last = record.last_position()
        for move in record.moves:
            for action in position.exact_actions(move):
                assert (found.observation[row] == view(position)).all() and found.actions[row] == action
                assert found.players[row] == position.state.turn and found.games[row] == number
                assert np.isnan(found.values[row])
                won = last.outcome is not None and last.outcome.winner is not None
                assert set(found.results[row]) == ({1.0, -1.0} if won else {0.0})
                position = position.act(action)
                row += 1
    assert row == len(found.actions)


@pytest.mark.parametrize("name", GAMES)
def test_records_are_read_as_they_were_played(name: str, tmp_path: Path) -> None:
    records = [a_record(name, seed) for seed in range(3)]
    text, lines = tmp_path / "games.tav", tmp_path / "games.jsonl"
    with text.open("w", encoding="utf-8") as file:
        write(records, file)
    with lines.open("w", encoding="utf-8") as file:
        write_jsonl(records, file)
    for path in (text, lines):
        (found,) = tv.gym.arrays(path)
        expect_replayed(found, records)
    both = list(tv.gym.arrays([text, lines], chunk=1))
    assert len(both) == 6 and [int(part.games[0]) for part in both] == list(range(6))
    assert tv.gym.save_arrays(text, tmp_path / "games.npz") == len(found.actions)
    with np.load(tmp_path / "games.npz") as stored:
        assert (stored["observation"] == found.observation).all()


def test_games_with_remarks_are_read_like_those_without(tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.tav", tmp_path / "marked.tav"
    with plain.open("w", encoding="utf-8") as file:
        write([a_record("tablut", 4), a_record("tablut", 5)], file)
    text = plain.read_text(encoding="utf-8")
    marked.write_text(text.replace(" 2. ", "! {a remark} 2. ", 1), encoding="utf-8")
    (one,), (other,) = tv.gym.arrays(plain), tv.gym.arrays(marked)
    assert marked.read_text(encoding="utf-8") != text
    assert (one.observation == other.observation).all() and (one.actions == other.actions).all()
    first = text.split("1. ")[1].split()[0]
    marked.write_text(text.replace(first, "e5-e9", 1), encoding="utf-8")
    with pytest.raises(RecordError, match="e5-e9"):
        list(tv.gym.arrays(marked))
    marked.write_text('[Game "tablut"]\n[Result "1-0"]\n', encoding="utf-8")
    with pytest.raises(RecordError, match=r"line 1, column 1: .*marked\.tav: the game has no result"):
        list(tv.gym.arrays(marked))


def test_self_play_is_read_with_what_the_players_thought(tmp_path: Path) -> None:
    game = tv.game("never-alone")
    conditions = Conditions(game, (parse_spec("alphabeta:nodes=20"),) * 2, opening=2)
    path = tmp_path / "games.games"
    with Log(path, conditions) as log:
        played = [played_game((conditions, number)) for number in range(2)]
        for one in played:
            log.append(one)
    (found,) = tv.gym.arrays(path)
    assert found.actions.tolist() == [action for one in played for turn in one.turns for action in turn]
    told = [value for one in played for value in one.values]
    assert np.isnan(found.values).tolist() == [value is None for value in told]
    assert all(0 <= value <= 1 for value in found.values[~np.isnan(found.values)])


def test_visits_of_a_tree_search_are_read_where_somebody_asks(tmp_path: Path) -> None:
    game = tv.game("never-alone")
    conditions = Conditions(game, (parse_spec("mcts:nodes=60,multi=3"),) * 2, opening=1)
    path = tmp_path / "games.games"
    with Log(path, conditions) as log:
        log.append(played := played_game((conditions, 0)))
    assert played.visits and not played.visits[0], "the opening is random"
    (plain,), (found,) = tv.gym.arrays(path), tv.gym.arrays(path, visits=True)
    assert plain.visits.shape == (len(plain.actions), 0)
    assert found.visits.shape == (len(found.actions), 65) and not found.visits[0].any()
    thought = ~np.isnan(found.values)
    tried = (found.visits > 0).sum(axis=1)
    assert thought.any() and (tried[thought] >= 1).all() and (tried <= 3).all()
    assert all(found.visits[row, found.actions[row]] > 0 for row in np.flatnonzero(thought))
    assert tv.gym.save_arrays(path, tmp_path / "games.npz", visits=True) == len(found.actions)
    text = path.read_text(encoding="utf-8")
    for wrong in ('"visits":[[[99,5]]', '"visits":[[[-1,5]]', '"visits":[[[3,-5]]', '"visits":[[[3,99999999999]]'):
        path.write_text(text.replace('"visits":[[]', wrong), encoding="utf-8")
        with pytest.raises(ValueError, match="visits that cannot be"):
            list(tv.gym.arrays(path, visits=True))


def test_files_of_different_games_do_not_mix_and_nonsense_is_refused(tmp_path: Path) -> None:
    paths = []
    for name in GAMES:
        paths.append(tmp_path / f"{name}.tav")
        with paths[-1].open("w", encoding="utf-8") as file:
            write([a_record(name, 1)], file)
    with pytest.raises(ValueError, match="a game with other rules or options than the first one"):
        list(tv.gym.arrays(paths))
    (tmp_path / "empty.tav").write_text("", encoding="utf-8")
    assert list(tv.gym.arrays(tmp_path / "empty.tav")) == []
    with pytest.raises(ValueError, match="there are no games"):
        tv.gym.save_arrays(tmp_path / "empty.tav", tmp_path / "none.npz")
    with pytest.raises(FileNotFoundError):
        list(tv.gym.arrays(tmp_path / "nothing.tav"))
    with pytest.raises(ValueError, match="a chunk holds 1 to"):
        list(tv.gym.arrays(paths[0], chunk=0))
