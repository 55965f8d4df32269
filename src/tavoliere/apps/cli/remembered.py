"""What is remembered between two evenings in the terminal: a file of notes for each kind of thing, by game."""

from __future__ import annotations

import abc
import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock
from platformdirs import user_data_path

from tavoliere.apps.cli.common import replace_file
from tavoliere.apps.cli.session import DATA_VARIABLE
from tavoliere.core.said import Pattern

VERSION = 1
NEWER = Pattern(
    "{file} was written by a newer version of tavoliere. It is left as it is, and what you do now is not added to it."
)


def notes_file(name: str) -> Path:
    """Where notes of a name are kept."""
    chosen = os.environ.get(DATA_VARIABLE)
    folder = Path(chosen) if chosen else user_data_path("tavoliere", appauthor=False)
    return folder / name


class Remembered(abc.ABC):
    """Notes about a game. A file that is newer is left alone, and one that cannot be read is put aside."""

    unreadable: Pattern
    """What is said if the notes cannot be read and were moved to `file`."""

    def __init__(self, game: str, file: Path) -> None:
        self.game, self.file = game, file
        self.trouble: str = ""
        self.is_kept = True
        self.notes = self._read()

    @abc.abstractmethod
    def nothing(self) -> dict[str, Any]:
        """What is noted about a game at first."""

    @abc.abstractmethod
    def is_own(self, own: object) -> bool:
        """Whether something is what we note about a game."""

    def _read(self) -> dict[str, Any]:
        try:
            text = self.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            text = ""
        if not self.file.exists():
            return {"version": VERSION, "games": {}}
        found = _parsed(text, self.is_own)
        if found is None:
            aside = self.file.with_suffix(".unreadable.json")
            self.file.replace(aside)
            self.trouble = self.unreadable.said(file=aside)
            return {"version": VERSION, "games": {}}
        if found["version"] > VERSION:
            self.is_kept = False
            self.trouble = NEWER.said(file=self.file)
            return {"version": VERSION, "games": {}}
        return found

    @property
    def own(self) -> dict[str, Any]:
        own: dict[str, Any] = self.notes["games"].setdefault(self.game, self.nothing())
        return own

    def forget(self) -> None:
        with self.changing():
            self.notes["games"].pop(self.game, None)

    @contextlib.contextmanager
    def changing(self) -> Iterator[dict[str, Any]]:
        """What is noted about the game, to be changed: as it stands by now, for another window may have written."""
        if not self.is_kept:
            yield self.own
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{self.file}.lock"):
            self.notes = self._read()
            yield self.own
            if self.is_kept:
                replace_file(self.file, json.dumps(self.notes, indent=1).encode())


def _parsed(text: str, is_own: Callable[[object], bool]) -> dict[str, Any] | None:
    """What a file says, if it is one of ours."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("version"), int):
        return None
    if found["version"] > VERSION:
        return found
    games = found.get("games")
    is_sound = isinstance(games, dict) and all(is_own(own) for own in games.values())
    return found if is_sound else None


def are_texts(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(one, str) for one in found)
