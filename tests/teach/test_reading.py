"""Bad content is told by name when it is read, all of it at once; a game without lessons has none."""

import pytest

from tavoliere.games import ruleset
from tavoliere.teach import LessonError, proofs, read_course
from tests.testing.plugins import installed, run

TABLUT = ruleset("tablut")
TASK = """
version = 1
[[lesson]]
id = "one"
title = "One"
about = "About."
[[lesson.task]]
id = "first"
position = "9/9/2wb2w2/4w4/4k4/8b/9/9/9 w"
say = "Look."
do = "Do."
hint = "Hint."
done = "Done."
miss = "Miss."
goal = { event = { kind = "captured", whose = "b" } }
"""


def faults(text):
    with pytest.raises(LessonError) as refused:
        read_course(TABLUT, text)
    assert all(fault in str(refused.value) for fault in refused.value.faults)
    return refused.value.faults


def changed(old, new):
    assert old in TASK
    return TASK.replace(old, new)


def test_a_sound_file_is_read():
    course = read_course(TABLUT, TASK)
    assert [task.id for task in course.tasks()] == ["first"]
    assert course.lessons[0].tasks[0].within == 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("version = 1", "version = 7", "version: this reads version 1 of lessons, not 7"),
        ("version = 1", "versio = ", "lessons.toml: this is not TOML"),
        ('id = "first"', 'id = "First one"', "lesson 'one', task 1: id is lower-case words"),
        ("9/9/2wb2w2", "9/9/2xb2w2", "lesson 'one', task 'first', position: not a position"),
        ("9/9/2wb2w2/4w4/4k4/8b/9/9/9 w", "9/9/9/9/9/9/9/9/k7b b", "task 'first', position: the game is over"),
        ('say = "Look."', "", "lesson 'one', task 'first': say is a text with something in it, not None"),
        ('say = "Look."', 'say = "{who}"', "task 'first': say has no places for values"),
        ('hint = "Hint."', 'hint = "Hint."\nhnit = "x"', "task 'first': there is no field 'hnit'; the fields: id,"),
        ('kind = "captured"', 'kind = "kaptured"', "goal.event: there is no event 'kaptured'; the events: moved"),
        ('whose = "b"', 'whose = "x"', "goal.event: there is no player 'x'; the players: w, b"),
        ('whose = "b"', 'at = "k4"', "goal.event.at: the board has no square 'k4'"),
        ('whose = "b"', "least = true", "goal.event: least is a whole number"),
        ('hint = "Hint."', 'hint = "Hint."\nmarks = 1', "task 'first': marks is true or false, not 1"),
        ("{ event = ", "{ evnt = ", "goal.evnt: there is no such condition; the conditions: all, any"),
        ("goal = { event", "within = 9\ngoal = { event", "within is a whole number from 1 to 4, not 9"),
        ("goal = { event", 'points = ["z9"]\ngoal = { event', "points: the board has no square 'z9'"),
        ("goal = { event", 'tries = { "g7-e7" = "tablut.line" }\ngoal = { event', "tries: 'g7-e7' is allowed"),
        ("goal = { event", 'tries = { "g7-e8" = "tablut.lime" }\ngoal = { event', "there is no clause 'tablut.lime'"),
        ("goal = { event", "options = { players = 7 }\ngoal = { event", "options: tablut has no option 'players'"),
        ("goal = { event", 'facts = [ { after = ["a1-a2"], ends = true } ]\ngoal = { event', "'a1-a2' is not allowed"),
        ('{ event = { kind = "captured", whose = "b" } }', '{ turn = "g7-h8" }', "goal: 'g7-h8' is not allowed"),
        ('{ event = { kind = "captured", whose = "b" } }', '{ ends = { reason = "rain" } }', "no game ends by 'rain'"),
        ('{ event = { kind = "captured", whose = "b" } }', "{ not = 3 }", "goal.not: a condition is a table"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(old, new, told):
    found = faults(changed(old, new))
    assert any(told in fault for fault in found), found


def test_every_fault_is_told_at_once():
    text = changed('say = "Look."', "").replace('whose = "b"', 'whose = "x"').replace('title = "One"', "")
    assert len(faults(text)) == 3


def test_a_lesson_has_tasks_or_a_game_and_ids_of_its_own():
    assert "a lesson has either tasks or a game" in str(
        faults('version = 1\n[[lesson]]\nid = "a"\ntitle = "A"\nabout = "B"')
    )
    twice = TASK + TASK.replace("version = 1", "")
    assert "lesson 'one': there are two of this id" in faults(twice)
    assert "lesson: there is none" in faults("version = 1")


# What only trying finds out


def course(**fields):
    """The task with other fields, as a course."""
    lines = [line for line in TASK.splitlines() if line.partition(" ")[0] not in fields]
    return read_course(TABLUT, "\n".join([*lines, *(f"{key} = {value}" for key, value in fields.items())]))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"goal": '{ event = { kind = "captured", whose = "w" } }'}, "task 'first' cannot be done"),
        ({"goal": '{ not = { event = "turned" } }'}, "every turn is accepted"),
        ({"tries": '{ "g7-e8" = "tablut.camp" }'}, "'g7-e8' is refused by tablut.line, not by tablut.camp"),
        ({"facts": '[ { after = ["g7-e7"], ends = true } ]'}, "after g7-e7, {'ends': True} is not true"),
        ({"misses": '[ { when = { event = "walled" }, say = "X" } ]'}, "no turn is told 'X'"),
    ],
)
def test_what_is_not_true_is_found(fields, told):
    found = proofs.faults_of(course(**fields))
    assert any(told in fault for fault in found), found


def test_missing_clauses_and_endings_are_found():
    found = list(proofs.uncovered(course()))
    assert "the clause tablut.camp is met in 0 tasks, not in 1" in found
    assert "no task shows how a game ends by 'repetition'" in found


def test_the_same_task_from_another_side_is_found():
    other = TASK.split('[[lesson.task]]\nid = "first"')[1].replace("9/9/2wb2w2/4w4/4k4/8b/9/9/9 w", MIRRORED)
    twice = read_course(TABLUT, f'{TASK}\n[[lesson.task]]\nid = "second"{other}')
    assert list(proofs.repeated(twice)) == ["task 'second' is task 'first' seen from another side"]


MIRRORED = "9/9/2w2bw2/4w4/4k4/b8/9/9/9 w"


def test_a_course_that_luck_solves_is_found():
    easy = course(goal='{ not = { event = { kind = "moved", at = "c7" } } }')
    assert "a random clicker does" in str(list(proofs.too_easy(easy)))


# Games of other packages


def test_lessons_of_another_package_are_found_beside_its_ruleset_and_held_to_the_same(tmp_path):
    wrong = TASK.replace("9/9/2wb2w2/4w4/4k4/8b/9/9/9 w", "12/12/12/12/12/12/12/12 w").replace("captured", "kaptured")
    folder = installed(tmp_path, "strange", files={"lessons.toml": wrong})
    told = run(folder, "conform", "strange", "--games", "1", "--only", "lessons-can-be-done-and-say-what-is-true")
    assert told.returncode == 1 and "BROKEN" in told.stdout, told.stdout + told.stderr
    assert "there is no event 'kaptured'" in told.stdout
