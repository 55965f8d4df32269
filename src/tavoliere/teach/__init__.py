"""Lessons and puzzles: what they are, how answers are judged, how they are checked. Content stands with each game.

>>> from tavoliere.teach import judged, lessons
>>> task = lessons("tablut").lessons[0].tasks[0]
>>> judged(task, [], "e5-e9").clause
'tablut.blocked'
"""

from tavoliere.teach.judging import Astray, Stage, Verdict, accepted_turns, comments_on, judged, stage_of
from tavoliere.teach.lesson import Comment, Course, GuidedGame, Lesson, Task
from tavoliere.teach.puzzle import Puzzle, Puzzles
from tavoliere.teach.puzzle_file import PuzzleError, puzzles
from tavoliere.teach.reading import LessonError, lessons, read_course

__all__ = [
    "Astray",
    "Comment",
    "Course",
    "GuidedGame",
    "Lesson",
    "LessonError",
    "Puzzle",
    "PuzzleError",
    "Puzzles",
    "Stage",
    "Task",
    "Verdict",
    "accepted_turns",
    "comments_on",
    "judged",
    "lessons",
    "puzzles",
    "read_course",
    "stage_of",
]
