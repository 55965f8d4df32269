"""Game files: what is written is read back, what is broken is refused with its place, nothing is guessed."""

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tavoliere as tv
from tavoliere.core import compiled
from tavoliere.games import own_games, ruleset
from tavoliere.records import (
    Record,
    RecordError,
    Turn,
    format_record,
    read,
    read_jsonl,
    recorded,
    scan,
    write,
    write_jsonl,
)
from tavoliere.records import check as checking
from tavoliere.records.check import Checker
from tavoliere.records.record import MARKS

GAMES = [(name, variant) for name in own_games() for variant in ruleset(name).facts.variants]


def random_record(name, options, seed, longest=400):
    """A random game, finished or cut."""
    game, chance = tv.game(name, **options), random.Random(seed)
    position, moves = game.start(), []
    while position.outcome is None and len(moves) < longest:
        actions, after = [], position
        while not actions or after.pending:
            actions.append(chance.choice(after.actions()))
            after = after.act(actions[-1])
        moves.append(position.actions_to_turn(actions))
        position = after
    return recorded(game, moves, date="2026-11-15")


def as_file(*records):
    file = io.StringIO()
    write(records, file)
    return file.getvalue()


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_record_survives_both_formats(name, options):
    for seed in range(4):
        record = random_record(name, options, seed, 60)
        assert list(read(format_record(record))) == [record]
        lines = io.StringIO()
        write_jsonl([record], lines)
        assert list(read_jsonl(io.StringIO(lines.getvalue()))) == [record]
        assert record.last_position() == next(iter(read(format_record(record)))).last_position()


def test_several_games_in_a_file_are_read_one_after_another():
    records = [random_record(name, options, 7, 30) for name, options in GAMES]
    assert list(read(as_file(*records))) == records


def test_comments_variations_tags_and_a_start_position_survive():
    game = tv.game("tablut")
    start = "9/9/9/2k6/3w5/9/9/9/8b w"
    turns = (
        Turn(
            "c6-b6",
            ("a { brace } and a \\ stroke", "two\nlines"),
            ((Turn("d5-d6"), Turn("i1-i2", ("hm",))), (Turn("c6-c7"),)),
        ),
        Turn("i1-h1"),
    )
    record = Record(
        game, turns, players={"w": 'Anna "the fox"'}, date="2026-11-15", start=start, rules_version=1,
        comments=("before the first turn",), other_tags={"Event": "A friendly game"},
    )  # fmt: skip
    assert list(read(format_record(record))) == [record]
    lines = io.StringIO()
    write_jsonl([record], lines)
    assert list(read_jsonl(lines.getvalue().splitlines())) == [record]


@pytest.mark.parametrize("mark", MARKS)
def test_marks_survive_beside_their_turns(mark):
    """A mark belongs to the turn before it, with or without a space between them."""
    record = Record(
        tv.game("tablut"),
        (Turn("e4-f4", ("hm",), ((Turn("e4-g4", mark="?"),),), mark), Turn("d1-c1", mark="!")),
        date="2026-11-15",
        rules_version=1,
    )
    text = format_record(record)
    assert f"1. e4-f4{mark} {{hm}} ( 1. e4-g4? ) 2. d1-c1! *" in text
    assert list(read(text)) == [record] == list(read(text.replace(f"f4{mark}", f"f4 {mark}")))
    assert [verdict.error for verdict in Checker().check(text)] == [None]
    lines = io.StringIO()
    write_jsonl([record], lines)
    assert list(read_jsonl(lines.getvalue().splitlines())) == [record]


@pytest.mark.parametrize("written", ["! 1. e4-f4", "1. ! e4-f4", "1. e4-f4 ! !", "1. e4-f4!!! ", "1. e4-f4 {hm} ?"])
def test_a_mark_stands_once_and_after_a_turn(written):
    (found,) = scan(f'[Game "tablut"]\n\n{written} *')
    assert isinstance(found, RecordError)


def test_an_unknown_mark_is_refused():
    with pytest.raises(RecordError, match="a turn is marked with"):
        recorded(tv.game("tablut"), [Turn("e4-f4", mark="x")])
    with pytest.raises(RecordError, match="a turn is marked with"):
        list(read_jsonl(['{"game": "tablut", "turns": [{"move": "e4-f4", "mark": "x"}]}']))


