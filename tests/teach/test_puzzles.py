"""Puzzles: what is shipped is proven again in part, what is broken is told by name, and every try is answered."""

import dataclasses
import datetime
import json

import pytest

import tavoliere as tv
from tavoliere.core.beside import text_beside
from tavoliere.games import own_games, ruleset
from tavoliere.search.novice import glance
from tavoliere.teach import PuzzleError, puzzles
from tavoliere.teach.checking import faults_of
from tavoliere.teach.judging import DONE, MISSED, ON, REFUSED, Astray
from tavoliere.teach.mining import chosen, name_of
from tavoliere.teach.proving import is_first_glance, liked_turns, made_turns
from tavoliere.teach.puzzle import FIRSTS, HOLD, KINDS, OTHERS, THEN, WIN
from tavoliere.teach.puzzle_file import FILE, MOST_BYTES, data_of, puzzle_of, read_puzzles, text_of
from tavoliere.teach.solving import judged, nearest, of_the_day, rating_after, stage_of, task_of
from tavoliere.teach.themes import theme_text
from tests.testing.plugins import installed, run

SAMPLE = 3
TABLUT = ruleset("tablut")
WITH_PUZZLES = [name for name in own_games() if puzzles(name).puzzles]


def spread(name, count, kind=None):
    """Some puzzles of a game, from the easiest to the hardest."""
    found = [puzzle for puzzle in puzzles(name) if kind in (None, puzzle.kind)]
    return [found[place * len(found) // count] for place in range(count)]


# What is shipped


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_shipped_puzzles_are_different_rated_and_about_something(name):
    found = list(puzzles(name))
    assert len(found) >= 10
    assert len({puzzle.level for puzzle in found}) >= 3 and {puzzle.kind for puzzle in found} <= set(KINDS)
    assert len(text_beside(ruleset(name).where, FILE).encode()) <= MOST_BYTES
    assert all(puzzle.id == name_of(puzzle.start()) for puzzle in found), "two names for positions that are the same"
    assert all(puzzle.themes and all(theme_text(puzzle.game, theme) for theme in puzzle.themes) for puzzle in found)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_sample_of_the_shipped_puzzles_is_proven_again(name):
    """All of them are by `tavoliere mine GAME --prove`."""
    for puzzle in spread(name, SAMPLE):
        assert faults_of(puzzle, with_rating=False) == [], puzzle.id


def test_positions_that_are_the_same_turned_have_one_name():
    puzzle = puzzles("tablut").puzzles[0]
    start, options = puzzle.start(), dict(puzzle.game.options)
    for number in range(TABLUT.symmetries):
        turned = TABLUT.notation.position_text(TABLUT.symmetric(start.state, options, number)[0], options)
        assert name_of(puzzle.game.position(turned)) == puzzle.id


# The prover finds what is wrong


def changed(puzzle, **fields):
    return dataclasses.replace(puzzle, **fields)


def test_a_false_puzzle_is_found_out():
    puzzle = next(one for one in puzzles("tablut") if one.kind == WIN and one.within == 3)
    start = puzzle.start()
    wrong = next(turn for turn in start.legal_moves() if turn not in puzzle.turns)
    assert faults_of(changed(puzzle, turns=(wrong,)), with_rating=False)
    assert faults_of(changed(puzzle, kind=HOLD), with_rating=False) == ["the searches do not prove it"]
    assert faults_of(changed(puzzle, id="00000000"), with_rating=False) == ["the id belongs to another position"]
    assert any("no answer" in fault for fault in faults_of(changed(puzzle, endings=()), with_rating=False))
    assert any("nothing is said" in fault for fault in faults_of(changed(puzzle, wrong=()), with_rating=False))


def test_a_reply_that_refutes_nothing_is_found_out():
    puzzle = next(one for one in puzzles("tablut") if one.kind == WIN)
    others = next(one for one in puzzle.wrong if OTHERS in one.turns)
    gone = changed(puzzle, wrong=(dataclasses.replace(others, reply=""),))
    assert any("does not refute" in fault for fault in faults_of(gone, with_rating=False))


def test_one_reply_can_stand_for_the_first_turn_of_every_action_that_is_not_named():
    puzzle = next(one for one in puzzles("tablut") if one.kind == WIN and one.within == 3)
    start = puzzle.start()
    others = next(one for one in puzzle.wrong if OTHERS in one.turns)
    named = [dataclasses.replace(one, turns=(FIRSTS,)) if one is others else one for one in puzzle.wrong]
    told = changed(puzzle, wrong=tuple(named))
    assert faults_of(told, with_rating=False) == []
    assert told.refutation_of(next(turn for turn, _ in made_turns(start) if turn not in puzzle.turns)) is None
    gone = changed(puzzle, wrong=tuple(dataclasses.replace(one, reply="") for one in named))
    assert any("does not refute" in fault for fault in faults_of(gone, with_rating=False))


def test_a_turn_is_a_first_glance_if_all_its_parts_are():
    position = tv.game("pit-of-pillars").position(
        "#3(rw)2#/4R1w1/(rr)1w3(rw)1/1W2(rwrw)2r/6WW/8/5(rw)2/#6# w m 4-0 - 3"
    )
    liked, texts = position, []
    while not texts or liked.pending:
        values = glance(liked)
        action = max(values, key=values.get)
        texts.append(liked.action_to_text(action))
        liked = liked.act(action)
    text = position.game.ruleset.notation.turn_text(texts)
    assert is_first_glance(position, text)
    same_begin = [turn for turn, _ in made_turns(position, position.exact_actions(text)[0]) if turn != text]
    assert not all(is_first_glance(position, turn) for turn in same_begin)
    assert is_first_glance(position, *same_begin, text)


@pytest.mark.parametrize("name", ["pit-of-pillars", "never-alone", "tablut"])
def test_the_turns_liked_after_an_action_are_the_first_glances_that_begin_with_it(name):
    position = puzzles(name).puzzles[0].start()
    for action in position.actions()[:30]:
        liked = [str(after) for turn, after in made_turns(position, action) if is_first_glance(position, turn)]
        assert sorted(map(str, liked_turns(position, action))) == sorted(liked)
    assert any(True for action in position.actions() for _ in liked_turns(position, action))


# Files


def sound_lines():
    return text_of(TABLUT, list(puzzles("tablut"))[:2]).splitlines()


def with_field(name, value):
    head, first, *rest = sound_lines()
    return "\n".join([head, json.dumps({**json.loads(first), name: value}), *rest])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: this is not a file of puzzles"),
        ('{"format": "something"}', "line 1: this is not a file of puzzles"),
        ('{"format": "tavoliere puzzles", "version": 2, "game": "tablut", "rules_version": 1}', "version is 2, not 1"),
        ('{"format": "tavoliere puzzles", "version": 1, "game": "pit", "rules_version": 1}', "game is 'pit'"),
        (with_field("position", "9/9/9 w"), "line 2: not a position"),
        (with_field("position", 3), "line 2: position is a text, not 3"),
        (with_field("turns", ["e5-e9x"]), "line 2"),
        (with_field("turns", []), "line 2: the game is over, or there is no good turn"),
        (with_field("kind", "draw"), "kind is one of win, hold, not 'draw'"),
        (with_field("level", 0), "level is a number from 1 to"),
        (with_field("level", True), "level is a number from 1 to"),
        (with_field("within", "3"), "within is a number"),
        (with_field("themes", ["does:nothing"]), "there is no theme 'does:nothing'"),
        (with_field("plan", [["x"]]), "an answer is a list"),
        (with_field("plan", {}), "a plan is a list of answers"),
        (with_field("wrong", [[["a"], 3]]), "wrong is a list"),
        (with_field("id", "puzzle"), "id is eight digits"),
        (with_field("colour", "red"), "there is no field 'colour'"),
        (with_field("options", {"players": 2}), "line 2"),
        ("\n".join([*sound_lines()[:2], sound_lines()[1]]), "line 3: there are two of the id"),
        ("\n".join([sound_lines()[0], "{"]), "line 2"),
    ],
)
def test_a_broken_file_is_told_by_name_and_line(text, told):
    with pytest.raises(PuzzleError) as refused:
        read_puzzles(TABLUT, text)
    assert str(refused.value).startswith("the puzzles of tablut (puzzles.jsonl) are wrong: ")
    assert any(told in fault for fault in refused.value.faults), refused.value.faults


