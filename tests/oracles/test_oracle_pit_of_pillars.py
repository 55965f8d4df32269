"""The referee for Pit of Pillars against the facts of the rules page, and small positions."""

import random

import pytest

from tests.oracles import pit_of_pillars as pillars

START = "#6#/8/8/8/8/8/8/#6# w e 0-0 - 0"
RED_WINS = {"w": 0.0, "r": 1.0}
WHITE_WINS = {"w": 1.0, "r": 0.0}
DRAW = {"w": 0.5, "r": 0.5}


def random_turn(position: pillars.Position, chance: random.Random) -> str:
    """A legal turn: a first part, then one of its completions."""
    first_part = chance.choice(pillars.first_parts(position))
    return chance.choice(pillars.completions(position, first_part))


def test_start_and_perft() -> None:
    assert pillars.text(pillars.start()) == START
    assert pillars.parse(START) == pillars.start()
    assert [pillars.perft(pillars.start(), depth) for depth in range(3)] == [1, 60, 10976]
    with pytest.raises(ValueError, match="options"):
        pillars.start(size=8)


def test_capacities_of_the_empty_board() -> None:
    numbers = [pillars.capacity({}, square) for square in pillars.SQUARES]
    assert [numbers.count(number) for number in (2, 3, 4)] == [8, 16, 36]


def test_entering_one_man_next_to_the_last_and_one_alone() -> None:
    position = pillars.play(pillars.start(), "b1")
    assert pillars.text(position) == "#6#/8/8/8/8/8/8/#w5# r e 0-0 b1 0"
    assert pillars.first_parts(position) == ["b2", "c1"]
    assert "b2,c1" not in pillars.legal_turns(position)
    with pytest.raises(ValueError, match="not a legal turn"):
        pillars.play(position, "b2")
    after = pillars.play(position, "b2,f3")
    assert pillars.text(after) == "#6#/8/8/8/8/5r2/1r6/#w5# w e 0-0 f3 0"
    assert pillars.first_parts(after) == ["e3", "f2", "f4", "g3"]


def test_the_entering_stage_ends_with_equal_numbers_and_may_be_ended_by_choice() -> None:
    chance = random.Random(5)
    choices = 0
    for _ in range(40):
        position = pillars.start()
        while position.stage == "e":
            assert pillars.parse(pillars.text(position)) == position
            parts = pillars.first_parts(position)
            single = [part for part in parts if pillars.completions(position, part) == [part]]
            choices += 0 < len(single) < len(parts)
            mover = position.to_move
            position = pillars.play(position, random_turn(position, chance))
            assert position.to_move != mover
        assert pillars.count_men(position.men, "w") == pillars.count_men(position.men, "r")
        assert pillars.text(position).endswith(" m 0-0 - 0")
    assert choices > 0


def test_men_move_as_many_squares_as_they_are_over_anything_but_pillars() -> None:
    position = pillars.parse("#6#/8/8/3R4/3r4/3(rrw)2w1/8/#6# w m 0-0 - 0")
    moves = [part for part in pillars.first_parts(position) if part.startswith("d3")]
    targets = ["a3", "b3", "c3", "d1", "d2", "d4", "e3", "f3", "g3"]
    assert moves == [f"d3-{target}" for target in targets]
    after = pillars.play(position, "d3-f3")
    assert pillars.text(after) == "#6#/8/8/3R4/3r4/3r1(rw)w1/8/#6# r m 0-0 - 1"
    after = pillars.play(position, "d3-g3")
    assert pillars.text(after) == "#6#/8/8/3R4/3r4/6(wrrw)1/8/#6# r m 0-0 - 1"


def test_stacks_stay_on_the_board_and_out_of_the_corners() -> None:
    position = pillars.parse("#6#/8/8/8/8/8/8/#(ww)4r# w m 0-0 - 0")
    assert pillars.first_parts(position) == ["b1-b2", "b1-b3", "b1-c1", "b1-d1"]


