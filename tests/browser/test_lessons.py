"""Lessons in a real browser: whole courses by clicks, one by keyboard alone, one by touch on a phone."""

from __future__ import annotations

import json

import pytest

from tavoliere.apps.web.table.halves import steps_of
from tavoliere.core.languages import language
from tavoliere.games import own_games, ruleset
from tavoliere.teach import accepted_turns, lessons, stage_of
from tests.browser.people import Person
from tests.browser.test_manners import PHONE, findings_in_both_themes

READY = "(task) => document.getElementById('lesson').dataset.task === task"
SHOWN_SINCE = "(n) => Number(document.getElementById('table-board').dataset.shown) >= n"
ENDED = "() => document.getElementById('message').dataset.kind === 'done' && document.getElementById('next')"


def solution(task):
    """The steps of each turn that does a task."""
    accepted = []
    while True:
        stage = stage_of(task, accepted)
        turn = accepted_turns(task, accepted)[0]
        yield steps_of(stage.position, turn)
        accepted.append(turn)
        if len(accepted) == task.within or not can_go_on(task, accepted):
            return


def can_go_on(task, accepted):
    try:
        stage_of(task, accepted)
    except ValueError:
        return False
    return True


def do_task(person, task, act):
    """Do what a task asks for, turn by turn."""
    for steps in solution(task):
        for step in steps:
            act(person, step)
    person.page.wait_for_function(ENDED)


def do_course(person, name, act, onwards, mind):
    """All tasks of a course, one after the other, as the page leads through it, and the game at its end."""
    course = lessons(name)
    places = [(lesson.id, task) for lesson in course.lessons for task in lesson.tasks]
    for lesson, task in places:
        person.page.wait_for_function(READY, arg=f"{lesson}/{task.id}")
        assert person.says("#do") == task.asks
        do_task(person, task, act)
        onwards(person)
    person.page.wait_for_function(READY, arg=f"{course.lessons[-1].id}/game")
    assert done_so_far(person, name) == [f"{lesson}/{task.id}" for lesson, task in places]
    play_guided_game(person, name, act, mind)


ANSWERED = """([name, turns]) => document.getElementById("retry")
  || JSON.parse(localStorage.getItem(`tavoliere.lessons.${name}`)).at.accepted.length > turns"""


def play_guided_game(person, name, act, mind):
    """From the first turn to the last, with good turns; how it ended is said in the words of the lesson."""
    guided = lessons(name).lessons[-1].guided
    position, turns = guided.game.start(), []
    while not person.page.locator("#retry").count():
        for step in steps_of(position, mind.worker.choose(mind.spec, position, len(turns)).move):
            act(person, step)
        person.page.wait_for_function(ANSWERED, arg=[name, len(turns) + 1])
        turns = stored(person, name)["at"]["accepted"]
        position = guided.game.start()
        for turn in turns:
            position = position.play(turn)
    assert any(text in person.says("#message") for text in (guided.won, guided.lost, guided.drawn))


def begin(person, name):
    person.visit(f"/learn/{name}")
    person.page.click("#begin")


def stored(person, name):
    return json.loads(person.page.evaluate(f"() => localStorage.getItem('tavoliere.lessons.{name}')"))


def done_so_far(person, name):
    return stored(person, name)["done"]


@pytest.mark.parametrize("name", own_games())
def test_a_whole_course_is_done_by_clicks(visits, mind, name):
    me = visits.person()
    begin(me, name)
    do_course(me, name, Person.click, lambda person: person.page.click("#next"), mind)


def test_a_course_is_done_by_keyboard_alone(visits, mind):
    me = visits.person()
    me.visit("/learn/tablut")
    me.page.wait_for_selector("#begin")
    me.page.focus("#begin")
    me.page.keyboard.press("Enter")
    do_course(me, "tablut", press_by_arrows, lambda person: person.page.keyboard.press("Enter"), mind)


