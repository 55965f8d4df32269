"""Modules and names that have moved: the old name works for one release, and a warning names the new one."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any


def moved(old: str, new: str, *, whole: bool = True) -> Callable[[str], Any]:
    """The `__getattr__` of a module that stands elsewhere now, or of whose names some do."""

    def found(name: str) -> Any:
        if name.startswith("__"):  # what the import machinery asks of every module
            raise AttributeError(name)
        value = getattr(importlib.import_module(new), name)
        going = old if whole else f"{old}.{name}"
        told = f"{going} goes with the next release: {name} is in {new} now"
        warnings.warn(told, DeprecationWarning, stacklevel=2)
        return value

    return found