def test_a_mixed_stack_above_capacity_is_captured() -> None:
    position = pillars.parse("#6#/8/8/8/8/8/1w6/#(wr)4r# w m 0-0 - 7")
    after = pillars.play(position, "b2-b1")
    assert pillars.text(after) == "#6#/8/8/8/8/8/8/#W4r# r m 2-0 - 0"
    assert "b2-b1,b1-e4" in pillars.legal_turns(position)
    after = pillars.play(position, "b2-b1,b1-e4")
    assert pillars.text(after) == "#6#/8/8/8/4W3/8/8/#5r# r m 2-0 - 0"
    assert pillars.outcome(after) is None


def test_at_capacity_or_of_one_colour_nothing_is_captured() -> None:
    position = pillars.parse("#6#/8/8/8/8/8/1w6/#r4r# w m 0-0 - 7")
    assert pillars.text(pillars.play(position, "b2-b1")) == "#6#/8/8/8/8/8/8/#(rw)4r# r m 0-0 - 8"
    position = pillars.parse("#6#/8/8/8/8/8/1w6/#(wwwww)4r# w m 0-0 - 7")
    assert pillars.text(pillars.play(position, "b2-b1")) == "#6#/8/8/8/8/8/8/#(wwwwww)4r# r m 0-0 - 8"


def test_pillars_of_either_colour_lower_the_capacity() -> None:
    position = pillars.parse("#6#/8/8/8/3R4/3rw3/3W4/#5r# w m 0-0 - 3")
    assert pillars.text(pillars.play(position, "e3-d3")) == "#6#/8/8/8/3R4/3(rw)4/3W4/#5r# r m 0-0 - 4"
    position = pillars.parse("#6#/8/8/8/3R4/2Rrw3/3W4/#5r# w m 0-0 - 3")
    assert pillars.text(pillars.play(position, "e3-d3")) == "#6#/8/8/8/3R4/2RW4/3W4/#5r# r m 1-0 - 0"


def test_a_stack_that_pillars_put_above_capacity_stays_until_a_man_lands_on_it() -> None:
    position = pillars.parse("#6#/8/8/4W3/3R4/3(rw)2r1/3W4/#6# w m 2-0 - 3")
    after = pillars.play(position, "@g7,e5-e3")
    assert after.men["d3"] == "rw"
    assert pillars.parse(pillars.text(after)) == after
    after = pillars.play(after, "g3-f3")
    assert pillars.play(after, "@d3").pillars["d3"] == "w"


def test_entering_on_any_square_but_a_pillar() -> None:
    position = pillars.parse("#6#/8/8/8/3R4/3r4/3W4/#4w1# w m 1-0 - 3")
    entries = [part for part in pillars.first_parts(position) if part[0] == "@"]
    assert len(entries) == 58 and "@d3" in entries and "@f1" in entries and "@d4" not in entries
    assert pillars.text(pillars.play(position, "@f1")) == "#6#/8/8/8/3R4/3r4/3W4/#4(ww)1# r m 0-0 - 4"


def test_pillars_move_like_a_queen_over_vacant_squares() -> None:
    position = pillars.parse("#6#/8/8/8/8/2r5/1W6/#w5# w m 0-0 - 0")
    rows_and_columns = ["a2", "c2", "d2", "e2", "f2", "g2", "h2", "b1", "b3", "b4", "b5", "b6", "b7", "b8"]
    endings = ["b1-c1"] + [f"b1-c1,b2-{square}" for square in [*rows_and_columns, "a3"]]
    assert pillars.completions(position, "b1-c1") == sorted(endings)
    assert pillars.perft(position, 1) == len(pillars.legal_turns(position)) == 16


def test_no_stack_left_wins_at_once_without_a_pillar_move() -> None:
    position = pillars.parse("#6#/8/8/8/8/2rw4/1W6/#6# w m 0-0 - 99")
    assert pillars.completions(position, "d3-c3") == ["d3-c3"]
    over = pillars.play(position, "d3-c3")
    assert pillars.outcome(over) == (WHITE_WINS, "no stack left")
    assert pillars.legal_turns(over) == [] and pillars.first_parts(over) == [] and pillars.perft(over, 2) == 1


def test_a_win_by_capture_that_leaves_the_mover_without_a_stack_too() -> None:
    position = pillars.parse("#6#/8/8/8/8/8/1w6/#(rr)5# w m 0-0 - 0")
    over = pillars.play(position, "b2-b1")
    assert pillars.text(over) == "#6#/8/8/8/8/8/8/#W5# r m 1-0 - 0"
    assert pillars.outcome(over) == (WHITE_WINS, "no stack left")


