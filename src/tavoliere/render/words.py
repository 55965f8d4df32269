"""What pictures say, for a page that has its texts under keys: a speaker made of them.

Pictures speak in messages, and any speaker says them (`core/said.py`). This one takes the sentences of pictures from
the keys `picture.` of a catalogue, and nouns from its keys `term.`. What it does not find is English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tavoliere.core.said import Adjective, English, Noun, Qualified, Said, Series, filled, joined

TEXTS = {
    "picture.barrier": "barrier between {first} and {second}",
    "picture.board": "board",
    "picture.name": "{game}: {facts}",
    "picture.out": "{player} is out",
    "picture.over": "the game is over",
    "picture.piece": "{player} {kind}",
    "picture.shows": "{kind} showing {player}",
    "picture.side": "side between {first} and {second}",
    "picture.stack": "stack of {count} from the bottom",
    "picture.to-move": "{player} to move",
    "picture.tray": "{player}: {what}",
    "picture.vacant": "vacant",
}


def term_key(text: str) -> str:
    """The key of a term: `term.permanent-piece`, `term.white`."""
    return "term." + re.sub("[^a-z0-9]+", "-", text.lower())


class Words(English):
    """Texts with their values filled in; those that are not given are English."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = {**TEXTS, **(texts or {})}
        self._sentences = {TEXTS[key]: text for key, text in self.texts.items() if key in TEXTS}

    def say(self, message: str) -> str:
        return self.said(message, "")

    def said(self, value: object, form: str) -> str:
        if isinstance(value, Said):
            return self._sentence(value)
        if isinstance(value, Series):
            return joined(self, value.items, value.joint)
        if isinstance(value, Qualified):
            player, kind = self.term(value.adjective).lower(), self.term(value.noun)
            return self.texts["picture.piece"].format(player=player, kind=kind)
        return self.term(value) if isinstance(value, Noun | Adjective) else super().said(value, form)

    def term(self, text: str) -> str:
        """What a game calls something, in the words of whoever shows the picture."""
        return self.texts.get(term_key(text), str.__str__(text))

    def _sentence(self, message: Said) -> str:
        if message.pattern in self._sentences:
            return filled(self, self._sentences[message.pattern], message.values)
        if "count" in message.values:
            return self._counted(message)
        return self.term(message)

    def _counted(self, message: Said) -> str:
        """So many of an entry of a tray: `5 towers in reserve` is found under `term.tower-in-reserve.many`."""
        count = message.values["count"]
        key = f"{term_key(message.again(count=1).removeprefix('1 '))}.{'one' if count == 1 else 'many'}"
        known = self.texts.get(key)
        return str.__str__(message) if known is None else known.format(count=count)
