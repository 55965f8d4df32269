"""Lessons and puzzles."""

from __future__ import annotations

from typing import Literal

from tavoliere.apps.web.http.answers import Answer
from tavoliere.apps.web.http.answers.boards import EventAnswer, ResultAnswer, RuleAnswer, Tree


class LessonSummaryAnswer(Answer):
    """A lesson in few words; a guided game has no tasks."""

    id: str
    title: str
    about: str
    tasks: list[str]
    guided: bool


class CourseAnswer(Answer):
    game: str
    title: str
    lessons: list[LessonSummaryAnswer]


class VerdictAnswer(Answer):
    """What a try comes to, or how a guided game has ended."""

    kind: Literal["done", "on", "missed", "refused"]
    text: str
    clause: str | None
    move: str


class ReplyAnswer(Answer):
    """What the other side answers, and the board after it."""

    move: str
    text: str
    events: list[EventAnswer]
    asks: str
    rule: RuleAnswer | None
    turn: str
    svg: str
    notes: list[str]
    next: Tree
    taken: list[str]
    half: str
    step: str
    result: ResultAnswer | None


class LessonAnswer(Answer):
    """Where somebody is in a lesson. `points` says that the marked squares are pointed out, not those of a turn; `step`
    is what a turn begun still asks for.
    """

    you: str
    side: str
    text: str
    asks: str
    rule: RuleAnswer | None
    hint: str
    accepted: list[str]
    turn: str
    svg: str
    notes: list[str]
    next: Tree
    taken: list[str]
    half: str
    step: str
    points: bool
    events: list[EventAnswer]
    verdict: VerdictAnswer | None
    comments: list[str]
    reply: ReplyAnswer | None
    result: ResultAnswer | None


class PuzzleThemeAnswer(Answer):
    id: str
    text: str


class PuzzleSummaryAnswer(Answer):
    """A puzzle in few words: its rating is the lowest level that solves it, its themes are places in the list."""

    id: str
    level: int
    kind: Literal["win", "hold"]
    players: int
    themes: list[int]


class PuzzlesAnswer(Answer):
    """The puzzles of a game, the easiest first; `day` is the one of the day, `levels` how many levels the game has."""

    game: str
    title: str
    levels: int
    day: str
    themes: list[PuzzleThemeAnswer]
    puzzles: list[PuzzleSummaryAnswer]
