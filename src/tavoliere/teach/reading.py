"""A game's lessons out of the file `lessons.toml` beside its ruleset. Everything that is wrong is named at once.

What can be seen at a glance is looked at here: fields, texts, positions, turns, squares. Whether the tasks can be done
and say what is true is for `proofs.py` to find out, which takes longer.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from tavoliere.core.beside import text_beside
from tavoliere.core.errors import COMMON_CLAUSES, IllegalMove, OptionError, PositionError
from tavoliere.core.position import Game, Position
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import Said, parts_of
from tavoliere.games import ruleset as ruleset_of
from tavoliere.scene.steps import cell
from tavoliere.teach.conditions import Condition, Reader, squares_of
from tavoliere.teach.lesson import Comment, Course, Fact, GuidedGame, Lesson, Miss, Task

FILE = "lessons.toml"
VERSION = 1
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_TURNS = 4
"""The longest that a task may be."""
COURSE = ("version", "tricky", "lesson")
LESSON = ("id", "title", "about", "task", "game")
TASK_TEXTS = ("say", "do", "hint", "done", "miss")
TASK_PLACE = ("id", "options", "position", "before")
TASK = (*TASK_PLACE, *TASK_TEXTS, "points", "goal", "within", "replies", "misses", "tries", "facts", "marks")
GAME_TEXTS = ("say", "won", "lost", "drawn")
GAME = ("options", "you", "opponent", *GAME_TEXTS, "comments")
NOTHING: Condition = Condition("", ())

message: Callable[[str], Said] = Said
"""Makes the message of a text that stands in a lessons file, where translators' tools find it (`texts_of`)."""


class LessonError(ValueError):
    """A file of lessons is wrong; `faults` lists everything, each with its place."""

    def __init__(self, game: str, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"the lessons of {game} are wrong: " + "; ".join(faults))


@functools.cache
def lessons(game: str) -> Course:
    """The course of a game, by the game's name; one without lessons where it brings none.

    >>> course = lessons("tablut")
    >>> course.lessons[0].tasks[0].goal.source != ""
    True
    """
    return lessons_of(ruleset_of(game))


def lessons_of(ruleset: Ruleset) -> Course:
    """The same of a ruleset, read anew."""
    text = text_beside(ruleset.where, FILE)
    return Course(ruleset) if text is None else read_course(ruleset, text)


def read_course(ruleset: Ruleset, text: str) -> Course:
    """The course that a text tells. `LessonError` names everything that is wrong with it."""
    reading = _Reading(ruleset)
    course = reading.course(text)
    if reading.faults:
        raise LessonError(ruleset.facts.name, reading.faults)
    return course


