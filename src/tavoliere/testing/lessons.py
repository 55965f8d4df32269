"""The lessons that a game brings can be done, are not done by luck, and say what is true; its puzzles can be read."""

from __future__ import annotations

from tavoliere.core.facts import Options
from tavoliere.core.ruleset import Ruleset
from tavoliere.teach.proofs import faults_of
from tavoliere.teach.puzzle_file import PuzzleError, puzzles_of
from tavoliere.teach.reading import LessonError, lessons_of
from tavoliere.testing.checks import on_samples
from tavoliere.testing.failure import expect
from tavoliere.testing.sample import Sample


@on_samples
def lessons_can_be_done_and_say_what_is_true(sample: Sample) -> None:
    """Lessons can be read and done, say what is true, and meet every clause of the rules."""
    if not _is_usual(sample.game.ruleset, dict(sample.game.options)):
        return  # They are the same for all options, and were looked at with the usual ones.
    try:
        course = lessons_of(sample.game.ruleset)
    except LessonError as error:
        expect(False, "lessons that can be read", found=list(error.faults))
        return
    faults = faults_of(course) if course.lessons else []
    expect(not faults, "lessons without a fault", found=faults)


@on_samples
def puzzles_can_be_read(sample: Sample) -> None:
    """Puzzles can be read: their positions, turns and themes are ones of the game."""
    try:
        puzzles_of(sample.game.ruleset)
    except PuzzleError as error:
        expect(False, "puzzles that can be read", found=list(error.faults))


def _is_usual(ruleset: Ruleset, options: Options) -> bool:
    return options == ruleset.set_up({})
