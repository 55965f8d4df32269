"""The lines of a study."""

from __future__ import annotations

from tavoliere.apps.web.http.answers import Answer


class StudyNodeAnswer(Answer):
    """A turn of a study, and who makes it."""

    parent: int
    move: str
    mark: str
    comment: str
    seat: str


class StudyEndAnswer(Answer):
    node: int
    result: str
    reason: str


class StudyAnswer(Answer):
    """All lines of a study. Each node comes after the one whose place, counted from 1, is its `parent`."""

    game: str
    title: str
    options: dict[str, int | str]
    start: str
    comment: str
    names: dict[str, str]
    date: str
    tags: dict[str, str]
    ended: StudyEndAnswer | None
    nodes: list[StudyNodeAnswer]


class StudiesAnswer(Answer):
    """The games of a file."""

    studies: list[StudyAnswer]


class KeptStudyAnswer(Answer):
    study: str
    url: str
