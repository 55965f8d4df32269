"""The second opinion: trying everything finds what the slow brute force finds, and says when it cannot."""

import random

import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.search.force import Brute, Unclear
from tests.search.brute import certain

GAMES = {"never-alone": 3, "tablut": 2, "pathwayz": 2}


def late_positions(name, count):
    """Positions shortly before the end of random games."""
    chance = random.Random(f"force {name}")
    for _ in range(count):
        positions = [tv.game(name).start()]
        while positions[-1].outcome is None and len(positions) < 400:
            positions.append(positions[-1].play(chance.choice(positions[-1].legal_moves())))
        if len(positions) > 4:
            yield tv.game(name).position(str(positions[-3]))


@pytest.mark.parametrize("name", GAMES)
def test_it_finds_what_the_slow_brute_force_finds(name):
    turns, found = GAMES[name], 0
    for position in late_positions(name, 12):
        brute = Brute(position.game, turns)
        for player in position.game.players:
            wins = brute.wins(position, player, turns)
            assert wins == (certain(position, turns)[0] == player), str(position)
            found += wins
    assert found > 0


def test_plain_python_finds_the_same():
    for position in late_positions("never-alone", 3):
        answers = {Brute(position.game, 3).wins(position, position.turn, 3)}
        with plain_python():
            answers.add(Brute(position.game, 3).wins(position, position.turn, 3))
        assert len(answers) == 1


def test_a_win_needs_its_turns():
    position = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w")
    brute = Brute(position.game, 5)
    assert brute.wins(position, "w", 1) and not brute.wins(position, "b", 5) and not brute.wins(position, "w", 0)
    assert brute.wins(position.play("c5-c1"), "w", 0), "the game is over"


def test_what_takes_too_much_is_unclear():
    position = tv.game("tablut").start()
    with pytest.raises(Unclear):
        Brute(position.game, 5, nodes=1000).wins(position, "w", 5)


def test_a_player_who_is_out_wins_no_more():
    position = tv.game("pit", players=3).start()
    assert not Brute(position.game, 2, nodes=200_000).wins(position, "w", 1)
