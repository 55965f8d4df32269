"""`tavoliere learn`: the lessons of a game in the terminal. Progress is kept; a lesson can be left and gone on with."""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, painter, picture
from tavoliere.apps.cli.layout import wrapped
from tavoliere.apps.cli.play import asked_lines
from tavoliere.apps.cli.prompt import prompt_here
from tavoliere.apps.cli.remembered import Remembered, are_texts, notes_file
from tavoliere.apps.cli.speech import say, speaker, tell
from tavoliere.apps.cli.tutor import Tutor
from tavoliere.core.said import Pattern, Said
from tavoliere.play.players import Players, parse_player
from tavoliere.render.text import text_picture
from tavoliere.scene import Ending, guide
from tavoliere.scene.events import marked_squares
from tavoliere.search.specs import Spec
from tavoliere.teach import Astray, Course, GuidedGame, Lesson, Task, judged, lessons, stage_of
from tavoliere.teach.conditions import Made, made_by
from tavoliere.teach.judging import DONE, ON, REFUSED, Verdict, comments_on, ending_of

GUIDED = "game"


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "learn",
        help=Said("learn a game in short lessons"),
        description=Said(
            "Short lessons of a few turns each, and a guided game at the end. What is done is kept, and the "
            "next time the lessons go on where they were left."
        ),
        epilog=Said(
            "example: tavoliere learn tablut\nexample: tavoliere learn tablut --list\nexample: tavoliere "
            "learn tablut capture"
        ),
    )
    parser.add_argument("game", metavar="GAME", help=Said("a name from `tavoliere games`"))
    parser.add_argument("lesson", metavar="LESSON", nargs="?", help=Said("a lesson by its name, as --list shows it"))
    parser.add_argument("--list", action="store_true", help=Said("list the lessons and what is done"))
    parser.add_argument("--restart", action="store_true", help=Said("forget what is done and begin anew"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    course = lessons(arguments.game)
    tv.game(arguments.game)
    if not course.lessons:
        raise ValueError(Said("{game} has no lessons", game=arguments.game))
    progress = Progress(arguments.game, notes_file("lessons.json"))
    if progress.trouble:
        print(wrapped(progress.trouble))
    if arguments.restart:
        progress.forget()
    if arguments.list:
        _list(course, progress)
        return 0
    first = _first(course, progress, arguments.lesson)
    with Players() as players:
        return Classroom(prompt_here(), course, progress, players).run(first)


def _list(course: Course, progress: Progress) -> None:
    for number, lesson in enumerate(course.lessons, 1):
        names = names_of(lesson)
        done = sum(progress.is_done(lesson.id, name) for name in names)
        mark = say(_mark(done, len(names)))
        print(f"{number:>2}  {lesson.id:<20} {mark:>8}  {say(lesson.title)}")


def _mark(done: int, number: int) -> Said:
    return Said("done") if done == number else Said("{done} of {all}", done=done, all=number)


def _first(course: Course, progress: Progress, wanted: str | None) -> int:
    """Where to begin: the lesson that is asked for, the place that was left, or what is not done yet."""
    steps = steps_of(course)
    if wanted is not None:
        if course.lesson(wanted) is None:
            known = ", ".join(lesson.id for lesson in course.lessons)
            raise ValueError(
                Said("there is no lesson {wanted}; the lessons: {known}", wanted=repr(wanted), known=known)
            )
        return next(place for place, (lesson, _) in enumerate(steps) if lesson.id == wanted)
    left = [place for place, (lesson, name) in enumerate(steps) if (lesson.id, name) == progress.at[:2]]
    open_ones = [place for place, (lesson, name) in enumerate(steps) if not progress.is_done(lesson.id, name)]
    return [*left, *open_ones, 0][0]


def names_of(lesson: Lesson) -> list[str]:
    """What there is to do in a lesson."""
    return [GUIDED] if lesson.guided else [task.id for task in lesson.tasks]


def steps_of(course: Course) -> list[tuple[Lesson, str]]:
    return [(lesson, name) for lesson in course.lessons for name in names_of(lesson)]


# What is remembered


class Progress(Remembered):
    """What is done of a game."""

    unreadable = Pattern("What was remembered about your lessons cannot be read. It was moved to {file}.")

    def nothing(self) -> dict[str, Any]:
        return {"done": [], "at": []}

    def is_own(self, own: object) -> bool:
        return isinstance(own, dict) and set(own) == {"done", "at"} and all(map(are_texts, own.values()))

    @property
    def at(self) -> tuple[str, ...]:
        """Lesson, task and accepted turns, where somebody left."""
        return tuple(self.own["at"])

    def is_done(self, lesson: str, name: str) -> bool:
        return f"{lesson}/{name}" in self.own["done"]

    def finish(self, lesson: str, name: str) -> None:
        with self.changing() as own:
            own["done"] = [*dict.fromkeys([*own["done"], f"{lesson}/{name}"])]
            own["at"] = [lesson, name]

    def stand(self, lesson: str, name: str, turns: list[str]) -> None:
        with self.changing() as own:
            own["at"] = [lesson, name, *turns]


# The lessons


@dataclasses.dataclass
class Classroom(Tutor):
    """Goes from task to task until somebody leaves."""

    help = Said("Type a turn, or: hint, moves, show, legend, again, skip, back, help, quit.")
    words = ("hint", "moves", "show", "legend", "again", "skip", "back", "help", "quit")

    course: Course
    progress: Progress
    players: Players

    def run(self, place: int) -> int:
        steps = steps_of(self.course)
        tell(Said("{game}. {help}", game=self.course.ruleset.facts.title, help=self.help))
        try:
            while 0 <= place < len(steps):
                lesson, name = steps[place]
                way = self._taught(lesson, name)
                if way == 0:
                    return 0
                place = max(0, place + way)
        except KeyboardInterrupt:
            print()
            return 0
        self.say(Said("That was the course. `tavoliere play` starts a game of your own."))
        return 0

    def _taught(self, lesson: Lesson, name: str) -> int:
        """One task or guided game; which way to go then: 1 onwards, -1 back, 0 out."""
        left = list(self.progress.at[2:]) if self.progress.at[:2] == (lesson.id, name) else []
        self.progress.stand(lesson.id, name, left)
        print(f"\n{say(lesson.title)}")
        if lesson.guided is not None:
            return Game(self, lesson, lesson.guided, left).run()
        task = lesson.task(name)
        return Try(self, lesson, task, left).run() if task is not None else 1


class Try:
    """A task, until it is done or left."""

    def __init__(self, room: Classroom, lesson: Lesson, task: Task, accepted: list[str]) -> None:
        self.room, self.lesson, self.task = room, lesson, task
        try:
            stage_of(task, accepted)
        except Astray:
            room.say(Said("This lesson has changed since you were here; it begins again."))
            accepted = []
        self.accepted = accepted

    def run(self) -> int:
        self._show()
        while True:
            position = stage_of(self.task, self.accepted).position
            word = self.room.ask(position)
            if word in ("quit", "q"):
                return 0
            if word in ("skip", "back"):
                return 1 if word == "skip" else -1
            if word == "hint":
                self.room.say(self.task.hint)
            elif word == "again":
                self._stand([])
                self._show()
            elif not self.room.usual(word, position) and self._tried(word):
                return 1

    def _show(self) -> None:
        stage = stage_of(self.task, self.accepted)
        marks = marked_squares(stage.last.events) if stage.last else _squares(self.task.points)
        print()
        print(picture(stage.position, marks, with_aids=self.task.marks))
        print()
        if not self.accepted:
            self.room.say(self.task.text)
        self.room.say(f"> {say(self.task.asks)}")

    def _tried(self, turn: str) -> bool:
        """Judge a try; True if the task is done."""
        verdict = judged(self.task, self.accepted, turn)
        if verdict.kind == REFUSED:
            self.room.say(Said("Not allowed: {why} [{clause}]", why=verdict.text, clause=verdict.clause))
            return False
        self._tell(verdict)
        if verdict.kind == DONE:
            self.room.progress.finish(self.lesson.id, self.task.id)
            return True
        if verdict.kind == ON and verdict.reply is not None:
            self._stand([*self.accepted, verdict.turn])
            self.room.say(Said("The answer is {turn}.", turn=verdict.reply.turn))
            self._show()
        return False

    def _tell(self, verdict: Verdict) -> None:
        self.room.told(self.task.game, verdict.events)
        if verdict.kind == DONE:
            print(picture(verdict.after, marked_squares(verdict.events), with_aids=self.task.marks))
        if verdict.kind == ON:
            self.room.say(verdict.text)
        elif verdict.kind == DONE:
            self.room.say(Said("Well done! {told}", told=verdict.text))
        else:
            self.room.say(Said("Not quite. {told}", told=verdict.text))

    def _stand(self, accepted: list[str]) -> None:
        self.accepted = accepted
        self.room.progress.stand(self.lesson.id, self.task.id, accepted)


def _squares(points: tuple[str, ...]) -> set[str]:
    return {step.partition(":")[2] for step in points if step.startswith("cell:")}


class Game:
    """A guided game, until it is over or left."""

    def __init__(self, room: Classroom, lesson: Lesson, guided: GuidedGame, moves: list[str]) -> None:
        self.room, self.lesson, self.guided = room, lesson, guided
        self.made: list[Made] = []
        try:
            for move in moves:
                self.made.append(made_by(self.position, move))
        except tv.IllegalMove:
            room.say(Said("This lesson has changed since you were here; it begins again."))
            self.made = []

    @property
    def position(self) -> tv.Position:
        return self.made[-1].after if self.made else self.guided.game.start()

    def run(self) -> int:
        if not self.made:
            self.room.say(self.guided.text)
        self._show()
        while True:
            if self.position.outcome is None and self.position.turn != self.guided.you:
                self._play(self._opponents())
                continue
            ending = ending_of(self.guided, self.position)
            if ending is not None:
                self._end(ending)
                return 1
            word = self.room.ask(self.position)
            if word in ("quit", "q"):
                return 0
            if word in ("skip", "back"):
                return 1 if word == "skip" else -1
            self._answer(word)

    def _answer(self, word: str) -> None:
        if word == "hint":
            self.room.say(Said("There are no hints in this game: try what you have learnt."))
        elif word == "again":
            self.made = []
            self._stand()
            self._show()
        elif not self.room.usual(word, self.position):
            try:
                self._play(self.position.read_move(word))
            except tv.IllegalMove as refusal:
                self.room.say(Said("Not allowed: {why}", why=str(refusal.why)))

    def _opponents(self) -> str:
        spec = parse_player(self.guided.opponent)
        if not isinstance(spec, Spec):
            raise ValueError(Said("{opponent} is no opponent for a lesson", opponent=self.guided.opponent))
        return self.room.players.choose(spec, self.position, 1 + len(self.made)).move

    def _play(self, move: str) -> None:
        mover = self.guided.game.player_name(self.position.turn)
        self.made.append(made_by(self.position, move))
        self._stand()
        self.room.say(f"{say(mover)}: {move}")
        self.room.told(self.guided.game, self.made[-1].events)
        self._show()
        for comment in comments_on(self.guided, self.made):
            self.room.say(comment.text)

    def _show(self) -> None:
        """The board as beginners see it at a table, and what is asked of them there."""
        events = self.made[-1].events if self.made else ()
        scene = guide.marked_scene(self.position, events, self._ending())
        print()
        print(text_picture(scene, painter(), marked_squares(events), speaker()))
        if self.position.turn == self.guided.you:
            for line in asked_lines(self.position):
                self.room.say(f"> {say(line)}")

    def _ending(self) -> Ending | None:
        """How the last turn ended the game, as the game tells it."""
        if not self.made or self.position.outcome is None:
            return None
        before, actions = self.made[-1].before, self.made[-1].before.turn_to_actions(self.made[-1].turn)
        for action in actions[:-1]:
            before = before.act(action)
        return guide.ending(before, actions[-1])

    def _end(self, ending: str) -> None:
        self.room.say(self.position.verdict)
        end = self._ending()
        if end is not None:
            told = say(end.told)
            self.room.say(f"{told[:1].upper()}{told[1:]}.")
        self.room.say(ending)
        self.room.progress.finish(self.lesson.id, GUIDED)

    def _stand(self) -> None:
        self.room.progress.stand(self.lesson.id, GUIDED, [made.turn for made in self.made])
