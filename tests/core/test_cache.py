"""The canaries of the disk cache: it must never run old rules, never mix two games up, and never be in the way.

The first half starts real processes over a toy game in a temporary package. The second half looks at the directory of
entries alone; tests of branches for other systems than this one say "forced" in their names.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import platformdirs.windows
import pytest
from filelock import FileLock

from tavoliere.core import cache as cache_module
from tavoliere.core.cache import DIGEST_BYTES, SUFFIX, VARIABLE, CacheOfOneKernel, KernelCache, default_directory
from tests.core.processes import printed_by
from tests.core.workshop import COMPILED, EDITED, KERNEL, LOADED, RULES, Workshop, program


@pytest.fixture(scope="module")
def first_use(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workshop in which one process has been; the others are copies of it."""
    folder = tmp_path_factory.mktemp("workshop") / "first"
    workshop = Workshop(folder, folder / "cache")
    workshop.furnish()
    assert workshop.run() == COMPILED
    return folder


@pytest.fixture
def used(first_use: Path, tmp_path: Path) -> Workshop:
    """A workshop in which an earlier process has compiled the kernel for the toy game."""
    shutil.copytree(first_use, tmp_path / "used")
    return Workshop(tmp_path / "used", tmp_path / "used" / "cache")


@pytest.fixture
def unused(used: Workshop) -> Workshop:
    """A workshop in which nothing has been compiled yet."""
    shutil.rmtree(used.cache)
    return used


# Real processes


def test_a_second_process_compiles_nothing(used: Workshop) -> None:
    assert used.run() == LOADED


def test_an_edited_rule_is_compiled_again_and_is_what_runs(used: Workshop) -> None:
    used.write("toy/rules.py", EDITED)
    assert used.run() == COMPILED | {"worth": [-5]}, "the old rule is still played"
    used.write("toy/rules.py", RULES)
    assert used.run() == LOADED


def test_a_rule_edited_elsewhere_in_the_package_of_the_game_is_compiled_again(unused: Workshop) -> None:
    unused.write("toy/parts/bonus.py", "from tavoliere.core.table import table\nBONUS = table((10, 20, 30))\n")
    unused.edit("toy/rules.py", "BONUS = table((10, 20, 30))", "from toy.parts.bonus import BONUS")
    assert unused.run() == COMPILED
    unused.edit("toy/parts/bonus.py", "10", "11")
    assert unused.run() == COMPILED | {"worth": [16]}


def test_an_edited_kernel_is_compiled_again_and_is_what_runs(used: Workshop) -> None:
    used.edit("kernel.py", "return state", "return -state")
    assert used.run() == COMPILED | {"worth": [-15]}


def test_an_edited_engine_room_compiles_everything_again(used: Workshop) -> None:
    used.edit("tavoliere/core/native/tables.py", "return builder.sext(entry, I64)", "return builder.zext(entry, I64)")
    assert used.run() == COMPILED


def test_a_file_edited_where_no_compiled_code_comes_from_compiles_nothing(used: Workshop) -> None:
    used.write("tavoliere/apps/new.py", "NEW = True\n")
    used.edit("tavoliere/games/tablut/rules.py", "SIZE = 9", "SIZE = 9  # squares")
    assert used.run() == LOADED


def test_two_games_through_one_kernel_never_share_an_entry(used: Workshop) -> None:
    both = used.run(program("Toy(5), Other(5)"))
    assert both == {"worth": [15, 50], "compiled": ["worth for Other"], "problem": None}
    assert len(used.entries()) == 2
    assert used.run(program("Other(5), Toy(5)")) == {"worth": [50, 15], "compiled": [], "problem": None}


def test_two_games_of_the_same_name_in_different_places_never_share_an_entry(used: Workshop, tmp_path: Path) -> None:
    shutil.copytree(used.folder, tmp_path / "elsewhere")
    elsewhere = Workshop(tmp_path / "elsewhere", used.cache)
    elsewhere.write("toy/rules.py", EDITED)
    assert elsewhere.run() == COMPILED | {"worth": [-5]}
    assert used.run() == LOADED


