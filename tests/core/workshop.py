"""A folder with a copy of the package, a toy game and a cache of its own, in which tests edit what they like."""

from __future__ import annotations

import compileall
import dataclasses
import shutil
from pathlib import Path
from typing import Any

from tavoliere.core.cache import SUFFIX
from tests.core.processes import ROOT, printed_by, start_program

RULES = """
from typing import NamedTuple

from tavoliere.core.game import game
from tavoliere.core.table import table

BONUS = table((10, 20, 30))


@game
class Toy(NamedTuple):
    points: int

    def worth(self, place: int) -> int:
        return self.points + BONUS[place]


@game
class Other(NamedTuple):
    points: int

    def worth(self, place: int) -> int:
        return self.points * BONUS[place]
"""

EDITED = RULES.replace("self.points + BONUS", "self.points - BONUS")

KERNEL = """
from tavoliere.core.compiled import compiled


@compiled
def worth(state, place):
    return state.worth(place)
"""

PROGRAM = """
import json, pathlib, time
from kernel import worth
from tavoliere.core.compiled import kernel_cache, telling
from toy.rules import Other, Toy

compiled = []
{before}
with telling({listener}):
    found = [worth(state, 0) for state in ({states},)]
print(json.dumps({{"worth": found, "compiled": compiled, "problem": kernel_cache().problem}}))
"""

COMPILED = {"worth": [15], "compiled": ["worth for Toy"], "problem": None}
LOADED = {"worth": [15], "compiled": [], "problem": None}


def program(states: str = "Toy(5)", before: str = "", listener: str = "compiled.append") -> str:
    """A program that says what states are worth, what it had to compile, and what is wrong with the cache."""
    return PROGRAM.format(states=states, before=before, listener=listener)


@dataclasses.dataclass
class Workshop:
    """A folder with a toy game, a kernel in a module of its own, a cache, and a copy of the package.

    The copy is there so that a test may edit it, and so that nobody else does.
    """

    folder: Path
    cache: Path

    def furnish(self) -> None:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "src" / "tavoliere", self.folder / "tavoliere", ignore=ignored)
        compileall.compile_dir(self.folder / "tavoliere", quiet=1)
        self.write("toy/__init__.py", "")
        self.write("toy/rules.py", RULES)
        self.write("kernel.py", KERNEL)

    def write(self, file: str, text: str) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def edit(self, file: str, old: str, new: str) -> None:
        text = (self.folder / file).read_text()
        assert old in text
        self.write(file, text.replace(old, new))

    def start(self, text: str, **settings: str) -> Any:
        return start_program(text, folder=self.folder, cache=self.cache, **settings)

    def run(self, text: str = program(), **settings: str) -> Any:
        return printed_by(self.start(text, **settings))

    def entries(self) -> list[Path]:
        return sorted(self.cache.glob(f"*{SUFFIX}"))
