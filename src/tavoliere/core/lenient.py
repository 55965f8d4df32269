"""Turns as people type them: `E7-H7`, `e7h7` and `e7 h7` are understood wherever they cannot mean two things.

Only case, spaces, hyphens and commas are forgiven; any other sign may carry a meaning in some game's notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tavoliere.core.errors import IllegalMove, Reason
from tavoliere.core.said import EITHER, Said, Series

if TYPE_CHECKING:
    from tavoliere.core.position import Position

MARKS = r"\-," "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
BETWEEN = re.compile(rf"(?<=[^ \t{MARKS}])(?:[ \t]*[{MARKS}][ \t]*|[ \t]+)(?=[^ \t\d{MARKS}])")


def bare(text: str) -> str:
    """A text without what people write differently: capitals, and one separator between two parts.

    Nothing is forgiven inside a square's name or at the ends.

    >>> bare("E7 - H7"), bare("e7--h7"), bare("e-7h7")
    ('e7h7', 'e7--h7', 'e-7h7')
    """
    return BETWEEN.sub("", text.strip()).lower()


def meant_actions(position: Position, typed: str, refusal: IllegalMove) -> list[int]:
    """The actions of the one legal turn that a refused text can mean; without such a turn, the refusal itself."""
    fitting = list(_fitting(position, bare(typed), (), ()))
    if not fitting:
        raise refusal
    if len(fitting) > 1:
        meanings = Series([turn for turn, _ in fitting], EITHER)
        raise IllegalMove(typed, Reason("common.notation", Said("it can mean {turns}", turns=meanings))) from refusal
    return list(fitting[0][1])


def _fitting(
    position: Position, wanted: str, parts: tuple[str, ...], actions: tuple[int, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The legal turns that look like the wanted text, found without writing down all the others."""
    for action in position.actions():
        begun = (*parts, position.action_to_text(action))
        turn = position.game.ruleset.notation.turn_text(begun)
        if not wanted.startswith(bare(turn)):
            continue
        after = position.act(action)
        if after.pending:
            yield from _fitting(after, wanted, begun, (*actions, action))
        elif bare(turn) == wanted:
            yield turn, (*actions, action)
