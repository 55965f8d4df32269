"""A course is a position, action by action, by machine code as in plain Python: masks, ends, copies, refusals."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import tavoliere as tv
from tavoliere.core.compiled import plain_python
from tavoliere.core.errors import IllegalMove
from tavoliere.gym.checks import MOST_LONGEST
from tavoliere.gym.course import Course
from tavoliere.gym.returns import returns_of
from tests.conformance.variants import Variant, every_variant, game_of

LONGEST = 2000


def expect_equal(course: Course, position: tv.Position) -> None:
    """All that a course says, beside the plain rules. What it keeps of the position is compared by `history`."""
    view, players = course.view, range(len(position.game.players))
    mask = np.zeros(position.game.action_count, np.int8)
    mask[list(position.actions())] = 1
    assert (course.mask() == mask).all() and course.mask().dtype == np.int8
    assert course.actions() == list(position.actions())
    assert (course.turn, course.is_over) == (position.state.turn, position.outcome is not None)
    assert course.returns() == returns_of(position)
    for viewer in players:
        assert (course.seen(viewer) == view(position, viewer)).all(), (repr(position), viewer)


def history(position: tv.Position) -> tuple[Any, ...]:
    return position, position.outcome, position.occurrences, sorted(position.past_keys())


def drawn(position: tv.Position, chance: random.Random) -> int:
    return chance.choice(position.actions())


@every_variant
@pytest.mark.parametrize("is_asked", [False, True], ids=["at the end", "on the way"])
def test_a_course_is_a_position_by_machine_code(variant: Variant, is_asked: bool) -> None:
    game, chance = game_of(variant), random.Random(7)
    course, ends = Course(game, LONGEST), 0
    for _ in range(2):
        position = game.start()
        course.begin()
        while position.outcome is None and course.steps < LONGEST:
            expect_equal(course, position)
            action = drawn(position, chance)
            position = position.act(action)
            course.act(np.int64(action))
            if is_asked and course.steps % 10 == 0:
                assert history(course.position) == history(position)
        expect_equal(course, position)
        assert history(course.position) == history(position)
        ends += course.is_over
    assert ends > 0


@every_variant
def test_a_course_is_a_position_in_plain_python(variant: Variant) -> None:
    game, chance = game_of(variant), random.Random(3)
    with plain_python():
        course = Course(game, 40)
        position = game.start()
        while position.outcome is None and course.steps < 30:
            expect_equal(course, position)
            position = position.act(action := drawn(position, chance))
            course.act(action)
        expect_equal(course, position)
        assert history(course.position) == history(position)


SHUFFLED = ("a2-a3", "h7-h6", "a3-a2", "h6-h7")


def test_a_third_occurrence_is_counted_and_ends_the_game() -> None:
    """A position that comes again after another one has come again shows its own count, at the end too."""
    game = tv.game("pit-of-pillars")
    position = game.position("#6#/7r/8/8/8/8/w7/#6# w m 0-0 - 0")
    course = Course(game, LONGEST)
    course.begin(position)
    for turn in 2 * SHUFFLED:
        for action in position.turn_to_actions(turn):
            position = position.act(action)
            course.act(action)
            expect_equal(course, position)
    assert course.is_over and course.seen(0)[-1].max() == 2 and history(course.position) == history(position)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda course: pickle.loads(pickle.dumps(course))])
@pytest.mark.parametrize("steps", [0, 7, 10])
def test_copies_go_on_by_themselves(copied: Any, steps: int) -> None:
    game, chance = tv.game("pit", players=3), random.Random(5)
    course, position = Course(game, LONGEST), game.start()
    for _ in range(steps):
        position = position.act(action := drawn(position, chance))
        course.act(action)
    other = copied(course)
    elsewhere = position
    for _ in range(4):
        elsewhere = elsewhere.act(action := drawn(elsewhere, chance))
        other.act(action)
        expect_equal(other, elsewhere)
    expect_equal(course, position)
    assert history(course.position) == history(position) and history(other.position) == history(elsewhere)


def test_the_end_of_a_game_can_be_copied() -> None:
    game, chance = tv.game("never-alone"), random.Random(2)
    course, position = Course(game, LONGEST), game.start()
    while not course.is_over:
        position = position.act(action := drawn(position, chance))
        course.act(action)
    for other in (copy.deepcopy(course), pickle.loads(pickle.dumps(course))):
        expect_equal(other, position)
        with pytest.raises(IllegalMove, match="the game is over"):
            other.act(0)
        expect_equal(other, position)


@pytest.mark.parametrize("action", [-1, 65, 0, 1 << 70, None, 1.5, "3", True, np.array([3, 9])])
def test_what_is_not_legal_is_refused_as_by_positions_and_changes_nothing(action: Any) -> None:
    game = tv.game("never-alone")
    course = Course(game, LONGEST)
    with pytest.raises(IllegalMove) as wanted:
        game.start().act(action)
    with pytest.raises(IllegalMove) as refusal:
        course.act(action)
    assert str(refusal.value) == str(wanted.value) and course.steps == 0
    expect_equal(course, game.start())


def test_a_course_goes_on_beyond_its_longest_game() -> None:
    game, chance = tv.game("tablut"), random.Random(4)
    course, position = Course(game, 5), game.start()
    for _ in range(9):
        position = position.act(action := drawn(position, chance))
        course.act(action)
        expect_equal(course, position)
    assert course.steps == 9 and history(course.position) == history(position)


def test_a_course_may_be_as_long_as_any_game() -> None:
    course = Course(tv.game("never-alone"), MOST_LONGEST)
    course.act(3)
    expect_equal(course, tv.game("never-alone").start().act(3))


def test_a_course_begins_anywhere() -> None:
    pit = tv.game("pit")
    over = tv.game("tablut").position("9/9/9/9/2k6/9/9/9/8b w").play("c5-c1")
    begun = pit.start().play("d2").play("d8")
    for position in (begun, begun.act(begun.action_from_text("e1-e3")), over):
        course = Course(position.game, LONGEST)
        course.begin(position)
        expect_equal(course, position)
        if position.outcome is None:
            course.act(position.actions()[-1])
            expect_equal(course, position.act(position.actions()[-1]))