def press_by_arrows(person, step):
    """From the square that has the focus to another one with the arrow keys, then Enter."""
    page = person.page
    page.evaluate("() => document.querySelector('#table-board [tabindex=\"0\"]').focus()")
    for _ in range(30):
        here = page.evaluate("() => document.activeElement.dataset.step")
        if here == step:
            break
        (column, row), (wanted_column, wanted_row) = place(here), place(step)
        if column != wanted_column:
            page.keyboard.press("ArrowRight" if wanted_column > column else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if wanted_row > row else "ArrowDown")
    before = person.look()["shown"]
    page.keyboard.press("Enter")
    person.until_shown(before)


def place(step):
    square = step.partition(":")[2]
    return ord(square[0]), int(square[1:])


def test_a_course_is_done_by_touch_on_a_phone(visits, mind):
    me = visits.person(**PHONE)
    begin(me, "never-alone")
    do_course(me, "never-alone", Person.tap, lambda person: person.page.tap("#next"), mind)
    assert me.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def open_task(person, path):
    person.visit(f"/learn/tablut#{path}")
    person.page.wait_for_function(READY, arg=path)


BOXES = """() => ["table-board", "message", "lesson-acts"].map((id) => {
  const { left, top, right, bottom } = document.getElementById(id).getBoundingClientRect();
  return { left, top, right, bottom };
})"""


def test_on_a_phone_the_board_is_as_wide_as_the_screen_and_words_do_not_lie_on_it(visits):
    """It was 200 pixels wide, less than a finger for each square, and the buttons lay below the screen."""
    me = visits.person(viewport={"width": 360, "height": 640}, has_touch=True)
    me.visit("/learn/pit#replace/take-the-pawn")
    me.page.wait_for_function(READY, arg="replace/take-the-pawn")
    board, _, acts = me.page.evaluate(BOXES)
    assert board["right"] - board["left"] > 320 and acts["bottom"] <= 640
    do_task(me, lessons("pit").lesson("replace").task("take-the-pawn"), Person.tap)
    me.page.wait_for_function(f"() => {{ const [board, words] = ({BOXES})(); return board.bottom <= words.top; }}")
    board, words, acts = me.page.evaluate(BOXES)
    assert board["top"] >= 0 and words["bottom"] <= acts["top"] and acts["bottom"] <= 640


def longest(tongue, name, words):
    """The task at which a course says most of what `words` gives of each, after the id of its lesson."""
    voice = language(tongue, ruleset(name))
    places = [(lesson.id, task) for lesson in lessons(name).lessons for task in lesson.tasks]
    return max(places, key=lambda place: len("".join(voice.say(text) for text in words(place[1]))))


@pytest.mark.parametrize("tongue", ["en", "it"])
@pytest.mark.parametrize("name", own_games())
def test_on_the_smallest_phone_words_and_the_whole_board_are_in_view_at_once(visits, name, tongue):
    """Also where a lesson says most: squares that it speaks of lay below the screen in half of all tasks."""
    me = visits.person(viewport={"width": 360, "height": 640}, has_touch=True, locale=tongue)
    lesson, task = longest(tongue, name, lambda task: (task.text, task.asks))
    place = f"{lesson}/{task.id}"
    me.visit(f"/learn/{name}#{place}")
    me.page.wait_for_function(READY, arg=place)
    me.page.wait_for_function(f"() => {{ const [board, , acts] = ({BOXES})(); return board.bottom <= acts.top; }}")
    board, _, _ = me.page.evaluate(BOXES)
    assert me.page.locator("#lesson-title").bounding_box()["y"] >= 0
    assert board["right"] - board["left"] > 255, "28 pixels for each square"


