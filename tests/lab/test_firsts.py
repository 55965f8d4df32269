"""First turns under symmetry."""

from __future__ import annotations

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.lab.firsts import classes, firsts_data, firsts_of, whole_turns
from tests.lab.test_measure import played
from tests.lab.toys import lottery


@pytest.mark.parametrize("name", [name for name in own_games() if tv.perft(tv.game(name).start(), 1) < 300])
def test_every_first_turn_is_in_one_class(name: str) -> None:
    start = tv.game(name).start()
    turns = whole_turns(start)
    assert sorted(start.actions_to_turn(list(turn)) for turn in turns) == start.legal_moves()
    found = classes(start)
    assert sorted(turn for same in found.values() for turn in same) == turns
    assert all(least in same for least, same in found.items())


def test_turns_of_a_mirrored_board_are_one() -> None:
    """Never Alone begins on a diagonal, Pathwayz on an empty board that mirrors onto itself in four ways."""
    sizes = sorted(len(same) for same in classes(tv.game("never-alone").start()).values())
    assert sum(sizes) == 8 and max(sizes) == 2
    assert max(len(same) for same in classes(tv.game("pathwayz").start()).values()) == 4


def test_scores_belong_to_whoever_makes_the_turn() -> None:
    game = lottery()
    games = [played(turns=((2,),), movers=(0,), winner=winner) for winner in (0, 0, 1, None)]
    (first,) = firsts_of(game, games)
    assert (first.text, first.score.count, first.score.total) == ("2", 4, 2.5)
    data = firsts_data(game, [first])
    assert data["swap"]["turn"] == "2" and data["games"] == 4


def test_a_swap_rule_leaves_the_turn_nearest_to_even() -> None:
    game = lottery()
    games = [played(turns=((lot,),), movers=(0,), winner=0 if place < wins else 1)
             for lot, wins in ((0, 9), (1, 6), (2, 0)) for place in range(10)]  # fmt: skip
    data = firsts_data(game, firsts_of(game, games))
    assert [turn["turn"] for turn in data["turns"]] == ["0", "1", "2"]
    assert data["swap"]["turn"] == "1"


def test_a_turn_that_was_hardly_played_is_not_called_even() -> None:
    game = lottery()
    games = [played(turns=((lot,),), movers=(0,), winner=winner)
             for lot, winners in ((0, [0] * 22 + [1] * 18), (1, [0, 1])) for winner in winners]  # fmt: skip
    assert firsts_data(game, firsts_of(game, games))["swap"]["turn"] == "0"
