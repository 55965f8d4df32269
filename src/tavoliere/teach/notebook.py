"""What a search for puzzles has looked at and found, a line for each game: so that work that was stopped goes on.

A torn last line, of a process that was killed, is cut off, and its game is looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.teach.puzzle import Puzzle
from tavoliere.teach.puzzle_file import data_of, json_of, puzzle_of

FORMAT, VERSION = "tavoliere mining", 1
SUFFIX = ".found"


def puzzles_found(folder: Path, game: Game) -> list[Puzzle]:
    """All that any notebook of a folder holds of a game with its options, each position once."""
    found: dict[str, Puzzle] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            header = json.loads(path.open(encoding="utf-8").readline())
            how = header["how"] if header["format"] == FORMAT else None
        except (OSError, ValueError, KeyError, TypeError):
            how = None
        if how is not None and (header.get("game"), header.get("options")) == (game.name, dict(game.options)):
            found |= Notebook(path, game, how).found
    return list(found.values())


class Notebook:
    """A file of what was found in games of one kind. One process writes it at a time."""

    def __init__(self, path: Path, game: Game, how: dict[str, Any]) -> None:
        self.path, self.game = path, game
        facts = game.facts
        self.header = {
            "format": FORMAT, "version": VERSION, "game": game.name, "rules_version": facts.rules_version,
            "options": dict(game.options), "how": how,
        }  # fmt: skip
        self.looked: set[str] = set()
        """The names of the games that were looked at."""
        self.found: dict[str, Puzzle] = {}
        """Puzzles by their ids, each position once."""
        self._open()

    def _open(self) -> None:
        try:
            if not self.path.exists() or self.path.stat().st_size == 0:
                self._append(self.header)
                return
            text = self.path.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            if whole != text:
                self.path.write_text(whole, encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(Said("{path} cannot be read: {why}", path=str(self.path), why=str(error))) from None
        for number, line in enumerate(whole.splitlines(), start=1):
            self._take(number, line)

    def _take(self, number: int, line: str) -> None:
        try:
            data = json.loads(line)
            if number == 1:
                if data != json.loads(json.dumps(self.header)):
                    raise ValueError
                return
            self._note(str(data["looked"]), [puzzle_of(self.game.ruleset, one) for one in data["puzzles"]])
        except (ValueError, KeyError, TypeError):
            if number == 1:
                told = Said("{path} is a notebook of other conditions; choose another folder", path=str(self.path))
            else:
                told = Said("{path}, line {number}: this is not a note of ours", path=str(self.path), number=number)
            raise ValueError(told) from None

    def note(self, name: str, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
        """Write down what a game held; those that are new."""
        self._append({"looked": name, "puzzles": [data_of(puzzle) for puzzle in puzzles]})
        return self._note(name, puzzles)

    def _note(self, name: str, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
        self.looked.add(name)
        fresh = [puzzle for puzzle in puzzles if puzzle.id not in self.found]
        self.found.update((puzzle.id, puzzle) for puzzle in fresh)
        return fresh

    def _append(self, data: dict[str, Any]) -> None:
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json_of(data) + "\n")
        except OSError as error:
            raise ValueError(
                Said("{path} cannot be written: {why}", path=str(self.path), why=system_reason(error))
            ) from error

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.found.values())
