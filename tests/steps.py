"""Work counted in steps and not in seconds: lines of our code, and the signs that patterns and texts pass over.

A pattern that finds nothing may have looked at everything that was left, so that is what it is charged with. A method
of a text is charged with the length of the text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

OURS = "tavoliere"


class Counted:
    """A pattern that counts what it passes over."""

    def __init__(self, pattern: re.Pattern[str], charge: Callable[[int], None]) -> None:
        self._pattern, self._charge = pattern, charge

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._pattern, name)
        if not callable(method):
            return method

        def called(*arguments: Any, **named: Any) -> Any:
            found = method(*arguments, **named)
            text = next((part for part in arguments if isinstance(part, str | bytes) and part is not arguments[0]), "")
            whole = text if name in ("sub", "subn") else arguments[0]
            start = arguments[1] if name in ("match", "fullmatch", "search") and len(arguments) > 1 else 0
            self._charge((found.end() if isinstance(found, re.Match) else len(whole)) - start)
            return found

        return called


class Steps:
    """Counts while it is entered."""

    def __init__(self) -> None:
        self.count = 0
        self._patterns: list[tuple[Any, str, Any]] = []

    def _charge(self, steps: int) -> None:
        self.count += steps

    def _line(self, frame: Any, event: str, _: Any) -> Any:
        if not frame.f_globals.get("__name__", "").startswith(OURS):
            return None
        self.count += event == "line"
        return self._line

    def _call(self, frame: Any, event: str, called: Any) -> None:
        if event == "c_call" and frame.f_globals.get("__name__", "").startswith(OURS):
            bound = getattr(called, "__self__", None)
            self.count += len(bound) if isinstance(bound, str | bytes) else 1

    def __enter__(self) -> Steps:
        for module in [module for name, module in sys.modules.items() if name.startswith(OURS)]:
            for name, value in list(vars(module).items()):
                if isinstance(value, re.Pattern):
                    self._patterns.append((module, name, value))
                    setattr(module, name, Counted(value, self._charge))
        self._before = sys.gettrace(), sys.getprofile()
        sys.setprofile(self._call)
        sys.settrace(self._line)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before[0])
        sys.setprofile(self._before[1])
        for module, name, value in self._patterns:
            setattr(module, name, value)


def steps_of(work: Callable[[], object]) -> int:
    """How many steps something takes."""
    with Steps() as steps:
        work()
    return steps.count