@pytest.mark.parametrize("tongue", ["en", "it"])
@pytest.mark.parametrize("name", own_games())
def test_on_the_smallest_phone_the_whole_board_is_in_view_with_what_is_said_at_the_end(visits, name, tongue):
    """Where most is said, the board lost its upper rows."""
    me = visits.person(viewport={"width": 360, "height": 640}, has_touch=True, locale=tongue)
    lesson, task = longest(tongue, name, lambda task: (task.done,))
    me.visit(f"/learn/{name}#{lesson}/{task.id}")
    me.page.wait_for_function(READY, arg=f"{lesson}/{task.id}")
    do_task(me, task, Person.tap)
    me.page.wait_for_function(f"() => {{ const [board, words] = ({BOXES})(); return board.bottom <= words.top + 1; }}")
    board, words, acts = me.page.evaluate(BOXES)
    assert board["top"] >= 0 and words["bottom"] <= acts["top"] and acts["bottom"] <= 640


def test_a_wrong_try_says_why_and_can_be_made_again(visits):
    me = visits.person()
    visits.tolerated = ("400",)
    open_task(me, "capture/sandwich")
    me.click("cell:g7")
    me.try_to("cell:d7")
    assert "in the way" in me.says("#message") and me.page.locator("#message button").count() == 1
    me.click("cell:g8")
    me.page.wait_for_selector("#retry")
    assert me.says("#message").startswith("Not quite. Nothing is captured.")
    assert me.pieces_on("g8") == ["w"], "what was tried is shown"
    me.page.click("#retry")
    me.page.wait_for_function("() => !document.querySelector('.tv-stack[data-square=\"g8\"]')")
    me.page.click("#hint")
    assert "Bring a defender to e7." in me.says("#message")
    me.click("cell:g7")
    me.click("cell:e7")
    me.page.wait_for_function(ENDED)
    assert me.says("#message").startswith("Well done!")
    assert me.page.evaluate("() => document.activeElement.id") == "next"


def test_a_lesson_is_left_in_the_middle_and_gone_on_with(visits):
    me = visits.person()
    open_task(me, "attack-and-defence/two-ways")
    me.click("cell:d4")
    me.click("cell:d7")
    me.page.wait_for_function("() => document.getElementById('message').textContent.includes('answers')")
    me.click("cell:d7")
    me.visit("/learn/tablut")
    me.page.click("#begin")
    me.page.wait_for_function("() => document.querySelector('.tv-stack[data-square=\"g7\"]')")
    me.click("cell:d7")
    me.click("cell:a7")
    me.page.wait_for_function(ENDED)


def test_edited_progress_is_told_and_nothing_is_lost(visits):
    me = visits.person()
    me.visit("/learn/tablut")
    me.page.evaluate("() => localStorage.setItem('tavoliere.lessons.tablut', '{\"version\": 99, \"x\": 1}')")
    me.page.reload()
    me.page.wait_for_selector("#trouble:has-text('newer version')")
    me.page.evaluate("() => localStorage.setItem('tavoliere.lessons.tablut', 'edited by hand')")
    me.page.reload()
    me.page.wait_for_selector("#trouble:has-text('cannot be read')")
    assert "edited by hand" in me.page.evaluate("() => localStorage.getItem('tavoliere.lessons.tablut.aside')")
    me.visit("/learn/tablut#gone/for-good")
    me.page.reload()
    me.page.wait_for_selector("#trouble:has-text('not here any more')")


def test_turns_that_fit_no_more_begin_the_task_again(visits):
    visits.tolerated = ("409",)
    me = visits.person()
    me.visit("/learn/tablut")
    at = {"lesson": "capture", "task": "sandwich", "accepted": ["a1-a2"]}
    notes = json.dumps({"version": 1, "done": ["capture/old-task"], "at": at})
    me.page.evaluate("(notes) => localStorage.setItem('tavoliere.lessons.tablut', notes)", notes)
    me.page.reload()
    open_task(me, "capture/sandwich")
    me.page.wait_for_selector("#message:has-text('it begins again')")
    me.click("cell:g7")
    assert "capture/old-task" in done_so_far(me, "tablut")


