"""Fitting text to a screen: lines break between words, lists stand in as many columns as there is room for."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

from tavoliere.apps.cli.speech import say

USUAL_WIDTH = 80
NARROWEST = 20


def screen_width() -> int:
    """The columns of the terminal, or the usual ones where nobody looks at a screen."""
    return max(NARROWEST, shutil.get_terminal_size((USUAL_WIDTH, 24)).columns)


def wrapped(text: str, indent: str = "") -> str:
    """A message in words, broken between words at a terminal; a pipe gets it in one line, for programs to read."""
    text = say(text)
    return filled(text, screen_width(), indent) if sys.stdout.isatty() else text


def filled(text: str, width: int, indent: str = "") -> str:
    """A text in lines no longer than the width, never broken inside a word or a turn; later ones are indented."""
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def in_columns(cells: Sequence[str], width: int) -> str:
    """Cells side by side, as many to a line as fit."""
    broadest = max(map(len, cells), default=0) + 2
    number = max(1, (width + 2) // broadest)
    lines = ("".join(f"{cell:<{broadest}}" for cell in cells[at : at + number]) for at in range(0, len(cells), number))
    return "\n".join(line.rstrip() for line in lines)


def explained(pairs: Iterable[tuple[str, str]], width: int) -> str:
    """Words and what they mean, in two columns."""
    pairs = [(say(word), say(text)) for word, text in pairs]
    margin = max(len(word) for word, _ in pairs) + 4
    return "\n".join(filled(f"{f'  {word}':<{margin}}{text}", width, " " * margin) for word, text in pairs)
