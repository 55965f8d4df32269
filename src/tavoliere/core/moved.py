"""Modules that have moved: the old name works for one release, and a warning names the new one."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any


def moved(old: str, new: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module that stands elsewhere now."""

    def found(name: str) -> Any:
        if name.startswith("__"):  # what the import machinery asks of every module
            raise AttributeError(name)
        value = getattr(importlib.import_module(new), name)
        warnings.warn(f"{old} goes with the next release: {name} is in {new} now", DeprecationWarning, stacklevel=2)
        return value

    return found