def test_a_capture_that_costs_the_last_stack_is_judged_after_the_opponents_next_part() -> None:
    position = pillars.parse("#6#/8/8/8/(wr)7/8/1w6/#(rr)5# w m 0-0 - 0")
    after = pillars.play(position, "b2-b1")
    assert not pillars.controls_a_stack(after.men, "w")
    assert pillars.outcome(after) is None
    assert pillars.outcome(pillars.play(after, "a4-a5")) is None
    assert pillars.outcome(pillars.play(after, "a4-a6")) == (RED_WINS, "no stack left")


def test_a_loaded_player_to_move_without_a_stack_has_lost_whatever_the_reserve() -> None:
    position = pillars.parse("#6#/8/8/8/8/2r5/8/#6# w m 3-0 - 0")
    assert pillars.outcome(position) == (RED_WINS, "no stack left")
    assert pillars.outcome(pillars.parse("#6#/8/8/8/8/2r5/8/#6# r m 3-0 - 0")) is None
    assert pillars.outcome(pillars.parse(START.replace(" e ", " m "))) == (RED_WINS, "no stack left")


def test_no_legal_move_loses_and_goes_before_a_draw() -> None:
    closed = "#6#/8/8/8/8/4w3/1W6/#rW4# r m 0-{} - 0"
    assert pillars.outcome(pillars.parse(closed.format(0))) == (WHITE_WINS, "no legal move")
    assert pillars.outcome(pillars.parse(closed.format(1))) is None
    position = pillars.parse("#6#/8/8/1W6/8/4w3/8/#rW4# w m 0-0 - 99")
    assert pillars.outcome(pillars.play(position, "e3-e4,b5-b2")) == (WHITE_WINS, "no legal move")
    assert pillars.outcome(pillars.play(position, "e3-e4")) == (DRAW, "100 turns without a capture")
    assert pillars.perft(position, 2) == pillars.perft(position, 1)


def test_the_third_occurrence_is_a_draw() -> None:
    position = pillars.parse("#6#/8/8/3r4/8/3w4/8/#6# w m 0-0 - 0")
    shuffle = ["d3-c3", "d5-c5", "c3-d3", "c5-d5"]
    for move in shuffle + shuffle[:3]:
        position = pillars.play(position, move)
        assert pillars.outcome(position) is None
    position = pillars.play(position, shuffle[3])
    assert pillars.outcome(position) == (DRAW, "repetition")
    assert pillars.legal_turns(position) == []
    assert pillars.perft(position, 1) == 4
    fresh = pillars.parse(pillars.text(position))
    assert fresh == position and pillars.outcome(fresh) is None


def test_100_quiet_turns_go_before_a_third_occurrence_that_comes_with_them() -> None:
    position = pillars.parse("#6#/8/8/3r4/8/3w4/8/#6# w m 0-0 - 92")
    for move in ["d3-c3", "d5-c5", "c3-d3", "c5-d5"] * 2:
        position = pillars.play(position, move)
    assert position.occurrences[pillars.same_position(position)] == 3
    assert pillars.outcome(position) == (DRAW, "100 turns without a capture")


def test_the_first_position_of_the_movement_stage_counts_as_an_occurrence() -> None:
    chance = random.Random(2)
    position = pillars.start()
    while position.stage == "e":
        position = pillars.play(position, random_turn(position, chance))
    assert list(position.occurrences.values()) == [1]


def test_a_capture_sets_the_counter_back() -> None:
    position = pillars.parse("#6#/8/8/8/8/8/1w6/#(wr)4r# w m 0-0 - 99")
    assert pillars.outcome(pillars.play(position, "b2-b1")) is None
    assert pillars.outcome(pillars.play(position, "b2-c2")) == (DRAW, "100 turns without a capture")


