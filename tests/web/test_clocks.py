"""Clocks as functions of a sheet and a moment."""

import dataclasses

import pytest

from tavoliere.apps.web.table import clocks
from tavoliere.apps.web.table.sheet import GIVEN, Clock, Seat, Sheet, Turn

NO_CLOCK, FIVE_MINUTES, TWO_DAYS = Clock(), Clock("increment", 300_000, 5_000), Clock("days", days=2)
DAY = 24 * 60 * 60 * 1000


def sheet(clock, turns=(), turn="w", kinds=("person", "person")):
    seats = tuple(Seat(letter, kind, left=clocks.full(clock)) for letter, kind in zip("wb", kinds))
    return Sheet(
        "t", 0, "tablut", {}, 1, "", seats, clock, tuple(Turn(letter, "x", made) for letter, made in turns), turn
    )


def left(made, now):
    return [clocks.left(made, seat, now) for seat in made.seats]


def test_without_a_clock_nothing_ever_runs():
    made = clocks.started(sheet(NO_CLOCK, [("w", 1), ("b", 2)]), 1000)
    assert made.since is None and clocks.falls_at(made) is None and left(made, 10**9) == [None, None]


@pytest.mark.parametrize("clock", [FIVE_MINUTES, TWO_DAYS])
def test_the_first_turn_of_each_player_is_not_timed(clock):
    assert clocks.started(sheet(clock), 1000).since is None
    assert clocks.started(sheet(clock, [("w", 1)], "b"), 1000).since is None
    assert clocks.started(sheet(clock, [("w", 1), ("b", 2)]), 1000).since == 1000


def test_turns_that_were_given_with_the_table_do_not_count_as_first_ones():
    assert clocks.started(sheet(FIVE_MINUTES, [("w", GIVEN), ("b", GIVEN)]), 1000).since is None


def test_opponents_are_never_timed():
    made = clocks.started(sheet(FIVE_MINUTES, [("w", 1), ("b", 2)], "w", ("opponent", "person")), 1000)
    assert made.since is None and left(made, 2000)[0] is None


def test_a_running_clock_counts_down_and_the_other_one_stands():
    made = clocks.started(sheet(FIVE_MINUTES, [("w", 1), ("b", 2)]), 1000)
    assert left(made, 61_000) == [240_000, 300_000]
    assert left(made, 500) == [300_000, 300_000]
    assert left(made, 10**9) == [0, 300_000]


def test_a_turn_is_charged_and_the_increment_given():
    made = clocks.started(sheet(FIVE_MINUTES, [("w", 1), ("b", 2)]), 1000)
    after = clocks.stopped(made, 61_000)
    assert after.seats[0].left == 245_000 and after.since is None


def test_an_untimed_turn_neither_costs_nor_gives():
    assert clocks.stopped(sheet(FIVE_MINUTES), 99_000).seats[0].left == 300_000


def test_days_begin_anew_with_every_turn():
    made = clocks.started(sheet(TWO_DAYS, [("w", 1), ("b", 2)]), 0)
    assert left(made, DAY) == [DAY, 2 * DAY]
    assert clocks.stopped(made, DAY).seats[0].left == 2 * DAY


def test_the_flag_falls_at_its_moment_and_not_before():
    made = clocks.started(sheet(FIVE_MINUTES, [("w", 1), ("b", 2)]), 1000)
    assert clocks.falls_at(made) == 301_000
    assert not clocks.has_fallen(made, 300_999) and clocks.has_fallen(made, 301_000)


def test_a_game_that_ends_in_the_middle_of_a_turn_gives_no_increment():
    made = clocks.started(sheet(FIVE_MINUTES, [("w", 1), ("b", 2)]), 1000)
    assert clocks.paused(made, 61_000).seats[0].left == 240_000
    assert clocks.paused(dataclasses.replace(made, clock=NO_CLOCK, seats=sheet(NO_CLOCK).seats), 61_000).since is None
