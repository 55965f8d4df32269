"""What HTTP requests are answered with, for the OpenAPI description; every answer is checked against it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(Answer):
    """Why something is not done. `key` is a key of the page's texts, `clause` the id of a rule."""

    key: str
    text: str
    clause: str | None
    reasons: list[str]


class ErrorAnswer(Answer):
    error: Problem


class NounAnswer(Answer):
    """A noun: its plain form, others that texts of the page ask for, and what words agree with."""

    name: str
    forms: dict[str, str]
    traits: list[str]


class PlayerAnswer(NounAnswer):
    letter: str


class OptionAnswer(Answer):
    name: str
    type: Literal["int", "str"]
    default: int | str | None
    title: str
    help: str


class RatingAnswer(Answer):
    """How strong a level is, with the error (95 %); null until it has been measured."""

    spec: str
    elo: float | None
    error: float | None


class SidesAnswer(Answer):
    """Among equals from this level on: each seat's share of the points, and between what it lies (95 %)."""

    level: int
    games: int
    scores: dict[str, tuple[float, float, float]]


class VariantAnswer(Answer):
    options: dict[str, int | str]
    players: list[PlayerAnswer]
    levels: list[str]
    """The levels that a game with these options has, as opponents are written."""
    usual: str
    """Who sits opposite a newcomer."""
    ratings: list[RatingAnswer]
    sides: list[SidesAnswer]


class LevelAnswer(Answer):
    """A level as its game calls it, and what is to be expected of it."""

    spec: str
    name: str
    sentence: str


class GameAnswer(Answer):
    name: str
    title: str
    author: str
    sentence: str
    rules: str | None
    lessons: str | None
    puzzles: str | None
    by_hand: bool
    """Whether positions of it can be set up by hand."""
    svg: str
    levels: list[LevelAnswer]
    players: list[PlayerAnswer]
    options: list[OptionAnswer]
    variants: list[VariantAnswer]


class OpponentAnswer(Answer):
    spec: str
    name: str


class GamesAnswer(Answer):
    games: list[GameAnswer]
    opponents: list[OpponentAnswer]
    clocks: dict[str, dict[str, tuple[int, int]]]
    lobby: bool
    """Whether a table can be shown to strangers here."""


class NewTableAnswer(Answer):
    """The tokens of the seats of people are shown once and never again."""

    table: str
    url: str
    tokens: dict[str, str]


class SeatedAnswer(Answer):
    token: str


class ErasedAnswer(Answer):
    erased: bool
    """Whether the whole game is gone; otherwise others still have it."""


class TurnAnswer(Answer):
    at: str
    ply: int


class PieceAnswer(Answer):
    owner: str
    kind: str
    letter: str


class EventAnswer(Answer):
    kind: str
    square: str
    target: str
    pieces: list[PieceAnswer]
    player: str
    tray: str
    why: str
    text: str


class LastAnswer(Answer):
    ply: int
    seat: str
    move: str
    comments: list[str]
    told: list[str]
    events: list[EventAnswer]


class RuleAnswer(Answer):
    """A clause of the rules, and what it demands just now."""

    clause: str
    text: str


class AskedAnswer(Answer):
    """What the player to act is asked to do, and the rule that leaves no other choice."""

    text: str
    rule: RuleAnswer | None


class ResultAnswer(Answer):
    text: str
    winner: str | None
    scores: dict[str, float]
    reason: str
    told: str
    why: str
    by: str


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
    comments: list[str] = []


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


class CompilingAnswer(Answer):
    done: int
    of: int
    text: str


class StatusAnswer(Answer):
    compiling: CompilingAnswer | None


class Tree(RootModel[dict[str, "Tree"]]):
    """Steps, each with those that can follow it within the same action. None follow the last step of an action."""


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


class UploadedAnswer(Answer):
    table: str
    url: str
    game: str
    players: dict[str, str]
    result: str
    turns: int


class UploadAnswer(Answer):
    tables: list[UploadedAnswer]


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


class RulesAnswer(Answer):
    game: str
    title: str
    html: str


class SignAnswer(Answer):
    """What a mark means, and what it looks like."""

    name: str
    text: str
    svg: str


class LegendAnswer(Answer):
    game: str
    signs: list[SignAnswer]


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


class LanguageAnswer(Answer):
    """The language that is spoken from now on."""

    language: str


class HealthAnswer(Answer):
    status: Literal["ok", "failing"]
    version: str
    database: Literal["ok", "failing"]
    problems: list[str]
    """What is wrong: database, file, writer, writing, searches, or a watch by its name."""
    workers: int
    thinking: int
    waiting: int
    compiling: CompilingAnswer | None


class ReadyAnswer(Answer):
    ready: bool


REFUSALS = {
    400: "refused, with the reasons",
    401: "no seat, or an unknown token",
    403: "not your seat, or another site's page",
    404: "there is no such thing",
    409: "too late, or not now",
    413: "too large",
    421: "not under this name",
    422: "not understood",
    429: "too many; see Retry-After",
    500: "something went wrong",
    501: "not on this server",
    503: "could not be stored",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description} for status, description in REFUSALS.items()
}
# The same for answers that are not JSON themselves: the framework would say that their errors are not JSON either.
ERRORS_IN_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "description": description,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}},
    }
    for status, description in REFUSALS.items()
}
