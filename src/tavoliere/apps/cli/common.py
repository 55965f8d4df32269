"""What several commands need: options from words, pictures, progress bars, a line when something compiles."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TextIO, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import tavoliere as tv
from tavoliere.apps.cli.layout import wrapped
from tavoliere.apps.cli.speech import say, speaker, warn
from tavoliere.core import compiled
from tavoliere.core.errors import system_reason
from tavoliere.core.said import Said
from tavoliere.games import usable_games
from tavoliere.render import png
from tavoliere.render.text import Painter, ansi, plain, text_picture
from tavoliere.scene import guide

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

OPTION = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)


def split_words(words: Sequence[str]) -> tuple[dict[str, str], str]:
    """Options written `name=value`, and the other words joined to one text."""
    options: dict[str, str] = {}
    rest = []
    for word in words:
        match = OPTION.fullmatch(word)
        if match is None:
            rest.append(word)
        elif match[1] in options:
            raise tv.OptionError(Said("option {option} is given twice", option=match[1]))
        else:
            options[match[1]] = match[2]
    return options, " ".join(rest)


def all_games() -> list[str]:
    """The games that load; about others, which can only come from other packages, a line on stderr."""
    usable, problems = usable_games()
    for problem in problems:
        warn(wrapped(Said("note: {problem}", problem=str(problem))))
    return usable


def position_of(game: tv.Game, text: str) -> tv.Position:
    """The position of a text, or the start if there is none."""
    return game.position(text) if text else game.start()


def has_screen(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can draw over what it shows, and nobody has asked for plain text."""
    return stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")


def is_lively() -> bool:
    """Whether a person sits at a terminal that can do more than print lines."""
    return sys.stdin.isatty() and has_screen(sys.stdout)


def painter() -> Painter:
    """Colour where the terminal has it and nobody has asked for none."""
    return ansi if has_screen(sys.stdout) else plain


def picture(position: tv.Position, marks: Collection[str] = (), *, with_aids: bool = False) -> str:
    """A position, finished or half-made, as text; with the marks of the game's guide if they are wanted."""
    scene = guide.marked_scene(position) if with_aids else guide.plain_scene(position)
    return text_picture(scene, painter(), marks, speaker())


PICTURE_WIDTH = 900


def check_can_be_written(path: Path | None) -> None:
    """Refuse a file that cannot be written before there is anything to write, since that may take hours."""
    if path is None:
        return
    folder = path.parent
    if not folder.is_dir():
        raise ValueError(Said("cannot write {path}: there is no folder {folder}", path=path, folder=folder))
    if path.is_dir():
        raise ValueError(Said("cannot write {path}: it is a folder", path=path))
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise ValueError(Said("cannot write {path}: it is not allowed", path=path))


def check_picture_file(path: Path | None) -> None:
    """The same for a picture, whose name also says of what kind it is."""
    check_can_be_written(path)
    if path is not None and path.suffix not in (".svg", ".png"):
        raise ValueError(Said("a picture is written to a file that ends in .svg or .png, not {path}", path=path))
    if path is not None and path.suffix == ".png":
        png.check_available()


def write_picture(path: Path, svg: str) -> None:
    """Write a picture as what its file is called."""
    write_file(path, png.png_picture(svg, PICTURE_WIDTH) if path.suffix == ".png" else svg.encode())


def write_file(path: Path, content: bytes) -> None:
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device
        else:
            replace_file(path, content)
    except OSError as trouble:
        raise ValueError(Said("cannot write {path}: {strerror}", path=path, strerror=system_reason(trouble))) from None


def replace_file(path: Path, content: bytes) -> None:
    """Write a file that is never half written: beside its place first, then moved there in one step."""
    place = path.resolve()
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".saving-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(place.stat().st_mode & 0o777 if place.exists() else 0o666 & ~_umask())
        Path(name).replace(place)
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()


def _umask() -> int:
    """What this process leaves out of the rights to new files; there is no other way to ask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def games_number(count: int) -> Said:
    return Said("{count} {count:one=game|many=games}", count=count)


def turns_number(count: int) -> Said:
    return Said("{count} {count:one=turn|many=turns}", count=count)


def options_text(game: tv.Game) -> str:
    """The options of a game as they are written on the command line."""
    words = ((name, str(value)) for name, value in game.options.items())
    return " ".join(f"{name}={value!r}" if " " in value else f"{name}={value}" for name, value in words)


@contextlib.contextmanager
def progress(title: str, total: float | None) -> Iterator[Progress]:
    """A progress bar on stderr, gone when done, and absent where nobody would see it move."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not has_screen(sys.stderr)) as bar:
        bar.add_task(say(title), total=total)
        yield bar


def note_compiling(what: str) -> None:
    """A sign of life on stderr while machine code is made: of a function, by its name, and perhaps for a game."""
    name, _, game = what.partition(" for ")
    told = Said("compiling {what} (first use only, a few seconds) ...", what=what)
    if game:
        told = Said("compiling {name} for {game} (first use only, a few seconds) ...", name=name, game=game)
    warn(wrapped(told), flush=True)


@contextlib.contextmanager
def told_of_compiling() -> Iterator[None]:
    """Say on stderr what is being compiled, since a first use takes seconds."""
    with compiled.telling(note_compiling):
        yield
    problem = compiled.kernel_cache().problem
    if problem:
        warn(wrapped(Said("note: {problem}", problem=str(problem))))


def note_if_plain() -> None:
    """Say why things are slow where Numba is missing."""
    if not compiled.available():
        told = Said(
            "note: Numba is not installed, so this runs in plain Python, about a thousand times slower; pip "
            "install 'tavoliere[fast]' brings it"
        )
        warn(wrapped(told))
