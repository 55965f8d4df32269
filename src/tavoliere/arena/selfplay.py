"""The file of self-play games: a header that says how they were played, then a line for each game as it ends.

All games of a file have the same conditions, which its header tells, and follow from them and their numbers. So work
that was killed goes on where it stopped: a torn last line is cut off, and what is missing is played. Reading needs no
memory but for the line at hand. Nothing here starts processes: whoever fills a file says who plays.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from filelock import FileLock, Timeout

from tavoliere.core.errors import system_reason
from tavoliere.core.position import Game
from tavoliere.core.said import Said
from tavoliere.records.record import result_text
from tavoliere.search.selfplay import Conditions, SelfPlayed, played_game
from tavoliere.search.settings import written_settings
from tavoliere.search.specs import KINDS, Spec, parse_spec, weights_behind

FORMAT, VERSION = "tavoliere self-play", 1
SUFFIX = ".games"
SYNC_SECONDS = 2.0
CHANCE_STEPS = 10_000

Answers = Iterator[tuple[int, Any]]
Spread = Callable[[Callable[[Any], Any], list[Any]], Answers]
"""Lets somebody answer questions: each answer comes with the place of its question, in any order."""


# What a file says about its games


def header_of(conditions: Conditions) -> dict[str, Any]:
    """The first line of a file: all that its games follow from. Levels stand there as what they are today."""
    game = conditions.game
    header = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules_version": game.facts.rules_version,
        "options": dict(game.options),
        "seats": "".join(game.players),
        "players": [resolved_text(spec, game) for spec in conditions.players],
        "weights": weights_digest(game, [*conditions.players, *([conditions.referee] if conditions.referee else [])]),
        "opening": conditions.opening,
        "slips": conditions.slips,
        "tables": "kept" if conditions.keeps_tables else "cleared",
        "referee": resolved_text(conditions.referee, game) if conditions.referee else None,
        "watched": conditions.watched,
        "longest": conditions.longest,
        "ends_early": conditions.ends_early,
        "seed": conditions.seed,
    }
    if conditions.begins:
        header["begins"] = [[list(turn) for turn in turns] for turns in conditions.begins]
    return header


def resolved_text(spec: Spec, game: Game) -> str:
    """The player behind a level or champion, as it is written."""
    real = spec.resolved(game)
    known = KINDS[real.kind].settings
    return f"{real.kind}:{written_settings(dict(real.settings), known)}" if real.settings else real.kind


def weights_digest(game: Game, players: Iterable[Spec]) -> str:
    """A mark of the weights that the players judge by: games of other weights are other games."""
    return hashlib.sha256(weights_behind(game, players).encode()).hexdigest()[:12]


def digest_of(header: dict[str, Any]) -> str:
    """A short name of the conditions, for names of files."""
    return hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:12]


def file_name(conditions: Conditions) -> str:
    """The name of the file in a folder of many: the game, and a digest of all the rest."""
    return f"{conditions.game.name}-{digest_of(header_of(conditions))}{SUFFIX}"


# A game as a line


def line_of(played: SelfPlayed, game: Game) -> str:
    """A game as one line of JSON, without its end."""
    seats, letters = len(game.players), "".join(game.players)
    won = [1 / 2 if played.winner is None else float(seat == played.winner) for seat in range(seats)]
    data = {
        "number": played.number,
        "result": result_text(won),
        "reason": played.reason,
        "opening": played.opening,
        "slips": played.slips,
        "movers": "".join(letters[seat] for seat in played.movers),
        "turns": played.turns,
        "widths": played.widths,
        "whole_widths": played.whole_widths,
        "values": played.values,
        "chances": [[round(CHANCE_STEPS * chance) for chance in chances] for chances in played.chances],
    }
    if played.whole_widths == played.widths:
        del data["whole_widths"]
    if played.visits:
        data["visits"] = played.visits
    return json.dumps(data, separators=(",", ":"))


def played_of(data: dict[str, Any], seats: str) -> SelfPlayed:
    """The game of a line; names that are not known are passed over, so that later versions may add some."""
    parts = data["result"].split("-")
    return SelfPlayed(
        data["number"],
        data["opening"],
        tuple(tuple(turn) for turn in data["turns"]),
        tuple(seats.index(letter) for letter in data["movers"]),
        tuple(data["widths"]),
        tuple(data.get("whole_widths", data["widths"])),
        tuple(data["values"]),
        tuple(data["slips"]),
        tuple(tuple(chance / CHANCE_STEPS for chance in chances) for chances in data["chances"]),
        parts.index("1") if "1" in parts else None,
        data["reason"],
        tuple(tuple((action, count) for action, count in visits) for visits in data.get("visits", ())),
    )


# Reading


@dataclasses.dataclass(frozen=True)
class GamesFile:
    """A file of self-play games: its header, and the games one after another whenever they are asked for."""

    path: Path
    header: dict[str, Any]

    @property
    def seats(self) -> str:
        """The letters of the seats."""
        return str(self.header["seats"])

    def games(self) -> Iterator[SelfPlayed]:
        """All games in the order in which they ended. A torn last line, of a file that is being written, is no game."""
        for number, line in enumerate(_lines(self.path), start=1):
            if number > 1:
                yield _parsed_game(self.path, number, line, self.seats)

    def conditions(self, game: Game) -> Conditions:
        """The conditions that the header tells, for the game that it names."""
        header = self.header
        return Conditions(
            game,
            tuple(parse_spec(text) for text in header["players"]),
            header["opening"],
            header["slips"],
            header["tables"] == "kept",
            parse_spec(header["referee"]) if header["referee"] else None,
            header["watched"],
            header["longest"],
            header["ends_early"],
            header["seed"],
            tuple(tuple(tuple(turn) for turn in turns) for turns in header.get("begins", ())),
        )


def open_games(path: Path) -> GamesFile:
    """A file of self-play games; a `ValueError` says what else it is."""
    try:
        first = next(_lines(path), "")
    except OSError as error:
        raise ValueError(Said("{path} cannot be read: {why}", path=str(path), why=system_reason(error))) from None
    return GamesFile(path, _checked_header(path, first))


def is_games_file(path: Path) -> bool:
    """Whether a file begins as one of self-play games does, whatever its version."""
    with contextlib.suppress(OSError, ValueError):
        first = json.loads(next(_lines(path), "null"))
        return isinstance(first, dict) and first.get("format") == FORMAT
    return False


def _lines(path: Path) -> Iterator[str]:
    """The whole lines of a file."""
    with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            if line.endswith("\n"):
                yield line


def _checked_header(path: Path, line: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(Said("{path} is not a file of self-play games; choose another file", path=str(path)))
    if header.get("version") != VERSION:
        raise ValueError(
            Said(
                "{path} holds self-play games in version {found} of their format, and this program knows version "
                "{known}; choose another file",
                path=str(path),
                found=str(header.get("version")),
                known=VERSION,
            )
        )
    return header


def _parsed_game(path: Path, number: int, line: str, seats: str) -> SelfPlayed:
    try:
        return played_of(json.loads(line), seats)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise ValueError(
            Said(
                "{path}, line {number}: this is not a game, so the file is damaged; "
                "remove the line and the game is played again",
                path=str(path),
                number=number,
            )
        ) from None


# Writing


class Log:
    """A file of self-play games that is being written: what is there is kept, and new games are appended.

    Nobody else may write it at the same time. A game is handed to the system in one piece as soon as it has ended, so a
    process that is killed loses no game that was told to it; every few seconds the disk is waited for.
    """

    def __init__(self, path: Path, conditions: Conditions) -> None:
        self.path, self.conditions, self.header = path, conditions, header_of(conditions)
        self.numbers: set[int] = set()
        """The games that are there."""
        self.message = ""
        """What is worth telling about the file that was found."""
        self._lock = FileLock(path.with_name(path.name + ".lock"), timeout=0)
        self._descriptor = -1
        self._synced = time.monotonic()

    def __enter__(self) -> Log:
        folder = self.path.parent
        if not folder.is_dir():  # a lock would make it
            raise ValueError(
                Said("{path} cannot be written: there is no folder {folder}", path=str(self.path), folder=str(folder))
            )
        try:
            self._lock.acquire()
        except Timeout:
            raise ValueError(Said("{path} is being written by another process", path=str(self.path))) from None
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            self._cut_torn_end()
            self._take_stock()
        except OSError as error:
            self._leave()
            raise self._unwritable(error) from error
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def append(self, played: SelfPlayed) -> None:
        """Write a game behind the others."""
        self._write(line_of(played, self.conditions.game))
        self.numbers.add(played.number)
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self._sync()

    def missing(self, games: int) -> list[int]:
        """The numbers below so many that are still to be played."""
        return [number for number in range(games) if number not in self.numbers]

    def fill(self, games: int, spread: Spread) -> Iterator[SelfPlayed]:
        """Play what is missing to so many games; each is written before it is given."""
        numbers = self.missing(games)
        for _, played in spread(played_game, [(self.conditions, number) for number in numbers]):
            self.append(played)
            yield played

    def _write(self, line: str) -> None:
        end = os.lseek(self._descriptor, 0, os.SEEK_END)
        left = memoryview(line.encode("utf-8") + b"\n")
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError as error:
            os.ftruncate(self._descriptor, end)
            raise self._unwritable(error) from error

    def _sync(self) -> None:
        self._synced = time.monotonic()
        with contextlib.suppress(OSError):
            os.fsync(self._descriptor)

    def _cut_torn_end(self) -> None:
        """A process that died while writing leaves a line without an end."""
        end = os.lseek(self._descriptor, 0, os.SEEK_END)
        at = end
        while at and _bytes_at(self._descriptor, at - 1, 1) != b"\n":
            start = max(0, at - 4096)
            at = start + _bytes_at(self._descriptor, start, at - start).rfind(b"\n") + 1
        if at < end:
            os.ftruncate(self._descriptor, at)
            self.message = Said("{path}: the last line was torn; it is cut off and played again", path=str(self.path))

    def _take_stock(self) -> None:
        """Which games are there; those of other conditions are refused."""
        if os.lseek(self._descriptor, 0, os.SEEK_END) == 0:
            self._write(json.dumps(self.header))
            return
        found = open_games(self.path)
        if found.header != self.header:
            different = [name for name in self.header if found.header.get(name) != self.header[name]]
            raise ValueError(
                Said(
                    "{path} holds games of other conditions (another {names}); choose another file",
                    path=str(self.path),
                    names=", ".join(different),
                )
            )
        self.numbers = {played.number for played in found.games()}

    def _unwritable(self, error: OSError) -> ValueError:
        return ValueError(Said("{path} cannot be written: {why}", path=str(self.path), why=system_reason(error)))

    def _leave(self) -> None:
        if self._descriptor >= 0:
            self._sync()
            os.close(self._descriptor)
            self._descriptor = -1
        Path(self._lock.lock_file).unlink(missing_ok=True)
        self._lock.release()


def _bytes_at(descriptor: int, place: int, count: int) -> bytes:
    os.lseek(descriptor, place, os.SEEK_SET)
    return os.read(descriptor, count)


def one_after_another(function: Callable[[Any], Any], questions: Iterable[Any]) -> Answers:
    """Answers all questions in this process."""
    for place, question in enumerate(questions):
        yield place, function(question)
