"""Machine code comes from the kernel folders only, and its key covers all of them, whatever has been imported."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tavoliere as tv
from tavoliere.core import compiled
from tavoliere.core.game import GAMES
from tavoliere.core.sources import PACKAGE, kernel_folders
from tavoliere.games import own_games
from tests.core.workshop import Workshop

FOLDERS = [folder.relative_to(PACKAGE).as_posix() for folder in kernel_folders()]

RUN = """
import json, pathlib
import tavoliere as tv
from tavoliere.core.compiled import generator, reals, row, telling
from tavoliere.core.playouts import CUT, TALLY_LENGTH, playouts
{before}
from tavoliere.search import specs, worker
from tavoliere.learn.kernels.net import loss_of
from tavoliere.search.kernels.judges import Unjudged, strengths

state = tv.game("pathwayz").start().state
compiled, tally, out = [], row(TALLY_LENGTH), reals(2)
with telling(compiled.append):
    playouts(state, 1, 1, generator(1), row(200), tally)
    loss = loss_of(0.0, 1.0)
    strengths(state, Unjudged(0), 2, out)
print(json.dumps({{"found": [int(tally[CUT]), int(loss), int(out[0])], "compiled": compiled}}))
"""
PROGRAM = RUN.format(before="")
ALL = ["playouts for Pathwayz", "loss_of", "strengths for Pathwayz and Unjudged"]

EDITS = {
    "core": ("core/playouts.py", "tally[CUT] += 1", "tally[CUT] += 5", [5, 0, 0]),
    "gym/kernels": ("gym/kernels/unseen.py", "return 0", "return 0 * 1", [1, 0, 0]),
    "learn/kernels": ("learn/kernels/net.py", "return max(value, 0.0)", "return 7.0 + max(value, 0.0)", [1, 7, 0]),
    "search/kernels": ("search/kernels/judges.py", "return 0", "return 7", [1, 0, 7]),
}
"""For each kernel folder an edit of one of its kernels, and what is found after it."""


@pytest.fixture(scope="module")
def first_use(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernels") / "first"
    workshop = Workshop(folder, folder / "cache")
    workshop.furnish()
    assert workshop.run(PROGRAM) == {"found": [1, 0, 0], "compiled": ALL}
    return folder


@pytest.fixture
def used(first_use: Path, tmp_path: Path) -> Workshop:
    """A copy of the package whose kernels an earlier process has compiled."""
    shutil.copytree(first_use, tmp_path / "used")
    return Workshop(tmp_path / "used", tmp_path / "used" / "cache")


def test_there_is_an_edit_for_each_kernel_folder() -> None:
    assert list(EDITS) == FOLDERS


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_edited_kernel_is_what_runs_and_everything_is_compiled_anew(used: Workshop, folder: str) -> None:
    file, old, new, found = EDITS[folder]
    used.edit(f"tavoliere/{file}", old, new)
    assert used.run(PROGRAM) == {"found": found, "compiled": ALL}
    used.edit(f"tavoliere/{file}", new, old)
    assert used.run(PROGRAM) == {"found": [1, 0, 0], "compiled": []}


def test_an_edited_player_compiles_nothing(used: Workshop) -> None:
    used.edit("tavoliere/search/alphabeta_player.py", "FIRST_WINDOW = 150", "FIRST_WINDOW = 151")
    used.edit("tavoliere/search/greedy.py", "class GreedyPlayer:", "NEW = True\n\n\nclass GreedyPlayer:")
    used.write("tavoliere/search/new.py", "NEW = True\n")
    assert used.run(PROGRAM) == {"found": [1, 0, 0], "compiled": []}


def test_the_key_covers_kernels_that_nobody_has_imported(used: Workshop) -> None:
    used.write("tavoliere/gym/kernels/new.py", "NEW = True\n")
    assert used.run(PROGRAM) == {"found": [1, 0, 0], "compiled": ALL}


def test_a_kernel_edited_after_the_engine_was_imported_is_not_stored_under_its_old_text(used: Workshop) -> None:
    file, old, new, found = EDITS["search/kernels"]
    path = used.folder / "tavoliere" / file
    edit = f"path = pathlib.Path({str(path)!r}); path.write_text(path.read_text().replace({old!r}, {new!r}))"
    assert used.run(RUN.format(before=edit))["found"] == found
    used.edit(f"tavoliere/{file}", new, old)
    assert used.run(PROGRAM)["found"] == [1, 0, 0], "what was edited in between is still run"


STRAY = """
from tavoliere.core.compiled import compiled

