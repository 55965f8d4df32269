"""Puzzles as the page shows them: the list with ratings and themes, and what a try at one comes to."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Sequence

from tavoliere.apps.web.show import teaching
from tavoliere.apps.web.show.courses import readable_puzzles
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.scene.steps import Steps
from tavoliere.search.ladder import ladder_of
from tavoliere.teach import Astray, Puzzle, Puzzles
from tavoliere.teach.solving import judged_at, of_the_day, stage_of, task_of
from tavoliere.teach.themes import theme_text


def puzzles_of(game: str) -> Puzzles:
    """The puzzles of a game; a refusal if it has none, or none that can be read."""
    found = readable_puzzles(game)
    if found is None or not found.puzzles:
        raise Refusal("puzzles.missing")
    return found


def puzzle_of(game: str, name: str) -> Puzzle:
    puzzle = puzzles_of(game).by_id.get(name)
    if puzzle is None:
        raise Refusal("puzzle.unknown")
    return puzzle


def list_view(voice: Voice, game: str, day: datetime.date) -> Message:
    """What there is to solve, and which one everybody solves on a day."""
    today = of_the_day(puzzles_of(game), day)
    assert today is not None
    return {**_list_view(voice, game), "day": today.id}


@functools.cache
def _list_view(voice: Voice, game: str) -> Message:
    found = puzzles_of(game)
    themes = found.themes()
    return {
        "game": game,
        "title": voice.title(game),
        "levels": len(ladder_of(found.puzzles[0].game).levels),
        "themes": [{"id": theme, "text": _theme(voice, found, theme)} for theme in themes],
        "puzzles": [
            {
                "id": puzzle.id,
                "level": puzzle.level,
                "kind": puzzle.kind,
                "players": len(puzzle.game.players),
                "themes": [themes.index(theme) for theme in puzzle.themes],
            }
            for puzzle in found
        ],
    }


def _theme(voice: Voice, found: Puzzles, theme: str) -> str:
    text = theme_text(found.puzzles[0].game, theme)
    return "" if text is None else voice.say(text, found.game)


def puzzle_view(
    voice: Voice, puzzle: Puzzle, accepted: Sequence[str], taken: Steps, move: str, flipped: bool
) -> Message:
    """Where a puzzle stands with the steps taken; if they make a turn, what it comes to."""
    try:
        stage = stage_of(puzzle, accepted)
    except Astray as problem:
        raise Refusal("puzzle.astray") from problem
    return teaching.try_view(
        voice, task_of(puzzle), stage, lambda turn: judged_at(puzzle, stage, accepted, turn), accepted, taken, move,
        flipped,
    )  # fmt: skip


def solution(voice: Voice, puzzle: Puzzle) -> str:
    """How a puzzle is solved, as its line says."""
    return voice.text("page.puzzles.solution", puzzle.game.name, line=" ".join(puzzle.line))
