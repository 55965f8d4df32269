"""Reviews of games as people see them, in their language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tavoliere as tv
from tavoliere.apps.web.show.analysis import turns_of
from tavoliere.apps.web.show.views import Message
from tavoliere.apps.web.show.voices import Voice
from tavoliere.apps.web.table import halves
from tavoliere.arena.analysis import GradedTurn, annotated
from tavoliere.arena.review import Review
from tavoliere.records import format_record


class ReviewShown:
    """A review for one page: what is new since it was last told."""

    def __init__(self) -> None:
        self.told = 0

    def news(self, review: Review, new: list[Message], place: int, is_compiling: bool) -> Message:
        """How far it has come, and the turns graded since the last time, which somebody has put into words."""
        self.told += len(new)
        report = review.report
        totals: dict[str, Any] = {letter: _total(total) for letter, total in report.totals.items()}
        return {
            "done": self.told,
            "of": len(review.record.turns),
            "waiting": place,
            "compiling": is_compiling,
            "whole": self.told == len(review.record.turns),
            "first": _rounded(report.values[0]) if report.values else {},
            "turns": new,
            "totals": totals,
            "turning_points": [turn.number for turn in review.turning_points],
        }


def turn_views(voice: Voice, position: tv.Position, turns: Sequence[GradedTurn]) -> list[Message]:
    """Graded turns one after another, from the position before the first."""
    found = []
    for turn in turns:
        found.append(turn_view(voice, position, turn))
        position = position.play(turn.move)
    return found


def turn_view(voice: Voice, position: tv.Position, turn: GradedTurn) -> Message:
    """A graded turn from the position before it."""
    after = position.play(turn.move)
    return {
        "number": turn.number,
        "seat": turn.player,
        "move": turn.move,
        "grade": turn.grade,
        "before": round(turn.before, 4),
        "after": round(turn.after, 4),
        "lost": round(turn.lost, 4),
        "proven": turn.proven,
        "proven_after": turn.proven_after,
        "better": turn.better,
        "line": turns_of(position, turn.line) if turn.better else [],
        "reply": turns_of(after, turn.reply),
        "steps": halves.steps_of(position, turn.move) if turn.better else [],
        "better_steps": halves.steps_of(position, turn.better) if turn.better else [],
        "reasons": [voice.say(reason, position.game.name) for reason in turn.reasons],
        "chances": _rounded(turn.values_after),
    }


def _rounded(chances: dict[str, float]) -> dict[str, float]:
    return {letter: round(value, 4) for letter, value in chances.items()}


def _total(total: Any) -> Message:
    accuracy = None if total.accuracy is None else round(total.accuracy, 4)
    return {"turns": total.turns, "grades": dict(total.grades), "lost": round(total.lost, 4), "accuracy": accuracy}


def annotated_text(review: Review) -> str:
    """The game with a comment and a better line at each fault, as a file."""
    return format_record(annotated(review.report, review.player))
