"""Asking for a line in a pipe or a dumb terminal. What a livelier terminal gets is in `lively.py`."""

from __future__ import annotations

import sys
from typing import Protocol

import tavoliere as tv
from tavoliere.apps.cli.common import is_lively


class Prompt(Protocol):
    """Something that asks for a line."""

    is_lively: bool

    def ask(self, text: str, position: tv.Position | None, commands: list[str]) -> str | None:
        """The line that was typed, or None at the end of the input. Ctrl-C raises `KeyboardInterrupt`."""


class LinePrompt:
    """For pipes and dumb terminals."""

    is_lively = False

    def ask(self, text: str, position: tv.Position | None, commands: list[str]) -> str | None:
        try:
            answer = input(text).strip()
            if not sys.stdin.isatty():
                print()
            return answer
        except EOFError:
            print()
            return None


def prompt_here() -> Prompt:
    """What asks for lines where the program runs."""
    if not is_lively():
        return LinePrompt()
    from tavoliere.apps.cli.lively import RichPrompt

    return RichPrompt()
