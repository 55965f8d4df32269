"""What a game's folder hands to the engine: its facts, its class of states, and its notation."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tavoliere.core.facts import Facts, Options, Player, filled_options

NO_ACTION = -1


class Notation(Protocol):
    """How a game writes actions, turns and positions. A module with these functions is one."""

    @staticmethod
    def action_text(state: Any, action: int) -> str:
        """A legal action as text, for instance `e4-g4`."""

    @staticmethod
    def parse_part(text: str, place: int) -> int | None:
        """The action that a text names as the part of a turn at a place (0 or 1), whatever the state.

        `NO_ACTION` for a text in the right form that no state allows, None for one in no form at all.
        """

    @staticmethod
    def told(text: str) -> int:
        """What an action's text says beyond its number, as the state's `told` says it of legal actions."""

    @staticmethod
    def turn_text(parts: Sequence[str]) -> str:
        """The move string of a turn out of the texts of its actions."""

    @staticmethod
    def turn_parts(text: str) -> Sequence[str]:
        """The texts of the actions that a move string is made of."""

    @staticmethod
    def position_text(state: Any, options: Options) -> str:
        """The canonical text of a position between turns."""

    @staticmethod
    def parse_position(text: str, options: Options) -> Any:
        """The state of a position text; a `PositionError` with every reason if it is refused."""

    MOVE_FORMS: str
    """The forms of a move string, for people who have mistyped one."""


class Symmetries(Protocol):
    """The ways to turn a game's board onto itself."""

    def __call__(self, state: Any, options: Options, number: int) -> tuple[Any, Callable[[int], int]]:
        """The turned state, and a function that turns actions of the state; number 0 changes nothing."""


DRAW_TEXT: list[Callable[[Any], str]] = [repr]
"""How a scene becomes text; the package sets it to the text renderer when it is imported."""
DRAW_SVG: list[Callable[[Any], str]] = [repr]
"""How a scene becomes an SVG picture, likewise."""


@dataclasses.dataclass(frozen=True)
class Ruleset:
    """A game as the rest of the package sees it. `where` is the importable place of the ruleset itself."""

    where: str
    facts: Facts
    state: type[Any]
    notation: Any
    symmetries: int
    symmetric: Symmetries
    face: Any
    why: Any
    check_options: Callable[[Options], Options] = dict
    players: Callable[[Options], tuple[Player, ...]] | None = None
    evaluation: Any = None
    """A judge of positions with its weights, for the searches that want one."""

    @property
    def package(self) -> str:
        """The package that the ruleset stands in. The game's texts in other languages are in its folder `texts`."""
        return str(importlib.import_module(self.where.partition(":")[0]).__package__)

    def draw(self, scene: Any) -> str:
        """A scene of this game as text. The room that draws is handed in, because nothing here may know it."""
        return DRAW_TEXT[0](scene)

    def draw_svg(self, scene: Any) -> str:
        """A scene of this game as an SVG picture, for notebooks."""
        return DRAW_SVG[0](scene)

    def set_up(self, given: dict[str, Any]) -> Options:
        """The options of a game, complete and canonical; an `OptionError` says what is wrong with them."""
        return self.check_options(filled_options(self.facts, given))

    def players_of(self, options: Options) -> tuple[Player, ...]:
        """The players in the order of turns."""
        return self.facts.players if self.players is None else self.players(options)

    def __reduce__(self) -> tuple[Callable[[str], Ruleset], tuple[str]]:
        return ruleset_at, (self.where,)


def ruleset_at(where: str) -> Ruleset:
    """The ruleset at an importable place, written `package.module:NAME`."""
    module, _, name = where.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, Ruleset):
        raise TypeError(f"{where} is not a Ruleset")
    return found
