"""A turn is typed in the page or sent to the API as people write it, and kept as the notation writes it."""

import pytest

import tavoliere as tv
from tavoliere.apps.web.table import halves


@pytest.mark.parametrize("typed", ["e4-g4", "E4-G4", "e4g4", "e4 g4"])
def test_a_typed_turn_is_understood_and_kept_in_its_canonical_text(typed):
    start = tv.game("tablut").start()
    turn = halves.allowed(start, typed)
    assert turn.move == "e4-g4" and turn.position == start.play("e4-g4")
