"""What pictures say: names of squares, sides and trays for readers of screens, and the few words on panels and buttons.

English stands here. Whoever shows pictures in another language gives the texts by the same keys, and terms for what
games call their players, pieces and squares. A term that is not given stands as the game says it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tavoliere.render.text import counted

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


class Words:
    """Texts with their values filled in; those that are not given are English."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = {**TEXTS, **(texts or {})}
        self._terms: dict[str, str] = {}

    def say(self, key: str, **values: object) -> str:
        return self.texts[f"picture.{key}"].format(**values)

    def term(self, text: str) -> str:
        """What a game calls something, in the words of whoever shows the picture."""
        if text not in self._terms:
            self._terms[text] = self.texts.get(term_key(text), text)
        return self._terms[text]

    def counted(self, entry: str, count: int) -> str:
        """So many of an entry of a tray: `5 towers in reserve`."""
        known = self.texts.get(f"{term_key(entry)}.{'one' if count == 1 else 'many'}")
        return counted(entry, count) if known is None else known.format(count=count)


ENGLISH = Words()
