"""`tavoliere new`: a package with a small game that works, to make another one out of."""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import string
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from tavoliere.apps.cli.common import Commands
from tavoliere.apps.cli.speech import tell
from tavoliere.core.said import Said
from tavoliere.core.seam import NAME
from tavoliere.games import games

TEMPLATE = "template"
SUFFIX = ".template"


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "new",
        help=Said("write a package with a new game"),
        description=Said(
            "Write a package with a small game that works: rules, notation, face, reasons, words, symmetry, "
            "evaluation, rules page, texts and tests, ready to be installed and to be changed into another "
            "game."
        ),
        epilog=Said('example: tavoliere new hare-and-hounds --title "Hare and Hounds"'),
    )
    parser.add_argument("name", metavar="NAME", help=Said("what the game is called in commands, like my-game"))
    parser.add_argument("--title", metavar="TITLE", help=Said("what people call it (default: made from the name)"))
    parser.add_argument("--dir", type=Path, metavar="DIR", help=Said("the folder to write (default: NAME, right here)"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    name, folder = arguments.name, arguments.dir or Path(arguments.name)
    check_name(name)
    title = _title(arguments.title, name)
    files = written(name, title)
    _check_free(folder)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    tell(Said("{title} is in {folder}:", title=title, folder=folder))
    print("\n".join(f"  {path}" for path in sorted(files)))
    tell(
        Said(
            "next: pip install -e {folder}\n      tavoliere conform {name}\n      tavoliere play {name}",
            folder=folder,
            name=name,
        )
    )
    return 0


def check_name(name: str) -> None:
    """A name must do as a game's name and, with underscores, as a package that nothing else is called."""
    if NAME.fullmatch(name) is None:
        raise ValueError(
            Said("a game's name is lower-case words joined by hyphens, like my-game, not {name}", name=repr(name))
        )
    if name in games():
        raise ValueError(Said("there is a game {name} already; choose another name", name=repr(name)))
    module = module_of(name)
    if keyword.iskeyword(module) or keyword.issoftkeyword(module):
        raise ValueError(
            Said(
                "{module} is a word of Python, and no package can have its name; choose another name",
                module=repr(module),
            )
        )
    found = importlib.util.find_spec(module)
    if found is not None and found.origin is not None:
        raise ValueError(Said("there is a Python module {module} already; choose another name", module=repr(module)))


def module_of(name: str) -> str:
    """The name of the package."""
    return name.replace("-", "_")


def _title(given: str | None, name: str) -> str:
    title = name.replace("-", " ").title() if given is None else given
    if not title.isprintable() or title.strip() != title or not title or set(title) & set('"\\{}'):
        raise ValueError(
            Said("a title is one line without quotation marks, backslashes and braces, not {title}", title=repr(title))
        )
    return title


def _check_free(folder: Path) -> None:
    """Nothing that somebody has written is written over."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(Said("{folder} exists already and is not an empty folder; nothing was written", folder=folder))


def written(name: str, title: str) -> dict[str, str]:
    """The files of the package by their paths, with everything filled in."""
    module = module_of(name)
    values = {"name": name, "module": module, "state": module.title().replace("_", ""), "title": title}
    root = resources.files("tavoliere.apps.cli").joinpath(TEMPLATE)
    return {
        path.replace("module", module): string.Template(file.read_text(encoding="utf-8")).substitute(values)
        for path, file in _files(root, "")
    }


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield f"{path}{entry.name.removesuffix(SUFFIX)}", entry
