"""Digests of source text, taken when the text is imported, so that compiled code can never be older than it.

A digest is taken at import and not at compilation: a file edited in between would otherwise be stored
under its new text with its old code.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

SourceDigest = str

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_ROOMS = ("core", "search")


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


def digest_of_kernels() -> SourceDigest:
    """The digest of the rooms that compiled code comes from."""
    return digest_of_files([file for room in KERNEL_ROOMS for file in (PACKAGE / room).rglob("*.py")])


def digest_of_module(name: str) -> SourceDigest:
    """The digest of everything that a module's compiled code may depend on besides the kernels.

    Inside this package that is the module's own folder, outside it all of the module's package, or the
    one file where there is no package. What has no file (a notebook's cell) has no digest and no cache.
    """
    file = getattr(sys.modules.get(name), "__file__", None)
    if file is None:
        return ""
    path = Path(file).resolve()
    if path.is_relative_to(PACKAGE):
        return digest_of_folder(path.parent)
    top = sys.modules.get(name.partition(".")[0])
    top_file = getattr(top, "__file__", None)
    if top_file is not None and Path(top_file).name == "__init__.py":
        return digest_of_folder(Path(top_file).resolve().parent)
    return digest_of_files([path])