def test_an_enormous_file_is_refused_before_it_is_read():
    with pytest.raises(PuzzleError, match="it has more than 300000 bytes"):
        read_puzzles(TABLUT, "x" * (MOST_BYTES + 1))


def test_a_line_of_brackets_is_told_like_any_other():
    with pytest.raises(PuzzleError, match="line 2"):
        read_puzzles(TABLUT, "\n".join([sound_lines()[0], "[" * 100_000]))


def test_a_puzzle_comes_back_from_its_line():
    for name in WITH_PUZZLES:
        for puzzle in spread(name, 2):
            assert puzzle_of(puzzle.game.ruleset, json.loads(json.dumps(data_of(puzzle)))) == puzzle


def test_a_game_of_another_package_brings_its_own(tmp_path):
    head, *lines = text_of(ruleset("pathwayz"), list(puzzles("pathwayz"))[:3]).splitlines()
    own = json.dumps({**json.loads(head), "game": "long-ways"})
    folder = installed(tmp_path, "long-ways", files={FILE: "\n".join([own, *lines])})
    listed = json.loads(run(folder, "puzzles", "long-ways", "--list", "--json").stdout)
    assert [one["game"] for one in listed] == ["long-ways"] * 3


def test_a_broken_file_of_another_package_is_told_in_one_sentence(tmp_path):
    done = run(installed(tmp_path, "long-ways", files={FILE: "{}"}), "puzzles", "long-ways", "--list")
    assert done.returncode == 1 and "the puzzles of long-ways (puzzles.jsonl) are wrong: line 1" in done.stderr


