"""A table: who sits there, its clock, what may be done, and tables in few words."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tavoliere.apps.web.http.answers import Answer
from tavoliere.apps.web.http.answers.boards import AskedAnswer, LastAnswer, NounAnswer, ResultAnswer, Tree
from tavoliere.apps.web.http.answers.games import OpponentAnswer
from tavoliere.apps.web.http.answers.hosting import CompilingAnswer


class NewTableAnswer(Answer):
    """The tokens of the seats of people are shown once and never again."""

    table: str
    url: str
    tokens: dict[str, str]
    cautions: list[str]
    """What speaks against the options of the game, in sentences."""


class SeatedAnswer(Answer):
    token: str


class ErasedAnswer(Answer):
    erased: bool
    """Whether the whole game is gone; otherwise others still have it."""


class TurnAnswer(Answer):
    at: str
    ply: int


class SeatAnswer(NounAnswer):
    letter: str
    player: str
    kind: Literal["person", "open", "opponent", "nobody"]
    spec: str | None
    yours: bool
    here: bool
    is_in: bool = Field(alias="in")


class MoveAnswer(Answer):
    ply: int
    seat: str
    move: str
    comments: list[str] = Field(default=[])


class ClockAnswer(Answer):
    kind: Literal["none", "increment", "days"]
    base: int
    increment: int
    days: int
    left: dict[str, int | None]
    running: str | None
    deadline: int | None


class ThinkingAnswer(Answer):
    type: Literal["thinking"]
    seat: str
    spec: str
    hint: bool
    waiting: bool
    compiling: str | None
    elapsed: int
    expected: int | None
    fraction: float | None
    nodes: int | None
    problem: str | None


class UndoOffer(Answer):
    by: str
    agreed: list[str]


class OffersAnswer(Answer):
    draw: list[str]
    undo: UndoOffer | None
    rematch: list[str]


class CanAnswer(Answer):
    undo: Literal["now", "ask", False]
    hint: bool
    resign: bool
    draw: bool
    rematch: bool
    claim: list[str]


class StatusAnswer(Answer):
    compiling: CompilingAnswer | None


class TableAnswer(Answer):
    """A table, complete: the same as the message `table` of the socket."""

    type: Literal["table"]
    id: int | None
    table: str
    game: str
    title: str
    options: dict[str, int | str]
    rules: str
    seats: list[SeatAnswer]
    turn: str
    at: str
    ply: int
    text: str
    start: str
    position_url: str
    moves: list[MoveAnswer]
    last: LastAnswer | None
    svg: str
    flipped: bool
    notes: list[str]
    asked: AskedAnswer
    next: Tree
    can_move: bool
    result: ResultAnswer | None
    clock: ClockAnswer
    thinking: ThinkingAnswer | None
    offers: OffersAnswer
    can: CanAnswer
    harder: OpponentAnswer | None
    lessons: str | None
    puzzles: str | None
    rematch: str | None
    previous: str | None
    watching: int
    review: bool
    open: bool
    """Whether strangers are shown the table."""
    listed: bool
    """Whether strangers could sit down, so that those who play may be some."""
    pictures: list[Literal["svg", "png", "gif"]]
    """The pictures of it that this server makes."""
    you: list[str]
    status: StatusAnswer


class GlanceSeatAnswer(NounAnswer):
    letter: str
    player: str
    kind: Literal["person", "open", "opponent", "nobody"]
    yours: bool


class PlainClockAnswer(Answer):
    """How time is measured, base and increment in seconds."""

    kind: Literal["none", "increment", "days"]
    base: int
    increment: int
    days: int


class GlanceAnswer(Answer):
    """A table in few words. `played` is when something last happened, in milliseconds since 1970; `left` the time of
    whoever is to move.
    """

    table: str
    game: str
    title: str
    seats: list[GlanceSeatAnswer]
    turn: str
    clock: PlainClockAnswer
    left: int | None
    result: ResultAnswer | None
    review: bool
    strangers: bool
    """Whether those who play may be strangers to whoever asks."""
    turns: int
    played: int


class GlancesAnswer(Answer):
    tables: list[GlanceAnswer]
    missing: list[str]


class LobbyTableAnswer(GlanceAnswer):
    here: bool
    """Whether somebody who plays is at the table just now."""
    watching: int


class LobbyAnswer(Answer):
    """What strangers are shown: tables that wait for somebody, and games to watch. `on` is the host's choice."""

    on: bool
    waiting: list[LobbyTableAnswer]
    running: list[LobbyTableAnswer]


class CodeAnswer(Answer):
    svg: str


class PictureAnswer(Answer):
    """An earlier position of a table."""

    type: Literal["picture"]
    ply: int
    text: str
    turn: str
    svg: str
    notes: list[str]
    last: LastAnswer | None
    result: ResultAnswer | None
    position_url: str


class UploadedAnswer(Answer):
    table: str
    url: str
    game: str
    players: dict[str, str]
    result: str
    turns: int


class UploadAnswer(Answer):
    tables: list[UploadedAnswer]
