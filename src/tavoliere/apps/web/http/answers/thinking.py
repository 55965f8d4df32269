"""What searches have found: live analysis, reviews, another try."""

from __future__ import annotations

from typing import Literal

from tavoliere.apps.web.http.answers import Answer


class LineTurnAnswer(Answer):
    move: str
    seat: str


class LineAnswer(Answer):
    """A good turn: what its mover can expect of it, how the game would go on, and the steps by which it is made."""

    move: str
    value: float
    proven: Literal["", "win", "draw", "loss"]
    turns: list[LineTurnAnswer]
    steps: list[str]


class FoundAnswer(Answer):
    """What a search has found: the chances of all players, and the best turns."""

    chances: dict[str, float]
    proven: Literal["", "win", "draw", "loss"]
    depth: int
    nodes: int
    lines: list[LineAnswer]


class GlimpseAnswer(Answer):
    """An event of live analysis. `waiting` is the place in the queue, 0 once it is thought about."""

    waiting: int
    compiling: bool
    done: bool
    seconds: float
    found: FoundAnswer | None


Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Proven = Literal["", "win", "draw", "loss"]


class ReviewTurnAnswer(Answer):
    """A turn of a reviewed game: its grade, what its mover could expect before and after, what was better and why."""

    number: int
    seat: str
    move: str
    grade: Grade
    before: float
    after: float
    lost: float
    proven: Proven
    proven_after: Proven
    better: str
    line: list[LineTurnAnswer]
    reply: list[LineTurnAnswer]
    steps: list[str]
    better_steps: list[str]
    reasons: list[str]
    chances: dict[str, float]


class TotalAnswer(Answer):
    """What a player's turns come to; `accuracy` is between 0 and 1, and null for somebody who has made no turn."""

    turns: int
    grades: dict[str, int]
    lost: float
    accuracy: float | None


class ReviewAnswer(Answer):
    """An event of a review: how far it has come, and the turns graded since the event before."""

    done: int
    of: int
    waiting: int
    compiling: bool
    whole: bool
    first: dict[str, float]
    turns: list[ReviewTurnAnswer]
    totals: dict[str, TotalAnswer]
    turning_points: list[int]


class TryAnswer(Answer):
    move: str
    grade: Grade
    before: float
    after: float
    proven_after: Proven
