"""Graded turns: known tactics get the grade they deserve, and nobody is blamed for what could not be helped."""

import dataclasses
import math

import pytest

import tavoliere as tv
from tavoliere.arena.analysis import (
    SECOND_LOOK,
    annotated,
    grade_of,
    percent,
    report_data,
    report_of,
    sentence_about,
)
from tavoliere.arena.review import graded_turns
from tavoliere.records import Turn, format_record, read, recorded
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.mcts_player import MctsPlayer
from tavoliere.search.players import Alternative, Choice

ONLY_TURN = "9/9/9/2b6/2k6/9/2b6/9/8b w"
"""c5-d5 wins, c5-c4 is the only other turn and loses the king at once."""
SEVERAL_WINS = "9/9/9/3b5/4k4/3b5/9/9/8b w"
"""e5-g5 wins in three turns, e5-e4 in seven, e5-e3 loses."""


def alphabeta(position, effort):
    return AlphaBetaPlayer(table_entries=1 << 12).choose(position, Budget(nodes=20_000 * effort))


def graded(record, think=alphabeta):
    return list(graded_turns(record, think))


def tablut(start, moves):
    return recorded(tv.game("tablut"), moves, start=start, date="2026-11-15")


class Scripted:
    """Says what it is told about positions, by the turns that led there, and remembers what it was asked."""

    def __init__(self, record, *choices):
        self.answers = dict(zip([str(position) for position in record.positions()], choices, strict=False))
        self.efforts = []

    def __call__(self, position, effort):
        self.efforts.append(effort)
        return self.answers[str(position)]


def choice(move, values, proven="", alternatives=(), nodes=100):
    return Choice(move, values, nodes, 0.1, (move,), alternatives, proven)


# Tactics that a search proves


def test_the_turn_that_throws_a_certain_win_away_is_a_blunder_and_the_better_one_is_shown():
    (turn,) = graded(tablut(ONLY_TURN, ["c5-c4"]))
    assert (turn.grade, turn.better, turn.before, turn.after) == ("blunder", "c5-d5", 1.0, 0.0)
    assert (turn.proven, turn.proven_after) == ("win", "loss")
    assert turn.line[0] == "c5-d5"
    assert turn.reply
    after = tv.game("tablut").position(ONLY_TURN).play("c5-c4").play(turn.reply[0])
    assert after.outcome.winner == "b"


def test_a_slower_win_is_no_mistake():
    for move, grade in (("e5-g5", "best"), ("e5-f5", "good"), ("e5-e4", "good"), ("e5-e3", "blunder")):
        (turn,) = graded(tablut(SEVERAL_WINS, [move]))
        assert turn.grade == grade, move
        assert (turn.lost == 0) == (grade != "blunder")


def test_a_lost_position_has_no_blunders():
    position = tv.game("tablut").position(ONLY_TURN).play("c5-d5")
    for move in position.legal_moves()[:6]:
        (turn,) = graded(tablut(str(position), [move]))
        assert turn.proven == "loss"
        assert turn.grade in ("best", "good")
        assert turn.lost == 0


def test_a_turn_that_ends_the_game_is_worth_its_result():
    record = tablut("9/9/9/9/2k6/9/9/9/8b w", ["c5-c8", "i1-g1", "c8-c9"])
    turns = graded(record)
    assert [turn.grade for turn in turns] == ["good", turns[1].grade, "best"]
    assert turns[2].values_after == {"w": 1.0, "b": 0.0}
    assert turns[2].reply == ()


def test_with_three_players_it_is_the_movers_own_chance():
    """Red helps White at Black's cost: that is no fault of Red's as long as Red's own chance stays."""
    record = recorded(tv.game("pit", players=3), ["d2", "b6", "h8"], date="")
    think = Scripted(
        record,
        choice("d2", {"w": 0.4, "r": 0.3, "b": 0.3}),
        choice("b8", {"w": 0.3, "r": 0.35, "b": 0.35}),
        choice("h7", {"w": 0.6, "r": 0.34, "b": 0.06}),
        choice("e1-e3w", {"w": 0.0, "r": 1.0, "b": 0.0}, "loss"),
    )
    white, red, black = graded(record, think)
    assert (white.player, white.grade) == ("w", "best")
    assert (red.player, red.grade, round(red.lost, 3)) == ("r", "good", 0.01)
    assert (black.grade, black.proven_after) == ("inaccuracy", "loss")
    assert [values["r"] for values in report_of(record, [white, red, black]).values] == [0.3, 0.35, 0.34, 1.0]


def test_a_turn_of_three_players_is_judged_with_the_eyes_of_its_mover():
    """@i1w wins for White as surely as any turn, although Red, to move next, only sees that Red has lost."""
    record = recorded(tv.game("pit", players=3), ["h4", "c6", "i2", "@i1w", "c6-c7", "i2xi1n"], date="")

    def value(position, move, effort):
        return AlphaBetaPlayer(table_entries=1 << 14).value(position, move, Budget(nodes=60_000 * effort))

    def think(position, effort):
        return AlphaBetaPlayer(table_entries=1 << 14).choose(position, Budget(nodes=60_000 * effort))

    turns = list(graded_turns(record, think, value))
    assert turns[3].proven == "win"
    assert (turns[3].grade in ("best", "good"), turns[3].after, turns[3].proven_after) == (True, 1.0, "win")
    assert turns[3].values_after == {"w": 1.0, "r": 0.0, "b": 0.0}
    for turn in turns:
        assert sum(turn.values_before.values()) == pytest.approx(1)


