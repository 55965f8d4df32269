"""The server itself: its language and its health."""

from __future__ import annotations

from typing import Literal

from tavoliere.apps.web.http.answers import Answer


class CompilingAnswer(Answer):
    done: int
    of: int
    text: str


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
