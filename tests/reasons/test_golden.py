"""Reviews of recorded games at fixed nodes: the same grades, the same sentences (`tests/data/make_reviews.py`)."""

import json

import pytest

from tavoliere.arena.review import reviewed
from tavoliere.records.jsonl import from_data
from tests.data.make_reviews import FILE, told

GOLDEN = json.loads(FILE.read_text(encoding="utf-8"))
NAMES = [f"{data['record']['game']} {len(data['turns'])} turns" for data in GOLDEN["reviews"]]


@pytest.mark.parametrize("golden", GOLDEN["reviews"], ids=NAMES)
def test_a_recorded_game_gets_the_same_grades_and_sentences(golden):
    assert told(reviewed(from_data(golden["record"]), GOLDEN["player"])) == golden["turns"]


def test_the_golden_games_have_faults_with_and_without_a_reason():
    faults = [turn for data in GOLDEN["reviews"] for turn in data["turns"] if ", better " in turn]
    explained = [turn for turn in faults if not turn.endswith(": ")]
    assert len(explained) > 0.6 * len(faults) > 10