def test_a_real_game_of_three_is_graded():
    game = tv.game("pit", players=3)

    def think(position, effort):
        return MctsPlayer(tree_nodes=20_000).choose(position, Budget(nodes=200 * effort))

    turns = graded(recorded(game, ["d2", "b6", "h8", "e1-e3w"], date=""), think)
    assert [turn.player for turn in turns] == ["w", "r", "b", "w"]
    assert all(0 <= turn.lost <= turn.before <= 1 for turn in turns)
    assert all(sum(turn.values_after.values()) == pytest.approx(1) for turn in turns)


# Grades by what is lost


def test_grades_by_the_chance_that_was_lost():
    lost = (0.0, 0.004, 0.005, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1.0)
    assert [grade_of(value) for value in lost] == [
        "best", "best", "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert grade_of(0.0, is_certain=True) == "good"


def test_a_turn_is_worth_what_the_position_after_it_is_worth_to_the_mover():
    record = tablut("", ["e4-f4", "d1-d2"])
    think = Scripted(
        record,
        choice("e4-g4", {"w": 0.6, "b": 0.4}),
        choice("d1-c1", {"b": 0.48, "w": 0.52}),
        choice("e3-f3", {"w": 0.9, "b": 0.1}),
    )
    first, second = graded(record, think)
    assert (first.grade, round(first.lost, 3), first.better) == ("inaccuracy", 0.08, "e4-g4")
    assert (second.grade, round(second.lost, 3), round(second.after, 3)) == ("blunder", 0.38, 0.1)


def test_the_same_search_counts_where_it_has_looked_closely():
    record = tablut("", ["e4-f4"])
    for visits, lost in ((0, 0.05), (30, 0.05), (3, 0.3)):
        known = (Alternative("e4-f4", 0.55, visits),)
        think = Scripted(
            record, choice("e4-g4", {"w": 0.6, "b": 0.4}, alternatives=known), choice("d1-c1", {"w": 0.3, "b": 0.7})
        )
        assert graded(record, think)[0].lost == pytest.approx(lost)


def test_a_certain_win_that_seems_gone_gets_a_second_and_longer_look():
    record = tablut("", ["e4-f4"])
    think = Scripted(record, choice("e4-g4", {"w": 1.0, "b": 0.0}, "win"), choice("d1-c1", {"w": 0.8, "b": 0.2}))
    (turn,) = graded(record, think)
    assert think.efforts == [1, 1, SECOND_LOOK]
    assert turn.grade == "blunder" and "a certain win becomes 80%" in sentence_about(turn)


def test_the_turn_that_the_search_would_make_is_best_whatever_comes():
    record = tablut("", ["e4-f4"])
    think = Scripted(record, choice("e4-f4", {"w": 0.6, "b": 0.4}), choice("d1-c1", {"w": 0.2, "b": 0.8}))
    (turn,) = graded(record, think)
    assert (turn.grade, turn.better, turn.lost) == ("best", "", 0.0)


def test_a_draw_is_shared_and_chances_are_never_quite_certain_without_proof():
    assert [percent(value) for value in (0.0, 0.001, 0.5, 0.999, 1.0)] == ["0%", "1%", "50%", "99%", "100%"]


# Totals and files


def faulty_report():
    record = tablut("", ["e4-f4", Turn("d1-d2", ("a \\ and a }",), ((Turn("d1-c1"),),))])
    think = Scripted(
        record,
        choice("e4-g4", {"w": 0.6, "b": 0.4}),
        choice("d1-b1", {"b": 0.5, "w": 0.5}),
        choice("e3-f3", {"w": 0.75, "b": 0.25}),
    )
    return report_of(record, graded(record, think))


def test_totals_count_grades_and_accuracy():
    report = faulty_report()
    assert report.is_whole
    assert report.totals["w"].grades["mistake"] == 1
    assert report.totals["w"].accuracy == pytest.approx(math.exp(-4 * 0.1))
    assert report.totals["b"].accuracy == pytest.approx(math.exp(-4 * 0.25))
    assert [values["w"] for values in report.values] == [0.6, 0.5, 0.75]
    nobody = report_of(report.record, report.turns[:1])
    assert nobody.totals["b"].accuracy is None and not nobody.is_whole


def test_an_annotated_record_is_read_back_with_comments_and_better_lines():
    report = faulty_report()
    record = annotated(report, "mcts:nodes=100")
    assert next(read(format_record(record))) == record
    first, second = record.turns
    assert first.comments == ("mistake, 60% to 50%; better e4-g4",)
    assert [line[0].move for line in first.variations] == ["e4-g4"]
    assert second.comments == ("a \\ and a }", "blunder, 50% to 25%; better d1-b1")
    assert [line[0].move for line in second.variations] == ["d1-c1", "d1-b1"]
    assert record.comments == ("analysed by mcts:nodes=100: White 67% accurate; Black 37% accurate",)
    assert annotated(dataclasses.replace(report, record=record), "mcts:nodes=100") == record


def test_report_data_is_plain():
    data = report_data(faulty_report())
    assert set(data) == {"game", "options", "players", "result", "turns", "totals", "values", "is_whole"}
    assert data["turns"][0]["grade"] == "mistake"
    assert data["turns"][0]["line"] == ["e4-g4"]
    assert data["totals"]["w"]["grades"]["mistake"] == 1
