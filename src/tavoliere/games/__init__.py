"""The games: one folder each. They are found by looking, so that no list has to name them.

A game from another package registers an entry point in the group `tavoliere.games`: its name, and the place of its
`Ruleset`, written `package.module:NAME`.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
import re
from importlib.metadata import EntryPoint, entry_points

from tavoliere.core.errors import OptionError
from tavoliere.core.facts import must_be_number
from tavoliere.core.position import Game
from tavoliere.core.ruleset import Ruleset
from tavoliere.core.said import COMMAS, Said, Series
from tavoliere.core.seam import faults_of

GROUP = "tavoliere.games"
_SOUND: dict[str, Ruleset] = {}
"""The rulesets that have been looked over; that takes a millisecond, and a ruleset is asked for all the time."""


def games() -> list[str]:
    """The names of all games, sorted: those of this package and those that other packages have registered."""
    return sorted({*_own_folders(), *_registered()})


def own_games() -> list[str]:
    """The names of the games that come with this package, sorted."""
    return sorted(_own_folders())


def ruleset(name: str) -> Ruleset:
    """A game's ruleset by the game's name. An `OptionError` names everything that is wrong with it."""
    if not isinstance(name, str) or name not in games():
        raise OptionError(_no_game(name))
    folder = _own_folders().get(name)
    found = importlib.import_module(folder).RULESET if folder else _loaded(_registered()[name])
    if not isinstance(found, Ruleset) or getattr(found.facts, "name", None) != name:
        raise OptionError(
            Said(
                "the package that registers {name} does not give a ruleset of that name, but {found}",
                name=repr(name),
                found=repr(found)[:200],
            )
        )
    if _SOUND.get(name) is not found:
        faults = faults_of(found)
        if faults:
            raise OptionError(
                Said(
                    "{name} at {place} is not a whole game: {faults}",
                    name=repr(name),
                    place=found.where,
                    faults="; ".join(faults),
                )
            )
        _SOUND[name] = found
    return found


def _no_game(name: str) -> Said:
    close = difflib.get_close_matches(str(name), games(), n=1)
    listed = Series(games(), COMMAS)
    if not close:
        return Said("there is no game {name}. The games: {games}", name=repr(name), games=listed)
    meant = repr(close[0])
    return Said(
        "there is no game {name}; did you mean {meant}? The games: {games}", name=repr(name), meant=meant, games=listed
    )


def _loaded(point: EntryPoint) -> object:
    """What another package registers; whatever goes wrong there is said in one sentence."""
    try:
        return point.load()
    except Exception as error:
        raise OptionError(
            Said(
                "{name}, registered as {place}, cannot be loaded: {error}",
                name=repr(point.name),
                place=point.value,
                error=repr(error),
            )
        ) from error


def usable_games() -> tuple[list[str], list[str]]:
    """The games that load, and a sentence about each one that another package registers and that does not."""
    usable, problems = [], []
    for name in games():
        try:
            ruleset(name)
        except OptionError as problem:
            problems.append(str(problem))
        else:
            usable.append(name)
    return usable, problems


def game(name: str, **options: int | str) -> Game:
    """A game with its options, for instance `game("pit", players=3)`. `OptionError` says what is wrong with them.

    >>> game("pit", players=4).players
    ('w', 'r', 'b', 'g')
    >>> game("pit", players=5)
    Traceback (most recent call last):
    ...
    tavoliere.core.errors.OptionError: pit: players: 2, 3 or 4 expected, not 5
    """
    return Game(ruleset(name), options)


def game_from_text(name: str, options: dict[str, str]) -> Game:
    """A game whose options come as text, from a command line or a file."""
    wanted = {option.name: option.type for option in ruleset(name).facts.options}
    converted: dict[str, int | str] = {}
    for option, text in options.items():
        if wanted.get(option) is int:
            if not re.fullmatch(r"[0-9]{1,9}", text):
                raise OptionError(must_be_number(name, option, text))
            converted[option] = int(text)
        else:
            converted[option] = text
    return game(name, **converted)


def modules_called(name: str) -> dict[str, str]:
    """The modules of a name that games of this package have besides the usual ones, by game; none is imported."""
    return {
        game: f"{folder}.{name}"
        for game, folder in _own_folders().items()
        for path in __path__
        if any(found.name == name for found in pkgutil.iter_modules([f"{path}/{folder.rpartition('.')[2]}"]))
    }


@functools.cache
def _own_folders() -> dict[str, str]:
    return {
        module.name.replace("_", "-"): f"{__name__}.{module.name}"
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    }


@functools.cache
def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
