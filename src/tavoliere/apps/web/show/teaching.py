"""Lessons as the page shows them: the course, where a task stands, what a try comes to, a guided game."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import tavoliere as tv
from tavoliere.apps.web.show import pictures, views
from tavoliere.apps.web.show.courses import readable
from tavoliere.apps.web.show.pictures import Seen
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.apps.web.table.halves import Half
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.scene import guide
from tavoliere.scene.events import Event
from tavoliere.scene.steps import Steps
from tavoliere.teach import Astray, Course, GuidedGame, Lesson, Stage, Task
from tavoliere.teach.conditions import Made, made_by
from tavoliere.teach.judging import DONE, MISSED, ON, REFUSED, Verdict, comments_on, ending_of, judged_at, stage_of


def course_of(game: str) -> Course:
    """The lessons of a game; a refusal if it has none, or none that can be read."""
    found = readable(game)
    if found is None or not found.lessons:
        raise Refusal("lessons.missing")
    return found


def lesson_of(game: str, name: str) -> Lesson:
    lesson = course_of(game).lesson(name)
    if lesson is None:
        raise Refusal("lesson.unknown")
    return lesson


def task_of(lesson: Lesson, name: str) -> Task:
    task = lesson.task(name)
    if task is None:
        raise Refusal("lesson.unknown")
    return task


@functools.cache
def course_view(voice: Voice, game: str) -> Message:
    """What there is to learn."""
    course = course_of(game)
    return {
        "game": game,
        "title": voice.title(game),
        "lessons": [
            {
                "id": lesson.id,
                "title": voice.say(lesson.title, game),
                "about": voice.say(lesson.about, game),
                "tasks": [task.id for task in lesson.tasks],
                "guided": lesson.guided is not None,
            }
            for lesson in course.lessons
        ],
    }


# Tasks


class Asked(Protocol):
    """What is said about something to be done: a task of a lesson, or a puzzle."""

    @property
    def game(self) -> tv.Game: ...
    @property
    def text(self) -> str: ...
    @property
    def asks(self) -> str: ...
    @property
    def hint(self) -> str: ...
    @property
    def points(self) -> tuple[str, ...]: ...


def task_view(voice: Voice, task: Task, accepted: Sequence[str], taken: Steps, move: str, flipped: bool) -> Message:
    """Where a task stands with the steps taken; if they make a turn, what it comes to."""
    stage = _stage(task, accepted)

    def judge(turn: str) -> Verdict:
        return judged_at(task, stage, turn)

    return try_view(voice, task, stage, judge, accepted, taken, move, flipped, task.marks)


def try_view(
    voice: Voice, task: Asked, stage: Stage, judge: Callable[[str], Verdict], accepted: Sequence[str], taken: Steps,
    move: str, flipped: bool, with_aids: bool = False,
) -> Message:  # fmt: skip
    """The same of anything that can be tried, with whoever judges it; `with_aids` with the marks of a table."""
    half = halves.half_or_why(stage.position, taken)
    turn = move or half.move
    verdict = judge(turn) if turn else None
    events = verdict.events if verdict and verdict.kind != REFUSED else half.events
    after = verdict.after if verdict and verdict.kind != REFUSED else half.position
    is_first = stage.last is None and not events
    marks = set(task.points) if is_first else _marks(events or (stage.last.events if stage.last else ()))
    is_open = verdict is None or verdict.kind == REFUSED
    seen = Seen() if is_open else _seen(stage.position, turn or "")
    return {
        **_side(voice, task.game, stage.position.turn),
        **_words(voice, task, bool(accepted)),
        "accepted": [*accepted, turn] if verdict and verdict.kind == ON else list(accepted),
        **_board(voice, after, half if is_open else None, marks, flipped, seen, with_aids=with_aids),
        "rule": None,
        "points": is_first,
        "events": [views.event_view(voice, event, task.game) for event in events],
        "verdict": None if verdict is None else _verdict_view(voice, task, verdict),
        "comments": [],
        "reply": _reply_view(voice, verdict.reply, flipped, voice.say(task.asks, task.game.name), with_aids)
        if verdict and verdict.reply
        else None,
        "result": views.outcome_view(voice, task.game, after.outcome),
    }


def _stage(task: Task, accepted: Sequence[str]) -> Stage:
    try:
        return stage_of(task, accepted)
    except Astray as problem:
        raise Refusal("lesson.astray") from problem


def _side(voice: Voice, game: tv.Game, letter: str) -> Message:
    """Whom somebody plays."""
    return {"you": letter, "side": voice.text("page.learn.side", game.name, player=game.player_name(letter))}


def _words(voice: Voice, task: Asked, goes_on: bool) -> Message:
    name = task.game.name
    return {
        "text": "" if goes_on else voice.say(task.text, name),
        "asks": voice.say(task.asks, name),
        "hint": voice.say(task.hint, name),
    }


def _marks(events: tuple[Event, ...]) -> set[str]:
    return halves.marks_of(events)


def _seen(before: tv.Position, turn: str) -> Seen:
    """What a whole turn did, and how it ended the game if it did."""
    made = halves.typed(before, turn)
    return Seen(made.events, made.ending)


def _board(
    voice: Voice,
    position: tv.Position,
    half: Half | None,
    marks: set[str],
    flipped: bool,
    seen: Seen,
    *,
    with_aids: bool = False,
) -> Message:
    """A position that can be acted on if a half-made turn is given; `with_aids` as beginners see it at a table."""
    targets, begun = (half.next, half.begun) if half is not None else ({}, ())
    shown = seen._replace(with_aids=with_aids)
    svg = pictures.board(voice, position, shown, marks=marks, targets=targets, selected=begun, flipped=flipped)
    return {
        "turn": position.turn if position.outcome is None else "",
        "svg": svg,
        "notes": pictures.notes_of(voice, position),
        "next": targets,
        "taken": list(half.taken) if half is not None else [],
        "half": half.text if half is not None else "",
        "step": _asked(voice, position) if half is not None and position.pending else "",
    }


def _asked(voice: Voice, position: tv.Position) -> str:
    """What the game asks of the player to act."""
    return voice.say(guide.asked(position), position.game.name)


def _task(voice: Voice, position: tv.Position) -> Message:
    """The same in a guided game, with the rule if there is no other choice."""
    asked = views.asked_view(voice, position)
    return {"asks": asked["text"], "rule": asked["rule"]}


def _verdict_view(voice: Voice, task: Asked, verdict: Verdict) -> Message:
    name = task.game.name
    return {
        "kind": verdict.kind,
        "text": voice.say(verdict.text, name),
        "clause": verdict.clause or None,
        "move": verdict.turn,
    }


def _reply_view(voice: Voice, made: Made, flipped: bool, asks: str = "", with_aids: bool = True) -> Message:
    """What the other side does, and where that leads; what a task asks for stays the same."""
    game = made.after.game
    half = halves.half_made(made.after, ())
    events = [views.event_view(voice, event, game) for event in made.events]
    player, told = game.player_name(made.before.turn), "; ".join(event["text"] for event in events)
    seen = _seen(made.before, made.turn)
    return {
        "move": made.turn,
        "text": voice.text("page.learn.reply", game.name, player=player, told=told),
        "events": events,
        **({"asks": asks, "rule": None} if asks else _task(voice, made.after)),
        **_board(voice, made.after, half, _marks(made.events), flipped, seen, with_aids=with_aids),
        "result": views.outcome_view(voice, game, made.after.outcome),
    }


# Guided games


def followed(guided: GuidedGame, moves: Sequence[str]) -> list[Made]:
    """The turns of a guided game so far; a refusal if they are not turns of it."""
    position, made = guided.game.start(), list[Made]()
    for move in moves:
        try:
            made.append(made_by(position, move))
        except tv.IllegalMove as problem:
            raise Refusal("lesson.astray") from problem
        position = made[-1].after
    return made


def whole_turn(guided: GuidedGame, made: Sequence[Made], taken: Steps, move: str) -> Half:
    """The turn being made, or one that was typed; a refusal says why it is none."""
    position = made[-1].after if made else guided.game.start()
    if (taken or move) and position.turn != guided.you:
        raise Refusal("turn.not-yours")
    return halves.allowed(position, move) if move else halves.half_or_why(position, taken)


def guided_view(
    voice: Voice, guided: GuidedGame, made: Sequence[Made], half: Half, reply: Made | None, flipped: bool
) -> Message:
    """A guided game: the turn that was made last, what is worth saying about it, and the reply."""
    name = guided.game.name
    before = made[-1].after if made else guided.game.start()
    own = made_by(before, half.move) if half.move is not None else None
    turns = [*made, *([own] if own else []), *([reply] if reply else [])]
    end = turns[-1].after if turns else before
    told = [comment.text for count in _fresh(made, turns) for comment in comments_on(guided, turns[:count])]
    events = half.events or (made[-1].events if made and own is None else ())
    seen = Seen(half.events, half.ending) if half.events else _seen(*made[-1][:2]) if made else Seen()
    return {
        **_side(voice, guided.game, guided.you),
        "text": voice.say(guided.text, name) if not turns else "",
        **(_task(voice, half.position) if own is None else {"asks": "", "rule": None}),
        "hint": "",
        "accepted": [turn.turn for turn in turns],
        **_board(
            voice,
            half.position,
            half if own is None and before.turn == guided.you else None,
            _marks(events),
            flipped,
            seen,
            with_aids=True,
        ),
        "points": False,
        "events": [views.event_view(voice, event, guided.game) for event in half.events],
        "verdict": _ended(voice, guided, end),
        "comments": [voice.say(text, name) for text in told],
        "reply": _reply_view(voice, reply, flipped) if reply else None,
        "result": views.outcome_view(voice, guided.game, end.outcome),
    }


def _fresh(made: Sequence[Made], turns: Sequence[Made]) -> range:
    """How many turns there were when each new one was made."""
    return range(len(made) + 1, len(turns) + 1)


def _ended(voice: Voice, guided: GuidedGame, position: tv.Position) -> dict[str, Any] | None:
    text = ending_of(guided, position)
    if text is None:
        return None
    has_won = position.outcome is not None and position.outcome.winner == guided.you
    told = voice.say(text, guided.game.name)
    return {"kind": DONE if has_won else MISSED, "text": told, "clause": None, "move": ""}