def test_a_task_left_in_the_middle_of_a_turn_is_there_whole_again(visits):
    """A half-made turn is nobody's yet: the task is as before it, and nothing that was done is forgotten."""
    me = visits.person()
    me.visit("/learn/pit#slide/tower-and-barrier")
    me.page.wait_for_function(READY, arg="slide/tower-and-barrier")
    me.click("cell:e1")
    me.click("cell:e3")
    me.page.wait_for_selector("#message:has-text('Now set a barrier beside the tower')")
    me.page.reload()
    me.page.wait_for_function(READY, arg="slide/tower-and-barrier")
    assert me.pieces_on("e1") == ["w"] and me.pieces_on("e3") == []
    do_task(me, lessons("pit").lesson("slide").task("tower-and-barrier"), Person.click)


def test_progress_of_a_newer_version_is_kept_as_it_is_through_a_whole_task(visits):
    me = visits.person()
    newer = '{"version": 7, "done": ["capture/sandwich"], "stars": 3}'
    me.visit("/learn/tablut")
    me.page.evaluate("(text) => localStorage.setItem('tavoliere.lessons.tablut', text)", newer)
    me.page.reload()
    me.page.wait_for_selector("#trouble:has-text('kept as it is')")
    open_task(me, "capture/sandwich")
    do_task(me, lessons("tablut").lesson("capture").task("sandwich"), Person.click)
    assert me.page.evaluate("() => localStorage.getItem('tavoliere.lessons.tablut')") == newer


def test_progress_full_of_nonsense_is_put_aside_and_the_course_works(visits):
    me = visits.person()
    for text in ('{"version": 1, "done": "all of it"}', "[]", '{"version": "1"}', "null"):
        me.visit("/learn/tablut")
        me.page.evaluate("(text) => localStorage.setItem('tavoliere.lessons.tablut', text)", text)
        me.page.reload()
        me.page.wait_for_selector("#trouble:has-text('cannot be read')")
        assert json.loads(me.page.evaluate("() => localStorage.getItem('tavoliere.lessons.tablut.aside')")) == text
    at = {"lesson": "capture", "task": 5, "accepted": "x"}
    odd = json.dumps({"version": 1, "done": ["gone/task"], "at": at, "more": {}})
    me.page.evaluate("(text) => localStorage.setItem('tavoliere.lessons.tablut', text)", odd)
    me.page.reload()
    me.page.click("#begin")
    me.page.wait_for_function(READY, arg="slide/first-slide")
    assert done_so_far(me, "tablut") == ["gone/task"], "what another version has done stays noted"


def test_a_guided_game_is_played_and_comments_are_made(visits):
    me = visits.person()
    open_task(me, "first-game/game")
    for first, second in (("e4", "f4"), ("e5", "e4")):
        before = me.look()["shown"]
        me.click(f"cell:{first}")
        me.click(f"cell:{second}")
        me.page.wait_for_function(SHOWN_SINCE, arg=before + 3)
    assert "left the castle" in me.says("#message") and "Black answers" in me.says("#message")
    me.page.reload()
    me.page.wait_for_function("() => document.querySelector('.tv-stack[data-square=\"e4\"]')")


def test_axe_finds_nothing_serious_in_both_themes(visits):
    me = visits.person()
    me.visit("/learn/tablut")
    me.page.wait_for_selector("#lessons li")
    assert findings_in_both_themes(me.page) == []
    for name in own_games():
        me.visit(f"/learn/{name}#:next")
        me.page.wait_for_selector("#lesson[data-task]")
        assert findings_in_both_themes(me.page) == []
    open_task(me, "capture/sandwich")
    assert findings_in_both_themes(me.page) == []
    do_task(me, lessons("tablut").lesson("capture").task("sandwich"), Person.click)
    assert findings_in_both_themes(me.page) == []


def test_the_start_page_leads_to_the_lessons(visits):
    me = visits.person()
    me.visit("/")
    me.page.click('a[href="/learn/tablut"]')
    me.page.wait_for_selector("#begin")