def test_a_game_without_puzzles_has_none(tmp_path):
    done = run(installed(tmp_path, "long-ways"), "puzzles", "long-ways")
    assert done.returncode == 1 and done.stderr == "tavoliere: long-ways has no puzzles\n"


def test_what_is_chosen_is_spread_over_the_ratings():
    every = list(puzzles("tablut"))
    levels = {puzzle.level for puzzle in every}
    few = chosen(every, len(levels))
    assert {puzzle.level for puzzle in few} == levels and len(few) == len(levels)
    assert len(chosen([*every, *every], 10_000)) == len(every), "each position once"
    assert len(text_of(TABLUT, chosen(every, 10_000, 1000))) < 1200
    rated = [dataclasses.replace(puzzle, level=11) for puzzle in every]
    assert {puzzle.level for puzzle in chosen([*rated, *every], 10_000)} == {11}, "the first rating counts"


# Tries


def followed(puzzle):
    """What each turn of the line comes to, one after the other."""
    accepted, mover, position = [], puzzle.start().turn, puzzle.start()
    for turn in puzzle.line:
        if position.turn == mover:
            yield judged(puzzle, accepted, turn)
            accepted.append(turn)
        position = position.play(turn)


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_line_of_a_puzzle_solves_it(name):
    for puzzle in spread(name, 6):
        kinds = [verdict.kind for verdict in followed(puzzle)]
        assert kinds == [*[ON] * (puzzle.own_turns - 1), DONE], puzzle.id
        assert task_of(puzzle).asks and task_of(puzzle).hint


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_wrong_turns_are_answered_on_the_board(name):
    for puzzle in spread(name, 3):
        start = puzzle.start()
        key = start.turn_to_actions(puzzle.turns[0])[0]
        stored = [one for one in puzzle.wrong if one.reply]
        for turn in [turn for turn in start.legal_moves() if start.turn_to_actions(turn)[0] != key][:3]:
            verdict = judged(puzzle, [], turn)
            assert verdict.kind == MISSED and verdict.text
            if verdict.reply is not None:
                assert verdict.reply.before == verdict.after
                assert start.game.player_name(verdict.reply.before.turn) in verdict.text
            assert verdict.reply is not None or verdict.after.outcome is not None or len(stored) > 0


def test_a_turn_that_is_none_is_refused_with_its_clause():
    puzzle = puzzles("tablut").puzzles[0]
    refused = judged(puzzle, [], "a1-i9")
    assert refused.kind == REFUSED and refused.clause.startswith("tablut.") and refused.reply is None


def test_another_way_to_win_in_time_is_as_good_as_the_plan():
    """All winning second turns are accepted, not only the stored one, and no other."""
    looked = 0
    for puzzle in [one for one in puzzles("never-alone") if one.kind == WIN and one.within == 3][:3]:
        stage = stage_of(puzzle, [puzzle.turns[0]])
        for turn in stage.position.legal_moves():
            end = stage.position.play(turn).outcome
            wins = end is not None and end.winner == stage.position.turn
            assert (judged(puzzle, [puzzle.turns[0]], turn).kind == DONE) is wins
            looked += 1
    assert looked > 10


def test_turns_that_do_not_fit_lead_astray():
    puzzle = puzzles("tablut").puzzles[0]
    with pytest.raises(Astray):
        stage_of(puzzle, ["a1-i9"])


# Which one next


def test_every_puzzle_has_its_day_before_one_comes_again():
    every = puzzles("tablut")
    first = datetime.date(2026, 1, 1).toordinal()
    days = [of_the_day(every, datetime.date.fromordinal(first + day)).id for day in range(len(every))]
    assert len(set(days)) == len(every)


def test_the_nearest_puzzle_is_one_that_is_left():
    every = puzzles("tablut")
    near = nearest(every, 5.2)
    assert abs(near.level - 5.2) == min(abs(puzzle.level - 5.2) for puzzle in every)
    assert nearest(every, 5.2, [near.id]).id != near.id
    assert nearest(every, 5.2, [puzzle.id for puzzle in every]) is None


def test_a_rating_goes_up_by_what_is_hard_and_down_by_what_is_easy():
    assert (
        rating_after(3, 8, True) > rating_after(3, 3, True) > 3 > rating_after(3, 3, False) > rating_after(3, 1, False)
    )
    assert rating_after(1, 1, False) == 1


def test_turns_of_several_players_are_written_with_a_sign_that_no_turn_has():
    for name in own_games():
        for options in tv.game(name).facts.variants:
            assert not any(THEN in turn for turn in tv.game(name, **options).start().legal_moves())
