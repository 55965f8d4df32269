"""Somebody who sets tasks at a terminal: asks for turns and answers what is the same for lessons and puzzles."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

import tavoliere as tv
from tavoliere.apps.cli.common import picture
from tavoliere.apps.cli.layout import wrapped
from tavoliere.apps.cli.prompt import Prompt
from tavoliere.apps.cli.speech import say, speaker
from tavoliere.core.said import Said
from tavoliere.render.text import legend_lines
from tavoliere.scene import guide
from tavoliere.scene.events import Event

SHOWN_MOVES = 120


@dataclasses.dataclass
class Tutor:
    """What is common to all who set tasks."""

    help: ClassVar[Said]
    """What may be typed, in a sentence."""
    words: ClassVar[tuple[str, ...]]
    """The commands in it."""

    prompt: Prompt

    def say(self, text: str) -> None:
        print(wrapped(text))

    def told(self, game: tv.Game, events: tuple[Event, ...]) -> None:
        names = {letter: game.player_name(letter) for letter in game.players}
        for event in events:
            print(wrapped(f"- {say(event.sentence(names))}"))

    def ask(self, position: tv.Position) -> str:
        name = position.game.player_name(position.turn)
        answer = self.prompt.ask(f"\n{say(name)}> ", position, list(self.words))
        return "quit" if answer is None else answer

    def usual(self, word: str, position: tv.Position) -> bool:
        """Answer a command that says something about the position; False if it was none."""
        if word == "help":
            self.say(self.help)
        elif word == "show":
            print(picture(position))
        elif word == "legend":
            for line in legend_lines(guide.signs_of(position.game), speaker()):
                self.say(line)
        elif word == "moves":
            moves = position.legal_moves()
            self.say(" ".join(moves[:SHOWN_MOVES]) + (" ..." if len(moves) > SHOWN_MOVES else ""))
        else:
            return not word
        return True
