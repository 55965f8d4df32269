"""Tournaments: fair tables, and a cross table that adds up."""

import dataclasses
import random
from collections import Counter

import pytest

import tavoliere as tv
from tavoliere.arena.match import finishing_order, order_in_match, shares
from tavoliere.arena.tournament import finishing_names, fixtures, standings, tables
from tavoliere.records import recorded
from tavoliere.search.specs import parse_spec

SPECS = [parse_spec(text) for text in ("random", "mcts:nodes=1", "mcts:nodes=2", "mcts:nodes=3")]
PIT = tv.game("pit", players=3)


def ended(result, fault="", names=("a", "b", "c")):
    """A game of three with a result, or one that a fault ended."""
    record = recorded(
        PIT,
        [],
        players=dict(zip(PIT.players, names, strict=True)),
        result=result,
        reason="adjudication" if result != "*" else "",
    )
    return dataclasses.replace(record, other_tags={"Fault": fault} if fault else {})


@pytest.mark.parametrize(
    ("players", "seats", "count"), [(2, 2, 1), (4, 2, 6), (3, 3, 1), (4, 3, 4), (2, 3, 2), (2, 4, 3), (3, 4, 3)]
)
def test_tables_hold_everybody_with_everybody(players, seats, count):
    found = tables(players, seats)
    assert len(found) == len(set(found)) == count
    assert {player for table in found for player in table} == set(range(players))
    assert all(len(table) == seats and len(set(table)) == min(players, seats) for table in found)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_takes_every_seat_equally_often(players):
    game = tv.game("pit", players=players)
    games = list(fixtures(game, SPECS, 2, 1))
    assert len({fixture.tags for fixture in games}) == len(games)
    assert len({fixture.seed for fixture in games}) == len(games)
    for seat in range(players):
        assert len(set(Counter(fixture.seats[seat] for fixture in games).values())) == 1


def test_points_are_shares_of_one_game():
    assert shares(ended("0-1-0")) == {"w": 0, "r": 1, "b": 0}
    assert shares(ended("1/2-1/2-1/2")) == dict.fromkeys("wrb", pytest.approx(1 / 3))
    assert shares(ended("*", fault="r: died")) == {"w": 0.5, "r": 0, "b": 0.5}


def test_the_finishing_order_puts_a_fault_last():
    assert finishing_order(ended("0-1-0")) == [["r"], ["w", "b"]]
    assert finishing_order(ended("1/2-1/2-1/2")) == [["w", "r", "b"]]
    assert finishing_names(ended("*", fault="r: died")) == [["a", "c"], ["b"]]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_whoever_stays_in_longer_finishes_before_the_others(players, seed):
    """The letters in the third field of a position are those of the players who are still in."""
    game, chance = tv.game("pit", players=players), random.Random(seed)
    position, moves = game.start(), []
    lasted = dict.fromkeys(game.players, 0)
    while position.outcome is None:
        lasted |= {player[0]: len(moves) for player in str(position).split()[2].split(",")}
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    lasted[position.outcome.winner] = len(moves)
    order = finishing_order(recorded(game, moves))
    assert order[0] == [position.outcome.winner]
    assert [{lasted[letter] for letter in group} for group in order] == [
        {turns} for turns in sorted(set(lasted.values()), reverse=True)
    ]


def test_a_match_orders_its_two_players():
    record = ended("0-1-0", names=("a", "a", "a"))
    record = dataclasses.replace(record, other_tags={"Seat": "2"})
    assert order_in_match(record) == [["second"], ["second", "first"]]


def test_the_cross_table_adds_up():
    table = {row.name: row for row in standings("abc", [ended("0-1-0"), ended("1-0-0"), ended("*", fault="b: x")])}
    assert {name: row.points for name, row in table.items()} == {"a": 1.5, "b": 1.5, "c": 0}
    assert table["a"].against == {"b": (1.5, 3), "c": (2.5, 3)}
    assert table["c"].faults == 1
    assert all(row.games == 3 for row in table.values())


def test_seats_of_one_player_do_not_meet():
    (row_a, row_b) = standings("ab", [ended("1-0-0", names=("a", "a", "b"))])
    assert (row_a.games, row_a.points, row_b.games, row_b.points) == (2, 1, 1, 0)
    assert row_a.against == {"b": (1.5, 2)}
    assert row_b.against == {"a": (0.5, 2)}
