"""The playthroughs in tests/data: the engine must tell every game exactly as it is written there."""

from __future__ import annotations

import difflib

import pytest

from tavoliere.games import own_games
from tests.data.make_playthroughs import COMMAND, PLACE, PLAYTHROUGHS, Playthrough, told

MOST_LINES = 400


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_the_game_is_told_as_it_is_written(playthrough: Playthrough) -> None:
    written, now = playthrough.path.read_text().splitlines(), told(playthrough).splitlines()
    changed = list(difflib.unified_diff(written, now, str(playthrough.path), "now", lineterm="", n=1))
    message = f"{len(changed)} lines of difference; if they are meant, write the file again: {COMMAND}\n"
    assert not changed, message + "\n".join(changed[:60])


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_a_playthrough_is_short_enough_to_be_read(playthrough: Playthrough) -> None:
    lines = playthrough.path.read_text().splitlines()
    assert len(lines) < MOST_LINES
    assert not any(line != line.rstrip() for line in lines)


def test_every_game_has_a_playthrough_and_every_file_a_game() -> None:
    assert {playthrough.game for playthrough in PLAYTHROUGHS} == set(own_games())
    assert {path.name for path in PLACE.iterdir()} == {playthrough.path.name for playthrough in PLAYTHROUGHS}