@compiled
def doubled(number):
    return 2 * number
"""
IMPORT = """
import json
try:
    from tavoliere.{module} import doubled
except TypeError as refusal:
    print(json.dumps(str(refusal)))
else:
    print(json.dumps(doubled(4)))
"""


@pytest.mark.parametrize("module", ["search.stray", "arena.stray", "games.tablut.stray", "stray"])
def test_compiled_functions_elsewhere_in_the_package_are_refused_at_import(used: Workshop, module: str) -> None:
    used.write(f"tavoliere/{module.replace('.', '/')}.py", STRAY)
    refusal = used.run(IMPORT.format(module=module))
    assert refusal == (
        f"tavoliere.{module} cannot hold compiled functions: those of this package live in {' and '.join(FOLDERS)}, "
        "or in a new folder 'kernels' of their room"
    )


def test_a_new_room_declares_its_kernels_by_its_folder(used: Workshop) -> None:
    used.write("tavoliere/gym/kernels/new.py", STRAY)
    assert used.run(IMPORT.format(module="gym.kernels.new")) == 8
    used.edit("tavoliere/gym/kernels/new.py", "2 * number", "3 * number")
    assert used.run(IMPORT.format(module="gym.kernels.new")) == 12


# What kernels stand on


def modules_below(folder: Path) -> Iterator[str]:
    name = ".".join(("tavoliere", *folder.relative_to(PACKAGE).parts))
    yield name
    for module in pkgutil.walk_packages([str(folder)], f"{name}."):
        yield module.name


def imported_by(name: str) -> Iterator[str]:
    """The modules of the package that a module's text imports, at its top or anywhere else in it."""
    source = importlib.util.find_spec(name)
    assert source is not None and source.origin is not None
    for node in ast.walk(ast.parse(Path(source.origin).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("tavoliere"))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, f"{name} imports relatively"
            if node.module.startswith("tavoliere"):
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                modules = [path for path in inner if importlib.util.find_spec(node.module) and _is_module(path)]
                yield from modules or [node.module]


def _is_module(name: str) -> bool:
    parent, _, last = name.rpartition(".")
    locations = getattr(importlib.import_module(parent), "__path__", None)
    return locations is not None and any(found.name == last for found in pkgutil.iter_modules(locations))


def is_in(file: str, folders: list[Path]) -> bool:
    return any(Path(file).resolve().is_relative_to(folder) for folder in folders)


@pytest.mark.parametrize("folder", kernel_folders(), ids=FOLDERS)
def test_kernels_import_nothing_of_the_package_but_kernels(folder: Path) -> None:
    looked_at = 0
    for name in modules_below(folder):
        for used in imported_by(name):
            looked_at += 1
            found = importlib.util.find_spec(used)
            assert found is not None and found.origin is not None
            assert is_in(found.origin, kernel_folders()), f"{name} imports {used}"
    assert looked_at > 0


def test_every_function_that_a_kernel_calls_is_in_a_kernel_folder() -> None:
    for folder in kernel_folders():
        for name in modules_below(folder):
            importlib.import_module(name)
    own = [function for function in compiled.KERNELS if function.__module__.startswith("tavoliere.")]
    assert len(own) > 30
    for kernel in own:
        for function in compiled._functions_behind(kernel, ()):
            assert is_in(function.__code__.co_filename, kernel_folders()), (kernel, function)


def classes_of(name: str) -> list[type[Any]]:
    ruleset = tv.game(name).ruleset
    return [ruleset.state] if ruleset.evaluation is None else [ruleset.state, type(ruleset.evaluation)]


@pytest.mark.parametrize("name", own_games())
def test_every_function_that_a_game_calls_is_in_its_folder_or_a_kernel_folder(name: str) -> None:
    for cls in classes_of(name):
        home = Path(importlib.import_module(cls.__module__).__file__ or "").resolve().parent
        methods = [method for method in GAMES[cls].methods.values() if hasattr(method, "__code__")]
        assert methods
        for method in methods:
            for function in compiled._functions_behind(method, ()):
                assert is_in(function.__code__.co_filename, [home, *kernel_folders()]), (cls, function)
