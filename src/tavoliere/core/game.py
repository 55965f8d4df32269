"""What makes a class of states a game: `@game`, `@helper` and `change`.

A game is a `NamedTuple` of sets and integers with ordinary methods. `@game` wraps nothing: in plain
Python every method stays what it is. It enters the class in a list, and when something is compiled for
the first time `native/` gives each listed class a compiled type of its own. Nothing here imports Numba.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, MutableSequence
from typing import Any, NamedTuple, Protocol, Self, TypeVar, cast

from tavoliere.core.bits import Bits64, Bits128
from tavoliere.core.rng import Rng, below
from tavoliere.core.sources import SourceDigest, digest_of_module
from tavoliere.core.weights import Rows

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

    def full_key(self) -> int:
        """A fingerprint of everything that decides how the game can go on (by default `key`)."""

    def random_action(self, rng: Rng, out: Actions) -> int:
        """A legal action, all equally likely; `out` is scratch space."""

    def listed(self, out: Actions) -> int:
        """The same as `actions` in any order, for those who list all the time (by default `actions` itself)."""

    def allows(self, action: int, out: Actions) -> bool:
        """Whether an action from 0 to the game's number of actions is legal; `out` is scratch space."""


class Evaluation(Protocol):
    """A judge of positions: a NamedTuple of whole weights, so that search compiles for each pair of game and judge.

    Values count thousandths of a logit: an advantage of 1000 over one opponent stands for a chance of 73 %. They are
    linear in the weights that are plain numbers, which is what lets a tuner fit them. What `Rows` hold is learnt.
    """

    def balance(self, state: Any) -> int:
        """How much better the first player stands than the second; by default the difference of their strengths."""

    def strength(self, state: Any, player: int) -> int:
        """How well a player stands; only differences matter. By default the balance for the first, 0 for the others."""

    def promise(self, state: Any, action: int) -> int:
        """How promising a legal action looks before anything is searched (by default 0 for all)."""


class GameClass(NamedTuple):
    """A class that `@game` or `@evaluation` has seen, with what the cache must know about it."""

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
JUDGE_TYPES = (*FIELD_TYPES, Rows)


def helper(function: Function) -> Function:
    """Let compiled code call a plain function of a rules file. The function itself stays as it is."""
    HELPERS[function] = digest_of_module(function.__module__)
    return function


def game(cls: Class) -> Class:
    """Let compiled code use a `NamedTuple` of sets and integers, fields and methods alike."""
    GAMES[cls] = _described(cls, _DEFAULT_METHODS, FIELD_TYPES)
    return cls


def evaluation(cls: Class) -> Class:
    """Let compiled code use a `NamedTuple` of whole weights, or rows of them, that judges the positions of a game."""
    if not (hasattr(cls, "balance") or hasattr(cls, "strength")):
        raise TypeError(f"{cls.__name__}: an evaluation needs a method `balance` or `strength`")
    GAMES[cls] = _described(cls, _DEFAULT_JUDGEMENTS, JUDGE_TYPES)
    return cls


def change(state: Value, **fields: int) -> Value:
    """The state with the named fields replaced; compiled, it costs no more than spelling all fields out."""
    cls: Any = type(state)
    places = _PLACES.get(cls) or _PLACES.setdefault(cls, {name: place for place, name in enumerate(cls._fields)})
    values = list(cast(tuple[int, ...], state))
    try:
        for name, value in fields.items():
            values[places[name]] = value
    except KeyError:
        raise ValueError(f"Got unexpected field names: {[name for name in fields if name not in places]}") from None
    replaced: Value = tuple.__new__(cls, values)
    return replaced


_PLACES: dict[type[Any], dict[str, int]] = {}
"""Where the fields of a class stand. `_replace`, which would do, takes three times as long, and rules change a lot."""


def _described(
    cls: type[Any], defaults: dict[str, Callable[..., Any]], field_types: tuple[type, ...] = FIELD_TYPES
) -> GameClass:  # fmt: skip
    fields = _checked_fields(cls, field_types)
    for name, default in defaults.items():
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


def _checked_fields(cls: type[Any], field_types: tuple[type, ...]) -> dict[str, type]:
    names = getattr(cls, "_fields", None)
    if names is None or not issubclass(cls, tuple):
        raise TypeError(f"@game needs a NamedTuple class, not {cls!r}")
    if cls._field_defaults:  # type: ignore[attr-defined]
        raise TypeError(f"{cls.__name__}: the fields of a game have no defaults")
    hints = typing.get_type_hints(cls)
    for name in names:
        if hints.get(name) not in field_types:
            listed = _one_of([f"a{'n' if kind is int else ''} {kind.__name__}" for kind in field_types])
            raise TypeError(f"{cls.__name__}.{name} must be {listed}, not {hints.get(name)!r}")
    return {name: hints[name] for name in names}


def _one_of(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _mid_turn(self: State) -> bool:  # noqa: ARG001 - a method
    return False


def _uncounted(self: State) -> State:
    return self


def _full_key(self: State) -> int:
    return self.key()


def _told(self: State, action: int) -> int:  # noqa: ARG001 - a method
    return 0


def _random_action(self: State, rng: Rng, out: Actions) -> int:
    return out[below(rng, self.actions(out))]


def _listed(self: State, out: Actions) -> int:
    return self.actions(out)


def _allows(self: State, action: int, out: Actions) -> bool:
    found = False
    for place in range(self.actions(out)):
        if out[place] == action:
            found = True
    return found


def _balance(self: Evaluation, state: Any) -> int:
    return self.strength(state, 0) - self.strength(state, 1)


def _strength(self: Evaluation, state: Any, player: int) -> int:
    return self.balance(state) if player == 0 else 0


def _promise(self: Evaluation, state: Any, action: int) -> int:  # noqa: ARG001 - a method
    return 0


_DEFAULT_JUDGEMENTS: dict[str, Callable[..., Any]] = {
    "change": change,
    "balance": _balance,
    "strength": _strength,
    "promise": _promise,
}
_DEFAULT_METHODS: dict[str, Callable[..., Any]] = {
    "change": change,
    "mid_turn": _mid_turn,
    "uncounted": _uncounted,
    "told": _told,
    "full_key": _full_key,
    "random_action": _random_action,
    "listed": _listed,
    "allows": _allows,
}
