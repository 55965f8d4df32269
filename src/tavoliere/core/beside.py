"""Files beside a ruleset in its package: rules page, ladder, weights and what they mean. Ours and others' alike."""

from __future__ import annotations

import importlib
import importlib.resources
from importlib.resources.abc import Traversable
from pathlib import Path

RULES_PAGE = "rules.md"
LADDER = "ladder.json"
CALIBRATION = "calibration.json"


def text_beside(where: str, file: str) -> str | None:
    """The text of a file beside the ruleset at a place, written `package.module:NAME`; None if there is none."""
    folder = _folder(where)
    found = None if folder is None else folder / file
    return found.read_text(encoding="utf-8") if found is not None and found.is_file() else None


def bytes_beside(where: str, file: str) -> bytes | None:
    """What a file beside the ruleset holds; None if there is none."""
    folder = _folder(where)
    found = None if folder is None else folder / file
    return found.read_bytes() if found is not None and found.is_file() else None


def folder_beside(where: str) -> Path | None:
    """The folder itself; None where the package is not unpacked on a disk, as inside a zip file."""
    folder = _folder(where)
    return folder if isinstance(folder, Path) and folder.is_dir() else None


def _folder(where: str) -> Traversable | None:
    """A package holds its files; a module that is a single file has them beside it in its package."""
    try:
        module = importlib.import_module(where.partition(":")[0])
    except ImportError:
        return None
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    return importlib.resources.files(package) if package else None
