"""What there is to play and to read: games with their options and levels, opponents, rules, legends."""

from __future__ import annotations

from typing import Literal

from tavoliere.apps.web.http.answers import Answer
from tavoliere.apps.web.http.answers.boards import PlayerAnswer


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


class CautionsAnswer(Answer):
    """What speaks against a game with some options, in sentences; nothing for most."""

    cautions: list[str]


class VariantAnswer(Answer):
    options: dict[str, int | str]
    players: list[PlayerAnswer]
    levels: list[str]
    """The levels that a game with these options has, as opponents are written."""
    usual: str
    """Who sits opposite a newcomer."""
    cautions: list[str]
    """What speaks against these options, in sentences."""
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