MOVING = "#6#/8/8/8/8/2rw4/1W6/#6#"
ENTERING = "#6#/8/8/8/8/2r5/2w5/#4r1#"


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (f"{MOVING} w m 0-0 -", ["fields"]),
        (f"{MOVING} w m 0-0 - 0 ", ["fields"]),
        ("8/8/8/8/8/2rw4/1W6/#6# w m 0-0 - 0", ["board: a8 is a corner", "board: h8 is a corner"]),
        ("#6#/8/8/8/8/2rw#3/8/#6# w m 0-0 - 0", ["board: e3 is not a corner"]),
        ("#6#/8/8/8/2rw4/1W6/#6# w m 0-0 - 0", ["board: it has 7 rows"]),
        ("#6#/8/8/8/8/2rw3/1W6/#6# w m 0-0 - 0", ["board: row 3 has 7"]),
        ("#6#/8/8/8/8/2rw22/1W6/#6# w m 0-0 - 0", ["board: 22 in row 3"]),
        ("#6#/8/8/8/8/2rw04/1W6/#6# w m 0-0 - 0", ["board: 04 in row 3"]),
        ("#6#/8/8/8/8/2(r)w4/1W6/#6# w m 0-0 - 0", ["board: parentheses in row 3"]),
        ("#6#/8/8/8/8/2()w4/1W6/#6# w m 0-0 - 0", ["board: parentheses in row 3"]),
        ("#6#/8/8/8/8/2(rW)w4/1W6/#6# w m 0-0 - 0", ["board: a stack in row 3"]),
        ("#6#/8/8/8/8/2(rww4/1W6/#6# w m 0-0 - 0", ["board: a stack in row 3"]),
        ("#6#/8/8/8/8/2(rwrwr)w4/1W6/#6# w m 0-0 - 0", ["board: the mixed stack on c3"]),
        (f"#6#/8/8/8/8/2({'r' * 30})w4/1W6/#6# w m 0-0 - 0", ["board: the stack on c3 is 30"]),
        (f"#6#/8/8/8/8/2({'r' * 29})w4/1W6/#6# w m 0-2 - 0", ["board, reserves: 31 men of r"]),
        (f"{MOVING} b x 0 z9 007", ["player to move", "stage", "reserves", "last entered man", "counter"]),
        (f"{MOVING} w m 00-0 - 0", ["reserves"]),
        (f"{MOVING} w m 0-0 d3 0", ["last entered man: it is - in the movement"]),
        (f"{MOVING} w m 0-0 - 100", ["counter: past its limit"]),
        (f"{MOVING} w e 0-1 - 3", ["counter", "reserves", "no pillars", "last entered man: it is - only"]),
        ("#6#/8/8/8/8/8/8/#6# r e 0-0 - 0", ["player to move"]),
        ("#6#/8/8/8/8/8/8/#6# w e 0-0 d4 0", ["last entered man"]),
        ("#6#/8/8/8/8/2r5/2(ww)5/#4r1# w e 0-0 f1 0", ["board: men stand one"]),
        (f"{ENTERING} r e 0-0 c2 0", ["board: 1 white and 2 red"]),
        (f"{ENTERING} w e 0-0 c2 0", ["last entered man: no single man"]),
        (f"{ENTERING} w e 0-0 c3 0", ["last entered man: not all neighbours"]),
        ("#6#/8/8/4r3/8/2r5/2w5/#4r1# w e 0-0 f1 0", ["board: 1 white and 3 red"]),
        ("#6#/8/8/4w3/8/2r5/2w5/#4r1# w e 0-0 f1 0", ["board: 2 white and 2 red"]),
    ],
)
def test_refused_texts_give_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(ValueError) as refusal:
        pillars.parse(text)
    for reason in reasons:
        assert reason in str(refusal.value)


def test_accepted_texts() -> None:
    high = f"#6#/8/8/8/8/2({'r' * 29})w4/1W6/#6# w m 0-0 - 99"
    for text in (f"{ENTERING} w e 0-0 f1 0", f"{MOVING} w m 3-1 - 0", high):
        assert pillars.text(pillars.parse(text)) == text


def test_random_games_end_and_their_texts_are_accepted() -> None:
    chance = random.Random(3)
    for _ in range(5):
        position = pillars.start()
        turns = 0
        while pillars.outcome(position) is None:
            assert pillars.parse(pillars.text(position)) == position
            if turns % 20 == 0:
                everything = pillars.legal_turns(position)
                assert len(set(everything)) == len(everything) == pillars.perft(position, 1)
            position = pillars.play(position, random_turn(position, chance))
            turns += 1
        assert pillars.first_parts(position) == []
