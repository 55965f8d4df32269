"""What clients send, checked: shapes, lengths, no unknown fields. Whether it is allowed is decided elsewhere."""

from __future__ import annotations

import re
import unicodedata
from contextvars import ContextVar
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field, TypeAdapter
from pydantic_core import PydanticKnownError

from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.http.shapes import Unfit
from tavoliere.apps.web.show.voices import LONGEST_TAG
from tavoliere.apps.web.table.halves import MOST_STEPS

LONGEST_ID = 2**31 - 1
LONGEST_MOVE = 100
LONGEST_RAW_NAME = 1000
LIMITS: ContextVar[Limits] = ContextVar("limits", default=Limits())  # noqa: B039 - frozen
"""The limits of the server that is asked."""


MARKS = 2
"""So many signs may stand on top of one another; more would reach into other people's lines."""
HEAPED = re.compile(
    rf"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{{{MARKS}}})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)


def encodable(text: str) -> str:
    """Half of a surrogate pair is no text: no file and no database would take it."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Unfit("text.refused") from None
    return text


def clean_name(name: str) -> str:
    """A name in one line, without control characters and other signs that cannot be seen."""
    name = unicodedata.normalize("NFC", encodable(name))
    words = "".join(sign if sign.isprintable() else " " for sign in name).split()
    cleaned = HEAPED.sub(r"\1", " ".join(words))
    most = LIMITS.get().name
    if len(cleaned) > most:
        raise Unfit("name.refused", most=most)
    return cleaned


def short_text(text: str) -> str:
    """The text of a position, as long as the host allows."""
    most = LIMITS.get().text
    if len(text) > most:
        raise PydanticKnownError("string_too_long", {"max_length": most})
    return text


def few_moves(moves: list[str]) -> list[str]:
    """Turns, as many as the host allows."""
    most = LIMITS.get().turns
    if len(moves) > most:
        raise PydanticKnownError("too_long", {"field_type": "List", "max_length": most, "actual_length": len(moves)})
    return moves


Text = Annotated[str, AfterValidator(encodable)]
Name = Annotated[str, Field(max_length=LONGEST_RAW_NAME), AfterValidator(clean_name)]
Letter = Annotated[str, Field(pattern=r"^[a-z]$")]
Move = Annotated[Text, Field(min_length=1, max_length=LONGEST_MOVE)]
Step = Annotated[Text, Field(min_length=1, max_length=40)]
Taken = Annotated[list[Step], FailFast(), Field(max_length=MOST_STEPS)]
Token = Annotated[Text, Field(min_length=1, max_length=100)]
At = Annotated[Text, Field(max_length=20, pattern=r"^[0-9]+\.[0-9]+$")]
RequestId = Annotated[int, Field(ge=0, le=LONGEST_ID, strict=True)]
PositionText = Annotated[Text, AfterValidator(short_text)]
Moves = Annotated[list[Move], FailFast(), AfterValidator(few_moves)]
OptionName = Annotated[Text, Field(max_length=40)]
OptionValue = Annotated[int, Field(strict=True, ge=-(2**31), le=2**31)] | Annotated[Text, Field(max_length=100)]
GameOptions = Annotated[dict[OptionName, OptionValue], Field(max_length=20)]
GameName = Annotated[Text, Field(min_length=1, max_length=100)]


class Strict(BaseModel):
    """No field is ignored: what is not understood is refused."""

    model_config = ConfigDict(extra="forbid")


class Look(Strict):
    """How somebody looks at the board; where nothing is said, from the side of their seats."""

    flipped: Annotated[bool | None, Field(strict=True)] = None


# HTTP


class NoClock(Strict):
    kind: Literal["none"]


class IncrementClock(Strict):
    """Base and increment in seconds."""

    kind: Literal["increment"]
    base: int = Field(ge=1, le=86_400, strict=True)
    increment: int = Field(0, ge=0, le=3_600, strict=True)


class DaysClock(Strict):
    kind: Literal["days"]
    days: int = Field(ge=1, le=30, strict=True)


AnyClock = Annotated[NoClock | IncrementClock | DaysClock, Field(discriminator="kind")]


class PersonSeat(Strict):
    """Your own seat, another one at the same screen, or one whose link you send."""

    kind: Literal["person"]
    name: Name = ""


class OpenSeat(Strict):
    """A seat for whoever sits down first."""

    kind: Literal["open"]


class OpponentSeat(Strict):
    """A seat for the machine."""

    kind: Literal["opponent"]
    spec: Annotated[Text, Field(min_length=1, max_length=100)]


AnySeat = Annotated[PersonSeat | OpenSeat | OpponentSeat, Field(discriminator="kind")]


class NewTable(Strict):
    """A table to be made. Every player of the game needs a seat."""

    game: GameName
    options: GameOptions = {}
    start: PositionText = ""
    moves: Moves = []
    clock: AnyClock = NoClock(kind="none")
    seats: dict[Letter, AnySeat] = Field(min_length=1, max_length=8)
    listed: Annotated[bool, Field(strict=True)] = False
    """Whether everybody on the server is shown the table while a seat of it is free."""
    watchable: Annotated[bool, Field(strict=True)] = False
    """Whether everybody is shown the game while it goes on."""


class KnownTable(Strict):
    """A table that somebody remembers, with the tokens of their seats."""

    table: Annotated[Text, Field(max_length=100)]
    tokens: Annotated[list[Token], FailFast(), Field(max_length=8)] = []


class Glances(Strict):
    """Tables to be told in few words. Tokens are in the body, so that no address and no log holds them."""

    tables: Annotated[list[KnownTable], FailFast(), Field(max_length=24)]


class AskedCode(Strict):
    link: Annotated[Text, Field(max_length=500)]


class SitDown(Strict):
    name: Name = ""


class NewTurn(Strict):
    """A whole turn, for the position that `at` names."""

    at: At
    move: Move


class Ended(Strict):
    """How a game ended at a position, where the board does not show it."""

    result: Annotated[Text, Field(max_length=40)]
    reason: Annotated[Text, Field(max_length=40)]


class AskedPosition(Strict):
    """A position, turns from it, and the steps of a turn being made."""

    game: GameName
    options: GameOptions = {}
    text: PositionText = ""
    moves: Moves = []
    taken: Taken = []
    ended: Ended | None = None
    look: Look = Look()


SquareName = Annotated[Text, Field(pattern=r"^[a-z][0-9]{1,2}$")]
Heap = Annotated[Text, Field(pattern=r"^[A-Za-z]{1,40}$")]
SideName = Annotated[Text, Field(pattern=r"^[a-z][0-9]{1,2}-[a-z][0-9]{1,2}$")]
FieldValue = Annotated[Text, Field(max_length=20, pattern=r"^[!-~]*$")]


class HandSetup(Strict):
    """What stands where: the letters on each square from the lowest, the barriers, the values of each field's parts."""

    squares: Annotated[dict[SquareName, Heap], Field(max_length=400)] = {}
    barriers: Annotated[list[SideName], Field(max_length=400)] = []
    fields: Annotated[dict[OptionName, Annotated[list[FieldValue], Field(max_length=10)]], Field(max_length=20)] = {}


class AskedCautions(Strict):
    """A game with options that somebody is about to choose."""

    game: GameName
    options: GameOptions = {}


class AskedSetup(Strict):
    """A position to be changed by hand, by its text; or what somebody has made of it, if it is said what."""

    game: GameName
    options: GameOptions = {}
    text: PositionText = ""
    made: HandSetup | None = None
    look: Look = Look()


LessonName = Annotated[Text, Field(max_length=60)]


class AskedLesson(Strict):
    """How far somebody is in a lesson: turns that were accepted, and the turn being made, by its steps or typed.

    In a guided game the opponent answers at once unless `answer` is false; then it answers when it is asked again.
    """

    lesson: LessonName
    task: LessonName = ""
    accepted: Moves = []
    taken: Taken = []
    move: Annotated[Text, Field(max_length=LONGEST_MOVE)] = ""
    answer: Annotated[bool, Field(strict=True)] = True
    look: Look = Look()


class AskedPuzzle(Strict):
    """How far somebody is in a puzzle: turns that were accepted, and the turn being made, by its steps or typed.

    `solution` asks for the solution, which comes as a comment.
    """

    puzzle: LessonName
    accepted: Moves = []
    taken: Taken = []
    move: Annotated[Text, Field(max_length=LONGEST_MOVE)] = ""
    solution: Annotated[bool, Field(strict=True)] = False
    look: Look = Look()


class ChosenLanguage(Strict):
    """The language that somebody wants to read from now on."""

    language: Annotated[Text, Field(max_length=LONGEST_TAG)]


class Upload(Strict):
    """A file of games. It has no name here, so that no name can do harm."""

    format: Literal["tav", "jsonl"]
    text: Text


class AskedAnalysis(Strict):
    """A position by its beginning and the turns from there, and how many of its best lines are wanted."""

    game: GameName
    options: GameOptions = {}
    text: PositionText = ""
    moves: Moves = []
    lines: int = Field(3, ge=1, le=5, strict=True)


class AskedReview(Strict):
    """The review of a table; nothing needs to be said about it."""


class Try(Strict):
    """Another turn in the place of the one with this number."""

    number: int = Field(ge=1, le=LONGEST_ID, strict=True)
    move: Move


class StudyNode(Strict):
    """A turn of a study; `parent` is the place of the one before it, counted from 1, and 0 the first position."""

    parent: int = Field(ge=0, le=LONGEST_ID, strict=True)
    move: Move
    mark: Annotated[Text, Field(max_length=2)] = ""
    comment: Text = ""


class StudyEnd(Strict):
    """How the game ended at a node, where the board does not show it."""

    node: int = Field(ge=0, le=LONGEST_ID, strict=True)
    result: Annotated[Text, Field(max_length=40)]
    reason: Annotated[Text, Field(max_length=40)]


class NewStudy(Strict):
    """All lines that somebody has tried from a position."""

    game: GameName
    options: GameOptions = {}
    start: PositionText = ""
    comment: Text = ""
    names: dict[Letter, Text] = Field({}, max_length=8)
    date: Annotated[Text, Field(max_length=10)] = ""
    tags: dict[Text, Text] = {}
    ended: StudyEnd | None = None
    nodes: Annotated[list[StudyNode], FailFast()] = []


# The socket


class Request(Strict):
    id: RequestId | None = None


class Hello(Request):
    type: Literal["hello"]
    tokens: Annotated[list[Token], FailFast(), Field(max_length=8)] = []
    look: Look = Look()
    patches: Annotated[bool, Field(strict=True)] = False
    """Whether pictures and turns of the table are sent as what has changed since the table before."""
    language: Annotated[Text, Field(max_length=LONGEST_TAG)] = ""
    """The language that the page is in, such as `it`; one that is not known is English. Without it the handshake's."""


class StepsTaken(Request):
    type: Literal["steps"]
    at: At
    taken: Taken
    play: Annotated[bool, Field(strict=True)] = False


class TypedTurn(Request):
    type: Literal["turn"]
    at: At
    move: Move


class Why(Request):
    type: Literal["why"]
    move: Move


class Attempt(Request):
    type: Literal["attempt"]
    at: At
    taken: Taken
    step: Step


class View(Request):
    type: Literal["view"]
    ply: int = Field(ge=0, le=LONGEST_ID, strict=True)


class ChangeLook(Request):
    type: Literal["look"]
    look: Look


class Hint(Request):
    type: Literal["hint"]


class Answerable(Request):
    """Asked for, or agreed to; with `answer` false declined."""

    answer: Annotated[bool, Field(strict=True)] = True


class Undo(Answerable):
    type: Literal["undo"]


class Draw(Answerable):
    """Said by the seat named; without one by the seat to move if that is one's own, else by one's first."""

    type: Literal["draw"]
    seat: Letter | None = None


class Rematch(Answerable):
    type: Literal["rematch"]


class Resign(Request):
    type: Literal["resign"]
    seat: Letter


class Claim(Request):
    type: Literal["claim"]
    seat: Letter
    name: Name = ""


class Rename(Request):
    type: Literal["name"]
    seat: Letter
    name: Name


class Private(Request):
    """Show the table to strangers no longer."""

    type: Literal["private"]


class Ping(Request):
    type: Literal["ping"]


AnyRequest = (
    StepsTaken
    | TypedTurn
    | Why
    | Attempt
    | View
    | ChangeLook
    | Hint
    | Undo
    | Draw
    | Rematch
    | Resign
    | Claim
    | Rename
    | Private
    | Ping
)
HELLO: TypeAdapter[Hello] = TypeAdapter(Hello)
REQUEST: TypeAdapter[AnyRequest] = TypeAdapter(Annotated[AnyRequest, Field(discriminator="type")])
