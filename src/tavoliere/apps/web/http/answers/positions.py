"""Positions that belong to no table, and those put together by hand."""

from __future__ import annotations

from typing import Literal

from tavoliere.apps.web.http.answers import Answer
from tavoliere.apps.web.http.answers.boards import AskedAnswer, LastAnswer, ResultAnswer, Tree


class PositionAnswer(Answer):
    """A position that belongs to no table, and the turn being made in it."""

    type: Literal["picture"]
    game: str
    title: str
    options: dict[str, int | str]
    text: str
    ply: int
    moves: list[str]
    turn: str
    svg: str
    notes: list[str]
    asked: AskedAnswer
    next: Tree
    taken: list[str]
    half: str
    complete: bool
    move: str | None
    result: ResultAnswer | None
    last: LastAnswer | None
    url: str


class ToolAnswer(Answer):
    """A piece that can be put on squares; one that is `heaped` stands on others of its kind."""

    letter: str
    name: str
    svg: str
    heaped: bool


class ValueAnswer(Answer):
    value: str
    text: str


class FieldPartAnswer(Answer):
    text: str
    choices: list[ValueAnswer]


class FieldAnswer(Answer):
    """A part of a position beside the board, such as the player to move."""

    name: str
    text: str
    parts: list[FieldPartAnswer]


class PaletteAnswer(Answer):
    """What positions of a game are put together from; `sides` is what stands between squares, if something does."""

    pieces: list[ToolAnswer]
    fields: list[FieldAnswer]
    sides: str | None


class SetupAnswer(Answer):
    """What somebody has put together: a position with its link, or every reason why it is none."""

    svg: str
    text: str
    url: str | None
    reasons: list[str]
    squares: dict[str, str]
    barriers: list[str]
    fields: dict[str, list[str]]
    palette: PaletteAnswer | None
