"""How a try is judged: whether it is a turn, whether it meets the goal, and what is said about it.

Nothing is remembered between two tries: whoever asks says which turns were accepted before, and the replies follow.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from tavoliere.core.errors import IllegalMove
from tavoliere.core.position import Position
from tavoliere.core.said import Said
from tavoliere.scene.events import Event
from tavoliere.teach.conditions import Made, every_turn, made_by
from tavoliere.teach.lesson import Comment, GuidedGame, Task

DONE, ON, MISSED, REFUSED = "done", "on", "missed", "refused"
KEPT = 2048


class Astray(ValueError):  # noqa: N818 - where somebody is, not what is wrong with the program
    """The turns said to be accepted before are not ones that this task accepts, as after a change of the lessons."""


class Stage(NamedTuple):
    """How far a task has come: the position, how many turns are left, and what was last played."""

    position: Position
    left: int
    last: Made | None


class Verdict(NamedTuple):
    """What a try comes to. `kind` is one of `done`, `on`, `missed` and `refused`."""

    kind: str
    turn: str
    """The try as the notation writes it, or as it was typed if it is no turn."""
    text: Said
    """The answer: praise, why it misses the goal, or which rule forbids it."""
    clause: str
    events: tuple[Event, ...]
    """What the try does, or would do."""
    after: Position
    """The position right after the try; where the task stands if it is refused."""
    reply: Made | None
    """What the other side answers, if the task goes on."""


def stage_of(task: Task, accepted: Sequence[str] = ()) -> Stage:
    """Where a task stands after turns that were accepted; `Astray` if they were not."""
    stage = Stage(task.start(), task.within, None)
    for turn in accepted:
        verdict = judged_at(task, stage, turn)
        if verdict.kind != ON or verdict.reply is None:
            raise Astray(f"{turn!r} is no step towards the goal of {task.id!r}")
        stage = Stage(verdict.reply.after, stage.left - 1, verdict.reply)
    return stage


def judged(task: Task, accepted: Sequence[str], turn: str) -> Verdict:
    """What a try comes to, after the turns that were accepted before."""
    return judged_at(task, stage_of(task, accepted), turn)


def judged_at(task: Task, stage: Stage, turn: str) -> Verdict:
    """The same at a stage that is known."""
    try:
        made = made_by(stage.position, turn)
    except IllegalMove as refusal:
        text = refusal.why.text
        told = text if isinstance(text, Said) else Said("{reason}", reason=text)
        return Verdict(REFUSED, turn, told, refusal.clause, (), stage.position, None)
    if task.goal.holds(made):
        return Verdict(DONE, made.turn, task.done, "", made.events, made.after, None)
    reply = _reply(task, made.after) if stage.left > 1 else None
    if reply is not None and can_be_done(task, reply.after, stage.left - 1):
        return Verdict(ON, made.turn, GO_ON, "", made.events, made.after, reply)
    return Verdict(MISSED, made.turn, why_missed(task, made), "", made.events, made.after, None)


GO_ON = Said("Good so far. Go on.")


def why_missed(task: Task, made: Made) -> Said:
    """What is said about a turn that does not meet the goal: the first reason that fits it."""
    return next((miss.text for miss in task.misses if miss.when.holds(made)), task.miss)


def _reply(task: Task, position: Position) -> Made | None:
    """The first of the stated replies that is legal."""
    if position.outcome is not None:
        return None
    for turn in task.replies:
        if position.why_not(turn) is None:
            return made_by(position, turn)
    return None


@functools.lru_cache(maxsize=KEPT)
def can_be_done(task: Task, position: Position, left: int) -> bool:
    """Whether the goal can still be met in so many turns against the stated replies."""
    return any(_leads(task, made, left) for made in every_turn(position))


def _leads(task: Task, made: Made, left: int) -> bool:
    if task.goal.holds(made):
        return True
    reply = _reply(task, made.after) if left > 1 else None
    return reply is not None and can_be_done(task, reply.after, left - 1)


def accepted_turns(task: Task, accepted: Sequence[str] = ()) -> list[str]:
    """Every turn that is accepted next, sorted: it meets the goal, or leads to it."""
    stage = stage_of(task, accepted)
    return sorted(made.turn for made in every_turn(stage.position) if _leads(task, made, stage.left))


# Guided games


def comments_on(guided: GuidedGame, turns: Sequence[Made]) -> list[Comment]:
    """The comments that the last turn is the first to call for."""
    if not turns:
        return []
    earlier, last = turns[:-1], turns[-1]
    return [
        comment
        for comment in guided.comments
        if _calls(guided, comment, last) and not any(_calls(guided, comment, made) for made in earlier)
    ]


@functools.lru_cache(maxsize=KEPT)
def _calls(guided: GuidedGame, comment: Comment, made: Made) -> bool:
    """Whether a turn calls for a comment; kept, because turns are looked at again after every later one."""
    is_yours = made.before.turn == guided.you
    return comment.by in ("", "you" if is_yours else "other") and comment.when.holds(made)


def ending_of(guided: GuidedGame, position: Position) -> Said | None:
    """What is said at the end of a guided game; None while it goes on."""
    if position.outcome is None:
        return None
    if position.outcome.winner is None:
        return guided.drawn
    return guided.won if position.outcome.winner == guided.you else guided.lost