@settings(max_examples=60, deadline=None)
@given(
    st.text(
        alphabet=st.characters(exclude_categories=("Cs",), exclude_characters="\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
    )
)
def test_any_comment_survives(text):
    record = Record(tv.game("pathwayz"), (Turn("a1", (text,)),), date="2026-11-15", rules_version=1)
    assert next(iter(read(format_record(record)))).turns[0].comments == (text,)


def test_the_result_follows_from_the_board_or_is_agreed():
    won = recorded(tv.game("tablut"), ["c5-c9"], start="9/9/9/9/2k6/9/9/9/8b w")
    assert (won.result, won.reason) == ("1-0", "king escaped")
    given_up = recorded(tv.game("tablut"), ["e4-f4"], resigned="b")
    assert (given_up.result, given_up.reason) == ("1-0", "resignation")
    assert list(read(format_record(given_up))) == [given_up]
    with pytest.raises(RecordError, match="only a player of a two-player game"):
        recorded(tv.game("pit", players=3), ["d2"], resigned="w")


GOOD = format_record(recorded(tv.game("tablut"), ["e4-f4", "d1-d2", "f4-f3"], date="2026-11-15"))

BROKEN = [
    (GOOD.replace("e4-f4", "e4-e9"), 8, 4, "tablut.blocked"),
    (GOOD.replace("2. ", "7. "), 8, 10, "turn 2 is numbered 7."),
    (GOOD.replace("*\n", "\n"), 8, 22, "no result at its end"),
    (GOOD.replace(" *", " 1-0"), 8, 28, "the tag says *"),
    (GOOD.replace('"*"', '"1-0"').replace(" *", " 1-0"), 8, 28, "the game goes on"),
    (GOOD.replace('"*"', '"1-0-0"'), 6, 1, "not a result of a game of 2 players"),
    (GOOD.replace(" *", " * e4-f4"), 8, 30, "stands after the result"),
    (GOOD.replace("d1-d2", "d1-d2 {no end"), 8, 19, "comment is not closed"),
    (GOOD.replace("d1-d2", "d1-d2 ( 2. a4-b4"), 8, 19, "variation is not closed"),
    (GOOD.replace("d1-d2", "d1-d2 ( )"), 8, 19, "variation without a turn"),
    (GOOD.replace("d1-d2", "d1-d2 ( 2. a4-a9 )"), 8, 24, "tablut.blocked"),
    (GOOD.replace("d1-d2", "d1-d2 )"), 8, 19, "cannot stand here"),
    (GOOD.replace("d1-d2", "d1-d2 ]"), 8, 19, "cannot stand here"),
    (GOOD.replace("2. d1-d2", "2. 3. d1-d2"), 8, 10, "a turn must follow 2."),
    (GOOD.replace('[Game "tablut"]', '[Game "tablot"]'), 1, 1, "did you mean 'tablut'"),
    (GOOD.replace('[Game "tablut"]\n', ""), 1, 1, "the tag Game is missing"),
    (GOOD.replace('[Game "tablut"]', '[Game tablut]'), 1, 1, 'written [Name "value"]'),
    (GOOD.replace('[Game "tablut"]', '[Game "tablut"]\n[Game "tablut"]'), 2, 1, "stands twice"),
    (GOOD.replace('"1"]', '"one"]'), 2, 1, "a version number"),
    (GOOD.replace("2026-11-15", "yesterday"), 5, 1, "a date is written"),
    (GOOD.replace('[Rules "1"]', '[Rules "1"]\n[Options "players"]'), 3, 1, "options are written"),
    (GOOD.replace('[Rules "1"]', '[Rules "1"]\n[Options "players=3"]'), 1, 1, "no option 'players'"),
    (GOOD.replace('[Rules "1"]', '[Rules "1"]\n[Position "9/9 w"]'), 3, 1, "9 rows expected"),
    ("1. e4-f4 *\n", 1, 1, "begins with its tags"),
    (GOOD.replace("e4-f4", "(" * 30), 8, 1, "a turn must follow 1."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "message"), BROKEN, ids=lambda value: str(value)[-30:])
def test_a_broken_file_gets_an_error_with_line_and_column(text, line, column, message):
    with pytest.raises(RecordError) as refused:
        list(read(text))
    assert message in str(refused.value)
    assert (refused.value.line, refused.value.column) == (line, column), refused.value


def test_reading_goes_on_after_a_broken_game():
    found = list(scan(GOOD.replace("e4-f4", "e4-e9") + "\n" + GOOD))
    assert isinstance(found[0], RecordError)
    assert isinstance(found[1], Record)


def test_another_rules_version_is_read_and_reported():
    record = next(iter(read(GOOD.replace('[Rules "1"]', '[Rules "7"]'))))
    assert record.rules_version == 7
    assert "written for version 7" in record.notes[0]


def test_variations_nested_without_end_are_refused():
    text = GOOD.replace("d1-d2", "d1-d2 " + "( 2. a4-b4 " * 30)
    with pytest.raises(RecordError, match="20 deep"):
        list(read(text))


@pytest.mark.parametrize(
    "line",
    ["", "[]", "null", "{", '{"game": 5}', '{"game": "tablut", "turns": "e4-f4"}', '{"game": "tablut", "turns": [5]}',
     '{"game": "tablut", "turns": ["e4-e9"]}', '{"game": "tablut", "colour": 1}', '{"game": "tablut", "result": "1-0"}',
     '{"game": "tablut", "rules_version": true}', '{"game": "tablut", "options": []}',
     '{"game": "tablut", "start": "x"}',
     '{"game": "tablut", "turns": [{"move": "e4-f4", "variations": [["e4-e9"]]}]}', "[" * 100000],
)  # fmt: skip
def test_broken_json_lines_are_refused_with_their_line(line):
    good = '{"game": "tablut", "turns": ["e4-f4"]}'
    if not line:
        assert len(list(read_jsonl([good, "", good]))) == 2
        return
    with pytest.raises(RecordError, match="line 2"):
        list(read_jsonl([good, line]))


# The fast way


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_the_fast_check_finds_right_games_right_without_reading_them_slowly(name, options, monkeypatch):
    text = as_file(*(random_record(name, options, seed) for seed in range(6)))

    def slowly(raw):
        raise AssertionError("the fast way should have been enough")

    monkeypatch.setattr(checking, "understood", slowly)
    verdicts = list(Checker().check(text))
    assert len(verdicts) == 6
    assert [verdict.error for verdict in verdicts] == [None] * 6


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_the_fast_check_refuses_what_the_slow_one_refuses(name, options):
    chance = random.Random(11)
    record = random_record(name, options, 3, 60)
    other = random_record(name, options, 4, 60)
    for _ in range(25):
        moves = [turn.move for turn in record.turns]
        place = chance.randrange(len(moves))
        moves[place] = chance.choice(other.moves)
        words = " ".join(f"{number}. {move}" for number, move in enumerate(moves, start=1))
        head = format_record(record).partition("\n\n")[0]
        text = f"{head}\n\n{words} {record.result}\n"
        slow = [str(found) if isinstance(found, RecordError) else None for found in scan(text)]
        fast = [str(verdict.error) if verdict.error else None for verdict in Checker().check(text)]
        assert fast == slow


def test_repetition_is_seen_by_the_fast_check():
    record = recorded(tv.game("tablut"), ["e3-f3", "d1-c1", "f3-e3", "c1-b1", "e3-f3", "b1-c1"], date="2026-11-15")
    assert (record.result, record.reason) == ("1/2-1/2", "repetition")
    assert next(iter(Checker().check(format_record(record)))).error is None
    wrong = format_record(record).replace("1/2-1/2", "*").replace('[Reason "repetition"]\n', "")
    assert "draw: repetition" in str(next(iter(Checker().check(wrong))).error)


def test_the_fast_check_works_in_plain_python_too():
    text = as_file(*(random_record("pit", {"players": 3}, seed) for seed in range(3)))
    with compiled.plain_python():
        assert [verdict.error for verdict in Checker().check(text)] == [None] * 3


@pytest.mark.parametrize(
    ("moves", "details", "message"),
    [
        ([Turn("e4-f4", (), ((Turn("e4-e9"),),))], {}, "tablut.blocked"),
        ([Turn("e4-f4", (), ((),))], {}, "variation without a turn"),
        (["e4-f4"], {"date": "yesterday"}, "a date is written"),
        (["e4-f4"], {"result": "7-0"}, "not a result"),
        (["e4-f4"], {"result": "1-0"}, "the game goes on"),
        (["e4-f4"], {"players": {"w": "a\nb"}}, "a name in one line"),
        (["e4-f4"], {"players": {"x": "Anna"}}, "not a player's letter"),
        (["e4-f4"], {"start": "9/9 w"}, "9 rows expected"),
    ],
    ids=str,
)
def test_nothing_is_recorded_that_no_reader_would_accept(moves, details, message):
    with pytest.raises(RecordError, match=message):
        recorded(tv.game("tablut"), moves, **details)