@pytest.mark.parametrize(
    ("file", "edited", "worth"),
    [("toy/rules.py", EDITED, -5), ("kernel.py", KERNEL.replace("return state", "return -state"), -15)],
    ids=["game", "kernel"],
)
def test_what_is_edited_between_import_and_compilation_is_not_stored_under_its_new_text(
    unused: Workshop, file: str, edited: str, worth: int
) -> None:
    imported = (unused.folder / file).read_text()
    edit = f"pathlib.Path({file!r}).write_text({edited!r})"
    assert unused.run(program(before=edit)) == COMPILED
    assert unused.run() == COMPILED | {"worth": [worth]}
    unused.write(file, imported)
    assert unused.run() == LOADED


def test_without_a_writable_directory_it_compiles_and_says_so(unused: Workshop) -> None:
    unused.write("file", "in the way")
    unused.cache = unused.folder / "file" / "kernels"
    told = unused.run()
    assert told["problem"].startswith(f"kernels are not kept, because {unused.cache} cannot be written")
    assert told | {"problem": None} == COMPILED


def truncated(content: bytes) -> bytes:
    return content[: len(content) // 2]


def emptied(content: bytes) -> bytes:
    return b""


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def sealed(body: bytes) -> bytes:
    return hashlib.sha256(body).digest() + body


def whole_but_no_code(content: bytes) -> bytes:
    return sealed(pickle.dumps("nonsense"))


def whole_but_no_pickle(content: bytes) -> bytes:
    return sealed(b"garbage")


def test_a_damaged_entry_is_compiled_again_and_replaced(used: Workshop) -> None:
    (entry,) = used.entries()
    whole = entry.read_bytes()
    for damage in (truncated, whole_but_no_code):
        damaged = damage(whole)
        entry.write_bytes(damaged)
        assert used.run() == COMPILED, damage.__name__
        content = entry.read_bytes()
        assert content != damaged and content == sealed(content[DIGEST_BYTES:]), damage.__name__
    assert used.entries() == [entry]
    assert used.run() == LOADED


MEET = """
def meet(text):
    compiled.append(text)
    pathlib.Path("{mine}").touch()
    for _ in range(6000):
        if pathlib.Path("{theirs}").exists():
            return
        time.sleep(0.01)
    raise TimeoutError("the other process never came")
"""


def test_two_processes_that_compile_at_once_both_succeed_and_a_third_compiles_nothing(unused: Workshop) -> None:
    # Having missed, each waits until the other one has missed too, and then compiles.
    processes = [
        unused.start(program(before=MEET.format(mine=mine, theirs=theirs), listener="meet"))
        for mine, theirs in (("first", "second"), ("second", "first"))
    ]
    assert [printed_by(process) for process in processes] == [COMPILED, COMPILED]
    assert unused.run() == LOADED
    assert leftovers(KernelCache(unused.cache)) == []


def test_bounds_checks_do_not_reuse_the_unchecked_entry(used: Workshop) -> None:
    beyond = "try:\n    worth(Toy(5), 3)\nexcept IndexError:\n    compiled.append('refused')"
    told = used.run(program(before=beyond), NUMBA_BOUNDSCHECK="1")
    assert told == {"worth": [15], "compiled": ["refused"], "problem": None}
    assert len(used.entries()) == 2
    assert used.run() == LOADED


def test_a_game_without_a_file_is_compiled_but_never_stored(unused: Workshop) -> None:
    assert unused.run(program().replace("from toy.rules import Other, Toy", RULES)) == COMPILED
    assert unused.entries() == []


# The directory of entries


@pytest.fixture
def store(tmp_path: Path) -> KernelCache:
    return KernelCache(tmp_path / "kernels")


def leftovers(store: KernelCache) -> list[str]:
    """What is in the directory besides entries and the lock."""
    return sorted(path.name for path in store.directory.iterdir() if path.suffix != SUFFIX and path.name != "lock")


def aged(store: KernelCache, key: str, days: float) -> None:
    """Let an entry have been used last so many days ago."""
    then = time.time() - days * 24 * 3600
    os.utime(store.directory / f"{key}{SUFFIX}", (then, then))


def kept(store: KernelCache) -> list[str]:
    return sorted(path.stem for path in store.directory.glob(f"*{SUFFIX}"))


def test_what_is_stored_is_found_again_and_nothing_else(store: KernelCache) -> None:
    assert store.load("one") is None
    assert store.save("one", b"machine code") is True
    assert store.save("two", b"") is True
    assert store.load("one") == b"machine code"
    assert store.load("two") == b""
    assert store.load("three") is None
    assert store.problem is None
    assert leftovers(store) == []


def test_an_entry_can_be_replaced(store: KernelCache) -> None:
    store.save("one", b"old")
    assert store.save("one", b"new") is True
    assert store.load("one") == b"new"


@pytest.mark.parametrize("damage", [truncated, emptied, flipped])
def test_a_damaged_entry_counts_as_missing_and_goes_away(store: KernelCache, damage: Any) -> None:
    store.save("one", b"machine code")
    path = store.directory / f"one{SUFFIX}"
    path.write_bytes(damage(path.read_bytes()))
    assert store.load("one") is None
    assert not path.exists()


def one_kernel(store: KernelCache, key: str | None, missed: list[object]) -> CacheOfOneKernel:
    """What Numba would ask about a kernel, with texts in the place of machine code."""

    def rebuilt(_target: object, reduced: object) -> object:
        if reduced == "nonsense":
            raise ValueError("no machine code")
        return reduced

    return CacheOfOneKernel(store, lambda *_: key, missed.append, lambda result: result.code, rebuilt)  # type: ignore[attr-defined]


def result(code: str, *, has_addresses: bool = False) -> Any:
    """What Numba hands in when it has compiled something, as far as the cache looks at it."""
    return SimpleNamespace(code=code, library=SimpleNamespace(has_dynamic_globals=has_addresses))


@pytest.mark.parametrize("content", [None, whole_but_no_code, whole_but_no_pickle])
def test_an_entry_that_is_missing_or_of_no_use_is_a_miss(store: KernelCache, content: Any) -> None:
    missed: list[object] = []
    kernel = one_kernel(store, "key", missed)
    if content is not None:
        store.save("key", content(b"")[DIGEST_BYTES:])
    assert kernel.load_overload("signature", None) is None
    assert missed == ["signature"]
    kernel.save_overload("signature", result("code"))
    assert kernel.load_overload("signature", None) == "code"
    assert missed == ["signature"]


def test_a_kernel_whose_sources_are_unknown_is_never_stored(store: KernelCache) -> None:
    kernel = one_kernel(store, None, [])
    kernel.save_overload("signature", result("code"))
    assert kernel.load_overload("signature", None) is None
    assert not store.directory.exists()


def test_a_kernel_that_holds_addresses_of_this_process_is_never_stored(store: KernelCache) -> None:
    kernel = one_kernel(store, "key", [])
    kernel.save_overload("signature", result("code", has_addresses=True))
    assert kernel.load_overload("signature", None) is None
    assert not store.directory.exists()


def test_pruning_removes_what_was_not_used_for_long(store: KernelCache) -> None:
    for key, days in (("today", 0.0), ("last-week", 7.0), ("last-year", 365.0)):
        store.save(key, b"code")
        aged(store, key, days)
    removed = store.prune(longest_unused=30 * 24 * 3600)
    assert [path.stem for path in removed] == ["last-year"]
    assert kept(store) == ["last-week", "today"]


def test_pruning_removes_the_longest_unused_until_the_rest_fits(store: KernelCache) -> None:
    for days, key in enumerate(("newest", "newer", "older", "oldest")):
        store.save(key, bytes(1000 - DIGEST_BYTES))
        aged(store, key, days)
    removed = store.prune(most_bytes=2500)
    assert sorted(path.stem for path in removed) == ["older", "oldest"]
    assert kept(store) == ["newer", "newest"]
    assert store.prune(most_bytes=2000) == []


def test_loading_an_entry_counts_as_using_it(store: KernelCache) -> None:
    for key in ("used", "unused"):
        store.save(key, b"code")
        aged(store, key, 365)
    assert store.load("used") == b"code"
    store.prune()
    assert kept(store) == ["used"]


def test_the_first_save_of_a_process_prunes(tmp_path: Path) -> None:
    earlier = KernelCache(tmp_path)
    earlier.save("ancient", b"code")
    aged(earlier, "ancient", 365)
    assert earlier.save("second", b"code") and kept(earlier) == ["ancient", "second"]
    KernelCache(tmp_path).save("third", b"code")
    assert kept(earlier) == ["second", "third"]


def test_a_file_in_the_way_is_a_problem_and_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for directory in (tmp_path / "file", tmp_path / "file" / "deeper"):
        store = KernelCache(directory)
        assert store.save("one", b"code") is False
        assert store.problem is not None and f"{directory} cannot be written" in store.problem
        assert store.load("one") is None
        assert store.prune() == []


def test_a_full_disk_is_a_problem_and_leaves_nothing_half_written(
    store: KernelCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save("one", b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert store.save("one", b"new") is False
    assert store.problem is not None and "No space left" in store.problem
    assert store.load("one") == b"old"
    assert leftovers(store) == []


def test_a_save_that_cannot_get_the_lock_gives_up_and_says_so(
    store: KernelCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "LOCK_SECONDS", 0.05)
    store.save("one", b"code")
    with FileLock(store.directory / "lock"):
        assert store.save("two", b"code") is False
    assert store.problem is not None and "lock" in store.problem
    assert store.load("one") == b"code"
    assert store.load("two") is None
    assert store.save("two", b"code") is True


# Other systems


def refuse_to_replace(*_: object) -> None:
    raise PermissionError(13, "Access is denied")


def test_forced_windows_branch_an_entry_that_another_process_reads_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = KernelCache(tmp_path, system="win32")
    store.save("one", b"code")
    monkeypatch.setattr(os, "replace", refuse_to_replace)
    assert store.save("one", b"code") is True
    assert store.problem is None
    assert store.load("one") == b"code"
    assert leftovers(store) == []


def test_forced_windows_branch_an_entry_that_cannot_be_made_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = KernelCache(tmp_path, system="win32")
    monkeypatch.setattr(os, "replace", refuse_to_replace)
    assert store.save("one", b"code") is False
    assert store.problem is not None and "Access is denied" in store.problem
    assert store.load("one") is None
    assert leftovers(store) == []


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_forced_other_systems_have_no_such_excuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    store = KernelCache(tmp_path, system=system)
    store.save("one", b"code")
    monkeypatch.setattr(os, "replace", refuse_to_replace)
    assert store.save("one", b"code") is False
    assert store.problem is not None and "Access is denied" in store.problem


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory, and nothing in the environment that points elsewhere."""
    for name in (VARIABLE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_forced_linux_default_directory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_directory(system="linux") == home / ".cache" / "tavoliere" / "kernels"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "elsewhere"))
    assert default_directory(system="linux") == home / "elsewhere" / "tavoliere" / "kernels"


def test_forced_macos_default_directory(home: Path) -> None:
    assert default_directory(system="darwin") == home / "Library" / "Caches" / "tavoliere" / "kernels"


def test_forced_windows_default_directory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = home / "AppData" / "Local"
    folders = {"CSIDL_LOCAL_APPDATA": str(local)}
    monkeypatch.setattr(platformdirs.windows, "get_win_folder", folders.__getitem__)
    assert default_directory(system="win32") == local / "tavoliere" / "Cache" / "kernels"


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_the_variable_overrides_the_default_directory_on_every_system(
    home: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setenv(VARIABLE, str(home / "chosen"))
    assert default_directory(system=system) == home / "chosen"
    monkeypatch.setenv(VARIABLE, "")
    if system != "win32":
        assert default_directory(system=system).is_relative_to(home)
