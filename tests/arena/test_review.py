"""A review: asked and answered one question at a time, stopped and restored anywhere, and always the same."""

import json

import pytest

import tavoliere as tv
from tavoliere.arena.review import Review, ReviewError, answered, graded_turns, reviewed
from tavoliere.records import recorded
from tavoliere.search.specs import judging_spec

PLAYER = "alphabeta:nodes=3000"
TABLUT = recorded(
    tv.game("tablut"),
    ["e5-e4", "d6-d7", "e4-e3", "d4-e4"],
    start="9/9/9/3b5/4k4/3b5/9/9/8b w",
    date="2026-11-15",
)
THREE = recorded(tv.game("pit", players=3), ["h4", "c6", "i2", "@i1w", "c6-c7", "i2xi1n"], date="2026-11-15")


@pytest.mark.parametrize("record", [TABLUT, THREE], ids=["two players", "three players"])
def test_a_review_that_is_stored_after_every_answer_is_the_one_that_was_never_stored(record):
    whole = reviewed(record, PLAYER)
    review, graded = Review(record, PLAYER), 0
    while (question := review.question()) is not None:
        assert review.question() == question
        graded += len(review.answer(answered(question, PLAYER)))
        assert len(review.turns) == graded
        review = Review.restored(json.loads(json.dumps(review.data())))
    assert graded == len(record.turns) and review.is_whole
    assert json.dumps(review.data()) == json.dumps(whole.data())
    assert review.turns == whole.turns


def test_a_review_grades_as_whoever_thinks_while_we_wait():
    player = judging_spec(PLAYER).player(1)

    def think(position, effort):
        return player.choose(position, judging_spec(f"alphabeta:nodes={3000 * effort}").budget())

    assert list(graded_turns(TABLUT, think)) == reviewed(TABLUT, PLAYER).turns


def test_turning_points_and_accuracy_tell_who_threw_the_game_away():
    review = reviewed(TABLUT, PLAYER)
    assert [(turn.number, turn.player, turn.grade) for turn in review.turning_points] == [(3, "w", "blunder")]
    totals = review.report.totals
    assert totals["w"].accuracy < totals["b"].accuracy == 1.0
    assert len(review.report.values) == 5


def test_with_three_players_the_played_line_is_the_one_that_the_mover_was_judged_by():
    for turn in reviewed(THREE, PLAYER).turns:
        position = THREE.game.start()
        for move in [*THREE.moves[: turn.number - 1], *turn.played]:
            position = position.play(move)


def test_a_review_that_is_done_asks_nothing_and_takes_no_answer():
    review = reviewed(TABLUT, PLAYER)
    assert review.question() is None
    with pytest.raises(ReviewError, match="no question"):
        review.answer(answered(Review(TABLUT, PLAYER).question(), PLAYER))


def forged(change):
    data = json.loads(json.dumps(reviewed(TABLUT, PLAYER).data()))
    change(data)
    return data


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.clear(),
        lambda data: data.update(format=99),
        lambda data: data.update(record={}),
        lambda data: data.update(turns=[1]),
        lambda data: data.update(thoughts=[]),
        lambda data: data["turns"].reverse(),
        lambda data: data["turns"].append(data["turns"][0]),
        lambda data: data["turns"][0].update(grade="splendid"),
        lambda data: data["turns"][0].update(claims=[{"kind": 1}]),
        lambda data: data["turns"][0].pop("lost"),
        lambda data: data.update(player="nobody"),
    ],
)
def test_what_is_no_review_is_refused(change):
    with pytest.raises(ReviewError):
        Review.restored(forged(change))


@pytest.mark.parametrize("data", [None, [], "review", {"format": 1}])
def test_what_is_not_even_a_table_is_refused(data):
    with pytest.raises(ReviewError):
        Review.restored(data)
