"""Which games have lessons and puzzles that can be read, and where their pages are."""

from __future__ import annotations

from tavoliere.apps.web.show.once import made_once
from tavoliere.games import usable_games
from tavoliere.teach import Course, LessonError, PuzzleError, Puzzles, lessons, puzzles


def readable(game: str) -> Course | None:
    """The lessons of a game, if it is there and they are in order."""
    return _readable(game) if game in usable_games()[0] else None


@made_once
def _readable(game: str) -> Course | None:
    try:
        return lessons(game)
    except LessonError:  # `tavoliere conform` tells the author; the game itself can be played
        return None


def lessons_link(game: str) -> str | None:
    """The page of a game's lessons; None if it has none."""
    course = readable(game)
    return f"/learn/{game}" if course is not None and course.lessons else None


def readable_puzzles(game: str) -> Puzzles | None:
    """The puzzles of a game, if it is there and they are in order."""
    return _readable_puzzles(game) if game in usable_games()[0] else None


@made_once
def _readable_puzzles(game: str) -> Puzzles | None:
    try:
        return puzzles(game)
    except PuzzleError:  # as with lessons
        return None


def read_all() -> None:
    """Read the lessons and puzzles of all games, which takes a fifth of a second each, so that nobody waits for it."""
    for game in usable_games()[0]:
        readable(game)
        readable_puzzles(game)


def puzzles_link(game: str) -> str | None:
    """The page of a game's puzzles; None if it has none."""
    found = readable_puzzles(game)
    return f"/puzzles/{game}" if found is not None and found.puzzles else None
