"""What a lesson is: values, read from a game's file by `reading.py`, answered by `judging.py`.

A course is a game's lessons in order. A lesson is a few tasks, or a guided game. All texts are messages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from tavoliere.core.position import Game, Position
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said
from tavoliere.teach.conditions import Condition


@dataclasses.dataclass(frozen=True)
class Miss:
    """Why turns of a kind miss the goal."""

    when: Condition
    text: Said


@dataclasses.dataclass(frozen=True)
class Fact:
    """Something that the texts of a task say: after these turns, the condition holds of the last one."""

    after: tuple[str, ...]
    holds: Condition


@dataclasses.dataclass(frozen=True, eq=False)
class Task:
    """A position with something to do in it."""

    id: str
    game: Game
    position: str
    """The text of the position; empty for the start of the game."""
    before: tuple[str, ...]
    """Turns from there to where the task begins, for what a position text cannot tell."""
    text: Said
    """What there is to see: a sentence."""
    asks: Said
    """What is to be done: a sentence."""
    points: tuple[str, ...]
    """The steps that a picture points out: `cell:e5`."""
    goal: Condition
    within: int
    """In so many turns."""
    replies: tuple[str, ...]
    """What the other side answers: the first of these that is legal."""
    hint: Said
    done: Said
    miss: Said
    misses: tuple[Miss, ...]
    tries: Mapping[str, str]
    """Turns that somebody may try here, and the clause that refuses each."""
    facts: tuple[Fact, ...]
    marks: bool = False
    """Whether the marks of the game's guide are shown, as at a table."""

    def start(self) -> Position:
        """Where the task begins."""
        first = self.game.position(self.position) if self.position else self.game.start()
        for turn in self.before:
            first = first.play(turn)
        return first


@dataclasses.dataclass(frozen=True)
class Comment:
    """What is said the first time that something happens in a guided game, by `you`, by `other`, or by anybody."""

    when: Condition
    by: str
    text: Said


@dataclasses.dataclass(frozen=True, eq=False)
class GuidedGame:
    """A whole game against an opponent, with comments."""

    game: Game
    you: str
    """The letter of whoever learns."""
    opponent: str
    text: Said
    comments: tuple[Comment, ...]
    won: Said
    lost: Said
    drawn: Said


@dataclasses.dataclass(frozen=True, eq=False)
class Lesson:
    """A few tasks about one thing, or a guided game."""

    id: str
    title: Said
    about: Said
    tasks: tuple[Task, ...]
    guided: GuidedGame | None = None

    def task(self, name: str) -> Task | None:
        return next((task for task in self.tasks if task.id == name), None)


@dataclasses.dataclass(frozen=True, eq=False)
class Course:
    """The lessons of a game, the first one first; none where the game brings none."""

    ruleset: Ruleset
    lessons: tuple[Lesson, ...] = ()
    tricky: tuple[str, ...] = ()
    """The clauses that are to be met twice."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.ruleset.facts.name

    def lesson(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.id == name), None)

    def tasks(self) -> tuple[Task, ...]:
        """All tasks, in order."""
        return tuple(task for lesson in self.lessons for task in lesson.tasks)
