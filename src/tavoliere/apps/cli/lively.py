"""Asking a person at a terminal, with history and completion.

Only a game at a terminal imports this module, because its library takes longer to load than most commands take to run.
"""

from __future__ import annotations

from collections.abc import Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

import tavoliere as tv


class RichPrompt:
    """For terminals: arrow keys bring earlier lines back, Tab completes commands and turns."""

    is_lively = True

    def __init__(self) -> None:
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def ask(self, text: str, position: tv.Position | None, commands: list[str]) -> str | None:
        try:
            completer = TurnCompleter(position, commands)
            return self._session.prompt(text, completer=completer, complete_while_typing=False).strip()
        except EOFError:
            return None


class TurnCompleter(Completer):
    """Completes the commands, and turns where a turn can stand; turns are listed when first needed."""

    TAKES_TURN = ("why", "explain", "moves")

    def __init__(self, position: tv.Position | None, commands: list[str]) -> None:
        self._position = position
        self._commands = commands
        self._moves: list[str] | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        typed = document.text_before_cursor.lstrip()
        first, space, rest = typed.partition(" ")
        if not space:
            words = [*self._legal_moves(), *self._commands, "quit"] if self._position else []
            begun = first
        else:
            words = self._legal_moves() if first in self.TAKES_TURN else []
            begun = rest
        for word in words:
            if word.startswith(begun):
                yield Completion(word, start_position=-len(begun))

    def _legal_moves(self) -> list[str]:
        if self._moves is None:
            self._moves = self._position.legal_moves() if self._position else []
        return self._moves
