"""Game files that were written before messages were data read, verify, and are written again as they stand.

`tests/data/games_0001.tav` and `.jsonl` hold the same games: of each kind one to its end, one resigned, one that goes
on, with options, variations, comments, another start and a draw by agreement.
"""

import io
from pathlib import Path

import pytest

from tavoliere.games import own_games
from tavoliere.records import format_record, read, read_jsonl, write_jsonl
from tavoliere.records.record import AGREED_REASONS, check_result, checked_line
from tavoliere.records.text import write

STORED = Path(__file__).parents[1] / "data"
TEXT = (STORED / "games_0001.tav").read_text(encoding="utf-8")
LINES = (STORED / "games_0001.jsonl").read_text(encoding="utf-8")
RECORDS = list(read(TEXT))


def test_the_files_hold_games_of_each_kind():
    assert {record.game.name for record in RECORDS} == set(own_games())
    assert {name for record in RECORDS for name in record.game.options} and any(record.start for record in RECORDS)
    reasons = {record.reason for record in RECORDS}
    assert {"", "resignation", "agreement", "king escaped"} <= reasons and len(reasons - set(AGREED_REASONS)) > 4


def test_a_text_file_is_written_again_as_it_stands():
    again = io.StringIO()
    assert write(RECORDS, again) == len(RECORDS)
    assert again.getvalue() == TEXT


def test_a_file_of_lines_is_written_again_as_it_stands():
    again = io.StringIO()
    write_jsonl(read_jsonl(io.StringIO(LINES)), again)
    assert again.getvalue() == LINES


def test_both_files_hold_the_same_games():
    assert list(map(format_record, read_jsonl(io.StringIO(LINES)))) == list(map(format_record, RECORDS))


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_every_game_is_replayed_to_its_result(number):
    record = RECORDS[number]
    last = checked_line(record.first_position(), record.turns)
    check_result(record, last)
    assert record.notes == () and (last.outcome is None) == (record.reason in {"", *AGREED_REASONS})
