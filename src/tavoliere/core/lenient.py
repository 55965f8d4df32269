"""Turns as people type them: `E7-H7`, `e7h7` and `e7 h7` are understood wherever they cannot mean two things.

Only case, spaces, hyphens and commas are forgiven; any other sign may carry a meaning in some game's notation. A turn
that is not allowed is understood in the same way, so that its refusal speaks of the rule and not of the spelling.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tavoliere.core.errors import MISSPELT, IllegalMove, Reason
from tavoliere.core.said import EITHER, Said, Series

if TYPE_CHECKING:
    from tavoliere.core.position import Position

MARKS = r"\-," "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
BETWEEN = re.compile(rf"(?<=[^ \t{MARKS}])(?:[ \t]*[{MARKS}][ \t]*|[ \t]+)(?=[^ \t\d{MARKS}])")
JOINT = re.compile(r"(?<=\d)(?=\D)")
"""Where a part of a turn may end: behind a square's name."""
SQUARE = re.compile(r"[a-z]+\d+")
SIGNS = ("-", ",", "")
"""What may stand at a joint in a notation, the most usual first."""
MOST_JOINTS = 5


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
        raise IllegalMove(typed, meant_reason(position, typed, refusal.why)) from refusal
    if len(fitting) > 1:
        meanings = Series([turn for turn, _ in fitting], EITHER)
        raise IllegalMove(typed, Reason(MISSPELT, Said("it can mean {turns}", turns=meanings))) from refusal
    return list(fitting[0][1])


def meant_reason(position: Position, typed: str, reason: Reason) -> Reason:
    """Why the turn that a text means is not allowed; the given reason if the text means none however it is spelt.

    What keeps the signs that were typed comes first, then what begins like the turns that are allowed.
    """
    if reason.clause != MISSPELT:
        return reason
    notation = position.game.ruleset.notation
    allowed = {_shape(position.action_to_text(action)) for action in position.actions()}
    tidy = _tidy(typed)
    refusals = [(spelt, why) for spelt in _spellings(typed) if (why := _refusal(position, spelt)) is not None]
    ranked = sorted(refusals, key=lambda one: (one[0] != tidy, _shape(notation.turn_parts(one[0])[0]) not in allowed))
    return ranked[0][1] if ranked else reason


def _spellings(typed: str) -> Iterator[str]:
    """The ways to write a typed text with the signs of notations."""
    parts = JOINT.split(bare(typed))
    if len(parts) <= MOST_JOINTS + 1:
        for signs in itertools.product(SIGNS, repeat=len(parts) - 1):
            yield "".join(itertools.chain(*zip(parts, (*signs, ""), strict=True)))


def _refusal(position: Position, spelt: str) -> Reason | None:
    """Why a turn that is written properly is not allowed; None if it is not written properly, or allowed."""
    notation = position.game.ruleset.notation
    parts = enumerate(notation.turn_parts(spelt))
    if any(notation.parse_part(part, min(place, 1)) is None for place, part in parts):
        return None  # a first part that is refused must not hide that the rest is in no form at all
    try:
        position.exact_actions(spelt)
    except IllegalMove as refusal:
        return None if refusal.clause == MISSPELT else refusal.why
    return None


def _tidy(typed: str) -> str:
    """A typed text in small letters, with a plain sign where people write another one."""
    return BETWEEN.sub(
        lambda between: "," if "," in between[0] else "-" if between[0].strip() else " ", typed.strip()
    ).lower()


def _shape(part: str) -> str:
    """What kind of turn a part begins: its text without the names of squares."""
    return SQUARE.sub("#", part)


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
