"""What is seen and told at any board: players, events, what is asked, results, the steps of a turn."""

from __future__ import annotations

from pydantic import RootModel

from tavoliere.apps.web.http.answers import Answer


class NounAnswer(Answer):
    """A noun: its plain form, others that texts of the page ask for, and what words agree with."""

    name: str
    forms: dict[str, str]
    traits: list[str]


class PlayerAnswer(NounAnswer):
    letter: str


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


class Tree(RootModel[dict[str, "Tree"]]):
    """Steps, each with those that can follow it within the same action. None follow the last step of an action."""
