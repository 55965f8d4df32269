"""Documentation pages cut into what tests look at: comments, fenced blocks, and the prose between them.

A block or a comment starts at the beginning of a line. A comment stands on one line, `<!-- kind: what it claims -->`,
and is not shown to readers.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "tavoliere" / "games"
COMMENT = re.compile(r"<!-- (.*) -->")
FENCE = re.compile(r"```(\w*)")
FILE_NAME = re.compile(r"`([\w./-]+)`:")


class Item(NamedTuple):
    """A comment, a block or a line of prose. `text` has no newline at its end."""

    kind: str
    text: str
    line: int
    language: str = ""


def pages() -> list[Path]:
    """Every page, by its path in the site: the rules of a game stand in its folder and appear below docs/games/."""
    rules = [DOCS / "games" / f"{folder.parent.name.replace('_', '-')}.md" for folder in GAMES.glob("*/rules.md")]
    return sorted([*DOCS.rglob("*.md"), *rules])


def file_of(page: Path) -> Path:
    """The file behind a page."""
    if page.parent == DOCS / "games":
        return GAMES / page.stem.replace("-", "_") / "rules.md"
    return page


def name_of(page: Path) -> str:
    """A page's path below docs/, for the names of tests."""
    return page.relative_to(DOCS).as_posix()


def items_of(page: Path) -> tuple[Item, ...]:
    """A page from top to bottom, without its empty lines."""
    items: list[Item] = []
    block: list[str] = []
    opened = 0
    language = ""
    for number, line in enumerate(file_of(page).read_text(encoding="utf-8").splitlines(), start=1):
        fence = FENCE.fullmatch(line)
        comment = COMMENT.fullmatch(line)
        if opened and line == "```":
            items.append(Item("block", "\n".join(block), opened, language))
            opened, block = 0, []
        elif opened:
            block.append(line)
        elif fence:
            opened, language = number, fence[1]
        elif comment:
            items.append(Item("comment", comment[1], number))
        elif line:
            items.append(Item("prose", line, number))
    assert not opened, f"{page}:{opened}: a block is not closed"
    return tuple(items)


def prose_of(page: Path) -> str:
    """What is neither comment nor block."""
    return "\n".join(item.text for item in items_of(page) if item.kind == "prose")


def files_in(page: Path) -> dict[str, str]:
    """The files that a page tells the reader to write: blocks below a line with nothing but the file's name."""
    items = items_of(page)
    named = ((FILE_NAME.fullmatch(before.text), item) for before, item in itertools.pairwise(items))
    return {match[1]: item.text + "\n" for match, item in named if match and item.kind == "block"}
