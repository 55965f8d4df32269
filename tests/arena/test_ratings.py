"""Ratings: closed forms for two, published models for more, and what cannot be told said so."""

import itertools
import math
import random

import pytest

from tavoliere.arena.ratings import inverse, ratings
from tavoliere.arena.stats import elo_of


def elos(names, orders):
    return {rating.name: rating.elo for rating in ratings(names, orders).players}


def beats(winner, loser, times=1):
    return [[[winner], [loser]]] * times


def draws(one, other, times=1):
    return [[[one, other]]] * times


def test_for_two_players_the_difference_is_the_elo_of_the_score():
    found = elos("ab", beats("a", "b", 6) + beats("b", "a", 2) + draws("a", "b", 2))
    assert found["a"] - found["b"] == pytest.approx(elo_of(0.7), abs=1e-4)
    assert found["a"] + found["b"] == pytest.approx(0, abs=1e-9)


def test_the_error_for_two_players_is_the_binomial_one():
    """The difference of log strengths has the information n p (1 - p); each rating stands half of it from the mean."""
    found = ratings("ab", beats("a", "b", 30) + beats("b", "a", 10))
    expected = 1.959964 * (400 / math.log(10)) / math.sqrt(40 * 0.75 * 0.25) / 2
    assert [rating.error for rating in found.players] == [pytest.approx(expected), pytest.approx(expected)]


def test_expected_scores_equal_those_that_were_made():
    """What characterises the most likely Bradley-Terry ratings: everybody scores what they predict (Zermelo 1929)."""
    games = beats("a", "b", 7) + beats("b", "a", 3) + beats("b", "c", 8) + beats("c", "b", 2) + beats("a", "c", 4)
    games += beats("c", "a", 1) + draws("a", "c", 3)
    found = elos("abc", games)
    expected = dict.fromkeys("abc", 0.0)
    made = dict.fromkeys("abc", 0.0)
    for order in games:
        names = [name for group in order for name in group]
        for name in names:
            expected[name] += 10 ** (found[name] / 400) / sum(10 ** (found[other] / 400) for other in names)
        for name in order[0]:
            made[name] += 1 / len(order[0])
    for name in "abc":
        assert expected[name] == pytest.approx(made[name], abs=1e-6)


def test_three_at_a_table_follow_luce():
    """Winners alone: a wins 6 of 12, b 4, c 2, so the strengths are 6 : 4 : 2."""
    orders = [[["a"], ["b", "c"]]] * 6 + [[["b"], ["a", "c"]]] * 4 + [[["c"], ["a", "b"]]] * 2
    found = elos("abc", orders)
    assert found["a"] - found["b"] == pytest.approx(400 * math.log10(6 / 4), abs=1e-4)
    assert found["b"] - found["c"] == pytest.approx(400 * math.log10(4 / 2), abs=1e-4)


def test_full_orders_are_plackett_and_luce():
    """Simulated orders of four players give back the strengths they were drawn from, within the errors."""
    chance = random.Random(3)
    strengths = {"a": 8.0, "b": 4.0, "c": 2.0, "d": 1.0}
    orders = []
    for _ in range(1500):
        left, order = dict(strengths), []
        while left:
            name = chance.choices(list(left), list(left.values()))[0]
            order.append([name])
            del left[name]
        orders.append(order)
    found = ratings("abcd", orders)
    assert [rating.name for rating in found.players] == ["a", "b", "c", "d"]
    for rating, truth in zip(found.players, (1.5, 0.5, -0.5, -1.5), strict=True):
        assert abs(rating.elo - truth * 400 * math.log10(2)) < 1.5 * rating.error
        assert 5 < rating.error < 20


def test_a_seat_of_ones_own_says_nothing():
    """Two seats of a against one of b: strengths 1 : 1 win two of three games."""
    found = elos("ab", [[["a"], ["a", "b"]]] * 20 + [[["b"], ["a", "a"]]] * 10)
    assert found["a"] == pytest.approx(0, abs=1e-6)


def test_a_drawn_game_of_three_makes_them_equal():
    found = elos("abc", [[["a", "b", "c"]]] * 5)
    assert list(found.values()) == [pytest.approx(0, abs=1e-9)] * 3


@pytest.mark.parametrize("orders", [beats("a", "b", 5), beats("a", "b") + beats("b", "c") + beats("a", "c"), []])
def test_who_wins_everything_is_rated_finitely_and_it_is_said(orders):
    found = ratings("abc", orders)
    assert not found.is_bounded
    assert all(math.isfinite(rating.elo) and math.isfinite(rating.error) for rating in found.players)
    if orders:
        assert found.players[0].name == "a"


def test_a_circle_of_wins_has_ratings():
    found = ratings("abc", beats("a", "b") + beats("b", "c") + beats("c", "a"))
    assert found.is_bounded
    assert [rating.elo for rating in found.players] == [pytest.approx(0, abs=1e-9)] * 3


def test_an_inverse_undoes_its_matrix():
    chance = random.Random(1)
    matrix = [[chance.uniform(-1, 1) for _ in range(5)] for _ in range(5)]
    undone = inverse(matrix)
    for row, column in itertools.product(range(5), repeat=2):
        value = sum(matrix[row][k] * undone[k][column] for k in range(5))
        assert value == pytest.approx(float(row == column), abs=1e-9)


def test_one_perfect_step_of_a_chain_leaves_the_others_as_they_are():
    """Players who never met get no virtual games: these would pull the ends of a long ladder together."""
    names = ["one", "two", "three", "four"]
    steps = beats("two", "one", 10) + beats("three", "two", 30) + beats("two", "three", 10)
    steps += beats("four", "three", 30) + beats("three", "four", 10)
    found = elos(names, steps)
    assert not ratings(names, steps).is_bounded
    expected = 400 * math.log10(30.25 / 10.25)
    assert found["four"] - found["three"] == pytest.approx(expected, abs=0.1)
    assert found["three"] - found["two"] == pytest.approx(expected, abs=0.1)
    assert found["two"] - found["one"] == pytest.approx(400 * math.log10(10.25 / 0.25), abs=0.1)


def test_players_who_never_met_are_rated_all_the_same():
    found = elos(["one", "two", "three"], beats("two", "one", 10))
    assert found["two"] > found["three"] > found["one"]
