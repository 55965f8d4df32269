"""Matches: fair pairings, games that are kept and not played twice, statistics by the published formulas."""

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.arena.match import (
    Pairing,
    decided_by,
    opening,
    pairings,
    play_game,
    score_of_first,
    scores_by_round,
)
from tavoliere.arena.stats import estimate
from tavoliere.records import read
from tavoliere.search.specs import parse_spec
from tavoliere.search.worker import SearchFailed
from tests.arena.players import Here


def test_every_round_is_played_from_every_seat():
    assert list(pairings(tv.game("tablut"), 2)) == [Pairing(0, 0), Pairing(0, 1), Pairing(1, 0), Pairing(1, 1)]
    assert len(list(pairings(tv.game("pit", players=4), 3))) == 12


def test_an_opening_is_the_same_for_all_games_of_a_round_and_never_ends_the_game():
    game = tv.game("never-alone")
    assert opening(game, 3, 4, 1) == opening(game, 3, 4, 1)
    assert len({tuple(opening(game, number, 4, 1)) for number in range(20)}) > 10
    for number in range(20):
        position = game.start()
        for move in opening(game, number, 6, 1):
            position = position.play(move)
        assert position.outcome is None


def test_an_opening_that_is_decided_is_passed_over():
    game = tv.game("pit")
    chooser = Here()
    decided = decided_by(chooser)
    plain = [opening(game, number, 2, 1) for number in range(12)]
    taken = [opening(game, number, 2, 1, decided) for number in range(12)]
    assert any(decided(reached(game, moves)) for moves in plain)
    assert not any(decided(reached(game, moves)) for moves in taken)
    assert taken == [opening(game, number, 2, 1, decided) for number in range(12)]


def test_where_every_opening_is_decided_one_of_them_is_played():
    assert len(opening(tv.game("tablut"), 0, 2, 1, lambda position: True)) == 2


def reached(game, moves):
    position = game.start()
    for move in moves:
        position = position.play(move)
    return position


def test_an_opening_longer_than_the_game_is_refused():
    with pytest.raises(ValueError, match="take a shorter opening"):
        opening(tv.game("never-alone"), 0, 400, 1)


def test_the_stronger_player_scores_more():
    game = tv.game("never-alone")
    strong, weak = parse_spec("mcts:nodes=300"), parse_spec("random")
    records = [play_game(game, strong, weak, pairing, Here(), 2, 1) for pairing in pairings(game, 6)]
    found = estimate(scores_by_round(records))
    assert found.games == 12
    assert found.score > 0.8
    assert found.los > 0.95


def test_a_player_who_fails_loses_that_game_and_the_reason_is_kept():
    class Broken(Here):
        def choose(self, spec, position, seed, line=None):
            if spec.kind == "mcts":
                raise SearchFailed("the search process died")
            return super().choose(spec, position, seed, line)

    game = tv.game("pit", players=3)
    record = play_game(game, parse_spec("mcts:nodes=5"), parse_spec("random"), Pairing(0, 1), Broken(), 0, 1)
    assert record.other_tags["Fault"] == "r: the search process died"
    assert score_of_first(record) == 0


def test_a_match_is_kept_and_goes_on_where_it_stopped(tmp_path, capsys):
    file = tmp_path / "match.tav"
    command = ["match", "mcts:nodes=60", "random", "--game", "never-alone", "--file", str(file)]
    assert main([*command, "--rounds", "2"]) == 0
    first = list(read(file.read_text(encoding="utf-8")))
    assert len(first) == 4
    assert main([*command, "--rounds", "3", "--json"]) == 0
    second = list(read(file.read_text(encoding="utf-8")))
    assert second[:4] == first
    assert len(second) == 6
    assert '"games": 6' in capsys.readouterr().out
    assert main(["match", "random", "random", "--game", "tablut", "--file", str(file)]) == 1
    assert "another match" in capsys.readouterr().err


def test_a_match_refuses_what_it_does_not_understand(capsys):
    assert main(["match", "mcts", "level:30", "--game", "tablut"]) == 1
    assert "the levels of tablut are level:1 to level:10, not 'level:30'" in capsys.readouterr().err
    assert main(["match", "random", "random", "three", "--game", "pit"]) == 1
    assert "players=3" in capsys.readouterr().err