def texts_of(text: str) -> Iterator[str]:
    """Every text of a lessons file that people read, for translators."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    yield from _texts_in(found)


TEXTS = {"title", "about", *TASK_TEXTS, *GAME_TEXTS}


def _texts_in(table: Any) -> Iterator[str]:
    if isinstance(table, list):
        for one in table:
            yield from _texts_in(one)
    elif isinstance(table, dict):
        for name, value in table.items():
            if name in TEXTS and isinstance(value, str):
                yield one_line(value)
            elif name not in ("goal", "when", "facts", "tries", "options"):
                yield from _texts_in(value)


def one_line(text: str) -> str:
    """A text of several lines as one."""
    return " ".join(text.split())


class _Reading:
    """Reads one file, and collects what is wrong with it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.faults: list[str] = []
        self.clauses = {**ruleset.why.CLAUSES, **COMMON_CLAUSES}

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}" if where else what)

    def course(self, text: str) -> Course:
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            self.fault(FILE, f"this is not TOML: {problem}")
            return Course(self.ruleset)
        if found.get("version") != VERSION:
            self.fault("version", f"this reads version {VERSION} of lessons, not {found.get('version')!r}")
            return Course(self.ruleset)
        self.known(found, COURSE, "")
        tricky = self.texts(found, "tricky", "")
        for clause in tricky:
            self.clause(clause, "tricky")
        lessons = [self.lesson(one, place) for place, one in enumerate(self.tables(found, "lesson", ""), 1)]
        self.different([lesson.id for lesson in lessons], "lesson")
        if not lessons:
            self.fault("lesson", "there is none")
        return Course(self.ruleset, tuple(lessons), tricky)

    def lesson(self, table: dict[str, Any], place: int) -> Lesson:
        name = self.id(table, f"lesson {place}")
        where = f"lesson {name!r}"
        self.known(table, LESSON, where)
        tasks = [self.task(one, where, at) for at, one in enumerate(self.tables(table, "task", where), 1)]
        self.different([task.id for task in tasks], f"{where}: task")
        guided = self.guided(table["game"], f"{where}, game") if "game" in table else None
        if bool(tasks) == (guided is not None):
            self.fault(where, "a lesson has either tasks or a game")
        return Lesson(name, self.text(table, "title", where), self.text(table, "about", where), tuple(tasks), guided)

    # Tasks

    def task(self, table: dict[str, Any], lesson: str, place: int) -> Task:
        name = self.id(table, f"{lesson}, task {place}")
        where = f"{lesson}, task {name!r}"
        self.known(table, TASK, where)
        game = self.game(table.get("options", {}), where)
        reader = Reader(game, lambda place, what: self.fault(f"{where}, {place}", what))
        texts = {key: self.text(table, key, where) for key in TASK_TEXTS}
        task = Task(
            id=name,
            game=game,
            position=str(table.get("position", "")),
            before=self.texts(table, "before", where),
            text=texts["say"],
            asks=texts["do"],
            points=self.points(table, game, where),
            goal=reader.condition(table.get("goal"), "goal"),
            within=self.within(table, where),
            replies=self.texts(table, "replies", where),
            hint=texts["hint"],
            done=texts["done"],
            miss=texts["miss"],
            misses=tuple(self.misses(table, reader, where)),
            tries=self.tries(table, where),
            facts=tuple(self.facts(table, reader, where)),
            marks=self.flag(table, "marks", where),
        )
        self.look_over(task, table, where)
        return task

    def look_over(self, task: Task, table: dict[str, Any], where: str) -> None:
        """The task begins somewhere, and the turns that it names are turns there."""
        try:
            start = task.start()
        except (PositionError, IllegalMove) as problem:
            self.fault(f"{where}, position", str(problem))
            return
        if start.outcome is not None:
            self.fault(f"{where}, position", f"the game is over: {start.verdict}")
        for turn in task.tries:
            self.well_written(start, turn, where)
        for fact in task.facts:
            self.playable(start, fact.after, where)
        goal = table.get("goal")
        named = goal.get("turn", []) if isinstance(goal, dict) and task.within == 1 else []
        for turn in [named] if isinstance(named, str) else named:
            self.playable(start, (str(turn),), f"{where}, goal")

    def well_written(self, start: Position, turn: str, where: str) -> None:
        reason = start.why_not(turn)
        if reason is None:
            self.fault(f"{where}, tries", f"{turn!r} is allowed")

    def playable(self, start: Position, turns: tuple[str, ...], where: str) -> None:
        for turn in turns:
            try:
                start.exact_actions(turn)
            except IllegalMove as problem:
                self.fault(where, str(problem))
                return
            start = start.play(turn)

    def misses(self, table: dict[str, Any], reader: Reader, where: str) -> Iterator[Miss]:
        for place, one in enumerate(self.tables(table, "misses", where), 1):
            self.known(one, ("when", "say"), f"{where}, misses {place}")
            when = reader.condition(one.get("when"), f"misses {place}")
            yield Miss(when, self.text(one, "say", f"{where}, misses {place}"))

    def facts(self, table: dict[str, Any], reader: Reader, where: str) -> Iterator[Fact]:
        for place, one in enumerate(self.tables(table, "facts", where), 1):
            after = self.texts(one, "after", where)
            rest = {key: value for key, value in one.items() if key != "after"}
            yield Fact(after, reader.condition(rest, f"facts {place}"))

    def tries(self, table: dict[str, Any], where: str) -> dict[str, str]:
        found = table.get("tries", {})
        if not isinstance(found, dict) or not all(isinstance(clause, str) for clause in found.values()):
            self.fault(where, "tries is a table of turns and the clauses that refuse them")
            return {}
        for clause in found.values():
            self.clause(clause, f"{where}, tries")
        return dict(found)

    def points(self, table: dict[str, Any], game: Game, where: str) -> tuple[str, ...]:
        squares = squares_of(game)
        steps = [one if ":" in one else cell(one) for one in self.texts(table, "points", where)]
        for step in steps:
            kind, _, what = step.partition(":")
            if kind == "cell" and what not in squares:
                self.fault(f"{where}, points", f"the board has no square {what!r}")
        return tuple(steps)

    def flag(self, table: dict[str, Any], key: str, where: str) -> bool:
        found = table.get(key, False)
        if not isinstance(found, bool):
            self.fault(where, f"{key} is true or false, not {found!r}")
        return found is True

    def within(self, table: dict[str, Any], where: str) -> int:
        found = table.get("within", 1)
        if isinstance(found, bool) or not isinstance(found, int) or not 1 <= found <= MOST_TURNS:
            self.fault(where, f"within is a whole number from 1 to {MOST_TURNS}, not {found!r}")
            return 1
        return found

    # Guided games

    def guided(self, table: Any, where: str) -> GuidedGame | None:
        if not isinstance(table, dict):
            self.fault(where, f"a table is wanted, not {table!r}")
            return None
        self.known(table, GAME, where)
        game = self.game(table.get("options", {}), where)
        reader = Reader(game, lambda place, what: self.fault(f"{where}, {place}", what))
        you = table.get("you", game.players[0])
        if you not in game.players:
            self.fault(where, f"you: there is no player {you!r}; the players: {', '.join(game.players)}")
        return GuidedGame(
            game,
            str(you),
            str(table.get("opponent", "level:1")),
            self.text(table, "say", where),
            tuple(self.comments(table, reader, where)),
            *(self.text(table, key, where) for key in ("won", "lost", "drawn")),
        )

    def comments(self, table: dict[str, Any], reader: Reader, where: str) -> Iterator[Comment]:
        for place, one in enumerate(self.tables(table, "comments", where), 1):
            self.known(one, ("when", "by", "say"), f"{where}, comments {place}")
            by = one.get("by", "")
            if by not in ("", "you", "other"):
                self.fault(f"{where}, comments {place}", f"by is 'you' or 'other', not {by!r}")
            when = reader.condition(one.get("when"), f"comments {place}")
            yield Comment(when, str(by), self.text(one, "say", f"{where}, comments {place}"))

    # Values

    def game(self, options: Any, where: str) -> Game:
        try:
            return Game(self.ruleset, dict(options))
        except (OptionError, TypeError, ValueError) as problem:
            self.fault(f"{where}, options", str(problem))
            return Game(self.ruleset, {})

    def known(self, table: dict[str, Any], names: tuple[str, ...], where: str) -> None:
        for name in table:
            if name not in names:
                self.fault(where, f"there is no field {name!r}; the fields: {', '.join(names)}")

    def id(self, table: dict[str, Any], where: str) -> str:
        found = table.get("id")
        if not isinstance(found, str) or ID.fullmatch(found) is None:
            self.fault(where, f"id is lower-case words joined by hyphens, not {found!r}")
            return ""
        return found

    def text(self, table: dict[str, Any], key: str, where: str) -> Said:
        found = table.get(key)
        if not isinstance(found, str) or not found.strip():
            self.fault(where, f"{key} is a text with something in it, not {found!r}")
            return message("")
        text = one_line(found)
        if any(part.place for part in parts_of(text)) or "{" in text:
            self.fault(where, f"{key} has no places for values: {text!r}")
            return message("")
        return message(text)

    def texts(self, table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
        found = table.get(key, [])
        listed = [found] if isinstance(found, str) else found
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            self.fault(where, f"{key} is a text or a list of texts, not {found!r}")
            return ()
        return tuple(listed)

    def tables(self, table: dict[str, Any], key: str, where: str) -> list[dict[str, Any]]:
        found = table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            self.fault(where, f"{key} is a list of tables, not {found!r}")
            return []
        return found

    def clause(self, clause: str, where: str) -> None:
        if clause not in self.clauses:
            self.fault(where, f"there is no clause {clause!r}; the clauses: {', '.join(self.clauses)}")

    def different(self, ids: list[str], where: str) -> None:
        for name in sorted({name for name in ids if ids.count(name) > 1}):
            self.fault(f"{where} {name!r}", "there are two of this id")
