"""What speaks against options is told before they are chosen, and what is called proven is."""

from __future__ import annotations

import random

import pytest

import tavoliere as tv
from tavoliere.core.game import ONGOING
from tavoliere.games import own_games, ruleset
from tavoliere.games.never_alone.balance import WON
from tavoliere.games.never_alone.notation import GRID
from tavoliere.search.budget import Budget
from tavoliere.search.solve import Solver

STARTS = [(start, turns) for turns, starts in WON.items() for start in starts.split()]
EASY = ("b2-g7", "d4-h4", "d4-g1")
"""Proofs that are short enough for every run; `benchmarks/starts.py` makes all of them again."""


def never_alone(start: str) -> tv.Game:
    red, black = start.split("-")
    return tv.game("never-alone", red=red, black=black)


def wins_at_once(game: tv.Game) -> bool:
    start = game.start()
    return any(start.state.play(action).winner not in (ONGOING, 1) for action in start.actions())


def test_most_options_have_nothing_against_them() -> None:
    assert tv.game("pit").cautions == tv.game("pit-of-pillars").cautions == ()
    assert tv.game("never-alone", red="c3 d4", black="e5 f6").cautions == ()


def test_boards_that_figures_call_uneven_are_named() -> None:
    for game, player in (
        (tv.game("pit", holes="g7 g3 c7 c3"), "White"),
        (tv.game("pit", players=3), "White"),
        (tv.game("pathwayz"), "White"),
        (tv.game("tablut"), "Black"),
        (tv.game("never-alone"), "Red"),
    ):
        (caution,) = game.cautions
        assert f"between equals who look ahead {player} gets" in caution
    assert tv.game("pit", holes="c3 c7 g3 g7", players=4).cautions == ()


@pytest.mark.parametrize("turned", range(8))
def test_a_start_and_what_symmetry_makes_of_it_are_the_same(turned: int) -> None:
    rng = random.Random(turned)
    for start, turns in rng.sample(STARTS, 20):
        red, black = (GRID.name(GRID.turns[turned][GRID.square(name) or 0]) for name in start.split("-"))
        (caution,) = never_alone(f"{red}-{black}").cautions
        assert caution == f"From this start Red can force a win in {turns} {'turn' if turns == 1 else 'turns'}."


def test_no_start_wins_at_once_but_those_that_are_named() -> None:
    named = {start for start, turns in STARTS if turns == 1}
    least = {
        min((turn[red], turn[black]) for turn in GRID.turns) for red in range(64) for black in range(64) if red != black
    }
    found = {f"{GRID.name(red)}-{GRID.name(black)}" for red, black in least}
    assert {start for start in found if wins_at_once(never_alone(start))} == named
    assert len(STARTS) == len({start for start, _ in STARTS}) and {start for start, _ in STARTS} <= found


@pytest.mark.parametrize("start", EASY)
def test_a_start_that_is_called_won_is_won(start: str) -> None:
    found = Solver(table_entries=1 << 16, tree_nodes=100).choose(never_alone(start).start(), Budget(nodes=200_000))
    assert (found.proven, len(found.line)) == ("win", dict(STARTS)[start])


@pytest.mark.parametrize("name", own_games())
def test_cautions_are_messages(name: str) -> None:
    """Plain text would stay English in every language."""
    for variant in ruleset(name).facts.variants:
        assert all(hasattr(caution, "pattern") for caution in tv.game(name, **variant).cautions)
