"""Positions with one winning turn, each proven by two searches: the champion finds it.

Another turn counts too if a search proves that it wins: where a turn has two parts, several may, and some win later.
"""

import json
from pathlib import Path

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.search.specs import parse_spec

FOLDER = Path(__file__).parents[1] / "data" / "tactics"
CHAMPION = parse_spec("champion:nodes=2500000")
"""About what the champion sees in a second."""
CHECK = parse_spec("alphabeta:nodes=4000000")
LEAST_SHARE = 0.95


def tactics(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", own_games())
def test_every_game_has_tactics_with_legal_lines_that_lose_nothing(name):
    found = tactics(name)
    assert len({tactic["position"] for tactic in found}) >= 30
    for tactic in found:
        position = tv.game(name).position(tactic["position"])
        mover = position.turn
        assert tactic["line"][0] == tactic["best"]
        for move in tactic["line"]:
            assert position.outcome is None
            position = position.play(move)
        assert position.outcome is None or position.outcome.winner == mover


def is_won(after):
    """Whether the player to move is certain to lose."""
    return CHECK.player(1).choose(after, CHECK.budget()).proven == "loss"


@pytest.mark.parametrize("name", own_games())
def test_the_champion_finds_the_winning_turn(name):
    game = tv.game(name)
    champion = CHAMPION.resolved(game)
    found = 0
    for tactic in tactics(name):
        position = game.position(tactic["position"])
        assert is_won(position.play(tactic["best"])), tactic
        choice = champion.player(1).choose(position, champion.budget())
        found += choice.move == tactic["best"] or choice.proven == "win" or is_won(position.play(choice.move))
    assert found >= LEAST_SHARE * len(tactics(name))
