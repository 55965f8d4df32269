"""What a game says about itself before any rule: players, board, actions, options, version."""

from __future__ import annotations

import dataclasses
from typing import Any

from tavoliere.core.errors import OptionError
from tavoliere.core.said import COMMAS, Said, Series, adjective_of, noun_of

ACTION_BITS = 24
MOST_ACTION_COUNT = (1 << ACTION_BITS) - 1
"""Search remembers an action, counted from 1, in so many bits; 0 stands for none."""

OptionValue = int | str
Options = dict[str, OptionValue]


@dataclasses.dataclass(frozen=True)
class Player:
    """Somebody at the board: the letter that texts use, a name for people, and what the player's pieces are called.

    >>> Player("w", "White").colour, Player("s", "Sun", "golden").colour
    ('white', 'golden')
    """

    letter: str
    name: str
    """A noun; plain text is made one."""
    colour: str = ""
    """An adjective; by default the name in small letters."""

    def __post_init__(self) -> None:
        name = noun_of(self.name, self.colour)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "colour", adjective_of(name))


@dataclasses.dataclass(frozen=True)
class Option:
    """A choice that can be made when a game is set up. The default may depend on the other options."""

    name: str
    type: type[int] | type[str]
    default: OptionValue | None
    help: str
    title: str = ""
    """What forms call it; the name where it is empty."""


@dataclasses.dataclass(frozen=True)
class Level:
    """What a level of a game's ladder is called, and what to expect: what it sees, what it overlooks, who beats it."""

    name: str
    sentence: str


@dataclasses.dataclass(frozen=True)
class Facts:
    """The facts of a game. `players` and the sizes are those of the default options."""

    name: str
    title: str
    author: str
    players: tuple[Player, ...]
    columns: int
    rows: int
    action_count: int
    """Actions are the numbers from 0 to this, exclusive; at most `MOST_ACTION_COUNT`."""
    most_actions: int
    """No state has more legal actions than this."""
    most_actions_a_turn: int
    longest_game: int | None
    """No game has more actions than this; None where only the repetition rule ends some games."""
    repetition: int | None
    """The occurrence of a position that makes the game a draw; None where positions do not recur."""
    reasons: tuple[str, ...]
    """Why a game can end, in the order of the numbers that states use."""
    rules_version: int
    options: tuple[Option, ...] = ()
    variants: tuple[Options, ...] = ({},)
    """Options worth a line of their own in tables."""
    draws: bool = True
    """Whether a game can be drawn; where it cannot, players cannot agree on a draw either."""
    random_game_cut: int = 1_000_000
    """Random games are cut after so many actions, where no rule would end some of them."""

    @property
    def squares(self) -> int:
        return self.columns * self.rows


def filled_options(facts: Facts, given: dict[str, Any]) -> Options:
    """The given options with their types checked and the plain defaults filled in."""
    known = {option.name: option for option in facts.options}
    for name in given:
        if name not in known:
            raise OptionError(_no_option(facts.name, name, list(known)))
    filled: Options = {}
    for option in facts.options:
        value = given.get(option.name, option.default)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, option.type):
            wrong = must_be_number if option.type is int else must_be_text
            raise OptionError(wrong(facts.name, option.name, value))
        filled[option.name] = value
    return filled


def _no_option(game: str, name: str, known: list[str]) -> Said:
    if not known:
        return Said("{game} has no option {option}; its options: none", game=game, option=repr(name))
    options = Series(known, COMMAS)
    return Said("{game} has no option {option}; its options: {options}", game=game, option=repr(name), options=options)


def must_be_number(game: str, option: str, value: object) -> Said:
    """What is said about an option that is given as something else than a number."""
    return Said(
        "{game}: option {option} must be a whole number, not {value}", game=game, option=option, value=repr(value)
    )


def must_be_text(game: str, option: str, value: object) -> Said:
    """The same about one that is not given as text."""
    return Said("{game}: option {option} must be text, not {value}", game=game, option=option, value=repr(value))
