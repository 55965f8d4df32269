"""A game reviewed one question at a time: it says what has to be thought about, takes the answer, and grades turn after
turn. Nothing here thinks, waits or writes, so a server can stop after any answer, keep the review as JSON and go on.

    review = Review(record, "champion:nodes=20000")
    while (question := review.question()) is not None:
        for turn in review.answer(think(question)):      # the turns that this answer has graded, often none
            ...
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, cast

from tavoliere.arena.analysis import (
    GRADES,
    LEAST_MISTAKE,
    SECOND_LOOK,
    GradedTurn,
    Report,
    Think,
    Thought,
    Value,
    graded_turn,
    report_of,
)
from tavoliere.arena.reasons import sentences
from tavoliere.core.position import Game, Position
from tavoliere.core.said import Said
from tavoliere.records import Record, RecordError
from tavoliere.records.jsonl import as_data, from_data
from tavoliere.scene.claims import claim_data, claim_of
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.players import Alternative, Choice
from tavoliere.search.specs import KINDS, Spec, judging_spec, spec_of

USUAL = "champion:seconds=0.35"
"""Who thinks if nobody says: a game of 60 turns in under half a minute of one core."""
USUAL_OF_MANY = "champion:seconds=0.2"
"""The same with more than two players, where most turns are asked about twice."""
FORMAT = 1
MOST_TURNING_POINTS = 12


def usual_for(game: Game) -> str:
    """Who thinks about a game if nobody says."""
    return USUAL if len(game.players) == 2 else USUAL_OF_MANY


class ReviewError(ValueError):
    """Data that are no review."""


@dataclasses.dataclass(frozen=True)
class Question:
    """What the review wants to know next: what a position is worth, or what a turn is worth to the one who makes it."""

    position: Position
    effort: int = 1
    """How many times as long as usual the search may take."""
    move: str | None = None
    """The turn whose value is asked for; None where the best turn is."""


class Review:
    """A record and what is known about its turns so far."""

    def __init__(self, record: Record, player: str = USUAL, *, values_turns: bool | None = None) -> None:
        """`player` is who thinks, as players are written; `values_turns` whether it says what a turn is worth to its
        mover, which by default is looked up.
        """
        if values_turns is None or player:
            kind = KINDS[judging_spec(player).resolved(record.game).kind]
            values_turns = kind.values_turns if values_turns is None else values_turns
        self.record, self.player = record, player
        self.turns: list[GradedTurn] = []
        self._has_coalitions = values_turns and len(record.game.players) > 2
        self._positions = list(record.positions())
        self._before: Choice | None = None
        self._after: Choice | None = None
        self._own: Choice | None = None
        self._has_looked_again = False

    @property
    def is_whole(self) -> bool:
        """Whether every turn has its grade."""
        return len(self.turns) == len(self.record.turns)

    def position_before(self, place: int) -> Position:
        """The position after so many turns, graded or not."""
        return self._positions[place]

    @property
    def report(self) -> Report:
        """The turns so far, with totals, accuracy a player, and the chances of all players after each turn."""
        return report_of(self.record, self.turns)

    @property
    def turning_points(self) -> tuple[GradedTurn, ...]:
        """The turns that cost most, in the order of the game: mistakes and blunders."""
        costly = sorted(self.turns, key=lambda turn: -turn.lost)[:MOST_TURNING_POINTS]
        return tuple(sorted((turn for turn in costly if turn.lost >= LEAST_MISTAKE), key=lambda turn: turn.number))

    # Question and answer

    def question(self) -> Question | None:
        """What has to be thought about next; None when the review is done. It may be asked again at any time."""
        if self.is_whole:
            return None
        here, there = self._around()
        if self._before is None:
            return Question(here)
        if self._after is None and there.outcome is None:
            return Question(there)
        return self._closer_look()

    def answer(self, choice: Choice) -> tuple[GradedTurn, ...]:
        """Take the answer to the question, and return the turns that it has graded: none, one, or two where the second
        one ends the game.
        """
        question = self.question()
        if question is None:
            raise ReviewError(Said("every turn has its grade, so there is no question to answer"))
        if question.move is not None:
            self._own = choice
        elif self._before is None:
            self._before = choice
        else:
            self._has_looked_again = self._after is not None
            self._after = choice
        done = len(self.turns)
        while not self.is_whole and self._knows_the_turn():
            self._grade()
        return tuple(self.turns[done:])

    def _around(self) -> tuple[Position, Position]:
        """The positions before and after the turn that is to be graded."""
        return self._positions[len(self.turns)], self._positions[len(self.turns) + 1]

    def _thoughts(self) -> tuple[Thought, Thought]:
        here, there = self._around()
        return Thought(here, self._before), Thought(there, self._after)

    def _closer_look(self) -> Question | None:
        """What is asked a second time. With more than two players a search that takes all others to have joined forces
        says little about the one who moved before, so it is asked what the turn was worth to its own mover. And where
        a certain win seems gone, it is looked longer before that is said.
        """
        before, after = self._thoughts()
        mover, move = before.position.turn, self.record.turns[len(self.turns)].move
        if self._before is None or self._after is None or after.proven_for(mover) or move == self._before.move:
            return None
        effort = SECOND_LOOK if before.proven_for(mover) == "win" else 1
        if self._has_coalitions:
            return Question(before.position, effort, move) if self._own is None else None
        return Question(after.position, effort) if effort > 1 and not self._has_looked_again else None

    def _knows_the_turn(self) -> bool:
        if self._before is None or (self._after is None and self._around()[1].outcome is None):
            return False
        return self._closer_look() is None

    def _grade(self) -> None:
        number = len(self.turns)
        turn = graded_turn(number + 1, self.record.turns[number].move, *self._thoughts(), self._own)
        self.turns.append(turn)
        self._before, self._after, self._own, self._has_looked_again = self._after, None, None, False

    # As data

    def data(self) -> dict[str, Any]:
        """All of it as plain data, for JSON, which `restored` goes on from. A budget of nodes makes the same of it."""
        report = self.report
        return {
            "format": FORMAT,
            "player": self.player,
            "values_turns": self._has_coalitions,
            "record": as_data(self.record),
            "turns": [turn_data(turn) for turn in self.turns],
            "thoughts": [None if choice is None else choice_data(choice) for choice in self._thoughts_so_far()],
            "has_looked_again": self._has_looked_again,
            "is_whole": self.is_whole,
            "totals": {letter: dataclasses.asdict(total) for letter, total in report.totals.items()},
            "values": list(report.values),
            "turning_points": [turn.number for turn in self.turning_points],
        }

    def _thoughts_so_far(self) -> tuple[Choice | None, Choice | None, Choice | None]:
        return self._before, self._after, self._own

    @classmethod
    def restored(cls, data: Mapping[str, Any]) -> Review:
        """The review that data stand for; a `ReviewError` if they stand for none."""
        try:
            return cls._of(data)
        except ReviewError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, RecordError) as problem:
            raise ReviewError(Said("these data are no review: {problem}", problem=str(problem))) from problem

    @classmethod
    def _of(cls, data: Mapping[str, Any]) -> Review:
        if data["format"] != FORMAT:
            raise ReviewError(
                Said(
                    "a review of format {format}; this program knows {known}",
                    format=repr(data["format"]),
                    known=FORMAT,
                )
            )
        review = cls(from_data(data["record"]), data["player"], values_turns=bool(data["values_turns"]))
        review.turns = [turn_of(review._positions[place], turn) for place, turn in enumerate(data["turns"])]
        moves = [turn.move for turn in review.record.turns[: len(review.turns)]]
        if [turn.move for turn in review.turns] != moves:
            raise ReviewError(Said("the turns of this review are not those of its game"))
        thoughts = [None if choice is None else choice_of(choice) for choice in data["thoughts"]]
        review._before, review._after, review._own = thoughts
        review._has_looked_again = bool(data["has_looked_again"])
        return review


def graded_turns(record: Record, think: Think, value: Value | None = None) -> Iterator[GradedTurn]:
    """Grade the turns of a record one after another, with somebody who thinks while we wait."""
    review = Review(record, "", values_turns=value is not None)
    while (question := review.question()) is not None:
        if question.move is not None and value is not None:
            yield from review.answer(value(question.position, question.move, question.effort))
        else:
            yield from review.answer(think(question.position, question.effort))


# Who answers


def with_effort(spec: Spec, times: int) -> Spec:
    """The same player with so many times its budget of seconds and nodes."""
    if times == 1:
        return spec
    settings = {name: value * times if name in ("seconds", "nodes") else value for name, value in spec.settings}
    return spec_of(spec.kind, settings)


def answered(question: Question, player: str, seed: int = 1) -> Choice:
    """What somebody says to a question who thinks in this process, always with the same seed and an empty memory."""
    spec = with_effort(judging_spec(player), question.effort).resolved(question.position.game)
    thinker = spec.player(seed)
    if question.move is None:
        return thinker.choose(question.position, spec.budget())
    return cast(AlphaBetaPlayer, thinker).value(question.position, question.move, spec.budget())


def reviewed(record: Record, player: str = "") -> Review:
    """A whole review, made in this process."""
    player = player or usual_for(record.game)
    review = Review(record, player)
    while (question := review.question()) is not None:
        review.answer(answered(question, player))
    return review


# Turns and choices as data


def choice_data(choice: Choice) -> dict[str, Any]:
    """What a search has said, as plain data; how long it took is no part of it."""
    return {
        "move": choice.move,
        "values": dict(choice.values),
        "nodes": choice.nodes,
        "line": list(choice.line),
        "alternatives": [_alternative_data(other) for other in choice.alternatives],
        "proven": choice.proven,
        "depth": choice.depth,
    }


def choice_of(data: Mapping[str, Any]) -> Choice:
    alternatives = tuple(_alternative_of(other) for other in data["alternatives"])
    values = {str(letter): float(value) for letter, value in data["values"].items()}
    return Choice(
        data["move"], values, data["nodes"], 0.0, tuple(data["line"]), alternatives, data["proven"], data["depth"]
    )


def _alternative_data(other: Alternative) -> dict[str, Any]:
    return {**dataclasses.asdict(other), "line": list(other.line)}


def _alternative_of(data: Mapping[str, Any]) -> Alternative:
    return Alternative(data["text"], float(data["value"]), data["visits"], tuple(data["line"]), data["proven"])


def turn_data(turn: GradedTurn) -> dict[str, Any]:
    """A graded turn as plain data. Its reasons are there as claims, which any language can say, and in English."""
    return {
        **{field.name: getattr(turn, field.name) for field in dataclasses.fields(turn)},
        "line": list(turn.line),
        "reply": list(turn.reply),
        "alternatives": [_alternative_data(other) for other in turn.alternatives],
        "claims": [claim_data(claim) for claim in turn.claims],
        "reasons": [str.__str__(reason) for reason in turn.reasons],
    }


def turn_of(position: Position, data: Mapping[str, Any]) -> GradedTurn:
    """The graded turn that data stand for, made in a position. The reasons are put into words again."""
    if data["grade"] not in GRADES or not isinstance(data["move"], str):
        raise ReviewError(Said("no graded turn: {move}", move=repr(data["move"])))
    claims = tuple(claim_of(claim) for claim in data["claims"])
    given: dict[str, Any] = {field.name: data[field.name] for field in dataclasses.fields(GradedTurn)}
    given |= {"line": tuple(data["line"]), "reply": tuple(data["reply"]), "claims": claims}
    given["alternatives"] = tuple(_alternative_of(other) for other in data["alternatives"])
    given["reasons"] = _said_again(position, data, claims)
    return GradedTurn(**given)


def _said_again(position: Position, data: Mapping[str, Any], claims: Any) -> tuple[Said, ...]:
    return sentences(position.game, data["move"], data["better"], claims)
