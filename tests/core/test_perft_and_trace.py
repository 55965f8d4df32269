"""Counting, random games and traces: the same in plain Python and in machine code, and consistent with play."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import tavoliere as tv
from tavoliere.core.compiled import generator, plain_python, row, rows
from tavoliere.core.game import ONGOING
from tavoliere.core.perft import count_turns, perft_steps
from tavoliere.core.playouts import ACTIONS_PLAYED, CUT, TALLY_LENGTH, playouts
from tavoliere.core.position import Position
from tavoliere.core.trace import LONG, LOOSE, STYLES, TIGHT, UNIFORM, trace

GAMES = ["never-alone", "pathwayz", "pit", "pit-of-pillars", "tablut"]
STYLE_NAMES = {UNIFORM: "uniform", LONG: "long", TIGHT: "tight", LOOSE: "loose"}

for_every_game = pytest.mark.parametrize("name", GAMES)


def after(position: Position, actions: int, seed: int = 1) -> Position:
    """The position after some random actions, or the last one between turns before the game would end."""
    chance = random.Random(seed)
    last = position
    for _ in range(actions):
        position = position.act(chance.choice(position.actions()))
        if position.outcome is not None:
            return last
        if not position.pending:
            last = position
    return last


@cache
def finished(name: str) -> Position:
    chance = random.Random(2)
    position = tv.game(name).start()
    while position.outcome is None:
        position = position.act(chance.choice(position.actions()))
    return position


@cache
def half_made(name: str) -> Position:
    """A position in the middle of a turn."""
    for seed in range(100):
        chance = random.Random(seed)
        position = tv.game(name).start()
        while position.outcome is None:
            if position.pending:
                return position
            position = position.act(chance.choice(position.actions()))
    raise AssertionError(f"no turn of {name} takes two actions")


def without_history(position: Position) -> Position:
    return position.game.position(str(position))


def counted_by_playing(position: Position, depth: int) -> int:
    """The sequences of turns, counted with nothing but the public face; too few turns for one to repeat a position."""
    if depth == 0 or position.outcome is not None:
        return 1
    return sum(counted_by_playing(position.play(move), depth - 1) for move in position.legal_moves())


# Perft


@for_every_game
def test_perft_counts_what_playing_counts(name: str) -> None:
    start = tv.game(name).start()
    assert tv.perft(start, 1) == counted_by_playing(start, 1) == len(start.legal_moves())


@pytest.mark.parametrize(("name", "actions"), [("never-alone", 4), ("pathwayz", 78), ("pit", 3), ("tablut", 40)])
def test_perft_two_turns_deep_counts_what_playing_counts(name: str, actions: int) -> None:
    position = without_history(after(tv.game(name).start(), actions))
    assert tv.perft(position, 2) == counted_by_playing(position, 2)


@for_every_game
def test_divide_counts_by_first_turn_and_sums_to_perft(name: str) -> None:
    start = tv.game(name).start()
    divided = tv.divide(start, 2)
    assert sorted(divided) == start.legal_moves()
    assert sum(divided.values()) == tv.perft(start, 2)
    assert set(tv.divide(start, 1).values()) == {1}
    for move in (start.legal_moves()[0], start.legal_moves()[-1]):
        assert divided[move] == tv.perft(start.play(move), 1)


@for_every_game
def test_no_turn_at_all_is_one_sequence(name: str) -> None:
    assert tv.perft(tv.game(name).start(), 0) == 1


def test_a_negative_depth_is_refused() -> None:
    start = tv.game("never-alone").start()
    with pytest.raises(ValueError, match="not negative"):
        tv.perft(start, -1)
    with pytest.raises(ValueError, match="at least 1"):
        tv.divide(start, 0)


@for_every_game
def test_a_finished_game_counts_once_at_any_depth(name: str) -> None:
    assert [tv.perft(finished(name), depth) for depth in range(4)] == [1, 1, 1, 1]


def test_a_game_that_ends_on_the_way_counts_once() -> None:
    # Two along a diagonal is the right distance, and black's only piece is alone: red can take it at once.
    position = tv.game("never-alone", red="d4", black="f2").start()
    assert position.play("xf2").outcome is not None
    assert tv.divide(position, 3)["xf2"] == 1
    assert tv.perft(position, 3) == counted_by_playing(position, 3)


@pytest.mark.parametrize("name", ["pit", "pit-of-pillars"])
def test_a_half_made_turn_counts_from_the_position_before_it(name: str) -> None:
    position = half_made(name)
    assert position.pending
    before = position.before_turn()
    assert tv.perft(position, 1) == tv.perft(before, 1) == len(before.legal_moves())
    assert tv.perft(position, 0) == 1
    assert tv.divide(position, 1) == tv.divide(before, 1)
    assert len(position.legal_moves()) < tv.perft(position, 1)


def test_repetition_is_not_applied_when_counting() -> None:
    once = tv.game("tablut").start().play("e4-f4").play("d1-c1")
    twice = once.play("f4-g4").play("c1-b1").play("g4-f4").play("b1-c1")
    assert twice == once and twice.outcome is not None and twice.outcome.reason == "repetition"
    assert tv.perft(twice, 2) == tv.perft(once, 2) > 1
    assert tv.divide(twice, 1) == tv.divide(once, 1) != {}


@for_every_game
def test_perft_is_the_same_in_plain_python(name: str) -> None:
    position = after(tv.game(name).start(), 6)
    compiled = tv.perft(position, 1)
    with plain_python():
        assert tv.perft(position, 1) == compiled


@pytest.mark.parametrize(("name", "depth"), [("never-alone", 4), ("pathwayz", 2), ("pit", 3), ("tablut", 3)])
def test_perft_comes_in_slices_that_sum_to_it(name: str, depth: int) -> None:
    start = tv.game(name).start()
    slices = list(perft_steps(start, depth))
    assert [place for _, place, _ in slices] == list(range(len(slices)))
    assert {number for _, _, number in slices} == {len(slices)}
    assert len(slices) > 1 or depth <= 2
    facts = start.game.facts
    outs = rows(depth * facts.most_actions_a_turn + 1, facts.most_actions)
    in_one_go = count_turns(start.state, depth, outs, 0)
    assert sum(count for count, _, _ in slices) == in_one_go == tv.perft(start, depth)


def test_slices_of_turns_of_two_actions_begin_after_whole_turns() -> None:
    position = after(tv.game("pit").start(), 3)
    slices = list(perft_steps(position, 3))
    assert len(slices) == len(position.legal_moves())
    assert sum(count for count, _, _ in slices) == sum(tv.divide(position, 3).values())


def test_a_negative_depth_has_no_slices() -> None:
    with pytest.raises(ValueError, match="not negative"):
        next(perft_steps(tv.game("tablut").start(), -1))


# Traces


def traced(position: Position, style: int, seed: int, length: int) -> dict[str, list[int]]:
    most = position.game.facts.most_actions
    actions, counts, keys = row(length), row(length), row(length + 1)
    steps = trace(position.state, style, generator(seed), row(most), row(most), actions, counts, keys)
    return {
        "actions": list(map(int, actions[:steps])),
        "counts": list(map(int, counts[:steps])),
        "keys": list(map(int, keys[: steps + 1])),
    }


@for_every_game
@pytest.mark.parametrize("style", STYLES, ids=STYLE_NAMES.get)
def test_a_trace_is_the_same_in_plain_python(name: str, style: int) -> None:
    start = tv.game(name).start()
    for seed in (1, 2**70):
        compiled = traced(start, style, seed, 30)
        with plain_python():
            assert traced(start, style, seed, 30) == compiled
        assert compiled["actions"]


@for_every_game
def test_a_trace_is_a_game_that_can_be_played(name: str) -> None:
    written = traced(tv.game(name).start(), LONG, 4, 60)
    state: Any = tv.game(name).start().state
    out = [0] * tv.game(name).facts.most_actions
    for action, count, key in zip(written["actions"], written["counts"], written["keys"], strict=False):
        assert state.winner == ONGOING
        assert state.actions(out) == count
        assert action in out[:count]
        assert state.key() == key
        state = state.play(action)
    assert state.key() == written["keys"][-1]
    assert state.winner != ONGOING or len(written["actions"]) == 60


def test_a_trace_stops_when_its_rows_are_full_or_the_game_is_over() -> None:
    start = tv.game("never-alone").start()
    assert len(traced(start, LONG, 1, 5)["actions"]) == 5
    assert traced(start, LONG, 1, 0) == {"actions": [], "counts": [], "keys": [start.state.key()]}
    over = finished("never-alone")
    assert traced(over, LONG, 1, 5) == {"actions": [], "counts": [], "keys": [over.state.key()]}


def test_styles_steer_where_they_say() -> None:
    start = tv.game("tablut").start()

    def choices(style: int) -> float:
        traces = [traced(start, style, seed, 30) for seed in range(20)]
        return sum(sum(each["counts"]) for each in traces) / sum(len(each["counts"]) for each in traces)

    def length(style: int) -> int:
        return sum(len(traced(tv.game("never-alone").start(), style, seed, 60)["actions"]) for seed in range(20))

    assert choices(TIGHT) < choices(UNIFORM) < choices(LOOSE)
    assert length(LONG) > 2 * length(UNIFORM)


# Random games


def tallied(position: Position, games: int, longest: int, seed: int) -> list[int]:
    tally = row(TALLY_LENGTH)
    played = playouts(position.state, games, longest, generator(seed), row(position.game.facts.most_actions), tally)
    assert played == tally[ACTIONS_PLAYED]
    return list(map(int, tally))


@for_every_game
def test_random_games_are_the_same_in_plain_python(name: str) -> None:
    start = tv.game(name).start()
    for seed, games, longest in ((1, 3, 400), (2**70, 4, 25)):
        compiled = tallied(start, games, longest, seed)
        with plain_python():
            assert tallied(start, games, longest, seed) == compiled
        assert sum(compiled[:ACTIONS_PLAYED]) == games


def test_games_that_take_too_long_are_cut_and_counted_as_such() -> None:
    start = tv.game("pathwayz").start()
    cut = tallied(start, 7, 10, 1)
    assert cut[CUT] == 7 and cut[ACTIONS_PLAYED] == 70
    assert tallied(start, 7, 96, 1)[CUT] == 0


def test_random_games_from_a_finished_one_count_its_winner_and_no_action() -> None:
    over = finished("tablut")
    tally = tallied(over, 5, 100, 1)
    assert tally[over.state.winner] == 5 and sum(tally) == 5


def test_a_tally_is_added_to() -> None:
    start = tv.game("never-alone").start()
    tally = row(TALLY_LENGTH)
    rng, out = generator(1), row(start.game.facts.most_actions)
    playouts(start.state, 10, 200, rng, out, tally)
    playouts(start.state, 5, 200, rng, out, tally)
    assert sum(map(int, tally[:ACTIONS_PLAYED])) == 15
