"""What is made once and kept, also if many ask for it at the same moment."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def made_once(make: Callable[P, T]) -> Callable[P, T]:
    """Like `functools.cache`, which lets everybody make the same thing until the first of them is done.

    Everything is kept: whoever asks with words of a visitor looks first whether there is such a thing.
    """
    kept = functools.cache(make)
    locks: dict[Hashable, threading.RLock] = {}

    @functools.wraps(make)
    def found(*arguments: P.args, **named: P.kwargs) -> T:
        with locks.setdefault((arguments, *named.items()), threading.RLock()):
            return kept(*arguments, **named)  # type: ignore[arg-type]

    return found
