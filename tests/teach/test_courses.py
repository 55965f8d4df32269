"""Every task of every course: it can be done, what meets the goal is accepted and nothing else, what it says is so."""

import tomllib

import pytest

from tavoliere.core.beside import text_beside
from tavoliere.games import own_games, ruleset
from tavoliere.teach import accepted_turns, judged, lessons, proofs
from tavoliere.teach.conditions import every_turn
from tavoliere.teach.judging import DONE, MISSED, ON, REFUSED, stage_of
from tests.teach import referee

GAMES = own_games()
TASKS = [(name, task.id) for name in GAMES for task in lessons(name).tasks()]
LONGEST = 280
"""Letters that a text of a task has at most: doing comes before reading."""


def table_of(name):
    return tomllib.loads(text_beside(ruleset(name).where, "lessons.toml"))


def task_of(name, task):
    return next(one for one in lessons(name).tasks() if one.id == task)


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_the_referee_accepts_the_same_turns(name, task):
    """Both the legal turns and the goal are looked at by code that shares nothing with the engine."""
    table = next(one for one in referee.tasks_of(table_of(name)) if one["id"] == task)
    expected = referee.accepted(name, table)
    assert expected, "a task that cannot be done"
    assert accepted_turns(task_of(name, task)) == expected


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_every_turn_is_answered_in_words(name, task):
    found = task_of(name, task)
    accepted = set(accepted_turns(found))
    kinds = set()
    for made in every_turn(stage_of(found).position):
        verdict = judged(found, [], made.turn)
        assert (verdict.kind in (DONE, ON)) == (made.turn in accepted)
        assert verdict.text and verdict.turn == made.turn
        assert (verdict.reply is not None) == (verdict.kind == ON)
        kinds.add(verdict.kind)
    assert MISSED in kinds or proofs.is_forced(found), "every turn is accepted"


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_what_a_task_says_is_true(name, task):
    assert list(proofs.task_faults(task_of(name, task))) == []


@pytest.mark.parametrize(("name", "task"), TASKS)
def test_a_forbidden_try_is_answered_by_its_clause(name, task):
    found = task_of(name, task)
    for turn, clause in found.tries.items():
        verdict = judged(found, [], turn)
        assert (verdict.kind, verdict.clause) == (REFUSED, clause)
        assert verdict.text and verdict.after == found.start()


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_and_every_ending_is_met_and_tricky_ones_twice(name):
    assert list(proofs.uncovered(lessons(name))) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_task_is_another_one_seen_from_another_side(name):
    assert list(proofs.repeated(lessons(name))) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_random_clicker_does_less_than_a_fifth_at_the_first_try(name):
    """Of those that leave a choice; where the rules leave one turn only, such as a pass, luck says nothing."""
    chances = [proofs.luck(task) for task in lessons(name).tasks() if not proofs.is_forced(task)]
    assert sum(chances) / len(chances) < 0.2
    assert all(0 < chance < 1 for chance in chances)
    assert len(chances) >= len(lessons(name).tasks()) - 3


@pytest.mark.parametrize("name", GAMES)
def test_a_course_is_short_and_ends_with_a_guided_game(name):
    course = lessons(name)
    assert 6 <= len(course.lessons) <= 12
    assert [lesson.guided is not None for lesson in course.lessons] == [False] * (len(course.lessons) - 1) + [True]
    assert all(1 <= len(lesson.tasks) <= 6 for lesson in course.lessons[:-1])
    for task in course.tasks():
        assert all(len(text) <= LONGEST for text in (task.text, task.asks, task.hint, task.done, task.miss))


@pytest.mark.parametrize("name", GAMES)
def test_the_goals_are_of_several_kinds(name):
    kinds = {key for table in referee.tasks_of(table_of(name)) for key in table["goal"]}
    assert len(kinds) >= 3


def test_the_referee_can_tell_a_wrong_goal():
    """The proof above would fail: with another goal the referee accepts other turns."""
    table = next(one for one in referee.tasks_of(table_of("tablut")) if one["id"] == "sandwich")
    assert referee.accepted("tablut", table) == ["e6-e7", "g7-e7"]
    other = {**table, "goal": {"event": {"kind": "captured", "whose": "w"}}}
    assert referee.accepted("tablut", other) == []
