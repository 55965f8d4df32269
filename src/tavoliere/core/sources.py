"""Digests of what compiled code depends on, so that it can never be older than its source.

Digests of files are taken when their text is imported and not at compilation: a file edited in between would otherwise
be stored under its new text with its old code.

Machine code of this package comes from its kernel folders only: `core`, and the folder `kernels` of any room. A room
declares its kernels by keeping them there. The folders are found by looking and not when they are imported, so that the
key of a kernel covers all of them, in every process alike.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SourceDigest = str

PACKAGE = Path(__file__).resolve().parent.parent
OWN_KERNELS = "core"
KERNELS = "kernels"


def digest_of_files(files: list[Path]) -> SourceDigest:
    """One digest of the names and texts of the files."""
    total = hashlib.sha256()
    for file in sorted(files):
        text = file.read_bytes()
        total.update(f"{file.name}\0{len(text)}\0".encode())
        total.update(text)
    return total.hexdigest()


def digest_of_folder(folder: Path) -> SourceDigest:
    """The digest of all Python files below a folder."""
    return digest_of_files(list(folder.rglob("*.py")))


def kernel_folders() -> list[Path]:
    """The folders of this package that compiled code comes from."""
    return [PACKAGE / OWN_KERNELS, *sorted(folder for folder in PACKAGE.glob(f"*/{KERNELS}") if folder.is_dir())]


def digest_of_kernels() -> SourceDigest:
    """The digest of all kernel folders, of whatever was imported."""
    return digest_of_files([file for folder in kernel_folders() for file in folder.rglob("*.py")])


def digest_of_kernel_module(name: str) -> SourceDigest:
    """The digest of what a compiled function of a module stands on besides the kernel folders as they were at first.

    A module of a kernel folder may be imported long after that, so its own text counts as it is now. Elsewhere in this
    package there is no compiled code: its key would be blind to what it calls.
    """
    path = file_of(name)
    if path is None or not path.is_relative_to(PACKAGE):
        return digest_of_module(name)
    folders = kernel_folders()
    if not any(path.is_relative_to(folder) for folder in folders):
        known = " and ".join(folder.relative_to(PACKAGE).as_posix() for folder in folders)
        raise TypeError(
            f"{name} cannot hold compiled functions: those of this package live in {known}, or in a new folder "
            f"{KERNELS!r} of their room"
        )
    return digest_of_files([path])


def file_of(name: str) -> Path | None:
    """The file that a module comes from; None for one that is typed in."""
    file = getattr(sys.modules.get(name), "__file__", None)
    return None if file is None else Path(file).resolve()


def digest_of_module(name: str) -> SourceDigest:
    """The digest of everything that a module's compiled code may depend on besides the kernels.

    Inside this package that is the module's own folder, outside it all of the module's package, or the one file where
    there is no package. What has no file (a notebook's cell) has no digest and no cache.
    """
    path = file_of(name)
    if path is None:
        return ""
    if path.is_relative_to(PACKAGE):
        return digest_of_folder(path.parent)
    parts = name.split(".")
    if path.name == "__init__.py":
        return digest_of_folder(path.parents[len(parts) - 1])
    return digest_of_folder(path.parents[len(parts) - 2]) if len(parts) > 1 else digest_of_files([path])


def constants_of(function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """The constants that a function names. Machine code depends on them, and an import may compute them anyhow."""
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, int | float | str | tuple):
            yield f"{function.__module__}.{name}", _fingerprint(value)


_fingerprints: dict[int, tuple[object, str]] = {}


def _fingerprint(value: object) -> str:
    """A short text for a constant. Big tables are looked at once."""
    if not isinstance(value, tuple):
        return repr(value)
    if id(value) not in _fingerprints:
        _fingerprints[id(value)] = (value, hashlib.sha256(repr(tuple(value)).encode()).hexdigest())
    return _fingerprints[id(value)][1]
