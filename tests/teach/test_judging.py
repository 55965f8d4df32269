"""How tries are answered, turn by turn, and what a guided game says when something happens for the first time."""

import pytest

import tavoliere as tv
from tavoliere.teach import Astray, comments_on, judged, lessons, stage_of
from tavoliere.teach.conditions import made_by
from tavoliere.teach.judging import ending_of


def task(name):
    return next(one for one in lessons("tablut").tasks() if one.id == name)


def test_a_task_of_two_turns_goes_on_with_the_stated_reply():
    first = judged(task("two-ways"), [], "d4-d7")
    assert (first.kind, first.reply.turn) == ("on", "g8-g7")
    assert str(first.text) == "Good so far. Go on."
    assert stage_of(task("two-ways"), ["d4-d7"]).position == first.reply.after
    assert judged(task("two-ways"), ["d4-d7"], "d7-a7").kind == "done"
    assert judged(task("two-ways"), ["d4-d7"], "d7-d6").kind == "missed"


def test_a_turn_that_leads_nowhere_is_missed_at_once():
    verdict = judged(task("two-ways"), [], "d4-d3")
    assert (verdict.kind, verdict.reply) == ("missed", None)
    assert verdict.text == task("two-ways").miss


def test_turns_that_were_never_accepted_lead_astray():
    with pytest.raises(Astray):
        stage_of(task("two-ways"), ["d4-d3"])
    with pytest.raises(Astray):
        judged(task("sandwich"), ["g7-e7"], "e6-d6")
    with pytest.raises(Astray):
        stage_of(task("sandwich"), ["nonsense"])


def test_a_miss_is_told_the_reason_that_fits_it():
    found = task("inside-a-camp")
    assert "at home" in judged(found, [], "c3-a3").text and "a4" in judged(found, [], "c3-a3").text
    assert "e9" in judged(found, [], "e5-e7").text
    assert judged(found, [], "c3-c4").text == found.miss


def test_a_try_is_understood_as_people_type_it():
    assert judged(task("sandwich"), [], "G7 E7").kind == "done"
    assert judged(task("sandwich"), [], "G7 E7").turn == "g7-e7"


def test_what_is_no_turn_says_how_turns_are_written():
    verdict = judged(task("sandwich"), [], "forwards!")
    assert (verdict.kind, verdict.clause) == ("refused", "common.notation")


# Guided games


def played(guided, *turns):
    position, made = guided.game.start(), []
    for turn in turns:
        made.append(made_by(position, turn))
        position = made[-1].after
    return made


def test_comments_come_when_something_happens_for_the_first_time():
    guided = lessons("tablut").lessons[-1].guided
    opening = ["e4-f4", "d9-d8", "e5-e4", "d8-d7", "e4-e5x"]
    made = played(guided, *opening[:3])
    assert [len(comments_on(guided, made[:count])) for count in range(4)] == [0, 0, 0, 1]
    assert "left the castle" in comments_on(guided, made)[0].text


def test_a_comment_is_made_once():
    guided = lessons("tablut").lessons[-1].guided
    made = played(guided, "e4-f4", "d9-d8", "e5-e4", "d8-c8", "e4-d4")
    assert not any("castle" in comment.text for comment in comments_on(guided, made))


def test_a_tower_that_leaves_with_its_owner_was_not_cut_off():
    guided = lessons("pit").lessons[-1].guided
    made = played(guided, "a5", "f5", "e1-e2e", "f5-e5")
    assert made[-1].after.outcome is not None
    assert not any("cut off" in comment.text for comment in comments_on(guided, made))


def test_the_end_is_told_by_who_has_won():
    guided = lessons("tablut").lessons[-1].guided
    position = tv.game("tablut").position
    assert ending_of(guided, position("9/9/9/9/9/9/9/9/k7b b")) == guided.won
    assert ending_of(guided, position("9/9/9/4b4/3bkb3/1b7/9/9/9 b").play("b4-e4")) == guided.lost
    assert ending_of(guided, task("comes-back").start().play("h2-h1")) == guided.drawn
    assert ending_of(guided, guided.game.start()) is None
