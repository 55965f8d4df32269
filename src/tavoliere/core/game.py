"""What makes a class of states a game: `@game`, `@helper` and `change`.

A game is a `NamedTuple` of sets and integers with ordinary methods. `@game` wraps nothing: in plain
Python every method stays what it is. It enters the class in a list, and when something is compiled for
the first time `native.py` gives each listed class a compiled type of its own. Nothing here imports Numba.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.rng import Rng, below
from tavoliere.core.sources import SourceDigest, digest_of_module

ONGOING = -1
DRAW = 4
MOST_PLAYERS = 4

Actions = MutableSequence[int]


class State(Protocol):
    """What every game's state can do; `@game` adds the methods a class leaves out."""

    @property
    def turn(self) -> int:
        """The number of the player who acts next, from 0."""

    @property
    def winner(self) -> int:
        """`ONGOING`, `DRAW`, or the number of the player who has won."""

    @property
    def reason(self) -> int:
        """Which of the game's reasons ended it; only looked at when it is over."""

    def actions(self, out: Actions) -> int:
        """Write the legal actions to the front of `out` and say how many they are; 0 when the game is over."""

    def play(self, action: int) -> Self:
        """The state after a legal action."""

    def key(self) -> int:
        """A fingerprint of what the repetition rule compares."""

    def mid_turn(self) -> bool:
        """Whether the player to act is in the middle of a turn (by default never)."""

    def uncounted(self) -> Self:
        """The state without its counters: what the repetition rule compares (by default all of it)."""

    def told(self, action: int) -> int:
        """What the text of an action says beyond its number, as a number (by default nothing: 0)."""

    def random_action(self, rng: Rng, out: Actions) -> int:
        """A legal action, all equally likely; `out` is scratch space."""


class GameClass(NamedTuple):
    """A class that `@game` has seen, with what the cache must know about it."""

    cls: type[Any]
    fields: dict[str, type]
    methods: dict[str, Callable[..., Any]]
    sources: SourceDigest


HELPERS: dict[Callable[..., Any], SourceDigest] = {}
GAMES: dict[type[Any], GameClass] = {}

Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)
Value = TypeVar("Value")

FIELD_TYPES = (int, Bits64, Bits128)


def helper(function: Function) -> Function:
    """Let compiled code call a plain function of a rules file. The function itself stays as it is."""
    HELPERS[function] = digest_of_module(function.__module__)
    return function


def game(cls: Class) -> Class:
    """Let compiled code use a `NamedTuple` of sets and integers, fields and methods alike."""
    GAMES[cls] = _described(cls)
    return cls


def change(state: Value, **fields: int) -> Value:
    """The state with the named fields replaced; compiled, it costs no more than spelling all fields out."""
    replaced: Value = state._replace(**fields)  # type: ignore[attr-defined]
    return replaced


def _described(cls: type[Any]) -> GameClass:
    fields = _checked_fields(cls)
    for name, default in _DEFAULT_METHODS.items():
        if not hasattr(cls, name):
            setattr(cls, name, default)
    written = [part for part in reversed(cls.__mro__) if part not in (tuple, object)]
    methods: dict[str, Callable[..., Any]] = {
        name: member
        for part in written
        for name, member in vars(part).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }
    return GameClass(cls, fields, methods, digest_of_module(cls.__module__))


def _checked_fields(cls: type[Any]) -> dict[str, type]:
    names = getattr(cls, "_fields", None)
    if names is None or not issubclass(cls, tuple):
        raise TypeError(f"@game needs a NamedTuple class, not {cls!r}")
    if cls._field_defaults:  # type: ignore[attr-defined]
        raise TypeError(f"{cls.__name__}: the fields of a game have no defaults")
    hints = typing.get_type_hints(cls)
    for name in names:
        if hints.get(name) not in FIELD_TYPES:
            raise TypeError(f"{cls.__name__}.{name} must be an int, a Bits64 or a Bits128, not {hints.get(name)!r}")
    return {name: hints[name] for name in names}


def _change(self: Any, **fields: int) -> Any:
    return self._replace(**fields)


def _mid_turn(self: State) -> bool:  # noqa: ARG001 - a method
    return False


def _uncounted(self: State) -> State:
    return self


def _told(self: State, action: int) -> int:  # noqa: ARG001 - a method
    return 0


def _random_action(self: State, rng: Rng, out: Actions) -> int:
    return out[below(rng, self.actions(out))]


_DEFAULT_METHODS: dict[str, Callable[..., Any]] = {
    "change": _change,
    "mid_turn": _mid_turn,
    "uncounted": _uncounted,
    "told": _told,
    "random_action": _random_action,
}
