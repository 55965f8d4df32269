"""What a game's folder hands to the engine: its facts, its class of states, and its notation."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from tavoliere.core.beside import RULES_PAGE, text_beside
from tavoliere.core.errors import Reason
from tavoliere.core.facts import Facts, Level, Options, Player, filled_options
from tavoliere.core.learnt import Learnt

NO_ACTION = -1


class Notation(Protocol):
    """How a game writes actions, turns and positions. A module with these functions is one."""

    @property
    def MOVE_FORMS(self) -> str:  # noqa: N802 - a constant of the module
        """The forms of a move string, for people who have mistyped one."""

    def action_text(self, state: Any, action: int) -> str:
        """A legal action as text, for instance `e4-g4`."""

    def parse_part(self, text: str, place: int) -> int | None:
        """The action that a text names as the part of a turn at a place (0 or 1), whatever the state.

        `NO_ACTION` for a text in the right form that no state allows, None for one in no form at all.
        """

    def told(self, text: str) -> int:
        """What an action's text says beyond its number, as the state's `told` says it of legal actions."""

    def turn_text(self, parts: Sequence[str]) -> str:
        """The move string of a turn out of the texts of its actions."""

    def turn_parts(self, text: str) -> Sequence[str]:
        """The texts of the actions that a move string is made of."""

    def position_text(self, state: Any, options: Options) -> str:
        """The canonical text of a position between turns."""

    def parse_position(self, text: str, options: Options) -> Any:
        """The state of a position text; a `PositionError` with every reason if it is refused."""


class Face(Protocol):
    """What a game looks like, as the data of the room `scene`, which this room does not know. A module is one.

    A face may also have `meant(state, steps, options)`: the part of a move that the first steps of an action name,
    and `palette(options)`: what positions are put together from by hand, as a `Palette`.
    """

    def scene(self, state: Any, options: Options) -> Any:
        """The board as a `Scene`."""

    def steps(self, state: Any, action: int, options: Options) -> tuple[str, ...]:
        """How a person enters a legal action, step by step."""

    def events_of(self, state: Any, action: int, options: Options) -> tuple[Any, ...]:
        """What a legal action changes, as a tuple of `Event`."""


class Why(Protocol):
    """Why turns are refused. A module is one.

    It may also have `immobile(state, square, options)`: the `Reason` why no turn begins on a square, or None.
    """

    @property
    def CLAUSES(self) -> Mapping[str, str]:  # noqa: N802 - a constant of the module
        """The rules that can refuse a turn, one by one, by their ids."""

    def refusal(self, state: Any, text: str, options: Options) -> Reason:
        """Which clause a well-written but illegal action breaks."""


class WhyOfLongTurns(Why, Protocol):
    """The same for games with turns of several actions."""

    def incomplete(self, state: Any) -> Reason:
        """Why a turn may not stop in the middle."""

    def superfluous(self, state: Any, text: str) -> Reason:
        """Why a turn may not go on after the part that the text names."""


class Guide(Protocol):
    """What a player must see and know at each step, as the data of the room `scene`. A module is one."""

    @property
    def MEANINGS(self) -> Mapping[str, str]:  # noqa: N802 - a constant of the module
        """What special squares and pieces are about, by what the scene calls their kind."""

    def marks(self, state: Any, options: Options) -> tuple[Any, ...]:
        """What the rules make of the squares just now, as a tuple of `Mark`."""

    def asked(self, state: Any, options: Options) -> str:
        """What the player to act is asked to do, in one sentence; empty once the game is over."""

    def forced(self, state: Any, options: Options) -> Reason | None:
        """Which rule leaves the player no free choice, and what it demands; None where there is a choice."""

    def ending(self, state: Any, action: int, options: Options) -> Any:
        """How a legal action ends the game, as an `Ending`; None if the game goes on after it."""


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
    notation: Notation
    symmetries: int
    symmetric: Symmetries
    face: Face
    why: Why
    check_options: Callable[[Options], Options] = dict
    players: Callable[[Options], tuple[Player, ...]] | None = None
    evaluation: Any = None
    """A judge of positions with its weights, for the searches that want one."""
    learnt: tuple[Learnt, ...] = ()
    """Judges whose weights are learnt, at most one for each number of players."""
    sentence: str = ""
    """What the game is about, for lists of games; where it is empty, the rules page's first paragraph stands for it."""
    guide: Guide | None = None
    """What players are shown besides the pieces."""
    levels: tuple[Level, ...] = ()
    """What the levels of the ladder are called, from the lowest; those beyond have numbers only."""
    cautions: Callable[[Options], Iterable[str]] | None = None
    """What one should know before choosing these options, as sentences: that figures or proofs call them uneven."""
    opponent: str = "level:3"
    """Who sits opposite a newcomer, as players are written; a level above the highest one means that one."""

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

    def rules_page(self) -> str | None:
        """The text of the rules, `rules.md` beside the ruleset; None if there is none."""
        return text_beside(self.where, RULES_PAGE)

    def about(self) -> str:
        """What the game is about: its sentence, or the first paragraph of its rules page without marks."""
        paragraphs = (self.rules_page() or "").split("\n\n")
        first = paragraphs[1] if len(paragraphs) > 1 else ""
        return self.sentence or " ".join(first.replace("**", "").split())

    def __reduce__(self) -> tuple[Callable[[str], Ruleset], tuple[str]]:
        return ruleset_at, (self.where,)


def ruleset_at(where: str) -> Ruleset:
    """The ruleset at an importable place, written `package.module:NAME`."""
    module, _, name = where.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, Ruleset):
        raise TypeError(f"{where} is not a Ruleset")
    return found
