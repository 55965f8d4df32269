"""What is made once and kept, also if many ask for it at the same moment."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class MadeOnce(Generic[P, T]):
    """A function whose answers are kept; `cache_clear` forgets them, as with those of `functools`."""

    def __init__(self, make: Callable[P, T]) -> None:
        functools.update_wrapper(self, make)
        self._kept = functools.cache(make)
        self._locks: dict[Hashable, threading.RLock] = {}
        self.cache_clear = self._kept.cache_clear

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> T:
        with self._locks.setdefault((arguments, *named.items()), threading.RLock()):
            return self._kept(*arguments, **named)  # type: ignore[arg-type]


def made_once(make: Callable[P, T]) -> MadeOnce[P, T]:
    """Like `functools.cache`, which lets everybody make the same thing until the first of them is done.

    Everything is kept: whoever asks with words of a visitor looks first whether there is such a thing.
    """
    return MadeOnce(make)
